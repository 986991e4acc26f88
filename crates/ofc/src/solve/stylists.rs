//! Opponents whose boards are played out in styles.

use super::Position;
use super::opposition::play_on;
use super::streets::StreetScratch;
use super::style::{Known, StyleModel, StyleOdds};
use crate::endgame::{EndgameError, Partial, Worth};
use facedown_cards::PackSet;
use facedown_game::Rng;

/// Opponents who play in styles.
pub(super) struct Stylists {
    model: StyleModel,
    odds: Vec<StyleOdds>,
}

impl Stylists {
    /// What boards and earlier hands tell. Nothing is looked at but what lies on the table: cards
    /// that only the seat knows were not thrown away by others, no more.
    pub(super) fn infer(position: &Position, worth: Worth) -> Result<Self, EndgameError> {
        let model = StyleModel::new(position.rules(), worth)?;
        let mut odds = position.styles().to_vec();
        let boards = position.opponents();
        let open = boards.iter().fold(position.board().cards(), |all, board| all | board.cards());
        let mine = position.dead() | position.deal().iter().copied().collect();
        let scratch = &mut StreetScratch::default();
        for (i, odds) in odds.iter_mut().enumerate().filter(|(i, _)| position.fantasy()[*i] == 0) {
            let public = open - boards[i].cards();
            let known = Known { public, elsewhere: public | mine };
            model.see_knowing(scratch, odds, &position.seen()[i], known);
        }
        Ok(Self { model, odds })
    }

    /// Plays all boards to their ends.
    pub(super) fn end(
        &self,
        scratch: &mut StreetScratch,
        boards: &mut [Partial],
        unseen: &mut PackSet,
        rng: &mut Rng,
    ) {
        let styles: Vec<_> = self.odds.iter().map(|odds| odds.draw(rng)).collect();
        play_on(boards, unseen, rng, |i, board, deal, unseen, rng| {
            self.model.place(scratch, styles[i], board, deal, unseen, rng)
        });
    }

    /// How likely each opponent plays in which style.
    pub(super) fn into_odds(self) -> Vec<StyleOdds> {
        self.odds
    }
}
