//! `facedown selfplay`: games of bots as Parquet.

use crate::args::SelfplayArgs;
use crate::dataset::run_job;
use crate::search_params::{self, Chosen};
use crate::{Answer, games, players};
use anyhow::{Result, ensure};
use facedown_arena::child_seed;
use facedown_catalog::{
    AnyBot, AnyGame, AnyHand, CatalogError, Player, PolicyNetwork, bot_kind, params_of_bots,
};
use facedown_datasets::{Column, Columns, DatasetError, Job};
use facedown_game::{Turn, excerpt};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::ops::Range;

pub(crate) fn run(args: &SelfplayArgs, out: &mut dyn Write) -> Result<Answer> {
    let game = games::chosen(&args.game)?;
    let seats = game.seats();
    let given = args.bots.join(",");
    ensure!(
        [1, seats].contains(&args.bots.len()),
        "--bots '{}': expected 1 or {seats}, one for each seat",
        excerpt(&given)
    );
    let names = args.bots.iter().cycle().take(seats).cloned().collect::<Vec<_>>();
    let texts: Vec<&str> = names.iter().map(String::as_str).collect();
    let players = players::players(&names)?;
    for player in &players {
        game.player(player, 0, &Map::new(), None)?;
    }
    game.deal(0, args.hand)?;
    let Chosen { params: given, network } = search_params::chosen(&args.params)?;
    let params = params_of_bots(&*game, &texts, &given)?;
    let network = network.as_ref();
    ensure!(
        network.is_none() || texts.iter().any(|name| bot_kind(name) == "puct"),
        "--set network: '{}' take none, expected a 'puct'",
        excerpt(&texts.join(","))
    );
    let job =
        Selfplay { game: &*game, names: &names, players: &players, given, params, network, args };
    run_job(&job, &args.out, args.threads.or_zero(), out)
}

/// Games of bots: a row for each hand, from which all views follow.
struct Selfplay<'a> {
    game: &'a dyn AnyGame,
    names: &'a [String],
    players: &'a [Player],
    /// What is set.
    given: Map<String, Value>,
    /// What of it each bot reads.
    params: Vec<Map<String, Value>>,
    /// What guides every `puct`.
    network: Option<&'a PolicyNetwork>,
    args: &'a SelfplayArgs,
}

/// Games of a shard.
const SHARD: u64 = 1000;

/// The rows of some games.
#[derive(Default)]
struct Rows {
    game: Vec<u64>,
    hand: Vec<u16>,
    seed: Vec<u64>,
    seats: Vec<Vec<u8>>,
    actions: Vec<Vec<u16>>,
    scores: Vec<Vec<i32>>,
}

impl Selfplay<'_> {
    fn play(&self, number: u64, rows: &mut Rows) -> Result<(), CatalogError> {
        let seed = child_seed(self.args.seed, number);
        let bot = |(seat, (player, params)): (u64, (&Player, &Map<String, Value>))| {
            let network = self.network.filter(|_| bot_kind(&player.name) == "puct");
            self.game.player(player, child_seed(seed, seat), params, network)
        };
        let players = (0..).zip(self.players.iter().zip(&self.params));
        let mut bots = players.map(bot).collect::<Result<Vec<_>, _>>()?;
        if !self.args.matches {
            let hand = self.game.deal(seed, self.args.hand)?;
            rows.play_hand((number, 0, seed), hand, &mut bots)?;
            return Ok(());
        }
        let mut game = self.game.begin_match(seed);
        let mut place = 0;
        while let Some(hand) = game.next_hand() {
            let hand = rows.play_hand((number, place, seed), hand, &mut bots)?;
            game.finish_hand(&*hand);
            place += 1;
        }
        Ok(())
    }
}

impl Rows {
    /// Plays a hand to its end and adds its row: the game's number, the place of the hand in it, the
    /// seed.
    fn play_hand(
        &mut self,
        (number, place, seed): (u64, u16, u64),
        mut hand: Box<dyn AnyHand>,
        bots: &mut [Box<dyn AnyBot>],
    ) -> Result<Box<dyn AnyHand>, CatalogError> {
        let mut seats = Vec::new();
        for bot in &mut *bots {
            bot.new_hand();
        }
        while let Turn::Act(seat) = hand.turn() {
            let view = hand.view(seat.index())?;
            let action = bots[seat.index()].choose(&*view)?;
            let action = action.expect("a bot of the game chooses where its seat is to act");
            seats.push(seat.index() as u8);
            hand.apply(action)?;
        }
        self.game.push(number);
        self.hand.push(place);
        self.seed.push(seed);
        self.seats.push(seats);
        self.actions.push(hand.history().iter().map(|action| *action as u16).collect());
        self.scores.push(hand.scores());
        Ok(hand)
    }
}

impl Job for Selfplay<'_> {
    fn about(&self) -> Value {
        json!({
            "dataset": "selfplay", "game": self.game.info().name, "rules": self.game.rules(),
            "encoder": self.game.encoder_ids(), "seed": self.args.seed, "bots": self.names,
            "params": self.given, "matches": self.args.matches, "hand": self.args.hand,
            "games": self.args.games, "shard": SHARD,
        })
    }

    fn items(&self) -> u64 {
        self.args.games
    }

    fn shard(&self) -> u64 {
        SHARD
    }

    fn table(&self, items: Range<u64>) -> Result<Columns, DatasetError> {
        let mut rows = Rows::default();
        for number in items {
            let played = self.play(number, &mut rows);
            played.map_err(|error| DatasetError::Source(format!("game {number}: {error}")))?;
        }
        Ok(Columns {
            columns: vec![
                ("game", Column::U64(rows.game)),
                ("hand", Column::U16(rows.hand)),
                ("seed", Column::U64(rows.seed)),
                ("seats", Column::U8Lists(rows.seats)),
                ("actions", Column::U16Lists(rows.actions)),
                ("scores", Column::I32Lists(rows.scores)),
            ],
        })
    }
}
