//! The deals that a seat cannot tell apart.
//!
//! Every card whose place a seat does not know is with the opponent or in the stock, and every way
//! of spreading those cards has the same chance: shuffling them once is an exact uniform sample.

use crate::{Gin, Phase, State, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{Hidden, ImpossibleView, Rng, Worlds};

/// The worlds of one view.
#[derive(Clone, Copy, Debug)]
pub struct GinWorlds {
    view: View,
    pool: [Card; 52], // the unseen cards, then filling
    unseen: usize,
    missing: usize, // how many of them the opponent holds
}

impl Hidden for Gin {
    type Worlds = GinWorlds;

    fn worlds(&self, view: &View) -> Result<GinWorlds, ImpossibleView> {
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
        let mut cards = [Card::new(0); 52];
        for (place, card) in cards.iter_mut().zip(pool) {
            *place = card;
        }
        let missing = theirs - known.len();
        Ok(GinWorlds { view: *view, pool: cards, unseen: pool.len(), missing })
    }
}

impl Worlds<Gin> for GinWorlds {
    fn sample(&self, rng: &mut Rng) -> (State, f32) {
        let mut stock = self.pool;
        rng.shuffle(&mut stock[..self.unseen]);
        // The cards above the stock's top go to the opponent.
        let left = self.view.table.stock_left();
        let theirs: CardSet = stock[left..left + self.missing].iter().copied().collect();
        let mut hands = [self.view.hand; 2];
        hands[self.view.opponent().index()] = theirs | self.view.known();
        // An opponent about to discard a card from the stock has drawn one of those unknown to us.
        let table = &self.view.table;
        let drew = table.phase == Phase::Discard && table.taken.is_none();
        let theirs_to_discard = drew && table.to_act != self.view.seat;
        let drawn = if theirs_to_discard { Some(stock[left]) } else { self.view.drawn };
        stock[left..].fill(Card::new(0));
        (State { table: *table, hands, drawn, stock }, 1.0)
    }
}
