//! Settings of Fantasyland hands: exact ones, and quick ones for rollouts.

use crate::fantasy::{Opponent, Scratch, Solver};
use crate::{Action, Board, Middle, Ofc, Place, Row, Rules, Stakes, View};
use facedown_cards::poker::{Strength, Subsets};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{Game, Rng, Seat};

/// Number of sampled hands that represent an opponent in Fantasyland.
const SAMPLES: usize = 16;

/// A setting of a seat's Fantasyland cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FantasylandSetting {
    /// The rows, top first; of two jokers the first lies in the higher row.
    pub rows: [PackSet; 3],
    /// The expected value: points against all opponents, and the value of staying.
    pub value: f64,
}

/// Sets Fantasyland hands exactly: against the visible boards, and against sampled boards of
/// opponents that are in Fantasyland too. It plays for [`Stakes::estimate`] unless
/// [`FantasylandBot::play_for`] sets other stakes.
#[derive(Debug, Default)]
pub struct FantasylandBot {
    scratch: Scratch,
    /// Stakes in place of the estimate.
    stakes: Option<Stakes>,
    /// The last setting, with the rules, own cards and open cards that it belongs to.
    last: Option<((Rules, PackSet, PackSet), FantasylandSetting)>,
}

impl FantasylandBot {
    /// Sets the stakes of the game that it plays, of a seat against each opponent.
    pub fn play_for(&mut self, stakes: Stakes) {
        if self.stakes != Some(stakes) {
            self.stakes = Some(stakes);
            self.forget();
        }
    }

    fn stakes(&self, rules: &Rules) -> Stakes {
        self.stakes.unwrap_or_else(|| Stakes::estimate(rules))
    }

    /// Returns the best setting for a seat in Fantasyland; `None` if every setting is a foul, or the
    /// seat is not in Fantasyland.
    pub fn best(&mut self, game: &Ofc, view: &View) -> Option<FantasylandSetting> {
        let table = view.table();
        if table.fantasy(view.seat()) == 0 {
            return None;
        }
        let of = (*game.rules(), view.dealt().iter().copied().collect(), table.open());
        if let Some((_, set)) = self.last.filter(|(last, _)| *last == of) {
            return Some(set);
        }
        let set = self.solve(game, view)?;
        self.last = Some((of, set));
        Some(set)
    }

    /// Returns the placement of the next card; `None` if the cards placed so far are not part of the
    /// best setting.
    pub fn next(&mut self, game: &Ofc, view: &View, legal: &[Action]) -> Option<Action> {
        let rows = self.best(game, view)?.rows;
        let now = view.rows();
        let kept = (0..3).all(|i| (now[i] - rows[i]).is_empty());
        let away = rows.iter().all(|row| (view.discards() & *row).is_empty());
        let place = place_in(rows, *view.hand().first()?);
        legal.iter().copied().find(|action| kept && away && action.places() == [place])
    }

    /// Returns the placement of the next card, by a quick setting where [`FantasylandBot::next`] has
    /// none.
    pub fn choose(&mut self, game: &Ofc, view: &View, legal: &[Action]) -> Action {
        self.next(game, view, legal).unwrap_or_else(|| {
            let rows = quick_setting(game, view.dealt());
            let place = view.hand().first().map(|card| place_in(rows, *card));
            let quick = legal.iter().find(|action| place.is_some_and(|p| action.places() == [p]));
            quick.copied().unwrap_or(legal[0])
        })
    }

    /// Forgets the last setting.
    pub fn forget(&mut self) {
        self.last = None;
    }

    fn solve(&mut self, game: &Ofc, view: &View) -> Option<FantasylandSetting> {
        let table = view.table();
        let seats = game.seats();
        let opponents = self.opponents(game, view)?;
        // Each opponent pays for the next Fantasyland.
        let stay = self.stakes(game.rules()).staying(game.rules(), view.dealt().len());
        let stay = if table.setup().last { 0.0 } else { (stay * (seats - 1) as f64).min(1000.0) };
        let solver = Solver::new(game.rules(), stay).ok()?.against(&opponents);
        let best = solver.solve_with(&mut self.scratch, view.dealt()).ok()?;
        let rows = Row::ALL.map(|row| best.board.row(row));
        let both = PackCard::JOKERS.iter().all(|joker| view.dealt().contains(joker));
        let rows = if both { jokers_in_order(rows) } else { rows };
        Some(FantasylandSetting { rows, value: best.value })
    }

    /// Returns the boards of the other seats. Seats in Fantasyland are dealt hands of unseen cards,
    /// which they set for their own points. The seed is the unseen cards, so that equal views have
    /// equal samples.
    fn opponents(&mut self, game: &Ofc, view: &View) -> Option<Vec<Opponent>> {
        let table = view.table();
        let others = || Seat::all(game.seats()).filter(|seat| *seat != view.seat());
        let mut boards: Vec<Vec<_>> = vec![Vec::new(); game.seats()];
        for seat in others().filter(|seat| table.fantasy(*seat) == 0) {
            let board = Board::new(table.rows(seat)).ok()?;
            boards[seat.index()].push((game.scorer().rows(&board), 1.0));
        }
        let stakes = self.stakes(game.rules());
        let solver = |seat: Seat| {
            let stay = stakes.staying(game.rules(), table.fantasy(seat));
            Some((seat, Solver::new(game.rules(), stay).ok()?))
        };
        let hidden: Option<Vec<_>> =
            others().filter(|seat| table.fantasy(*seat) > 0).map(solver).collect();
        let hidden = hidden?;
        if !hidden.is_empty() {
            let unseen = game.pack().collect::<PackSet>() - view.seen();
            let mut cards: Vec<PackCard> = unseen.iter().collect();
            let mut rng = Rng::new(unseen.bits());
            for _ in 0..SAMPLES {
                rng.shuffle(&mut cards);
                let mut rest = cards.as_slice();
                for (seat, solver) in &hidden {
                    let (hand, more) = rest.split_at_checked(table.fantasy(*seat))?;
                    rest = more;
                    let set = solver.solve_with(&mut self.scratch, hand).ok();
                    boards[seat.index()].push((set.map(|set| set.rows), 1.0));
                }
            }
        }
        others()
            .map(|seat| Opponent::one_of(std::mem::take(&mut boards[seat.index()])).ok())
            .collect()
    }
}

/// Exchanges the jokers of a hand with both, if need be, so that the first lies in the higher row.
fn jokers_in_order(mut rows: [PackSet; 3]) -> [PackSet; 3] {
    let [first, second] = PackCard::JOKERS;
    let row_of = |card: PackCard| rows.iter().position(|row| row.contains(card));
    // A discarded joker counts as the lowest.
    let [one, two] = [first, second].map(row_of);
    let swap = match (one, two) {
        (Some(one), Some(two)) => one > two,
        (None, Some(_)) => true,
        _ => false,
    };
    if swap {
        for (row, old, new) in [(one, first, second), (two, second, first)] {
            if let Some(row) = row {
                rows[row] = (rows[row] - PackSet::EMPTY.with(old)).with(new);
            }
        }
    }
    rows
}

/// Returns the place of a card in a setting.
pub(crate) fn place_in(rows: [PackSet; 3], card: PackCard) -> Place {
    let row = Row::ALL.into_iter().find(|row| rows[*row as usize].contains(card));
    row.map_or(Place::Discard, Place::from)
}

/// Returns rows of 13 to 17 cards: the strongest bottom row, then the strongest middle row of the
/// rest, then the strongest top row. The rest never beats the row before it, so this is no foul. If
/// the middle row is a low, the best low comes first.
pub(crate) fn quick_setting(game: &Ofc, cards: &[PackCard]) -> [PackSet; 3] {
    let Some(subsets) = Subsets::new(cards) else { return [PackSet::EMPTY; 3] };
    let strongest = |within: u32, value: &dyn Fn(Strength) -> u16| {
        let (mut best, mut found) = (None, 0);
        subsets.fives(within, |mask, strength| {
            if Some(value(strength)) > best {
                (best, found) = (Some(value(strength)), mask);
            }
        });
        found
    };
    let low = game.rules().middle == Middle::DeuceToSeven;
    let all = subsets.all();
    let first = if low {
        strongest(all, &|strength| game.scorer().middle_number(strength))
    } else {
        strongest(all, &Strength::number)
    };
    let second = strongest(all & !first, &Strength::number);
    let (mut best, mut top) = (0, 0);
    subsets.threes(all & !first & !second, |mask, strength| {
        if strength.number() > best {
            (best, top) = (strength.number(), mask);
        }
    });
    let [middle, bottom] = if low { [first, second] } else { [second, first] };
    [top, middle, bottom].map(|mask| subsets.set(mask))
}
