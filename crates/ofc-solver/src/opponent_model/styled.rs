//! Opponents who complete their boards in inferred styles.

use super::sampling::complete_boards;
use super::style::{Known, StyleModel, StyleOdds};
use crate::Position;
use crate::streets::StreetScratch;
use facedown_cards::PackSet;
use facedown_game::Rng;
use facedown_ofc::Stakes;
use facedown_ofc::endgame::{EndgameError, Partial};

/// Opponents who play in styles.
#[derive(Debug)]
pub(super) struct StyledOpponents {
    model: StyleModel,
    odds: Vec<StyleOdds>,
}

impl StyledOpponents {
    /// Infers styles from boards and earlier hands. Of the cards that only the seat knows, all that is
    /// used is that others have not discarded them.
    pub(super) fn infer(position: &Position, stakes: Stakes) -> Result<Self, EndgameError> {
        let model = StyleModel::new(position.rules(), stakes)?;
        let mut odds = position.styles().to_vec();
        let boards = position.opponents();
        let open = boards.iter().fold(position.board().cards(), |all, board| all | board.cards());
        let mine = position.dead() | position.deal().iter().copied().collect();
        let scratch = &mut StreetScratch::default();
        for (i, odds) in odds.iter_mut().enumerate().filter(|(i, _)| position.fantasy()[*i] == 0) {
            let public = open - boards[i].cards();
            let known = Known { public, elsewhere: public | mine };
            model.update_knowing(scratch, odds, &position.seen()[i], known);
        }
        Ok(Self { model, odds })
    }

    /// Completes all boards.
    pub(super) fn complete(
        &self,
        scratch: &mut StreetScratch,
        boards: &mut [Partial],
        unseen: &mut PackSet,
        rng: &mut Rng,
    ) {
        let styles: Vec<_> = self.odds.iter().map(|odds| odds.draw(rng)).collect();
        complete_boards(boards, unseen, 3, rng, |i, board, deal, unseen, rng| {
            self.model.place(scratch, styles[i], board, deal, unseen, rng)
        });
    }

    /// Returns the posterior of each opponent.
    pub(super) fn odds(&self) -> &[StyleOdds] {
        &self.odds
    }

    /// Returns the posterior of each opponent.
    pub(super) fn into_odds(self) -> Vec<StyleOdds> {
        self.odds
    }
}
