//! Tables and numbers as all commands print them.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use facedown_arena::{ConfidenceInterval, Estimate};

/// The width of texts, which every terminal has.
pub(crate) const WIDTH: usize = 79;

/// Builds an empty table with a rule under the header. It never wraps, so that a pipe and a terminal
/// show the same.
pub(crate) fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    let rule = LineStyle::none().fill('─').junction('─');
    table
        .load_style(TableStyle::new().header_separator(rule))
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(header.iter().copied());
    table.column_iter_mut().for_each(|column| {
        column.set_padding((1, 0));
    });
    table
}

/// Returns the width available to a table: the terminal's, or [`WIDTH`] if there is none.
pub(crate) fn width(table: &Table) -> usize {
    table.width().map_or(WIDTH, usize::from)
}

/// Breaks a text at spaces into lines of at most this width.
pub(crate) fn wrap_words(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Aligns these columns to the right.
pub(crate) fn align_right(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// Renders a table without trailing spaces.
pub(crate) fn text(table: &Table) -> String {
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n") + "\n"
}

/// Breaks long lines at spaces. Text after a label and two spaces keeps its indentation.
pub(crate) fn wrap(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(wrap_line).collect();
    lines.concat()
}

fn wrap_line(line: &str) -> String {
    let label = line.len() - line.trim_start().len();
    let end = line[label..].find("  ").map_or(label, |at| label + at);
    let begin = line.len() - line[end..].trim_start().len();
    let indent = line[..begin].chars().count();
    let (mut wrapped, mut column) = (line[..begin].to_owned(), indent);
    for (i, word) in line[begin..].split(' ').enumerate() {
        let width = word.chars().count();
        if i > 0 && column + 1 + width > WIDTH {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            column = indent;
        } else if i > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += width;
    }
    wrapped + "\n"
}

/// Formats seconds in a fitting unit: `3.1 µs`.
pub(crate) fn seconds(seconds: f64) -> String {
    let units = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")];
    match units.into_iter().find(|(unit, _)| seconds >= *unit) {
        Some((unit, name)) => format!("{} {name}", digits(seconds / unit)),
        None => format!("{} ns", digits(seconds * 1e9)),
    }
}

/// Formats about three digits: `1.23`, `12.3`, `123`.
pub(crate) fn digits(value: f64) -> String {
    let places = match value.abs() {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{value:.places$}")
}

/// Formats points with their sign: `+12.31`.
pub(crate) fn points(value: f64) -> String {
    format!("{value:+.2}")
}

/// Formats a share in per cent: `61.2 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Formats a mean rank: `2.351`.
pub(crate) fn place(mean: f64) -> String {
    format!("{mean:.3}")
}

/// Formats an interval: `+11.20 to +13.42`; a dash if there is none.
pub(crate) fn interval(estimate: &Estimate, number: fn(f64) -> String) -> String {
    let ends = |ConfidenceInterval { low, high }| format!("{} to {}", number(low), number(high));
    estimate.interval.map_or_else(|| "-".to_owned(), ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_and_a_fitting_unit() {
        let texts = [1.5, 0.0123, 3.14e-6, 9.996e-6, 2.5e-9, 0.0].map(seconds);
        assert_eq!(texts, ["1.50 s", "12.3 ms", "3.14 µs", "10.0 µs", "2.50 ns", "0.00 ns"]);
    }

    #[test]
    fn a_long_line_goes_on_below_where_it_began() {
        let cards = ["Kd"; 30].join(" ");
        let wrapped = wrap(&format!("  hand  {cards}\n\nshort\n"));
        let lines: Vec<&str> = wrapped.lines().collect();
        assert_eq!(lines[0], format!("  hand  {}", ["Kd"; 24].join(" ")));
        assert_eq!(lines[1], format!("        {}", ["Kd"; 6].join(" ")));
        assert_eq!(lines[2..], ["", "short"]);
        let one_word = "x".repeat(200);
        assert_eq!(wrap(&one_word), format!("{one_word}\n"));
    }
}
