//! The discards that keep the shanten of a hand.

use crate::shanten::loose_man;
use crate::tables::{self, merge};
use crate::{Hand, KindSet, Pack};

impl Hand {
    /// Returns the shanten of a hand after its draw, and the kinds whose discard keeps it. Any other
    /// discard raises it by one.
    ///
    /// Cheaper than [`Hand::discards`], which also finds the acceptance after each.
    ///
    /// ```
    /// use facedown_tiles::{Hand, Pack};
    ///
    /// let hand: Hand = "123m406p788s111z99s".parse()?;
    /// let (shanten, kinds) = hand.spare_kinds(Pack::Four);
    /// assert_eq!((shanten, kinds.to_string().as_str()), (0, "789s1z"));
    /// # Ok::<(), facedown_tiles::ParseHandError>(())
    /// ```
    ///
    /// The caller guarantees 3n + 2 tiles, all of the pack.
    pub fn spare_kinds(&self, pack: Pack) -> (i8, KindSet) {
        debug_assert!(self.len() % 3 == 2, "{self} has {} tiles", self.len());
        let [m, p, s, z] = self.key.classes(pack);
        let (mp, sz) = (merge(m, p), merge(s, z));
        let rest = [merge(p, sz), merge(m, sz), merge(mp, z), merge(mp, s)];
        let shanten = self.shanten(pack);
        let mut spare = KindSet::EMPTY;
        for kind in self.kinds {
            let suit = kind.suit().index();
            let (index, tally) = self.key.without(suit, kind, self.counts[kind] - 1);
            let class = match suit {
                0 if pack == Pack::Three => tables::honor(loose_man(index)),
                3 => tables::honor(index),
                _ => tables::suit(index),
            };
            let mut after = tables::standard(tally.tiles(), merge(class, rest[suit]));
            if tally.is_whole() {
                after = after.min(tally.seven_pairs()).min(tally.thirteen_orphans());
            }
            spare |= KindSet::only(kind).only_if(after == shanten);
        }
        (shanten, spare)
    }
}
