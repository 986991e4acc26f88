//! Many hands at once, into the caller's arrays.
//!
//! Users have `facedown.vec.VecEnv`, which keeps arrays for those who bring none.
#![allow(unsafe_code, reason = "slices of NumPy's memory; each block says why it is sound")]

use crate::buffers::{Form, Memory, check_apart};
use crate::errors::{catalog_error, index_error, value_error};
use crate::game::Game;
use crate::threads::own_threads;
use crate::values::{Seed, index};
use crate::view::View;
use facedown_arena::{Buffers, StepError, child_seed};
use facedown_catalog::{AnyGame, AnyVecEnv, EncoderInfo, VecSpec};
use facedown_game::{Half, Turn};
use numpy::{Element, PyArrayDescr, PyArrayDescrMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{
    Bound, PyAny, PyErr, PyModule, PyModuleMethods, PyResult, Python, pyclass, pymethods,
};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<VecEnv>()
}

/// Sampled actions come from a stream of their own: no lane has this number.
const SAMPLES: u64 = u64::MAX;

#[pyclass(frozen, module = "facedown._native")]
struct VecEnv {
    game: Arc<dyn AnyGame>,
    inner: Mutex<Inner>,
    numbers: Numbers,
    shapes: Shapes,
    process: u32, // that made it
    alone: bool,  // stepped by the caller's thread
}

/// What observations are made of.
#[derive(Clone, Copy)]
enum Numbers {
    /// Raw counts or scaled numbers.
    Form(Form),
    /// Scaled numbers of 16 bits, whose arrays are handed over as `uint16`.
    Half,
}

impl Numbers {
    fn of(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let descr = PyArrayDescr::new(py, given)?;
        if descr.is_equiv_to(&PyArrayDescr::new(py, "float16")?) {
            return Ok(Self::Half);
        }
        let named =
            |_| value_error(format_args!("dtype is {descr}: expected uint8, float16 or float32"));
        Form::of(py, Some(given)).map(Self::Form).map_err(named)
    }
}

struct Inner {
    env: Box<dyn AnyVecEnv>,
    seed: u64, // of the last reset
}

struct Shapes {
    observation: Vec<usize>,
    oracle: Vec<usize>, // empty where nothing hidden is shown
    mask: [usize; 2],
    lanes: [usize; 1],
    reward: [usize; 2],
}

/// ID, shape, scales and names of channels of an encoder.
pub(crate) type Parts = (String, Vec<usize>, Vec<f32>, Vec<&'static str>);

/// The caller's arrays of a batch, unchecked.
type Arrays<'a, 'py> = [&'a Bound<'py, PyAny>; 5];

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (
        game, n, seed, dtype, threads, encoder, all_seats, oracle, length, reward, uma, shaping,
        reward_scale
    ))]
    #[allow(clippy::too_many_arguments, reason = "options are passed one by one")]
    #[allow(clippy::needless_pass_by_value, reason = "a list is made of Python's")]
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
    ) -> PyResult<Self> {
        let numbers = Numbers::of(n.py(), dtype)?;
        let Some(lanes) = index(n)?.filter(|lanes| *lanes > 0) else {
            return Err(value_error(format_args!("n is {n}: expected at least 1")));
        };
        let (scale, threads, seed) = (reward_scale as f32, own_threads(threads)?, seed.0);
        if !scale.is_finite() {
            return Err(value_error(format_args!(
                "reward_scale is {reward_scale:?}: expected a number that float32 can hold"
            )));
        }
        let spec = VecSpec {
            n: lanes,
            seed,
            threads,
            all_seats,
            oracle,
            length,
            reward,
            uma: &uma,
            shaping,
            reward_scale: scale,
        };
        let env = n.py().detach(|| game.0.vec_env_with(&spec, encoder)).map_err(catalog_error)?;
        let seats = game.0.seats();
        let seen = if all_seats { vec![lanes, seats] } else { vec![lanes] };
        let shapes = Shapes {
            observation: [seen.clone(), env.encoder().shape].concat(),
            oracle: env.oracle().map_or(Vec::new(), |info| [seen, info.shape.clone()].concat()),
            mask: [lanes, game.0.action_count()],
            lanes: [lanes],
            reward: [lanes, seats],
        };
        let (game, inner) = (Arc::clone(&game.0), Mutex::new(Inner { env, seed }));
        let (process, alone) = (std::process::id(), threads == 1);
        Ok(Self { game, inner, numbers, shapes, process, alone })
    }

    /// ID, shape, scales and names of channels of the observations' form.
    #[getter]
    fn encoder(&self) -> PyResult<Parts> {
        Ok(parts(self.lock()?.env.encoder()))
    }

    /// The same of the form in which what is hidden is shown, where that was asked for.
    #[getter]
    fn oracle(&self) -> PyResult<Option<Parts>> {
        Ok(self.lock()?.env.oracle().cloned().map(parts))
    }

    /// The seed of the last reset.
    #[getter]
    fn seed(&self) -> PyResult<u64> {
        Ok(self.lock()?.seed)
    }

    /// How many episodes have ended since the last reset.
    #[getter]
    fn episodes(&self) -> PyResult<u64> {
        Ok(self.lock()?.env.episodes())
    }

    /// The seed from which the hands of a lane are dealt.
    fn env_seed(&self, env: &Bound<'_, PyAny>) -> PyResult<u64> {
        let [lanes] = self.shapes.lanes;
        match index(env)? {
            Some(number) if number < lanes => Ok(child_seed(self.lock()?.seed, number as u64)),
            _ => {
                Err(index_error(format_args!("no environment {env}, expected 0 to {}", lanes - 1)))
            }
        }
    }

    /// What a seat of a lane knows; without a seat the one that is to act.
    #[pyo3(signature = (env, seat=None))]
    fn view(&self, env: &Bound<'_, PyAny>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<View> {
        let [lanes] = self.shapes.lanes;
        let hand = index(env)?.map(|env| self.lock().map(|inner| inner.env.hand(env)));
        let Some(hand) = hand.transpose()?.flatten() else {
            return Err(index_error(format_args!(
                "no environment {env}, expected 0 to {}",
                lanes - 1
            )));
        };
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

    /// The points of a lane's match before the hand in progress.
    fn standing(&self, env: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
        let [lanes] = self.shapes.lanes;
        let found = index(env)?.map(|env| self.lock().map(|inner| inner.env.standing(env)));
        found.transpose()?.flatten().ok_or_else(|| {
            index_error(format_args!("no environment {env}, expected 0 to {}", lanes - 1))
        })
    }

    /// Writes what is hidden in every lane.
    fn encode_oracle(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut inner = self.lock()?;
        let (env, shape) = (&mut inner.env, &self.shapes.oracle);
        if shape.is_empty() {
            return Err(value_error("this environment was made without oracle=True"));
        }
        // SAFETY: the one slice of the one array. What Python does with its arrays meanwhile on
        // other threads is its affair, as with every function that gives up the lock.
        unsafe {
            match self.numbers {
                Numbers::Form(Form::Raw) => {
                    let out = Memory::<u8>::output("oracle", out, shape)?.into_slice();
                    py.detach(|| env.worlds_raw(out))
                }
                Numbers::Form(Form::Scaled) => {
                    let out = Memory::<f32>::output("oracle", out, shape)?.into_slice();
                    py.detach(|| env.worlds(out))
                }
                Numbers::Half => {
                    let out = Memory::<u16>::output("oracle", out, shape)?.into_slice();
                    py.detach(|| env.worlds_half(halves(out)))
                }
            }
        }
        .map_err(step_error)
    }

    /// Whether an array can hold what is hidden in every lane.
    fn check_oracle(&self, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let shape = &self.shapes.oracle;
        match self.numbers {
            Numbers::Form(Form::Raw) => Memory::<u8>::output("oracle", out, shape).map(drop),
            Numbers::Form(Form::Scaled) => Memory::<f32>::output("oracle", out, shape).map(drop),
            Numbers::Half => Memory::<u16>::output("oracle", out, shape).map(drop),
        }
    }

    /// Starts again with the hands of a seed, or with those of the last one.
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
    ) -> PyResult<()> {
        let mut inner = self.lock()?;
        let Inner { env, seed: present } = &mut *inner;
        let seed = seed.map_or(*present, |seed| seed.0);
        let arrays = [observation, mask, seat, reward, done];
        match self.numbers {
            Numbers::Form(Form::Raw) => {
                self.fill(py, None, arrays, same, |_, out| env.reset_raw(seed, out))
            }
            Numbers::Form(Form::Scaled) => {
                self.fill(py, None, arrays, same, |_, out| env.reset(seed, out))
            }
            Numbers::Half => {
                self.fill(py, None, arrays, halves, |_, out| env.reset_half(seed, out))
            }
        }?;
        *present = seed;
        Ok(())
    }

    /// One action in every lane.
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
    ) -> PyResult<()> {
        let mut inner = self.lock()?;
        let env = &mut inner.env;
        let (actions, arrays) = (Some(actions), [observation, mask, seat, reward, done]);
        match self.numbers {
            Numbers::Form(Form::Raw) => {
                self.fill(py, actions, arrays, same, |act, out| env.step_raw(act, out))
            }
            Numbers::Form(Form::Scaled) => {
                self.fill(py, actions, arrays, same, |act, out| env.step(act, out))
            }
            Numbers::Half => {
                self.fill(py, actions, arrays, halves, |act, out| env.step_half(act, out))
            }
        }
    }

    /// A legal action for each lane, each with the same chance.
    fn sample_actions(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut inner = self.lock()?;
        let Inner { env, seed } = &mut *inner;
        let seed = child_seed(*seed, SAMPLES);
        let out = Memory::<i32>::output("out", out, &self.shapes.lanes)?;
        // SAFETY: the one slice of the one array. What Python does with its arrays meanwhile on
        // other threads is its affair, as with every function that gives up the lock.
        let out = unsafe { out.into_slice() };
        py.detach(|| env.sample_actions(seed, out)).map_err(step_error)
    }
}

impl VecEnv {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        // A process made by `fork` lacks the threads that would do the work.
        if !self.alone && self.process != std::process::id() {
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

    /// Checks the caller's arrays and lets `work` fill them without the interpreter's lock. Numbers
    /// that NumPy has no type of here are handed over as others of the same size.
    fn fill<M: Element, T: Send>(
        &self,
        py: Python<'_>,
        actions: Option<&Bound<'_, PyAny>>,
        [observation, mask, seat, reward, done]: Arrays<'_, '_>,
        as_numbers: fn(&mut [M]) -> &mut [T],
        work: impl FnOnce(&[i32], Buffers<'_, T>) -> Result<(), StepError> + Send,
    ) -> PyResult<()> {
        let Shapes { observation: shape, mask: masks, lanes, reward: rewards, .. } = &self.shapes;
        let observation = Memory::<M>::output("observation", observation, shape)?;
        let mask = Memory::flags("mask", mask, masks)?;
        let seat = Memory::<u8>::output("seat", seat, lanes)?;
        let reward = Memory::<f32>::output("reward", reward, rewards)?;
        let done = Memory::flags("done", done, lanes)?;
        let spans = [observation.span(), mask.span(), seat.span(), reward.span(), done.span()];
        let actions = match actions {
            Some(actions) => {
                let actions = Memory::<i32>::input("actions", actions, lanes)?;
                let read = actions.span();
                spans.iter().try_for_each(|written| check_apart(&[*written, read]))?;
                // SAFETY: none of the arrays that are written shares its memory.
                unsafe { actions.into_shared_slice() }
            }
            None => &[],
        };
        check_apart(&spans)?;
        // SAFETY: no two of the arrays share memory. What Python does with them meanwhile on other
        // threads is its affair, as with every function that gives up the lock.
        let out = unsafe {
            Buffers {
                observation: as_numbers(observation.into_slice()),
                mask: mask.into_slice(),
                seat: seat.into_slice(),
                reward: reward.into_slice(),
                done: done.into_slice(),
            }
        };
        py.detach(|| work(actions, out)).map_err(step_error)
    }
}

fn parts(info: EncoderInfo) -> Parts {
    (info.id, info.shape, info.scales, info.channels)
}

fn same<T>(numbers: &mut [T]) -> &mut [T] {
    numbers
}

fn halves(numbers: &mut [u16]) -> &mut [Half] {
    // SAFETY: a `Half` is nothing but its 16 bits, all of which it allows.
    unsafe { std::slice::from_raw_parts_mut(numbers.as_mut_ptr().cast(), numbers.len()) }
}

fn step_error(error: StepError) -> PyErr {
    match error {
        StepError::OutOfRange { .. } => index_error(error),
        _ => value_error(error),
    }
}
