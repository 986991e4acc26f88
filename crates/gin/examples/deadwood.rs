//! The best melds of a hand, and what is left:
//! `cargo run -p facedown-gin --example deadwood 3s4s5s 9c9d9h Kd`.

use facedown_cards::CardSet;
use facedown_gin::kernel::best_melds;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let hand: CardSet = words.join(" ").parse()?;
    if hand.len() > 11 {
        return Err(format!("{} cards, expected at most 11", hand.len()).into());
    }
    let best = best_melds(hand);
    for meld in best.melds() {
        println!("meld {meld}");
    }
    println!("deadwood {}", best.deadwood());
    Ok(())
}
