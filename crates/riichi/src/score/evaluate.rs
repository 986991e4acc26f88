//! The best reading of a hand.
//!
//! The parts that all readings share are computed once: the yaku of the situation and of the kinds,
//! the fu of the melds, the bonus tiles. Each division then adds the yaku of its sets, and each
//! wait in it those of the wait. The reading with the most base points wins; among equals a yakuman
//! before counted han, then more han, then more fu, then the first found.

use super::divide::Packed;
use super::fu::{self, Wait};
use super::tiles::{self, HONOURS, OUTSIDE, Tiles};
use super::{
    Daisharin, Division, Limit, Paarenchan, Reading, Renhou, Riichi, ScoreRules, Situation, Win,
    WinningHand, Yaku, YakuSet, points,
};
use facedown_tiles::Kind;

/// Bonus tiles of a hand.
#[derive(Clone, Copy, Default)]
pub(super) struct Bonus {
    pub(super) dora: u8,
    pub(super) ura: u8,
    pub(super) reds: u8,
    pub(super) nuki: u8,
}

impl Bonus {
    #[inline]
    pub(super) fn new(
        hand: &WinningHand<'_>,
        situation: &Situation<'_>,
        rules: &ScoreRules,
    ) -> Self {
        let ura = if situation.riichi == Riichi::No { &[] } else { situation.ura_indicators };
        let reds = if rules.red_fives {
            hand.reds + hand.melds.iter().map(|meld| meld.reds).sum::<u8>()
        } else {
            0
        };
        Self {
            dora: tiles::dora(hand, situation, situation.dora_indicators),
            ura: tiles::dora(hand, situation, ura),
            reds,
            nuki: situation.nuki,
        }
    }

    fn han(self) -> u8 {
        self.dora + self.ura + self.reds + self.nuki
    }
}

/// The state of an evaluation: the parts that all readings share, and the best one so far.
pub(super) struct Evaluation<'a> {
    hand: &'a WinningHand<'a>,
    situation: &'a Situation<'a>,
    rules: &'a ScoreRules,
    bonus: Bonus,
    tiles: Tiles,
    /// The kind of the winning tile.
    win: Kind,
    /// The yaku of the situation and of the kinds.
    common: YakuSet,
    /// The minimal limit, under rules where renhou is a limit.
    renhou_limit: Option<Limit>,
    best: Option<Win>,
}

impl<'a> Evaluation<'a> {
    #[inline]
    pub(super) fn new(
        hand: &'a WinningHand<'a>,
        situation: &'a Situation<'a>,
        rules: &'a ScoreRules,
        bonus: Bonus,
        win: Kind,
    ) -> Self {
        let tiles = Tiles::new(hand);
        let mut common =
            situational(situation, tiles.closed, rules) | tiles.yaku(rules.open_tanyao);
        let mut renhou_limit = None;
        if hand.melds.is_empty() {
            if common.contains(Yaku::Chinitsu) {
                common |= tiles::nine_gates(hand.closed, win);
                common |= Yaku::Daisharin.when(is_daisharin(tiles.present, hand.closed, rules));
            }
            if situation.first_turn {
                common |= first_turn(situation, rules);
                renhou_limit = renhou_as_limit(situation, rules);
            }
        }
        Self { hand, situation, rules, bonus, tiles, win, common, renhou_limit, best: None }
    }

    /// Returns the best reading, or `None` if none has a yaku.
    #[inline]
    pub(super) fn best(mut self) -> Option<Win> {
        let packed = Packed::new(self.hand.closed);
        packed.for_each_division(|division| self.read(&division));
        if self.hand.melds.is_empty() {
            if packed.is_seven_pairs() {
                let stars = self.rules.local.daichisei && self.common.contains(Yaku::Tsuuiisou);
                let yaku = self.common | Yaku::Chiitoitsu.set() | Yaku::Daichisei.when(stars);
                self.consider(yaku, 25, Reading::SevenPairs);
            } else if self.tiles.present == OUTSIDE {
                // Fourteen tiles of thirteen kinds: one is a pair.
                let thirteen = self.hand.closed[self.win.index()] == 2;
                let yaku = if thirteen { Yaku::KokushiThirteen } else { Yaku::Kokushi };
                self.consider(self.common | yaku.set(), 0, Reading::Orphans);
            }
        }
        self.best
    }

    #[inline]
    fn read(&mut self, division: &Division) {
        let Self { situation, rules, .. } = *self;
        let yaku = self.common | set_yaku(division, &self.tiles, situation);
        let pair_fu = fu::of_pair(division.pair(), situation, rules);
        let closed = self.tiles.closed;
        let fixed_fu = 20
            + self.tiles.meld_fu
            + fu::of_triplets(division.triplets)
            + pair_fu
            + fu::of_tsumo(situation, rules)
            + if closed && !situation.tsumo { 10 } else { 0 };
        let concealed = division.triplets.count_ones() as u8 + self.tiles.closed_kans;
        let pinfu_shape = division.triplets | self.tiles.meld_triplets == 0
            && closed
            && pair_fu == 0
            && (!situation.tsumo || rules.pinfu_tsumo);
        for wait in fu::waits(division, self.win).into_iter().flatten() {
            let taken = wait == Wait::Triplet && !situation.tsumo;
            let concealed = concealed - u8::from(taken);
            let pinfu = pinfu_shape && wait == Wait::TwoSided;
            let four = if wait == Wait::Pair { Yaku::SuuankouTanki } else { Yaku::Suuankou };
            let yaku = yaku
                | Yaku::Pinfu.when(pinfu)
                | Yaku::Sanankou.when(concealed == 3)
                | four.when(concealed == 4);
            let fu = if pinfu {
                if situation.tsumo { 20 } else { 30 }
            } else {
                let less = if taken { fu::less_for_ron(self.win) } else { 0 };
                fu::rounded(fixed_fu + wait.fu() - less, closed, situation, rules)
            };
            self.consider(yaku, fu, Reading::Sets(*division, wait));
        }
    }

    #[inline]
    fn consider(&mut self, yaku: YakuSet, fu: u8, reading: Reading) {
        let Self { rules, .. } = *self;
        let mut yaku = yaku;
        if self.situation.eighth_in_row {
            let counts = match rules.local.paarenchan {
                Paarenchan::No => false,
                Paarenchan::NeedsYaku => !yaku.is_empty(),
                Paarenchan::Alone => true,
            };
            yaku |= Yaku::Paarenchan.when(counts);
        }
        let mut win = (!yaku.is_empty()).then(|| self.value(yaku, fu, reading));
        if let Some(limit) = self.renhou_limit
            && win.is_none_or(|win| win.base < limit.base())
        {
            win = Some(self.renhou(limit, fu, reading));
        }
        if let Some(win) = win
            && self.best.is_none_or(|best| rank(&win) > rank(&best))
        {
            self.best = Some(win);
        }
    }

    #[inline]
    fn value(&self, yaku: YakuSet, fu: u8, reading: Reading) -> Win {
        let mut yakuman = yaku.intersection(YakuSet::YAKUMAN);
        if self.rules.renhou == Renhou::Yakuman {
            yakuman |= yaku.intersection(Yaku::Renhou.set());
        }
        if yakuman.is_empty() {
            self.ordinary(yaku, fu, reading)
        } else {
            self.yakuman(yakuman, fu, reading)
        }
    }

    #[inline]
    fn ordinary(&self, yaku: YakuSet, fu: u8, reading: Reading) -> Win {
        let han = yaku.han(self.tiles.closed) + self.bonus.han();
        let (limit, base) = points::base_points(han, fu, self.rules);
        self.win(yaku, han, fu, 0, limit, base, self.bonus, reading)
    }

    #[cold]
    fn yakuman(&self, yaku: YakuSet, fu: u8, reading: Reading) -> Win {
        let times = self.rules.capped(self.rules.multiples(yaku));
        let base = u32::from(times) * Limit::Yakuman.base();
        let han = 13 * times;
        self.win(yaku, han, fu, times, Limit::Yakuman, base, Bonus::default(), reading)
    }

    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the fields that differ between two readings")]
    fn win(
        &self,
        yaku: YakuSet,
        han: u8,
        fu: u8,
        yakuman: u8,
        limit: Limit,
        base: u32,
        bonus: Bonus,
        reading: Reading,
    ) -> Win {
        Win {
            yaku,
            han,
            fu,
            yakuman,
            limit,
            base,
            dora: bonus.dora,
            ura: bonus.ura,
            reds: bonus.reds,
            nuki: bonus.nuki,
            tsumo: self.situation.tsumo,
            dealer: self.situation.is_dealer(),
            closed: self.tiles.closed,
            win: self.win,
            reading,
        }
    }

    /// Returns the win as the limit of renhou, without other yaku and bonus tiles.
    #[cold]
    fn renhou(&self, limit: Limit, fu: u8, reading: Reading) -> Win {
        let han = if limit == Limit::Mangan { 5 } else { 8 };
        let yaku = Yaku::Renhou.set();
        self.win(yaku, han, fu, 0, limit, limit.base(), Bonus::default(), reading)
    }
}

/// Returns the key by which readings are compared.
#[inline]
fn rank(win: &Win) -> (u32, bool, u8, u8) {
    (win.base, win.yakuman > 0, win.han, win.fu)
}

/// Returns the yaku of the situation, except those of the first turn.
#[inline]
pub(super) fn situational(situation: &Situation<'_>, closed: bool, rules: &ScoreRules) -> YakuSet {
    let Situation { tsumo, riichi, ippatsu, last_tile, after_kan, robbed_kan, .. } = *situation;
    let open = situation.open_riichi && rules.local.open_riichi;
    let riichi_yaku = match riichi {
        Riichi::No => YakuSet::EMPTY,
        Riichi::Single if open => Yaku::OpenRiichi.set(),
        Riichi::Single => Yaku::Riichi.set(),
        Riichi::Double if open => Yaku::DoubleOpenRiichi.set(),
        Riichi::Double => Yaku::DoubleRiichi.set(),
    };
    let declared = riichi != Riichi::No;
    riichi_yaku
        | Yaku::Sashikomi.when(declared && open && !tsumo && rules.local.sashikomi)
        | Yaku::Ippatsu.when(declared && ippatsu)
        | Yaku::Tsumo.when(tsumo && closed)
        | Yaku::Rinshan.when(tsumo && after_kan)
        | Yaku::Chankan.when(!tsumo && robbed_kan)
        | Yaku::Haitei.when(tsumo && last_tile && !after_kan)
        | Yaku::Houtei.when(!tsumo && last_tile && !robbed_kan)
}

/// Returns the yaku of a win on the first turn, given that there are no melds.
#[cold]
pub(super) fn first_turn(situation: &Situation<'_>, rules: &ScoreRules) -> YakuSet {
    match (situation.tsumo, situation.is_dealer()) {
        (true, true) => Yaku::Tenhou.set(),
        (true, false) => Yaku::Chiihou.set(),
        (false, false) => {
            Yaku::Renhou.when(matches!(rules.renhou, Renhou::FiveHan | Renhou::Yakuman))
        }
        (false, true) => YakuSet::EMPTY,
    }
}

#[cold]
fn renhou_as_limit(situation: &Situation<'_>, rules: &ScoreRules) -> Option<Limit> {
    match rules.renhou {
        _ if situation.tsumo || situation.is_dealer() => None,
        Renhou::Mangan => Some(Limit::Mangan),
        Renhou::Baiman => Some(Limit::Baiman),
        Renhou::No | Renhou::FiveHan | Renhou::Yakuman => None,
    }
}

#[cold]
fn is_daisharin(present: u64, closed: &[u8; Kind::COUNT], rules: &ScoreRules) -> bool {
    let suits = match rules.local.daisharin {
        Daisharin::No => 0..0,
        Daisharin::Circles => 1..2,
        Daisharin::AnySuit => 0..3,
    };
    suits.into_iter().any(|suit| {
        present == 0b0_1111_1110 << (9 * suit)
            && closed[9 * suit + 1..9 * suit + 8].iter().all(|&count| count == 2)
    })
}

/// Returns the yaku of the sets and the pair, without those of the wait.
#[inline]
fn set_yaku(division: &Division, tiles: &Tiles, situation: &Situation<'_>) -> YakuSet {
    let triplets = division.triplets | tiles.meld_triplets;
    let runs = division.runs[0] | tiles.meld_runs;
    honour_yaku(triplets, division.pair, situation)
        | run_yaku(runs)
        | edge_yaku(triplets, runs, division.pair, tiles.present)
        | Yaku::Iipeikou.when(tiles.closed && twins(division) == 1)
        | Yaku::Ryanpeikou.when(tiles.closed && twins(division) == 2)
        | Yaku::Toitoi.when(runs == 0)
        | Yaku::SanshokuDoukou.when(triplets & triplets >> 9 & triplets >> 18 & 0x1FF != 0)
        | Yaku::Sankantsu.when(tiles.kans == 3)
        | Yaku::Suukantsu.when(tiles.kans == 4)
}

/// Returns the number of pairs of equal runs.
#[inline]
fn twins(division: &Division) -> u32 {
    division.runs[1].count_ones() + division.runs[3].count_ones()
}

/// The starts of 123 and 789.
const EDGE_RUNS: u32 = 0b0_0100_0001 | 0b0_0100_0001 << 9 | 0b0_0100_0001 << 18;

#[inline]
fn edge_yaku(triplets: u64, runs: u32, pair: u8, present: u64) -> YakuSet {
    let outside = runs != 0 && runs & !EDGE_RUNS == 0 && (triplets | 1 << pair) & !OUTSIDE == 0;
    let honours = present & HONOURS != 0;
    Yaku::Chanta.when(outside && honours) | Yaku::Junchan.when(outside && !honours)
}

#[inline]
fn run_yaku(runs: u32) -> YakuSet {
    // Starts at 1, 4 and 7 of one suit, found at the bit of the 1.
    let straights = runs & runs >> 3 & runs >> 6 & (1 | 1 << 9 | 1 << 18);
    Yaku::Ittsu.when(straights != 0)
        | Yaku::SanshokuDoujun.when(runs & runs >> 9 & runs >> 18 & 0x1FF != 0)
}

#[inline]
fn honour_yaku(triplets: u64, pair: u8, situation: &Situation<'_>) -> YakuSet {
    let held = triplets >> Kind::EAST.index();
    let pair = (1u64 << pair) >> Kind::EAST.index();
    let (winds, dragons) = (held & 0b1111, held >> 4);
    let (wind_pair, dragon_pair) = (pair & 0b1111 != 0, pair >> 4 != 0);
    let wind = |kind: Kind, east: Yaku| {
        let place = kind.index() - Kind::EAST.index();
        YakuSet::from_bits((winds >> place & 1) << (east as usize + place))
    };
    YakuSet::from_bits(dragons << Yaku::Haku as u8)
        | wind(situation.seat_wind, Yaku::SeatEast)
        | wind(situation.round_wind, Yaku::RoundEast)
        | Yaku::Shousangen.when(dragons.count_ones() == 2 && dragon_pair)
        | Yaku::Daisangen.when(dragons == 0b111)
        | Yaku::Shousuushii.when(winds.count_ones() == 3 && wind_pair)
        | Yaku::Daisuushii.when(winds == 0b1111)
}
