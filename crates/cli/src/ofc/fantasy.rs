//! `facedown ofc fantasy`: the best Fantasyland setting.

use super::args::FantasyArgs;
use crate::{Answer, print_json};
use anyhow::{Context, Result, bail};
use facedown_cards::{PackSet, parse_pack};
use facedown_game::excerpt;
use facedown_ofc::fantasy::{Opponent, Setting, Solver};
use facedown_ofc::{Board, Row, Rules};
use facedown_ofc_solver::stakes;
use serde::Serialize;
use std::io::Write;

#[derive(Debug, Serialize)]
struct FantasyAnswer {
    rules: String,
    stay_value: f64,
    /// The number of equally good settings; counted if more than one is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    ties: Option<usize>,
    settings: Vec<SettingAnswer>,
}

#[derive(Debug, Serialize)]
struct SettingAnswer {
    top: String,
    middle: String,
    bottom: String,
    discards: String,
    royalties: u16,
    stays: bool,
    value: f64,
}

pub(super) fn run(args: &FantasyArgs, out: &mut dyn Write) -> Result<Answer> {
    let rules = super::rules(&args.rules)?;
    let text = args.cards.join(" ");
    let cards = parse_pack(&text).with_context(|| format!("'{text}'", text = excerpt(&text)))?;
    let stay_value = match args.stay {
        Some(points) => points,
        None => stakes(&rules)?.staying(&rules, cards.len()),
    };
    let mut solver = Solver::new(&rules, stay_value).context("--stay")?;
    let mut opponents = Vec::new();
    let mut seen: PackSet = cards.iter().copied().collect();
    let mut jokers = seen.jokers();
    check_jokers(&rules, jokers, &text)?;
    for text in &args.opponents {
        let board: Board =
            text.parse().with_context(|| format!("--opponent '{text}'", text = excerpt(text)))?;
        // Each text numbers its jokers from the first, so only other cards are compared.
        if let Some(card) = (board.cards() & seen).iter().find(|card| !card.is_joker()) {
            bail!("--opponent '{text}': {card} is there twice", text = excerpt(text));
        }
        seen = seen | board.cards();
        jokers += board.cards().jokers();
        check_jokers(&rules, jokers, text)?;
        opponents.push(Opponent::known(solver.scorer().rows(&board)));
    }
    if !opponents.is_empty() {
        solver = solver.against(&opponents);
    }
    let (settings, ties) = if args.all > 1 {
        let (settings, ties) = solver.solve_all(&cards, args.all)?;
        (settings, Some(ties))
    } else {
        (vec![solver.solve(&cards)?], None)
    };
    let settings = settings.iter().map(SettingAnswer::of).collect();
    let answer = FantasyAnswer { rules: args.rules.clone(), stay_value, ties, settings };
    if args.json {
        return print_json(&answer, out);
    }
    answer.print(out)?;
    Ok(Answer::Done)
}

/// Checks that all texts together have no more jokers than the pack.
fn check_jokers(rules: &Rules, jokers: usize, text: &str) -> Result<()> {
    match usize::from(rules.jokers) {
        0 if jokers > 0 => {
            bail!("'{text}': X is not in the pack of these rules", text = excerpt(text))
        }
        most if jokers > most => {
            bail!(
                "'{text}': {jokers} jokers with the other cards, the pack has {most}",
                text = excerpt(text)
            )
        }
        _ => Ok(()),
    }
}

impl SettingAnswer {
    fn of(setting: &Setting) -> Self {
        let row = |row| setting.board.row(row).to_string();
        Self {
            top: row(Row::Top),
            middle: row(Row::Middle),
            bottom: row(Row::Bottom),
            discards: setting.discards.to_string(),
            royalties: setting.royalties,
            stays: setting.stays,
            value: setting.value,
        }
    }
}

impl FantasyAnswer {
    fn print(&self, out: &mut dyn Write) -> Result<()> {
        for (i, setting) in self.settings.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            writeln!(out, "      top  {}", setting.top)?;
            writeln!(out, "   middle  {}", setting.middle)?;
            writeln!(out, "   bottom  {}", setting.bottom)?;
            if !setting.discards.is_empty() {
                writeln!(out, " discards  {}", setting.discards)?;
            }
            writeln!(out, "royalties  {}", setting.royalties)?;
            let stays = if setting.stays { "yes" } else { "no" };
            writeln!(out, "    stays  {stays} (value {:.2})", self.stay_value)?;
            writeln!(out, "    value  {:.2}", setting.value)?;
        }
        if let Some(ties) = self.ties {
            writeln!(out, "\n{ties} settings are equally good")?;
        }
        Ok(())
    }
}
