//! Fits the baseline `cheap` of luck adjustment to hands of `greedy` and `simple`, and writes
//! `src/baseline.in`.
//!
//! `cargo research gin_baseline [hands] > crates/gin/src/baseline.in`

use facedown_game::{ActionBuf, Game, Policy, Rng, Seat, Turn};
use facedown_gin::bots::{Greedy, Simple};
use facedown_gin::{Action, FittedValue, Gin, Rules};

/// No match is played with this seed by the tests and measurements of luck.
const SEED: u64 = 0x6a5e_11e5_0000_0001;

const TERMS: usize = FittedValue::TERMS;

/// The normal equations of one class, slightly regularised.
#[derive(Clone, Copy)]
struct Equations {
    matrix: [[f64; TERMS]; TERMS],
    right: [f64; TERMS],
}

impl Equations {
    const NEW: Self = Self { matrix: [[0.0; TERMS]; TERMS], right: [0.0; TERMS] };

    fn add(&mut self, terms: &[f64; TERMS], value: f64) {
        for (i, term) in terms.iter().enumerate() {
            self.right[i] += term * value;
            for (j, other) in terms.iter().enumerate() {
                self.matrix[i][j] += term * other;
            }
        }
    }

    /// Solves by elimination.
    fn solve(mut self) -> [f64; TERMS] {
        for i in 0..TERMS {
            self.matrix[i][i] += 20.0;
        }
        for i in 0..TERMS {
            for j in (0..TERMS).filter(|j| *j != i) {
                let factor = self.matrix[j][i] / self.matrix[i][i];
                for k in 0..TERMS {
                    self.matrix[j][k] -= factor * self.matrix[i][k];
                }
                self.right[j] -= factor * self.right[i];
            }
        }
        std::array::from_fn(|i| self.right[i] / self.matrix[i][i])
    }
}

fn main() {
    let hands: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(200_000);
    let game = Gin::new(Rules::EAAI).expect("the rules are valid");
    let mut classes = [[Equations::NEW; FittedValue::OWN]; FittedValue::STAGES];
    let mut list = <Gin as Game>::LegalActions::default();
    for hand in 0..hands {
        let mut rng = Rng::stream(SEED, hand);
        let bot = |greedy: bool| -> Box<dyn Policy<Gin>> {
            if greedy { Box::new(Greedy::default()) } else { Box::new(Simple::default()) }
        };
        let mut bots = [bot(hand & 1 == 0), bot(hand & 2 == 0)];
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        let mut drawn = Vec::new();
        while let Turn::Act(seat) = game.turn(&state) {
            game.legal_actions(&state, &mut list);
            let view = game.view(&state, seat);
            let action = bots[seat.index()].choose(&game, &view, list.as_slice(), &mut rng);
            game.apply(&mut state, action, &mut ());
            if action == Action::DrawStock {
                drawn.push((seat, FittedValue::terms(&state)));
            }
        }
        let points = f64::from(game.scores(&state)[Seat::new(0)]);
        for (seat, (stage, class, terms)) in drawn {
            let points = if seat.index() == 0 { points } else { -points };
            classes[stage][class].add(&terms, points);
        }
    }
    println!("[");
    for stage in classes {
        println!("    [");
        for class in stage {
            let rounded = class.solve().map(|weight| format!("{weight:.3}"));
            println!("        [{}],", rounded.join(", "));
        }
        println!("    ],");
    }
    println!("]");
}
