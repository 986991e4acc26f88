//! Gains of `search` where it deviates from `efficient`:
//! `cargo research deviations -- tenhou 400 1 400/3/200`.
//!
//! Rules, rounds, a seed, and the parameters of the search. Rounds are played by `efficient`; where
//! the search would choose otherwise, both choices are continued by `efficient` in all seats, with the
//! same hands and the same reshuffled walls. That distinguishes settings long before duels do.

mod searching;

use facedown_game::stats::Z95;
use facedown_game::{ActionBuf, Approach, DecisionPoint, Game, Knowledge, Policy, Rng, Seat, Turn};
use facedown_riichi::bots::Efficient;
use facedown_riichi::knowledge::RiichiKnowledge;
use facedown_riichi::{Action, Legal, Phase, Riichi, Rules, State};
use searching::searching;

/// The number of walls for each comparison.
const WALLS: u64 = 24;

/// Finishes a round with `efficient` in all seats.
fn finish(game: &Riichi, mut state: State, action: Action, seat: Seat) -> f64 {
    let (mut rng, mut legal) = (Rng::new(0), Legal::default());
    game.apply(&mut state, action, &mut ());
    loop {
        match game.turn(&state) {
            Turn::Over => return f64::from(game.scores(&state)[seat]),
            Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
            Turn::Act(to_act) => {
                game.legal_actions(&state, &mut legal);
                let view = game.view(&state, to_act);
                let action = Efficient::default().choose(game, &view, legal.as_slice(), &mut rng);
                game.apply(&mut state, action, &mut ());
            }
        }
    }
}

/// Gains in one category of decisions.
#[derive(Clone, Copy, Default)]
struct Gains {
    searched: u32,
    changed: u32,
    sum: f64,
    squares: f64,
}

impl Gains {
    fn add(&mut self, gain: f64) {
        self.changed += 1;
        self.sum += gain;
        self.squares += gain * gain;
    }

    fn print(&self, name: &str, seat_rounds: f64) {
        let n = f64::from(self.changed.max(1));
        let half = Z95 * (self.squares - self.sum * self.sum / n).max(0.0).sqrt();
        println!(
            "{name:>18}: searched {:.2} and changed {:.2} a round, gain {:+6.0} each, {:+6.1} ± {:.1} a round",
            f64::from(self.searched) / seat_rounds,
            f64::from(self.changed) / seat_rounds,
            self.sum / n,
            self.sum / seat_rounds,
            half / seat_rounds,
        );
    }
}

const CATEGORIES: [&str; 6] =
    ["all", "calls", "riichi", "discards, riichi", "discards, near", "discards, far"];

fn category_of(game: &Riichi, state: &State, seat: Seat, legal: &[Action]) -> usize {
    let table = state.table();
    let threatened = Seat::all(table.seats()).any(|s| s != seat && table.is_riichi(s));
    match table.phase() {
        Phase::Window(_) => 1,
        _ if legal.contains(&Action::Riichi) => 2,
        _ if threatened => 3,
        _ if state.hand(seat).shanten(game.pack()) <= 1 => 4,
        _ => 5,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rules, rounds, seed, parameters] = args.as_slice() else {
        return Err("expected: RULES ROUNDS SEED PARAMETERS".into());
    };
    let game = Riichi::new(Rules::preset(rules)?)?;
    let (rounds, seed): (u64, u64) = (rounds.parse()?, seed.parse()?);
    let mut bot = searching(&game, parameters)?;
    let mut gains = [Gains::default(); CATEGORIES.len()];
    let mut legal = Legal::default();
    for round in 0..rounds {
        let mut rng = Rng::stream(seed, round);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        loop {
            let seat = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    game.play_chance(&mut state, &mut rng, &mut ());
                    continue;
                }
                Turn::Act(seat) => seat,
            };
            game.legal_actions(&state, &mut legal);
            let view = game.view(&state, seat);
            let usual = Efficient::default().choose(&game, &view, legal.as_slice(), &mut rng);
            let decision = DecisionPoint::new(&game, &view, legal.as_slice());
            let approach = RiichiKnowledge::default().approach(&decision)?;
            if !matches!(approach, Approach::Play { .. }) {
                let category = category_of(&game, &state, seat, legal.as_slice());
                gains[0].searched += 1;
                gains[category].searched += 1;
                let other = bot.choose(&game, &view, legal.as_slice(), &mut rng);
                if other != usual {
                    let mut gain = 0.0;
                    for wall in 0..WALLS {
                        let mut shuffling = Rng::stream(seed ^ 0x5eed, wall);
                        let world = state.with_reshuffled_wall(&mut shuffling);
                        gain +=
                            finish(&game, world, other, seat) - finish(&game, world, usual, seat);
                    }
                    gains[0].add(gain / WALLS as f64);
                    gains[category].add(gain / WALLS as f64);
                }
            }
            game.apply(&mut state, usual, &mut ());
        }
    }
    println!("{rules}, {rounds} rounds, seed {seed}, search {parameters}");
    for (name, gains) in CATEGORIES.iter().zip(gains) {
        gains.print(name, rounds as f64 * game.seats() as f64);
    }
    Ok(())
}
