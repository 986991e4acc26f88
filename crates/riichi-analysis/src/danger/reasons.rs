//! Reasons: why a tile is safe or dangerous, as data and as text.

use super::features::{Class, Opponent, Side, Situation, flush_suit, yaku};
use facedown_riichi::Table;
use facedown_tiles::{Kind, KindSet, Suit};
use serde::Serialize;
use std::fmt;

/// A reason for the danger of a tile, or of an opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// The opponent has discarded the kind, and so cannot win with it (*genbutsu*).
    Genbutsu,
    /// The opponent has passed on it: in riichi for good, else since its last discard.
    Passed,
    /// Another seat discarded it since the opponent's hand changed last, and it did not win.
    PassedUnchanged,
    /// No two-sided wait is left, because the other ends are safe (*suji*).
    Suji {
        /// The safe ends.
        #[serde(serialize_with = "text_of")]
        of: KindSet,
    },
    /// One of two two-sided waits is left.
    HalfSuji {
        /// The safe end.
        #[serde(serialize_with = "text_of")]
        of: KindSet,
    },
    /// A two-sided wait needs a kind of which all four are seen (*no chance*, a wall, *kabe*).
    NoChance {
        /// The kinds seen four times.
        #[serde(serialize_with = "text_of")]
        wall: KindSet,
    },
    /// A two-sided wait needs a kind of which three are seen (*one chance*).
    OneChance {
        /// The kinds seen three times.
        #[serde(serialize_with = "text_of")]
        wall: KindSet,
    },
    /// Two-sided waits are possible.
    TwoSided {
        /// Their number: 1 or 2.
        waits: u8,
    },
    /// An honour, by the number of unseen copies.
    Honor {
        /// The copies that are not seen.
        unseen: u8,
        /// Whether a triplet of it is a yaku for the opponent.
        yakuhai: bool,
    },
    /// A dora, or a tile next to one.
    Dora {
        /// The distance in the suit; 0 for the dora itself.
        distance: u8,
    },
    /// Lies within two of the tile that declared riichi.
    NearRiichiTile {
        /// The tile that declared riichi.
        #[serde(serialize_with = "kind_text")]
        tile: Kind,
    },
    /// All melds are of one suit, and this tile is of it.
    Flush {
        /// The suit's letter.
        suit: char,
    },
    /// The only yaku that the melds leave do not take this tile.
    NoYaku {
        /// The yaku that would fit the tile and are impossible.
        simples: bool,
    },
    /// The opponent has declared riichi.
    Riichi {
        /// Its discards since.
        turns: u8,
    },
    /// The opponent has open melds.
    Open {
        /// Their number.
        melds: u8,
    },
    /// A closed hand without riichi.
    Closed {
        /// Its discards.
        turns: u8,
    },
    /// The last discards were the tiles just drawn (*tsumogiri*): the hand has not changed.
    TsumogiriRun {
        /// Their number.
        length: u8,
    },
    /// Discards that are not safe against another seat's riichi.
    Pushes {
        /// Their number.
        tiles: u8,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn text_of<S: serde::Serializer>(kinds: &KindSet, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(kinds)
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn kind_text<S: serde::Serializer>(kind: &Kind, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(kind)
}

fn plural(count: u8) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Genbutsu => write!(f, "discarded it (genbutsu)"),
            Self::Passed => write!(f, "passed on it (genbutsu)"),
            Self::PassedUnchanged => write!(f, "passed on it with the same hand"),
            Self::Suji { of } => write!(f, "suji of {of}"),
            Self::HalfSuji { of } => write!(f, "half suji of {of}"),
            Self::NoChance { wall } => write!(f, "no chance, all {wall} seen"),
            Self::OneChance { wall } => write!(f, "one chance, three {wall} seen"),
            Self::TwoSided { waits } => {
                write!(f, "{waits} two-sided wait{s} possible", s = plural(waits))
            }
            Self::Honor { unseen, yakuhai } => {
                let kind = if yakuhai { "yakuhai" } else { "guest wind" };
                write!(f, "{kind}, {unseen} unseen")
            }
            Self::Dora { distance: 0 } => write!(f, "dora"),
            Self::Dora { distance } => write!(f, "{distance} from a dora"),
            Self::NearRiichiTile { tile } => write!(f, "near the riichi tile {tile}"),
            Self::Flush { suit } => write!(f, "melds of {suit} alone"),
            Self::NoYaku { simples: true } => write!(f, "only all simples is left as a yaku"),
            Self::NoYaku { simples: false } => write!(f, "no all simples, no flush in this suit"),
            Self::Riichi { turns: 0 } => write!(f, "riichi just now"),
            Self::Riichi { turns } => write!(f, "riichi {turns} turn{s} ago", s = plural(turns)),
            Self::Open { melds } => write!(f, "{melds} open meld{s}", s = plural(melds)),
            Self::Closed { turns } => {
                write!(f, "closed, {turns} discard{s}", s = plural(turns))
            }
            Self::TsumogiriRun { length } => write!(f, "{length} tsumogiri in a row"),
            Self::Pushes { tiles } => {
                write!(f, "{tiles} discard{s} against a riichi", s = plural(tiles))
            }
        }
    }
}

/// Up to eight reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reasons {
    list: [Option<Reason>; 8],
    len: usize,
}

impl Reasons {
    fn push(&mut self, reason: Reason) {
        if let Some(slot) = self.list.get_mut(self.len) {
            *slot = Some(reason);
            self.len += 1;
        }
    }

    /// Iterates over the reasons, the weightiest first.
    pub fn iter(&self) -> impl Iterator<Item = Reason> + '_ {
        self.list.iter().flatten().copied()
    }
}

/// Returns why an opponent is a threat.
pub(crate) fn of_opponent(table: &Table, opponent: &Opponent) -> Reasons {
    let (mut reasons, history) = (Reasons::default(), &opponent.history);
    let open = table.melds(opponent.seat).iter().filter(|meld| meld.is_open()).count();
    match opponent.class {
        Class::Riichi => reasons.push(Reason::Riichi { turns: history.since_riichi }),
        Class::Closed => {
            reasons.push(Reason::Closed { turns: table.discard_count(opponent.seat) });
        }
        _ => reasons.push(Reason::Open { melds: open as u8 }),
    }
    if opponent.class != Class::Riichi {
        if history.run >= 2 {
            reasons.push(Reason::TsumogiriRun { length: history.run });
        }
        if history.pushes > 0 {
            reasons.push(Reason::Pushes { tiles: history.pushes });
        }
    }
    reasons
}

impl Situation {
    /// Returns why a tile is safe or dangerous against an opponent.
    pub(crate) fn reasons(&self, table: &Table, opponent: &Opponent, kind: Kind) -> Reasons {
        let mut reasons = Reasons::default();
        if opponent.safe.contains(kind) {
            let own = table.discarded(opponent.seat).contains(kind);
            reasons.push(if own { Reason::Genbutsu } else { Reason::Passed });
            return reasons;
        }
        if opponent.history.unchanged.contains(kind) {
            reasons.push(Reason::PassedUnchanged);
        }
        if kind.is_honor() {
            let (unseen, yakuhai) = (self.left[kind.index()], opponent.valued.contains(kind));
            reasons.push(Reason::Honor { unseen, yakuhai });
        } else {
            self.two_sided_reasons(opponent, kind, &mut reasons);
        }
        self.other_reasons(opponent, kind, &mut reasons);
        reasons
    }

    /// Adds suji, walls, and the two-sided waits that are left.
    fn two_sided_reasons(&self, opponent: &Opponent, kind: Kind, reasons: &mut Reasons) {
        let (mut of, mut none, mut one, mut live) =
            (KindSet::EMPTY, KindSet::EMPTY, KindSet::EMPTY, 0);
        let sides = self.sides(opponent, kind);
        for (side, step) in sides.into_iter().zip([-1i32, 1]) {
            match side {
                Side::Absent => {}
                Side::Suji(end) => of.insert(end),
                Side::Ways(ways) => {
                    live += u8::from(ways > 0);
                    for distance in 1..=2 {
                        let needed = Kind::new((kind.index() as i32 + step * distance) as u8);
                        match self.left[needed.index()] {
                            0 => none.insert(needed),
                            1 => one.insert(needed),
                            _ => {}
                        }
                    }
                }
            }
        }
        match (of.is_empty(), live) {
            (false, 0) => reasons.push(Reason::Suji { of }),
            (false, _) => reasons.push(Reason::HalfSuji { of }),
            _ => {}
        }
        if !none.is_empty() {
            reasons.push(Reason::NoChance { wall: none });
        }
        if live > 0 && !one.is_empty() {
            reasons.push(Reason::OneChance { wall: one });
        }
        if live > 0 {
            reasons.push(Reason::TwoSided { waits: live });
        }
    }

    /// Adds dora, the riichi tile, flushes and missing yaku.
    fn other_reasons(&self, opponent: &Opponent, kind: Kind, reasons: &mut Reasons) {
        let of_suit = self.dora & KindSet::of_suit(kind.suit());
        let distances = of_suit.iter().map(|dora| dora.index().abs_diff(kind.index()) as u8);
        let distance = distances.min().filter(|step| *step == 0 || !kind.is_honor() && *step <= 2);
        if let Some(distance) = distance {
            reasons.push(Reason::Dora { distance });
        }
        if let (Class::Riichi, Some(tile)) = (opponent.class, opponent.history.last_from_hand)
            && !kind.is_honor()
            && tile.suit() == kind.suit()
            && tile.index().abs_diff(kind.index()) <= 2
        {
            reasons.push(Reason::NearRiichiTile { tile });
        }
        let possible = opponent.yaku;
        if matches!(opponent.class, Class::Riichi | Class::Closed) {
            return;
        }
        let flush = flush_suit(opponent).filter(|_| possible & yaku::FLUSH != 0);
        let of_flush = flush.filter(|suit| *suit == kind.suit());
        if let (Some(suit), false) = (of_flush, opponent.class == Class::Open1) {
            reasons.push(Reason::Flush { suit: suit.letter() });
        }
        let free = yaku::MELDED_YAKUHAI | yaku::YAKUHAI | yaku::TRIPLETS | yaku::OUTSIDE;
        let fits_flush = flush.is_some_and(|suit: Suit| kind.is_honor() || suit == kind.suit());
        if possible & free == 0 && !fits_flush {
            let simples = possible & yaku::SIMPLES != 0;
            if !simples || kind.is_outside() {
                reasons.push(Reason::NoYaku { simples });
            }
        }
    }
}
