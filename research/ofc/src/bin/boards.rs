//! How bots fill a board: fouls, entries to Fantasyland and royalties, with 95 % intervals.
//!
//! Run with `cargo research boards -- PRESET DEALS BOT…`, bots by
//! their names: `greedy`, `search:100ms`. Each hand is dealt to two seats of the same bot and the
//! boards of both are counted; they share a pack, so intervals are taken over deals. Royalties of a
//! foul are 0. `value` is royalties, plus the value of Fantasyland (`facedown_ofc_solver::stakes`), less
//! six points for a foul.

use facedown_catalog::ofc_policy;
use facedown_game::stats::Z95;
use facedown_game::{ActionBuf, Game, Policy, Rng, Seat, Turn};
use facedown_ofc::{Legal, Ofc, Rules};
use facedown_ofc_solver::stakes_of;
use std::time::Instant;

/// A mean over deals and half its 95 % interval.
#[derive(Default)]
struct Mean {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, x: f64) {
        self.n += 1.0;
        self.sum += x;
        self.squares += x * x;
    }

    fn text(&self, scale: f64) -> String {
        let mean = self.sum / self.n;
        let variance = (self.squares / self.n - mean * mean).max(0.0) / (self.n - 1.0).max(1.0);
        format!("{:7.2} +- {:4.2}", mean * scale, Z95 * variance.sqrt() * scale)
    }
}

/// Returns the means over the boards of both seats in one deal: foul, Fantasyland, royalties, value.
fn deal(game: &Ofc, bot: &mut dyn Policy<Ofc>, number: u64) -> [f64; 4] {
    let mut rng = Rng::stream(1, number);
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    let mut legal = Legal::default();
    while let Turn::Act(seat) = game.turn(&state) {
        game.legal_actions(&state, &mut legal);
        let action = bot.choose(game, &game.view(&state, seat), legal.as_slice(), &mut rng);
        game.apply(&mut state, action, &mut ());
    }
    let mut sums = [0.0; 4];
    for seat in Seat::all(2) {
        let rows = game.judge(state.table().rows(seat));
        let entry = game.next_fantasy(state.table(), seat);
        let foul = f64::from(u8::from(rows.is_none()));
        let royalties = rows.map_or(0.0, |rows| f64::from(game.scorer().royalties(rows)));
        let value = royalties + stakes_of(game).fantasyland(entry) - 6.0 * foul;
        let all = [foul, f64::from(u8::from(entry > 0)), royalties, value];
        sums.iter_mut().zip(all).for_each(|(sum, x)| *sum += x / 2.0);
    }
    sums
}

fn measure(game: &Ofc, name: &str, bot: &mut dyn Policy<Ofc>, hands: u64) {
    let start = Instant::now();
    let mut means: [Mean; 4] = Default::default();
    for number in 0..hands {
        let all = deal(game, bot, number);
        means.iter_mut().zip(all).for_each(|(mean, x)| mean.add(x));
    }
    let [foul, fantasy, royalties, value] = &means;
    println!(
        "{name:13} {hands:7} {} {} {} {} {:9.1}",
        foul.text(100.0),
        fantasy.text(100.0),
        royalties.text(1.0),
        value.text(1.0),
        start.elapsed().as_secs_f64() * 1e6 / (2.0 * hands as f64),
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [preset, deals, bots @ ..] = arguments.as_slice() else {
        return Err("expected PRESET DEALS BOT…".into());
    };
    let game = Ofc::new(Rules::preset(preset)?)?;
    println!("{preset}; assumed values of Fantasyland with 13 to 17 cards:");
    println!("{:.1?} points", stakes_of(&game).entry);
    println!(
        "bot             deals        foul %     Fantasyland %       royalties           value   us a hand"
    );
    for name in bots {
        measure(&game, name, &mut *ofc_policy(&game, name)?, deals.parse()?);
    }
    Ok(())
}
