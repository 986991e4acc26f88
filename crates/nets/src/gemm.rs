//! The one kernel under all layers: rows of inputs times packed weights.
//!
//! Weights are packed in *panels* of two vectors of outputs, for each input the weights of the
//! panel's outputs side by side. A tile of rows times one panel stays in registers for the whole sum.
//! A convolution is the same product: positions are rows, and with channels innermost a row's inputs
//! are the neighbouring positions as they lie in memory.
//!
//! Each output is one chain of additions in the order of its inputs, so that it does not depend on the
//! size of the batch; and inputs of zero can be left out, which makes sparse inputs (cards, tiles)
//! and single rows behind a ReLU cheap, without a change of any bit.

#![allow(unsafe_code, reason = "vector instructions and unchecked rows in the innermost loop")]
#![allow(
    clippy::inline_always,
    reason = "must become part of the caller, which is compiled for the vector instructions"
)]

use crate::Level;
use crate::vector::{Plain, Vector};

/// Sixteen numbers on one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line([f32; 16]);

/// Weights and biases of a layer, packed for one level.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    level: Level,
    inputs: usize,
    outputs: usize,
    lines: Vec<Line>,
    /// Padded with zeros to whole panels.
    bias: Vec<f32>,
}

/// Returns the elements of a level's vector.
const fn lanes(level: Level) -> usize {
    match level {
        Level::Portable | Level::Simd128 => 4,
        Level::Avx2 => 8,
        Level::Avx512 => 16,
    }
}

impl Packed {
    /// Packs weights, `weight(output, input)`.
    pub(crate) fn new(
        level: Level,
        [outputs, inputs]: [usize; 2],
        weight: impl Fn(usize, usize) -> f32,
        bias: impl Fn(usize) -> f32,
    ) -> Self {
        assert!(level.is_available(), "this machine has no {level}");
        let lanes = lanes(level);
        let padded = outputs.next_multiple_of(lanes);
        let mut numbers = Vec::with_capacity(padded * inputs);
        for first in (0..padded).step_by(2 * lanes) {
            let width = (padded - first).min(2 * lanes);
            for input in 0..inputs {
                numbers.extend(
                    (first..first + width)
                        .map(|output| if output < outputs { weight(output, input) } else { 0.0 }),
                );
            }
        }
        numbers.resize(numbers.len().next_multiple_of(16), 0.0);
        let lines = numbers.as_chunks().0.iter().map(|line| Line(*line)).collect();
        let bias = (0..padded).map(|i| if i < outputs { bias(i) } else { 0.0 }).collect();
        Self { level, inputs, outputs, lines, bias }
    }

    /// Runs the layer.
    pub(crate) fn run(&self, call: &mut Call<'_>, nonzero: &mut Vec<u32>) {
        if call.samples == 0 {
            return;
        }
        call.check(self);
        if nonzero.len() < self.inputs {
            nonzero.resize(self.inputs, 0);
        }
        let rows = call.samples * call.rows;
        let sparse = rows == 1 || call.is_input && call.is_sparse(self.inputs);
        // SAFETY: packing has checked that the machine has the instructions of the level, and `check`
        // that all rows lie in their slices.
        unsafe {
            match self.level {
                Level::Portable => product::<Plain, 4>(self, call, sparse, nonzero),
                #[cfg(target_arch = "wasm32")]
                Level::Simd128 => simd128(self, call, sparse, nonzero),
                #[cfg(target_arch = "x86_64")]
                Level::Avx2 => avx2(self, call, sparse, nonzero),
                #[cfg(target_arch = "x86_64")]
                Level::Avx512 => avx512(self, call, sparse, nonzero),
                #[allow(unreachable_patterns, reason = "levels of other machines")]
                level => unreachable!("packed for {level}"),
            }
        }
    }
}

/// Where rows lie in a buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The first row of the first sample.
    pub(crate) start: usize,
    /// From sample to sample.
    pub(crate) sample: usize,
    /// From row to row of a sample.
    pub(crate) row: usize,
}

impl Place {
    /// Returns the end of the last row.
    fn end(self, samples: usize, rows: usize, len: usize) -> usize {
        self.start + (samples - 1) * self.sample + (rows - 1) * self.row + len
    }
}

/// One run of a layer over a batch.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) samples: usize,
    /// Rows of a sample: positions of a convolution, 1 in a dense layer.
    pub(crate) rows: usize,
    pub(crate) input: &'a [f32],
    pub(crate) from: Place,
    pub(crate) output: &'a mut [f32],
    pub(crate) to: Place,
    /// What is added to the outputs, at the same places.
    pub(crate) skip: Option<&'a [f32]>,
    pub(crate) relu: bool,
    /// Whether this is the first layer, whose inputs may be mostly zeros.
    pub(crate) is_input: bool,
}

impl Call<'_> {
    fn check(&self, packed: &Packed) {
        assert!(self.rows > 0, "a layer has rows");
        assert!(self.from.end(self.samples, self.rows, packed.inputs) <= self.input.len());
        let end = self.to.end(self.samples, self.rows, packed.outputs);
        assert!(end <= self.output.len());
        assert!(self.skip.is_none_or(|skip| end <= skip.len()));
    }

    /// Returns whether at most a quarter of the inputs is not zero.
    fn is_sparse(&self, inputs: usize) -> bool {
        let (mut count, mut all) = (0, 0);
        for sample in 0..self.samples {
            let start = self.from.start + sample * self.from.sample;
            let values = &self.input[start..start + (self.rows - 1) * self.from.row + inputs];
            count += values.iter().map(|value| usize::from(*value != 0.0)).sum::<usize>();
            all += values.len();
        }
        4 * count <= all
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn avx2(packed: &Packed, call: &mut Call<'_>, sparse: bool, nonzero: &mut [u32]) {
    // SAFETY: as for the caller.
    unsafe { product::<std::arch::x86_64::__m256, 6>(packed, call, sparse, nonzero) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn avx512(packed: &Packed, call: &mut Call<'_>, sparse: bool, nonzero: &mut [u32]) {
    // SAFETY: as for the caller.
    unsafe { product::<std::arch::x86_64::__m512, 12>(packed, call, sparse, nonzero) }
}

#[cfg(target_arch = "wasm32")]
#[target_feature(enable = "simd128")]
unsafe fn simd128(packed: &Packed, call: &mut Call<'_>, sparse: bool, nonzero: &mut [u32]) {
    // SAFETY: as for the caller.
    unsafe { product::<std::arch::wasm32::v128, 4>(packed, call, sparse, nonzero) }
}

/// One panel of a layer in one call.
#[derive(Clone, Copy)]
struct Panel {
    weights: *const f32,
    bias: *const f32,
    inputs: usize,
    /// Outputs that are stored.
    outputs: usize,
    output: *mut f32,
    skip: *const f32,
    relu: bool,
}

/// Runs a layer, in tiles of `MOST` rows.
///
/// # Safety
/// The machine has the instructions of `V`, and all rows lie in their slices.
#[inline(always)]
unsafe fn product<V: Vector, const MOST: usize>(
    packed: &Packed,
    call: &mut Call<'_>,
    sparse: bool,
    nonzero: &mut [u32],
) {
    let width = 2 * V::LANES;
    let weights = packed.lines.as_ptr().cast::<f32>();
    let skip = call.skip.map_or(std::ptr::null(), <[f32]>::as_ptr);
    let panel_at = |first: usize| Panel {
        // SAFETY: a panel begins where the ones before it end; `first` is an output.
        weights: unsafe { weights.add(first * packed.inputs) },
        // SAFETY: biases are padded to whole panels.
        bias: unsafe { packed.bias.as_ptr().add(first) },
        inputs: packed.inputs,
        outputs: (packed.outputs - first).min(width),
        // SAFETY: `first` is an output of the first row, which lies in the slice.
        output: unsafe { call.output.as_mut_ptr().add(first) },
        // SAFETY: the same, in what is added.
        skip: if skip.is_null() { skip } else { unsafe { skip.add(first) } },
        relu: call.relu,
    };
    let mut panel_at = panel_at;
    let rows = Rows { from: call.from, to: call.to, of_sample: call.rows };
    let (count, input) = (call.samples * call.rows, call.input.as_ptr());
    // SAFETY: rows and panels are those of the layer.
    unsafe {
        if sparse {
            for row in 0..count {
                let (from, to) = rows.at(row);
                let found = list_nonzero(input.add(from), packed.inputs, nonzero);
                for first in (0..packed.outputs).step_by(width) {
                    let panel = panel_at(first);
                    if panel.outputs > V::LANES {
                        sparse_row::<V, 2>(&panel, input.add(from), to, &nonzero[..found]);
                    } else {
                        sparse_row::<V, 1>(&panel, input.add(from), to, &nonzero[..found]);
                    }
                }
            }
            return;
        }
        for first in (0..packed.outputs).step_by(width) {
            let panel = panel_at(first);
            if panel.outputs > V::LANES {
                all_rows::<V, MOST, 2>(&panel, input, &rows, count);
            } else {
                all_rows::<V, MOST, 1>(&panel, input, &rows, count);
            }
        }
    }
}

/// Where the rows of a call lie.
struct Rows {
    from: Place,
    to: Place,
    of_sample: usize,
}

impl Rows {
    /// Returns where a row's inputs and outputs begin.
    #[inline(always)]
    fn at(&self, row: usize) -> (usize, usize) {
        let (sample, row) = (row / self.of_sample, row % self.of_sample);
        let at = |place: Place| place.start + sample * place.sample + row * place.row;
        (at(self.from), at(self.to))
    }
}

/// Writes the indices of the inputs that are not zero; returns their number.
///
/// # Safety
/// `inputs` numbers can be read.
#[inline(always)]
unsafe fn list_nonzero(row: *const f32, inputs: usize, nonzero: &mut [u32]) -> usize {
    let nonzero = &mut nonzero[..inputs];
    let mut found = 0;
    for input in 0..inputs {
        nonzero[found] = input as u32;
        // SAFETY: `input` is one of the row.
        found += usize::from(unsafe { *row.add(input) } != 0.0);
    }
    found
}

/// Computes one row of a panel from the inputs that are not zero.
///
/// # Safety
/// As for [`product`].
#[inline(always)]
unsafe fn sparse_row<V: Vector, const N: usize>(
    panel: &Panel,
    row: *const f32,
    to: usize,
    nonzero: &[u32],
) {
    // SAFETY: as for the caller.
    unsafe {
        let mut sums = biases::<V, N>(panel);
        for input in nonzero {
            let input = *input as usize;
            let x = V::splat(*row.add(input));
            let weights = panel.weights.add(input * N * V::LANES);
            for (n, sum) in sums.iter_mut().enumerate() {
                *sum = sum.add_product(x, V::load(weights.add(n * V::LANES)));
            }
        }
        finish(panel, sums, to);
    }
}

/// Computes a panel for all rows.
///
/// # Safety
/// As for [`product`].
#[inline(always)]
unsafe fn all_rows<V: Vector, const MOST: usize, const N: usize>(
    panel: &Panel,
    input: *const f32,
    rows: &Rows,
    count: usize,
) {
    let mut row = 0;
    while row < count {
        // SAFETY: tiles hold rows up to the last.
        unsafe {
            let left = (count - row).min(MOST);
            row += if MOST >= 12 && left >= 12 {
                tile::<V, 12, N>(panel, input, rows, row)
            } else if MOST >= 8 && left >= 8 {
                tile::<V, 8, N>(panel, input, rows, row)
            } else if MOST >= 6 && left >= 6 {
                tile::<V, 6, N>(panel, input, rows, row)
            } else if left >= 4 {
                tile::<V, 4, N>(panel, input, rows, row)
            } else if left >= 2 {
                tile::<V, 2, N>(panel, input, rows, row)
            } else {
                tile::<V, 1, N>(panel, input, rows, row)
            };
        }
    }
}

/// Computes a panel for `M` rows, and returns `M`.
///
/// # Safety
/// As for [`product`].
#[inline(always)]
unsafe fn tile<V: Vector, const M: usize, const N: usize>(
    panel: &Panel,
    input: *const f32,
    rows: &Rows,
    row: usize,
) -> usize {
    // SAFETY: as for the caller.
    unsafe {
        let mut from = [input; M];
        let mut to = [0; M];
        for m in 0..M {
            let (at, out) = rows.at(row + m);
            from[m] = input.add(at);
            to[m] = out;
        }
        let mut sums = [biases::<V, N>(panel); M];
        let mut weights = panel.weights;
        for k in 0..panel.inputs {
            let mut w = [V::splat(0.0); N];
            for (n, w) in w.iter_mut().enumerate() {
                *w = V::load(weights.add(n * V::LANES));
            }
            for m in 0..M {
                let x = V::splat(*from[m].add(k));
                for n in 0..N {
                    sums[m][n] = sums[m][n].add_product(x, w[n]);
                }
            }
            weights = weights.add(N * V::LANES);
        }
        for m in 0..M {
            finish(panel, sums[m], to[m]);
        }
    }
    M
}

/// Reads the biases of a panel.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
unsafe fn biases<V: Vector, const N: usize>(panel: &Panel) -> [V; N] {
    // SAFETY: biases are padded to whole vectors.
    unsafe {
        let mut sums = [V::splat(0.0); N];
        for (n, sum) in sums.iter_mut().enumerate() {
            *sum = V::load(panel.bias.add(n * V::LANES));
        }
        sums
    }
}

/// Adds what is skipped, applies the ReLU, and stores a row of a panel.
///
/// # Safety
/// As for [`product`].
#[inline(always)]
unsafe fn finish<V: Vector, const N: usize>(panel: &Panel, sums: [V; N], to: usize) {
    // SAFETY: `panel.outputs` numbers at `to` lie in the slices.
    unsafe {
        let output = panel.output.add(to);
        if panel.outputs == N * V::LANES {
            for (n, sum) in sums.into_iter().enumerate() {
                let mut sum = sum;
                if !panel.skip.is_null() {
                    sum = sum.add(V::load(panel.skip.add(to + n * V::LANES)));
                }
                if panel.relu {
                    sum = sum.max(V::splat(0.0));
                }
                sum.store(output.add(n * V::LANES));
            }
            return;
        }
        let mut whole = [0f32; 32];
        for (n, sum) in sums.into_iter().enumerate() {
            sum.store(whole.as_mut_ptr().add(n * V::LANES));
        }
        for (i, sum) in whole[..panel.outputs].iter().enumerate() {
            let skip = if panel.skip.is_null() { 0.0 } else { *panel.skip.add(to + i) };
            let sum = sum + skip;
            *output.add(i) = if panel.relu && sum <= 0.0 { 0.0 } else { sum };
        }
    }
}
