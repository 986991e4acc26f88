//! Bots that play over MJAI: each line holds one event or a list of them, and gets one reply.
//!
//! | part | what it holds |
//! |---|---|
//! | [`Tracker`] | one seat's view, updated by events |
//! | [`Reply`] | the replies of a seat |
//! | [`Bot`] | a policy with a tracker: lines in, lines out |
//!
//! Views are updated by [`Game::observe`](facedown_game::Game::observe), as in the engine, so a bot
//! plays the same over MJAI. Impossible events are errors that name the line.
//!
//! ```
//! use facedown_game::Rng;
//! use facedown_riichi::{Riichi, Rules, bots::Efficient};
//! use facedown_riichi_logs::mjai_bot::Bot;
//!
//! let game = Riichi::new(Rules::TENHOU)?;
//! let mut bot = Bot::new(game, Efficient::default(), Rng::new(1));
//! let mut send = |line: &str| bot.react(line).map(Option::unwrap_or_default);
//! assert_eq!(send(r#"{"type":"start_game","id":0,"names":["a","b","c","d"]}"#)?, r#"{"type":"none"}"#);
//! let hidden = r#"["?","?","?","?","?","?","?","?","?","?","?","?","?"]"#;
//! let hand = r#"["1m","2m","3m","4p","5pr","6p","7s","8s","E","E","P","9m","2s"]"#;
//! send(&format!(
//!     r#"{{"type":"start_kyoku","bakaze":"E","kyoku":1,"honba":0,"kyotaku":0,"oya":0,
//!         "dora_marker":"3s","scores":[25000,25000,25000,25000],
//!         "tehais":[{hand},{hidden},{hidden},{hidden}]}}"#
//! ))?;
//! let reply = send(r#"{"type":"tsumo","actor":0,"pai":"9s"}"#)?;
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
