//! Laws of encoders, action spaces and notation.

use super::violation::{LawResult, ensure, equal};
use crate::allocations;
use facedown_game::{ActionSpace, Encoder, Notation, Searchable, find_action};

/// Checks "`encode` overwrites every slot" (on NaN); that shape, scales and channels agree; and
/// that counts times scales are the scaled values.
pub fn encoder<G: Searchable, E: Encoder<G>>(game: &G, encoder: &E, view: &G::View) -> LawResult {
    const LAW: &str = "encode overwrites every slot";
    const SHAPE: &str = "an encoder's shape, scales and channels agree";
    let (shape, scales) = (encoder.shape(), encoder.scales());
    equal(SHAPE, "len() and the shape", &encoder.len(), &shape.iter().product())?;
    equal(SHAPE, "is_empty() and len()", &encoder.is_empty(), &(encoder.len() == 0))?;
    let channels = shape.first().copied().unwrap_or(0);
    equal(SHAPE, "scales and the first axis", &scales.len(), &channels)?;
    equal(SHAPE, "channels and the first axis", &encoder.channels().len(), &channels)?;
    if encoder.is_empty() {
        return Ok(());
    }

    let mut scaled = vec![f32::NAN; encoder.len()];
    encoder.encode(game, view, &mut scaled);
    let untouched = scaled.iter().position(|x| !x.is_finite());
    ensure(LAW, untouched.is_none(), || {
        format!("slot {untouched:?} of f32 is not written or not finite")
    })?;
    let (mut counts, mut other) = (vec![0xAA_u8; encoder.len()], vec![0x55_u8; encoder.len()]);
    encoder.encode(game, view, &mut counts);
    encoder.encode(game, view, &mut other);
    let untouched = counts.iter().zip(&other).position(|(x, y)| x != y);
    ensure(LAW, untouched.is_none(), || format!("slot {untouched:?} of u8 is left"))?;

    let plane = encoder.len() / channels;
    for (slot, (&count, &number)) in counts.iter().zip(&scaled).enumerate() {
        let expected = f32::from(count) * scales[slot / plane];
        ensure("counts times scales are the encoding", close(expected, number), || {
            let channel = encoder.channels()[slot / plane];
            format!("slot {slot} ({channel}): {count} by its scale is {expected}, not {number}")
        })?;
    }
    Ok(())
}

fn close(x: f32, y: f32) -> bool {
    (x - y).abs() <= 1e-6 * x.abs().max(1.0)
}

/// Checks `action(index(a)) == a`; that ids are below `len` and differ; and that other ids give no
/// action. Spaces of up to a few thousand ids are searched whole, others in steps.
pub fn action_space<G: Searchable>(
    space: &dyn ActionSpace<G>,
    view: &G::View,
    legal: &[G::Action],
) -> LawResult {
    const LAW: &str = "action(index(a)) is a";
    let mut taken = Vec::with_capacity(legal.len());
    for &action in legal {
        let index = space.index(view, action);
        let inside = index < space.len();
        ensure(LAW, inside, || format!("{action:?} has index {index} of {}", space.len()))?;
        let back = space.action(view, legal, index);
        let same = back == Some(action);
        ensure(LAW, same, || format!("{action:?} has index {index}, which gives {back:?}"))?;
        taken.push(index);
    }
    taken.sort_unstable();
    let repeated = taken.windows(2).find(|pair| pair[0] == pair[1]);
    ensure(LAW, repeated.is_none(), || format!("two actions have index {repeated:?}"))?;
    let step = (space.len() / 4096).max(1);
    for index in (0..space.len()).step_by(step).chain([space.len()]) {
        if taken.binary_search(&index).is_err() {
            let found = space.action(view, legal, index);
            ensure(LAW, found.is_none(), || format!("{index} is of no legal action: {found:?}"))?;
        }
    }
    Ok(())
}

/// Checks that the ids that a space writes without a list are those of the legal actions, and that
/// each finds its action.
pub fn legal_ids<G: Searchable>(
    game: &G,
    space: &dyn ActionSpace<G>,
    state: &G::State,
    view: &G::View,
    legal: &[G::Action],
) -> LawResult {
    const LAW: &str = "legal ids are those of the legal actions";
    let mut written = vec![0u64; space.len().div_ceil(64)];
    if !space.legal_ids(game, state, &mut written) {
        return Ok(());
    }
    let mut listed = vec![0u64; written.len()];
    for &action in legal {
        let id = space.index(view, action);
        listed[id / 64] |= 1 << (id % 64);
        equal(LAW, "an action and that of its id", &action, &space.known_action(view, &[], id))?;
    }
    equal(LAW, "ids without a list and of the list", &written, &listed)
}

/// Checks "notation round-trips": the texts of actions that are legal together differ, ignoring
/// case, and each finds its action.
pub fn notation<G: Notation>(game: &G, legal: &[G::Action]) -> LawResult {
    const LAW: &str = "an action's text finds the action";
    for &action in legal {
        let text = game.action_text(action);
        ensure(LAW, !text.trim().is_empty(), || format!("{action:?} has no text"))?;
        for typed in [text.clone(), format!(" {} ", text.to_ascii_uppercase())] {
            let found = find_action(game, legal, &typed);
            let same = found == Some(action);
            ensure(LAW, same, || format!("{action:?} reads {typed:?}, which finds {found:?}"))?;
        }
    }
    Ok(())
}

/// An object-safe encoder: `Encoder` itself is generic in the element type.
pub(super) trait AnyEncoder<G: Searchable> {
    fn keeps_laws(&self, game: &G, view: &G::View) -> LawResult;
    fn same(&self, game: &G, one: &G::View, other: &G::View) -> LawResult;
    fn allocations(&self, game: &G, view: &G::View) -> u64;
}

impl<G: Searchable, E: Encoder<G>> AnyEncoder<G> for E {
    fn keeps_laws(&self, game: &G, view: &G::View) -> LawResult {
        encoder(game, self, view)
    }

    fn same(&self, game: &G, one: &G::View, other: &G::View) -> LawResult {
        let (mut x, mut y) = (vec![0f32; self.len()], vec![0f32; self.len()]);
        self.encode(game, one, &mut x);
        self.encode(game, other, &mut y);
        equal(super::hidden::LEAK, "the encodings of two worlds", &x, &y)
    }

    fn allocations(&self, game: &G, view: &G::View) -> u64 {
        let (mut x, mut y) = (vec![0f32; self.len()], vec![0u8; self.len()]);
        allocations(|| {
            self.encode(game, view, &mut x);
            self.encode(game, view, &mut y);
        })
    }
}
