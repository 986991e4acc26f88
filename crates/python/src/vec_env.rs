//! Vectorised environments that write into the caller's arrays.
//!
//! Users have `facedown.vec.VecEnv`, which keeps arrays for those who bring none.
#![allow(unsafe_code, reason = "slices of NumPy's memory; each block says why it is sound")]

use crate::buffers::{Dtype, Memory, ObservationMemory, Span, check_disjoint};
use crate::errors::{catalog_error, index_error, value_error};
use crate::game::Game;
use crate::players::{Players, Raised, caused};
use crate::threads::own_threads;
use crate::values::{Seed, index, shown, to_python};
use crate::view::View;
use facedown_arena::{StepError, child_seed};
use facedown_catalog::{AnyBuffers, AnyGame, AnyVecEnv, EncoderInfo, VecSpec};
use facedown_game::{ObservationMut, Turn};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{
    Bound, PyAny, PyErr, PyModule, PyModuleMethods, PyResult, Python, pyclass, pymethods,
};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<VecEnv>()
}

/// Sampled actions have a random stream of their own: no environment has this number.
const SAMPLES: u64 = u64::MAX;

#[pyclass(frozen, module = "facedown._native")]
struct VecEnv {
    game: Arc<dyn AnyGame>,
    inner: Mutex<Inner>,
    dtype: Dtype,
    shapes: Shapes,
    process: u32,      // that created it
    has_workers: bool, // threads that a fork would lose
    raised: Raised,    // by opponents
}

struct Inner {
    env: Box<dyn AnyVecEnv>,
    seed: u64, // of the last reset
}

struct Shapes {
    observation: Vec<usize>,
    oracle: Vec<usize>, // empty without oracle observations
    mask: [usize; 2],
    envs: [usize; 1],
    reward: [usize; 2],
}

/// Id, shape, scales and channel names of an encoder.
pub(crate) type Parts = (String, Vec<usize>, Vec<f32>, Vec<&'static str>);

/// The caller's arrays of a batch, unchecked.
type Arrays<'a, 'py> = [&'a Bound<'py, PyAny>; 5];

/// The caller's array for oracle observations, unchecked.
type Oracle<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (
        game, n, seed, dtype, threads, encoder, all_seats, oracle, length, reward, uma, shaping,
        reward_scale, opponents, own_seat, hand=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "options are passed one by one")]
    #[allow(clippy::needless_pass_by_value, reason = "the list is converted from Python's")]
    fn new(
        game: &Game,
        n: &Bound<'_, PyAny>,
        seed: Seed,
        dtype: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
        encoder: Option<&str>,
        all_seats: bool,
        oracle: bool,
        length: &str,
        reward: &str,
        uma: Vec<f32>,
        shaping: f32,
        reward_scale: f64,
        opponents: &Bound<'_, PyAny>,
        own_seat: Option<usize>,
        hand: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let dtype = Dtype::parse(n.py(), dtype)?;
        let Some(envs) = index(n)?.filter(|envs| *envs > 0) else {
            return Err(value_error(format_args!("n is {}: expected at least 1", shown(n))));
        };
        let (scale, threads, seed) = (reward_scale as f32, own_threads(threads)?, seed.0);
        if !scale.is_finite() {
            return Err(value_error(format_args!(
                "reward_scale is {reward_scale:?}: expected a number that float32 can hold"
            )));
        }
        let players = Players::read(&game.0, opponents)?;
        let spec = VecSpec {
            n: envs,
            seed,
            threads,
            all_seats,
            oracle,
            length,
            hand: game.place(hand)?,
            reward,
            uma: &uma,
            shaping,
            reward_scale: scale,
            opponents: &players.players,
            seat: own_seat,
        };
        let env = n.py().detach(|| game.0.vec_env_with(&spec, encoder)).map_err(catalog_error)?;
        let seats = game.0.seats();
        let leading = if all_seats { vec![envs, seats] } else { vec![envs] };
        let shapes = Shapes {
            observation: [leading.clone(), env.encoder().shape].concat(),
            oracle: env.oracle().map_or(Vec::new(), |info| [leading, info.shape.clone()].concat()),
            mask: [envs, game.0.action_count()],
            envs: [envs],
            reward: [envs, seats],
        };
        let (game, inner) = (Arc::clone(&game.0), Mutex::new(Inner { env, seed }));
        let (process, has_workers) = (std::process::id(), threads != 1);
        let raised = players.raised();
        Ok(Self { game, inner, dtype, shapes, process, has_workers, raised })
    }

    /// Id, shape, scales and channel names of the observations.
    #[getter]
    fn encoder(&self) -> PyResult<Parts> {
        Ok(parts(self.lock()?.env.encoder()))
    }

    /// The same for the oracle observations, if there are any.
    #[getter]
    fn oracle(&self) -> PyResult<Option<Parts>> {
        Ok(self.lock()?.env.oracle().cloned().map(parts))
    }

    /// The seed of the last reset.
    #[getter]
    fn seed(&self) -> PyResult<u64> {
        Ok(self.lock()?.seed)
    }

    /// The number of episodes that have ended since the last reset.
    #[getter]
    fn episodes(&self) -> PyResult<u64> {
        Ok(self.lock()?.env.episodes())
    }

    /// Returns the seed of an environment's deals.
    fn env_seed(&self, env: &Bound<'_, PyAny>) -> PyResult<u64> {
        let [envs] = self.shapes.envs;
        match index(env)? {
            Some(number) if number < envs => Ok(child_seed(self.lock()?.seed, number as u64)),
            _ => Err(self.no_env(env)),
        }
    }

    /// Returns the view of a seat of an environment, by default of the seat to act.
    #[pyo3(signature = (env, seat=None))]
    fn view(&self, env: &Bound<'_, PyAny>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<View> {
        let hand = index(env)?.map(|env| self.lock().map(|inner| inner.env.hand(env)));
        let Some(hand) = hand.transpose()?.flatten() else { return Err(self.no_env(env)) };
        let seat = match (seat, hand.turn()) {
            (None, Turn::Act(seat)) => Some(seat.index()),
            (None, _) => None,
            (Some(seat), _) => index(seat)?,
        };
        let seats = self.game.seats();
        let Some(seat) = seat.filter(|seat| *seat < seats) else {
            return Err(index_error(format_args!("no such seat, expected 0 to {}", seats - 1)));
        };
        Ok(View::new(Arc::clone(&self.game), hand.view(seat).map_err(catalog_error)?))
    }

    /// Returns which hand of a match an environment plays, as a dictionary.
    fn setup<'py>(&self, env: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let hand = index(env)?.map(|env| self.lock().map(|inner| inner.env.hand(env)));
        let Some(hand) = hand.transpose()?.flatten() else { return Err(self.no_env(env)) };
        to_python(env.py(), &hand.setup())
    }

    /// Returns the scores of an environment's match before the hand in progress.
    fn standing(&self, env: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
        let found = index(env)?.map(|env| self.lock().map(|inner| inner.env.standing(env)));
        found.transpose()?.flatten().ok_or_else(|| self.no_env(env))
    }

    /// Restarts every environment with the deals of a seed, by default of the last one. Oracle
    /// observations are written if there is an array for them, here and in `step`.
    #[allow(clippy::too_many_arguments, reason = "arrays are passed one by one")]
    fn reset(
        &self,
        py: Python<'_>,
        seed: Option<Seed>,
        observation: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
        seat: &Bound<'_, PyAny>,
        reward: &Bound<'_, PyAny>,
        done: &Bound<'_, PyAny>,
        oracle: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut inner = self.lock()?;
        let Inner { env, seed: present } = &mut *inner;
        let seed = seed.map_or(*present, |seed| seed.0);
        let arrays = ([observation, mask, seat, reward, done], oracle);
        self.fill(py, None, arrays, |_, out, oracle| {
            env.reset(seed, out)?;
            oracle.map_or(Ok(()), |oracle| env.encode_oracle(oracle))
        })?;
        *present = seed;
        Ok(())
    }

    /// Applies one action in every environment.
    #[allow(clippy::too_many_arguments, reason = "arrays are passed one by one")]
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        observation: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
        seat: &Bound<'_, PyAny>,
        reward: &Bound<'_, PyAny>,
        done: &Bound<'_, PyAny>,
        oracle: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut inner = self.lock()?;
        let env = &mut inner.env;
        let arrays = ([observation, mask, seat, reward, done], oracle);
        self.fill(py, Some(actions), arrays, |actions, out, oracle| {
            env.step(actions, out)?;
            oracle.map_or(Ok(()), |oracle| env.encode_oracle(oracle))
        })
    }

    /// Draws a legal action for each environment, uniformly.
    fn sample_actions(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut inner = self.lock()?;
        let Inner { env, seed } = &mut *inner;
        let seed = child_seed(*seed, SAMPLES);
        let out = Memory::<i32>::output("out", out, &self.shapes.envs)?;
        // SAFETY: the only slice of the only array. What Python does with its arrays meanwhile on
        // other threads is its affair, as with every function that releases the GIL.
        let out = unsafe { out.into_slice() };
        py.detach(|| env.sample_actions(seed, out)).map_err(step_error)
    }
}

impl VecEnv {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        // A forked process lacks the worker threads.
        if self.has_workers && self.process != std::process::id() {
            return Err(PyRuntimeError::new_err(
                "this environment was made before the process was forked: make it after, or with \
                 threads=1",
            ));
        }
        self.inner.try_lock().map_err(|error| {
            PyRuntimeError::new_err(match error {
                TryLockError::WouldBlock => "another thread is stepping this environment",
                TryLockError::Poisoned(_) => "this environment failed in an earlier step",
            })
        })
    }

    fn no_env(&self, given: &Bound<'_, PyAny>) -> PyErr {
        let [envs] = self.shapes.envs;
        index_error(format_args!("no environment {}, expected 0 to {}", shown(given), envs - 1))
    }

    /// Checks the caller's arrays, no two of which may share memory, and calls `work` with them,
    /// without the GIL.
    fn fill(
        &self,
        py: Python<'_>,
        actions: Option<&Bound<'_, PyAny>>,
        ([observation, mask, seat, reward, done], oracle): (Arrays<'_, '_>, Oracle<'_, '_>),
        work: impl FnOnce(&[i32], AnyBuffers<'_>, Option<ObservationMut<'_>>) -> Result<(), StepError>
        + Send,
    ) -> PyResult<()> {
        let Shapes { observation: shape, mask: masks, envs, reward: rewards, oracle: hidden } =
            &self.shapes;
        let observation = ObservationMemory::output("observation", observation, shape, self.dtype)?;
        let mask = Memory::flags("mask", mask, masks)?;
        let seat = Memory::<u8>::output("seat", seat, envs)?;
        let reward = Memory::<f32>::output("reward", reward, rewards)?;
        let done = Memory::flags("done", done, envs)?;
        if oracle.is_some() && hidden.is_empty() {
            return Err(value_error("this environment was made without oracle=True"));
        }
        let oracle = oracle.map(|out| ObservationMemory::output("oracle", out, hidden, self.dtype));
        let oracle = oracle.transpose()?;
        let spans = [
            observation.span(),
            mask.span(),
            seat.span(),
            reward.span(),
            done.span(),
            oracle.as_ref().map_or(Span::NOWHERE, ObservationMemory::span),
        ];
        let actions = match actions {
            Some(actions) => {
                let actions = Memory::<i32>::input("actions", actions, envs)?;
                let read = actions.span();
                spans.iter().try_for_each(|written| check_disjoint(&[*written, read]))?;
                // SAFETY: none of the arrays that are written shares its memory.
                unsafe { actions.into_shared_slice() }
            }
            None => &[],
        };
        check_disjoint(&spans)?;
        // SAFETY: no two of the arrays share memory. What Python does with them meanwhile on other
        // threads is its affair, as with every function that releases the GIL.
        let (out, oracle) = unsafe {
            let out = AnyBuffers {
                observation: observation.into_slice(),
                mask: mask.into_slice(),
                seat: seat.into_slice(),
                reward: reward.into_slice(),
                done: done.into_slice(),
            };
            (out, oracle.map(|oracle| oracle.into_slice()))
        };
        let worked = py.detach(|| work(actions, out, oracle));
        worked.map_err(|error| caused(py, &self.raised, step_error(error)))
    }
}

/// Returns the parts of a layout.
pub(crate) fn parts(info: EncoderInfo) -> Parts {
    (info.id, info.shape, info.scales, info.channels)
}

fn step_error(error: StepError) -> PyErr {
    match error {
        StepError::OutOfRange { .. } => index_error(error),
        _ => value_error(error),
    }
}
