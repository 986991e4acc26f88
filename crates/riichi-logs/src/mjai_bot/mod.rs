//! A seat at a live table that speaks MJAI: events in, one JSON object or a list of them a line, and
//! a reply for each line.
//!
//! | here | what it is |
//! |---|---|
//! | [`Tracker`] | one seat's view, kept by the events that it is told |
//! | [`Reply`] | what a seat answers, written and read |
//! | [`Bot`] | a policy with a tracker: lines in, lines out |
//!
//! The view is folded with [`Game::observe`](facedown_game::Game::observe), as at our own tables, so
//! a bot plays live what it plays here. What cannot have happened is an error that names the line.
//!
//! ```
//! use facedown_game::Rng;
//! use facedown_riichi::{Riichi, Rules, bots::Efficient};
//! use facedown_riichi_logs::mjai_bot::Bot;
//!
//! let game = Riichi::new(Rules::TENHOU)?;
//! let mut bot = Bot::new(game, Efficient::default(), Rng::new(1));
//! let mut say = |line: &str| bot.answer(line).map(Option::unwrap_or_default);
//! assert_eq!(say(r#"{"type":"start_game","id":0,"names":["a","b","c","d"]}"#)?, r#"{"type":"none"}"#);
//! let hidden = r#"["?","?","?","?","?","?","?","?","?","?","?","?","?"]"#;
//! let hand = r#"["1m","2m","3m","4p","5pr","6p","7s","8s","E","E","P","9m","2s"]"#;
//! say(&format!(
//!     r#"{{"type":"start_kyoku","bakaze":"E","kyoku":1,"honba":0,"kyotaku":0,"oya":0,
//!         "dora_marker":"3s","scores":[25000,25000,25000,25000],
//!         "tehais":[{hand},{hidden},{hidden},{hidden}]}}"#
//! ))?;
//! let reply = say(r#"{"type":"tsumo","actor":0,"pai":"9s"}"#)?;
//! assert!(reply.starts_with(r#"{"type":"dahai","actor":0,"pai":"#), "{reply}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bot;
mod reply;
mod tracker;
mod validate;

pub use bot::{Bot, ServeError};
pub use reply::Reply;
pub use tracker::Tracker;
