//! `facedown serve`: the service over HTTP.

use crate::Answer;
use crate::args::ServeArgs;
use anyhow::Result;
use std::io::Write;

#[cfg(not(feature = "serve"))]
pub(crate) fn run(_: &ServeArgs, _: &mut dyn Write) -> Result<Answer> {
    anyhow::bail!("this build has no server: build the program with `cargo build --bin facedown`")
}

#[cfg(feature = "serve")]
pub(crate) fn run(args: &ServeArgs, out: &mut dyn Write) -> Result<Answer> {
    let server = facedown_server::Server::bind(with_server::config(args)?)?;
    let address = server.address()?;
    writeln!(out, "Facedown listens on http://{address}/")?;
    out.flush()?;
    server.run()?;
    Ok(Answer::Done)
}

#[cfg(feature = "serve")]
mod with_server {
    use super::ServeArgs;
    use anyhow::{Context, Result};
    use facedown_game::{path_excerpt, read_at_most};
    use facedown_server::Config;
    use std::path::PathBuf;

    /// The variable of the bearer token.
    const TOKEN: &str = "FACEDOWN_TOKEN";
    /// The most bytes of a file with a token.
    const MAX_TOKEN: usize = 4096;

    pub(super) fn config(args: &ServeArgs) -> Result<Config> {
        let mut config = Config::default();
        config.listen = args.listen;
        config.hosts.clone_from(&args.hosts);
        config.origins.clone_from(&args.origins);
        config.token = token(args)?;
        config.data = if args.memory { None } else { Some(data_file(args)?) };
        config.workers = args.workers.map_or(0, usize::from);
        config.queue = args.queue.map_or(0, usize::from);
        config.log = args.log;
        Ok(config)
    }

    /// Returns the bearer token: of the file, else of the environment.
    fn token(args: &ServeArgs) -> Result<Option<String>> {
        let Some(path) = &args.token_file else {
            return Ok(std::env::var(TOKEN).ok().filter(|token| !token.is_empty()));
        };
        let named = || format!("--token-file '{}'", path_excerpt(path));
        let file = std::fs::File::open(path).with_context(named)?;
        let bytes = read_at_most(file, MAX_TOKEN).with_context(named)?;
        let text = String::from_utf8(bytes).with_context(named)?;
        Ok(Some(text.trim().to_owned()))
    }

    /// Returns the file of tables, whose folder is created.
    fn data_file(args: &ServeArgs) -> Result<PathBuf> {
        let file = match &args.data {
            Some(file) => file.clone(),
            None => default_folder()
                .context("--data: there is no home folder, so a file must be named")?
                .join("facedown")
                .join("tables.redb"),
        };
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let named = || format!("--data '{}'", path_excerpt(&file));
            std::fs::create_dir_all(folder).with_context(named)?;
        }
        Ok(file)
    }

    /// Returns the folder of the user's data.
    fn default_folder() -> Option<PathBuf> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        set("XDG_DATA_HOME")
            .or_else(|| set("LOCALAPPDATA"))
            .map(PathBuf::from)
            .or_else(|| Some(PathBuf::from(set("HOME")?).join(".local/share")))
    }
}
