//! Networks: inference on arrays, the Fantasyland policy, the deadwood estimator.

use crate::arrays::{input, output};
use crate::errors::{type_error, value_error};
use crate::values::shown;
use facedown_cards::PackCard;
use facedown_catalog::PolicyNetwork;
use facedown_gin::kernel::min_deadwood;
use facedown_nets::{Network as Net, Weights, Workspace};
use facedown_ofc::Row;
use facedown_ofc::fantasy::Scratch;
use facedown_tasks::deadwood::{DeadwoodEstimator as Estimator, DeadwoodSamples, Side};
use facedown_tasks::fantasyland::{
    FantasySamples, HAND, INPUTS, Middles, PolicySolver, encode_hand, sorted,
};
use facedown_tasks::weights::shipped;
use numpy::PyArrayDyn;
use pyo3::intern;
use pyo3::prelude::{
    Bound, PyAny, PyAnyMethods, PyModule, PyModuleMethods, PyResult, Python, pyclass, pyfunction,
    pymethods, wrap_pyfunction,
};
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

type Array<'py, T> = Bound<'py, PyArrayDyn<T>>;

/// A network with its metadata.
#[pyclass(frozen, module = "facedown._native")]
pub(crate) struct Network {
    network: Arc<Net>,
    metadata: BTreeMap<String, String>,
}

impl Network {
    /// Returns the network as a player and as the guide of a search: the metadata name its encoder,
    /// and the points of one unit of its value.
    pub(crate) fn policy(&self) -> PyResult<PolicyNetwork> {
        let metadata = |name: &str| self.metadata.get(name).map(String::as_str);
        PolicyNetwork::new(Arc::clone(&self.network), metadata("encoder"), metadata("value_scale"))
            .map_err(value_error)
    }
}

#[pymethods]
impl Network {
    #[new]
    fn new(data: &[u8], encoder: Option<&str>) -> PyResult<Self> {
        let weights = Weights::read(data).map_err(value_error)?;
        if let Some(encoder) = encoder {
            weights.check_encoder(encoder).map_err(value_error)?;
        }
        let config = weights.config().map_err(value_error)?;
        let network = Net::new(&config, &weights).map_err(value_error)?;
        Ok(Self { network: Arc::new(network), metadata: weights.metadata })
    }

    #[getter]
    fn inputs(&self) -> usize {
        self.network.inputs()
    }

    #[getter]
    fn outputs(&self) -> usize {
        self.network.outputs()
    }

    /// Shape of an input.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.network.config().input.clone()
    }

    /// Name, first and last output of each head.
    fn heads(&self) -> Vec<(String, usize, usize)> {
        self.network.heads().map(|(name, at)| (name.to_owned(), at.start, at.end)).collect()
    }

    fn metadata(&self) -> BTreeMap<String, String> {
        self.metadata.clone()
    }

    fn run(
        &self,
        py: Python<'_>,
        inputs: &Array<'_, f32>,
        outputs: &Array<'_, f32>,
    ) -> PyResult<()> {
        let inputs = input("inputs", inputs)?;
        let mut outputs = output("outputs", outputs)?;
        let (from, to) = (inputs.as_slice()?, outputs.as_slice_mut()?);
        let run = || self.network.run(&mut Workspace::default(), from, to);
        py.detach(run).map_err(value_error)
    }
}

/// Reads the network that guides a search: a `facedown.nets.Network`, or its native half.
pub(crate) fn guide(given: &Bound<'_, PyAny>) -> PyResult<PolicyNetwork> {
    let native = given.getattr(intern!(given.py(), "_native")).unwrap_or_else(|_| given.clone());
    match native.cast::<Network>() {
        Ok(network) => network.get().policy(),
        Err(_) => Err(type_error(format_args!(
            "network is {}: expected a facedown.nets.Network",
            shown(given)
        ))),
    }
}

/// Reads a hand of card ids.
fn hand(ids: &[u8]) -> PyResult<Vec<PackCard>> {
    let card = |id: &u8| {
        let found = PackCard::from_index(usize::from(*id));
        found.ok_or_else(|| value_error(format_args!("no card {id}, expected 0 to 53")))
    };
    ids.iter().map(card).collect()
}

/// Writes the inputs of hands of fourteen cards, in the order given.
/// The weight files that are part of the extension, by name.
#[pyfunction]
fn nets_shipped(py: Python<'_>) -> BTreeMap<String, Bound<'_, PyBytes>> {
    shipped().into_iter().map(|(name, bytes)| (name, PyBytes::new(py, bytes))).collect()
}

#[pyfunction]
fn nets_encode_hands(cards: &Array<'_, u8>, out: &Array<'_, f32>) -> PyResult<()> {
    let cards = input("cards", cards)?;
    let mut out = output("out", out)?;
    let (cards, out) = (cards.as_slice()?, out.as_slice_mut()?);
    if !cards.len().is_multiple_of(HAND) || out.len() != cards.len() / HAND * INPUTS {
        return Err(value_error("cards: expected 14 a hand"));
    }
    for (ids, out) in cards.chunks_exact(HAND).zip(out.chunks_exact_mut(INPUTS)) {
        let hand = hand(ids)?;
        sorted(&hand).map_err(value_error)?; // fourteen different cards
        encode_hand(&hand, out);
    }
    Ok(())
}

/// Returns a hand in the order that the networks are trained on.
#[pyfunction]
fn nets_sort_hand(cards: Vec<u8>) -> PyResult<Vec<u8>> {
    let sorted = sorted(&hand(&cards)?).map_err(value_error)?;
    Ok(sorted.map(|card| card.index() as u8).to_vec())
}

/// Sets Fantasyland by the candidates of networks.
#[pyclass(frozen, module = "facedown._native")]
struct FantasyPolicy(Mutex<PolicySolver>);

#[pymethods]
impl FantasyPolicy {
    #[new]
    fn new(top: &[u8], middle: Option<&[u8]>, stay_value: f64) -> PyResult<Self> {
        let top = PolicySolver::read_top(top).map_err(value_error)?;
        let middle = middle.map(PolicySolver::read_middle).transpose().map_err(value_error)?;
        Ok(Self(Mutex::new(PolicySolver::new(top, middle, stay_value))))
    }

    /// Returns the rows, the value and the number of settings tried.
    fn solve(
        &self,
        py: Python<'_>,
        cards: Vec<u8>,
        k: usize,
        all_middles: bool,
    ) -> PyResult<([String; 3], f64, u64)> {
        let hand = hand(&cards)?;
        let middles = if all_middles { Middles::All } else { Middles::Predicted };
        let answer = py.detach(|| {
            let mut solver = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            solver.solve(&hand, k, middles)
        });
        let answer = answer.map_err(value_error)?;
        let rows = Row::ALL.map(|row| answer.board.row(row).to_string());
        Ok((rows, answer.value, answer.settings))
    }
}

/// Estimates deadwood.
#[pyclass(frozen, module = "facedown._native")]
struct DeadwoodNetwork(Mutex<Estimator>);

#[pymethods]
impl DeadwoodNetwork {
    #[new]
    fn new(data: &[u8]) -> PyResult<Self> {
        Ok(Self(Mutex::new(Estimator::read(data).map_err(value_error)?)))
    }

    fn estimate(
        &self,
        py: Python<'_>,
        hands: &Array<'_, u64>,
        side: &str,
        rate: f64,
        out: &Array<'_, u8>,
    ) -> PyResult<()> {
        let side = match side {
            "likely" => Side::Likely,
            "at_least" => Side::AtLeast(rate),
            "at_most" => Side::AtMost(rate),
            _ => {
                let text = "expected likely, at_least or at_most";
                return Err(value_error(format_args!("no side '{side}': {text}")));
            }
        };
        let hands = input("hands", hands)?;
        let mut out = output("out", out)?;
        let (hands, out) = (hands.as_slice()?, out.as_slice_mut()?);
        py.detach(|| {
            let mut estimator = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            estimator.estimate(hands, side, out)
        })
        .map_err(value_error)
    }
}

/// Fills in solved hands of a seed, from an index on: hands, labels of the rows, values.
#[pyfunction]
fn nets_fantasy_rows(
    py: Python<'_>,
    seed: u64,
    start: u64,
    cards: &Array<'_, u8>,
    labels: &Array<'_, u16>,
    values: &Array<'_, f64>,
) -> PyResult<()> {
    let (mut cards, mut labels) = (output("cards", cards)?, output("labels", labels)?);
    let mut values = output("values", values)?;
    let (cards, labels) = (cards.as_slice_mut()?, labels.as_slice_mut()?);
    let values = values.as_slice_mut()?;
    if cards.len() != HAND * values.len() || labels.len() != 3 * values.len() {
        return Err(value_error("cards, labels and values: expected 14, 3 and 1 for each hand"));
    }
    py.detach(|| {
        let (samples, mut scratch) = (FantasySamples::tops(seed, u64::MAX), Scratch::default());
        let places = cards.chunks_exact_mut(HAND).zip(labels.chunks_exact_mut(3)).zip(values);
        for (i, ((cards, labels), value)) in places.enumerate() {
            let row = samples.row(start.wrapping_add(i as u64), &mut scratch);
            cards.copy_from_slice(&row.hand.map(|card| card.index() as u8));
            labels.copy_from_slice(&[row.top, row.middle, row.bottom].map(|label| label as u16));
            *value = row.value;
        }
    });
    Ok(())
}

/// Fills in hands of a seed, from an index on, with their exact deadwood.
#[pyfunction]
fn nets_deadwood_rows(
    py: Python<'_>,
    seed: u64,
    start: u64,
    hands: &Array<'_, u64>,
    deadwood: &Array<'_, u8>,
) -> PyResult<()> {
    let (mut hands, mut deadwood) = (output("hands", hands)?, output("deadwood", deadwood)?);
    let (hands, deadwood) = (hands.as_slice_mut()?, deadwood.as_slice_mut()?);
    if hands.len() != deadwood.len() {
        return Err(value_error("hands and deadwood: expected as many of both"));
    }
    py.detach(|| {
        let indices: Vec<u64> = (0..hands.len() as u64).map(|i| start.wrapping_add(i)).collect();
        let found = DeadwoodSamples::new(seed, u64::MAX).hands(&indices);
        for ((hand, deadwood), cards) in hands.iter_mut().zip(deadwood).zip(found) {
            (*hand, *deadwood) = (cards.bits(), min_deadwood(cards));
        }
    });
    Ok(())
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Network>()?;
    module.add_class::<FantasyPolicy>()?;
    module.add_class::<DeadwoodNetwork>()?;
    module.add_function(wrap_pyfunction!(nets_encode_hands, module)?)?;
    module.add_function(wrap_pyfunction!(nets_fantasy_rows, module)?)?;
    module.add_function(wrap_pyfunction!(nets_deadwood_rows, module)?)?;
    module.add_function(wrap_pyfunction!(nets_shipped, module)?)?;
    module.add_function(wrap_pyfunction!(nets_sort_hand, module)?)
}
