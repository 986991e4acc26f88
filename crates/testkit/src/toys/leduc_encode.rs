//! An encoder and an action space for Leduc hold'em.

use super::leduc::{Leduc, LeducAction, LeducView};
use facedown_game::{ActionSpace, Element, Encoder, Game, Layout};

/// Three channels of three ranks: own card, public card, and stakes (own, other, and always 0).
#[derive(Clone, Copy, Debug, Default)]
pub struct LeducEncoder;

const RANKS: usize = 3;
const MAX_STAKE: f32 = 13.0; // the ante, two raises of 2 and two of 4

impl Encoder<Leduc> for LeducEncoder {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: "leduc-v1".into(),
            shape: &[3, RANKS],
            scales: &[1.0, 1.0, 1.0 / MAX_STAKE],
            channels: &["the seat's own rank", "the public rank", "stakes: own, other, always 0"],
        }
    }

    fn encode<T: Element>(&self, _: &Leduc, view: &LeducView, out: &mut [T]) {
        let me = view.seat.index();
        let scales = <Self as Encoder<Leduc>>::scales(self);
        let mut count = [[0u8; RANKS]; 3];
        for (channel, card) in [(0, view.cards[me]), (1, view.table.public)] {
            if let Some(card) = card {
                count[channel][usize::from(card / 2)] = 1;
            }
        }
        count[2] = [view.table.stakes[me], view.table.stakes[1 - me], 0];
        for (slot, number) in out.iter_mut().zip(count.as_flattened()).enumerate() {
            *number.0 = T::from_count(*number.1, scales[slot / RANKS]);
        }
    }
}

/// Fold, call, raise: 0, 1, 2.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeducActions;

impl ActionSpace<Leduc> for LeducActions {
    fn len(&self) -> usize {
        3
    }

    fn index(&self, _: &<Leduc as Game>::View, action: LeducAction) -> usize {
        action as usize
    }

    fn action(&self, _: &LeducView, legal: &[LeducAction], index: usize) -> Option<LeducAction> {
        legal.iter().copied().find(|action| *action as usize == index)
    }
}
