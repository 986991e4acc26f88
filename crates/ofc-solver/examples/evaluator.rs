//! Trains the evaluator's networks on exact values of street 4.
//!
//! Run with `cargo run --release -p facedown-ofc-solver --example evaluator -- KIND FILE [BOARDS]`,
//! where KIND is `standard`, `progressive`, `jokers`, `low` or `classic` and FILE is `crates/ofc-solver/src/evaluator/KIND.net`. The
//! result depends on these arguments and the tables of stakes alone.

use facedown_ofc::{Dealing, Rules};
use facedown_ofc_solver::training::{TrainingConfig, play_alone, train};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, file, rest @ ..] = arguments.as_slice() else {
        return Err("expected KIND FILE [BOARDS]".into());
    };
    let rules = match kind.as_str() {
        "standard" => Rules::STANDARD,
        "progressive" => Rules::ULTIMATE,
        "jokers" => Rules::JOKER_ULTIMATE,
        "low" => Rules::DEUCE_TO_SEVEN,
        "classic" => Rules::CLASSIC,
        other => {
            let expected = "standard, progressive, jokers, low or classic";
            return Err(format!("no kind '{other}', expected {expected}").into());
        }
    };
    let boards = rest.first().map_or(Ok(400_000), |text| text.parse())?;
    let config = TrainingConfig { boards, epochs: 8, rounds: 3, seed: 1 };
    let mut stakes = facedown_ofc_solver::stakes(&rules)?;
    if let "standard" | "classic" = kind.as_str() {
        // Every entry deals the same number of cards, and the networks learn by which hand it is made.
        let cards = rules.fantasyland.entry.queens;
        stakes.entry = [stakes.fantasyland(cards); 5];
    }
    let start = Instant::now();
    let evaluator = train(&rules, stakes, config, |round, net, loss| {
        let cards = [5, 7, 9][net];
        let (variance, error) = (loss.variance, loss.error);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "round {round}, {cards} cards: variance {variance:.2}, left {error:.2}; {seconds:.0} s"
        );
    })?;
    std::fs::write(file, evaluator.write())?;
    if rules.dealing == Dealing::Pineapple {
        let [value, error] = play_alone(&evaluator, &rules, stakes, 4000, 1)?;
        println!("4,000 hands by the evaluator, streets 4 and 5 exact: {value:.2} ± {error:.2}");
    }
    Ok(())
}
