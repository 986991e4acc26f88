//! How many tricks a hand promises, by counting: each card by the cards that are above it in its
//! suit and not in the hand.

use crate::compile::{Aim, Compiled, TrumpTable};
use crate::rules::{Auction, DealRules, TrumpSource, Upcard};
use crate::table::Table;
use crate::{Action, Cards, Legal, Move, Rules, Tricks};
use facedown_cards::{Card, Suit};
use facedown_game::{Game, Rng, Searchable};
use std::sync::Arc;

/// How often cards take tricks, by how many cards are above them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chances {
    /// For each number of cards dealt to a seat that the rules have: plain suits, then trumps.
    sizes: Vec<(u8, [[f32; ABOVE]; 2])>,
}

/// From so many cards above on, it makes no difference.
const ABOVE: usize = 14;
/// So many hands are played for each number of cards.
const HANDS: u64 = 200;

impl Chances {
    /// Measures the chances by playing: hands without bids in which every seat takes what it can.
    /// So they fit any pack, order and duty. Games without bids have no use for them.
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
        self.sizes.iter().find(|(size, _)| *size == cards).map(|(_, chances)| chances)
    }
}

/// The same game with hands of so many cards, without bids, for tricks.
fn practice(rules: &Rules, cards: u8) -> Rules {
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
    let game = Tricks { c: Arc::new(Compiled::new(practice(rules, cards))) };
    let c = &*game.c;
    // One trick in two to begin with, so that what never came up is not taken for certain.
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
            let (trump, above) = place(c, t, hands[seat.index()], card);
            let [won, all] = &mut taken[usize::from(trump)][above];
            *won += f32::from(u8::from(usize::from(winner) == seat.index()));
            *all += 1.0;
        }
    }
    taken.map(|of| smooth(of.map(|[won, all]| (won / all, all))))
}

/// More cards above never help: each chance is at most the one before, neighbours that say
/// otherwise are pooled.
fn smooth(chances: [(f32, f32); ABOVE]) -> [f32; ABOVE] {
    let mut pools: Vec<(f32, f32, usize)> = Vec::with_capacity(ABOVE);
    for (mean, weight) in chances {
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

/// Whether a card of a hand is a trump, and how many cards of its suit are above it elsewhere.
#[inline]
fn place(c: &Compiled, t: &TrumpTable, hand: Cards, card: Card) -> (bool, usize) {
    let i = card.index();
    let higher = t.above[i];
    let out = (higher & !hand.bits()).count_ones();
    let twins =
        if c.rules.pack.packs == 2 { (higher & !hand.doubles().bits()).count_ones() } else { 0 };
    (t.trumps >> i & 1 == 1, ((out + twins) as usize).min(ABOVE - 1))
}

/// How many tricks a hand promises under a trump.
pub(crate) fn tricks_under(c: &Compiled, table: &Table, hand: Cards, trump: u8) -> f32 {
    let Some(chances) = c.chances.of(table.dealt) else { return 0.0 };
    let t = c.trump(trump);
    let chance = |card: Card| {
        let (trump, above) = place(c, t, hand, card);
        chances[usize::from(trump)][above]
    };
    if c.rules.pack.packs == 2 {
        return hand.iter().map(chance).sum();
    }
    // As playouts ask it by the million, without the loop over copies.
    hand.kinds().iter().map(chance).sum()
}

/// How many tricks a hand promises under the trump of the table.
pub(crate) fn tricks_for(c: &Compiled, table: &Table, hand: Cards) -> f32 {
    tricks_under(c, table, hand, table.trump)
}

/// By how much to bid less than a hand promises: where more tricks than bid do little harm, fewer
/// cost far more.
pub(crate) fn caution(c: &Compiled) -> f32 {
    if c.aim == Aim::Contract { CAUTION } else { 0.0 }
}

const CAUTION: f32 = 0.5;

/// The bid for a hand: what it promises, rounded up as often as the rest says.
pub(crate) fn bid_for(c: &Compiled, table: &Table, hand: Cards, rng: &mut Rng) -> u8 {
    let expected = tricks_for(c, table, hand);
    let luck = (rng.next_u64() >> 40) as f32 / (1 << 24) as f32;
    let bid = (expected - caution(c) + 0.25 + 0.5 * luck) as u8;
    // Where a bid of none is a promise of its own, it is made on purpose only.
    if c.has_nil && expected > 0.6 { bid.max(1) } else { bid }
}

/// The trump to make, if the hand is good enough for one or must be.
pub(crate) fn trump_for(
    c: &Compiled,
    table: &Table,
    hand: Cards,
    legal: &[Action],
    forced: bool,
) -> Option<Action> {
    let worth = |action: &Action| match action.get() {
        Move::Trump { suit, alone: false } => {
            Some((*action, tricks_under(c, table, hand, suit as u8)))
        }
        _ => None,
    };
    let best = legal.iter().filter_map(worth).max_by(|a, b| a.1.total_cmp(&b.1))?;
    let least = f32::from(table.dealt) / c.seats as f32 + 1.0;
    (forced || best.1 >= least).then_some(best.0)
}
