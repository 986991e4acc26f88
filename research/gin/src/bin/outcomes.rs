//! Distribution of the points by which hands are won when `greedy` plays itself: the figures behind
//! [`facedown_gin::MatchEquityTable`].
//!
//! `cargo research outcomes [hands]`

use facedown_game::{ActionBuf, Game, Policy, Rng, Seat, Turn};
use facedown_gin::bots::Greedy;
use facedown_gin::{Gin, Rules};

fn main() {
    let hands: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let game = Gin::new(Rules::EAAI).expect("the rules are valid");
    let mut counts = [0u32; 128];
    let (mut bot, mut list) = (Greedy::default(), <Gin as Game>::LegalActions::default());
    for hand in 0..hands {
        let mut rng = Rng::stream(1, hand);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        while let Turn::Act(seat) = game.turn(&state) {
            game.legal_actions(&state, &mut list);
            let view = game.view(&state, seat);
            let action = bot.choose(&game, &view, list.as_slice(), &mut rng);
            game.apply(&mut state, action, &mut ());
        }
        let points = game.scores(&state)[Seat::new(0)].unsigned_abs() as usize;
        counts[points.min(127)] += 1;
    }
    println!("{} hands nobody won; won by 1 to 127 points:\n{:?}", counts[0], &counts[1..]);
}
