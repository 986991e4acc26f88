//! `facedown riichi hand`: shanten and acceptance.

use super::args::HandArgs;
use super::color::color_tiles;
use super::hand_input::HandInput;
use super::{ev, line, win};
use crate::{Answer, layout, print_json};
use anyhow::Result;
use facedown_tiles::{Acceptance, Forms, Hand, Kind, KindSet, Suit, Tile, Unseen, notation};
use serde::Serialize;
use std::io::Write;

pub(crate) fn run(args: &HandArgs, out: &mut dyn Write) -> Result<Answer> {
    let given = HandInput::read(args)?;
    if let Some(tile) = &args.win.tile {
        return win::run(args, &given, tile, out);
    }
    if args.ev.ev {
        return ev::run(args, &given, out);
    }
    let answer = HandAnswer::of(&given);
    if args.json {
        return print_json(&answer, out);
    }
    answer.print(out)?;
    Ok(Answer::Done)
}

/// The answer for a hand.
#[derive(Debug, Serialize)]
struct HandAnswer {
    hand: String,
    melds: Vec<String>,
    seats: u8,
    shanten: i8,
    forms: FormsAnswer,
    /// Its acceptance; before a draw only.
    #[serde(flatten)]
    accepts: Option<Accepts>,
    /// The first of `discards`; after a draw only.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_discard: Option<String>,
    /// Every discard, the best first; after a draw only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    discards: Vec<DiscardAnswer>,
}

/// Shanten number by form; none if melds rule the form out.
#[derive(Debug, Serialize)]
struct FormsAnswer {
    standard: i8,
    seven_pairs: Option<i8>,
    thirteen_orphans: Option<i8>,
}

#[derive(Debug, Serialize)]
struct Accepts {
    /// The number of kinds that lower the shanten number and are not exhausted.
    kinds: usize,
    /// The number of their unseen tiles.
    left: u8,
    /// Each kind with its unseen tiles.
    tiles: Vec<Left>,
    /// The exhausted kinds: all four tiles are visible.
    gone: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Left {
    tile: String,
    left: u8,
}

#[derive(Debug, Serialize)]
struct DiscardAnswer {
    tile: String,
    shanten: i8,
    #[serde(flatten)]
    accepts: Accepts,
}

impl From<Forms> for FormsAnswer {
    fn from(forms: Forms) -> Self {
        let Forms { standard, seven_pairs, thirteen_orphans } = forms;
        Self { standard, seven_pairs, thirteen_orphans }
    }
}

impl FormsAnswer {
    fn text(&self) -> String {
        let form = |name: &str, shanten: Option<i8>| shanten.map(|n| format!("{name} {n}"));
        let forms = [
            form("standard", Some(self.standard)),
            form("seven pairs", self.seven_pairs),
            form("thirteen orphans", self.thirteen_orphans),
        ];
        forms.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl Accepts {
    fn of(acceptance: &Acceptance, unseen: &Unseen) -> Self {
        let left = |kind: Kind| Left { tile: kind.to_string(), left: unseen.left(kind) };
        Self {
            kinds: acceptance.live.len(),
            left: acceptance.left,
            tiles: acceptance.live.iter().map(left).collect(),
            gone: names(acceptance.kinds - acceptance.live),
        }
    }

    /// Formats the kinds in groups, `69s12z`, and the exhausted ones.
    fn text(&self) -> String {
        let all: String = self.tiles.iter().map(|left| left.tile.as_str()).collect();
        let none = if self.gone.is_empty() {
            String::new()
        } else {
            format!("{}none left of {}", comma(&all), grouped(&self.gone.concat()))
        };
        if all.is_empty() && none.is_empty() { "-".to_owned() } else { grouped(&all) + &none }
    }
}

fn comma(before: &str) -> &'static str {
    if before.is_empty() { "" } else { ", " }
}

fn names(kinds: KindSet) -> Vec<String> {
    kinds.iter().map(|kind| kind.to_string()).collect()
}

/// Formats `6s9s1z` as `69s 1z`.
fn grouped(text: &str) -> String {
    let tiles = notation::parse_tiles(text).unwrap_or_default();
    let suits = Suit::ALL.map(|suit| {
        let of_suit: Vec<Tile> =
            tiles.iter().copied().filter(|t| t.kind().suit() == suit).collect();
        notation::tiles(&of_suit).to_string()
    });
    suits.into_iter().filter(|suit| !suit.is_empty()).collect::<Vec<_>>().join(" ")
}

impl HandAnswer {
    fn of(given: &HandInput) -> Self {
        let (closed, unseen) = (&given.closed, given.unseen());
        let after_draw = closed.len() % 3 == 2;
        let accepts = || Accepts::of(&closed.acceptance(given.pack, &unseen), &unseen);
        let discards = if after_draw { discards(given, &unseen) } else { Vec::new() };
        let forms = closed.forms(given.pack);
        Self {
            hand: closed.to_string(),
            melds: given.melds.iter().map(ToString::to_string).collect(),
            seats: if given.pack == facedown_tiles::Pack::Three { 3 } else { 4 },
            shanten: forms.least(),
            forms: forms.into(),
            accepts: (!after_draw).then(accepts),
            best_discard: discards.first().map(|discard| discard.tile.clone()),
            discards,
        }
    }

    fn print(&self, out: &mut dyn Write) -> Result<()> {
        line(out, "hand", &self.hand)?;
        if !self.melds.is_empty() {
            line(out, "melds", &self.melds.join(" "))?;
        }
        let name = match self.shanten {
            -1 => ", complete",
            0 => ", tenpai",
            _ => "",
        };
        line(out, "shanten", &format!("{}{name} ({})", self.shanten, self.forms.text()))?;
        if let Some(accepts) = &self.accepts {
            let name = if self.shanten == 0 { "waits" } else { "accepts" };
            line(out, name, &accepts.text())?;
            line(out, "left", &left(accepts))?;
        }
        if let [best, others @ ..] = self.discards.as_slice() {
            let equals = others.iter().take_while(|other| other.rank() == best.rank());
            let tiles: Vec<&str> =
                std::iter::once(best).chain(equals).map(|d| d.tile.as_str()).collect();
            line(out, "discard", &tiles.join(" or "))?;
            writeln!(out)?;
            write!(out, "{}", color_tiles(&self.table()))?;
        }
        Ok(())
    }

    fn table(&self) -> String {
        let mut table = layout::table(&["discard", "shanten", "kinds", "left", "accepts"]);
        for DiscardAnswer { tile, shanten, accepts } in &self.discards {
            let [shanten, kinds, left] =
                [i64::from(*shanten), accepts.kinds as i64, accepts.left.into()]
                    .map(|n| n.to_string());
            table.add_row([tile, &shanten, &kinds, &left, &accepts.text()]);
        }
        layout::align_right(&mut table, 1..4);
        layout::text(&table)
    }
}

/// Formats `8 tiles of 2 kinds: 6s 4, 9s 4`.
fn left(accepts: &Accepts) -> String {
    let each: Vec<String> =
        accepts.tiles.iter().map(|Left { tile, left }| format!("{tile} {left}")).collect();
    let (tiles, kinds) = (accepts.left, accepts.kinds);
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let of = if each.is_empty() { String::new() } else { format!(": {}", each.join(", ")) };
    let (s, kinds_s) = (plural(tiles.into()), plural(kinds));
    layout::wrap(&format!("{:>8}  {tiles} tile{s} of {kinds} kind{kinds_s}{of}", ""))
        .trim()
        .to_owned()
}

impl DiscardAnswer {
    /// Returns the sort key; lower is better.
    fn rank(&self) -> (i8, u8) {
        (self.shanten, u8::MAX - self.accepts.left)
    }
}

fn discards(given: &HandInput, unseen: &Unseen) -> Vec<DiscardAnswer> {
    let discards = given.closed.discards(given.pack, unseen);
    let mut answers: Vec<DiscardAnswer> = discards
        .iter()
        .map(|discard| DiscardAnswer {
            tile: held(&given.closed, discard.kind).to_string(),
            shanten: discard.acceptance.shanten,
            accepts: Accepts::of(&discard.acceptance, unseen),
        })
        .collect();
    answers.sort_by_key(DiscardAnswer::rank); // keeps equals in the order of kinds
    answers
}

/// Returns a tile of a kind in the hand, red only if there is no other.
fn held(hand: &Hand, kind: Kind) -> Tile {
    let plain = Tile::plain(kind);
    let red = Tile::red_five(kind.suit()).filter(|_| hand.count_tile(plain) == 0);
    red.unwrap_or(plain)
}
