//! `facedown gin deadwood`: what a hand is worth.

use crate::args::DeadwoodArgs;
use crate::cards::color_cards;
use crate::{Answer, layout, print_json};
use anyhow::{Context, Result, ensure};
use facedown_cards::{Card, CardSet};
use facedown_gin::kernel::{
    Arrangement, MAX_CARDS, all_best_melds, best_melds, deadwood_after_discards,
};
use serde::Serialize;
use serde_json::json;
use std::io::{BufRead, Write};

/// What there is to say of a hand.
#[derive(Debug, Serialize)]
pub(crate) struct HandAnswer {
    hand: Vec<String>,
    deadwood: u8,
    #[serde(flatten)]
    best: Grouping,
    /// Every grouping with the least deadwood, the best first; only where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    groupings: Option<Vec<Grouping>>,
    /// The first of `discards`; only of eleven cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_discard: Option<String>,
    /// Every discard, the best first, equals in the order of the pack; only of eleven cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    discards: Vec<Discard>,
}

#[derive(Debug, Serialize)]
struct Grouping {
    melds: Vec<Vec<String>>,
    loose: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Discard {
    card: String,
    deadwood: u8,
    #[serde(flatten)]
    best: Grouping,
}

impl From<&Arrangement> for Grouping {
    fn from(arrangement: &Arrangement) -> Self {
        Self {
            melds: arrangement.melds().iter().map(|meld| texts(*meld)).collect(),
            loose: texts(arrangement.loose()),
        }
    }
}

impl Grouping {
    fn melds_text(&self) -> String {
        let melds: Vec<String> = self.melds.iter().map(|meld| meld.join(" ")).collect();
        or_dash(melds.join(" | "))
    }

    fn loose_text(&self) -> String {
        or_dash(self.loose.join(" "))
    }
}

fn texts(cards: CardSet) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

pub(crate) fn deadwood(args: &DeadwoodArgs, out: &mut dyn Write) -> Result<Answer> {
    // Hands of the command line are all read before the first is answered.
    for text in args.hands.iter().filter(|text| *text != "-") {
        read_hand(text)?;
    }
    let mut answers = Vec::new();
    let mut first = true;
    let mut say = |hand: CardSet| -> Result<()> {
        let answer = HandAnswer::of(hand, args.all);
        if args.json {
            answers.push(answer);
            return Ok(());
        }
        if !std::mem::take(&mut first) {
            writeln!(out)?;
        }
        answer.print(out)
    };
    for text in &args.hands {
        if text == "-" {
            each_line(&mut std::io::stdin().lock(), &mut say)?;
        } else {
            say(read_hand(text)?)?;
        }
    }
    if args.json { print_json(&json!({"hands": answers}), out) } else { Ok(Answer::Done) }
}

/// The hands of a text, one on a line; empty lines are skipped.
fn each_line(input: &mut dyn BufRead, say: &mut dyn FnMut(CardSet) -> Result<()>) -> Result<()> {
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&bytes);
        if !text.trim().is_empty() {
            say(read_hand(text.trim()).with_context(|| format!("line {line}"))?)?;
        }
    }
    Ok(())
}

/// The hand of a text.
fn read_hand(text: &str) -> Result<CardSet> {
    let hand: CardSet = text.parse()?;
    let count = hand.len();
    ensure!((1..=MAX_CARDS).contains(&count), "'{text}': {count} cards, expected 1 to {MAX_CARDS}");
    Ok(hand)
}

impl HandAnswer {
    /// What there is to say of a hand of 1 to 11 cards.
    pub(crate) fn of(hand: CardSet, all: bool) -> Self {
        let best = best_melds(hand);
        let groupings = || all_best_melds(hand).iter().map(Grouping::from).collect();
        let discards = if hand.len() == MAX_CARDS { discards(hand) } else { Vec::new() };
        Self {
            hand: texts(hand),
            deadwood: best.deadwood(),
            best: Grouping::from(&best),
            groupings: all.then(groupings),
            best_discard: discards.first().map(|discard| discard.card.clone()),
            discards,
        }
    }

    fn print(&self, out: &mut dyn Write) -> Result<()> {
        self.print_summary(out)?;
        if !self.discards.is_empty() {
            writeln!(out)?;
            write!(out, "{}", color_cards(&self.table()))?;
        }
        Ok(())
    }

    /// All but the table of discards.
    pub(crate) fn print_summary(&self, out: &mut dyn Write) -> Result<()> {
        let mut line = |name: &str, what: &str| writeln!(out, "{name:>8}  {}", color_cards(what));
        line("hand", &self.hand.join(" "))?;
        let deadwood = self.deadwood;
        let counted = if self.discards.is_empty() { "" } else { ", all eleven counted" };
        line("deadwood", &format!("{deadwood}{counted}"))?;
        line("melds", &self.best.melds_text())?;
        line("loose", &self.best.loose_text())?;
        for (i, other) in self.groupings.iter().flatten().enumerate().skip(1) {
            let name = if i == 1 { "or" } else { "" };
            line(name, &format!("{}   loose {}", other.melds_text(), other.loose_text()))?;
        }
        if let [best, others @ ..] = self.discards.as_slice() {
            let equals = others.iter().take_while(|other| other.deadwood == best.deadwood);
            let cards: Vec<&str> =
                std::iter::once(best).chain(equals).map(|d| d.card.as_str()).collect();
            line("discard", &format!("{}, leaving {}", cards.join(" or "), best.deadwood))?;
        }
        Ok(())
    }

    fn table(&self) -> String {
        let mut table = layout::table(&["discard", "leaves", "melds", "loose"]);
        for Discard { card, deadwood, best } in &self.discards {
            table.add_row([card, &deadwood.to_string(), &best.melds_text(), &best.loose_text()]);
        }
        layout::align_right(&mut table, [1]);
        layout::text(&table)
    }
}

fn discards(hand: CardSet) -> Vec<Discard> {
    let after = deadwood_after_discards(hand);
    let discard = |card: Card| Discard {
        card: card.to_string(),
        deadwood: after[card.index()],
        best: Grouping::from(&best_melds(hand.without(card))),
    };
    let mut discards: Vec<Discard> = hand.iter().map(discard).collect();
    discards.sort_by_key(|discard| discard.deadwood); // keeps equals in the order of the pack
    discards
}
