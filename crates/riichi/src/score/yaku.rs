//! Yaku: names, han and sets.
//!
//! Ids 0 to 54 are Tenhou's, so that logs are read without a table; ours follow. A [`YakuSet`] is one
//! `u64`, and the han of a whole set are three bit counts: each bit plane holds one binary digit of
//! the han of every yaku.

use serde::Serialize;
use std::fmt;

macro_rules! yaku {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $english:literal, $romaji:literal,
       $closed:literal, $open:literal;)*) => {
        /// A yaku, or a kind of bonus tile.
        ///
        /// The discriminants up to 54 are Tenhou's ids.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
        #[serde(rename_all = "snake_case")]
        #[repr(u8)]
        pub enum Yaku { $($(#[$doc])* $name = $id,)* }

        impl Yaku {
            /// Every yaku by its id.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$name,)*];
            /// The number of yaku.
            pub const COUNT: usize = [$($id,)*].len();
            const INFO: [Info; Self::COUNT] = [$(Info {
                english: $english, romaji: $romaji, closed: $closed, open: $open,
            },)*];
        }
    };
}

struct Info {
    english: &'static str,
    romaji: &'static str,
    closed: u8,
    open: u8,
}

/// The han of a yakuman in the table below.
const YAKUMAN: u8 = 13;

yaku! {
    /// Tsumo with a closed hand.
    Tsumo = 0, "Fully concealed hand", "menzen tsumo", 1, 0;
    /// Declared tenpai with a closed hand.
    Riichi = 1, "Riichi", "riichi", 1, 0;
    /// Won within one uninterrupted turn of riichi.
    Ippatsu = 2, "One shot", "ippatsu", 1, 0;
    /// Ron on a tile that another seat adds to its pon.
    Chankan = 3, "Robbing a kan", "chankan", 1, 1;
    /// Won on the replacement tile of a kan, or of a north set aside.
    Rinshan = 4, "After a kan", "rinshan kaihou", 1, 1;
    /// Won on the last draw.
    Haitei = 5, "Last tile of the wall", "haitei raoyue", 1, 1;
    /// Won on the last discard.
    Houtei = 6, "Last discard", "houtei raoyui", 1, 1;
    /// Closed, four runs, a pair without fu, a two-sided wait.
    Pinfu = 7, "All runs", "pinfu", 1, 0;
    /// No terminals, no honours.
    Tanyao = 8, "All simples", "tanyao", 1, 1;
    /// Two equal runs in a closed hand.
    Iipeikou = 9, "Twin runs", "iipeikou", 1, 0;
    /// Seat wind, east.
    SeatEast = 10, "Seat wind east", "jikaze ton", 1, 1;
    /// Seat wind, south.
    SeatSouth = 11, "Seat wind south", "jikaze nan", 1, 1;
    /// Seat wind, west.
    SeatWest = 12, "Seat wind west", "jikaze shaa", 1, 1;
    /// Seat wind, north.
    SeatNorth = 13, "Seat wind north", "jikaze pei", 1, 1;
    /// Round wind, east.
    RoundEast = 14, "Round wind east", "bakaze ton", 1, 1;
    /// Round wind, south.
    RoundSouth = 15, "Round wind south", "bakaze nan", 1, 1;
    /// Round wind, west.
    RoundWest = 16, "Round wind west", "bakaze shaa", 1, 1;
    /// Round wind, north.
    RoundNorth = 17, "Round wind north", "bakaze pei", 1, 1;
    /// Three or four white dragons.
    Haku = 18, "White dragon", "haku", 1, 1;
    /// Three or four green dragons.
    Hatsu = 19, "Green dragon", "hatsu", 1, 1;
    /// Three or four red dragons.
    Chun = 20, "Red dragon", "chun", 1, 1;
    /// Riichi on the first turn, before any call.
    DoubleRiichi = 21, "Double riichi", "daburu riichi", 2, 0;
    /// Seven different pairs.
    Chiitoitsu = 22, "Seven pairs", "chiitoitsu", 2, 0;
    /// A terminal or honour in every set and in the pair, at least one run.
    Chanta = 23, "Outside hand", "chanta", 2, 1;
    /// 123, 456 and 789 of one suit.
    Ittsu = 24, "Full straight", "ikkitsuukan", 2, 1;
    /// The same run in all three suits.
    SanshokuDoujun = 25, "Three-colour runs", "sanshoku doujun", 2, 1;
    /// The same triplet in all three suits.
    SanshokuDoukou = 26, "Three-colour triplets", "sanshoku doukou", 2, 2;
    /// Three kans.
    Sankantsu = 27, "Three kans", "sankantsu", 2, 2;
    /// Four triplets or kans.
    Toitoi = 28, "All triplets", "toitoi", 2, 2;
    /// Three concealed triplets or closed kans.
    Sanankou = 29, "Three concealed triplets", "sanankou", 2, 2;
    /// Two triplets and the pair of dragons.
    Shousangen = 30, "Little three dragons", "shousangen", 2, 2;
    /// Terminals and honours only.
    Honroutou = 31, "All terminals and honours", "honroutou", 2, 2;
    /// Twice two equal runs in a closed hand.
    Ryanpeikou = 32, "Twice twin runs", "ryanpeikou", 3, 0;
    /// A terminal in every set and in the pair, at least one run.
    Junchan = 33, "Terminals in all sets", "junchan", 3, 2;
    /// One suit and honours.
    Honitsu = 34, "Half flush", "honitsu", 3, 2;
    /// One suit only.
    Chinitsu = 35, "Full flush", "chinitsu", 6, 5;
    /// A ron before the winner's first draw and before any call, where the rules have it.
    Renhou = 36, "Blessing of man", "renhou", 5, 0;
    /// The dealer's win on the first draw.
    Tenhou = 37, "Blessing of heaven", "tenhou", 13, 0;
    /// Another seat's win on its first draw, before any call.
    Chiihou = 38, "Blessing of earth", "chiihou", 13, 0;
    /// Triplets of all three dragons.
    Daisangen = 39, "Big three dragons", "daisangen", 13, 13;
    /// Four concealed triplets or closed kans.
    Suuankou = 40, "Four concealed triplets", "suuankou", 13, 0;
    /// The same with the wait on the pair.
    SuuankouTanki = 41, "Four concealed triplets, pair wait", "suuankou tanki", 13, 0;
    /// Honours only.
    Tsuuiisou = 42, "All honours", "tsuuiisou", 13, 13;
    /// 2, 3, 4, 6, 8 of bamboo and the green dragon only.
    Ryuuiisou = 43, "All green", "ryuuiisou", 13, 13;
    /// Terminals only.
    Chinroutou = 44, "All terminals", "chinroutou", 13, 13;
    /// 1112345678999 of one suit and any tile of it, all concealed.
    Chuuren = 45, "Nine gates", "chuuren poutou", 13, 0;
    /// The same with the wait on all nine.
    JunseiChuuren = 46, "Pure nine gates", "junsei chuuren poutou", 13, 0;
    /// One of each terminal and honour and a second of any.
    Kokushi = 47, "Thirteen orphans", "kokushi musou", 13, 0;
    /// The same with the wait on all thirteen.
    KokushiThirteen = 48, "Thirteen orphans, thirteen waits", "kokushi juusanmen", 13, 0;
    /// Triplets of all four winds.
    Daisuushii = 49, "Big four winds", "daisuushii", 13, 13;
    /// Three triplets and the pair of winds.
    Shousuushii = 50, "Little four winds", "shousuushii", 13, 13;
    /// Four kans.
    Suukantsu = 51, "Four kans", "suukantsu", 13, 13;
    /// Bonus tiles of the dora indicators; on Tenhou norths set aside are among them.
    Dora = 52, "Dora", "dora", 0, 0;
    /// Bonus tiles of the ura dora indicators, after riichi only.
    UraDora = 53, "Hidden dora", "ura dora", 0, 0;
    /// Red fives.
    RedFive = 54, "Red five", "aka dora", 0, 0;
    /// Norths set aside, three seats only. Our id; Tenhou lists them under 52.
    Nuki = 55, "North set aside", "nuki dora", 0, 0;
    /// Open riichi, where the rules have it; it replaces riichi.
    OpenRiichi = 56, "Open riichi", "oopun riichi", 2, 0;
    /// The same on the first turn; it replaces double riichi.
    DoubleOpenRiichi = 57, "Double open riichi", "daburu oopun riichi", 3, 0;
    /// A discard into an open riichi, where the rules punish it.
    Sashikomi = 58, "Dealt into an open riichi", "sashikomi", 13, 0;
    /// 22334455667788 of circles, where the rules have it.
    Daisharin = 59, "Big wheels", "daisharin", 13, 0;
    /// All seven honours as pairs, where the rules have it; on top of all honours.
    Daichisei = 60, "Seven stars", "daichisei", 13, 0;
    /// The eighth win of a dealer in a row, where the rules have it.
    Paarenchan = 61, "Eight wins in a row", "paarenchan", 13, 13;
}

impl Yaku {
    /// Returns the yaku with this id, or `None` if there is none.
    pub const fn from_id(id: u8) -> Option<Self> {
        if (id as usize) < Self::COUNT { Some(Self::ALL[id as usize]) } else { None }
    }

    /// Returns its id: up to 54 Tenhou's.
    #[inline]
    pub const fn id(self) -> u8 {
        self as u8
    }

    /// Returns the id of the yaku in Tenhou's logs, or `None` for one that Tenhou does not have.
    pub const fn tenhou_id(self) -> Option<u8> {
        match self.id() {
            id @ ..=54 => Some(id),
            55 => Some(52),
            _ => None,
        }
    }

    /// Returns its English name.
    pub const fn english(self) -> &'static str {
        Self::INFO[self as usize].english
    }

    /// Returns its Japanese name in Latin letters.
    pub const fn romaji(self) -> &'static str {
        Self::INFO[self as usize].romaji
    }

    /// Returns whether it is a yakuman. (Renhou is one only under some rules.)
    pub const fn is_yakuman(self) -> bool {
        Self::INFO[self as usize].closed == YAKUMAN
    }

    /// Returns its han in a closed or an open hand; 0 where it does not count, for bonus tiles, whose
    /// han are their number, and for yakuman.
    pub const fn han(self, closed: bool) -> u8 {
        let info = &Self::INFO[self as usize];
        let han = if closed { info.closed } else { info.open };
        if han == YAKUMAN { 0 } else { han }
    }

    /// Returns the set of this yaku.
    #[inline]
    pub const fn set(self) -> YakuSet {
        YakuSet(1 << self as u8)
    }

    /// Returns the set of this yaku if `held`, else the empty set, without a branch.
    #[inline]
    pub(super) const fn when(self, held: bool) -> YakuSet {
        YakuSet((held as u64) << self as u8)
    }
}

impl fmt::Display for Yaku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english())
    }
}

/// A set of yaku.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct YakuSet(u64);

/// The binary digits of the han of every yaku, closed then open.
const PLANES: [[u64; 3]; 2] = [planes(true), planes(false)];

const fn planes(closed: bool) -> [u64; 3] {
    let mut planes = [0; 3];
    let mut i = 0;
    while i < Yaku::COUNT {
        let han = Yaku::ALL[i].han(closed) as u64;
        let mut bit = 0;
        while bit < 3 {
            planes[bit] |= (han >> bit & 1) << i;
            bit += 1;
        }
        i += 1;
    }
    planes
}

const fn yakuman_set() -> YakuSet {
    let mut set = 0;
    let mut i = 0;
    while i < Yaku::COUNT {
        if Yaku::ALL[i].is_yakuman() {
            set |= 1 << i;
        }
        i += 1;
    }
    YakuSet(set)
}

impl YakuSet {
    /// No yaku.
    pub const EMPTY: Self = Self(0);
    /// Every yakuman.
    pub const YAKUMAN: Self = yakuman_set();

    /// Returns the set with these ids as bits; other bits are dropped.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & ((1 << Yaku::COUNT) - 1))
    }

    /// Returns the set as bits, bit `id` for each yaku.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns whether it contains this yaku.
    #[inline]
    pub const fn contains(self, yaku: Yaku) -> bool {
        self.0 >> yaku as u8 & 1 != 0
    }

    /// Returns whether it is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of yaku.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the union.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the intersection.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Iterates over the yaku, ascending.
    pub fn iter(self) -> impl Iterator<Item = Yaku> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let yaku = Yaku::from_id(rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(yaku)
        })
    }

    /// Returns the sum of the han, without yakuman and bonus tiles.
    #[inline]
    pub const fn han(self, closed: bool) -> u8 {
        let [ones, twos, fours] = PLANES[!closed as usize];
        ((self.0 & ones).count_ones()
            + 2 * (self.0 & twos).count_ones()
            + 4 * (self.0 & fours).count_ones()) as u8
    }
}

impl std::ops::BitOr for YakuSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl std::ops::BitOrAssign for YakuSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl FromIterator<Yaku> for YakuSet {
    fn from_iter<I: IntoIterator<Item = Yaku>>(yaku: I) -> Self {
        yaku.into_iter().fold(Self::EMPTY, |set, yaku| set | yaku.set())
    }
}

impl fmt::Debug for YakuSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_indices() {
        for (i, yaku) in Yaku::ALL.into_iter().enumerate() {
            assert_eq!(yaku.id() as usize, i);
            assert_eq!(Yaku::from_id(yaku.id()), Some(yaku));
        }
        assert_eq!(Yaku::from_id(62), None);
        assert_eq!(Yaku::from_id(255), None);
    }

    #[test]
    fn a_set_counts_the_han_of_its_members() {
        for closed in [true, false] {
            for yaku in Yaku::ALL {
                assert_eq!(yaku.set().han(closed), yaku.han(closed), "{yaku:?}");
            }
            let all = YakuSet::from_bits(u64::MAX);
            let sum: u8 = Yaku::ALL.iter().map(|yaku| yaku.han(closed)).sum();
            assert_eq!(all.han(closed), sum);
            assert_eq!(all.iter().count(), Yaku::COUNT);
        }
    }
}
