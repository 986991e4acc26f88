//! `facedown tricks advise`: what every call or card is worth.

use crate::args::TricksAdviseArgs;
use crate::{Answer, advise};
use anyhow::{Result, ensure};
use facedown_catalog::tricks_view;
use serde_json::Map;
use std::io::Write;

pub(crate) fn advise(args: &TricksAdviseArgs, out: &mut dyn Write) -> Result<Answer> {
    let position = advise::asked(None, &Map::new(), &args.ask)?;
    let (file, game) = (advise::file_name(&args.ask.file), position.game.info().name);
    ensure!(tricks_view(&*position.view).is_some(), "{file}: {game} is no trick-taking game");
    advise::answer(&position, &args.ask, out)
}
