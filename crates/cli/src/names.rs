//! Names of the catalog as argument values: offered by help and completion, checked by the catalog,
//! which knows which names go together.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use facedown_catalog::{GAMES, GameInfo};
use std::ffi::OsStr;

/// The names that an argument offers; any text is accepted.
#[derive(Clone, Copy)]
pub(crate) struct Names(fn(&GameInfo) -> Vec<&'static str>);

impl Names {
    /// Names of games.
    pub(crate) const GAMES: Self = Self(|info| vec![info.name]);
    /// Presets of any game.
    pub(crate) const PRESETS: Self = Self(|info| info.presets.to_vec());
    /// Bots of riichi mahjong.
    pub(crate) const RIICHI_BOTS: Self = Self(|info| only_riichi(info, Self::BOTS));
    /// Presets of riichi mahjong.
    pub(crate) const RIICHI_PRESETS: Self = Self(|info| only_riichi(info, Self::PRESETS));
    /// Bots of any game.
    pub(crate) const BOTS: Self = Self(|info| info.bots.iter().map(|(name, _)| *name).collect());
}

/// Returns the names of riichi mahjong, none of other games.
fn only_riichi(info: &GameInfo, names: Names) -> Vec<&'static str> {
    if info.name == "riichi" { names.0(info) } else { Vec::new() }
}

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let text = value.to_str().map(str::to_owned);
        text.ok_or_else(|| clap::Error::new(ErrorKind::InvalidUtf8).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let mut names: Vec<&str> = Vec::new();
        for name in GAMES.iter().flat_map(self.0) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Some(Box::new(names.into_iter().map(PossibleValue::new)))
    }
}
