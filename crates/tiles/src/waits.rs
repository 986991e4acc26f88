//! The tiles that complete a hand.

use crate::{Hand, Kind, KindSet, Pack, Unseen};

impl Hand {
    /// Returns the kinds that complete the hand, except those of which it holds all four; none if
    /// it is not tenpai or does not have 3n + 1 tiles.
    ///
    /// A tile that is visible four times elsewhere is still a wait: [`Unseen::kinds`] has those
    /// that can come. A fifth copy of a tile of the hand is not: see [`Hand::shape_waits`].
    #[inline]
    pub fn waits(&self, pack: Pack) -> KindSet {
        if self.len() % 3 == 1 && self.shanten(pack) == 0 {
            self.acceptance(pack, &Unseen::ALL).kinds
        } else {
            KindSet::EMPTY
        }
    }

    /// Returns the kinds that would complete the hand if there were a fifth copy of each:
    /// [`Hand::waits`], and tiles of which the hand holds all four. `1111m` beside three groups has
    /// the shape wait 1m, and no wait.
    pub fn shape_waits(&self, pack: Pack) -> KindSet {
        let fifths = self.fours().iter().filter(|&kind| self.is_complete_with_fifth(kind));
        self.waits(pack) | fifths.collect()
    }

    /// Returns whether the hand with a fifth tile of a kind is groups and a pair.
    fn is_complete_with_fifth(&self, kind: Kind) -> bool {
        let mut counts = *self.counts.as_array();
        counts[kind.index()] += 1;
        // Of every suit the tiles left over by groups are none, and in one suit a pair.
        let suits = counts.chunks(9).enumerate();
        let pairs = suits.map(|(suit, counts)| {
            let mut nine = [0; 9];
            nine[..counts.len()].copy_from_slice(counts);
            let tiles: u8 = counts.iter().sum();
            let fits = match tiles % 3 {
                0 => splits(&mut nine, 0, suit < 3),
                2 => (0..9).any(|pair| splits_with_pair(nine, pair, suit < 3)),
                _ => false,
            };
            fits.then_some(tiles % 3 / 2)
        });
        pairs.sum::<Option<u8>>() == Some(1)
    }
}

/// Returns whether the tiles are groups and a pair of this kind.
fn splits_with_pair(mut counts: [u8; 9], pair: usize, sequences: bool) -> bool {
    counts[pair] >= 2 && {
        counts[pair] -= 2;
        splits(&mut counts, 0, sequences)
    }
}

/// Returns whether the tiles from kind `from` on are groups. Three equal sequences are three
/// triplets, so taking a triplet wherever there is one loses nothing.
fn splits(counts: &mut [u8; 9], from: usize, sequences: bool) -> bool {
    if from == 9 {
        return true;
    }
    let alone = counts[from] % 3;
    if alone > 0 {
        let fits = sequences && from < 7 && counts[from + 1] >= alone && counts[from + 2] >= alone;
        if !fits {
            return false;
        }
        counts[from + 1] -= alone;
        counts[from + 2] -= alone;
    }
    splits(counts, from + 1, sequences)
}
