//! Opponents as far as they are known: boards that are complete, and ends of boards that are not.
//!
//! Where a board is not complete, many deals to all opponents are played out at once: no card is
//! dealt twice. When a card comes to the seat that asks, the ends for which an opponent was dealt
//! that card are no longer possible, and values are taken over those that are left.

use super::Position;
use super::discards::Discards;
use super::evaluator::Guess;
use super::fit::draw;
use super::openings::each_choice;
use super::streets::StreetScratch;
use super::style::StyleOdds;
use super::stylists::Stylists;
use crate::endgame::{
    BOARDS, Draws, Endgame, EndgameError, Fillings, Partial, Placement, Sums, Worth, each_placement,
};
use crate::fantasy::{Scratch, Solver};
use crate::{Board, Row, Rows};
use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use rayon::prelude::*;
use std::time::Instant;

/// How many ends are played out at once before the clock is looked at.
const AT_A_TIME: usize = 4;
/// How many of them values are taken over at once, at most.
const AT_ONCE: usize = 16;

/// How much is played out where boards are not complete.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// How many ends at most. Up to 64, values are taken over all of them, whatever cards come: less
    /// than of 512, hardly any could be told apart by cards.
    pub ends: usize,
    /// When no more are begun; four are always played out.
    pub until: Option<Instant>,
    /// Whether what opponents discarded is inferred from what they kept; otherwise any unseen card
    /// is as likely.
    pub inference: bool,
    /// Whether opponents play in styles that are inferred from what is seen of their boards, and from
    /// earlier hands ([`Position::with_styles`]); otherwise all play for the points that are expected.
    pub styles: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Self { ends: 512, until: None, inference: false, styles: false }
    }
}

/// The opponents of a position, and the endgame that values boards against them.
#[derive(Clone, Debug)]
pub struct Opposition {
    alone: Endgame,
    /// Against all that may be, before more cards come.
    against: Endgame,
    ends: Vec<End>,
    /// Whether ends are sorted out by the cards that come.
    sorts: bool,
    /// The cards that may come to anybody.
    unseen: PackSet,
    /// What opponents discarded, where that is inferred.
    discards: Option<Discards>,
    /// How likely opponents play in which style, where that is inferred.
    styles: Option<Vec<StyleOdds>>,
    /// The mean royalties of boards that were played out.
    royalties: f64,
}

/// One way that all opponents may end.
#[derive(Clone, Debug)]
struct End {
    boards: Vec<Option<Rows>>,
    /// What they were dealt on the way, discards included.
    dealt: PackSet,
}

/// Below so many unseen cards most ends clash with a draw.
const FEW_CARDS: usize = 20;

/// The first ends as bits, for each card those that are possible with it.
struct Bits {
    ends: usize,
    opponents: usize,
    with: Vec<u64>,
}

impl Bits {
    /// The boards of all opponents that are left by a draw: a power of two of ends, all of them
    /// where none is possible.
    fn left(&self, draw: [usize; 3]) -> u64 {
        let all = u64::MAX >> (64 - self.ends);
        let mut left = draw.into_iter().fold(all, |left, card| left & self.with[card]);
        if left == 0 {
            left = all;
        }
        let even = 1 << left.count_ones().ilog2();
        while left.count_ones() > even {
            left &= !(1 << left.ilog2());
        }
        (0..self.opponents).fold(0, |bits, opponent| bits | left << (opponent * self.ends))
    }
}

/// Numbers of ends that are possible together with cards that came.
pub(super) type Possible = ([u16; AT_ONCE], usize);

impl Opposition {
    /// The opponents of a position. Boards that are not complete are played out by random deals,
    /// drawn from the seed: by quick guesses up to street 3, exactly on streets 4 and 5, each for its
    /// own royalties and Fantasyland and without a look at other boards.
    pub fn new(position: &Position, worth: Worth, seed: u64) -> Result<Self, EndgameError> {
        Self::with_effort(position, worth, seed, Effort::default())
    }

    /// The same with more ends, or less. Ends that the time allows are never other ones than those
    /// without a clock, only fewer.
    pub fn with_effort(
        position: &Position,
        worth: Worth,
        seed: u64,
        effort: Effort,
    ) -> Result<Self, EndgameError> {
        let alone = Endgame::new(position.rules(), worth)?;
        let sorts = effort.ends > BOARDS && !position.opponents_complete();
        // On the last streets no more than a word of ends is looked at, unless few cards are left.
        let few = position.street() == 4 && position.unseen().len() < FEW_CARDS;
        let most = if position.street() < 4 || few { effort.ends } else { effort.ends.min(BOARDS) };
        let PlayedOut { ends, discards, styles } = if position.opponents_complete() {
            PlayedOut::default()
        } else {
            play_out(position, worth, seed, Effort { ends: most, ..effort })?
        };
        let known = |board: &Partial| Board::new(board.rows()).ok();
        let boards = if ends.is_empty() {
            let boards = position.opponents().iter().filter_map(known);
            boards.map(|board| vec![alone.scorer().rows(&board)]).collect()
        } else {
            by_opponent(ends.iter().take(at_first(ends.len(), position.opponents().len())))
        };
        let against = alone.clone().against(&boards)?;
        let sorts = sorts && (ends.len() > BOARDS || position.street() >= 4);
        let unseen = position.unseen();
        let royalties = mean_royalties(&alone, &ends);
        Ok(Self { alone, against, ends, sorts, unseen, discards, styles, royalties })
    }

    /// What opponents discarded, where that is inferred.
    pub const fn discards(&self) -> Option<&Discards> {
        self.discards.as_ref()
    }

    /// How likely opponents play in which style, where that is inferred: by earlier hands and by
    /// what is seen of this one.
    pub fn styles(&self) -> Option<&[StyleOdds]> {
        self.styles.as_deref()
    }

    /// Whether any board was played out.
    pub fn is_modelled(&self) -> bool {
        !self.ends.is_empty()
    }

    /// How many ends were played out.
    pub fn ends(&self) -> usize {
        self.ends.len()
    }

    /// How large a part of the boards that were played out are fouls.
    pub fn fouls(&self) -> f64 {
        let boards = self.ends.iter().flat_map(|end| &end.boards);
        let fouls = boards.clone().filter(|board| board.is_none()).count();
        fouls as f64 / boards.count().max(1) as f64
    }

    /// The mean royalties of the boards that were played out, none for a foul.
    pub const fn royalties(&self) -> f64 {
        self.royalties
    }

    /// The endgame against all that may be, before more cards come.
    pub fn endgame(&self) -> &Endgame {
        &self.against
    }

    /// The first ends, a power of two of them, that are possible where these cards are left; all
    /// count where none is possible.
    pub(super) fn possible(&self, left: PackSet) -> Possible {
        let came = self.unseen - left;
        let (mut list, mut count) = ([0; AT_ONCE], 0);
        if !self.sorts {
            return (list, 0);
        }
        for (i, end) in self.ends.iter().enumerate() {
            if (end.dealt & came).is_empty() {
                list[count] = i as u16;
                count += 1;
                if count == AT_ONCE {
                    break;
                }
            }
        }
        let even = if count == 0 { 0 } else { 1 << count.ilog2() };
        list[even..].fill(0);
        (list, even)
    }

    /// The endgame against ends that are possible.
    pub(super) fn against(&self, (list, count): &Possible) -> Endgame {
        if *count == 0 {
            return self.against.clone();
        }
        let ends = list[..*count].iter().map(|i| &self.ends[usize::from(*i)]);
        self.alone.clone().against(&by_opponent(ends)).unwrap_or_else(|_| self.against.clone())
    }

    /// The ends that are possible with each card, as bits; nothing where so few cards are left that
    /// most ends are not possible with a draw, and one by one is quick.
    fn bits(&self, cards: &[PackCard], opponents: usize) -> Option<Bits> {
        if cards.len() < FEW_CARDS || !self.against.has_field() {
            return None;
        }
        let ends = at_first(self.ends.len(), opponents);
        let with = |card: &PackCard| {
            let possible = |(i, end): (usize, &End)| u64::from(!end.dealt.contains(*card)) << i;
            self.ends.iter().take(ends).enumerate().map(possible).sum()
        };
        Some(Bits { ends, opponents, with: cards.iter().map(with).collect() })
    }

    /// Every placement on street 4 or 5, the best first: over all draws, each against the ends that
    /// are possible with it.
    pub fn solve(&self, position: &Position) -> Result<Vec<Placement>, EndgameError> {
        let (board, deal) = (position.board(), position.deal());
        let seen = position.opponents().iter().fold(position.dead(), |dead, b| dead | b.cards());
        if !self.sorts || board.cards().len() != 9 {
            return self.against.solve(board, deal, seen);
        }
        let cards: Vec<PackCard> = self.unseen.iter().collect();
        let bits = self.bits(&cards, self.against.opponents());
        Ok(self.solve_street_4(position, &cards, bits.as_ref()))
    }

    /// Street 4 over all draws of these cards, ends told apart by bits or one by one.
    fn solve_street_4(
        &self,
        position: &Position,
        cards: &[PackCard],
        bits: Option<&Bits>,
    ) -> Vec<Placement> {
        let mut placements = Vec::with_capacity(27);
        each_placement(position.board(), position.deal(), |board, discard| {
            placements.push((board, discard));
        });
        let opponents = self.against.opponents();
        let fillings: Vec<Fillings> = match bits {
            Some(_) => placements.iter().map(|(b, _)| self.against.fillings(b, cards)).collect(),
            None => Vec::new(),
        };
        let from = |a: usize| {
            let mut sums = vec![Sums::default(); placements.len()];
            for b in a + 1..cards.len() {
                for c in b + 1..cards.len() {
                    if let Some(bits) = bits {
                        let among = self.against.among(bits.left([a, b, c]));
                        for (sums, fillings) in sums.iter_mut().zip(&fillings) {
                            sums.add(self.against.best_among(fillings, [a, b, c], &among), 1);
                        }
                        continue;
                    }
                    let draw = [cards[a], cards[b], cards[c]];
                    let left = self.unseen - draw.into_iter().collect();
                    let endgame = self.against(&self.possible(left));
                    for (sums, (board, _)) in sums.iter_mut().zip(&placements) {
                        endgame.add_best(sums, board, &draw);
                    }
                }
            }
            sums
        };
        let parts: Vec<_> = (0..cards.len()).into_par_iter().map(from).collect();
        let mut answer: Vec<Placement> = Vec::with_capacity(placements.len());
        for (i, (board, discard)) in placements.into_iter().enumerate() {
            let mut sums = Sums::default();
            for part in &parts {
                sums.add_all(&part[i], 1);
            }
            let outlook = sums.outlook(opponents);
            answer.push(Placement { board, discard, value: outlook.value, outlook });
        }
        answer.sort_by(|a, b| b.value.total_cmp(&a.value));
        answer
    }
}

/// How many ends values are taken over before more cards come: a power of two, and all boards bits of
/// one word.
fn at_first(ends: usize, opponents: usize) -> usize {
    1 << ends.min(BOARDS / opponents.max(1)).max(1).ilog2()
}

/// The mean royalties of all boards.
fn mean_royalties(endgame: &Endgame, ends: &[End]) -> f64 {
    let boards = ends.iter().flat_map(|end| &end.boards);
    let royalties =
        boards.clone().flatten().map(|rows| f64::from(endgame.scorer().royalties(*rows)));
    royalties.sum::<f64>() / boards.count().max(1) as f64
}

/// What was played out, and what was inferred of opponents where that is asked for.
#[derive(Default)]
struct PlayedOut {
    ends: Vec<End>,
    discards: Option<Discards>,
    styles: Option<Vec<StyleOdds>>,
}

/// Plays boards to their ends, as often as the effort says; a power of two of times.
fn play_out(
    position: &Position,
    worth: Worth,
    seed: u64,
    effort: Effort,
) -> Result<PlayedOut, EndgameError> {
    // Each opponent plays for its own points, which are paid as often as those of the seat.
    let payers = position.opponents().len().max(1) as f64;
    let worth = Worth { entry: worth.entry.map(|points| points / payers), ..worth };
    let endgame = Endgame::new(position.rules(), worth)?;
    let guess = Guess::new(position.rules(), worth, 0);
    let solver = |cards: u8| match cards {
        0 => None,
        cards => {
            let stay = worth.staying(position.rules(), usize::from(cards));
            Solver::new(position.rules(), stay).ok().map(|solver| (cards, solver))
        }
    };
    let fantasy: Vec<_> = position.fantasy().iter().map(|cards| solver(*cards)).collect();
    let player = Player { endgame: &endgame, guess: &guess };
    let discards = effort.inference.then(|| Discards::infer(position, &endgame, &guess));
    let stylists = if effort.styles { Some(Stylists::infer(position, worth)?) } else { None };
    let one = |(street, scratch): &mut (StreetScratch, Scratch), i: usize| {
        let rng = &mut Rng::stream(seed, i as u64);
        let mut unseen = position.unseen();
        if let Some(discards) = &discards {
            discards.draw(&mut unseen, rng);
        }
        let mut boards = position.opponents().to_vec();
        for (board, set) in boards.iter_mut().zip(&fantasy) {
            if let Some((cards, solver)) = set {
                *board = set_board(solver, scratch, &draw(&mut unseen, usize::from(*cards), rng));
            }
        }
        match &stylists {
            Some(stylists) => stylists.end(street, &mut boards, &mut unseen, rng),
            None => player.end(&mut street.draws, &mut boards, &mut unseen, rng),
        }
        let rows = |board: &Partial| endgame.scorer().rows(&Board::new(board.rows()).ok()?);
        End { boards: boards.iter().map(rows).collect(), dealt: position.unseen() - unseen }
    };
    let mut ends = Vec::with_capacity(effort.ends);
    while ends.len() < effort.ends.max(AT_A_TIME) {
        let more = ends.len()..(ends.len() + AT_A_TIME).min(effort.ends.max(AT_A_TIME));
        let played = more.into_par_iter().map_init(Default::default, one);
        ends.par_extend(played);
        if effort.until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
    }
    ends.truncate(1 << ends.len().ilog2());
    Ok(PlayedOut { ends, discards, styles: stylists.map(Stylists::into_odds) })
}

/// A Fantasyland hand as its seat sets it for its own points.
fn set_board(solver: &Solver, scratch: &mut Scratch, cards: &[PackCard]) -> Partial {
    let rows = match solver.solve_with(scratch, cards) {
        Ok(set) => Row::ALL.map(|row| set.board.row(row)),
        // No low: a foul however it is set.
        Err(_) => [0..3, 3..8, 8..13].map(|range| cards[range].iter().copied().collect()),
    };
    Partial::new(rows).unwrap_or(Partial::EMPTY)
}

/// For each opponent its boards in these ends.
fn by_opponent<'a>(ends: impl Iterator<Item = &'a End>) -> Vec<Vec<Option<Rows>>> {
    let mut boards: Vec<Vec<Option<Rows>>> = Vec::new();
    for end in ends {
        boards.resize_with(end.boards.len(), Vec::new);
        for (boards, board) in boards.iter_mut().zip(&end.boards) {
            boards.push(*board);
        }
    }
    boards
}

/// Plays all boards to their ends, street by street in the order of the opponents, by what is said of
/// each opponent's board and deal.
pub(super) fn play_on(
    boards: &mut [Partial],
    unseen: &mut PackSet,
    rng: &mut Rng,
    mut place: impl FnMut(usize, &Partial, &[PackCard], PackSet, &mut Rng) -> Partial,
) {
    while let Some(least) = boards.iter().map(|b| b.cards().len()).min().filter(|n| *n < 13) {
        let next = boards.iter_mut().enumerate().filter(|(_, board)| board.cards().len() == least);
        for (i, board) in next {
            let deal = draw(unseen, if least == 0 { 5 } else { 3 }, rng);
            *board = place(i, board, &deal, *unseen, rng);
        }
    }
}

/// Plays boards for their own points: by quick guesses up to street 3, exactly on streets 4 and 5.
pub(crate) struct Player<'a> {
    pub(crate) endgame: &'a Endgame,
    pub(crate) guess: &'a Guess,
}

impl Player<'_> {
    /// Plays all boards to their ends, street by street in the order of the opponents.
    fn end(&self, draws: &mut Draws, boards: &mut [Partial], unseen: &mut PackSet, rng: &mut Rng) {
        play_on(boards, unseen, rng, |_, board, deal, unseen, _| {
            self.place(draws, board, deal, unseen)
        });
    }

    /// The board after the placement that promises most.
    pub(crate) fn place(
        &self,
        draws: &mut Draws,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
    ) -> Partial {
        let placed = board.cards().len();
        if placed == 9 {
            return self.endgame.best_on_street_4(draws, board, deal, unseen).1;
        }
        let mut best = (f64::NEG_INFINITY, *board);
        each_choice(board, deal, |next, _| {
            let value = if placed == 11 {
                self.endgame.complete(&next).value as f64
            } else {
                self.guess.value(&next, unseen)
            };
            if value > best.0 {
                best = (value, next);
            }
        });
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use facedown_cards::parse_pack;

    #[test]
    fn ends_as_bits_count_like_ends_one_by_one() {
        let worth = Worth { foul: 6.0, entry: [10.0, 14.0, 20.0, 26.0, 33.0] };
        let theirs = [
            "Ah Ac / Kd Kc 5d 5c / 6h 6c 3h 3d 9c".parse().unwrap(),
            "Jh / 8d 8c Td / Th 9h 2h Qh 5h".parse().unwrap(),
        ];
        for opponents in [&theirs[..1], &theirs[..]] {
            let board = "Qs / 7c 7d 2d / 9s Ts Js 8s 2s".parse().unwrap();
            let deal = parse_pack("Qd 7h 4s").unwrap();
            let position =
                Position::new(&Rules::STANDARD, board, &deal, opponents, PackSet::EMPTY).unwrap();
            let effort = Effort { ends: 16, ..Effort::default() };
            let mut opposition = Opposition::with_effort(&position, worth, 3, effort).unwrap();
            opposition.sorts = true;
            let cards: Vec<PackCard> = opposition.unseen.iter().collect();
            let bits = opposition.bits(&cards, opponents.len()).unwrap();
            let by_bits = opposition.solve_street_4(&position, &cards, Some(&bits));
            let one_by_one = opposition.solve_street_4(&position, &cards, None);
            for placement in &by_bits {
                let same = one_by_one.iter().find(|p| p.board == placement.board).unwrap();
                let close = (placement.value - same.value).abs() < 1e-9;
                assert!(close, "{} {} {}", placement.board, placement.value, same.value);
            }
        }
    }
}
