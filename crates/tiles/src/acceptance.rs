//! Acceptance (*ukeire*): the draws that lower the shanten of a hand.
//!
//! A draw improves a hand if the shanten after it is lower. [`Acceptance::kinds`] are the kinds
//! that do, by the closed tiles alone: kinds of the pack of which the hand does not hold all four.
//! [`Acceptance::live`] are those of which a tile is unseen, and [`Acceptance::left`] is the number
//! of unseen tiles.
//!
//! A draw changes one suit. So the other three are merged once for each suit, and a draw costs the
//! class of its own suit and one merge. With 14 tiles a discard changes one suit too: the draws of
//! the others keep their classes, and only the discard's own suit is looked up again.

use crate::key::Tally;
use crate::layout::HONOR_UNITS;
use crate::shanten::loose_man;
use crate::tables::{self, Class, Goal};
use crate::{Hand, Kind, KindSet, Pack, Suit, Unseen};
use std::ops::Deref;

/// The draws that lower the shanten of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Acceptance {
    /// The shanten before the draw.
    pub shanten: i8,
    /// Number of unseen tiles that lower it.
    pub left: u8,
    /// The kinds that lower it, by the closed tiles alone.
    pub kinds: KindSet,
    /// The kinds among them with an unseen tile.
    pub live: KindSet,
}

/// A discard, and the acceptance after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Discard {
    /// The discarded kind.
    pub kind: Kind,
    /// The acceptance of the remaining tiles.
    pub acceptance: Acceptance,
}

/// The acceptance after each discard of a hand, in ascending order of kinds.
#[derive(Clone, Copy, Debug)]
pub struct Discards {
    list: [Discard; 14],
    len: usize,
}

impl Deref for Discards {
    type Target = [Discard];

    #[inline]
    fn deref(&self) -> &[Discard] {
        &self.list[..self.len]
    }
}

impl Discards {
    /// Returns the best discard: lowest shanten, then most tiles left, then the lowest kind.
    pub fn best(&self) -> Option<&Discard> {
        self.iter().min_by_key(|discard| {
            (discard.acceptance.shanten, u8::MAX - discard.acceptance.left, discard.kind)
        })
    }
}

/// Shared by all draws: classes and merged classes of the suits as they are.
///
/// Branches on a hand are unpredictable, so there are few: forms that do not matter are masked out,
/// and suits are constants, so that the compiler unrolls each case.
struct Board<'a, const THREE: bool> {
    hand: &'a Hand,
    goal: Goal,
    held: Held,
    /// By suit, the class of the three others.
    rest: [Class; 4],
    /// By two suits, the class of the two others.
    rest_of_two: [[Class; 4]; 4],
    /// By suit, the classes after its draws.
    draws: [Draws; 4],
}

impl<'a, const THREE: bool> Board<'a, THREE> {
    const PACK: Pack = Pack::of_seats(THREE);

    #[inline]
    fn new(hand: &'a Hand) -> Self {
        use tables::merge;
        let [m, p, s, z] = hand.key.classes(Self::PACK);
        let (mp, ms, mz, ps, pz, sz) =
            (merge(m, p), merge(m, s), merge(m, z), merge(p, s), merge(p, z), merge(s, z));
        let [man, pin, sou, honors] = hand.key.suits;
        Self {
            hand,
            goal: Goal::of(hand.len()),
            held: Held {
                kinds: hand.kinds,
                pairs: hand.pairs,
                triplets: hand.triplets(),
                fours: hand.fours(),
                tally: hand.key.tally,
            },
            rest: [merge(p, sz), merge(m, sz), merge(mp, z), merge(mp, s)],
            rest_of_two: [[0, sz, pz, ps], [sz, 0, mz, ms], [pz, mz, 0, mp], [ps, ms, mp, 0]],
            draws: [
                draws::<MAN, THREE>(man),
                draws::<PIN, THREE>(pin),
                draws::<SOU, THREE>(sou),
                draws::<HONORS, THREE>(honors),
            ],
        }
    }

    /// Returns the shanten of the hand, and the kinds that lower it.
    #[inline]
    fn acceptance(&self) -> (i8, KindSet) {
        let standard = self.hand.key.standard(Self::PACK);
        let (draws, rest, held) = (&self.draws, &self.rest, &self.held);
        let lower = lowering::<MAN, THREE>(self.goal, &draws[MAN], standard, rest[MAN], held)
            | lowering::<PIN, THREE>(self.goal, &draws[PIN], standard, rest[PIN], held)
            | lowering::<SOU, THREE>(self.goal, &draws[SOU], standard, rest[SOU], held)
            | lowering::<HONORS, THREE>(self.goal, &draws[HONORS], standard, rest[HONORS], held);
        held.accept(Self::PACK, standard, lower)
    }

    /// Computes the shanten after each discard of suit `A`, and the kinds that lower it then. `B`,
    /// `C` and `D` are the other suits.
    #[inline]
    fn discards<const A: usize, const B: usize, const C: usize, const D: usize>(
        &self,
        drafts: &mut Drafts,
    ) {
        for kind in self.hand.kinds & KindSet::of_suit(Suit::ALL[A]) {
            let stay = self.hand.counts[kind] - 1;
            let (index, tally) = self.hand.key.without(A, kind, stay);
            let held = self.held.without(kind, stay, tally);
            let class = class::<A, THREE>(index);
            let standard = tables::standard(tally.tiles(), tables::merge(class, self.rest[A]));
            let rest = |other: usize| tables::merge(class, self.rest_of_two[A][other]);
            let own = draws::<A, THREE>(index);
            let lower = lowering::<A, THREE>(self.goal, &own, standard, self.rest[A], &held)
                | lowering::<B, THREE>(self.goal, &self.draws[B], standard, rest(B), &held)
                | lowering::<C, THREE>(self.goal, &self.draws[C], standard, rest(C), &held)
                | lowering::<D, THREE>(self.goal, &self.draws[D], standard, rest(D), &held);
            drafts.push(held.accept(Self::PACK, standard, lower));
        }
    }

    /// Computes the same for the discards of all suits.
    #[inline]
    fn all_discards(&self) -> Drafts {
        let mut drafts = Drafts { shanten: [0; 14], kinds: [0; 14], len: 0 };
        self.discards::<MAN, PIN, SOU, HONORS>(&mut drafts);
        self.discards::<PIN, MAN, SOU, HONORS>(&mut drafts);
        self.discards::<SOU, MAN, PIN, HONORS>(&mut drafts);
        self.discards::<HONORS, MAN, PIN, SOU>(&mut drafts);
        drafts
    }
}

/// Acceptance by discard before unseen tiles are counted, in arrays so that counting is vectorised.
struct Drafts {
    shanten: [i8; 14],
    kinds: [u64; 14],
    len: usize,
}

impl Drafts {
    #[inline]
    fn push(&mut self, (shanten, kinds): (i8, KindSet)) {
        self.shanten[self.len] = shanten;
        self.kinds[self.len] = kinds.bits();
        self.len += 1;
    }
}

const MAN: usize = Suit::Man.index();
const PIN: usize = Suit::Pin.index();
const SOU: usize = Suit::Sou.index();
const HONORS: usize = Suit::Honor.index();

/// The classes after the draws of a suit, by number. For kinds that make no sequences, by the
/// number held: none, one or two; a fourth never helps.
type Draws = [Class; 9];

/// Returns whether the suit's kinds make no sequences: honours, and 1m 9m without those between.
const fn is_loose(suit: usize, three: bool) -> bool {
    suit == HONORS || suit == MAN && three
}

/// Returns the index of loose kinds in the table of honours.
#[inline]
fn loose_index<const SUIT: usize>(index: u32) -> u32 {
    if SUIT == MAN { loose_man(index) } else { index }
}

/// Returns the class of a suit by its index.
#[inline]
fn class<const SUIT: usize, const THREE: bool>(index: u32) -> Class {
    if is_loose(SUIT, THREE) {
        tables::honor(loose_index::<SUIT>(index))
    } else {
        tables::suit(index)
    }
}

#[inline]
fn draws<const SUIT: usize, const THREE: bool>(index: u32) -> Draws {
    if is_loose(SUIT, THREE) {
        let index = loose_index::<SUIT>(index);
        let after = |held: usize| tables::honor(index + HONOR_UNITS[held]);
        [after(0), after(1), after(2), 0, 0, 0, 0, 0, 0]
    } else {
        tables::suit_draws(index)
    }
}

/// Returns the draws of a suit that lower the standard form; `rest` is the class of the other
/// suits. Kinds held four times or not in the pack are arbitrary.
#[inline]
fn lowering<const SUIT: usize, const THREE: bool>(
    goal: Goal,
    draws: &Draws,
    standard: i8,
    rest: Class,
    held: &Held,
) -> KindSet {
    let was_odd = (standard & 1) as u64;
    let odd = |i: usize| goal.is_odd(rest, draws[i]);
    if is_loose(SUIT, THREE) {
        let lowers = |i: usize| odd(i) != was_odd;
        let kinds = (!held.kinds).only_if(lowers(0))
            | (held.kinds - held.pairs).only_if(lowers(1))
            | (held.pairs - held.triplets).only_if(lowers(2));
        kinds & KindSet::of_suit(Suit::ALL[SUIT])
    } else {
        let low = ((odd(3) * 2 + odd(2)) * 2 + odd(1)) * 2 + odd(0);
        let high = (((odd(8) * 2 + odd(7)) * 2 + odd(6)) * 2 + odd(5)) * 2 + odd(4);
        KindSet::from_valid(((low | high << 4) ^ (was_odd * 0x1ff)) << (9 * SUIT))
    }
}

/// The kinds held at least once, twice, three times, four times; and their tally.
struct Held {
    kinds: KindSet,
    pairs: KindSet,
    triplets: KindSet,
    fours: KindSet,
    tally: Tally,
}

impl Held {
    /// Returns the same without a tile of a kind, of which `stay` remain.
    #[inline]
    fn without(&self, kind: Kind, stay: u8, tally: Tally) -> Self {
        let gone = |n: u8| KindSet::from_valid(u64::from(stay == n) << kind.index());
        Self {
            kinds: self.kinds - gone(0),
            pairs: self.pairs - gone(1),
            triplets: self.triplets - gone(2),
            fours: self.fours - KindSet::only(kind),
            tally,
        }
    }

    /// Combines the draws of the three forms; `lowering` are those of the standard one.
    #[inline]
    fn accept(&self, pack: Pack, standard: i8, lowering: KindSet) -> (i8, KindSet) {
        let (mut shanten, mut kinds) = (standard, lowering);
        if self.tally.is_whole() {
            // A draw lowers any form by one at most, so forms further away do not matter.
            let (pairs, orphans) = (self.tally.seven_pairs(), self.tally.thirteen_orphans());
            shanten = shanten.min(pairs).min(orphans);
            kinds = kinds.only_if(standard == shanten)
                | self.toward_seven_pairs().only_if(pairs == shanten)
                | self.toward_thirteen_orphans().only_if(orphans == shanten);
        }
        (shanten, kinds & (pack.kinds() - self.fours))
    }

    /// Returns the draws toward seven pairs: those that pair a single tile, and new kinds while
    /// there are fewer than seven.
    #[inline]
    fn toward_seven_pairs(&self) -> KindSet {
        (self.kinds - self.pairs) | (!self.kinds).only_if(self.tally.kinds() < 7)
    }

    /// Returns the draws toward thirteen orphans: missing ones, and any while none is a pair.
    #[inline]
    fn toward_thirteen_orphans(&self) -> KindSet {
        KindSet::OUTSIDE - self.kinds.only_if(self.tally.outside_pairs() > 0)
    }
}

impl Hand {
    /// Returns the acceptance of a hand before its draw: 13 tiles, or 3 fewer for each meld.
    ///
    /// ```
    /// use facedown_tiles::{Hand, Pack, Unseen};
    ///
    /// let hand: Hand = "123m406p78s111z99s".parse()?;
    /// let acceptance = hand.acceptance(Pack::Four, &Unseen::beside(hand.counts()));
    /// assert_eq!((acceptance.shanten, acceptance.left), (0, 6));
    /// assert_eq!(acceptance.kinds.to_string(), "69s");
    /// # Ok::<(), facedown_tiles::ParseHandError>(())
    /// ```
    ///
    /// The caller guarantees 3n + 1 tiles, all of the pack.
    pub fn acceptance(&self, pack: Pack, unseen: &Unseen) -> Acceptance {
        debug_assert!(self.len() % 3 == 1, "{self} has {} tiles", self.len());
        let (shanten, kinds) = match pack {
            Pack::Four => Board::<false>::new(self).acceptance(),
            Pack::Three => Board::<true>::new(self).acceptance(),
        };
        Acceptance { shanten, left: unseen.total(kinds), kinds, live: kinds & unseen.kinds() }
    }

    /// Returns the acceptance after each discard of a hand after its draw: 14 tiles, or 3 fewer for
    /// each meld. Each entry equals the [`acceptance`](Hand::acceptance) of the remaining tiles.
    ///
    /// ```
    /// use facedown_tiles::{Hand, Pack, Unseen};
    ///
    /// let hand: Hand = "123m406p788s111z99s".parse()?;
    /// let discards = hand.discards(Pack::Four, &Unseen::beside(hand.counts()));
    /// let best = discards.best().expect("14 tiles");
    /// assert_eq!(best.kind.to_string(), "8s");
    /// assert_eq!(best.acceptance.kinds.to_string(), "69s");
    /// # Ok::<(), facedown_tiles::ParseHandError>(())
    /// ```
    ///
    /// The caller guarantees 3n + 2 tiles, all of the pack.
    pub fn discards(&self, pack: Pack, unseen: &Unseen) -> Discards {
        debug_assert!(self.len() % 3 == 2, "{self} has {} tiles", self.len());
        let drafts = match pack {
            Pack::Four => Board::<false>::new(self).all_discards(),
            Pack::Three => Board::<true>::new(self).all_discards(),
        };
        let left = drafts.kinds.map(|bits| unseen.total(KindSet::from_valid(bits)));
        let mut kinds = self.kinds.iter();
        Discards {
            list: std::array::from_fn(|i| {
                let (shanten, accepted) = (drafts.shanten[i], KindSet::from_valid(drafts.kinds[i]));
                let live = accepted & unseen.kinds();
                let acceptance = Acceptance { shanten, left: left[i], kinds: accepted, live };
                Discard { kind: kinds.next().unwrap_or(Kind::RED), acceptance }
            }),
            len: drafts.len,
        }
    }
}
