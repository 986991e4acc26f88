//! `facedown gin deadwood`: exact deadwood of hands.

use crate::args::DeadwoodArgs;
use crate::cards::color_cards;
use crate::{Answer, layout, print_json};
use anyhow::{Context, Result, ensure};
use facedown_cards::CardSet;
use facedown_game::{MAX_DOCUMENT_BYTES, MAX_LINE_BYTES, excerpt, read_line_at_most};
use facedown_gin::kernel::MAX_CARDS;
use facedown_service::calls::gin::{DiscardDeadwood, Grouping, HandDeadwood};
use serde::{Serialize, Serializer};
use std::io::{BufRead, Write};

fn melds_text(grouping: &Grouping) -> String {
    let melds: Vec<String> = grouping.melds.iter().map(|meld| meld.join(" ")).collect();
    or_dash(melds.join(" | "))
}

fn loose_text(grouping: &Grouping) -> String {
    or_dash(grouping.loose.join(" "))
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
        print(&HandDeadwood::of(hand, args.all), out)
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
        serializer.collect_seq(self.hands.iter().map(|hand| HandDeadwood::of(*hand, self.all)))
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

fn print(hand: &HandDeadwood, out: &mut dyn Write) -> Result<()> {
    print_summary(hand, out)?;
    if !hand.discards.is_empty() {
        writeln!(out)?;
        write!(out, "{}", color_cards(&table(hand)))?;
    }
    Ok(())
}

/// Prints all but the table of discards.
fn print_summary(hand: &HandDeadwood, out: &mut dyn Write) -> Result<()> {
    let mut line = |name: &str, what: &str| writeln!(out, "{name:>8}  {}", color_cards(what));
    line("hand", &hand.hand.join(" "))?;
    let deadwood = hand.deadwood;
    let counted = if hand.discards.is_empty() { "" } else { ", all eleven counted" };
    line("deadwood", &format!("{deadwood}{counted}"))?;
    line("melds", &melds_text(&hand.best))?;
    line("loose", &loose_text(&hand.best))?;
    for (i, other) in hand.groupings.iter().flatten().enumerate().skip(1) {
        let name = if i == 1 { "or" } else { "" };
        line(name, &format!("{}   loose {}", melds_text(other), loose_text(other)))?;
    }
    if let [best, others @ ..] = hand.discards.as_slice() {
        let equals = others.iter().take_while(|other| other.deadwood == best.deadwood);
        let cards: Vec<&str> =
            std::iter::once(best).chain(equals).map(|d| d.card.as_str()).collect();
        line("discard", &format!("{}, leaving {}", cards.join(" or "), best.deadwood))?;
    }
    Ok(())
}

fn table(hand: &HandDeadwood) -> String {
    let mut table = layout::table(&["discard", "leaves", "melds", "loose"]);
    for DiscardDeadwood { card, deadwood, best } in &hand.discards {
        table.add_row([card, &deadwood.to_string(), &melds_text(best), &loose_text(best)]);
    }
    layout::align_right(&mut table, [1]);
    layout::text(&table)
}
