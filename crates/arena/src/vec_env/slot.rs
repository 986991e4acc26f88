//! A slot of the batch: one environment, always at a decision.

use super::buffers::SlotBuffers;
use super::episodes::{Episodes, HandId};
use super::nontemporal;
use facedown_game::{
    ActionBuf, ActionSpace, Element, Encoder, Game, MAX_SEATS, Packed, Packer, Rng, Seat, Turn,
    Unpacker,
};

/// After this many consecutive hands that end before any seat acts, a game is taken to have no
/// decisions.
pub(super) const MAX_IDLE_HANDS: u64 = 100_000;

/// The shared context of all slots.
pub(super) struct SlotContext<G: Game, E, A, P> {
    pub(super) game: G,
    pub(super) encoder: E,
    pub(super) space: A,
    pub(super) episodes: Box<dyn Episodes<G, P>>,
    /// The length of one seat's observation: asking the encoder may allocate.
    pub(super) encoder_len: usize,
    /// Whether all seats observe, not the seat to act alone.
    pub(super) all_seats: bool,
    /// The view passed to action spaces that do not read it.
    pub(super) blank: G::View,
    /// Whether the action space needs lists of legal actions.
    pub(super) lists: bool,
}

impl<G: Game, E, A: ActionSpace<G>, P> SlotContext<G, E, A, P> {
    /// Calls `then` with the view that action ids depend on, or with a blank one if they do not.
    #[inline]
    fn with_view<R>(&self, state: &G::State, seat: Seat, then: impl FnOnce(&G::View) -> R) -> R {
        if self.space.reads_view() { then(&self.game.view(state, seat)) } else { then(&self.blank) }
    }
}

/// A hand at a decision, and the episode that it belongs to.
pub(super) struct Slot<G: Game, P> {
    hand: Hand<G::State>,
    seat: Seat,
    legal: G::LegalActions, // written with the legality bits, unless the action space needs no list
    episode: P,
    finished: u64,
}

/// A hand in progress.
#[derive(Clone, PartialEq, Debug)]
struct Hand<S> {
    state: S,
    rng: Rng,
    seed: u64, // of the slot
    number: u64,
}

/// A slot without its caches.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SavedSlot<S, P> {
    hand: Hand<S>,
    episode: P,
    finished: u64,
}

impl<S> Hand<S> {
    fn deal<G: Game<State = S>>(game: &G, setup: &G::Setup, seed: u64, number: u64) -> Self {
        let mut rng = Rng::stream(seed, number);
        let state = game.deal(setup, &mut rng, &mut ());
        Self { state, rng, seed, number }
    }

    /// Plays chance turns up to the next decision, and returns the seat to act, or `None` if the
    /// hand is over.
    #[inline]
    fn next_decision<G: Game<State = S>>(&mut self, game: &G) -> Option<Seat> {
        loop {
            match game.turn(&self.state) {
                Turn::Act(seat) => return Some(seat),
                Turn::Over => return None,
                Turn::Chance => game.play_chance(&mut self.state, &mut self.rng, &mut ()),
            }
        }
    }
}

impl<G: Game, P: Clone> Slot<G, P> {
    /// Creates slot `i` at the first decision of its first hand.
    pub(super) fn new<E, A>(context: &SlotContext<G, E, A, P>, i: usize, seed: u64) -> Self {
        let game = &context.game;
        let (episode, setup) = context.episodes.begin(game, HandId { env: i, seed, hand: 0 });
        let mut hand = Hand::deal(game, &setup, seed, 0);
        let first = hand.next_decision(game);
        let legal = G::LegalActions::default();
        let mut new = Self { hand, seat: Seat::new(0), legal, episode, finished: 0 };
        new.seat =
            first.unwrap_or_else(|| new.next_hand(context, i, &mut [0.0; MAX_SEATS], &mut 1));
        new
    }

    pub(super) fn state(&self) -> &G::State {
        &self.hand.state
    }

    pub(super) fn rng(&self) -> &Rng {
        &self.hand.rng
    }

    pub(super) fn episode(&self) -> &P {
        &self.episode
    }

    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the seed of the slot.
    pub(super) fn seed(&self) -> u64 {
        self.hand.seed
    }

    /// Returns the number of the hand in progress.
    pub(super) fn number(&self) -> u64 {
        self.hand.number
    }

    /// Returns the number of finished episodes.
    pub(super) fn finished(&self) -> u64 {
        self.finished
    }

    /// Applies the legal action with this id, writes reward and done, and advances to the next
    /// decision.
    #[inline]
    pub(super) fn act<E, A: ActionSpace<G>, T>(
        &mut self,
        context: &SlotContext<G, E, A, P>,
        i: usize,
        action: usize,
        out: &mut SlotBuffers<'_, T>,
    ) {
        self.seat = match self.apply(context, action, out) {
            Some(seat) => seat,
            None => self.next_hand(context, i, out.reward, out.done),
        };
    }

    /// Applies a legal action of another than the caller, adds to reward and done, and advances to
    /// the next decision.
    pub(super) fn play<E, A>(
        &mut self,
        context: &SlotContext<G, E, A, P>,
        i: usize,
        action: G::Action,
        reward: &mut [f32],
        done: &mut u8,
    ) {
        context.game.apply(&mut self.hand.state, action, &mut ());
        self.seat = match self.hand.next_decision(&context.game) {
            Some(seat) => seat,
            None => self.next_hand(context, i, reward, done),
        };
    }

    /// Applies the legal action with this id, writes reward and done, and advances to the next
    /// decision of the episode. Returns whether there is one; if not, the last hand stays.
    pub(super) fn act_in_episode<E, A: ActionSpace<G>, T>(
        &mut self,
        context: &SlotContext<G, E, A, P>,
        action: usize,
        out: &mut SlotBuffers<'_, T>,
    ) -> bool {
        let (game, episodes) = (&context.game, &context.episodes);
        let mut next = self.apply(context, action, out);
        loop {
            if let Some(seat) = next {
                self.seat = seat;
                return true;
            }
            let setup = episodes.finish(game, &mut self.episode, &self.hand.state, out.reward);
            let Some(setup) = setup else { break };
            self.hand = Hand::deal(game, &setup, self.hand.seed, self.hand.number + 1);
            next = self.hand.next_decision(game);
        }
        *out.done = 1;
        false
    }

    /// Applies the legal action with this id, and returns the next seat to act in the hand.
    #[inline]
    fn apply<E, A: ActionSpace<G>, T>(
        &mut self,
        context: &SlotContext<G, E, A, P>,
        action: usize,
        out: &mut SlotBuffers<'_, T>,
    ) -> Option<Seat> {
        let game = &context.game;
        let legal = self.legal.as_slice();
        let action = context.with_view(&self.hand.state, self.seat, |view| {
            context.space.known_action(view, legal, action)
        });
        game.apply(&mut self.hand.state, action, &mut ());
        out.clear_outcome();
        self.hand.next_decision(game)
    }

    /// Finishes the hand, deals until a hand has a decision, and returns the seat to act. The reward
    /// of an episode that ends before any seat has acted cannot be reported and is dropped.
    #[cold]
    fn next_hand<E, A>(
        &mut self,
        context: &SlotContext<G, E, A, P>,
        i: usize,
        reward: &mut [f32],
        done: &mut u8,
    ) -> Seat {
        let (game, episodes) = (&context.game, &context.episodes);
        let mut dropped = [0.0; MAX_SEATS];
        for _ in 0..MAX_IDLE_HANDS {
            let reward = if *done == 0 { &mut *reward } else { &mut dropped[..] };
            let number = self.hand.number + 1;
            let next = episodes.finish(game, &mut self.episode, &self.hand.state, reward);
            let setup = next.unwrap_or_else(|| {
                self.finished += u64::from(*done == 0);
                *done = 1;
                let first = HandId { env: i, seed: self.hand.seed, hand: number };
                let (episode, setup) = episodes.begin(game, first);
                self.episode = episode;
                setup
            });
            self.hand = Hand::deal(game, &setup, self.hand.seed, number);
            if let Some(seat) = self.hand.next_decision(game) {
                return seat;
            }
        }
        panic!("{MAX_IDLE_HANDS} consecutive hands ended before any seat acted");
    }

    /// Writes observation, mask, legality bits and seat of the current decision.
    #[inline]
    pub(super) fn observe<E: Encoder<G>, A: ActionSpace<G>, T: Element>(
        &mut self,
        context: &SlotContext<G, E, A, P>,
        out: &mut SlotBuffers<'_, T>,
    ) {
        self.encode(context, out);
        if self.write_legal(context, out.legal) {
            for (word, mask) in out.legal.iter().zip(out.mask.chunks_mut(64)) {
                u8::write_bits(*word, mask);
            }
        } else {
            out.mask.fill(0);
            self.each_listed(context, |id| {
                out.legal[id / 64] |= 1 << (id % 64);
                out.mask[id] = 1;
            });
        }
    }

    /// Writes the observation, and the seat.
    #[inline]
    pub(super) fn encode<E: Encoder<G>, A: ActionSpace<G>, T: Element>(
        &self,
        context: &SlotContext<G, E, A, P>,
        out: &mut SlotBuffers<'_, T>,
    ) {
        let row = &mut out.row;
        let SlotContext { all_seats, encoder_len, .. } = *context;
        self.each_observer(all_seats, out.observation, encoder_len, |seat, out| {
            let (game, state) = (&context.game, &self.hand.state);
            let view = if seat == self.seat {
                game.view(state, seat)
            } else {
                game.waiting_view(state, seat)
            };
            if let Some(row) = row {
                context.encoder.encode(&context.game, &view, row);
                nontemporal::copy(out, row);
            } else {
                context.encoder.encode(&context.game, &view, out);
            }
        });
        *out.seat = self.seat.index() as u8;
    }

    /// Calls `write` with each seat that observes and its part of an array: the seat to act, or all
    /// seats in order.
    #[inline]
    pub(super) fn each_observer<T>(
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

    /// Writes the legality bits of the current decision if the action space needs no list; else
    /// clears them, lists the actions and returns `false`.
    #[inline]
    fn write_legal<E, A: ActionSpace<G>>(
        &mut self,
        context: &SlotContext<G, E, A, P>,
        bits: &mut [u64],
    ) -> bool {
        bits.fill(0);
        let SlotContext { game, space, .. } = context;
        let written = space.legal_ids(game, &self.hand.state, bits);
        if !written {
            game.legal_actions(&self.hand.state, &mut self.legal);
        }
        written
    }

    /// Calls `each` with the id of every listed action.
    #[inline]
    fn each_listed<E, A: ActionSpace<G>>(
        &self,
        context: &SlotContext<G, E, A, P>,
        mut each: impl FnMut(usize),
    ) {
        context.with_view(&self.hand.state, self.seat, |view| {
            for action in self.legal.as_slice() {
                each(context.space.index(view, *action));
            }
        });
    }

    /// Lists the legal actions if the action space reads the list.
    #[inline]
    pub(super) fn list_actions<E, A: ActionSpace<G>>(&mut self, context: &SlotContext<G, E, A, P>) {
        if context.space.reads_list() {
            context.game.legal_actions(&self.hand.state, &mut self.legal);
        }
    }

    /// Writes the legality bits, and lists the actions if the action space needs the list.
    pub(super) fn list_legal<E, A: ActionSpace<G>>(
        &mut self,
        context: &SlotContext<G, E, A, P>,
        bits: &mut [u64],
    ) {
        if !self.write_legal(context, bits) {
            self.each_listed(context, |id| bits[id / 64] |= 1 << (id % 64));
        }
    }

    /// Prefetches what a step reads.
    #[inline]
    pub(super) fn prefetch<E, A>(&self, context: &SlotContext<G, E, A, P>) {
        nontemporal::prefetch(&self.hand);
        if context.lists {
            nontemporal::prefetch(&self.legal);
        }
    }

    pub(super) fn save(&self) -> SavedSlot<G::State, P> {
        SavedSlot {
            hand: self.hand.clone(),
            episode: self.episode.clone(),
            finished: self.finished,
        }
    }

    pub(super) fn restore<E, A>(
        &mut self,
        context: &SlotContext<G, E, A, P>,
        saved: &SavedSlot<G::State, P>,
    ) {
        let SavedSlot { mut hand, episode, finished } = saved.clone();
        self.seat = hand.next_decision(&context.game).expect("a slot is at a decision");
        (self.hand, self.episode, self.finished) = (hand, episode, finished);
    }
}

impl<S: Clone, P: Clone> SavedSlot<S, P> {
    /// Returns a slot of these values, with any seat to act.
    pub(super) fn slot<G: Game<State = S>>(&self) -> Slot<G, P> {
        let SavedSlot { hand, episode, finished } = self.clone();
        Slot { hand, seat: Seat::new(0), legal: G::LegalActions::default(), episode, finished }
    }
}

/// Everything but the caches and the number of finished episodes.
impl<G: Game<State: Packed>, P: Packed> Packed for Slot<G, P> {
    const SIZE: usize = Hand::<G::State>::SIZE + Seat::SIZE + P::SIZE;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        let mut out = out.part(Self::SIZE);
        self.hand.pack(&mut out);
        self.seat.pack(&mut out);
        self.episode.pack(&mut out);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let mut part = input.part(Self::SIZE);
        self.hand.unpack(&mut part);
        self.seat.unpack(&mut part);
        self.episode.unpack(&mut part);
        input.check(part.is_valid());
    }
}

impl<S: Packed> Packed for Hand<S> {
    const SIZE: usize = 2 * u64::SIZE + Rng::SIZE + S::SIZE;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        let mut out = out.part(Self::SIZE);
        self.seed.pack(&mut out);
        self.number.pack(&mut out);
        self.rng.pack(&mut out);
        self.state.pack(&mut out);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let mut part = input.part(Self::SIZE);
        self.seed.unpack(&mut part);
        self.number.unpack(&mut part);
        self.rng.unpack(&mut part);
        self.state.unpack(&mut part);
        input.check(part.is_valid());
    }
}

/// Returns the index of a set bit, drawn uniformly.
#[inline]
pub(super) fn sample(bits: &[u64], rng: &mut Rng) -> i32 {
    let count: u32 = bits.iter().map(|word| word.count_ones()).sum();
    let mut rank = rng.below(count);
    for (i, word) in bits.iter().enumerate() {
        let sums = prefix_counts(*word);
        let here = (sums >> 56) as u32;
        if rank < here {
            return (64 * i) as i32 + select(*word, sums, rank) as i32;
        }
        rank -= here;
    }
    unreachable!("there is always a legal action")
}

const EACH: u64 = 0x0101_0101_0101_0101;

/// Returns in each byte the number of bits that are set in that byte and those below it.
#[inline]
const fn prefix_counts(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & (0x55 * EACH));
    let fours = (pairs & (0x33 * EACH)) + ((pairs >> 2) & (0x33 * EACH));
    ((fours + (fours >> 4)) & (0x0f * EACH)).wrapping_mul(EACH)
}

/// Returns the position of the set bit with this rank, which must exist. `sums` are the word's
/// prefix counts. There is no loop, whose length a branch predictor could not predict.
#[inline]
const fn select(word: u64, sums: u64, rank: u32) -> u32 {
    const TOPS: u64 = 0x80 * EACH;
    // The bytes whose sums do not exceed the rank have their top bits set; sums are at most 64, so
    // that no byte borrows from the next.
    let passed = ((TOPS | (rank as u64 * EACH)) - sums) & TOPS;
    let byte = ((passed >> 7).wrapping_mul(EACH) >> 56) as u32;
    let skipped = (sums << 8 >> (8 * byte) & 0xff) as u32;
    let bits = (word >> (8 * byte) & 0xff) as usize;
    8 * byte + POSITIONS[(rank - skipped) as usize][bits] as u32
}

/// The position of the set bit of each rank in each byte.
static POSITIONS: [[u8; 256]; 8] = {
    let mut positions = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut position, mut rank) = (0, 0);
        while position < 8 {
            if byte >> position & 1 == 1 {
                positions[rank][byte] = position as u8;
                rank += 1;
            }
            position += 1;
        }
        byte += 1;
    }
    positions
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_bit_is_selected_by_its_rank() {
        let mut rng = Rng::new(1);
        let random = (0..2000).map(|i| {
            let word = rng.next_u64();
            if i % 2 == 0 { word & rng.next_u64() & rng.next_u64() } else { word }
        });
        for word in random.chain([1, 1 << 63, u64::MAX, 0xff, 0xff << 56]) {
            let positions = (0..64).filter(|position| word >> position & 1 == 1);
            let sums = prefix_counts(word);
            assert_eq!(sums >> 56, u64::from(word.count_ones()));
            for (rank, position) in positions.enumerate() {
                assert_eq!(select(word, sums, rank as u32), position, "{word:x}");
            }
        }
    }
}
