//! Games that the engine plays, recorded.

use facedown_game::{ActionBuf, Game, Match, Policy, Rng, Seat, Turn};
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Action, Legal, Riichi, Rules, State, View};
use facedown_riichi_logs::wall::Seed;
use facedown_riichi_logs::{Record, Recorder};

/// Returns a shuffle seed in Tenhou's form.
fn shuffle_seed(number: u64) -> Seed {
    let mut rng = Rng::new(number);
    Seed::from_words(std::array::from_fn(|_| rng.below(u32::MAX)))
}

/// Chooses an action.
type Choose<'a> = &'a mut dyn FnMut(&Riichi, &State, Seat, &[Action], &mut Rng) -> Action;

/// Plays and records a game on the walls of a seed.
fn play(rules: Rules, seed: u64, names: &[&str], choose: Choose<'_>) -> Record {
    let game = Riichi::new(rules).expect("valid rules");
    let shuffle = shuffle_seed(seed);
    let mut walls = shuffle.walls(game.seats());
    let names = names[..game.seats()].iter().map(|name| (*name).to_owned()).collect();
    let mut recorder = Recorder::new(&game, names, Some(shuffle));
    let (mut rng, mut standing) = (Rng::new(seed), game.begin());
    let mut legal = Legal::default();
    while let Some(setup) = game.next_hand(&standing) {
        recorder.begin_round(&setup);
        let wall = walls.next_wall().tiles;
        let mut state = game.deal_from_wall(&setup, &wall, &mut recorder).expect("a whole wall");
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut recorder),
                Turn::Act(seat) => {
                    game.legal_actions(&state, &mut legal);
                    let action = choose(&game, &state, seat, legal.as_slice(), &mut rng);
                    game.try_apply(&mut state, action, &mut recorder).expect("a legal action");
                }
            }
        }
        game.finish_hand(&mut standing, &state);
    }
    recorder.finish(&standing)
}

/// Plays a fast game with many calls and kans, so that short games cover all that logs can express.
pub(crate) fn self_play(rules: Rules, seed: u64) -> Record {
    play(rules, seed, &["東", "South & <co>", "w\"est", ""], &mut reckless)
}

/// Wins, declares riichi and kans whenever it can, calls now and then, and otherwise keeps the
/// hand as close to tenpai as it can.
fn reckless(game: &Riichi, state: &State, seat: Seat, legal: &[Action], rng: &mut Rng) -> Action {
    let mut percent = |chance: u32| rng.below(100) < chance;
    for action in legal {
        let take = match action {
            Action::Tsumo | Action::Ron | Action::Riichi => percent(95),
            Action::ClosedKan(_) | Action::AddedKan(_) | Action::OpenKan => percent(70),
            Action::Nuki => percent(90),
            Action::NineTerminals => percent(50),
            Action::Pon(_) => percent(35),
            Action::Chi(_) => percent(15),
            Action::Discard { .. } | Action::Pass => false,
        };
        if take {
            return *action;
        }
    }
    let mut after = |action: &Action| match action {
        Action::Discard { tile, .. } => {
            let mut hand = *state.hand(seat);
            hand.remove(*tile);
            (hand.shanten(game.pack()), rng.below(100))
        }
        Action::Pass => (0, 0),
        _ => (9, 0),
    };
    *legal.iter().min_by_key(|action| after(action)).expect("a legal action")
}

/// Plays a game between `efficient` bots and eager ones.
pub(crate) fn bot_play(rules: Rules, seed: u64) -> Record {
    let names = ["efficient", "eager", "efficient", "eager"];
    play(rules, seed, &names, &mut |game, state, seat, legal, rng| {
        let mut player = Player { eager: seat.index() % 2 == 1 };
        player.choose(game, &game.view(state, seat), legal, rng)
    })
}

/// The bot `efficient`; an eager one makes every call and kan that it can, unless it can win.
#[derive(Clone, Copy)]
pub(crate) struct Player {
    pub(crate) eager: bool,
}

impl Policy<Riichi> for Player {
    fn choose(&mut self, game: &Riichi, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let wins = legal.iter().any(|action| matches!(action, Action::Tsumo | Action::Ron));
        let calls = |action: &&Action| {
            !matches!(action, Action::Discard { .. } | Action::Riichi | Action::Pass)
        };
        match legal.iter().rev().find(calls) {
            Some(action) if self.eager && !wins => *action,
            _ => Efficient::default().choose(game, view, legal, rng),
        }
    }
}
