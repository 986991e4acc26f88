//! The overhead of [`VecEnv`] per decision, measured with a game that costs next to nothing.
//!
//! The game counts up to 32 in steps of 1 to 4. A plain loop that writes the same arrays plays the
//! same games, interleaved with the environment; the difference is the overhead.
//!
//! `cargo research vec_env_overhead`

use facedown_arena::{Batch, VecEnv, VecEnvOptions, child_seed};
use facedown_game::{
    ActionBuf, ActionList, ActionSpace, Element, Encoder, Game, Layout, PerSeat, Rng, Seat, Sink,
    Turn,
};
use std::time::Instant;

#[derive(Clone)]
struct Count;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sum {
    sum: u8,
    mover: u8,
}

impl Game for Count {
    type Setup = ();
    type State = Sum;
    type Action = u8;
    type LegalActions = ActionList<u8, 16>;
    type View = Sum;
    type Event = u8;

    fn seats(&self) -> usize {
        2
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, _: &mut impl Sink<u8>) -> Sum {
        Sum { sum: rng.below(4) as u8, mover: 0 }
    }

    fn turn(&self, state: &Sum) -> Turn {
        if state.sum >= 32 { Turn::Over } else { Turn::Act(Seat::new(state.mover as usize)) }
    }

    fn legal_actions(&self, state: &Sum, out: &mut Self::LegalActions) {
        out.clear();
        if state.sum < 32 {
            (1..=4 + state.sum % 4).for_each(|step| out.push(step));
        }
    }

    fn apply(&self, state: &mut Sum, action: u8, _: &mut impl Sink<u8>) {
        *state = Sum { sum: state.sum + action, mover: 1 - state.mover };
    }

    fn scores(&self, state: &Sum) -> PerSeat<i32> {
        PerSeat::from_fn(2, |seat| if seat.index() == state.mover as usize { -1 } else { 1 })
    }

    fn score_total(&self, _: &Sum) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &Sum, _: Seat) -> Sum {
        *state
    }

    fn blank_view(&self, (): &(), _: Seat) -> Sum {
        Sum { sum: 0, mover: 0 }
    }

    fn observe(&self, view: &mut Sum, event: u8) {
        view.sum += event;
    }

    fn view_turn(&self, view: &Sum) -> Option<Turn> {
        Some(self.turn(view))
    }

    fn view_actions(&self, view: &Sum, out: &mut Self::LegalActions) {
        self.legal_actions(view, out);
    }
}

struct Steps;

impl ActionSpace<Count> for Steps {
    fn len(&self) -> usize {
        110
    }

    fn index(&self, _: &Sum, action: u8) -> usize {
        action as usize
    }

    fn action(&self, _: &Sum, legal: &[u8], index: usize) -> Option<u8> {
        let action = u8::try_from(index).ok()?;
        legal.binary_search(&action).is_ok().then_some(action)
    }
}

/// Four planes of 52, like a card game's.
struct Planes;

impl Encoder<Count> for Planes {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: "planes-1".into(),
            shape: &[4, 52],
            scales: { &[1.0; 4] },
            channels: &["sum", "mover", "", ""],
        }
    }

    fn len(&self) -> usize {
        208
    }

    fn encode<T: Element>(&self, _: &Count, view: &Sum, out: &mut [T]) {
        out.fill(T::default());
        out[view.sum as usize] = T::from_count(1, 1.0);
        out[52 + view.mover as usize] = T::from_count(1, 1.0);
    }
}

/// Returns nanoseconds per decision, and a digest of the last arrays.
fn vectorised(n: usize, threads: usize, steps: usize) -> (f64, u64) {
    let options = VecEnvOptions { threads, ..VecEnvOptions::default() };
    let mut env = VecEnv::with_options(Count, Planes, Steps, n, 1, options).expect("threads start");
    let (mut batch, mut actions) = (Batch::<u8>::new(&env), vec![1; n]);
    env.reset(batch.buffers()).expect("arrays fit");
    let mut spent = 0.0;
    for step in 0..steps {
        actions.fill(1 + (step % 4) as i32);
        let start = Instant::now();
        env.step(&actions, batch.buffers()).expect("1 to 4 are always legal");
        spent += start.elapsed().as_secs_f64();
    }
    (spent * 1e9 / (n * steps) as f64, digest(&batch.observation, &batch.mask))
}

/// The same for the plain loop.
fn plain(n: usize, steps: usize) -> (f64, u64) {
    let game = Count;
    let mut hands: Vec<_> = (0..n as u64)
        .map(|i| (game.deal(&(), &mut Rng::stream(child_seed(1, i), 0), &mut ()), 0u64))
        .collect();
    let (mut observation, mut mask) = (vec![0u8; n * 208], vec![0u8; n * 110]);
    let (mut reward, mut done) = (vec![[0f32; 2]; n], vec![0u8; n]);
    let mut legal = ActionList::default();
    let mut spent = 0.0;
    for step in 0..steps {
        let action = 1 + (step % 4) as u8;
        let start = Instant::now();
        for (i, (state, hand)) in hands.iter_mut().enumerate() {
            game.apply(state, action, &mut ());
            done[i] = u8::from(game.turn(state) == Turn::Over);
            reward[i] = [0.0; 2];
            if done[i] == 1 {
                let scores = game.scores(state);
                reward[i] = [scores[Seat::new(0)] as f32, scores[Seat::new(1)] as f32];
                *hand += 1;
                let mut rng = Rng::stream(child_seed(1, i as u64), *hand);
                *state = game.deal(&(), &mut rng, &mut ());
            }
            Planes.encode(&game, state, &mut observation[i * 208..][..208]);
            let mask = &mut mask[i * 110..][..110];
            mask.fill(0);
            game.legal_actions(state, &mut legal);
            legal.as_slice().iter().for_each(|action| mask[*action as usize] = 1);
        }
        spent += start.elapsed().as_secs_f64();
    }
    (spent * 1e9 / (n * steps) as f64, digest(&observation, &mask))
}

/// Returns nanoseconds per action of `sample_actions` on one thread.
fn sampling(n: usize, steps: usize) -> f64 {
    let options = VecEnvOptions { threads: 1, ..VecEnvOptions::default() };
    let mut env = VecEnv::with_options(Count, Planes, Steps, n, 1, options).expect("threads start");
    let mut actions = vec![0; n];
    let start = Instant::now();
    for seed in 0..steps as u64 {
        env.sample_actions(seed, &mut actions).expect("the array fits");
    }
    assert!(actions.iter().all(|action| (1..8).contains(action)));
    start.elapsed().as_secs_f64() * 1e9 / (n * steps) as f64
}

fn digest(observation: &[u8], mask: &[u8]) -> u64 {
    let place = |(i, value): (usize, &u8)| (i as u64 + 1) * u64::from(*value);
    observation.iter().chain(mask).enumerate().map(place).sum()
}

fn main() {
    let budget = 20_000_000;
    println!(
        "nanoseconds per decision; the time of the environment includes that of the plain loop"
    );
    println!(
        "{:>6} {:>12} {:>12} {:>12} {:>12}",
        "n", "plain loop", "1 thread", "2 threads", "sampling"
    );
    for n in [1, 64, 1024, 4096] {
        let steps = budget / n / 4 + 1;
        let mut best = [f64::INFINITY; 4];
        for _ in 0..3 {
            let (plain, expected) = plain(n, steps);
            let (one, of_one) = vectorised(n, 1, steps);
            let (two, of_two) = vectorised(n, 2, steps);
            assert!(of_one == expected && of_two == expected, "all play the same games");
            for (best, time) in best.iter_mut().zip([plain, one, two, sampling(n, steps)]) {
                *best = best.min(time);
            }
        }
        let [plain, one, two, sampling] = best;
        println!("{n:>6} {plain:>12.1} {one:>12.1} {two:>12.1} {sampling:>12.1}");
    }
}
