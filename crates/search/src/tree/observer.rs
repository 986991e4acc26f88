//! Observers: the hashes by which nodes are found.

use crate::config::ObserverKeys;
use facedown_game::{GroupKey, MAX_SEATS, Searchable, Seat, SeatKeys, SeatSet, Sink};

/// Observes the events of an iteration and hashes information sets.
pub(crate) trait Observer<G: Searchable>: Sink<G::Event> + Clone + Send + Sync {
    /// An iteration begins in this world.
    fn begin(&mut self, game: &G, world: &G::State);

    /// The key of the situation in which this seat is to act. Called once for each.
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
fn name(heard: u64, mover: Seat, silent: u32) -> u64 {
    mix(heard ^ mix(0x9e37_79b9_7f4a_7c15 ^ (mover.index() as u64) << 32 ^ u64::from(silent)))
}

/// One observer for the whole tree: a seat, or all seats together.
#[derive(Clone, Copy)]
pub(crate) struct One {
    group: GroupKey,
    seat: Option<Seat>, // none where all seats observe together
    last: u64,
    silent: u32, // decisions since the observer last heard anything
}

impl One {
    /// The observations of this seat from now on.
    pub(crate) fn seat(seat: Seat) -> Self {
        Self::of(SeatSet::only(seat), Some(seat))
    }

    /// Everything that happens from now on.
    pub(crate) fn everything(seats: usize) -> Self {
        Self::of(SeatSet::all(seats), None)
    }

    fn of(seats: SeatSet, seat: Option<Seat>) -> Self {
        let group = GroupKey::new(seats);
        Self { group, seat, last: group.key(), silent: 0 }
    }

    /// An iteration begins where all this was heard before.
    pub(crate) fn at(self, heard: GroupKey) -> Self {
        Self { group: heard, last: heard.key(), silent: 0, ..self }
    }

    pub(crate) fn heard(&self) -> GroupKey {
        self.group
    }

    /// The key of a root at which this seat is to act.
    pub(crate) fn root(&self, mover: Seat) -> u64 {
        name(self.group.key(), mover, 0)
    }
}

impl<E: std::hash::Hash> Sink<E> for One {
    #[inline]
    fn emit(&mut self, to: SeatSet, event: E) {
        self.group.emit(to, event);
    }
}

impl<G: Searchable> Observer<G> for One {
    #[inline]
    fn begin(&mut self, _: &G, _: &G::State) {}

    #[inline]
    fn arrive(&mut self, mover: Seat) -> u64 {
        let heard = self.group.key();
        // Another seat that decides twice without the observer hearing of it is in two situations.
        // At its own decisions the observer knows only what it heard.
        self.silent = if heard == self.last { self.silent + 1 } else { 0 };
        self.last = heard;
        name(heard, mover, if self.seat == Some(mover) { 0 } else { self.silent })
    }
}

/// An observer for each seat: a seat's situation is what that seat witnessed.
#[derive(Clone, Copy)]
pub(crate) struct Each {
    keys: SeatKeys,
    known: [u64; MAX_SEATS], // what the seat knew at the root, in this world
    root: Seat,
    source: ObserverKeys,
}

impl Each {
    pub(crate) fn new(root: Seat, source: ObserverKeys) -> Self {
        Self { keys: SeatKeys::default(), known: [0; MAX_SEATS], root, source }
    }
}

impl<E: std::hash::Hash> Sink<E> for Each {
    #[inline]
    fn emit(&mut self, to: SeatSet, event: E) {
        self.keys.emit(to, event);
    }
}

impl<G: Searchable> Observer<G> for Each {
    fn begin(&mut self, game: &G, world: &G::State) {
        if self.source == ObserverKeys::View {
            // The seat at the root knows the same in all worlds.
            for seat in Seat::all(game.seats()).filter(|seat| *seat != self.root) {
                self.known[seat.index()] = game.view_key(&game.view(world, seat));
            }
        }
    }

    #[inline]
    fn arrive(&mut self, mover: Seat) -> u64 {
        name(mix(self.keys.key(mover)) ^ self.known[mover.index()], mover, 0)
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
    fn what_the_observer_does_not_hear_does_not_change_its_own_situation() {
        let mut quiet = One::seat(Seat::new(0));
        let mut busy = quiet;
        Sink::<u8>::emit(&mut busy, SeatSet::only(Seat::new(1)), 3);
        let second = arrive(&mut busy, 1);
        assert_ne!(second, arrive(&mut busy, 1), "the second of two silent decisions");
        assert_eq!(arrive(&mut busy, 0), arrive(&mut quiet, 0));
    }

    #[test]
    fn each_seat_has_situations_of_its_own() {
        let mut each = Each::new(Seat::new(0), ObserverKeys::Events);
        assert_ne!(arrive(&mut each, 0), arrive(&mut each, 1));
        let before = [arrive(&mut each, 0), arrive(&mut each, 1)];
        Sink::<u8>::emit(&mut each, SeatSet::only(Seat::new(1)), 3);
        assert_eq!(arrive(&mut each, 0), before[0]);
        assert_ne!(arrive(&mut each, 1), before[1]);
    }
}
