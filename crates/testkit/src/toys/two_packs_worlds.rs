//! The worlds of the game with two packs: exactly uniform over physical deals, voids included.
//!
//! Seats that showed a void take their cards first. The number of ways in which they can do so is
//! counted suit by suit: before seat i takes its cards, only the number already taken from each
//! suit matters. Drawing each seat's split over the suits with the probability that these counts
//! give, and then cards at random within each suit, makes every physical deal equally likely; what
//! is left goes to the other seats and the stock without constraint.

use super::two_packs::{Planes, SEATS, SUITS, TwoPacks, TwoPacksState, TwoPacksView, suit};
use facedown_game::{Hidden, ImpossibleView, Rng, Seat, Worlds};

/// Number of cards of each suit.
type Split = [u8; SUITS];

/// The unseen cards of each suit, and the number of ways to continue dealing from each place.
#[derive(Clone, Debug)]
pub struct TwoPacksWorlds {
    view: TwoPacksView,
    pool: Pool,
    bound: Vec<Bound>,
    ways: Vec<u128>, // by layer: before each seat of `bound`, and after the last
    side: usize,     // one more than all cards that seats of `bound` hold
}

/// A seat that lacks suits.
#[derive(Clone, Copy, Debug)]
struct Bound {
    seat: Seat,
    cards: u8,
    voids: u8,
}

/// Unseen physical cards, by suit.
#[derive(Clone, Copy, Debug)]
struct Pool {
    kinds: [[u8; 26]; SUITS],
    len: Split,
}

impl Pool {
    fn unseen(seen: &[Planes]) -> Result<Self, ImpossibleView> {
        let mut pool = Self { kinds: [[0; 26]; SUITS], len: [0; SUITS] };
        for kind in 0..52 {
            let count: u8 = seen.iter().map(|planes| planes.count(kind)).sum();
            if count > 2 {
                let text = format!("{count} cards of kind {kind} are seen");
                return Err(ImpossibleView::new(text));
            }
            let suit = usize::from(suit(kind));
            for _ in count..2 {
                pool.kinds[suit][usize::from(pool.len[suit])] = kind;
                pool.len[suit] += 1;
            }
        }
        Ok(pool)
    }

    /// Removes a uniformly chosen card of this suit.
    fn take(&mut self, suit: usize, rng: &mut Rng) -> u8 {
        let place = rng.below(u32::from(self.len[suit])) as usize;
        self.len[suit] -= 1;
        self.kinds[suit].swap(place, usize::from(self.len[suit]));
        self.kinds[suit][usize::from(self.len[suit])]
    }

    /// Removes a uniformly chosen card.
    fn take_any(&mut self, rng: &mut Rng) -> u8 {
        let mut place = rng.below(self.len.iter().map(|n| u32::from(*n)).sum()) as u8;
        let mut suit = 0;
        while place >= self.len[suit] {
            place -= self.len[suit];
            suit += 1;
        }
        self.take(suit, rng)
    }
}

/// Returns all ways to split `count` cards over the suits that are not void.
fn splits(cards: u8, voids: u8) -> impl Iterator<Item = Split> {
    let most = move |suit: u8, left: u8| if voids >> suit & 1 == 1 { 0 } else { left };
    (0..=most(0, cards)).flat_map(move |c| {
        (0..=most(1, cards - c)).flat_map(move |d| {
            (0..=most(2, cards - c - d)).filter_map(move |h| {
                let s = cards - c - d - h;
                (s <= most(3, s)).then_some([c, d, h, s])
            })
        })
    })
}

/// Returns the number of ways to take `split` from `left` cards of each suit.
fn choices(left: Split, split: Split) -> u128 {
    let choose = |n: u8, k: u8| {
        (0..u128::from(k)).fold(1, |ways, i| ways * u128::from(n).saturating_sub(i) / (i + 1))
    };
    left.iter().zip(split).map(|(n, k)| choose(*n, k)).product()
}

fn plus(x: Split, y: Split) -> Split {
    std::array::from_fn(|suit| x[suit] + y[suit])
}

impl TwoPacksWorlds {
    /// Returns the number of ways to deal cards to the seats that showed a void.
    pub fn ways(&self) -> u128 {
        self.ways[self.place(0, [0; SUITS])]
    }

    /// Returns the index in a layer for these cards taken; the last suit follows from the others.
    fn place(&self, layer: usize, taken: Split) -> usize {
        let [c, d, h, _] = taken.map(usize::from);
        ((layer * self.side + c) * self.side + d) * self.side + h
    }

    fn left(&self, taken: Split) -> Split {
        std::array::from_fn(|suit| self.pool.len[suit].saturating_sub(taken[suit]))
    }

    /// Fills the layers from the last seat to the first.
    fn count_ways(&mut self) {
        let layers = self.bound.len();
        self.ways = vec![0; (layers + 1) * self.side.pow(3)];
        let held: u8 = self.bound.iter().map(|b| b.cards).sum();
        for taken in splits(held, 0) {
            let place = self.place(layers, taken);
            self.ways[place] = 1;
        }
        let mut before = held;
        for layer in (0..layers).rev() {
            let Bound { cards, voids, .. } = self.bound[layer];
            before -= cards;
            for taken in splits(before, 0) {
                let left = self.left(taken);
                let on = |split| self.ways[self.place(layer + 1, plus(taken, split))];
                let ways = splits(cards, voids).map(|split| choices(left, split) * on(split));
                let (sum, place) = (ways.sum(), self.place(layer, taken));
                self.ways[place] = sum;
            }
        }
    }

    /// Samples how the seat of this layer splits its cards, given those taken before.
    fn draw_split(&self, layer: usize, taken: Split, rng: &mut Rng) -> Split {
        let Bound { cards, voids, .. } = self.bound[layer];
        let left = self.left(taken);
        let mut number = below(self.ways[self.place(layer, taken)], rng);
        for split in splits(cards, voids) {
            let on = self.ways[self.place(layer + 1, plus(taken, split))];
            let ways = choices(left, split) * on;
            if number < ways {
                return split;
            }
            number -= ways;
        }
        unreachable!("the splits of a layer have as many ways as its place")
    }
}

/// Returns a uniform number below `n`.
fn below(n: u128, rng: &mut Rng) -> u128 {
    let mask = u128::MAX >> n.leading_zeros();
    loop {
        let word = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        if word & mask < n {
            return word & mask;
        }
    }
}

impl Worlds<TwoPacks> for TwoPacksWorlds {
    fn sample(&self, rng: &mut Rng) -> (TwoPacksState, f32) {
        let TwoPacksView { seat: me, hand, table } = self.view;
        let mut state = TwoPacksState { hands: [Planes::default(); SEATS], table };
        let (mut pool, mut taken) = (self.pool, [0; SUITS]);
        for (layer, bound) in self.bound.iter().enumerate() {
            let split = self.draw_split(layer, taken, rng);
            for (suit, count) in split.into_iter().enumerate() {
                for _ in 0..count {
                    state.hands[bound.seat.index()].insert(pool.take(suit, rng));
                }
            }
            taken = plus(taken, split);
        }
        for seat in Seat::all(SEATS).filter(|s| *s != me && table.voids[s.index()] == 0) {
            for _ in 0..table.held[seat.index()] {
                state.hands[seat.index()].insert(pool.take_any(rng));
            }
        }
        state.hands[me.index()] = hand;
        (state, 1.0)
    }
}

impl Hidden for TwoPacks {
    type Worlds = TwoPacksWorlds;

    fn worlds(&self, view: &TwoPacksView) -> Result<TwoPacksWorlds, ImpossibleView> {
        let table = &view.table;
        let mut bound = Vec::new();
        for seat in Seat::all(SEATS).filter(|seat| *seat != view.seat) {
            let (cards, voids) = (table.held[seat.index()], table.voids[seat.index()]);
            if voids != 0 && cards > 2 {
                let text = format!("{seat} showed a void and holds all {cards} cards");
                return Err(ImpossibleView::new(text));
            }
            if voids != 0 {
                bound.push(Bound { seat, cards, voids });
            }
        }
        if usize::from(table.held[view.seat.index()]) != view.hand.len() {
            return Err(ImpossibleView::new("the seat's own hand has the wrong number of cards"));
        }
        // At most nine seats of at most two cards: fewer than 101^18 / 2^9 ways, below 2^111.
        let side = 1 + bound.iter().map(|b| usize::from(b.cards)).sum::<usize>();
        let pool = Pool::unseen(&[view.hand, table.played])?;
        let mut worlds = TwoPacksWorlds { view: *view, pool, bound, ways: Vec::new(), side };
        worlds.count_ways();
        if worlds.ways() == 0 {
            return Err(ImpossibleView::new("the seats hold more cards than their voids allow"));
        }
        Ok(worlds)
    }
}
