//! Matches of many hands: the button, and Fantasyland carried over.

use crate::table::MAX_SEATS;
use crate::{Ofc, Setup, State};
use facedown_game::{Game, Match, PerSeat, Seat};

/// After so many hands beyond the last, Fantasyland is played out no further: every match ends.
pub(crate) const MOST_EXTRA: u16 = 100;

/// The running score of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    points: [i32; MAX_SEATS],
    fantasy: [u8; MAX_SEATS],
    hands: u16,
    button: Seat,
}

impl Standing {
    /// How many hands were played.
    pub const fn hands(&self) -> usize {
        self.hands as usize
    }

    /// With how many cards each seat comes to Fantasyland in the next hand; 0: it does not.
    pub const fn fantasy(&self) -> [u8; MAX_SEATS] {
        self.fantasy
    }
}

impl Match for Ofc {
    type Standing = Standing;

    fn begin(&self) -> Standing {
        let Setup { button, fantasy, .. } = self.first_setup();
        Standing { points: [0; MAX_SEATS], fantasy, hands: 0, button }
    }

    fn next_hand(&self, standing: &Standing) -> Option<Setup> {
        let rules = &self.rules().matches;
        let Standing { fantasy, hands, button, .. } = *standing;
        let earned = fantasy != [0; MAX_SEATS];
        let end = rules.hands + MOST_EXTRA;
        let goes_on = hands < rules.hands || rules.play_out && earned && hands < end;
        let last = hands + 1 >= if rules.play_out { end } else { rules.hands };
        goes_on.then_some(Setup { button, fantasy, last })
    }

    fn finish_hand(&self, standing: &mut Standing, hand: &State) {
        for (seat, points) in self.points(hand.table()).iter() {
            standing.points[seat.index()] += points;
            standing.fantasy[seat.index()] = self.next_fantasy(hand.table(), seat);
        }
        standing.hands += 1;
        let waits = self.rules().matches.button_waits && standing.fantasy != [0; MAX_SEATS];
        if !waits {
            standing.button = standing.button.next(self.seats());
        }
    }

    fn match_scores(&self, standing: &Standing) -> PerSeat<i32> {
        PerSeat::from_fn(self.seats(), |seat| standing.points[seat.index()])
    }
}
