//! Trains the evaluator's networks on exact values of street 4.
//!
//! Run with `cargo run --release -p facedown-ofc-solver --example evaluator -- KIND FILE [BOARDS]`,
//! where KIND is `plain`, `jokers`, `low` or `classic` and FILE is `crates/ofc-solver/src/evaluator/KIND.net`. The
//! result depends on these arguments and the tables of stakes alone.

use facedown_ofc::{Dealing, Rules};
use facedown_ofc_solver::training::{TrainingConfig, train};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, file, rest @ ..] = arguments.as_slice() else {
        return Err("expected KIND FILE [BOARDS]".into());
    };
    let rules = match kind.as_str() {
        "plain" => Rules::ULTIMATE,
        "jokers" => Rules::JOKER_ULTIMATE,
        "low" => Rules::DEUCE_TO_SEVEN,
        "classic" => Rules::CLASSIC,
        other => {
            let expected = "plain, jokers, low or classic";
            return Err(format!("no kind '{other}', expected {expected}").into());
        }
    };
    let boards = rest.first().map_or(Ok(200_000), |text| text.parse())?;
    let config = TrainingConfig { boards, epochs: 8, rounds: 3, seed: 1 };
    let mut stakes = facedown_ofc_solver::stakes(&rules)?;
    if rules.dealing == Dealing::Classic {
        // Every entry deals 13 cards, and the networks learn by which hand it is made.
        stakes.entry = [stakes.entry[0]; 5];
    }
    let evaluator = train(&rules, stakes, config, |round, net, loss| {
        let cards = [5, 7, 9][net];
        let (variance, error) = (loss.variance, loss.error);
        println!("round {round}, {cards} cards: variance {variance:.2}, left {error:.2}");
    })?;
    std::fs::write(file, evaluator.write())?;
    Ok(())
}
