//! Observers: the hashes by which nodes are found.

use crate::config::ObserverKeys;
use facedown_game::{GroupKey, MAX_SEATS, Searchable, Seat, SeatKeys, SeatSet, Sink};

/// Observes the events of an iteration and hashes information sets.
pub(crate) trait Observer<G: Searchable>: Sink<G::Event> + Clone + Send + Sync {
    /// Begins an iteration in this world.
    fn begin(&mut self, game: &G, world: &G::State);

    /// Returns the key of the information set in which this seat is to act. Called once for each.
    fn arrive(&mut self, mover: Seat) -> u64;
}

/// The finaliser of SplitMix64: a bijection that spreads every bit over the word.
#[inline]
const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[inline]
fn node_key(observed: u64, mover: Seat, unobserved: u32) -> u64 {
    let decision = (mover.index() as u64) << 32 ^ u64::from(unobserved);
    mix(observed ^ mix(0x9e37_79b9_7f4a_7c15 ^ decision))
}

/// One observer for the whole tree: a seat, or all seats together.
#[derive(Clone, Copy)]
pub(crate) struct SingleObserver {
    group: GroupKey,
    seat: Option<Seat>, // `None` if all seats observe together
    last: u64,
    unobserved: u32, // decisions since the last observation
}

impl SingleObserver {
    /// Observes as this seat.
    pub(crate) fn seat(seat: Seat) -> Self {
        Self::of(SeatSet::only(seat), Some(seat))
    }

    /// Observes everything.
    pub(crate) fn everything(seats: usize) -> Self {
        Self::of(SeatSet::all(seats), None)
    }

    fn of(seats: SeatSet, seat: Option<Seat>) -> Self {
        let group = GroupKey::new(seats);
        Self { group, seat, last: group.key(), unobserved: 0 }
    }

    /// Returns the key of a root at which this seat is to act.
    pub(crate) fn root(&self, mover: Seat) -> u64 {
        node_key(self.group.key(), mover, 0)
    }
}

impl<E: std::hash::Hash> Sink<E> for SingleObserver {
    #[inline]
    fn emit(&mut self, to: SeatSet, event: E) {
        self.group.emit(to, event);
    }
}

impl<G: Searchable> Observer<G> for SingleObserver {
    #[inline]
    fn begin(&mut self, _: &G, _: &G::State) {}

    #[inline]
    fn arrive(&mut self, mover: Seat) -> u64 {
        let observed = self.group.key();
        // Two decisions of another seat with no observation in between are two nodes. At its own
        // decisions the observer knows its observations alone.
        self.unobserved = if observed == self.last { self.unobserved + 1 } else { 0 };
        self.last = observed;
        node_key(observed, mover, if self.seat == Some(mover) { 0 } else { self.unobserved })
    }
}

/// An observer per seat: a decision is keyed by the observations of the seat to act.
#[derive(Clone, Copy)]
pub(crate) struct SeatObservers {
    keys: SeatKeys,
    known: [u64; MAX_SEATS], // hashes of the views at the root, in this world
    root: Seat,
    source: ObserverKeys,
}

impl SeatObservers {
    pub(crate) fn new(root: Seat, source: ObserverKeys) -> Self {
        Self { keys: SeatKeys::default(), known: [0; MAX_SEATS], root, source }
    }
}

impl<E: std::hash::Hash> Sink<E> for SeatObservers {
    #[inline]
    fn emit(&mut self, to: SeatSet, event: E) {
        self.keys.emit(to, event);
    }
}

impl<G: Searchable> Observer<G> for SeatObservers {
    fn begin(&mut self, game: &G, world: &G::State) {
        if self.source == ObserverKeys::View {
            // The view of the seat at the root is the same in all worlds.
            for seat in Seat::all(game.seats()).filter(|seat| *seat != self.root) {
                self.known[seat.index()] = game.view_key(&game.view(world, seat));
            }
        }
    }

    #[inline]
    fn arrive(&mut self, mover: Seat) -> u64 {
        node_key(mix(self.keys.key(mover)) ^ self.known[mover.index()], mover, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_testkit::toys::Kuhn;

    fn arrive(one: &mut impl Observer<Kuhn>, mover: usize) -> u64 {
        one.arrive(Seat::new(mover))
    }

    #[test]
    fn unobserved_events_do_not_change_the_information_set() {
        let mut quiet = SingleObserver::seat(Seat::new(0));
        let mut busy = quiet;
        Sink::<u8>::emit(&mut busy, SeatSet::only(Seat::new(1)), 3);
        let second = arrive(&mut busy, 1);
        assert_ne!(second, arrive(&mut busy, 1), "the second of two unobserved decisions");
        assert_eq!(arrive(&mut busy, 0), arrive(&mut quiet, 0));
    }

    #[test]
    fn each_seat_has_information_sets_of_its_own() {
        let mut each = SeatObservers::new(Seat::new(0), ObserverKeys::Events);
        assert_ne!(arrive(&mut each, 0), arrive(&mut each, 1));
        let before = [arrive(&mut each, 0), arrive(&mut each, 1)];
        Sink::<u8>::emit(&mut each, SeatSet::only(Seat::new(1)), 3);
        assert_eq!(arrive(&mut each, 0), before[0]);
        assert_ne!(arrive(&mut each, 1), before[1]);
    }
}
