//! Every discard of a hand with the draws that help:
//! `cargo run -p facedown-tiles --example discards 123m406p7789s1122z`.

use facedown_tiles::{Hand, Pack, Unseen};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let hand: Hand = words.concat().parse()?;
    for discard in hand.discards(Pack::Four, &Unseen::beside(hand.counts())).iter() {
        let after = discard.acceptance;
        println!("{}: {} away, {} tiles {}", discard.kind, after.shanten, after.left, after.kinds);
    }
    Ok(())
}
