//! `facedown riichi hand --win`: the score of a hand.

use super::args::{HandArgs, WinArgs};
use super::color::color_tiles;
use super::hand_request::OPTIONS;
use super::line;
use crate::{Answer, layout, print_json, service};
use anyhow::{Result, anyhow};
use facedown_game::thousands;
use facedown_riichi::score::{
    Cost, Explanation, Limit, Riichi, ScoreError, ScoreRules, Situation, WinningHand, explain,
    try_score,
};
use facedown_service::ServiceError;
use facedown_service::calls::riichi::{HandInput, Wind};
use facedown_tiles::{Kind, Pack};
use serde::Serialize;
use serde_json::json;
use std::io::Write;

pub(super) fn run(
    args: &HandArgs,
    given: &HandInput,
    tile: &str,
    out: &mut dyn Write,
) -> Result<Answer> {
    let named = |error: ServiceError| service::named(&error, OPTIONS);
    let (closed, tile) = given.with_winning_tile(tile).map_err(named)?;
    let ura = given.unseen_kinds("win.ura", &args.win.ura).map_err(named)?;
    let rules = args.win.rules.rules(args.seats.into()).score;
    let hand = WinningHand {
        closed: closed.counts().as_array(),
        reds: closed.red_fives(),
        melds: &given.melds,
        win: tile,
    };
    let situation = situation(args, given, &ura);
    let win = match try_score(&hand, &situation, &rules) {
        Ok(win) => Some(explain(&hand, &situation, &rules, &win)),
        Err(ScoreError::Incomplete | ScoreError::NoYaku) => None,
        Err(error) => return Err(anyhow!(error)),
    };
    let reason = match win {
        Some(_) => None,
        None if closed.is_complete(given.pack) => Some("it is complete but has no yaku".to_owned()),
        None => Some(format!("it is not complete, shanten {}", closed.shanten(given.pack))),
    };
    let payment = win.as_ref().map(|win| Payment::of(win, args, &rules));
    let answer = if win.is_some() { Answer::Done } else { Answer::No };
    if args.json {
        print_json(
            &json!({
                "hand": closed.to_string(),
                "melds": given.melds.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "win_tile": tile.to_string(),
                "rules": args.win.rules.name(),
                "wins": win.is_some(),
                "reason": reason,
                "score": win,
                "payment": payment,
            }),
            out,
        )?;
        return Ok(answer);
    }
    line(out, "hand", &closed.to_string())?;
    if !given.melds.is_empty() {
        let melds: Vec<String> = given.melds.iter().map(ToString::to_string).collect();
        line(out, "melds", &melds.join(" "))?;
    }
    line(out, "win", &format!("{tile} {}", circumstances(&args.win)))?;
    match (&win, &payment, reason) {
        (Some(win), Some(payment), _) => {
            writeln!(out)?;
            write!(out, "{}", color_tiles(&tables(win)))?;
            writeln!(out)?;
            payment.print(win, out)?;
        }
        (_, _, reason) => line(out, "no win", &reason.unwrap_or_default())?,
    }
    Ok(answer)
}

fn situation<'a>(args: &HandArgs, given: &'a HandInput, ura: &'a [Kind]) -> Situation<'a> {
    let win = &args.win;
    Situation {
        tsumo: win.tsumo,
        seat_wind: win.seat_wind.kind(),
        round_wind: win.round_wind.kind(),
        riichi: match (win.riichi, win.double_riichi) {
            (_, true) => Riichi::Double,
            (true, false) => Riichi::Single,
            (false, false) => Riichi::No,
        },
        ippatsu: win.ippatsu,
        last_tile: win.last_tile,
        after_kan: win.after_kan,
        robbed_kan: win.robbed_kan,
        first_turn: win.first_turn,
        dora_indicators: &given.dora,
        ura_indicators: ura,
        nuki: args.nuki,
        three_seats: given.pack == Pack::Three,
        ..Situation::RON
    }
}

/// `by ron, seat south, round east, rules tenhou`.
fn circumstances(win: &WinArgs) -> String {
    let wind = |wind: Wind| match wind {
        Wind::East => "east",
        Wind::South => "south",
        Wind::West => "west",
        Wind::North => "north",
    };
    format!(
        "by {}, seat {}, round {}, rules {}",
        if win.tsumo { "tsumo" } else { "ron" },
        wind(win.seat_wind),
        wind(win.round_wind),
        win.rules.name()
    )
}

/// Formats the yaku with their han, then the fu with their reasons.
fn tables(win: &Explanation) -> String {
    let mut yaku = layout::table(&["yaku", "", "han"]);
    for item in &win.yaku {
        let romaji = if item.english.eq_ignore_ascii_case(item.romaji) { "" } else { item.romaji };
        let han = match item.yakuman {
            0 => item.han.to_string(),
            1 => "yakuman".to_owned(),
            n => format!("{n} yakuman"),
        };
        yaku.add_row([item.english, romaji, &han]);
    }
    layout::align_right(&mut yaku, [2]);
    let text = layout::text(&yaku);
    if win.yakuman > 0 || win.fu_parts.is_empty() {
        return text;
    }
    let mut fu = layout::table(&["fu for", "fu"]);
    for part in &win.fu_parts {
        fu.add_row([part.reason.clone(), part.fu.to_string()]);
    }
    let sum: u32 = win.fu_parts.iter().map(|part| u32::from(part.fu)).sum();
    if sum != u32::from(win.fu) {
        fu.add_row([format!("{sum}, rounded up"), win.fu.to_string()]);
    }
    layout::align_right(&mut fu, [1]);
    format!("{text}\n{}", layout::text(&fu))
}

/// Payments, counters and sticks included.
#[derive(Serialize)]
struct Payment {
    honba: u32,
    sticks: u32,
    /// The payment of each seat, counters included.
    pays: Cost,
    /// The winner's gain, counters and sticks included.
    total: u32,
}

impl Payment {
    fn of(win: &Explanation, args: &HandArgs, rules: &ScoreRules) -> Self {
        let (honba, sticks, seats) = (args.win.honba, args.win.sticks, args.seats.into());
        let pays = win.cost.with_honba(honba, seats, &rules.payment);
        Self { honba, sticks, pays, total: pays.total(seats) + 1_000 * sticks }
    }

    fn print(&self, win: &Explanation, out: &mut dyn Write) -> Result<()> {
        let number = |points: u32| thousands(points);
        let name = match (win.yakuman, win.limit) {
            (0, Limit::None) => format!("{} han {} fu", win.han, win.fu),
            (0, limit) if win.fu == 0 => format!("{} han, {limit}", win.han),
            (0, limit) => format!("{} han {} fu, {limit}", win.han, win.fu),
            (1, _) => "yakuman".to_owned(),
            (n, _) => format!("{n} yakuman"),
        };
        line(out, "score", &format!("{name}: {} points", number(win.points)))?;
        let pays = match self.pays {
            Cost::Ron(points) => format!("the discarder {}", number(points)),
            Cost::Tsumo { dealer: 0, other } => format!("each {}", number(other)),
            Cost::Tsumo { dealer, other } => {
                format!("the dealer {}, each other {}", number(dealer), number(other))
            }
        };
        let honba = match self.honba {
            0 => String::new(),
            n => format!(", with {n} honba"),
        };
        line(out, "pays", &format!("{pays}{honba}"))?;
        if self.sticks > 0 {
            let sticks = format!("{} with {} riichi stick", number(self.total), self.sticks);
            line(out, "gets", &format!("{sticks}{}", if self.sticks == 1 { "" } else { "s" }))?;
        }
        Ok(())
    }
}
