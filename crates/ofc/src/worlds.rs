//! Sampling the worlds of a view.
//!
//! A seat does not know the discards of others, their hands and the cards to come. Every unseen card
//! is equally likely in each of these places, so shuffling the unseen cards once is an exact uniform
//! sample. Boards that seats in Fantasyland have set face down are made of their sampled cards, by
//! the quick setting of the rollout policy.

use crate::bots::quick_setting;
use crate::state::Own;
use crate::table::{MAX_SEATS, NO_CARD};
use crate::{Ofc, Phase, State, View};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{Game, Hidden, ImpossibleView, Rng, Seat, Worlds, meters};

/// The worlds of one view.
#[derive(Clone, Debug)]
pub struct OfcWorlds {
    game: Ofc,
    view: View,
    pool: [PackCard; PackCard::COUNT], // the unseen cards, then padding
    unseen: usize,
    hidden: usize, // number of them that a world needs
}

impl Hidden for Ofc {
    type Worlds = OfcWorlds;

    fn worlds(&self, view: &View) -> Result<OfcWorlds, ImpossibleView> {
        meters::WORLDS.count();
        let bad = |reason: String| Err(ImpossibleView::new(reason));
        let table = &view.table;
        let mut open = PackSet::EMPTY;
        let mut others = PackSet::EMPTY;
        for (seat, row) in Seat::all(self.seats()).flat_map(|s| table.rows(s).map(|row| (s, row))) {
            if let Some(card) = (row & open).iter().next() {
                return bad(format!("{card} lies on the table twice"));
            }
            open |= row;
            others = if seat == view.seat { others } else { others | row };
        }
        let mut dealt = PackSet::EMPTY;
        for card in view.dealt() {
            if dealt.contains(*card) {
                return bad(format!("{card} was dealt twice"));
            }
            if others.contains(*card) {
                return bad(format!("{card} was dealt to {} and lies with another", view.seat));
            }
            dealt.insert(*card);
        }
        let rows = view.rows();
        if let Some(card) = ((rows[0] | rows[1] | rows[2]) - dealt).iter().next() {
            return bad(format!("{card} lies with {}, which was never dealt it", view.seat));
        }
        let pack: PackSet = self.pack().collect();
        if let Some(card) = ((open | dealt) - pack).iter().next() {
            return bad(format!("{card} is not in the pack"));
        }
        let unseen = pack - (open | dealt);
        let mut pool = [NO_CARD; PackCard::COUNT];
        pool.iter_mut().zip(unseen.iter()).for_each(|(slot, card)| *slot = card);
        let hidden = Seat::all(self.seats()).map(|seat| hidden(view, seat)).sum();
        if hidden > unseen.len() {
            return bad(format!("{} unseen cards for {hidden} places", unseen.len()));
        }
        Ok(OfcWorlds { game: self.clone(), view: *view, pool, unseen: unseen.len(), hidden })
    }
}

/// Returns the number of a seat's cards that are hidden from the view, including those to come.
fn hidden(view: &View, seat: Seat) -> usize {
    let table = &view.table;
    let all = table.all_cards(seat);
    if seat == view.seat {
        return all - table.dealt(seat);
    }
    all - table.rows(seat).iter().map(|row| row.len()).sum::<usize>()
}

/// Takes cards from a shuffled pool.
struct Draw<'a>(std::slice::Iter<'a, PackCard>);

impl Draw<'_> {
    fn take(&mut self, n: usize) -> PackSet {
        self.0.by_ref().take(n).copied().collect()
    }
}

impl OfcWorlds {
    /// Returns the view that the worlds belong to.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// Fills the streets of a normal hand, from one on: each with its open cards, and the rest from
    /// the pool.
    fn streets(&self, seat: Seat, from: usize, own: &mut Own, draw: &mut Draw<'_>) {
        let table = &self.view.table;
        let mut open = table.order(seat).iter();
        for street in 0..table.streets() {
            let range = table.street_cards(street);
            let placed =
                if street < table.streets_done(seat) { table.street_placed(street) } else { 0 };
            let known: PackSet = open.by_ref().take(placed).map(|laid| laid.card).collect();
            if street >= from {
                own.write(range.start, known | draw.take(range.len() - known.len()));
            }
        }
    }

    /// Fills the cards of a seat in Fantasyland, and its board if it has set one.
    fn fantasy(&self, seat: Seat, own: &mut Own, draw: &mut Draw<'_>) {
        let table = &self.view.table;
        let n = table.fantasy(seat);
        let rows = table.rows(seat);
        let known = rows[0] | rows[1] | rows[2];
        own.write(0, known | draw.take(n - known.len()));
        if table.phase() == Phase::Over {
            (own.rows, own.set) = (rows, n as u8);
        } else if table.is_set(seat) {
            (own.rows, own.set) = (quick_setting(&self.game, &own.cards[..n]), n as u8);
        }
    }
}

impl Worlds<Ofc> for OfcWorlds {
    fn sample(&self, rng: &mut Rng) -> (State, f32) {
        let mut pool = self.pool;
        for i in 0..self.hidden {
            pool.swap(i, i + rng.below((self.unseen - i) as u32) as usize);
        }
        let mut draw = Draw(pool[..self.hidden].iter());
        let View { table, seat: me, own } = &self.view;
        let mut state = State { table: *table, own: [Own::BLANK; MAX_SEATS] };
        for seat in Seat::all(table.seats()) {
            let place = &mut state.own[seat.index()];
            if seat == *me {
                *place = *own;
                if table.fantasy(seat) == 0 {
                    let in_hand = table.phase() == Phase::Streets && table.to_act() == seat;
                    let from = table.streets_done(seat) + usize::from(in_hand);
                    self.streets(seat, from, place, &mut draw);
                }
            } else if table.fantasy(seat) > 0 {
                self.fantasy(seat, place, &mut draw);
            } else {
                self.streets(seat, 0, place, &mut draw);
            }
        }
        (state, 1.0)
    }
}
