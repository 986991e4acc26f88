//! `facedown ofc fantasy`: the best Fantasyland setting.

use super::args::FantasyArgs;
use crate::service::{self, expect_answer};
use crate::{Answer, print_json};
use anyhow::Result;
use facedown_service::Request;
use facedown_service::calls::ofc::{FantasyAnswer, FantasyRequest};
use std::io::Write;

const OPTIONS: &service::Options = &[
    ("rules", "--rules"),
    ("stay_value", "--stay-value"),
    ("opponents", "--opponent"),
    ("all", "--all"),
];

pub(super) fn run(args: &FantasyArgs, out: &mut dyn Write) -> Result<Answer> {
    let request = Request::Fantasy(Box::new(FantasyRequest {
        cards: args.cards.join(" "),
        rules: args.rules.clone(),
        stay_value: args.stay_value,
        opponents: args.opponents.clone(),
        all: Some(args.all.max(1)),
    }));
    let answer = expect_answer!(service::answer(&request, OPTIONS)?, Fantasy);
    if args.json {
        return print_json(&answer, out);
    }
    print(&answer, out)?;
    Ok(Answer::Done)
}

fn print(answer: &FantasyAnswer, out: &mut dyn Write) -> Result<()> {
    for (i, setting) in answer.settings.iter().enumerate() {
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
        writeln!(out, "    stays  {stays} (value {:.2})", answer.stay_value)?;
        writeln!(out, "    value  {:.2}", setting.value)?;
    }
    if let Some(ties) = answer.ties {
        writeln!(out, "\n{ties} settings are equally good")?;
    }
    Ok(())
}
