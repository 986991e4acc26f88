//! Environments as custom calls: reset and step of states that JAX keeps.
//!
//! A call names its environment by a text, the specification that `facedown.jax.make` writes. The
//! text is part of the compiled program, so that a program from JAX's cache on disk means the same
//! in another process: the environment is made there when it is first called.

use super::{BOOL, Buffer, Call, CallFrame, FLOAT16, FLOAT32, Failure, INT32, UINT8, UINT32};
use crate::errors::value_error;
use crate::threads::default_threads;
use crate::vec_env::{Parts, parts};
use facedown_arena::StepError;
use facedown_catalog::{self as catalog, AnyBuffers, AnyPureEnv, VecSpec};
use facedown_game::{Half, ObservationMut};
use pyo3::prelude::{PyResult, Python, pyfunction};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ffi::c_int;
use std::sync::{Arc, PoisonError, RwLock};

/// The environments made so far, by their specifications. They stay: a compiled program may call
/// them at any time.
static ENVS: RwLock<BTreeMap<String, Arc<Env>>> = RwLock::new(BTreeMap::new());

struct Env {
    inner: Box<dyn AnyPureEnv>,
    dtype: c_int, // of observations
    seats: usize,
    actions: usize,
    threads: usize,
}

impl Env {
    /// Makes an environment of its specification, a JSON object of the options.
    fn new(spec: &str) -> Result<Self, String> {
        let options: Map<String, Value> =
            serde_json::from_str(spec).map_err(|error| format!("specification: {error}"))?;
        let text = |name: &str| options.get(name).and_then(Value::as_str);
        let flag = |name: &str| options.get(name).and_then(Value::as_bool).unwrap_or_default();
        let number = |name: &str| options.get(name).and_then(Value::as_f64);
        let rules = options.get("rules").and_then(Value::as_object).cloned().unwrap_or_default();
        let name = text("game").ok_or("specification: no game")?;
        let game = catalog::game(name, &rules).map_err(|error| error.to_string())?;
        let uma = options.get("uma").and_then(Value::as_array);
        let uma: Vec<f32> =
            uma.into_iter().flatten().filter_map(Value::as_f64).map(|x| x as f32).collect();
        let hand = options.get("hand").and_then(Value::as_u64);
        let hand = hand.map(|hand| u32::try_from(hand).unwrap_or(u32::MAX));
        let defaults = VecSpec::default();
        let spec = VecSpec {
            all_seats: flag("all_seats"),
            length: text("length").unwrap_or(defaults.length),
            hand,
            reward: text("reward").unwrap_or(defaults.reward),
            uma: &uma,
            shaping: number("shaping").unwrap_or(0.0) as f32,
            reward_scale: number("reward_scale").unwrap_or(1.0) as f32,
            ..defaults
        };
        let inner = game.pure_env(&spec, text("encoder"), flag("auto_reset"));
        let dtype = match text("dtype") {
            None | Some("uint8") => UINT8,
            Some("float16") => FLOAT16,
            Some("float32") => FLOAT32,
            Some(other) => {
                return Err(format!("dtype is {other}: expected uint8, float16 or float32"));
            }
        };
        Ok(Self {
            inner: inner.map_err(|error| error.to_string())?,
            dtype,
            seats: game.seats(),
            actions: game.action_count(),
            threads: number("threads").unwrap_or(0.0) as usize,
        })
    }

    /// Returns the environment of a specification, made at its first use.
    fn of(spec: &str) -> Result<Arc<Self>, String> {
        let known = ENVS.read().unwrap_or_else(PoisonError::into_inner).get(spec).cloned();
        if let Some(env) = known {
            return Ok(env);
        }
        let env = Arc::new(Self::new(spec)?);
        let mut all = ENVS.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(all.entry(spec.to_owned()).or_insert(env)))
    }

    fn threads(&self) -> usize {
        default_threads().unwrap_or(self.threads)
    }

    /// Returns the slices of a call's results: the states, and the arrays of a batch.
    ///
    /// # Safety
    /// The buffers are the results of a call frame in the stage `EXECUTE`, each used once.
    #[allow(clippy::mut_from_ref, reason = "the memory is XLA's, and each buffer is used once")]
    unsafe fn outputs<'a>(
        &self,
        results: [&'a Buffer; 6],
    ) -> Option<(&'a mut [u8], AnyBuffers<'a>)> {
        let [states, observation, mask, seat, reward, done] = results;
        // SAFETY: guaranteed by the caller; each type is that of the elements, or bytes as XLA
        // stores truth values, and `Half` is two bytes of which any are a half.
        unsafe {
            let observation = match self.dtype {
                UINT8 => ObservationMut::U8(observation.elements_mut(UINT8)?),
                FLOAT16 => ObservationMut::F16(observation.elements_mut::<Half>(FLOAT16)?),
                _ => ObservationMut::F32(observation.elements_mut(FLOAT32)?),
            };
            let batch = AnyBuffers {
                observation,
                mask: mask.elements_mut(BOOL)?,
                seat: seat.elements_mut(UINT8)?,
                reward: reward.elements_mut(FLOAT32)?,
                done: done.elements_mut(BOOL)?,
            };
            Some((states.elements_mut(UINT8)?, batch))
        }
    }
}

/// Returns the environment that a call names.
///
/// # Safety
/// `frame` is a call frame in the stage `EXECUTE`.
unsafe fn env_of(frame: &CallFrame) -> Result<Arc<Env>, Failure> {
    // SAFETY: guaranteed by the caller.
    let spec = unsafe { frame.attributes.only_text() };
    Env::of(spec.ok_or_else(unexpected)?).map_err(Failure::invalid)
}

fn unexpected() -> Failure {
    Failure::invalid("arrays or attributes are not those of facedown.jax".into())
}

fn refused(error: StepError) -> Failure {
    Failure::invalid(error.to_string())
}

/// New states: seeds `uint32[..., 2]`, the high word first.
pub(super) struct Reset;

impl Call for Reset {
    unsafe fn execute(frame: &CallFrame) -> Result<(), Failure> {
        // SAFETY: guaranteed by the caller; the types are those of the elements.
        let (env, seeds, out) = unsafe {
            let env = env_of(frame)?;
            let [seeds] = frame.arguments.all().ok_or_else(unexpected)?;
            let out = frame.results.all().and_then(|results| env.outputs(results));
            (env, seeds.elements::<u32>(UINT32), out)
        };
        let (Some(seeds), Some((states, out))) = (seeds, out) else { return Err(unexpected()) };
        let (pairs, rest) = seeds.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(unexpected());
        }
        let seed = |pair: &[u32; 2]| u64::from(pair[0]) << 32 | u64::from(pair[1]);
        let seeds: Vec<u64> = pairs.iter().map(seed).collect();
        env.inner.reset(&seeds, states, out, env.threads()).map_err(refused)
    }
}

/// Next states: states and actions `int32[...]`.
pub(super) struct Step;

impl Call for Step {
    unsafe fn execute(frame: &CallFrame) -> Result<(), Failure> {
        // SAFETY: guaranteed by the caller; the types are those of the elements.
        let (env, states, actions, out) = unsafe {
            let env = env_of(frame)?;
            let [states, actions] = frame.arguments.all().ok_or_else(unexpected)?;
            let out = frame.results.all().and_then(|results| env.outputs(results));
            (env, states.elements::<u8>(UINT8), actions.elements::<i32>(INT32), out)
        };
        let (Some(states), Some(actions), Some((next, out))) = (states, actions, out) else {
            return Err(unexpected());
        };
        env.inner.step(states, actions, next, out, env.threads()).map_err(refused)
    }
}

/// Makes the environment of a specification. Returns the bytes of a state, the encoder's parts, the
/// number of seats and the size of the action space.
#[pyfunction]
pub(crate) fn pure_env(py: Python<'_>, spec: &str) -> PyResult<(usize, Parts, usize, usize)> {
    let env = py.detach(|| Env::of(spec)).map_err(value_error)?;
    Ok((env.inner.state_len(), parts(env.inner.encoder()), env.seats, env.actions))
}
