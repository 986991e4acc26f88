//! Shanten and acceptance: `encode_shanten_efficiency()`.

use super::extract::Extract;
use super::{Ids, Mode, ids, names, riichienv};
use facedown_game::{Element, Encoder, Layout};
use facedown_riichi::{Phase, Riichi, View};
use facedown_tiles::{Pack, Unseen};

const IDS: Ids = ids!("shanten");

/// Shanten, effective kinds, best acceptance (*ukeire*) and turn of each seat. The first three are 0.5
/// for the other seats, whose hands are unknown.
///
/// The shape is (4, 4), with three seats (3, 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShantenEfficiency {
    mode: Mode,
    shape: [usize; 2],
}

impl ShantenEfficiency {
    /// Returns the encoder for this number of seats.
    pub const fn new(seats: usize, mode: Mode) -> Self {
        Self { mode, shape: [seats, 4] }
    }
}

impl Encoder<Riichi> for ShantenEfficiency {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: IDS[self.mode.index()].into(),
            shape: &self.shape,
            scales: &names::EFFICIENCY_SCALES[..self.shape[0]],
            channels: &names::EFFICIENCY_ROWS[..self.shape[0]],
        }
    }

    fn encode<T: Element>(&self, game: &Riichi, view: &View, out: &mut [T]) {
        let extract = Extract::new(view);
        let [shanten, kinds, left] = match self.mode {
            Mode::Spec => efficiency(game, &extract),
            Mode::Riichienv(_) => riichienv::efficiency(&extract),
        };
        let in_play = if extract.seats == 3 { 27.0 } else { 34.0 };
        let own = [shanten / 8.0, kinds / in_play, left / 80.0];
        for (row, out) in out.chunks_exact_mut(4).enumerate() {
            let [a, b, c] = if row == 0 { own } else { [0.5; 3] };
            let turn = (f32::from(extract.discards(row)) / 18.0).min(1.0);
            for (slot, value) in out.iter_mut().zip([a, b, c, turn]) {
                *slot = T::from_value(value, names::EFFICIENCY_SCALES[0]);
            }
        }
    }
}

/// Returns shanten, the number of live kinds that lower it, and the number of tiles left of them;
/// after a draw those of the best discard. A complete hand accepts nothing; after a call, where the
/// seat must discard and some kinds may be barred, all three are those of the best legal discard.
fn efficiency(game: &Riichi, extract: &Extract<'_>) -> [f32; 3] {
    let (hand, pack) = (extract.view.hand(), Pack::of_seats(extract.seats == 3));
    let unseen = Unseen::new(&extract.seen());
    let (shanten, best) = match hand.len() % 3 {
        1 => {
            let acceptance = hand.acceptance(pack, &unseen);
            (acceptance.shanten, (acceptance.left, acceptance.live.len()))
        }
        2 => {
            let (discards, barred) = (hand.discards(pack, &unseen), extract.barred(game));
            let allowed = || discards.iter().filter(|d| !barred.contains(d.kind));
            let lowest = || allowed().map(|d| d.acceptance.shanten).min();
            let called = extract.table.phase() == Phase::Called;
            let shanten = lowest().filter(|_| called).unwrap_or_else(|| hand.shanten(pack));
            let kept = allowed().filter(|d| d.acceptance.shanten == shanten);
            let best = kept.map(|d| (d.acceptance.left, d.acceptance.live.len())).max();
            (shanten, best.unwrap_or((0, 0)))
        }
        _ => (0, (0, 0)), // nothing is dealt yet
    };
    [f32::from(shanten), best.1 as f32, f32::from(best.0)]
}
