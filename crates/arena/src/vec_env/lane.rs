//! One lane: a game that is always at a decision.

use super::buffers::LaneBuffers;
use super::course::Course;
use super::stream;
use facedown_game::{ActionBuf, ActionSpace, Element, Encoder, Game, MAX_SEATS, Rng, Seat, Turn};

/// A lane of hands that end before any seat acts would never come to a decision; so many in a row
/// are taken for a game without decisions.
const MAX_IDLE_HANDS: u64 = 100_000;

/// What all lanes share.
pub(super) struct Rules<G: Game, E, A, P> {
    pub(super) game: G,
    pub(super) encoder: E,
    pub(super) space: A,
    pub(super) course: Box<dyn Course<G, P>>,
    /// Observations are those of all seats.
    pub(super) all_seats: bool,
    /// For action spaces that do not look at views.
    pub(super) blank: G::View,
}

impl<G: Game, E, A: ActionSpace<G>, P> Rules<G, E, A, P> {
    /// Gives a view for numbering the actions of a seat: a blank one where none is looked at.
    #[inline]
    fn with_view<R>(&self, state: &G::State, seat: Seat, then: impl FnOnce(&G::View) -> R) -> R {
        if self.space.reads_view() { then(&self.game.view(state, seat)) } else { then(&self.blank) }
    }
}

/// A game at a decision, with all that is needed to show it and to carry it out.
pub(super) struct Lane<G: Game, P> {
    hand: Hand<G::State>,
    seat: Seat,
    legal: G::Actions,
    progress: P,
    finished: u64,
}

/// A hand in progress.
#[derive(Clone, PartialEq, Debug)]
struct Hand<S> {
    state: S,
    stream: Rng,
    seed: u64, // of the lane
    number: u64,
}

/// A lane without what can be made again.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SavedLane<S, P> {
    hand: Hand<S>,
    progress: P,
    finished: u64,
}

impl<S> Hand<S> {
    fn deal<G: Game<State = S>>(game: &G, setup: &G::Setup, seed: u64, number: u64) -> Self {
        let mut stream = Rng::stream(seed, number);
        let state = game.deal(setup, &mut stream, &mut ());
        Self { state, stream, seed, number }
    }

    /// Plays chance turns up to the next decision, and says whose it is; `None` where the hand ends.
    #[inline]
    fn next_decision<G: Game<State = S>>(&mut self, game: &G) -> Option<Seat> {
        loop {
            match game.turn(&self.state) {
                Turn::Act(seat) => return Some(seat),
                Turn::Over => return None,
                Turn::Chance => game.play_chance(&mut self.state, &mut self.stream, &mut ()),
            }
        }
    }
}

impl<G: Game, P: Clone> Lane<G, P> {
    /// A lane at the first decision of its first hand.
    pub(super) fn new<E, A>(rules: &Rules<G, E, A, P>, lane: usize, seed: u64) -> Self {
        let game = &rules.game;
        let (progress, setup) = rules.course.begin(game, lane, 0);
        let mut hand = Hand::deal(game, &setup, seed, 0);
        let first = hand.next_decision(game);
        let legal = G::Actions::default();
        let mut new = Self { hand, seat: Seat::new(0), legal, progress, finished: 0 };
        new.seat = first.unwrap_or_else(|| new.follow(rules, lane, &mut [0.0; MAX_SEATS], &mut 1));
        game.legal_actions(&new.hand.state, &mut new.legal);
        new
    }

    pub(super) fn state(&self) -> &G::State {
        &self.hand.state
    }

    pub(super) fn stream(&self) -> &Rng {
        &self.hand.stream
    }

    pub(super) fn progress(&self) -> &P {
        &self.progress
    }

    pub(super) fn legal(&self) -> &[G::Action] {
        self.legal.as_slice()
    }

    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// How many episodes have ended.
    pub(super) fn finished(&self) -> u64 {
        self.finished
    }

    /// Carries out the legal action with this number, reports a hand that ends, and goes on to the
    /// next decision.
    #[inline]
    pub(super) fn act<E, A: ActionSpace<G>, T>(
        &mut self,
        rules: &Rules<G, E, A, P>,
        lane: usize,
        number: usize,
        out: &mut LaneBuffers<'_, T>,
    ) {
        let game = &rules.game;
        let legal = self.legal.as_slice();
        let action = rules.with_view(&self.hand.state, self.seat, |view| {
            rules.space.known_action(view, legal, number)
        });
        game.apply(&mut self.hand.state, action, &mut ());
        out.nothing_ended();
        self.seat = match self.hand.next_decision(game) {
            Some(seat) => seat,
            None => self.follow(rules, lane, out.reward, out.done),
        };
        game.legal_actions(&self.hand.state, &mut self.legal);
    }

    /// Goes on from the end of a hand to the next one that comes to a decision, and says whose it
    /// is. What an episode is worth that is over before anybody acted cannot be reported.
    #[cold]
    fn follow<E, A>(
        &mut self,
        rules: &Rules<G, E, A, P>,
        lane: usize,
        reward: &mut [f32],
        done: &mut u8,
    ) -> Seat {
        let (game, course) = (&rules.game, &rules.course);
        let mut unseen = [0.0; MAX_SEATS];
        for _ in 0..MAX_IDLE_HANDS {
            let told = if *done == 0 { &mut *reward } else { &mut unseen[..] };
            let number = self.hand.number + 1;
            let next = course.finish(game, &mut self.progress, &self.hand.state, told);
            let setup = next.unwrap_or_else(|| {
                self.finished += u64::from(*done == 0);
                *done = 1;
                let (progress, setup) = course.begin(game, lane, number);
                self.progress = progress;
                setup
            });
            self.hand = Hand::deal(game, &setup, self.hand.seed, number);
            if let Some(seat) = self.hand.next_decision(game) {
                return seat;
            }
        }
        panic!("{MAX_IDLE_HANDS} hands in a row ended before any seat acted");
    }

    /// Writes the decision.
    #[inline]
    pub(super) fn show<E: Encoder<G>, A: ActionSpace<G>, T: Element>(
        &self,
        rules: &Rules<G, E, A, P>,
        out: &mut LaneBuffers<'_, T>,
    ) {
        let aside = &mut out.aside;
        self.each_seen(rules.all_seats, out.observation, rules.encoder.len(), |seat, out| {
            let view = rules.game.view(&self.hand.state, seat);
            if let Some(row) = aside {
                rules.encoder.encode(&rules.game, &view, row);
                stream::copy(out, row);
            } else {
                rules.encoder.encode(&rules.game, &view, out);
            }
        });
        out.legal.fill(0);
        out.mask.fill(0);
        self.each_legal(rules, |number| {
            out.legal[number / 64] |= 1 << (number % 64);
            out.mask[number] = 1;
        });
        *out.seat = self.seat.index() as u8;
    }

    /// Gives each seat that observes its part of an array: the seat to act, or all in order.
    #[inline]
    pub(super) fn each_seen<T>(
        &self,
        all_seats: bool,
        out: &mut [T],
        len: usize,
        mut write: impl FnMut(Seat, &mut [T]),
    ) {
        match len {
            0 => {}
            _ if all_seats => {
                let parts = out.chunks_exact_mut(len).enumerate();
                parts.for_each(|(seat, part)| write(Seat::new(seat), part));
            }
            _ => write(self.seat, out),
        }
    }

    /// Writes which numbers are legal, as bits.
    pub(super) fn note_legal<E, A: ActionSpace<G>>(
        &self,
        rules: &Rules<G, E, A, P>,
        bits: &mut [u64],
    ) {
        bits.fill(0);
        self.each_legal(rules, |number| bits[number / 64] |= 1 << (number % 64));
    }

    /// Gives the number of each legal action.
    #[inline]
    fn each_legal<E, A: ActionSpace<G>>(
        &self,
        rules: &Rules<G, E, A, P>,
        mut each: impl FnMut(usize),
    ) {
        rules.with_view(&self.hand.state, self.seat, |view| {
            for action in self.legal.as_slice() {
                each(rules.space.index(view, *action));
            }
        });
    }

    pub(super) fn save(&self) -> SavedLane<G::State, P> {
        SavedLane {
            hand: self.hand.clone(),
            progress: self.progress.clone(),
            finished: self.finished,
        }
    }

    pub(super) fn restore<E, A>(
        &mut self,
        rules: &Rules<G, E, A, P>,
        saved: &SavedLane<G::State, P>,
    ) {
        let SavedLane { mut hand, progress, finished } = saved.clone();
        self.seat = hand.next_decision(&rules.game).expect("a lane is at a decision");
        rules.game.legal_actions(&hand.state, &mut self.legal);
        (self.hand, self.progress, self.finished) = (hand, progress, finished);
    }
}

/// One of the numbers whose bits are set, each with the same chance.
#[inline]
pub(super) fn sample(bits: &[u64], rng: &mut Rng) -> i32 {
    let count: u32 = bits.iter().map(|word| word.count_ones()).sum();
    let mut skipped = rng.below(count);
    for (place, word) in bits.iter().enumerate() {
        let sums = sums(*word);
        let here = (sums >> 56) as u32;
        if skipped < here {
            return (64 * place) as i32 + select(*word, sums, skipped) as i32;
        }
        skipped -= here;
    }
    unreachable!("there is always a legal action")
}

const EACH: u64 = 0x0101_0101_0101_0101;

/// In each byte, how many bits are set in that byte and those below it.
#[inline]
const fn sums(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & (0x55 * EACH));
    let fours = (pairs & (0x33 * EACH)) + ((pairs >> 2) & (0x33 * EACH));
    ((fours + (fours >> 4)) & (0x0f * EACH)).wrapping_mul(EACH)
}

/// The place of the bit that is set with so many set ones below it, which there is. `sums` are the
/// word's. Without a loop: how often it would go round cannot be foretold.
#[inline]
const fn select(word: u64, sums: u64, below: u32) -> u32 {
    const TOPS: u64 = 0x80 * EACH;
    // The bytes whose sums do not exceed the bits to skip have their top bits set; sums are at most
    // 64, so that no byte borrows from the next.
    let passed = ((TOPS | (below as u64 * EACH)) - sums) & TOPS;
    let byte = ((passed >> 7).wrapping_mul(EACH) >> 56) as u32;
    let skipped = (sums << 8 >> (8 * byte) & 0xff) as u32;
    let bits = (word >> (8 * byte) & 0xff) as usize;
    8 * byte + PLACES[(below - skipped) as usize][bits] as u32
}

/// The place of the nth bit that is set in each byte.
static PLACES: [[u8; 256]; 8] = {
    let mut places = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut found) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[found][byte] = place as u8;
                found += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_bit_is_selected_by_the_number_of_those_below() {
        let mut rng = Rng::new(1);
        let random = (0..2000).map(|i| {
            let word = rng.next_u64();
            if i % 2 == 0 { word & rng.next_u64() & rng.next_u64() } else { word }
        });
        for word in random.chain([1, 1 << 63, u64::MAX, 0xff, 0xff << 56]) {
            let places = (0..64).filter(|place| word >> place & 1 == 1);
            assert_eq!(sums(word) >> 56, u64::from(word.count_ones()));
            for (below, place) in places.enumerate() {
                assert_eq!(select(word, sums(word), below as u32), place, "{word:x}");
            }
        }
    }
}
