//! A second scorer, plain and slow: lists of groups instead of bit sets, every reading tried by
//! recursion, each yaku by its definition. It shares no code with the crate but the types.

use super::Case;
mod yaku;

use facedown_riichi::score::{Counted, Paarenchan, Renhou, Riichi, ScoreRules, Situation, Yaku};
use facedown_tiles::{Meld, MeldShape};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Shape {
    Pair,
    Run,
    Triplet,
    Kan,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Group {
    shape: Shape,
    first: usize,
    /// Whether it is concealed.
    own: bool,
    /// Whether it is in the hand, not a meld, so that the winning tile can be in it.
    loose: bool,
}

impl Group {
    fn tiles(self) -> Vec<usize> {
        match self.shape {
            Shape::Pair => vec![self.first; 2],
            Shape::Run => vec![self.first, self.first + 1, self.first + 2],
            Shape::Triplet => vec![self.first; 3],
            Shape::Kan => vec![self.first; 4],
        }
    }

    fn is_triplet(self) -> bool {
        matches!(self.shape, Shape::Triplet | Shape::Kan)
    }

    fn touches_outside(self) -> bool {
        self.tiles().into_iter().any(outside)
    }
}

/// The value of a reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub(crate) yaku: Vec<Yaku>,
    pub(crate) han: u32,
    pub(crate) fu: u32,
    pub(crate) yakuman: u32,
    pub(crate) base: u32,
}

fn honour(kind: usize) -> bool {
    kind >= 27
}

fn terminal(kind: usize) -> bool {
    kind < 27 && matches!(kind % 9, 0 | 8)
}

fn outside(kind: usize) -> bool {
    honour(kind) || terminal(kind)
}

fn divide(counts: &mut [u8; 34], groups: &mut Vec<Group>, out: &mut Vec<Vec<Group>>) {
    let Some(kind) = counts.iter().position(|&count| count > 0) else {
        if groups.iter().filter(|group| group.shape == Shape::Pair).count() == 1 {
            let mut found = groups.clone();
            found.sort();
            out.push(found);
        }
        return;
    };
    for shape in [Shape::Pair, Shape::Run, Shape::Triplet] {
        let in_suit = kind < 27 && kind % 9 < 7;
        let group = Group { shape, first: kind, own: true, loose: true };
        if shape == Shape::Run && !in_suit {
            continue;
        }
        let mut rest = *counts;
        let fits = group.tiles().into_iter().all(|tile| {
            let there = rest[tile] > 0;
            rest[tile] = rest[tile].saturating_sub(1);
            there
        });
        if fits {
            groups.push(group);
            divide(&mut rest, groups, out);
            groups.pop();
        }
    }
}

fn of_meld(meld: Meld) -> Group {
    let shape = match meld.shape {
        MeldShape::Chi => Shape::Run,
        MeldShape::Pon => Shape::Triplet,
        _ => Shape::Kan,
    };
    let own = meld.shape == MeldShape::ClosedKan;
    Group { shape, first: meld.first.index(), own, loose: false }
}

struct Scorer<'a> {
    case: &'a Case,
    situation: &'a Situation<'a>,
    rules: &'a ScoreRules,
    closed: bool,
    win: usize,
    all: Vec<usize>,
    bonus: u32,
}

/// Returns all readings with the highest rank.
pub(crate) fn score(case: &Case, situation: &Situation<'_>, rules: &ScoreRules) -> Vec<Value> {
    let heaven = situation.first_turn && situation.tsumo && situation.seat_wind.index() == 27;
    let wins: Vec<usize> = if heaven && rules.heaven_any_wait {
        (0..34).filter(|&kind| case.closed[kind] > 0).collect()
    } else {
        vec![case.win.kind().index()]
    };
    let mut found: Vec<Value> =
        wins.into_iter().flat_map(|win| readings(case, situation, rules, win)).collect();
    let rank = |value: &Value| (value.base, value.yakuman > 0, value.han, value.fu);
    let best = found.iter().map(rank).max();
    found.retain(|value| Some(rank(value)) == best);
    found
}

fn readings(case: &Case, situation: &Situation<'_>, rules: &ScoreRules, win: usize) -> Vec<Value> {
    let melds: Vec<Group> = case.melds.iter().copied().map(of_meld).collect();
    let mut all: Vec<usize> =
        (0..34).flat_map(|kind| vec![kind; usize::from(case.closed[kind])]).collect();
    all.extend(melds.iter().flat_map(|group| group.tiles()));
    let closed = melds.iter().all(|group| group.own);
    let bonus = bonus(case, situation, rules, &all);
    let scorer = Scorer { case, situation, rules, closed, win, all, bonus };

    let mut divisions = Vec::new();
    divide(&mut case.closed.clone(), &mut Vec::new(), &mut divisions);
    divisions.dedup();
    let mut found = Vec::new();
    for loose in divisions {
        let groups: Vec<Group> = loose.iter().chain(&melds).copied().collect();
        if groups.len() != 5 {
            continue;
        }
        for (i, group) in groups.iter().enumerate() {
            if group.loose && group.tiles().contains(&win) {
                found.extend(scorer.sets(&groups, i));
            }
        }
    }
    if melds.is_empty() {
        found.extend(scorer.seven_pairs());
        found.extend(scorer.orphans());
    }
    found
}

fn next(kind: usize, three_seats: bool) -> usize {
    match kind {
        0 if three_seats => 8,
        8 => 0,
        17 => 9,
        26 => 18,
        30 => 27,
        33 => 31,
        other => other + 1,
    }
}

fn bonus(case: &Case, situation: &Situation<'_>, rules: &ScoreRules, all: &[usize]) -> u32 {
    let mut tiles = all.to_vec();
    tiles.extend(vec![30; usize::from(situation.nuki)]);
    let mut indicators = situation.dora_indicators.to_vec();
    if situation.riichi != Riichi::No {
        indicators.extend_from_slice(situation.ura_indicators);
    }
    let mut bonus = u32::from(situation.nuki);
    for indicator in indicators {
        let dora = next(indicator.index(), situation.three_seats);
        bonus += tiles.iter().filter(|&&tile| tile == dora).count() as u32;
    }
    if rules.red_fives {
        bonus += u32::from(case.reds);
        bonus += case.melds.iter().map(|meld| u32::from(meld.reds)).sum::<u32>();
    }
    bonus
}

impl Scorer<'_> {
    fn sets(&self, groups: &[Group], winner: usize) -> Option<Value> {
        let mut yaku = self.situational();
        yaku.extend(self.of_kinds());
        yaku.extend(self.of_groups(groups));
        let waited = groups[winner];
        let triplets = groups.iter().filter(|group| group.is_triplet());
        let concealed = triplets
            .filter(|group| group.own && (self.situation.tsumo || **group != waited))
            .count();
        match concealed {
            3 => yaku.push(Yaku::Sanankou),
            4 if waited.shape == Shape::Pair => yaku.push(Yaku::SuuankouTanki),
            4 => yaku.push(Yaku::Suuankou),
            _ => {}
        }
        let parts = self.fu_parts(groups, waited);
        let pinfu =
            self.closed && parts.is_empty() && (!self.situation.tsumo || self.rules.pinfu_tsumo);
        if pinfu {
            yaku.push(Yaku::Pinfu);
        }
        let mut fu = 20 + parts.iter().sum::<u32>();
        if self.closed && !self.situation.tsumo {
            fu += 10;
        }
        if self.situation.tsumo && !pinfu && (!self.situation.after_kan || self.rules.rinshan_fu) {
            fu += 2;
        }
        if fu == 20 && !self.closed && !self.situation.tsumo && self.rules.open_pinfu_30 {
            fu = 30;
        }
        self.best_value(yaku, fu.div_ceil(10) * 10)
    }

    /// Returns the fu of the sets, the pair and the wait, without zeros.
    fn fu_parts(&self, groups: &[Group], waited: Group) -> Vec<u32> {
        let mut parts = Vec::new();
        for group in groups {
            let mut fu = match group.shape {
                Shape::Pair => self.pair_fu(group.first),
                Shape::Run => 0,
                Shape::Triplet => 2,
                Shape::Kan => 8,
            };
            if group.is_triplet() {
                if outside(group.first) {
                    fu *= 2;
                }
                if group.own && (self.situation.tsumo || *group != waited) {
                    fu *= 2;
                }
            }
            parts.push(fu);
        }
        let number = self.win % 9;
        let narrow = match waited.shape {
            Shape::Pair => true,
            Shape::Run => {
                self.win == waited.first + 1
                    || self.win == waited.first && number == 6
                    || self.win == waited.first + 2 && number == 2
            }
            _ => false,
        };
        parts.push(if narrow { 2 } else { 0 });
        parts.retain(|&fu| fu > 0);
        parts
    }

    fn pair_fu(&self, kind: usize) -> u32 {
        let mut fu = 0;
        if kind >= 31 {
            fu += 2;
        }
        if kind == self.situation.seat_wind.index() {
            fu += 2;
        }
        if kind == self.situation.round_wind.index() {
            fu += 2;
        }
        if fu == 4 && !self.rules.double_wind_pair_4 { 2 } else { fu }
    }

    fn seven_pairs(&self) -> Option<Value> {
        if (0..34).filter(|&kind| self.case.closed[kind] == 2).count() != 7 {
            return None;
        }
        let mut yaku = self.situational();
        yaku.extend(self.of_kinds());
        yaku.push(Yaku::Chiitoitsu);
        if self.rules.local.daichisei && yaku.contains(&Yaku::Tsuuiisou) {
            yaku.push(Yaku::Daichisei);
        }
        self.best_value(yaku, 25)
    }

    fn orphans(&self) -> Option<Value> {
        let held = (0..34).all(|kind| (self.case.closed[kind] > 0) == outside(kind));
        if !held {
            return None;
        }
        let mut yaku = self.situational();
        let thirteen = self.case.closed[self.win] == 2;
        yaku.push(if thirteen { Yaku::KokushiThirteen } else { Yaku::Kokushi });
        self.best_value(yaku, 0)
    }

    fn best_value(&self, mut yaku: Vec<Yaku>, fu: u32) -> Option<Value> {
        let renhou = yaku.contains(&Yaku::Renhou);
        let least = match self.rules.renhou {
            Renhou::Mangan if renhou => Some((2_000, 5)),
            Renhou::Baiman if renhou => Some((4_000, 8)),
            _ => None,
        };
        if !matches!(self.rules.renhou, Renhou::FiveHan | Renhou::Yakuman) {
            yaku.retain(|&yaku| yaku != Yaku::Renhou);
        }
        if self.situation.eighth_in_row {
            match self.rules.local.paarenchan {
                Paarenchan::Alone => yaku.push(Yaku::Paarenchan),
                Paarenchan::NeedsYaku if !yaku.is_empty() => yaku.push(Yaku::Paarenchan),
                _ => {}
            }
        }
        yaku.sort_unstable();
        let plain = (!yaku.is_empty()).then(|| self.value(yaku, fu));
        match (plain, least) {
            (Some(plain), Some((base, _))) if plain.base >= base => Some(plain),
            (_, Some((base, han))) => {
                Some(Value { yaku: vec![Yaku::Renhou], han, fu, yakuman: 0, base })
            }
            (plain, None) => plain,
        }
    }

    fn value(&self, yaku: Vec<Yaku>, fu: u32) -> Value {
        let cap = self.rules.yakuman_cap.map_or(u32::MAX, |cap| u32::from(cap.get()));
        let times = yaku.iter().map(|&yaku| self.times(yaku));
        let yakuman = if self.rules.yakuman_add { times.sum() } else { times.max().unwrap_or(0) };
        if yakuman > 0 {
            let paid = yakuman.min(cap);
            let only: Vec<Yaku> = yaku.into_iter().filter(|&yaku| self.times(yaku) > 0).collect();
            return Value { yaku: only, han: 13 * paid, fu, yakuman: paid, base: 8_000 * paid };
        }
        let han = yaku.iter().map(|&yaku| self.han(yaku)).sum::<u32>() + self.bonus;
        let base = match (han, self.rules.counted) {
            (13.., Counted::Yakuman) => 8_000,
            (13.., Counted::Sanbaiman) | (11..=12, _) => 6_000,
            (13.., Counted::Multiple) => 8_000 * (han / 13).min(cap),
            (8..=10, _) => 4_000,
            (6..=7, _) => 3_000,
            (5, _) => 2_000,
            _ => {
                let base = fu * 2u32.pow(2 + han);
                let rounded_up = self.rules.kiriage && matches!((han, fu), (4, 30) | (3, 60));
                if rounded_up { 2_000 } else { base.min(2_000) }
            }
        };
        Value { yaku, han, fu, yakuman: 0, base }
    }
}
