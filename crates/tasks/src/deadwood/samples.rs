//! Hands with their exact deadwood.

use super::{ENCODER, INPUTS, encode};
use facedown_cards::CardSet;
use facedown_game::{ActionBuf, Game, Policy, Rng, Turn};
use facedown_gin::bots::{Greedy, Simple};
use facedown_gin::kernel::min_deadwood;
use facedown_gin::{Gin, Legal, Rules};
use facedown_nets::{Batch, Samples, Targets};

/// Samples of one game and as many random hands: neighbours, in one group.
const BLOCK: u64 = 16;

/// Returns the group of a sample: hands of one game are never on both sides of a split.
pub const fn group(index: u64) -> u64 {
    index / BLOCK
}

/// Half of the hands are dealt at random, half come from play of the bots `simple` and `greedy`
/// against each other; ten and eleven cards.
#[derive(Debug)]
pub struct DeadwoodSamples {
    game: Gin,
    seed: u64,
    count: u64,
}

impl DeadwoodSamples {
    /// Returns so many samples of a seed.
    pub fn new(seed: u64, count: u64) -> Self {
        Self { game: Gin::new(Rules::EAAI).expect("a preset"), seed, count }
    }

    /// Returns the hands of these indices.
    pub fn hands(&self, indices: &[u64]) -> Vec<CardSet> {
        let (mut ready, mut block) = (None, Vec::new());
        let mut hands = Vec::with_capacity(indices.len());
        for index in indices {
            if ready != Some(index / BLOCK) {
                self.block(index / BLOCK, &mut block);
                ready = Some(index / BLOCK);
            }
            let bits = block[(index % BLOCK) as usize];
            hands.push(CardSet::from_bits(bits).expect("cards of a game"));
        }
        hands
    }

    /// Returns the hands of a block.
    fn block(&self, block: u64, hands: &mut Vec<u64>) {
        let mut rng = Rng::stream(self.seed, block);
        let played = hands_from_play(&self.game, &mut rng);
        let half = BLOCK as usize / 2;
        hands.clear();
        hands.extend((0..half).map(|_| *rng.choose(&played).expect("a hand has decisions")));
        hands.extend((0..half).map(|_| random_hand(&mut rng)));
    }
}

/// Deals ten or eleven cards.
pub fn random_hand(rng: &mut Rng) -> u64 {
    let len = 10 + rng.below(2);
    let mut hand = 0u64;
    while hand.count_ones() < len {
        hand |= 1 << rng.below(52);
    }
    hand
}

/// Plays a hand of `simple` against `greedy`; returns the hands that were held at decisions.
pub fn hands_from_play(game: &Gin, rng: &mut Rng) -> Vec<u64> {
    let mut bots: [Box<dyn Policy<Gin>>; 2] =
        [Box::new(Simple::default()), Box::new(Greedy::default())];
    if rng.below(2) == 1 {
        bots.swap(0, 1);
    }
    let mut state = game.deal(&game.first_setup(), rng, &mut ());
    let (mut legal, mut hands) = (Legal::default(), Vec::new());
    while let Turn::Act(seat) = game.turn(&state) {
        let view = game.view(&state, seat);
        let hand: CardSet = view.hand();
        if hand.len() >= 10 {
            hands.push(hand.bits());
        }
        legal.clear();
        game.legal_actions(&state, &mut legal);
        let action = bots[seat.index()].choose(game, &view, legal.as_slice(), rng);
        game.apply(&mut state, action, &mut ());
    }
    hands
}

impl Samples for DeadwoodSamples {
    fn encoder(&self) -> String {
        ENCODER.to_owned()
    }

    fn rules(&self) -> String {
        "gin, hands of ten and eleven cards".to_owned()
    }

    fn describe(&self) -> String {
        let (count, seed) = (self.count, self.seed);
        format!("{count} hands of seed {seed}: half random, half from play of simple and greedy")
    }

    fn len(&self) -> u64 {
        self.count
    }

    fn group(&self, index: u64) -> u64 {
        group(index)
    }

    fn is_shuffled(&self) -> bool {
        true
    }

    fn read(&self, indices: &[u64], batch: &mut Batch) {
        if batch.targets.is_empty() {
            batch.targets.push(Targets::Classes { labels: Vec::new(), mask: Vec::new() });
        }
        for hand in self.hands(indices) {
            let at = batch.inputs.len();
            batch.inputs.resize(at + INPUTS, 0.0);
            encode(hand.bits(), &mut batch.inputs[at..]);
            if let Some(Targets::Classes { labels, .. }) = batch.targets.first_mut() {
                labels.push(u32::from(min_deadwood(hand)));
            }
        }
    }
}
