//! `facedown riichi danger`: the probability that each discard deals in.

use super::args::DangerArgs;
use super::color::color_tiles;
use crate::advise::{file_name, read_position};
use crate::layout::{self, percent};
use crate::{Answer, print_json};
use anyhow::{Result, anyhow};
use facedown_riichi_analysis::danger::ReasonReport;
use facedown_service::calls::riichi::{AgainstDanger, DangerAnswer};
use serde_json::Map;
use std::io::Write;

pub(crate) fn run(args: &DangerArgs, out: &mut dyn Write) -> Result<Answer> {
    let mut options = Map::new();
    if let Some(preset) = &args.rules {
        options.insert("rules".to_owned(), preset.as_str().into());
    }
    let position = read_position(Some("riichi"), &options, &args.file)?;
    let report = DangerAnswer::of_view(&*position.view)
        .map_err(|error| anyhow!("{}: {}", file_name(&args.file), error.message))?;
    if args.json {
        return print_json(&report, out);
    }
    for opponent in &report.opponents {
        let (seat, tenpai) = (opponent.seat, percent(f64::from(opponent.tenpai)));
        let text =
            layout::wrap(&format!("  seat {seat}  tenpai {tenpai}: {}", texts(&opponent.reasons)));
        write!(out, "{text}")?;
    }
    writeln!(out, "\n{}", color_tiles(&table(&report)))?;
    Ok(Answer::Done)
}

fn texts(reasons: &[ReasonReport]) -> String {
    reasons.iter().map(|reason| reason.text.as_str()).collect::<Vec<_>>().join(", ")
}

/// Formats a row for each discard, the safest first, with the reasons of the seat that is most likely
/// to win on it.
fn table(report: &DangerAnswer) -> String {
    let seats: Vec<String> = report.opponents.iter().map(|o| format!("seat {}", o.seat)).collect();
    let header: Vec<&str> = ["discard", "deals in", "points lost"]
        .into_iter()
        .chain(seats.iter().map(String::as_str))
        .chain(["why"])
        .collect();
    let mut table = layout::table(&header);
    for discard in &report.discards {
        let chance = |against: &AgainstDanger| percent(f64::from(against.deal_in));
        let worst = discard
            .against
            .iter()
            .max_by(|a, b| a.deal_in.total_cmp(&b.deal_in).then(b.seat.cmp(&a.seat)));
        let why = worst.map_or_else(String::new, |worst| texts(&worst.reasons));
        let start = [
            discard.tile.clone(),
            percent(f64::from(discard.deal_in)),
            format!("{:.0}", discard.loss),
        ];
        table.add_row(start.into_iter().chain(discard.against.iter().map(chance)).chain([why]));
    }
    layout::align_right(&mut table, 1..3 + seats.len());
    layout::text(&table)
}
