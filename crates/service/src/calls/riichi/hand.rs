//! `riichi/hand`: shanten and acceptance, the score of a win, the expected value.

use super::ev::{EvAnswer, EvRequest};
use super::hand_input::HandInput;
use super::win::{WinAnswer, WinRequest};
use crate::call::{Begun, Call};
use crate::{Limits, ServiceError};
use facedown_tiles::{Acceptance, Forms, Hand, Kind, KindSet, Pack, Tile, Unseen};
use serde::{Deserialize, Serialize};

/// A riichi hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct HandRequest {
    /// The closed tiles: 13, or 14 after a draw; each meld replaces three.
    #[cfg_attr(feature = "schema", schema(example = "123m406p7789s1122z"))]
    pub tiles: String,
    /// The melds: `4-06p`, `555=s`, `5550+p`, `111=1z`, `1111z`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub melds: Vec<String>,
    /// Other visible tiles, which cannot be drawn.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = ""))]
    pub visible: String,
    /// The dora indicators; they are visible too.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = "4s"))]
    pub dora: String,
    /// Norths set aside, three players only.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(maximum = 4))]
    pub nuki: u8,
    /// The number of players; three play without 2m-8m.
    #[serde(default = "four")]
    #[cfg_attr(feature = "schema", schema(minimum = 3, maximum = 4))]
    pub seats: u8,
    /// How the hand was won: then it is scored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRequest>,
    /// The circumstances of its expected value: then chances and points are computed by discard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ev: Option<EvRequest>,
}

fn four() -> u8 {
    4
}

/// Shanten and acceptance of a hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandAnswer {
    /// The closed tiles.
    pub hand: String,
    /// The melds.
    pub melds: Vec<String>,
    /// The number of players.
    pub seats: u8,
    /// The shanten number: -1 complete, 0 tenpai.
    pub shanten: i8,
    /// The shanten number by form.
    pub forms: FormsAnswer,
    /// The acceptance; before a draw only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepts: Option<Accepts>,
    /// The first of `discards`; after a draw only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_discard: Option<String>,
    /// Every discard, the best first; after a draw only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub discards: Vec<DiscardAnswer>,
    /// The score, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinAnswer>,
    /// The expected value, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ev: Option<EvAnswer>,
}

/// The shanten number by form; none if melds rule the form out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FormsAnswer {
    /// Four groups and a pair.
    pub standard: i8,
    /// Seven pairs.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub seven_pairs: Option<i8>,
    /// Thirteen orphans.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub thirteen_orphans: Option<i8>,
}

/// The acceptance (*ukeire*): tiles that lower the shanten number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Accepts {
    /// The number of kinds that are not exhausted.
    pub kinds: usize,
    /// The number of their unseen tiles.
    pub left: u8,
    /// Each kind with its unseen tiles.
    pub tiles: Vec<Left>,
    /// The exhausted kinds.
    pub gone: Vec<String>,
}

/// A kind and its unseen tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Left {
    /// The kind.
    pub tile: String,
    /// The number of unseen tiles.
    pub left: u8,
}

/// A discard and the acceptance after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DiscardAnswer {
    /// The tile.
    pub tile: String,
    /// The shanten number after it.
    pub shanten: i8,
    /// The acceptance after it.
    pub accepts: Accepts,
}

impl From<Forms> for FormsAnswer {
    fn from(forms: Forms) -> Self {
        let Forms { standard, seven_pairs, thirteen_orphans } = forms;
        Self { standard, seven_pairs, thirteen_orphans }
    }
}

impl Accepts {
    fn of(acceptance: &Acceptance, unseen: &Unseen) -> Self {
        let left = |kind: Kind| Left { tile: kind.to_string(), left: unseen.left(kind) };
        let names = |kinds: KindSet| kinds.iter().map(|kind| kind.to_string()).collect();
        Self {
            kinds: acceptance.live.len(),
            left: acceptance.left,
            tiles: acceptance.live.iter().map(left).collect(),
            gone: names(acceptance.kinds - acceptance.live),
        }
    }
}

impl DiscardAnswer {
    /// Returns the sort key; lower is better.
    fn rank(&self) -> (i8, u8) {
        (self.shanten, u8::MAX - self.accepts.left)
    }
}

impl Call for HandRequest {
    type Answer = HandAnswer;

    fn begin(&self, limits: &Limits) -> Result<Begun<HandAnswer>, ServiceError> {
        let input = HandInput::read(self)?;
        let (closed, unseen) = (&input.closed, input.unseen());
        let after_draw = closed.len() % 3 == 2;
        let accepts = || Accepts::of(&closed.acceptance(input.pack, &unseen), &unseen);
        let discards = if after_draw { discards(closed, input.pack, &unseen) } else { Vec::new() };
        let forms = closed.forms(input.pack);
        let win = self.win.as_ref().map(|win| WinAnswer::of(win, self, &input));
        let ev = self.ev.as_ref().map(|ev| EvAnswer::of(ev, self, &input, limits));
        Ok(Begun::Done(HandAnswer {
            hand: closed.to_string(),
            melds: input.melds.iter().map(ToString::to_string).collect(),
            seats: self.seats,
            shanten: forms.least(),
            forms: forms.into(),
            accepts: (!after_draw).then(accepts),
            best_discard: discards.first().map(|discard| discard.tile.clone()),
            discards,
            win: win.transpose()?,
            ev: ev.transpose()?,
        }))
    }
}

fn discards(closed: &Hand, pack: Pack, unseen: &Unseen) -> Vec<DiscardAnswer> {
    let mut answers: Vec<DiscardAnswer> = closed
        .discards(pack, unseen)
        .iter()
        .map(|discard| DiscardAnswer {
            tile: held(closed, discard.kind).to_string(),
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
