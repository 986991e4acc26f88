//! A picture of a match: mean and interval of each difference over the deals.

use super::course::Course;
use facedown_game::math::{ln, powf};
use std::f64::consts::LN_10;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 44.0;

/// Colours that people with colour-blind eyes distinguish (Okabe and Ito 2008).
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

impl Course {
    /// Draws the differences as SVG: a line for each mean, a band for its 95 % interval, `title`
    /// above and `unit` beside the axis. The deals are on a logarithmic scale, since intervals
    /// narrow with their square root. Without two bots, or without points, there is nothing to draw.
    pub fn svg(&self, title: &str, unit: &str) -> Option<String> {
        if self.pairs.is_empty() {
            return None;
        }
        let (first, last) = (self.points.first()?, self.points.last()?);
        let x_of = |deals: u64| {
            let span = ln(last.deals as f64 / first.deals as f64).max(1e-9);
            LEFT + (WIDTH - LEFT - RIGHT) * ln(deals as f64 / first.deals as f64) / span
        };
        let (low, high) = self.range();
        let y_of = |value: f64| {
            let part = (value.clamp(low, high) - low) / (high - low);
            HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
             <title>{title}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{title}</text>\n",
            title = escaped(title),
        );
        let mut line = |text: std::fmt::Arguments<'_>| {
            let _ = svg.write_fmt(text); // a string takes everything
            svg.push('\n');
        };
        for value in ticks(low, high) {
            let (y, strong) = (y_of(value), value.abs() < (high - low) * 1e-6);
            let colour = if strong { "#444" } else { "#ddd" };
            line(format_args!(
                "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0,
                number(value, high - low),
            ));
        }
        for deals in decades(first.deals, last.deals) {
            let x = x_of(deals);
            line(format_args!(
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"#444\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                HEIGHT - BOTTOM,
                HEIGHT - BOTTOM + 4.0,
                HEIGHT - BOTTOM + 18.0,
                facedown_game::thousands(deals),
            ));
        }
        line(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">deals, each in all its \
             seatings</text>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 8.0,
        ));
        line(format_args!(
            "<text transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            (TOP + HEIGHT - BOTTOM) / 2.0,
            escaped(unit),
        ));
        for (pair, names) in self.pairs.iter().enumerate() {
            let colour = COLOURS[pair % COLOURS.len()];
            let mut band = (Vec::new(), Vec::new());
            let mut mean = String::new();
            for point in &self.points {
                let x = x_of(point.deals);
                let _ = write!(mean, "{x:.1},{:.1} ", y_of(point.means[pair]));
                if let Some(ends) = point.intervals[pair] {
                    band.0.push(format!("{x:.1},{:.1}", y_of(ends.low)));
                    band.1.push(format!("{x:.1},{:.1}", y_of(ends.high)));
                }
            }
            band.1.reverse();
            band.0.append(&mut band.1);
            line(format_args!(
                "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.15\"/>\
                 <polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>",
                band.0.join(" "),
                mean.trim_end(),
            ));
            let [a, b] = names;
            line(format_args!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{colour}\">{} − {}</text>",
                WIDTH - RIGHT - 4.0,
                TOP + 14.0 * (pair as f64 + 1.0),
                escaped(a),
                escaped(b),
            ));
        }
        svg.push_str("</svg>\n");
        Some(svg)
    }

    /// Returns the ends of the axis: those of the later intervals, so that the first deals, which are
    /// known least, do not flatten the rest. Zero is on it.
    fn range(&self) -> (f64, f64) {
        let (mut low, mut high) = (0.0f64, 0.0f64);
        let late = self.points.len() / 3;
        for point in &self.points[late..] {
            let ends = point.intervals.iter().flatten().flat_map(|ends| [ends.low, ends.high]);
            for value in point.means.iter().copied().chain(ends) {
                low = low.min(value);
                high = high.max(value);
            }
        }
        let margin = ((high - low) * 0.05).max(1e-9);
        (low - margin, high + margin)
    }
}

/// Returns round values within a range, some five of them.
fn ticks(low: f64, high: f64) -> impl Iterator<Item = f64> {
    let rough = (high - low) / 5.0;
    let decade = powf(10.0, (log10(rough) + 1e-12).floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|part| part * decade);
    let step = step.into_iter().find(|step| *step >= rough).unwrap_or(rough);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(move |i| i as f64 * step)
}

/// Returns the numbers of deals with a label: 1, 2 and 5 times the powers of ten, and the last.
fn decades(first: u64, last: u64) -> Vec<u64> {
    let mut labels: Vec<u64> = (0..19)
        .flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)))
        .filter(|deals| (first..=last).contains(deals))
        .collect();
    labels.retain(|deals| *deals as f64 * 1.4 < last as f64);
    labels.push(last);
    labels
}

/// Writes a value with as many decimals as a range of this size needs.
fn number(value: f64, range: f64) -> String {
    let decimals = (1.0 - log10(range)).ceil().clamp(0.0, 6.0) as usize;
    let value = if value.abs() < range * 1e-9 { 0.0 } else { value };
    format!("{value:.decimals$}").replace('-', "−")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn log10(x: f64) -> f64 {
    ln(x) / LN_10
}

#[cfg(test)]
mod tests {
    use super::super::course::CoursePoint;
    use super::*;
    use crate::ConfidenceInterval;

    #[test]
    fn a_course_is_drawn_with_its_bands_and_names() {
        let point = |deals: u64| CoursePoint {
            deals,
            means: vec![2.0],
            intervals: vec![Some(ConfidenceInterval {
                low: 2.0 - 20.0 / (deals as f64).sqrt(),
                high: 2.0 + 20.0 / (deals as f64).sqrt(),
            })],
        };
        let course = Course {
            pairs: vec![["a<b".into(), "c&d".into()]],
            points: [2, 10, 100, 1_000].map(point).into(),
        };
        let svg = course.svg("hearts & more", "points per deal").unwrap();
        assert!(svg.contains("a&lt;b − c&amp;d") && svg.contains("hearts &amp; more"));
        assert_eq!(svg.matches("<polygon").count(), 1);
        assert!(svg.contains(">1,000<"));
        assert_eq!(Course::default().svg("", ""), None);
        assert_eq!(Course { pairs: Vec::new(), ..course }.svg("", ""), None);
    }
}
