//! A match in progress behind [`AnyMatch`].

use crate::GameInfo;
use crate::entry::CatalogGame;
use crate::erased::{AnyHand, AnyMatch};
use crate::hand::HandOf;
use facedown_game::{Rng, Seat};

pub(crate) struct MatchOf<G: CatalogGame> {
    game: G,
    info: &'static GameInfo,
    standing: G::Standing,
    seed: u64,
    hands: u64,
}

impl<G: CatalogGame> MatchOf<G> {
    pub(crate) fn new(game: G, info: &'static GameInfo, seed: u64) -> Self {
        let standing = game.begin();
        Self { game, info, standing, seed, hands: 0 }
    }
}

impl<G: CatalogGame> AnyMatch for MatchOf<G> {
    fn next_hand(&self) -> Option<Box<dyn AnyHand>> {
        let setup = self.game.next_hand(&self.standing)?;
        let mut rng = Rng::stream(self.seed, self.hands);
        let state = self.game.deal(&setup, &mut rng, &mut ());
        Some(Box::new(HandOf::new(self.game.clone(), self.info, state, rng)))
    }

    fn finish_hand(&mut self, hand: &dyn AnyHand) {
        let hand = hand.as_any().downcast_ref::<HandOf<G>>();
        let hand = hand.expect("a match is given hands that it dealt");
        self.game.finish_hand(&mut self.standing, hand.state());
        self.hands += 1;
    }

    fn scores(&self) -> Vec<i32> {
        self.game.match_scores(&self.standing).as_slice().to_vec()
    }

    fn winners(&self) -> Vec<usize> {
        self.game.winners(&self.standing).iter().map(Seat::index).collect()
    }
}
