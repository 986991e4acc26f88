//! Names of the catalog as values of arguments: offered by help and completion, judged by the
//! catalog, which knows which names go together.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use facedown_catalog::{GAMES, GameInfo};
use std::ffi::OsStr;

/// Names that an argument offers. Any text is accepted.
#[derive(Clone, Copy)]
pub(crate) struct Names(fn(&GameInfo) -> Vec<&'static str>);

impl Names {
    /// Of games.
    pub(crate) const GAMES: Self = Self(|info| vec![info.name]);
    /// Of rules of any game.
    pub(crate) const PRESETS: Self = Self(|info| info.presets.to_vec());
    /// Of searches of any game.
    pub(crate) const SEARCHES: Self = Self(|info| {
        info.bots
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| facedown_catalog::searches(name))
            .collect()
    });
    /// Of bots of riichi mahjong.
    pub(crate) const RIICHI_BOTS: Self = Self(|info| only_riichi(info, Self::BOTS));
    /// Of rules of riichi mahjong.
    pub(crate) const RIICHI_PRESETS: Self = Self(|info| only_riichi(info, Self::PRESETS));
    /// Of bots of any game.
    pub(crate) const BOTS: Self = Self(|info| info.bots.iter().map(|(name, _)| *name).collect());
}

/// The names of a game that is riichi.
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
