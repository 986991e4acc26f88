//! Who sits where: the seatings of a deal.
//!
//! A comparison of bots must not depend on who sits to whose left. Where there are at most
//! [`MAX_SEATINGS`] distinct seatings, every deal is played in all of them. Otherwise a deal has a
//! random order of the bots, in all rotations and, mirrored, in all rotations again: every bot holds
//! every hand equally often, and of two neighbours each sits to the other's left equally often. Over
//! the deals every order is equally likely, so that no bot has a better place than another.
//!
//! Bots of equal names are the same bot: seatings that differ by exchanging them are one. In games
//! with partnerships partners stay together, and sides are compared.

use crate::stream::seating_stream;
use facedown_game::{MAX_SEATS, Seat};

/// Up to so many distinct seatings are all played.
pub const MAX_SEATINGS: usize = 12;

/// Returns the contestant of each seat, by its number in the line-up.
pub(super) type Seating = [u8; MAX_SEATS];

/// What is compared: the sides of the game that consist of the same bots, or a bot in all its seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    /// The sides that it has in every game.
    pub(super) sides: usize,
}

/// The seatings of every deal.
pub(super) struct Seatings {
    seats: usize,
    side_of: [u8; MAX_SEATS], // of each seat
    sides: Vec<Vec<usize>>,   // the seats of each side
    pub(super) entries: Vec<Entry>,
    entry_of: [u8; MAX_SEATS], // of each contestant
    all: Option<Vec<Seating>>,
    teams: Vec<Vec<u8>>, // the contestants of each side in the line-up
    seed: u64,
}

impl Seatings {
    /// Plans the seatings of a line-up, one name for each seat.
    ///
    /// # Panics
    /// If the sides are of unequal size.
    pub(super) fn new(side: impl Fn(Seat) -> usize, names: &[&str], seed: u64) -> Self {
        let seats = names.len();
        let mut sides: Vec<Vec<usize>> = Vec::new();
        let mut numbers: Vec<usize> = Vec::new();
        let mut side_of = [0; MAX_SEATS];
        for seat in Seat::all(seats) {
            let number = side(seat);
            let side = numbers.iter().position(|known| *known == number).unwrap_or_else(|| {
                numbers.push(number);
                sides.push(Vec::new());
                sides.len() - 1
            });
            sides[side].push(seat.index());
            side_of[seat.index()] = side as u8;
        }
        assert!(
            sides.iter().all(|side| side.len() == sides[0].len()),
            "sides of unequal size cannot be exchanged"
        );
        let teams: Vec<Vec<u8>> =
            sides.iter().map(|side| side.iter().map(|seat| *seat as u8).collect()).collect();
        let (entries, team_entries) = entries(&teams, names);
        let mut entry_of = [0; MAX_SEATS];
        for (team, entry) in teams.iter().zip(&team_entries) {
            for contestant in team {
                entry_of[usize::from(*contestant)] = *entry as u8;
            }
        }
        let mut seatings =
            Self { seats, side_of, sides, entries, entry_of, all: None, teams, seed };
        seatings.all = seatings.every(names, &team_entries);
        seatings
    }

    /// Returns the number of seats of a side.
    pub(super) fn seats_of_a_side(&self) -> usize {
        self.sides[0].len()
    }

    /// Returns the number of sides.
    pub(super) fn sides(&self) -> usize {
        self.sides.len()
    }

    /// Returns the side of a seat.
    pub(super) fn side(&self, seat: usize) -> usize {
        usize::from(self.side_of[seat])
    }

    /// Returns the entry of a contestant.
    pub(super) fn entry(&self, contestant: u8) -> usize {
        usize::from(self.entry_of[usize::from(contestant)])
    }

    /// Returns whether every deal is played in all distinct seatings.
    pub(super) fn plays_all(&self) -> bool {
        self.all.is_some()
    }

    /// Returns the number of seatings of a deal.
    pub(super) fn per_deal(&self) -> usize {
        self.all.as_ref().map_or(2 * self.seats, Vec::len)
    }

    /// Returns the seatings of a cluster.
    pub(super) fn of(&self, cluster: u64) -> Vec<Seating> {
        if let Some(all) = &self.all {
            return all.clone();
        }
        let mut rng = seating_stream(self.seed, cluster);
        let mut teams = self.teams.clone();
        rng.shuffle(&mut teams);
        for team in &mut teams {
            rng.shuffle(team);
        }
        let order = self.seated(&teams);
        let mut seatings = Vec::with_capacity(2 * self.seats);
        for mirrored in [false, true] {
            for first in 0..self.seats {
                let from = |seat: usize| {
                    let place =
                        if mirrored { 2 * self.seats - 1 - seat - first } else { seat + first };
                    place % self.seats
                };
                seatings.push(std::array::from_fn(|seat| {
                    if seat < self.seats { order[from(seat)] } else { 0 }
                }));
            }
        }
        seatings
    }

    /// Returns the seating with these teams at the sides.
    fn seated(&self, teams: &[Vec<u8>]) -> Seating {
        let mut seating = [0; MAX_SEATS];
        for (side, team) in self.sides.iter().zip(teams) {
            side.iter().zip(team).for_each(|(seat, contestant)| seating[*seat] = *contestant);
        }
        seating
    }

    /// Returns all distinct seatings, if there are at most [`MAX_SEATINGS`], or if the sides do not
    /// alternate around the table, so that turning it would part partners.
    fn every(&self, names: &[&str], team_entries: &[usize]) -> Option<Vec<Seating>> {
        let alternates = (0..self.seats).all(|seat| self.side(seat) == seat % self.sides());
        let limit = if alternates { MAX_SEATINGS } else { usize::MAX };
        let name = |contestant: u8| names[usize::from(contestant)];
        // The names of a team's members as numbers, equal for equal names.
        let members = |team: &Vec<u8>| -> Vec<usize> {
            let first = |c: &u8| team.iter().position(|other| name(*other) == name(*c));
            team.iter().map(|c| first(c).unwrap_or(0)).collect()
        };
        let mut seatings = Vec::new();
        for order in distinct_orders(team_entries, limit)? {
            // Which team of each entry sits at which side does not matter: they are the same bots.
            let mut used = vec![false; self.teams.len()];
            let teams: Vec<&Vec<u8>> = order
                .iter()
                .map(|entry| {
                    let free = |t: &usize| !used[*t] && team_entries[*t] == *entry;
                    let team = (0..used.len()).find(free).expect("an order of the teams");
                    used[team] = true;
                    &self.teams[team]
                })
                .collect();
            let mut partial: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
            for team in teams {
                let orders = distinct_orders(&members(team), limit)?;
                partial = partial
                    .iter()
                    .flat_map(|before| {
                        orders.iter().map(|order| {
                            let mut seated = before.clone();
                            seated.push(take(team, &members(team), order));
                            seated
                        })
                    })
                    .collect();
                if partial.len() > limit {
                    return None;
                }
            }
            seatings.extend(partial.iter().map(|teams| self.seated(teams)));
            if seatings.len() > limit {
                return None;
            }
        }
        Some(seatings)
    }
}

/// Returns the entries of a line-up, and the entry of each team.
fn entries(teams: &[Vec<u8>], names: &[&str]) -> (Vec<Entry>, Vec<usize>) {
    let (mut entries, mut keys, mut of) = (Vec::<Entry>::new(), Vec::new(), Vec::new());
    for team in teams {
        let mut key: Vec<&str> = team.iter().map(|c| names[usize::from(*c)]).collect();
        let mut distinct = key.clone();
        distinct.dedup();
        let name = if distinct.len() == 1 { distinct[0].to_owned() } else { key.join("+") };
        key.sort_unstable();
        let entry = keys.iter().position(|known| *known == key).unwrap_or_else(|| {
            keys.push(key);
            entries.push(Entry { name, sides: 0 });
            entries.len() - 1
        });
        entries[entry].sides += 1;
        of.push(entry);
    }
    (entries, of)
}

/// Returns the contestants of a team in the order of these member numbers.
fn take(team: &[u8], members: &[usize], order: &[usize]) -> Vec<u8> {
    let mut used = vec![false; team.len()];
    order
        .iter()
        .map(|member| {
            let free = |i: &usize| !used[*i] && members[*i] == *member;
            let i = (0..team.len()).find(free).expect("an order of the members");
            used[i] = true;
            team[i]
        })
        .collect()
}

/// Returns the distinct orders of some numbers, the given one first; `None` if there are more than
/// `limit`.
fn distinct_orders(numbers: &[usize], limit: usize) -> Option<Vec<Vec<usize>>> {
    fn extend(
        left: &mut Vec<usize>,
        order: &mut Vec<usize>,
        found: &mut Vec<Vec<usize>>,
        limit: usize,
    ) -> bool {
        if left.is_empty() {
            found.push(order.clone());
            return found.len() <= limit;
        }
        for i in 0..left.len() {
            if left[..i].contains(&left[i]) {
                continue;
            }
            let number = left.remove(i);
            order.push(number);
            let goes_on = extend(left, order, found, limit);
            order.pop();
            left.insert(i, number);
            if !goes_on {
                return false;
            }
        }
        true
    }
    let mut found = Vec::new();
    let complete = extend(&mut numbers.to_vec(), &mut Vec::new(), &mut found, limit);
    complete.then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn seatings(names: &[&str]) -> Seatings {
        Seatings::new(Seat::index, names, 5)
    }

    #[test]
    fn few_distinct_seatings_are_all_played() {
        for (names, count) in [
            (&["a", "b"][..], 2),
            (&["a", "a"], 1),
            (&["a", "b", "c"], 6),
            (&["a", "b", "b", "b"], 4),
            (&["a", "b", "a", "b"], 6),
            (&["a", "b", "c", "c"], 12),
            (&["a", "b", "b", "b", "b", "b", "b"], 7),
        ] {
            let seatings = seatings(names);
            assert!(seatings.plays_all(), "{names:?}");
            let all = seatings.of(3);
            let named = |seating: &Seating| -> Vec<&str> {
                seating[..names.len()].iter().map(|c| names[usize::from(*c)]).collect()
            };
            let distinct: BTreeSet<_> = all.iter().map(named).collect();
            assert_eq!((all.len(), distinct.len(), seatings.per_deal()), (count, count, count));
            for seating in &all {
                let contestants: BTreeSet<_> = seating[..names.len()].iter().collect();
                assert_eq!(contestants.len(), names.len(), "every contestant has one seat");
            }
        }
    }

    #[test]
    fn many_seatings_are_balanced_over_positions_and_left_and_right_neighbours() {
        for seats in 4..=10 {
            let names: Vec<String> = (0..seats).map(|bot| format!("bot {bot}")).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let seatings = seatings(&names);
            assert!(!seatings.plays_all());
            let mut neighbours = BTreeMap::new();
            for deal in 0..3_000 {
                let of_deal = seatings.of(deal);
                assert_eq!(of_deal.len(), 2 * seats);
                let mut left_of = BTreeMap::new();
                for seat in 0..seats {
                    let mut held = of_deal.iter().map(|seating| seating[seat]).collect::<Vec<_>>();
                    held.sort_unstable();
                    let expected: Vec<u8> = (0..seats as u8).flat_map(|bot| [bot, bot]).collect();
                    assert_eq!(held, expected, "every bot holds every hand twice");
                    for seating in &of_deal {
                        let pair = (seating[seat], seating[(seat + 1) % seats]);
                        *left_of.entry(pair).or_insert(0) += 1;
                        *neighbours.entry(pair).or_insert(0) += 1;
                    }
                }
                assert!(left_of.iter().all(|((a, b), count)| left_of[&(*b, *a)] == *count));
            }
            // Every ordered pair equally often over the deals: chi-square, counted in whole deals.
            let pairs = seats * (seats - 1);
            assert_eq!(neighbours.len(), pairs);
            let each = 3_000.0 * (2 * seats * seats) as f64 / pairs as f64;
            for (pair, count) in neighbours {
                let deviation = (f64::from(count) - each).abs() / each;
                assert!(deviation < 0.12, "{pair:?} of {seats}: {deviation}");
            }
        }
    }

    #[test]
    fn partners_stay_together_and_sides_are_entries() {
        let partners = |names: &[&str]| Seatings::new(|seat| seat.index() % 2, names, 1);
        let entries = |names: &[&str]| -> Vec<(String, usize)> {
            partners(names).entries.iter().map(|e| (e.name.clone(), e.sides)).collect()
        };
        assert_eq!(entries(&["a", "b", "a", "b"]), [("a".into(), 1), ("b".into(), 1)]);
        assert_eq!(entries(&["a", "b", "c", "b"]), [("a+c".into(), 1), ("b".into(), 1)]);
        assert_eq!(entries(&["a", "b", "b", "a"]), [("a+b".into(), 2)]);
        for (names, count) in [
            (&["a", "b", "a", "b"][..], 2),
            (&["a", "b", "c", "d"], 8),
            (&["a", "b", "c", "b"], 4),
            (&["a", "b", "b", "a"], 4),
            (&["a", "b", "c", "d", "e", "f"], 12), // balanced: there are 72
        ] {
            let seatings = partners(names);
            assert_eq!((seatings.per_deal(), seatings.of(0).len()), (count, count), "{names:?}");
            for deal in 0..5 {
                for seating in seatings.of(deal) {
                    let sides: BTreeSet<usize> = (0..names.len())
                        .filter(|seat| seating[*seat] % 2 == 0)
                        .map(|seat| seat % 2)
                        .collect();
                    assert_eq!(sides.len(), 1, "partners sit at the same side: {seating:?}");
                }
            }
        }
    }

    #[test]
    fn equal_seeds_give_equal_seatings() {
        let names = ["a", "b", "c", "d"];
        let (one, other) = (seatings(&names), Seatings::new(Seat::index, &names, 6));
        assert_eq!(one.of(7), seatings(&names).of(7));
        assert!((0..20).any(|deal| one.of(deal) != other.of(deal)));
        assert!((0..20).any(|deal| one.of(deal) != one.of(deal + 1)));
    }
}
