//! Answers as text.

use crate::root::answer::{ActionReport, Answer, Totals};
use std::fmt::{self, Display, Formatter};

impl<A> Answer<A> {
    /// Formats the answer as a table, with this text for each action.
    ///
    /// ```text
    ///   action      visits   share      mean     95 % interval  line
    /// * pass         1,620  81.0 %    +0.334  +0.290 … +0.377   pass bet pass
    ///   bet            380  19.0 %    -0.103  -0.242 … +0.036   bet pass
    /// 2,000 iterations in 0.001 s (…): iterations were used up
    /// ```
    pub fn text(&self, name: impl Fn(&A) -> String) -> String {
        self.map(name).to_string()
    }
}

impl<A: Display> Display for Answer<A> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names = self.actions.iter().map(|report| report.action.to_string().chars().count());
        let width = names.max().unwrap_or(0).max("action".len());
        writeln!(
            f,
            "  {:width$}  {:>10}  {:>7}  {:>9}  {:>19}  line",
            "action", "visits", "share", "mean", "95 % interval"
        )?;
        for (place, report) in self.actions.iter().enumerate() {
            let mark = if place == 0 { '*' } else { ' ' };
            row(f, mark, width, report)?;
        }
        totals(f, &self.totals)
    }
}

fn row<A: Display>(
    f: &mut Formatter<'_>,
    mark: char,
    width: usize,
    report: &ActionReport<A>,
) -> fmt::Result {
    let name = report.action.to_string();
    let visits = thousands(report.visits);
    let share = format!("{:.1} %", 100.0 * report.share);
    let mean = report.mean.map_or_else(|| "-".into(), |mean| format!("{mean:+.3}"));
    let interval = match (report.proven, report.interval) {
        (Some(_), _) => "proven".into(),
        (None, Some([low, high])) => format!("{low:+.3} … {high:+.3}"),
        (None, None) => "-".into(),
    };
    write!(f, "{mark} {name:width$}  {visits:>10}  {share:>7}  {mean:>9}  {interval:>19} ")?;
    for action in &report.line {
        write!(f, " {action}")?;
    }
    writeln!(f)
}

fn totals(f: &mut Formatter<'_>, totals: &Totals) -> fmt::Result {
    let [iterations, worlds, nodes, trees] =
        [totals.iterations, totals.worlds, totals.nodes, totals.trees].map(thousands);
    let memory = if totals.memory_full { ", memory full" } else { "" };
    write!(
        f,
        "{iterations} iterations in {:.3} s ({worlds} worlds, {nodes} nodes in {trees} trees, \
         depth {:.1}, at most {}{memory}): {}",
        totals.seconds,
        totals.mean_depth,
        totals.max_depth,
        totals.stop.text()
    )
}

/// Formats a number with commas between groups of three digits.
fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
