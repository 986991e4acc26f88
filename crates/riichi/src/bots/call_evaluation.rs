//! Expected values of the answers to an offered tile, in points.

use super::position::{Melds, Position};
use super::turn_evaluation::{NEVER, SURE};
use crate::Action;
use crate::legal::barred_after;
use facedown_tiles::{Hand, KindSet, Meld, MeldShape, Tile};

impl Position<'_> {
    /// Evaluates the answers to an offered tile, in the order of the list.
    pub(crate) fn evaluate_calls(&self, legal: &[Action], out: &mut [f32]) {
        let melds = self.melds();
        let calls = |action: &Action| !matches!(action, Action::Pass | Action::Ron);
        let pass =
            if legal.iter().any(calls) { self.pass_value(&self.own.hand, &melds) } else { 0.0 };
        for (action, value) in legal.iter().zip(out) {
            *value = match action {
                Action::Ron => SURE,
                Action::Pass => pass,
                Action::Chi(own) => self.call(*own, MeldShape::Chi),
                Action::Pon(own) => self.call(*own, MeldShape::Pon),
                Action::OpenKan => self.open_kan(pass),
                _ => NEVER,
            };
        }
    }

    /// Evaluates a chi or a pon.
    fn call(&self, own: [Tile; 2], shape: MeldShape) -> f32 {
        let called = self.table.offered;
        let mut hand = self.own.hand;
        for tile in own {
            hand.remove(tile);
        }
        let pack = self.game.pack();
        let before = self.own.hand.shanten(pack);
        // A discard follows, so this is the shanten after the best discard.
        if hand.shanten(pack) >= before {
            return NEVER;
        }
        let reds = own.iter().filter(|tile| tile.is_red()).count() as u8;
        let first =
            if shape == MeldShape::Chi { own[0].kind().min(called.kind()) } else { called.kind() };
        let meld = Meld { shape, first, reds: reds + u8::from(called.is_red()), called, from: 3 };
        let melds = self.melds().with(meld);
        if self.estimate(&hand, &melds).yaku < self.weights.least_yaku {
            return NEVER;
        }
        let barred = barred_after(self.game.rules().kuikae, meld);
        let best = self.best_after(&hand, &melds, barred);
        let opens = self.melds().is_closed();
        best - if opens { self.weights.opening } else { 0.0 }
    }

    /// Returns the value of the best discard after a call.
    fn best_after(&self, hand: &Hand, melds: &Melds, barred: KindSet) -> f32 {
        let mut best = NEVER;
        self.evaluate_discards(hand, melds, barred, |_, _, value| best = best.max(value.plain));
        best
    }

    /// Evaluates an open kan: good for a hand that is open and tenpai anyway, while there is no threat.
    fn open_kan(&self, pass: f32) -> f32 {
        let pack = self.game.pack();
        let kind = self.table.offered.kind();
        let mut after = self.own.hand;
        let reds = if kind.is_five() { after.reds(kind.suit()) } else { 0 };
        (0..3).for_each(|copy| after.remove(crate::state::copy_of(kind, copy < reds)));
        let keeps = after.shanten(pack) <= self.own.hand.shanten(pack) && after.shanten(pack) <= 0;
        let open = !self.melds().is_closed();
        if open && keeps && !self.is_threatened() { pass + 100.0 } else { NEVER }
    }
}
