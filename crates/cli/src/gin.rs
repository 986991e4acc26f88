//! `facedown gin deadwood`: exact deadwood of hands.

use crate::args::DeadwoodArgs;
use crate::cards::color_cards;
use crate::{Answer, layout, print_json};
use anyhow::{Context, Result, ensure};
use facedown_cards::{Card, CardSet};
use facedown_game::{MAX_DOCUMENT_BYTES, MAX_LINE_BYTES, excerpt, read_line_at_most};
use facedown_gin::kernel::{
    Arrangement, MAX_CARDS, all_best_melds, best_melds, deadwood_after_discards,
};
use serde::{Serialize, Serializer};
use std::io::{BufRead, Write};

/// The answer for a hand.
#[derive(Debug, Serialize)]
struct HandAnswer {
    hand: Vec<String>,
    deadwood: u8,
    #[serde(flatten)]
    best: Grouping,
    /// Every arrangement with the least deadwood, the best first; only on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    groupings: Option<Vec<Grouping>>,
    /// The first of `discards`; eleven cards only.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_discard: Option<String>,
    /// Every discard, the best first, equals in the order of the pack; eleven cards only.
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
    // All hands of the command line are parsed before the first answer.
    for text in args.hands.iter().filter(|text| *text != "-") {
        read_hand(text)?;
    }
    // One document: nothing is printed before everything is read, and answers are not kept.
    let mut hands = Vec::new();
    let mut first = true;
    let mut answer = |hand: CardSet| -> Result<()> {
        if args.json {
            hands.push(hand);
            return Ok(());
        }
        if !std::mem::take(&mut first) {
            writeln!(out)?;
        }
        HandAnswer::of(hand, args.all).print(out)
    };
    for text in &args.hands {
        if text == "-" {
            let most = if args.json { MAX_DOCUMENT_BYTES } else { usize::MAX };
            each_line(&mut std::io::stdin().lock(), most, &mut answer)?;
        } else {
            answer(read_hand(text)?)?;
        }
    }
    if !args.json {
        return Ok(Answer::Done);
    }
    print_json(&Document { hands: HandAnswers { hands: &hands, all: args.all } }, out)
}

/// The JSON document of the command.
#[derive(Serialize)]
struct Document<'a> {
    hands: HandAnswers<'a>,
}

/// The answers for hands, each computed when it is written.
struct HandAnswers<'a> {
    hands: &'a [CardSet],
    all: bool,
}

impl Serialize for HandAnswers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.hands.iter().map(|hand| HandAnswer::of(*hand, self.all)))
    }
}

/// Reads hands, one per line, from at most `most` bytes; empty lines are skipped.
fn each_line(
    input: &mut dyn BufRead,
    most: usize,
    answer: &mut dyn FnMut(CardSet) -> Result<()>,
) -> Result<()> {
    let (mut bytes, mut read) = (Vec::new(), 0);
    for line in 1.. {
        let found = read_line_at_most(input, &mut bytes, MAX_LINE_BYTES);
        if !found.with_context(|| format!("standard input: line {line}"))? {
            break;
        }
        read += bytes.len();
        ensure!(
            read <= most,
            "standard input: more than {} MiB, the most for one JSON document",
            most >> 20
        );
        let text = String::from_utf8_lossy(&bytes);
        if !text.trim().is_empty() {
            answer(read_hand(text.trim()).with_context(|| format!("line {line}"))?)?;
        }
    }
    Ok(())
}

/// Parses a hand.
fn read_hand(text: &str) -> Result<CardSet> {
    let hand: CardSet = text.parse()?;
    let count = hand.len();
    ensure!(
        (1..=MAX_CARDS).contains(&count),
        "'{text}': {count} cards, expected 1 to {MAX_CARDS}",
        text = excerpt(text)
    );
    Ok(hand)
}

impl HandAnswer {
    /// Answers for a hand of 1 to 11 cards.
    fn of(hand: CardSet, all: bool) -> Self {
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

    /// Prints all but the table of discards.
    fn print_summary(&self, out: &mut dyn Write) -> Result<()> {
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
