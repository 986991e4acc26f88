//! Matches: running score, boxes, shutouts, and three games at once (Hollywood).

use crate::rules::{Boxes, Rotation, Shutout};
use crate::table::other;
use crate::{Gin, Setup, State};
use facedown_game::{Game, Match, PerSeat, Seat, SeatSet, packed_struct};

/// One game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Score {
    points: [i32; 2],
    boxes: [u16; 2],
}
packed_struct!(Score { points, boxes });

/// The running score of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    games: [Score; 3], // the first alone unless Hollywood
    won: [u16; 2],     // hands won
    hands: u16,
    dealer: Seat,
}
packed_struct!(Standing { games, won, hands, dealer });

impl Standing {
    /// Returns the number of hands played.
    pub const fn hands(&self) -> usize {
        self.hands as usize
    }

    /// Returns a seat's points in one of the games: index 0, or 0 to 2 in Hollywood.
    pub const fn points(&self, game: usize, seat: Seat) -> i32 {
        self.games[game].points[seat.index()]
    }
}

impl Gin {
    fn games(&self) -> usize {
        if self.rules().matches.hollywood { 3 } else { 1 }
    }

    fn is_won(&self, game: &Score) -> bool {
        game.points.iter().any(|points| *points >= i32::from(self.rules().matches.target))
    }

    /// Returns each seat's final score of a game, bonuses included.
    fn game_scores(&self, game: &Score) -> [i32; 2] {
        let rules = &self.rules().matches;
        let mut scores = game.points;
        if self.is_won(game) {
            let winner = usize::from(game.points[1] > game.points[0]);
            scores[winner] += i32::from(rules.game_bonus);
            if game.points[1 - winner] == 0 {
                match rules.shutout {
                    Shutout::None => {}
                    Shutout::Double => scores[winner] *= 2,
                    Shutout::Flat(points) => scores[winner] += i32::from(points),
                }
            }
        }
        if let Boxes::AtEnd(bonus) = rules.boxes {
            for (score, boxes) in scores.iter_mut().zip(game.boxes) {
                *score += i32::from(bonus) * i32::from(boxes);
            }
        }
        scores
    }
}

/// Clamps points to the range of a setup.
fn clamp(points: i32) -> i16 {
    points.clamp(0, i32::from(i16::MAX)) as i16
}

impl Match for Gin {
    type Standing = Standing;

    fn begin(&self) -> Standing {
        let dealer = self.first_setup().dealer;
        Standing { games: [Score::default(); 3], won: [0; 2], hands: 0, dealer }
    }

    fn next_hand(&self, standing: &Standing) -> Option<Setup> {
        let games = &standing.games[..self.games()];
        let over = games.iter().all(|game| self.is_won(game))
            || standing.hands >= self.rules().matches.max_hands;
        if over {
            None
        } else {
            Some(Setup { dealer: standing.dealer, points: standing.games[0].points.map(clamp) })
        }
    }

    fn finish_hand(&self, standing: &mut Standing, hand: &State) {
        let rules = &self.rules().matches;
        let scores = self.scores(hand);
        let winner = scores.iter().find(|(_, points)| *points > 0);
        standing.hands += 1;
        if let Some((seat, points)) = winner {
            let seat = seat.index();
            standing.won[seat] += 1;
            // docs/reference/rules/gin.md, "Hollywood": a seat's n-th win enters the first n games.
            let entered = usize::from(standing.won[seat]).min(self.games());
            for game in &mut standing.games[..entered] {
                if game.points.iter().any(|points| *points >= i32::from(rules.target)) {
                    continue;
                }
                game.points[seat] += points;
                game.boxes[seat] += 1;
                if let Boxes::AtOnce(bonus) = rules.boxes {
                    game.points[seat] += i32::from(bonus);
                }
            }
        }
        standing.dealer = match (rules.rotation, winner) {
            (Rotation::Alternate, _) | (Rotation::AlternateWhenScored, Some(_)) => {
                other(standing.dealer)
            }
            (Rotation::WinnerDeals, Some((winner, _))) => winner,
            (Rotation::LoserDeals, Some((winner, _))) => other(winner),
            (Rotation::Fixed, _) | (_, None) => standing.dealer,
        };
    }

    fn match_scores(&self, standing: &Standing) -> PerSeat<i32> {
        let over = self.next_hand(standing).is_none();
        let mut total = PerSeat::filled(2, 0);
        for game in &standing.games[..self.games()] {
            let scores = if over { self.game_scores(game) } else { game.points };
            for seat in Seat::all(2) {
                total[seat] += scores[seat.index()];
            }
        }
        total
    }

    /// Either seat deals, unless the rules have one dealer for ever.
    fn hand_count(&self) -> u32 {
        if self.rules().matches.rotation == Rotation::Fixed { 1 } else { 2 }
    }

    fn hand_setup(&self, hand: u32) -> Setup {
        let first = self.first_setup();
        let dealer = if hand.is_multiple_of(2) { first.dealer } else { other(first.dealer) };
        Setup { dealer, ..first }
    }

    /// A single game is won by points before boxes, three games by their sum.
    fn winners(&self, standing: &Standing) -> SeatSet {
        if self.next_hand(standing).is_some() {
            return SeatSet::EMPTY;
        }
        let total = self.match_scores(standing);
        let scores = if self.games() == 1 {
            standing.games[0].points
        } else {
            [total[Seat::new(0)], total[Seat::new(1)]]
        };
        let best = scores[0].max(scores[1]);
        Seat::all(2).filter(|seat| scores[seat.index()] == best).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use facedown_game::setup_stream;
    use facedown_testkit::stats;

    #[test]
    fn either_seat_deals_half_of_the_single_hands() {
        let gin = Gin::new(Rules::EAAI).unwrap();
        let mut counts = [0; 2];
        for seed in 0..4_000 {
            counts[gin.draw_setup(&mut setup_stream(seed, 0)).dealer.index()] += 1;
        }
        stats::assert_uniform(&counts);
    }

    #[test]
    fn a_dealer_for_ever_deals_every_single_hand() {
        let gin = Gin::new(Rules::OPENSPIEL).unwrap();
        let error = gin.try_hand_setup(1).unwrap_err();
        assert_eq!(error.to_string(), "no hand 1, expected 0: by these rules all are alike");
        assert_eq!(gin.draw_setup(&mut setup_stream(1, 0)), gin.first_setup());
    }
}
