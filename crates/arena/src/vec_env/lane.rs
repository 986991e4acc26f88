//! One lane: a game that is always at a decision.

use super::buffers::LaneBuffers;
use facedown_game::{ActionBuf, ActionSpace, Element, Encoder, Game, Rng, Seat, Turn};

/// A lane of hands that end before any seat acts would never come to a decision; so many in a row
/// are taken for a game without decisions.
const MAX_IDLE_HANDS: u64 = 100_000;

/// What all lanes share.
pub(super) struct Rules<G: Game, E, A> {
    pub(super) game: G,
    pub(super) encoder: E,
    pub(super) space: A,
    pub(super) setups: Vec<G::Setup>, // not empty
    pub(super) reward_scale: f32,
}

impl<G: Game, E, A> Rules<G, E, A> {
    fn setup(&self, lane: usize, hand: u64) -> &G::Setup {
        let turns = self.setups.len() as u64;
        &self.setups[((lane as u64 % turns + hand % turns) % turns) as usize]
    }
}

/// A game at a decision, with all that is needed to show it and to carry it out.
pub(super) struct Lane<G: Game> {
    hand: Hand<G::State>,
    seat: Seat,
    view: G::View,
    legal: G::Actions,
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
pub(super) struct SavedLane<S> {
    hand: Hand<S>,
    finished: u64,
}

impl<S> Hand<S> {
    /// The first hand from this number on that comes to a decision, and who decides.
    fn deal<G: Game<State = S>, E, A>(
        rules: &Rules<G, E, A>,
        lane: usize,
        seed: u64,
        number: u64,
    ) -> (Self, Seat) {
        for number in number..number + MAX_IDLE_HANDS {
            let mut stream = Rng::stream(seed, number);
            let state = rules.game.deal(rules.setup(lane, number), &mut stream, &mut ());
            let mut hand = Self { state, stream, seed, number };
            if let Some(seat) = hand.next_decision(&rules.game) {
                return (hand, seat);
            }
        }
        panic!("{MAX_IDLE_HANDS} hands in a row ended before any seat acted");
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

impl<G: Game> Lane<G> {
    /// A lane at the first decision of its first hand.
    pub(super) fn new<E, A>(rules: &Rules<G, E, A>, lane: usize, seed: u64) -> Self {
        let (hand, seat) = Hand::deal(rules, lane, seed, 0);
        Self::at(&rules.game, hand, seat, 0)
    }

    /// A lane at this decision.
    fn at(game: &G, hand: Hand<G::State>, seat: Seat, finished: u64) -> Self {
        let view = game.view(&hand.state, seat);
        let mut legal = G::Actions::default();
        game.legal_actions(&hand.state, &mut legal);
        Self { hand, seat, view, legal, finished }
    }

    pub(super) fn state(&self) -> &G::State {
        &self.hand.state
    }

    pub(super) fn view(&self) -> &G::View {
        &self.view
    }

    pub(super) fn legal(&self) -> &[G::Action] {
        self.legal.as_slice()
    }

    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// How many hands have ended.
    pub(super) fn finished(&self) -> u64 {
        self.finished
    }

    /// Carries out the legal action with this number, reports a hand that ends, and goes on to the
    /// next decision.
    #[inline]
    pub(super) fn act<E, A: ActionSpace<G>, T>(
        &mut self,
        rules: &Rules<G, E, A>,
        lane: usize,
        number: usize,
        out: &mut LaneBuffers<'_, T>,
    ) {
        let game = &rules.game;
        let action = rules
            .space
            .action(&self.view, self.legal.as_slice(), number)
            .expect("the action space finds every legal action by its number");
        game.apply(&mut self.hand.state, action, &mut ());
        self.seat = if let Some(seat) = self.hand.next_decision(game) {
            out.nothing_ended();
            seat
        } else {
            for (seat, score) in game.scores(&self.hand.state).iter() {
                out.reward[seat.index()] = score as f32 * rules.reward_scale;
            }
            *out.done = 1;
            self.finished += 1;
            let (hand, seat) = Hand::deal(rules, lane, self.hand.seed, self.hand.number + 1);
            self.hand = hand;
            seat
        };
        self.view = game.view(&self.hand.state, self.seat);
        game.legal_actions(&self.hand.state, &mut self.legal);
    }

    /// Writes the decision.
    #[inline]
    pub(super) fn show<E: Encoder<G>, A: ActionSpace<G>, T: Element>(
        &self,
        rules: &Rules<G, E, A>,
        out: &mut LaneBuffers<'_, T>,
    ) {
        rules.encoder.encode(&rules.game, &self.view, out.observation);
        out.mask.fill(0);
        self.note_legal(rules, out.legal, |number| out.mask[number] = 1);
        *out.seat = self.seat.index() as u8;
    }

    /// Writes which numbers are legal, as bits, and tells `each` of them.
    #[inline]
    pub(super) fn note_legal<E, A: ActionSpace<G>>(
        &self,
        rules: &Rules<G, E, A>,
        bits: &mut [u64],
        mut each: impl FnMut(usize),
    ) {
        bits.fill(0);
        // Numbers mostly ascend, so a word is gathered in a register and written once.
        let (mut place, mut word) = (0, 0);
        for action in self.legal.as_slice() {
            let number = rules.space.index(&self.view, *action);
            if number / 64 != place {
                bits[place] |= word;
                (place, word) = (number / 64, 0);
            }
            word |= 1 << (number % 64);
            each(number);
        }
        bits[place] |= word;
    }

    /// The number of a legal action, each with the same chance.
    #[inline]
    pub(super) fn sample<E, A: ActionSpace<G>>(
        &self,
        rules: &Rules<G, E, A>,
        rng: &mut Rng,
    ) -> i32 {
        let legal = self.legal.as_slice();
        let action = legal[rng.below(legal.len() as u32) as usize];
        rules.space.index(&self.view, action) as i32
    }

    pub(super) fn save(&self) -> SavedLane<G::State> {
        SavedLane { hand: self.hand.clone(), finished: self.finished }
    }

    pub(super) fn restore<E, A>(&mut self, rules: &Rules<G, E, A>, saved: &SavedLane<G::State>) {
        let mut hand = saved.hand.clone();
        let seat = hand.next_decision(&rules.game).expect("a lane is at a decision");
        *self = Self::at(&rules.game, hand, seat, saved.finished);
    }
}
