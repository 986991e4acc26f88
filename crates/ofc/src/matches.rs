//! Matches of many hands: the button moves, and Fantasyland is carried over.

use crate::table::MAX_SEATS;
use crate::{Ofc, Setup, State};
use facedown_game::{Game, Match, PerSeat, Seat, packed_struct};

/// The maximum number of extra hands that play Fantasyland out, so that every match ends.
pub(crate) const MAX_EXTRA: u16 = 100;

/// The running score of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    points: [i32; MAX_SEATS],
    fantasy: [u8; MAX_SEATS],
    hands: u16,
    button: Seat,
}
packed_struct!(Standing { points, fantasy, hands, button });

impl Standing {
    /// Returns the number of hands played.
    pub const fn hands(&self) -> usize {
        self.hands as usize
    }

    /// Returns the number of Fantasyland cards of each seat in the next hand; 0 for a normal hand.
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
        let end = rules.hands + MAX_EXTRA;
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

    /// The button at every seat. No seat is in Fantasyland.
    fn hand_count(&self) -> u32 {
        self.seats() as u32
    }

    fn hand_setup(&self, hand: u32) -> Setup {
        let first = self.first_setup();
        let seats = self.seats();
        let moved = hand as usize % seats;
        Setup { button: Seat::new((first.button.index() + moved) % seats), ..first }
    }

    fn match_scores(&self, standing: &Standing) -> PerSeat<i32> {
        PerSeat::from_fn(self.seats(), |seat| standing.points[seat.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use facedown_game::setup_stream;
    use facedown_testkit::stats;

    #[test]
    fn every_seat_has_the_button_in_as_many_single_hands() {
        let game = Ofc::new(Rules { seats: 3, ..Rules::default() }).unwrap();
        let mut counts = [0; 3];
        for seed in 0..6_000 {
            let setup = game.draw_setup(&mut setup_stream(seed, 0));
            assert_eq!((setup.fantasy, setup.last), ([0; MAX_SEATS], false));
            counts[setup.button.index()] += 1;
        }
        stats::assert_uniform(&counts);
        assert_eq!([0, 1, 2].map(|hand| game.hand_setup(hand).button.index()), [2, 0, 1]);
    }
}
