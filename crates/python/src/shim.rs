//! stand-in until the kernel's batches exist
use facedown_cards::CardSet;
use facedown_gin::kernel::{self, HandError};
pub(crate) struct BatchError {
    pub(crate) index: usize,
    pub(crate) error: HandError,
}
fn all<T>(
    hands: &[T],
    out: &mut [u8],
    f: impl Fn(&T) -> Result<u64, u64>,
) -> Result<(), BatchError> {
    let mut r = vec![0; out.len()];
    for (i, h) in hands.iter().enumerate() {
        let w = f(h).map_err(|w| BatchError { index: i, error: HandError::NotCards(w) })?;
        r[i] = kernel::try_min_deadwood(w).map_err(|error| BatchError { index: i, error })?;
    }
    out.copy_from_slice(&r);
    Ok(())
}
pub(crate) fn words(hands: &[u64], out: &mut [u8], _t: Option<usize>) -> Result<(), BatchError> {
    all(hands, out, |&w| Ok(w))
}
pub(crate) fn pairs(
    hands: &[[u32; 2]],
    out: &mut [u8],
    _t: Option<usize>,
) -> Result<(), BatchError> {
    all(hands, out, |w| {
        if (w[0] | w[1]) >> 26 != 0 {
            Err(u64::from(w[0].max(w[1])))
        } else {
            Ok(u64::from(w[0]) | u64::from(w[1]) << 26)
        }
    })
}
pub(crate) fn planes(
    hands: &[[u8; 52]],
    out: &mut [u8],
    _t: Option<usize>,
) -> Result<(), BatchError> {
    all(hands, out, |p| Ok(p.iter().rev().fold(0, |w, &b| w << 1 | u64::from(b != 0))))
}
pub(crate) fn discards(
    hands: &[u64],
    out: &mut [[u8; 52]],
    _t: Option<usize>,
) -> Result<(), BatchError> {
    for (i, &h) in hands.iter().enumerate() {
        kernel::try_min_deadwood(h).map_err(|error| BatchError { index: i, error })?;
    }
    for (o, &h) in out.iter_mut().zip(hands) {
        *o = kernel::deadwood_after_discards(CardSet::from_bits_truncate(h));
    }
    Ok(())
}
