//! The losses of a run, as numbers and as a picture.

use crate::run::Record;
use std::fmt::Write;

/// Returns the validations as CSV.
pub fn csv(history: &[Record]) -> String {
    let mut text = String::from("step,samples,rate,training,validation,heads,agreement\n");
    let list = |values: &[f64]| {
        values.iter().map(|value| format!("{value:.6}")).collect::<Vec<_>>().join(" ")
    };
    for r in history {
        let (heads, agreement) = (list(&r.heads), list(&r.agreement));
        let Record { step, samples, rate, training, validation, .. } = r;
        let _ = writeln!(
            text,
            "{step},{samples},{rate:.8},{training:.6},{validation:.6},{heads},{agreement}"
        );
    }
    text
}

/// A line of the picture: name, colour, value.
type Series = (&'static str, &'static str, fn(&Record) -> f64);

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 56.0;
const BOTTOM: f64 = 36.0;

/// Returns the training and validation loss over samples as SVG.
pub fn svg(history: &[Record]) -> String {
    let losses = history.iter().flat_map(|r| [r.training, r.validation]);
    let losses: Vec<f64> = losses.filter(|loss| loss.is_finite()).collect();
    let high = losses.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let low = losses.iter().copied().fold(f64::INFINITY, f64::min);
    let (low, high) = if high > low { (low, high) } else { (low - 1.0, low + 1.0) };
    let most = history.last().map_or(1, |r| r.samples.max(1)) as f64;
    let x = |samples: u64| LEFT + samples as f64 / most * (WIDTH - LEFT - 12.0);
    let y = |loss: f64| 12.0 + (high - loss) / (high - low) * (HEIGHT - BOTTOM - 12.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" \
         fill=\"white\"/>\n"
    );
    for i in 0..=4 {
        let loss = low + (high - low) * f64::from(i) / 4.0;
        let at = y(loss);
        let right = WIDTH - 12.0;
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{loss:.3}</text>",
            LEFT - 6.0,
            at + 4.0
        );
        let samples = most * f64::from(i) / 4.0;
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x(samples as u64),
            HEIGHT - 18.0,
            short(samples)
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">samples</text>",
        f64::midpoint(LEFT, WIDTH),
        HEIGHT - 4.0
    );
    let series: [Series; 2] =
        [("training", "#999", |r| r.training), ("validation", "#c33", |r| r.validation)];
    for (i, (name, color, of)) in series.into_iter().enumerate() {
        let points = history.iter().filter(|r| of(r).is_finite());
        let points: Vec<String> =
            points.map(|r| format!("{:.1},{:.1}", x(r.samples), y(of(r)))).collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>\
             <text x=\"{:.1}\" y=\"{}\" fill=\"{color}\" text-anchor=\"end\">{name}</text>",
            points.join(" "),
            WIDTH - 16.0,
            24 + 14 * i
        );
    }
    text.push_str("</svg>\n");
    text
}

/// Returns a number in thousands or millions.
fn short(number: f64) -> String {
    match number {
        1e6.. => format!("{:.1}M", number / 1e6),
        1e3.. => format!("{:.0}k", number / 1e3),
        _ => format!("{number:.0}"),
    }
}
