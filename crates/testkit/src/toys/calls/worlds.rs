//! The worlds of the calling game: hidden hands, and sampled answers.
//!
//! Hands are uniform over the ways to deal the unseen tiles. Within a window each seat that can
//! call and comes before the question answers uniformly, and if the seat cannot know how far the
//! question has come, all possible places are equally likely.

use super::table::{CallsState, CallsView, Part, Pending, Phase, may};
use super::{COPIES, Calls, Kinds, SEATS};
use facedown_game::{Hidden, ImpossibleView, Rng, Seat, Worlds};

const UNSEEN: usize = 20; // more than are ever unseen

/// The tiles that a seat does not see, to be dealt to the other hands and the wall.
#[derive(Clone, Copy, Debug)]
pub struct CallsWorlds {
    view: CallsView,
    unseen: [u8; UNSEEN],
    count: usize,
}

impl CallsWorlds {
    /// Returns a seat's hand if the view shows it.
    fn shown(&self, seat: Seat) -> Option<Kinds> {
        match self.view.table.phase {
            _ if seat == self.view.seat => Some(self.view.hand),
            Phase::Won { by, hand, .. } if seat == by => Some(hand),
            _ => None,
        }
    }

    fn sample_pending(&self, state: &mut CallsState, rng: &mut Rng) {
        let Phase::Window { from, kind } = state.table.phase else { return };
        let me = self.view.seat;
        let world = *state;
        let places = |seat: Seat| (SEATS + seat.index() - from.index()) % SEATS;
        let before = |seat: &Seat| places(*seat) < places(me);
        let callers = || world.callers(from, kind).filter(|seat| *seat != me);
        let can_call = world.callers(from, kind).any(|seat| seat == me);
        // At least `least` seats before me have answered, and at most `most`.
        let (least, most) = match self.view.part {
            Part::Silent if can_call => (0, callers().filter(before).count()),
            Part::Silent => (0, callers().count()),
            Part::Asked => {
                let earlier = callers().filter(before).count();
                (earlier, earlier)
            }
            Part::Answered(_) => (callers().filter(before).count(), callers().count()),
        };
        let place = rng.below((2 * (most - least) + 1) as u32) as usize;
        let answered = least + place / 2;
        let pending = &mut state.pending;
        for seat in callers().take(answered) {
            let options = may(&world.hands[seat.index()], kind);
            let number = rng.below(options.clone().count() as u32) as usize;
            pending.answers[seat.index()] = options.clone().nth(number);
        }
        match self.view.part {
            Part::Asked => pending.asked = Some(me),
            Part::Answered(answer) => pending.answers[me.index()] = Some(answer),
            Part::Silent => {}
        }
        if place % 2 == 1 {
            pending.asked = callers().nth(answered);
        }
    }
}

impl Worlds<Calls> for CallsWorlds {
    fn sample(&self, rng: &mut Rng) -> (CallsState, f32) {
        let table = self.view.table;
        let mut tiles = self.unseen;
        let tiles = &mut tiles[..self.count];
        rng.shuffle(tiles);
        let mut state =
            CallsState { hands: [[0; _]; SEATS], wall: [0; _], table, pending: Pending::default() };
        let mut next = tiles.iter();
        for seat in Seat::all(SEATS) {
            let hand = &mut state.hands[seat.index()];
            if let Some(shown) = self.shown(seat) {
                *hand = shown;
                continue;
            }
            for tile in next.by_ref().take(usize::from(table.held[seat.index()])) {
                hand[usize::from(*tile)] += 1;
            }
        }
        next.for_each(|tile| state.wall[usize::from(*tile)] += 1);
        self.sample_pending(&mut state, rng);
        (state, 1.0)
    }
}

impl Hidden for Calls {
    type Worlds = CallsWorlds;

    fn worlds(&self, view: &CallsView) -> Result<CallsWorlds, ImpossibleView> {
        let mut worlds = CallsWorlds { view: *view, unseen: [0; UNSEEN], count: 0 };
        for kind in 0..view.hand.len() {
            let shown = Seat::all(SEATS).filter_map(|seat| worlds.shown(seat));
            let seen = view.table.seen(kind) + shown.map(|hand| hand[kind]).sum::<u8>();
            let Some(left) = COPIES.checked_sub(seen) else {
                return Err(ImpossibleView::new(format!("{seen} tiles of kind {kind} are seen")));
            };
            for _ in 0..left {
                worlds.unseen[worlds.count] = kind as u8;
                worlds.count += 1;
            }
        }
        let hidden = Seat::all(SEATS).filter(|seat| worlds.shown(*seat).is_none());
        let held: u8 = hidden.map(|seat| view.table.held[seat.index()]).sum();
        if usize::from(held) > worlds.count {
            let count = worlds.count;
            return Err(ImpossibleView::new(format!("{held} tiles are held, {count} unseen")));
        }
        Ok(worlds)
    }
}
