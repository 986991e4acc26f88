//! What is certain about an incomplete board: fouls, royalties already earned, Fantasyland already
//! secured or out of reach. These are computed, and the networks learn the rest.

use super::{OUT, PARTS, points};
use facedown_cards::PackSet;
use facedown_cards::poker::{Category, Low, Strength};
use facedown_ofc::{Middle, Row, Rules};

/// The assumed probability of a foul that is nearly certain, at least.
const NEARLY: f32 = 0.9;

/// The points of a certain entry in the outputs of networks, by the hand that enters.
pub(super) type EntryPoints = [f32; PARTS - 2];

/// What is certain about a board. Rows with jokers are left to the networks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Facts {
    /// Whether every completion is a foul.
    pub(super) foul: bool,
    /// Whether the middle row has a full house at least and the bottom row less than three of a kind,
    /// so that a foul is nearly certain. Such boards are too rare to be learnt.
    pub(super) hardly_legal: bool,
    /// Royalties that every legal completion has.
    pub(super) earned: f32,
    pub(super) entry: TopEntry,
}

/// Whether the top row decides about Fantasyland already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TopEntry {
    Open,
    /// Every legal completion enters by this output, or none does.
    Closed(Option<usize>),
}

impl Facts {
    /// Returns the facts of a board with these rows, from the top down.
    pub(super) fn of(rules: &Rules, [top, middle, bottom]: [&RowFacts; 3]) -> Self {
        let royalties = &rules.royalties;
        let earned = |points: [u8; 10], row: &RowFacts| match row.least {
            Some(least) => points[least.category().index()],
            None => 0,
        };
        let (low, foul) = match rules.middle {
            Middle::High => {
                let points = earned(royalties.middle.by_category(), middle);
                (points, top.exceeds(middle) || middle.exceeds(bottom))
            }
            Middle::DeuceToSeven => low_row(rules, middle, top.exceeds(bottom)),
        };
        let high = earned(royalties.bottom.by_category(), bottom);
        let entry = match rules.middle {
            Middle::High => top.entry(),
            // The middle row can enter, too.
            Middle::DeuceToSeven => TopEntry::Open,
        };
        let strong = middle.least.is_some_and(|least| least >= Category::FullHouse.weakest());
        let weak = bottom.least.is_none_or(|least| least < Category::ThreeOfAKind.weakest());
        let hardly_legal = rules.middle == Middle::High && strong && weak;
        let earned = f32::from(top_points(rules, top)) + f32::from(low) + f32::from(high);
        Self { foul, hardly_legal, earned, entry }
    }

    /// Returns the points that every legal completion has, Fantasyland included.
    pub(super) fn certain(&self, entry: &EntryPoints) -> f32 {
        match self.entry {
            TopEntry::Closed(Some(output)) => self.earned + entry[output - 2],
            _ => self.earned,
        }
    }

    /// Returns what a network says together with the facts: royalties, the probability of a foul,
    /// those of Fantasyland, and the shares of the rows that are won.
    pub(super) fn combine(&self, out: [f32; OUT], entry: &EntryPoints) -> [f32; OUT] {
        let mut all = [0.0; OUT];
        if self.foul {
            all[1] = 1.0;
            return all;
        }
        let least = if self.hardly_legal { NEARLY } else { 0.0 };
        // A foul loses what is certain, too.
        all[1] = (-out[1] / (points::FOUL + self.certain(entry))).clamp(least, 1.0);
        let legal = 1.0 - all[1];
        all[0] = self.earned * legal + out[0].max(0.0);
        match self.entry {
            TopEntry::Open => {
                for ((all, out), points) in all[2..PARTS].iter_mut().zip(&out[2..]).zip(entry) {
                    *all = (out / points).clamp(0.0, 1.0);
                }
            }
            TopEntry::Closed(Some(output)) => all[output] = legal,
            TopEntry::Closed(None) => {}
        }
        for (all, out) in all[PARTS..].iter_mut().zip(&out[PARTS..]) {
            *all = out.clamp(0.0, legal);
        }
        all
    }

    /// Returns what a network should say of a board with this outcome; what it need not know is not a
    /// number. The inverse of [`combine`](Self::combine).
    pub(super) fn targets(&self, outcome: &[f32; OUT], entry: &EntryPoints) -> [f32; OUT] {
        let mut targets = *outcome;
        targets[0] = outcome[0] - self.earned * (1.0 - outcome[1]);
        targets[1] = -outcome[1] * (points::FOUL + self.certain(entry));
        for (target, points) in targets[2..PARTS].iter_mut().zip(entry) {
            *target *= points;
        }
        if self.entry != TopEntry::Open {
            targets[2..PARTS].fill(f32::NAN);
        }
        targets
    }
}

/// Returns the points of a low middle row, and whether a foul is certain.
fn low_row(rules: &Rules, middle: &RowFacts, foul: bool) -> (u8, bool) {
    let Some(strength) = middle.complete else { return (0, foul) };
    let low = &rules.royalties.low;
    let low_hand = Low::of_strength(strength);
    let points = match low_hand.and_then(Low::high_card) {
        Some(7) if low_hand == Some(Low::MAX) => low.wheel,
        Some(7) => low.seven,
        Some(8) => low.eight,
        Some(9) => low.nine,
        Some(10) => low.ten,
        _ => return (0, true),
    };
    (points, foul)
}

/// Returns the royalties that the top row has for certain.
fn top_points(rules: &Rules, top: &RowFacts) -> u8 {
    let Some(least) = top.least else { return 0 };
    let points = &rules.royalties.top;
    let rank = usize::from(least.ranks()[0]).saturating_sub(2);
    match least.category() {
        Category::Pair => points.pairs[rank],
        Category::ThreeOfAKind => points.threes[rank],
        _ => 0,
    }
}

/// Bounds of a row's strength when it is complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowFacts {
    /// The strength of a complete row.
    complete: Option<Strength>,
    /// A lower bound, if more than a high card is certain.
    least: Option<Strength>,
    /// An upper bound, if there is one.
    most: Option<Strength>,
}

impl RowFacts {
    pub(super) fn of(row: Row, cards: PackSet) -> Self {
        if cards.jokers() > 0 {
            return Self { complete: None, least: None, most: None };
        }
        if cards.len() == row.size() {
            let strength = Strength::of(cards);
            return Self { complete: strength, least: strength, most: strength };
        }
        let held = Held::of(cards);
        Self { complete: None, least: held.least(), most: held.most(row.size() - cards.len()) }
    }

    /// Returns whether every completion of this row is stronger than any of the row below.
    fn exceeds(&self, below: &Self) -> bool {
        matches!((self.least, below.most), (Some(least), Some(most)) if least > most)
    }

    /// Returns how a top row decides about Fantasyland.
    fn entry(&self) -> TopEntry {
        let Some(top) = self.complete else { return TopEntry::Open };
        TopEntry::Closed(match (top.category(), top.ranks()[0]) {
            (Category::Pair, rank @ 12..) => Some(usize::from(rank) - 9),
            (Category::ThreeOfAKind, _) => Some(6),
            _ => None,
        })
    }
}

/// The ranks of an incomplete row, 2 to 14 for an ace.
struct Held {
    bits: u64,
    /// The largest number of one rank, and the highest rank of so many.
    most: u32,
    rank: u8,
    pairs: u32,
    highest: u8,
}

impl Held {
    fn of(cards: PackSet) -> Self {
        let bits = cards.cards().bits();
        let mut held = Self { bits, most: 0, rank: 0, pairs: 0, highest: 0 };
        let mut ranks = (bits | bits >> 13 | bits >> 26 | bits >> 39) & 0x1FFF;
        while ranks != 0 {
            let index = ranks.trailing_zeros();
            ranks &= ranks - 1;
            let one_rank: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
            let count = (bits & one_rank << index).count_ones();
            let rank = if index == 0 { 14 } else { index as u8 + 1 };
            held.pairs += u32::from(count >= 2);
            held.highest = held.highest.max(rank);
            if (count, rank) > (held.most, held.rank) {
                (held.most, held.rank) = (count, rank);
            }
        }
        held
    }

    /// Returns a lower bound, if more than a high card is certain.
    fn least(&self) -> Option<Strength> {
        match (self.most, self.pairs) {
            (4, _) => Some(Category::FourOfAKind.weakest()),
            (3, _) => Some(Strength::three_of(self.rank)),
            (2, 2) => Some(Category::TwoPair.weakest()),
            (2, _) => Some(Strength::pair_of(self.rank)),
            _ => None,
        }
    }

    /// Returns an upper bound of a row of five with so much room, if there is one below quads.
    fn most(&self, room: usize) -> Option<Strength> {
        if self.is_straight_or_flush_draw() {
            return None;
        }
        let below = |strength: Strength| Strength::from_number(strength.number() - 1);
        let up_to_pair = |rank: u8| match rank {
            14 => Some(Category::Pair.strongest()),
            rank => below(Strength::pair_of(rank + 1)),
        };
        let up_to_three = |rank: u8| match rank {
            14 => Some(Category::ThreeOfAKind.strongest()),
            rank => below(Strength::three_of(rank + 1)),
        };
        match (room, self.most, self.pairs) {
            (1, 1, _) => up_to_pair(self.highest),
            (1, 2, 1) => up_to_three(self.rank),
            (2, 1, _) => up_to_three(self.highest),
            _ => None,
        }
    }

    /// Returns whether the cards may be part of a straight or of a flush.
    fn is_straight_or_flush_draw(&self) -> bool {
        let suited = (0..4).any(|suit| self.bits & !(0x1FFF << (13 * suit)) == 0);
        let bits = self.bits;
        let ranks = (bits | bits >> 13 | bits >> 26 | bits >> 39) & 0x1FFF;
        let high = ranks | (ranks & 1) << 13;
        let fits = |low: u32| (high & 0b1_1111 << low).count_ones() == self.bits.count_ones();
        suited || self.most == 1 && (0..10).any(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::super::NetworkSet;
    use super::*;
    use crate::choices::draw;
    use facedown_cards::PackCard;
    use facedown_game::Rng;
    use facedown_ofc::endgame::Partial;
    use facedown_ofc::{Board, Scorer};

    fn facts_of(rules: &Rules, board: &Partial) -> Facts {
        let rows = Row::ALL.map(|row| RowFacts::of(row, board.row(row)));
        Facts::of(rules, rows.each_ref())
    }

    /// Returns a random board with some places left in the given rows, and the unseen cards.
    fn random_board(room: [usize; 3], rng: &mut Rng) -> (Partial, PackSet) {
        let mut unseen: PackSet = PackCard::all().take(52).collect();
        // Few ranks, so that made hands are common.
        let few = rng.below(2) == 0;
        let mut rows = [PackSet::EMPTY; 3];
        let mut pool = unseen;
        if few {
            pool = unseen.iter().filter(|card| card.index() % 13 < 6).collect();
        }
        for (row, room) in Row::ALL.into_iter().zip(room) {
            let cards = draw(&mut pool, row.size() - room, rng);
            rows[row as usize] = cards.iter().copied().collect();
            unseen -= rows[row as usize];
        }
        (Partial::new(rows).unwrap(), unseen)
    }

    /// Calls `visit` with every way to fill the room of a board of up to two places.
    fn each_completion(board: &Partial, unseen: PackSet, visit: &mut dyn FnMut(&Board)) {
        let Some(row) = Row::ALL.into_iter().find(|row| board.room(*row) > 0) else {
            visit(&Board::new(board.rows()).unwrap());
            return;
        };
        for card in unseen {
            let mut rows = board.rows();
            rows[row as usize].insert(card);
            let left = unseen - PackSet::EMPTY.with(card);
            each_completion(&Partial::new(rows).unwrap(), left, visit);
        }
    }

    #[test]
    fn facts_hold_for_every_completion() {
        let rooms = [[0, 0, 2], [0, 2, 0], [2, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]];
        let (mut fouls, mut earned, mut secured) = (0, 0, 0);
        for rules in [Rules::STANDARD, Rules::DEUCE_TO_SEVEN] {
            let scorer = Scorer::new(&rules).unwrap();
            for number in 0..240 {
                let mut rng = Rng::stream(17, number);
                let room = rooms[number as usize % rooms.len()];
                let (board, unseen) = random_board(room, &mut rng);
                let facts = facts_of(&rules, &board);
                fouls += usize::from(facts.foul);
                earned += usize::from(facts.earned > 0.0);
                secured += usize::from(matches!(facts.entry, TopEntry::Closed(Some(_))));
                each_completion(&board, unseen, &mut |complete| {
                    let Some(rows) = scorer.rows(complete) else { return };
                    assert!(!facts.foul, "{board}: {complete}");
                    assert!(f32::from(scorer.royalties(rows)) >= facts.earned, "{board}");
                    if let TopEntry::Closed(output) = facts.entry {
                        let enters = scorer.entry(rows).is_some();
                        assert_eq!(enters, output.is_some(), "{board}");
                    }
                });
            }
        }
        assert!(fouls > 20 && earned > 20 && secured > 2, "{fouls} {earned} {secured}");
    }

    #[test]
    fn what_a_network_should_say_gives_the_outcome() {
        let texts = [
            "Qc Qd / 2c 2d 2h /",
            "Qc Qd 3h / Kc Kd /",
            "2c 5d 8h / 9c / 3c 3d",
            " / / 2c 2d 2h 2s",
        ];
        for text in texts {
            let facts = facts_of(&Rules::STANDARD, &text.parse().unwrap());
            let legal = 0.75;
            let mut outcome =
                [facts.earned * legal + 0.5, 1.0 - legal, 0.0, 0.1, 0.05, 0.2, 0.01, 0.3, 0.4, 0.5];
            if let TopEntry::Closed(way) = facts.entry {
                outcome[2..PARTS].fill(0.0);
                if let Some(way) = way {
                    outcome[way] = legal;
                }
            }
            for entry in NetworkSet::ALL.map(NetworkSet::entry_points) {
                let said = facts.targets(&outcome, &entry);
                let found = facts.combine(said.map(|x| if x.is_nan() { 0.0 } else { x }), &entry);
                let off = found.iter().zip(outcome).map(|(a, b)| (a - b).abs());
                assert!(off.fold(0.0, f32::max) < 1e-5, "{text}: {found:?}, not {outcome:?}");
            }
        }
    }

    #[test]
    fn facts_of_made_hands() {
        let facts = |text: &str| facts_of(&Rules::STANDARD, &text.parse().unwrap());
        let open =
            |earned| Facts { foul: false, hardly_legal: false, earned, entry: TopEntry::Open };
        assert_eq!(facts(" / / 2c 2d 2h 2s"), open(10.0));
        assert_eq!(facts("Qc Qd / 2c 2d 2h /"), open(9.0));
        let queens = facts("Qc Qd 3h / Kc Kd /");
        assert_eq!(queens.entry, TopEntry::Closed(Some(3)));
        assert!(!queens.foul);
        // The middle row can be a pair of tens at most, the bottom row two pair at least.
        assert!(facts("Qc Qd 3h / Tc 9d 5h 2s /").foul);
        assert!(!facts("Qc Qd 3h / Tc 9d Jh 8s /").foul, "a straight may come");
        assert!(facts(" / 8c 8d / 5c 5d 9h 3s 4s").foul);
        assert!(!facts(" / 5c 5d / 5h 5s 9h 3s 4s").foul);
        assert!(facts(" / 2c 2d 2h 2s / Kd").hardly_legal);
        assert!(!facts(" / 2c 2d 2h 2s / Kd Kc Kh").hardly_legal);
        assert!(facts("Ac Ad / Kc Kd Qh Js 9s /").foul);
    }
}
