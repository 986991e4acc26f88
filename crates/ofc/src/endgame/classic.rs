//! The last streets of a classic hand, exactly: one card at a time, and nothing is discarded.
//!
//! The value of a board is the mean over the next card of the best row for it, and so on to the last
//! place. Without discards the unseen cards follow from the board, so that the order in which cards
//! came does not matter: values of boards are kept and looked up. Isomorphic cards are tried once.

use super::draws::complete_rows;
use super::judge::{CompleteRow, Judge};
use super::suit_isomorphism::CardClasses;
use super::sums::{Expectation, Sums};
use super::{Endgame, EndgameError, Partial};
use crate::{Dealing, Row};
use facedown_cards::{PackCard, PackSet};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Maximum number of cards still to come after the street that is solved, so that sums fit.
pub const MAX_SINGLES: usize = 5;
/// Number of maps, each with its own lock.
const SHARDS: usize = 64;

/// Values of boards with at least two places left, shared by threads. They are valid for one set of
/// unseen cards.
#[derive(Debug)]
struct KnownBoards {
    totals: Vec<Mutex<HashMap<[u64; 3], i64>>>,
    sums: Vec<Mutex<HashMap<[u64; 3], Sums>>>,
}

impl Default for KnownBoards {
    fn default() -> Self {
        let shards = || (0..SHARDS).map(|_| Mutex::default());
        Self { totals: shards().collect(), sums: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }
}

fn key(board: &Partial) -> [u64; 3] {
    board.rows().map(PackSet::bits)
}

/// Returns the value of a key, computed and kept if it is new. It is computed without the lock.
fn known<T: Copy>(
    shards: &[Mutex<HashMap<[u64; 3], T>>],
    key: [u64; 3],
    compute: impl FnOnce() -> T,
) -> T {
    let mixed = key.into_iter().fold(0, |hash: u64, bits| {
        (hash ^ bits).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    });
    let shard = &shards[(mixed >> 40) as usize % SHARDS];
    let lock = || shard.lock().unwrap_or_else(PoisonError::into_inner);
    let found = lock().get(&key).copied();
    found.unwrap_or_else(|| {
        let value = compute();
        lock().insert(key, value);
        value
    })
}

/// A board on the way to its end.
#[derive(Clone, Copy)]
struct Node {
    board: Partial,
    /// The rows without room; [`CompleteRow::NONE`] for the others.
    rows: [CompleteRow; 3],
    unseen: PackSet,
    /// The number of places left.
    left: usize,
}

impl Node {
    fn new(judge: &Judge, board: &Partial, unseen: PackSet) -> Self {
        let rows = complete_rows(judge, board);
        Self { board: *board, rows, unseen, left: 13 - board.cards().len() }
    }

    /// Returns the node after one more card in a row; `None` if the row is full.
    #[inline]
    fn with(&self, judge: &Judge, row: Row, card: PackCard) -> Option<Self> {
        let room = self.board.room(row);
        if room == 0 {
            return None;
        }
        let mut cards = self.board.rows();
        cards[row as usize].insert(card);
        let mut rows = self.rows;
        if room == 1 {
            rows[row as usize] = judge.complete_row(row, cards[row as usize]);
        }
        let unseen = self.unseen - PackSet::EMPTY.with(card);
        Some(Self { board: Partial::of(cards), rows, unseen, left: self.left - 1 })
    }

    /// Visits every card that may come, up to isomorphism, with the number of such cards.
    #[inline]
    fn each_card(&self, mut visit: impl FnMut(PackCard, i64)) {
        let classes = CardClasses::new(&self.board, self.unseen);
        for (class, count) in classes.counts().iter().enumerate() {
            visit(classes.card(class), i64::from(*count));
        }
    }

    /// Returns the sum of the values over all sequences of cards to come, in units.
    fn total(&self, judge: &Judge, boards: Option<&KnownBoards>) -> i64 {
        match (self.left, boards) {
            (0, _) => i64::from(judge.value(self.rows.each_ref())),
            (2.., Some(known_boards)) => {
                known(&known_boards.totals, key(&self.board), || self.total_of_cards(judge, boards))
            }
            _ => self.total_of_cards(judge, boards),
        }
    }

    fn total_of_cards(&self, judge: &Judge, boards: Option<&KnownBoards>) -> i64 {
        let mut sum = 0;
        self.each_card(|card, count| {
            let rows = Row::ALL.into_iter().filter_map(|row| self.with(judge, row, card));
            sum += count * rows.map(|next| next.total(judge, boards)).max().unwrap_or(0);
        });
        sum
    }

    /// Returns the node after the best row for a card; of equals the upper row.
    fn best(&self, judge: &Judge, card: PackCard, boards: Option<&KnownBoards>) -> Option<Self> {
        let rows = Row::ALL.into_iter().filter_map(|row| self.with(judge, row, card));
        let mut best: Option<(i64, Self)> = None;
        for next in rows {
            let total = next.total(judge, boards);
            if best.as_ref().is_none_or(|(most, _)| total > *most) {
                best = Some((total, next));
            }
        }
        best.map(|(_, next)| next)
    }

    /// Returns the sums over all sequences of cards to come.
    fn sums(&self, judge: &Judge, boards: Option<&KnownBoards>) -> Sums {
        match (self.left, boards) {
            (0, _) => {
                let mut sums = Sums::default();
                sums.add(judge.key(self.rows.each_ref()), 1);
                sums
            }
            (2.., Some(known_boards)) => {
                known(&known_boards.sums, key(&self.board), || self.sums_of_cards(judge, boards))
            }
            _ => self.sums_of_cards(judge, boards),
        }
    }

    fn sums_of_cards(&self, judge: &Judge, boards: Option<&KnownBoards>) -> Sums {
        let mut sums = Sums::default();
        self.each_card(|card, count| {
            if let Some(next) = self.best(judge, card, boards) {
                sums.add_all(&next.sums(judge, boards), count);
            }
        });
        sums
    }
}

impl Endgame {
    /// Returns the best board after one card of a classic hand, if the rest is played for the greatest
    /// value. `unseen` are the cards that may come after it.
    pub fn best_single(&self, board: &Partial, card: PackCard, unseen: PackSet) -> Partial {
        let unseen = unseen - PackSet::EMPTY.with(card);
        let node = Node::new(&self.judge, board, unseen);
        node.best(&self.judge, card, None).map_or(*board, |next| next.board)
    }

    /// Returns the sums over all cards to come after the best row for one card of a classic hand.
    pub fn single_sums(&self, board: &Partial, card: PackCard, unseen: PackSet) -> Sums {
        let unseen = unseen - PackSet::EMPTY.with(card);
        let node = Node::new(&self.judge, board, unseen);
        let best = node.best(&self.judge, card, None);
        best.map_or_else(Sums::default, |next| next.sums(&self.judge, None))
    }
}

/// The next card after a placement.
#[derive(Clone, Copy, Debug)]
struct Task {
    placement: usize,
    /// `None` if the board is complete.
    card: Option<PackCard>,
    /// Number of cards that are isomorphic to it.
    weight: i64,
}

/// A decision of classic dealing that is being solved, slice by slice.
///
/// ```
/// use facedown_cards::PackSet;
/// use facedown_ofc::endgame::{ClassicStreet, Endgame};
/// use facedown_ofc::{Rules, Stakes};
///
/// let endgame = Endgame::new(&Rules::CLASSIC, Stakes::estimate(&Rules::CLASSIC))?;
/// let board = "Qs Qd / Kc Kh 4d 4c / 9s 9d 9h 2c".parse()?;
/// let mut street = ClassicStreet::new(endgame, &board, "2d".parse()?, PackSet::EMPTY)?;
/// street.advance(usize::MAX);
/// let placements = street.placements().expect("all cards were tried");
/// assert_eq!(placements[0].0.to_string(), "Qd Qs / 4c Kc 4d Kh / 2c 2d 9d 9h 9s");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ClassicStreet {
    endgame: Endgame,
    /// Boards with the sums so far.
    placements: Vec<(Partial, Sums)>,
    unseen: PackSet,
    tasks: Vec<Task>,
    done: usize,
    boards: KnownBoards,
}

impl ClassicStreet {
    /// Prepares every row for a card on a board with at least 7 cards. `dead` are other cards that
    /// cannot come.
    pub fn new(
        endgame: Endgame,
        board: &Partial,
        card: PackCard,
        dead: PackSet,
    ) -> Result<Self, EndgameError> {
        if endgame.scorer().rules().dealing != Dealing::Classic {
            return Err(EndgameError::Dealing(Dealing::Classic));
        }
        let placed = board.cards().len();
        if !(12 - MAX_SINGLES..13).contains(&placed) {
            return Err(EndgameError::Singles(placed));
        }
        let unseen = endgame.left(board, &[card], dead)?;
        let needed = 12 - placed;
        if unseen.len() < needed {
            return Err(EndgameError::Unseen { cards: unseen.len(), needed });
        }
        let (mut placements, mut tasks) = (Vec::with_capacity(3), Vec::new());
        let node = Node::new(&endgame.judge, board, unseen);
        let boards = Row::ALL.into_iter().filter_map(|row| node.with(&endgame.judge, row, card));
        for (placement, next) in boards.enumerate() {
            placements.push((next.board, Sums::default()));
            if next.left == 0 {
                tasks.push(Task { placement, card: None, weight: 1 });
            } else {
                next.each_card(|card, weight| {
                    tasks.push(Task { placement, card: Some(card), weight });
                });
            }
        }
        let boards = KnownBoards::default();
        Ok(Self { endgame, placements, unseen, tasks, done: 0, boards })
    }

    /// Returns the number of next cards solved so far, up to isomorphism, over all placements.
    pub const fn done(&self) -> usize {
        self.done
    }

    /// Returns the number of next cards in all.
    pub fn total(&self) -> usize {
        self.tasks.len()
    }

    fn solve(&self, task: &Task) -> Sums {
        let (judge, board) = (&self.endgame.judge, &self.placements[task.placement].0);
        let node = Node::new(judge, board, self.unseen);
        let next = match task.card {
            Some(card) => node.best(judge, card, Some(&self.boards)),
            None => Some(node),
        };
        next.map_or_else(Sums::default, |next| next.sums(judge, Some(&self.boards)))
    }

    fn slice(&self, count: usize) -> &[Task] {
        &self.tasks[self.done..][..count.min(self.tasks.len() - self.done)]
    }

    fn add(&mut self, found: &[Sums]) {
        for sums in found {
            let task = self.tasks[self.done];
            self.placements[task.placement].1.add_all(sums, task.weight);
            self.done += 1;
        }
    }

    /// Solves up to `count` more cards on this thread.
    pub fn advance(&mut self, count: usize) {
        let found: Vec<Sums> = self.slice(count).iter().map(|task| self.solve(task)).collect();
        self.add(&found);
    }

    /// Solves up to `count` more cards on the threads of the current pool.
    pub fn advance_parallel(&mut self, count: usize) {
        let slice = self.slice(count).par_iter().with_max_len(1);
        let found: Vec<Sums> = slice.map(|task| self.solve(task)).collect();
        self.add(&found);
    }

    /// Returns every placement with its expectation, the best first; `None` before all cards are
    /// solved.
    pub fn placements(&self) -> Option<Vec<(Partial, Expectation)>> {
        if self.done < self.tasks.len() {
            return None;
        }
        let opponents = self.endgame.opponents();
        let of = |(board, sums): &(Partial, Sums)| (*board, sums.expectation(opponents));
        let mut all: Vec<(Partial, Expectation)> = self.placements.iter().map(of).collect();
        all.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        Some(all)
    }
}
