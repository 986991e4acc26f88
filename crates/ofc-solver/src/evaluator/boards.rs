//! Predictions for boards that differ by the placement of one deal: what they share is computed once.

use super::facts::{EntryPoints, Facts, RowFacts};
use super::features::{Features, RankCounts};
use super::{BoardNet, Evaluator, FIRST, OUT};
use crate::choices::each_choice;
use facedown_cards::{PackCard, PackSet};
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Row, Rules};

/// Subsets of a deal that a row can receive.
const SUBSETS: usize = 1 << 5;

/// A row with its share of the first layer.
#[derive(Clone, Copy)]
struct RowPart {
    sums: [f32; FIRST],
    made: usize,
    room: usize,
    facts: RowFacts,
}

/// One board after another with the same cards to come.
struct Boards<'a> {
    net: &'a BoardNet,
    rules: &'a Rules,
    entry: EntryPoints,
    unseen: PackSet,
    left: RankCounts,
    /// The bias and the share of the cards to come.
    base: [f32; FIRST],
}

impl<'a> Boards<'a> {
    fn new(evaluator: &Evaluator, net: &'a BoardNet, rules: &'a Rules, unseen: PackSet) -> Self {
        let entry = evaluator.set.entry_points();
        let left = RankCounts::of(unseen);
        let mut base = *net.first.bias();
        net.first.add(&mut base, Features::of_unseen(unseen, &left).list());
        Self { net, rules, entry, unseen, left, base }
    }

    fn row(&self, row: Row, cards: PackSet) -> RowPart {
        let (features, made) = Features::of_row(row, cards, self.unseen, &self.left);
        let mut sums = [0.0; FIRST];
        self.net.first.add(&mut sums, features.list());
        let facts = RowFacts::of(row, cards);
        RowPart { sums, made, room: row.size() - cards.len(), facts }
    }

    fn predict(&self, rows: [&RowPart; 3]) -> [f32; OUT] {
        let facts = Facts::of(self.rules, rows.map(|row| &row.facts));
        if facts.foul {
            return facts.combine([0.0; OUT], &self.entry);
        }
        let mut sums = self.base;
        for row in rows {
            for (sum, part) in sums.iter_mut().zip(&row.sums) {
                *sum += part;
            }
        }
        let order = Features::of_order(rows.map(|row| row.made), rows.map(|row| row.room));
        self.net.first.add(&mut sums, &order);
        facts.combine(self.net.finish(sums), &self.entry)
    }
}

impl Evaluator {
    /// Predicts a board; `None` if there is no network for it.
    pub(super) fn predict(
        &self,
        rules: &Rules,
        board: &Partial,
        unseen: PackSet,
    ) -> Option<[f32; OUT]> {
        let boards = Boards::new(self, self.net(board.cards().len())?, rules, unseen);
        let rows = Row::ALL.map(|row| boards.row(row, board.row(row)));
        Some(boards.predict(rows.each_ref()))
    }

    /// Visits every placement of a deal of up to five cards with the prediction for the board after
    /// it; `unseen` are the cards that may come then. Returns whether there is a network for them.
    #[allow(clippy::large_stack_arrays, reason = "32 kB, and no allocation in a hot loop")]
    pub(super) fn each_choice(
        &self,
        rules: &Rules,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
        visit: &mut impl FnMut(Partial, Option<PackCard>, [f32; OUT]),
    ) -> bool {
        let placed = board.cards().len() + deal.len() - usize::from(deal.len() == 3);
        let Some(net) = self.net(placed) else { return false };
        let boards = Boards::new(self, net, rules, unseen);
        let mut rows: [[Option<RowPart>; SUBSETS]; 3] = [[None; SUBSETS]; 3];
        each_choice(board, deal, |after, discard| {
            let mut subsets = [0; 3];
            for (row, place) in Row::ALL.into_iter().zip(&mut subsets) {
                let cards = after.row(row);
                for (i, card) in deal.iter().enumerate() {
                    *place |= usize::from(cards.contains(*card)) << i;
                }
                let part = &mut rows[row as usize][*place];
                part.get_or_insert_with(|| boards.row(row, cards));
            }
            let [Some(top), Some(middle), Some(bottom)] =
                [0, 1, 2].map(|row: usize| rows[row][subsets[row]].as_ref())
            else {
                return;
            };
            visit(after, discard, boards.predict([top, middle, bottom]));
        });
        true
    }
}
