//! The expected number of tricks of a hand: each card contributes the rate at which cards with as
//! many higher cards of their suit in other hands take tricks.

use crate::compile::{Aim, Compiled, TrumpTable};
use crate::rules::{Auction, DealRules, TrumpSource, Upcard};
use crate::table::Table;
use crate::{Action, Cards, Legal, Move, Rules, Tricks};
use facedown_cards::{Card, Suit};
use facedown_game::{Game, Rng, Searchable};
use std::sync::Arc;

/// The rates at which cards take tricks, by the number of higher cards in other hands.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrickRates {
    /// For each hand size of the rules: the rates of plain suits, then of trumps.
    sizes: Vec<(u8, [[f32; ABOVE]; 2])>,
}

/// Number of distinguished counts of higher cards; larger counts share the last.
const ABOVE: usize = 14;
/// Number of hands played for each hand size.
const HANDS: u64 = 200;

impl TrickRates {
    /// Measures the rates on playouts without bids in which every seat tries to win tricks, so that
    /// they fit any pack, rank order and rule of play. Games without an auction do not use them.
    pub(crate) fn measure(rules: &Rules) -> Self {
        if rules.auction == Auction::None {
            return Self::default();
        }
        let mut sizes = rules.deal.cards.clone();
        sizes.sort_unstable();
        sizes.dedup();
        let sizes = sizes.into_iter().map(|cards| (cards, measure(rules, cards))).collect();
        Self { sizes }
    }

    fn of(&self, cards: u8) -> Option<&[[f32; ABOVE]; 2]> {
        self.sizes.iter().find(|(size, _)| *size == cards).map(|(_, rates)| rates)
    }
}

/// Returns the rules of the same game with hands of this size, played for tricks without bids.
fn plain_tricks(rules: &Rules, cards: u8) -> Rules {
    let named = rules.trump == TrumpSource::Auction;
    Rules {
        teams: None,
        deal: DealRules {
            cards: vec![cards],
            upcard: if named { Upcard::None } else { rules.deal.upcard },
            ..rules.deal.clone()
        },
        passing: None,
        auction: Auction::None,
        trump: if named { TrumpSource::Suit(Suit::Spades) } else { rules.trump },
        score: Rules::plain(rules.seats).score,
        ..rules.clone()
    }
}

fn measure(rules: &Rules, cards: u8) -> [[f32; ABOVE]; 2] {
    let game = Tricks { c: Arc::new(Compiled::new(plain_tricks(rules, cards))) };
    let c = &*game.c;
    // A prior of half a trick in one play, so that no rate is 0 or 1.
    let mut taken = [[[0.5f32, 1.0]; ABOVE]; 2];
    let (mut rng, mut legal) = (Rng::new(u64::from(cards)), Legal::default());
    for _ in 0..HANDS {
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        let hands = state.hands;
        game.playout(&mut state, &mut legal, &mut rng);
        let table = &state.table;
        let t = c.trump(table.trump);
        let mut winners = table.leaders[1..table.tricks()].to_vec();
        winners.push(table.winner.index() as u8);
        for (number, (seat, card)) in table.plays_by_seat(c).enumerate() {
            let winner = winners[number / usize::from(table.active)];
            let (trump, above) = trump_and_higher(c, t, hands[seat.index()], card);
            let [won, all] = &mut taken[usize::from(trump)][above];
            *won += f32::from(u8::from(usize::from(winner) == seat.index()));
            *all += 1.0;
        }
    }
    taken.map(|of| smooth(of.map(|[won, all]| (won / all, all))))
}

/// Isotonic regression by pooling adjacent violators: more higher cards never raise the rate.
fn smooth(rates: [(f32, f32); ABOVE]) -> [f32; ABOVE] {
    let mut pools: Vec<(f32, f32, usize)> = Vec::with_capacity(ABOVE);
    for (mean, weight) in rates {
        let mut pool = (mean, weight, 1);
        while let Some(last) = pools.last()
            && last.0 < pool.0
        {
            let all = last.1 + pool.1;
            pool = ((last.0 * last.1 + pool.0 * pool.1) / all, all, last.2 + pool.2);
            pools.pop();
        }
        pools.push(pool);
    }
    let mut smooth = [0.0; ABOVE];
    let means = pools.iter().flat_map(|(mean, _, len)| std::iter::repeat_n(*mean, *len));
    smooth.iter_mut().zip(means).for_each(|(slot, mean)| *slot = mean);
    smooth
}

/// Returns whether a card of a hand is a trump, and the number of higher cards of its suit that
/// other hands may hold.
#[inline]
fn trump_and_higher(c: &Compiled, t: &TrumpTable, hand: Cards, card: Card) -> (bool, usize) {
    let i = card.index();
    let higher = t.above[i];
    let out = (higher & !hand.bits()).count_ones();
    let twins =
        if c.rules.pack.packs == 2 { (higher & !hand.doubles().bits()).count_ones() } else { 0 };
    (t.trumps >> i & 1 == 1, ((out + twins) as usize).min(ABOVE - 1))
}

/// Returns the expected tricks of a hand with this trump suit.
pub(crate) fn expected_tricks_with(c: &Compiled, table: &Table, hand: Cards, trump: u8) -> f32 {
    let Some(rates) = c.trick_rates.of(table.dealt) else { return 0.0 };
    let t = c.trump(trump);
    let rate = |card: Card| {
        let (trump, above) = trump_and_higher(c, t, hand, card);
        rates[usize::from(trump)][above]
    };
    if c.rules.pack.packs == 2 {
        return hand.iter().map(rate).sum();
    }
    // Without the loop over copies: playouts call this by the million.
    hand.kinds().iter().map(rate).sum()
}

/// Returns the expected tricks of a hand with the table's trump suit.
pub(crate) fn expected_tricks(c: &Compiled, table: &Table, hand: Cards) -> f32 {
    expected_tricks_with(c, table, hand, table.trump)
}

/// Returns by how much to bid below the expected tricks: overtricks cost little in contract games,
/// undertricks much.
pub(crate) fn bid_margin(c: &Compiled) -> f32 {
    if c.aim == Aim::Contract { BID_MARGIN } else { 0.0 }
}

const BID_MARGIN: f32 = 0.5;

/// Chooses a bid: the expected tricks, randomly rounded.
pub(crate) fn sample_bid(c: &Compiled, table: &Table, hand: Cards, rng: &mut Rng) -> u8 {
    let expected = expected_tricks(c, table, hand);
    let random = (rng.next_u64() >> 40) as f32 / (1 << 24) as f32;
    let bid = (expected - bid_margin(c) + 0.25 + 0.5 * random) as u8;
    // Nil is not bid by rounding down.
    if c.has_nil && expected > 0.6 { bid.max(1) } else { bid }
}

/// Returns the best trump to make, if the hand is strong enough for one or `forced`.
pub(crate) fn best_trump(
    c: &Compiled,
    table: &Table,
    hand: Cards,
    legal: &[Action],
    forced: bool,
) -> Option<Action> {
    let value = |action: &Action| match action.get() {
        Move::Trump { suit, alone: false } => {
            Some((*action, expected_tricks_with(c, table, hand, suit as u8)))
        }
        _ => None,
    };
    let best = legal.iter().filter_map(value).max_by(|a, b| a.1.total_cmp(&b.1))?;
    let least = f32::from(table.dealt) / c.seats as f32 + 1.0;
    (forced || best.1 >= least).then_some(best.0)
}
