//! Shanten of random hands in batches, for both builds.

use facedown_game::Rng;
use facedown_tiles::{Pack, RawCounts, shanten_batch};
use std::cell::RefCell;

thread_local! {
    static HANDS: RefCell<(Vec<RawCounts>, Vec<i8>)> = const { RefCell::new((Vec::new(), Vec::new())) };
}

/// Deals so many hands of 14 tiles.
#[unsafe(no_mangle)]
pub extern "C" fn deal(hands: u32) {
    let mut rng = Rng::new(7);
    let mut wall: Vec<u8> = (0..136).map(|id| id / 4).collect();
    let mut deal = || {
        let mut counts = [0; 34];
        for place in 0..14 {
            let other = place + rng.below(136 - place as u32) as usize;
            wall.swap(place, other);
            counts[usize::from(wall[place])] += 1;
        }
        counts
    };
    let dealt: Vec<RawCounts> = (0..hands).map(|_| deal()).collect();
    HANDS.set((dealt, vec![0; hands as usize]));
}

/// Computes the shanten of all hands; returns their sum.
#[unsafe(no_mangle)]
pub extern "C" fn shanten() -> i32 {
    HANDS.with_borrow_mut(|(hands, out)| {
        shanten_batch(hands, Pack::Four, out).expect("valid hands");
        out.iter().map(|shanten| i32::from(*shanten)).sum()
    })
}
