//! Utilities: the values of final scores to the seats (points, wins, teams, match equity).

use crate::{PerSeat, Seat};
use std::fmt;

/// Maps final scores to utilities. Search maximises the utility of the seat that acts; the values
/// that it reports are utilities of the seat at the root.
pub trait Utility: Send + Sync {
    /// Returns the utility of these scores for each seat.
    fn utility(&self, scores: &PerSeat<f32>) -> PerSeat<f32>;

    /// Returns the least and the greatest utility of any scores, if known: a solver that has proven
    /// the greatest stops.
    fn bounds(&self) -> Option<[f32; 2]> {
        None
    }

    /// Returns whether the utility of all scores is the scores themselves.
    fn is_points(&self) -> bool {
        false
    }
}

/// Points: the utility is the score.
#[derive(Clone, Copy, Debug, Default)]
pub struct Points;

impl Utility for Points {
    #[inline]
    fn utility(&self, scores: &PerSeat<f32>) -> PerSeat<f32> {
        *scores
    }

    fn is_points(&self) -> bool {
        true
    }
}

/// 1 for the highest score, -1 for a lower one, 0 where several seats share the highest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wins;

impl Utility for Wins {
    fn utility(&self, scores: &PerSeat<f32>) -> PerSeat<f32> {
        let best = scores.as_slice().iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let winners = scores.as_slice().iter().filter(|score| **score >= best).count();
        scores.map(|score| match (score >= best, winners) {
            (true, 1) => 1.0,
            (true, _) => 0.0,
            (false, _) => -1.0,
        })
    }

    fn bounds(&self) -> Option<[f32; 2]> {
        Some([-1.0, 1.0])
    }
}

/// Seats of a team share the sum of their scores.
///
/// ```
/// use facedown_game::PerSeat;
/// use facedown_game::{Teams, Utility};
///
/// let partners = Teams::new([0, 1, 0, 1]);
/// let scores = PerSeat::from_fn(4, |seat| seat.index() as f32);
/// assert_eq!(partners.utility(&scores).as_slice(), [2.0, 4.0, 2.0, 4.0]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Teams(Vec<u8>);

impl Teams {
    /// Takes the team of each seat. Seats beyond the list play for themselves.
    pub fn new(teams: impl IntoIterator<Item = u8>) -> Self {
        Self(teams.into_iter().collect())
    }

    fn together(&self, a: Seat, b: Seat) -> bool {
        let team = |seat: Seat| self.0.get(seat.index());
        a == b || (team(a).is_some() && team(a) == team(b))
    }
}

impl Utility for Teams {
    fn utility(&self, scores: &PerSeat<f32>) -> PerSeat<f32> {
        PerSeat::from_fn(scores.seats(), |seat| {
            scores.iter().filter(|(other, _)| self.together(seat, *other)).map(|(_, s)| s).sum()
        })
    }
}

/// Any function of the scores is a utility without known bounds.
impl<F: Fn(&PerSeat<f32>) -> PerSeat<f32> + Send + Sync> Utility for F {
    fn utility(&self, scores: &PerSeat<f32>) -> PerSeat<f32> {
        self(scores)
    }
}

impl fmt::Debug for dyn Utility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Utility").field("bounds", &self.bounds()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(of: &[f32]) -> PerSeat<f32> {
        PerSeat::from_fn(of.len(), |seat| of[seat.index()])
    }

    #[test]
    fn a_shared_win_is_worth_nothing() {
        assert_eq!(Wins.utility(&scores(&[3.0, 1.0, 2.0])).as_slice(), [1.0, -1.0, -1.0]);
        assert_eq!(Wins.utility(&scores(&[3.0, 3.0, 2.0])).as_slice(), [0.0, 0.0, -1.0]);
    }

    #[test]
    fn seats_without_a_team_play_for_themselves() {
        let teams = Teams::new([7, 7]);
        assert_eq!(teams.utility(&scores(&[1.0, 2.0, 4.0])).as_slice(), [3.0, 3.0, 4.0]);
    }
}
