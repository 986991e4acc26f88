//! One lane: a game that is always at a decision.

use super::buffers::LaneBuffers;
use super::course::Course;
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
        let action = rules
            .with_view(&self.hand.state, self.seat, |view| rules.space.action(view, legal, number))
            .expect("the action space finds every legal action by its number");
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
        self.each_seen(rules.all_seats, out.observation, rules.encoder.len(), |seat, out| {
            rules.encoder.encode(&rules.game, &rules.game.view(&self.hand.state, seat), out);
        });
        self.note_legal(rules, out.legal);
        for (bits, mask) in out.legal.iter().zip(out.mask.chunks_mut(64)) {
            u8::write_bits(*bits, mask);
        }
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
    #[inline]
    pub(super) fn note_legal<E, A: ActionSpace<G>>(
        &self,
        rules: &Rules<G, E, A, P>,
        bits: &mut [u64],
    ) {
        bits.fill(0);
        rules.with_view(&self.hand.state, self.seat, |view| {
            for action in self.legal.as_slice() {
                let number = rules.space.index(view, *action);
                bits[number / 64] |= 1 << (number % 64);
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
        let here = word.count_ones();
        if skipped < here {
            let mut rest = *word;
            for _ in 0..skipped {
                rest &= rest - 1;
            }
            return (64 * place) as i32 + rest.trailing_zeros() as i32;
        }
        skipped -= here;
    }
    unreachable!("there is always a legal action")
}
