//! Time of shanten and acceptance on one core: `cargo research shanten_speed`.
//!
//! Every line is timed on the same 20,000 hands in short chunks, many times over, the lines taking
//! turns. Of each chunk the best time counts, so that a busy machine disturbs little.

use facedown_tiles::{Counts, Hand, Kind, Pack, RawCounts, Tile, Unseen, shanten, shanten_batch};
use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;

const HANDS: usize = 20_000;
const CHUNK: usize = 1_000;
const PASSES: usize = 40;

/// The function timed, on a range of hands; it returns a sum that the passes must agree on.
type Timed = (&'static str, Box<dyn FnMut(Range<usize>) -> i64>);

fn main() {
    for (name, tiles, flush) in [("13", 13, false), ("14", 14, false), ("flush 14", 14, true)] {
        println!("random hands of {name} tiles, ns a hand");
        measure(&mut lines(&hands(tiles, flush)));
    }
}

/// `n` tiles dealt from a shuffled pack, or from one suit.
fn hands(tiles: usize, flush: bool) -> Vec<RawCounts> {
    let mut seed = 1u64;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) as usize * n) >> 31
    };
    let deal = |_| {
        let mut pack: Vec<usize> = if flush { (9..45).collect() } else { (0..136).collect() };
        let mut counts = [0; Kind::COUNT];
        for _ in 0..tiles {
            let tile = pack.swap_remove(below(pack.len()));
            counts[if flush { tile / 4 + 7 } else { tile / 4 }] += 1;
        }
        counts
    };
    (0..HANDS).map(deal).collect()
}

fn lines(raw: &[RawCounts]) -> Vec<Timed> {
    let raw = raw.to_vec();
    let counts: Vec<Counts> =
        raw.iter().map(|&counts| Counts::new(counts).expect("a hand")).collect();
    let hands: Vec<Hand> = counts.iter().map(|&counts| Hand::from(counts)).collect();
    let unseen: Vec<Unseen> = counts.iter().map(Unseen::beside).collect();
    let (kept, moving) = (hands.clone(), hands.clone());
    let after_draw = hands[0].len() % 3 == 2;
    let mut out = vec![0; CHUNK];
    let mut lines: Vec<Timed> = vec![
        (
            "shanten, counts",
            Box::new(move |at| counts[at].iter().map(|c| shanten(c, Pack::Four) as i64).sum()),
        ),
        (
            "shanten, batch of raw counts, checked",
            Box::new(move |at| {
                shanten_batch(&raw[at], Pack::Four, &mut out).expect("hands");
                out.iter().map(|&s| s as i64).sum()
            }),
        ),
        (
            "shanten, hand kept by a game",
            Box::new(move |at| kept[at].iter().map(|h| h.shanten(Pack::Four) as i64).sum()),
        ),
        (
            "discard and draw, then shanten",
            Box::new(move |at| moving[at].iter().map(exchange).sum()),
        ),
    ];
    lines.push(if after_draw {
        (
            "acceptance of every discard",
            Box::new(move |at| at.map(|i| all(&hands[i], &unseen[i])).sum()),
        )
    } else {
        ("acceptance", Box::new(move |at| at.map(|i| one(&hands[i], &unseen[i])).sum()))
    });
    lines
}

fn exchange(hand: &Hand) -> i64 {
    let mut hand = *hand;
    hand.remove(Tile::plain(hand.kinds().first().expect("tiles")));
    hand.add(Tile::plain((!hand.pairs()).first().expect("kinds")));
    hand.shanten(Pack::Four) as i64
}

fn one(hand: &Hand, unseen: &Unseen) -> i64 {
    hand.acceptance(Pack::Four, unseen).left as i64
}

fn all(hand: &Hand, unseen: &Unseen) -> i64 {
    let discards = hand.discards(Pack::Four, unseen);
    discards.iter().map(|discard| discard.acceptance.left as i64).sum()
}

fn measure(lines: &mut [Timed]) {
    let chunks = HANDS / CHUNK;
    let mut best = vec![vec![f64::INFINITY; chunks]; lines.len()];
    let mut sums = vec![vec![None; chunks]; lines.len()];
    for _ in 0..PASSES {
        for (i, (name, run)) in lines.iter_mut().enumerate() {
            for chunk in 0..chunks {
                let start = Instant::now();
                let sum = black_box(run(chunk * CHUNK..(chunk + 1) * CHUNK));
                let time = start.elapsed().as_nanos() as f64;
                best[i][chunk] = best[i][chunk].min(time);
                assert_eq!(*sums[i][chunk].get_or_insert(sum), sum, "{name}");
            }
        }
    }
    assert_eq!(sums[0], sums[1], "raw counts are the counts");
    assert_eq!(sums[0], sums[2], "a hand is its counts");
    for ((name, _), best) in lines.iter().zip(best) {
        println!("  {name:<40} {:>7.1}", best.iter().sum::<f64>() / HANDS as f64);
    }
}
