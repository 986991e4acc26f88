#![doc = include_str!("../README.md")]
//!
//! | encoder | ID | shape | three seats |
//! |---|---|---|---|
//! | [`Base`] | `riichi-base-1` | (74, 34) | (74, 27) |
//! | [`DiscardDecay`] | `riichi-decay-1` | (4, 34) | (3, 27) |
//! | [`YakuPossibility`] | `riichi-yaku-1` | (4, 21, 2) | (3, 21, 2) |
//! | [`FuritenRon`] | `riichi-furiten-1` | (4, 21) | (3, 21) |
//! | [`ShantenEfficiency`] | `riichi-shanten-1` | (4, 4) | (3, 4) |
//! | [`Extended`] | `riichi-extended-1` | (204, 34) | (204, 27) |
//!
//! Each reads a [`View`] alone and writes into the caller's array without allocating.
//! `docs/reference/riichi-features.md` describes every channel. [`Mode`] chooses between the specification and
//! the behaviour of the package `riichienv` 0.4.11. [`Features`] is any of them, by ID. [`Oracle`] is
//! different: it encodes hidden information.

mod base;
mod decay;
mod efficiency;
mod extended;
mod extract;
mod names;
mod oracle;
mod planes;
mod riichienv;
mod yaku;

pub use base::Base;
pub use decay::{BadRate, DiscardDecay};
pub use efficiency::ShantenEfficiency;
pub use extended::Extended;
pub use names::{EFFICIENCY_NAMES, YAKU_NAMES};
pub use oracle::Oracle;
pub use yaku::{FuritenRon, YAKU, YakuPossibility, possible_yaku};

use facedown_game::{Element, Encoder, Layout};
use facedown_riichi::{Riichi, View};

/// The interpretation of the specification that an encoder follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// The specification, with open points decided in `docs/reference/riichi-features.md`.
    #[default]
    Spec,
    /// Bit-exact with the package `riichienv` 0.4.11.
    Riichienv(Compat),
}

/// Differences between the modes of use of `riichienv` 0.4.11.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compat {
    /// Whether tsumogiri flags are filled. Its own environment leaves them empty.
    pub flags: bool,
    /// Whether the tiles of a chi are stored with the called one first, as it does for MJAI events; its
    /// own environment stores them in order.
    pub called_first: bool,
}

impl Mode {
    const ALL: [(&'static str, Self); 5] = [
        ("spec", Self::Spec),
        ("riichienv-0.4.11", Self::riichienv(false, false)),
        ("riichienv-0.4.11+flags", Self::riichienv(true, false)),
        ("riichienv-0.4.11+mjai", Self::riichienv(false, true)),
        ("riichienv-0.4.11+flags+mjai", Self::riichienv(true, true)),
    ];

    const fn riichienv(flags: bool, called_first: bool) -> Self {
        Self::Riichienv(Compat { flags, called_first })
    }

    /// Returns the index of the mode in [`Self::ALL`].
    const fn index(self) -> usize {
        match self {
            Self::Spec => 0,
            Self::Riichienv(Compat { flags, called_first }) => {
                1 + flags as usize + 2 * called_first as usize
            }
        }
    }

    /// Returns the mode with this name: `spec`, `riichienv-0.4.11`, and the latter with `+flags`,
    /// `+mjai` or `+flags+mjai`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, mode)| *mode)
    }

    /// Returns the name of the mode.
    pub const fn name(self) -> &'static str {
        Self::ALL[self.index()].0
    }

    /// Returns whether tsumogiri discards are flagged.
    const fn has_flags(self) -> bool {
        match self {
            Self::Spec => true,
            Self::Riichienv(compat) => compat.flags,
        }
    }
}

/// The ids of an encoding, by [`Mode::index`]. Constants, because a layout is requested at every
/// step of an environment.
macro_rules! ids {
    ($encoding:literal) => {
        [
            concat!("riichi-", $encoding, "-1"),
            concat!("riichienv-0.4.11-", $encoding),
            concat!("riichienv-0.4.11+flags-", $encoding),
            concat!("riichienv-0.4.11+mjai-", $encoding),
            concat!("riichienv-0.4.11+flags+mjai-", $encoding),
        ]
    };
}

use ids;

/// The ids of an encoder in every mode.
type Ids = [&'static str; Mode::ALL.len()];

/// Any of the encoders.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(clippy::large_enum_variant, reason = "one value encodes many views")]
pub enum Features {
    /// The 74 planes.
    Base(Base),
    /// Discards weighted by age.
    DiscardDecay(DiscardDecay),
    /// Possible yaku.
    YakuPossibility(YakuPossibility),
    /// Seats for which a ron is unlikely.
    FuritenRon(FuritenRon),
    /// Shanten and acceptance.
    ShantenEfficiency(ShantenEfficiency),
    /// The 74 planes and 130 more.
    Extended(Extended),
}

impl Features {
    /// The names of the encodings, as they occur in IDs.
    pub const ENCODINGS: [&'static str; 6] =
        ["base", "decay", "yaku", "furiten", "shanten", "extended"];

    /// Returns the encoder of an encoding for this number of seats. `extended` exists in
    /// [`Mode::Spec`] only.
    pub fn new(encoding: &str, seats: usize, mode: Mode) -> Option<Self> {
        Some(match encoding {
            "base" => Self::Base(Base::new(seats, mode)),
            "decay" => Self::DiscardDecay(DiscardDecay::new(seats, mode)),
            "yaku" => Self::YakuPossibility(YakuPossibility::new(seats, mode)),
            "furiten" => Self::FuritenRon(FuritenRon::new(seats, mode)),
            "shanten" => Self::ShantenEfficiency(ShantenEfficiency::new(seats, mode)),
            "extended" if mode == Mode::Spec => Self::Extended(Extended::new(seats)),
            _ => return None,
        })
    }

    /// Returns the encoder with this ID for this number of seats.
    pub fn named(id: &str, seats: usize) -> Option<Self> {
        if let Some(rest) = id.strip_prefix("riichi-") {
            return Self::new(rest.strip_suffix("-1")?, seats, Mode::Spec);
        }
        let (mode, encoding) = id.rsplit_once('-')?;
        Self::new(encoding, seats, Mode::named(mode).filter(|mode| *mode != Mode::Spec)?)
    }
}

/// Evaluates an expression with whichever encoder it is.
macro_rules! each {
    ($features:expr, $encoder:ident => $then:expr) => {
        match $features {
            Features::Base($encoder) => $then,
            Features::DiscardDecay($encoder) => $then,
            Features::YakuPossibility($encoder) => $then,
            Features::FuritenRon($encoder) => $then,
            Features::ShantenEfficiency($encoder) => $then,
            Features::Extended($encoder) => $then,
        }
    };
}

impl Encoder<Riichi> for Features {
    fn layout(&self) -> Layout<'_> {
        each!(self, encoder => encoder.layout())
    }

    #[inline]
    fn encode<T: Element>(&self, game: &Riichi, view: &View, out: &mut [T]) {
        each!(self, encoder => encoder.encode(game, view, out));
    }
}

#[cfg(test)]
mod tests;
