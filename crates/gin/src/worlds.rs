//! Worlds: the deals that a seat cannot distinguish.
//!
//! Every card whose place a seat does not know is with the opponent or in the stock, and all
//! distributions of those cards are equally likely: one shuffle is an exact uniform sample.

use crate::{Action, Gin, Phase, State, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{Hidden, ImpossibleView, Redraw, Rng, Step, Worlds, meters};

/// The worlds of one view.
#[derive(Clone, Copy, Debug)]
pub struct GinWorlds {
    view: View,
    pool: [Card; 52], // the unseen cards, then padding
    unseen: usize,
    missing: usize, // number of them that the opponent holds
}

/// Checks that a deal explains a view: the cards that are seen, known and unseen add up.
pub(crate) fn check(view: &View) -> Result<(), ImpossibleView> {
    let (table, hand) = (&view.table, view.hand);
    let own = table.count(view.seat);
    if hand.len() != own {
        let reason = format!("{} holds {} cards, the table says {own}", view.seat, hand.len());
        return Err(ImpossibleView::new(reason));
    }
    let public = table.seen() - table.known(view.seat);
    let twice = public & hand;
    if !twice.is_empty() {
        let reason = format!("{twice} in hand and on the table at once");
        return Err(ImpossibleView::new(reason));
    }
    let known = view.known();
    let theirs = table.count(view.opponent());
    let pool = view.unseen();
    if known.len() > theirs || pool.len() != theirs - known.len() + table.stock_left() {
        let reason = format!(
            "{} unseen cards for {theirs} cards of the opponent ({} known) and {} in the stock",
            pool.len(),
            known.len(),
            table.stock_left(),
        );
        return Err(ImpossibleView::new(reason));
    }
    Ok(())
}

impl Hidden for Gin {
    type Worlds = GinWorlds;

    fn worlds(&self, view: &View) -> Result<GinWorlds, ImpossibleView> {
        meters::WORLDS.count();
        check(view)?;
        let (known, pool) = (view.known(), view.unseen());
        let theirs = view.table.count(view.opponent());
        let mut cards = [Card::new(0); 52];
        for (place, card) in cards.iter_mut().zip(pool) {
            *place = card;
        }
        let missing = theirs - known.len();
        Ok(GinWorlds { view: *view, pool: cards, unseen: pool.len(), missing })
    }
}

impl GinWorlds {
    /// Returns the view that the worlds belong to.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// Returns a world in which the opponent holds these cards, which the view must allow; the
    /// stock is in random order.
    pub(crate) fn with_hand(&self, theirs: CardSet, rng: &mut Rng) -> State {
        let table = &self.view.table;
        let mut stock = [Card::new(0); 52];
        let hidden = self.pool[..self.unseen].iter().filter(|card| !theirs.contains(**card));
        for (place, card) in stock.iter_mut().zip(hidden) {
            *place = *card;
        }
        rng.shuffle(&mut stock[..table.stock_left()]);
        let mut hands = [self.view.hand; 2];
        hands[self.view.opponent().index()] = theirs;
        // An opponent about to discard a card from the stock has drawn one of those unknown to us.
        let drew = table.phase == Phase::Discard && table.taken.is_none();
        let drawn = if drew && table.to_act != self.view.seat {
            let unknown = theirs - self.view.known();
            Some(Card::new(rng.choose_bit(unknown.bits()) as u8))
        } else {
            self.view.drawn
        };
        State { table: *table, hands, drawn, stock }
    }
}

impl Worlds<Gin> for GinWorlds {
    fn sample(&self, rng: &mut Rng) -> (State, f32) {
        let mut pool = self.pool;
        let mut theirs = self.view.known();
        for i in 0..self.missing {
            pool.swap(i, i + rng.below((self.unseen - i) as u32) as usize);
            theirs.insert(pool[i]);
        }
        (self.with_hand(theirs, rng), 1.0)
    }
}

/// A draw from the stock may be any of its cards; hands and discards stay as they are.
impl Redraw for Gin {
    fn draw_count(&self, state: &State, step: Step<Action>) -> u64 {
        match step {
            Step::Act(Action::DrawStock) => state.table.stock_left() as u64,
            _ => 1,
        }
    }

    fn redraw(&self, state: &State, step: Step<Action>, index: u64) -> State {
        let mut redrawn = *state;
        if step == Step::Act(Action::DrawStock) {
            let top = state.table.stock_left() - 1;
            redrawn.stock.swap(top, top - index as usize);
        }
        redrawn
    }
}
