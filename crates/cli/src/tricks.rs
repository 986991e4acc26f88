//! `facedown tricks advise`: the value of every bid, pass or card.

use crate::args::TricksAdviseArgs;
use crate::{Answer, advise};
use anyhow::{Result, ensure};
use facedown_catalog::tricks_view;
use serde_json::Map;
use std::io::Write;

pub(crate) fn advise(args: &TricksAdviseArgs, out: &mut dyn Write) -> Result<Answer> {
    let position = advise::read_position(None, &Map::new(), &args.request.file)?;
    let (file, game) = (advise::file_name(&args.request.file), position.game.info().name);
    ensure!(tricks_view(&*position.view).is_some(), "{file}: {game} is not a trick-taking game");
    advise::answer(&position, &args.request, out)
}
