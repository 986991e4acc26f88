//! What Fantasyland is worth to a seat on its own.

use super::solver::{Scratch, Solver};
use crate::endgame::Worth;
use crate::{InvalidRules, Middle, Rules, StayCards};
use facedown_cards::PackCard;
use facedown_game::Rng;

/// The worth of Fantasyland for presets: expected royalties of the hand, and of the hands that
/// staying adds. Made by `cargo run --release -p facedown-ofc --example worth` (4,000 hands for each
/// number of cards; standard errors are a few tenths of a point).
///
/// It leaves out rows and scoop and what a normal hand would have brought, so it is an estimate until
/// matches measure it.
const ALONE: [(&str, [f64; 5]); 6] = include!("worth.in");

/// Hands from which the worth is estimated under rules that are no preset.
const HANDS: u32 = 300;

impl Worth {
    /// The worth to a seat on its own: a foul costs all rows and the scoop, Fantasyland is worth its
    /// expected royalties, and those of the hands that staying adds.
    ///
    /// ```
    /// use facedown_ofc::Rules;
    /// use facedown_ofc::endgame::Worth;
    ///
    /// let worth = Worth::alone(&Rules::ULTIMATE)?;
    /// assert_eq!(worth.foul, 6.0);
    /// assert!(worth.entry[4] > worth.entry[1]);
    /// # Ok::<(), facedown_ofc::InvalidRules>(())
    /// ```
    pub fn alone(rules: &Rules) -> Result<Self, InvalidRules> {
        rules.validate()?;
        let same = |name: &str| {
            Rules::preset(name).is_ok_and(|preset| {
                (preset.fantasyland, preset.royalties, preset.middle, preset.jokers)
                    == (rules.fantasyland, rules.royalties, rules.middle, rules.jokers)
                    && preset.joker_use == rules.joker_use
            })
        };
        let known = ALONE.iter().find(|(name, _)| same(name)).map(|(_, entry)| *entry);
        let entry = match known {
            Some(entry) => entry,
            None => fantasyland_alone(rules, HANDS, 1)?,
        };
        let foul = (f64::from(rules.row) * 3.0 + f64::from(rules.scoop)).min(500.0);
        Ok(Self { foul, entry: entry.map(|points| points.min(500.0)) })
    }

    /// What staying in Fantasyland with so many cards is worth to a seat on its own: the Fantasyland
    /// that staying deals.
    pub fn staying(rules: &Rules, cards: usize) -> Result<f64, InvalidRules> {
        let next = match rules.fantasyland.stay.cards {
            StayCards::Fixed(cards) => usize::from(cards),
            StayCards::Same => cards.clamp(13, 17),
        };
        Ok(Self::alone(rules)?.entry[next - 13])
    }
}

/// Estimates from so many hands what Fantasyland with 13, 14, 15, 16 and 17 cards is worth in
/// royalties, those of the hands that staying adds included.
pub fn fantasyland_alone(rules: &Rules, hands: u32, seed: u64) -> Result<[f64; 5], InvalidRules> {
    rules.validate()?;
    let samples: Vec<Vec<[f64; 2]>> =
        (13..=17).map(|cards| sample(rules, cards, hands, seed)).collect();
    let mean = |cards: usize, stay: f64| {
        let best = |[any, staying]: &[f64; 2]| any.max(staying + stay);
        samples[cards - 13].iter().map(best).sum::<f64>() / samples[cards - 13].len().max(1) as f64
    };
    // Staying is worth what it leads to: the fixed point, from below.
    let lasting = |cards: usize| {
        let mut worth: f64 = 0.0;
        for _ in 0..1000 {
            let next = mean(cards, worth).min(500.0);
            if (next - worth).abs() < 1e-6 {
                break;
            }
            worth = next;
        }
        worth
    };
    let mut worth = [0.0; 5];
    for (cards, worth) in (13..=17).zip(&mut worth) {
        *worth = match rules.fantasyland.stay.cards {
            StayCards::Same => lasting(cards),
            StayCards::Fixed(stay) => mean(cards, lasting(usize::from(stay))),
        };
    }
    Ok(worth)
}

/// For each hand the most royalties of any setting, and of one that stays.
fn sample(rules: &Rules, cards: usize, hands: u32, seed: u64) -> Vec<[f64; 2]> {
    /// More than any royalties.
    const LARGE: f64 = 1000.0;
    let solver = |stay| Solver::new(rules, stay).expect("rules were checked");
    let (plain, staying) = (solver(0.0), solver(LARGE));
    let mut rng = Rng::stream(seed, cards as u64);
    let mut pack: Vec<PackCard> = PackCard::all().take(52 + usize::from(rules.jokers)).collect();
    let scratch = &mut Scratch::default();
    let mut one = |_| {
        rng.shuffle(&mut pack);
        let (Ok(any), Ok(stay)) = (
            plain.solve_with(scratch, &pack[..cards]),
            staying.solve_with(scratch, &pack[..cards]),
        ) else {
            // No low middle row: a foul in 2-7, which has no royalties.
            debug_assert!(rules.middle == Middle::DeuceToSeven);
            return [0.0, f64::NEG_INFINITY];
        };
        let kept = if stay.stays { f64::from(stay.royalties) } else { f64::NEG_INFINITY };
        [f64::from(any.royalties), kept]
    };
    (0..hands).map(&mut one).collect()
}
