//! Random solvable problems, and their deals.
use facedown_cards::Card;
use facedown_game::Rng;
use facedown_tricks::deals::{Deal, DealProblem, MAX_HOLDERS, enumerate};
use std::collections::BTreeMap;

/// Parameters of random problems.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) holders: usize,
    pub(crate) cards: usize,
    pub(crate) two_packs: bool,
    /// Whether cards of one suit can have different holders.
    pub(crate) by_card: bool,
    /// Out of 8: the probability that a holder without a card of a suit is marked void in it.
    pub(crate) voids: u32,
}

impl Shape {
    /// Returns a random shape with at most this many holders and cards.
    pub(crate) fn random(holders: usize, cards: usize, rng: &mut Rng) -> Self {
        let two_packs = rng.below(2) == 0;
        let most = if two_packs { cards.min(104) } else { cards.min(52) };
        Self {
            holders: 1 + rng.below(holders as u32) as usize,
            cards: 1 + rng.below(most as u32) as usize,
            two_packs,
            by_card: rng.below(3) == 0,
            voids: rng.below(8),
        }
    }

    /// Returns a problem of this shape that is solvable: it is derived from a deal.
    pub(crate) fn problem(self, rng: &mut Rng) -> DealProblem {
        let mut pack: Vec<u8> = (0..52).collect();
        if self.two_packs {
            pack.extend(0..52);
        }
        rng.shuffle(&mut pack);
        let mut needs = vec![0; self.holders];
        let mut truth = Vec::new();
        for &card in &pack[..self.cards] {
            let holder = rng.below(self.holders as u32) as usize;
            needs[holder] += 1;
            truth.push((Card::new(card), holder));
        }
        let mut problem = DealProblem::new(&needs);
        let maybe = |rng: &mut Rng| {
            let may = |set, holder| set | u16::from(rng.below(8) >= self.voids) << holder;
            (0..self.holders).fold(0u16, may)
        };
        let by_suit: [u16; 4] = std::array::from_fn(|_| maybe(rng));
        for &(card, holder) in &truth {
            let suit = card.suit();
            let held = |(other, h): &(Card, usize)| if other.suit() == suit { 1 << h } else { 0 };
            let holders = if self.by_card && rng.below(3) == 0 {
                maybe(rng) | 1 << holder
            } else {
                truth.iter().map(held).fold(by_suit[suit.index()], |set, h| set | h)
            };
            problem.add(card, holders);
        }
        problem
    }
}

/// Returns all deals, each with its weight times the number of physical assignments.
pub(crate) fn all_deals(problem: &DealProblem) -> BTreeMap<Deal, f64> {
    let mut deals = BTreeMap::new();
    enumerate(problem, |deal| *deals.entry(*deal).or_insert(0.0) += problem.weight_of(deal));
    deals.retain(|_, weight| *weight > 0.0);
    deals
}

/// Panics unless every card is with a possible holder and every holder has the cards it needs.
pub(crate) fn assert_fits_problem(problem: &DealProblem, deal: &Deal) {
    let needs = problem.needs();
    for holder in 0..MAX_HOLDERS {
        assert_eq!(deal[holder].len(), needs.get(holder).copied().unwrap_or(0), "{problem:?}");
    }
    // Two copies of a kind with different holders: either assignment will do.
    let mut copies: BTreeMap<Card, Vec<u16>> = BTreeMap::new();
    for &(card, holders) in problem.cards() {
        copies.entry(card).or_default().push(holders);
    }
    for (card, holders) in copies {
        let with: Vec<usize> =
            (0..needs.len()).flat_map(|h| std::iter::repeat_n(h, deal[h].count(card))).collect();
        let may =
            |order: [usize; 2]| with.iter().zip(order).all(|(h, copy)| holders[copy] >> h & 1 == 1);
        assert_eq!(with.len(), holders.len(), "{card}: {problem:?}");
        assert!(may([0, 1]) || holders.len() == 2 && may([1, 0]), "{card}: {problem:?}");
    }
}
