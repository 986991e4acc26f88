//! The expected points of a tenpai hand: every wait scored, with red fives and ura dora yet unseen.

use super::graph::Root;
use super::options::EvOptions;
use facedown_riichi::score::{self, Riichi, Situation, Win, WinningHand};
use facedown_tiles::{Kind, KindSet, Tile};

/// Wins of one way: tiles that win, and the sum of their points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wins {
    /// The number of unseen tiles.
    pub(super) tiles: f32,
    /// The sum over them of the expected points.
    pub(super) points: f32,
    /// The same within a turn of riichi (*ippatsu*).
    pub(super) ippatsu: f32,
}

/// The wins of a tenpai hand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Payoff {
    pub(super) tsumo: Wins,
    pub(super) ron: Wins,
    pub(super) riichi_tsumo: Wins,
    pub(super) riichi_ron: Wins,
    /// The share of the waits that the root does not want.
    pub(super) late: f32,
    /// The points that a win gains for each wasted draw: it may have been a red five, which
    /// replaces a plain one of the hand.
    pub(super) swap: f32,
    /// The same with riichi, for draws before it.
    pub(super) riichi_swap: f32,
    /// Whether riichi can be declared.
    pub(super) may_declare: bool,
}

/// The most bonus han that are distinguished.
const BONUS: usize = 20;
/// The chance of each number of bonus han.
type Bonus = [f32; BONUS];

/// Scores the wins of the hands of one root.
pub(super) struct Scorer<'a> {
    root: &'a Root,
    options: &'a EvOptions,
    indicators: Vec<Kind>,
    /// By kind, the indicator of which it is the dora.
    indicator_of: [Option<Kind>; Kind::COUNT],
    /// By kind, the tiles in melds and set aside.
    beside: [u8; Kind::COUNT],
    closed: bool,
    /// Points of a win beside those of the hand: counters and sticks.
    table: f32,
}

impl<'a> Scorer<'a> {
    pub(super) fn new(root: &'a Root, options: &'a EvOptions) -> Self {
        let three = options.rules.is_three();
        let mut indicator_of = [None; Kind::COUNT];
        for kind in root.pack.kinds() {
            indicator_of[kind.dora(three).index()] = Some(kind);
        }
        let mut beside = [0; Kind::COUNT];
        options.melds.iter().for_each(|meld| meld.count_into(&mut beside));
        beside[Kind::NORTH.index()] += options.nuki;
        let counters = u32::from(options.rules.score.payment.honba) * options.honba;
        let others = u32::from(options.rules.seats) - 1;
        Self {
            root,
            options,
            indicators: options.dora_indicators.iter().map(|tile| tile.kind()).collect(),
            indicator_of,
            beside,
            closed: options.melds.iter().all(|meld| !meld.is_open()),
            table: (counters * others + 1_000 * options.sticks) as f32,
        }
    }

    fn situation(&self, tsumo: bool, riichi: Riichi) -> Situation<'_> {
        Situation {
            tsumo,
            seat_wind: self.options.seat_wind,
            round_wind: self.options.round_wind,
            riichi,
            dora_indicators: &self.indicators,
            nuki: self.options.nuki,
            three_seats: self.options.rules.is_three(),
            ..Situation::RON
        }
    }

    /// Returns the points of a win that is certain, without ura dora.
    pub(super) fn points_now(&self, hand: &facedown_tiles::Hand, win: Kind) -> Option<f32> {
        let winning = WinningHand {
            closed: hand.counts().as_array(),
            reds: self.counted(hand.red_fives()),
            melds: &self.options.melds,
            win: win.into(),
        };
        let rules = &self.options.rules.score;
        let win = score::score(&winning, &self.situation(true, Riichi::No), rules)?;
        Some(self.points(&win))
    }

    /// Returns the points of a dealt win with these red fives and ura indicators, as a simulation
    /// needs them.
    pub(super) fn dealt(
        &self,
        closed: &[u8; Kind::COUNT],
        (reds, win): (u8, Kind),
        (tsumo, riichi, ippatsu): (bool, bool, bool),
        ura: &[Kind],
    ) -> Option<f32> {
        let hand = WinningHand {
            closed,
            reds: self.counted(reds),
            melds: &self.options.melds,
            win: win.into(),
        };
        let declared = if riichi { Riichi::Single } else { Riichi::No };
        let situation =
            Situation { ippatsu, ura_indicators: ura, ..self.situation(tsumo, declared) };
        score::score(&hand, &situation, &self.options.rules.score).map(|win| self.points(&win))
    }

    fn points(&self, win: &Win) -> f32 {
        let rules = &self.options.rules;
        win.points(rules.seats.into(), &rules.score.payment) as f32 + self.table
    }

    const fn counted(&self, reds: u8) -> u8 {
        if self.options.rules.score.red_fives { reds } else { 0 }
    }

    /// Returns the expected points of a win with these chances of further han.
    fn expected(&self, win: &Win, more: u8, bonus: &Bonus) -> f32 {
        let mut sum = 0.0;
        for (han, &chance) in bonus.iter().enumerate() {
            if chance > 0.0 {
                let win = win.with_bonus(more + han as u8, &self.options.rules.score);
                sum += chance * self.points(&win);
            }
        }
        sum
    }

    /// Returns the red fives certainly among these tiles, and the chances of further ones: drawn
    /// fives are any of the unseen ones, and of the root's the plain ones were discarded first.
    fn reds(&self, closed: &[u8; Kind::COUNT]) -> (u8, Bonus) {
        let (mut certain, mut more) = (0, [0.0; BONUS]);
        more[0] = 1.0;
        for suit in 0..3 {
            let five = 9 * suit + 4;
            let kind = Kind::new(five as u8);
            certain += self.root.hand.reds(kind.suit()).min(closed[five]);
            let drawn = closed[five].saturating_sub(self.root.hand.count(kind));
            let hidden = &self.root.hidden;
            if drawn > 0 && hidden.reds[suit] > 0 {
                convolve(&mut more, &hypergeometric(hidden.kinds[five], hidden.reds[suit], drawn));
            }
        }
        (self.counted(certain), if self.options.rules.score.red_fives { more } else { NOTHING })
    }

    /// Returns the chance that a wasted draw was a red five for which the hand, complete with this
    /// tile, has a plain one to discard. A five that was drawn itself was there half of the time.
    fn swap_chance(&self, closed: &[u8; Kind::COUNT], win: Kind) -> f32 {
        let hidden = &self.root.hidden;
        let mut chance = 0.0;
        for suit in 0..3 {
            let kind = Kind::new(9 * suit as u8 + 4);
            let held = closed[kind.index()] - u8::from(win == kind);
            if held == 0 || hidden.reds[suit] == 0 || !self.options.rules.score.red_fives {
                continue;
            }
            let own = self.root.hand.count(kind);
            let drawn = f32::from(held.saturating_sub(own)) / f32::from(hidden.kinds[kind.index()]);
            let share = if own > 0 { 1.0 } else { 0.5 };
            chance += share * (1.0 - drawn) * f32::from(hidden.reds[suit]);
        }
        chance / f32::from(hidden.total)
    }

    /// Returns the chances of the numbers of ura dora of these tiles: each indicator is one of the
    /// unseen tiles.
    fn ura(&self, closed: &[u8; Kind::COUNT]) -> Bonus {
        let mut unseen = f32::from(self.root.hidden.total);
        let mut one: Bonus = [0.0; BONUS];
        for (kind, &count) in Kind::all().zip(closed) {
            unseen -= f32::from(count.saturating_sub(self.root.hand.count(kind)));
            let dora = usize::from(count + self.beside[kind.index()]);
            if let (1.., Some(indicator)) = (dora, self.indicator_of[kind.index()]) {
                one[dora] += f32::from(self.root.left(indicator, closed[indicator.index()]));
            }
        }
        let unseen = unseen.max(1.0);
        for tiles in &mut one {
            *tiles /= unseen;
        }
        one[0] = (1.0 - one.iter().sum::<f32>()).max(0.0);
        let mut all = NOTHING;
        for _ in &self.indicators {
            convolve(&mut all, &one);
        }
        all
    }

    /// Returns the wins of a tenpai hand. `furiten` bars ron.
    pub(super) fn payoff(&self, counts: &[u8; Kind::COUNT], waits: KindSet) -> Payoff {
        let furiten = self.options.ron <= 0.0 || self.is_furiten(counts, waits);
        let mut payoff =
            Payoff { may_declare: self.closed && self.options.riichi, ..Payoff::default() };
        let (mut tiles, mut late) = (0.0, 0.0);
        for kind in waits {
            let left = f32::from(self.root.left(kind, counts[kind.index()]));
            tiles += left;
            late += if self.root.wanted.contains(kind) { 0.0 } else { left };
            let mut closed = *counts;
            closed[kind.index()] += 1;
            self.add_wins(&mut payoff, &closed, kind, left, furiten);
        }
        if tiles > 0.0 {
            payoff.late = late / tiles;
            payoff.swap /= tiles;
            payoff.riichi_swap /= tiles;
        }
        payoff
    }

    fn add_wins(
        &self,
        payoff: &mut Payoff,
        closed: &[u8; Kind::COUNT],
        kind: Kind,
        left: f32,
        furiten: bool,
    ) {
        let (reds, more) = self.reds(closed);
        let hand = WinningHand { closed, reds, melds: &self.options.melds, win: kind.into() };
        let rules = &self.options.rules.score;
        let with_ura = payoff.may_declare.then(|| {
            let mut bonus = self.ura(closed);
            convolve(&mut bonus, &more);
            bonus
        });
        if let Some(win) = score::score(&hand, &self.situation(true, Riichi::No), rules) {
            let swap = left * self.swap_chance(closed, kind);
            let plain = self.expected(&win, 0, &more);
            payoff.tsumo.add(left, plain, 0.0);
            if swap > 0.0 {
                payoff.swap += swap * (self.expected(&win, 1, &more) - plain);
            }
            if let Some(bonus) = &with_ura {
                // A closed hand has a yaku by tsumo, and riichi is one han more.
                let [plain, ippatsu] = [1, 2].map(|han| self.expected(&win, han, bonus));
                payoff.riichi_tsumo.add(left, plain, ippatsu);
                payoff.riichi_swap += swap * (ippatsu - plain);
            }
        }
        if furiten {
            return;
        }
        if let Some(win) = score::score(&hand, &self.situation(false, Riichi::No), rules) {
            payoff.ron.add(left, self.expected(&win, 0, &more), 0.0);
        }
        if let Some(bonus) = &with_ura
            && let Some(win) = score::score(&hand, &self.situation(false, Riichi::Single), rules)
        {
            let [plain, ippatsu] = [0, 1].map(|han| self.expected(&win, han, bonus));
            payoff.riichi_ron.add(left, plain, ippatsu);
        }
    }

    /// Returns whether the seat has discarded one of its waits: before, or from the root.
    fn is_furiten(&self, counts: &[u8; Kind::COUNT], waits: KindSet) -> bool {
        let before = self.options.discarded.iter().any(|&kind| waits.contains(kind));
        before || waits.iter().any(|kind| counts[kind.index()] < self.root.hand.count(kind))
    }
}

impl Wins {
    fn add(&mut self, tiles: f32, points: f32, ippatsu: f32) {
        self.tiles += tiles;
        self.points += tiles * points;
        self.ippatsu += tiles * ippatsu;
    }
}

/// No bonus han, for certain.
const NOTHING: Bonus = {
    let mut bonus = [0.0; BONUS];
    bonus[0] = 1.0;
    bonus
};

/// Adds independent han.
fn convolve(bonus: &mut Bonus, more: &Bonus) {
    let last = |of: &Bonus| of.iter().rposition(|&chance| chance > 0.0).unwrap_or(0);
    let (a, b) = (last(bonus), last(more));
    let mut sum = [0.0; BONUS];
    for i in 0..=a {
        for j in 0..=b {
            sum[(i + j).min(BONUS - 1)] += bonus[i] * more[j];
        }
    }
    *bonus = sum;
}

/// Returns the chances of the number of red tiles among `drawn` of `tiles`, `reds` of them red.
fn hypergeometric(tiles: u8, reds: u8, drawn: u8) -> Bonus {
    let mut bonus = NOTHING;
    for draw in 0..drawn.min(tiles) {
        let mut next = [0.0; BONUS];
        for got in 0..=usize::from(draw.min(reds)) {
            let red = f32::from(reds - got as u8) / f32::from(tiles - draw);
            next[got + 1] += bonus[got] * red;
            next[got] += bonus[got] * (1.0 - red);
        }
        bonus = next;
    }
    bonus
}

/// Returns the red fives of a dealt hand.
pub(super) fn red_fives(tiles: &[Tile]) -> u8 {
    tiles.iter().filter(|tile| tile.is_red()).count() as u8
}
