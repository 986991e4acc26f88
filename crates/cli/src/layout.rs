//! Tables and numbers as all commands print them.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use facedown_arena::{Estimate, Interval};

/// An empty table: a line under the header and none elsewhere; never wrapped, so that a pipe and a
/// terminal show the same.
pub(crate) fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    let rule = LineStyle::none().fill('─').junction('─');
    table
        .load_style(TableStyle::new().header_separator(rule))
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(header.iter().copied());
    table
}

/// Puts these columns of numbers to the right.
pub(crate) fn align_right(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// Seconds in the unit that fits: `3.1 µs`.
pub(crate) fn seconds(seconds: f64) -> String {
    let units = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")];
    match units.into_iter().find(|(unit, _)| seconds >= *unit) {
        Some((unit, name)) => format!("{} {name}", digits(seconds / unit)),
        None => format!("{} ns", digits(seconds * 1e9)),
    }
}

/// About three digits: `1.23`, `12.3`, `123`.
pub(crate) fn digits(value: f64) -> String {
    let places = match value.abs() {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{value:.places$}")
}

/// A whole number with commas: `100,000`.
pub(crate) fn thousands(number: u64) -> String {
    let plain = number.to_string();
    let mut text = String::new();
    for (i, digit) in plain.chars().enumerate() {
        if i > 0 && (plain.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Points with their sign: `+12.31`.
pub(crate) fn points(value: f64) -> String {
    format!("{value:+.2}")
}

/// A share in per cent: `61.2 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// An interval: `+11.20 to +13.42`; a dash where one cluster gives none.
pub(crate) fn interval(estimate: &Estimate, number: fn(f64) -> String) -> String {
    let ends = |Interval { low, high }| format!("{} to {}", number(low), number(high));
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
    fn thousands_have_commas() {
        let texts = [0, 999, 1_000, 100_000, 1_234_567].map(thousands);
        assert_eq!(texts, ["0", "999", "1,000", "100,000", "1,234,567"]);
    }
}
