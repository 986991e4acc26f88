//! The model of `docs/reference/riichi-hand-ev.md` as a plain recursion: every draw and every discard
//! tried, every ura indicator and red five scored, nothing shared with the evaluation but scoring and
//! shanten.

use facedown_riichi::score::{Riichi, Situation, WinningHand, score};
use facedown_riichi_analysis::hand_ev::EvOptions;
use facedown_tiles::{Counts, Hand, Kind, Pack, shanten};
use std::collections::HashMap;

type Tiles = [u8; 34];
/// Expected points, chance to win, chance of tenpai at the end.
pub(crate) type Value = [f64; 3];

const BEFORE: f64 = 0.2;

pub(crate) struct PlainModel<'a> {
    options: &'a EvOptions,
    root: Hand,
    unseen: Tiles,
    reds: [u8; 3],
    draws: usize,
    budget: i32,
    wanted: [bool; 34],
    memo: HashMap<(Tiles, usize), Value>,
    riichi: HashMap<(Tiles, usize), Value>,
}

fn away(tiles: &Tiles) -> i32 {
    shanten(&Counts::new(*tiles).unwrap(), Pack::Four).into()
}

fn with(mut tiles: Tiles, kind: usize) -> Tiles {
    tiles[kind] += 1;
    tiles
}

fn without(mut tiles: Tiles, kind: usize) -> Tiles {
    tiles[kind] -= 1;
    tiles
}

fn held(tiles: &Tiles) -> impl Iterator<Item = usize> + '_ {
    (0..34).filter(|&kind| tiles[kind] > 0)
}

impl<'a> PlainModel<'a> {
    /// Of 14 tiles and no melds, with four seats.
    pub(crate) fn new(root: &Hand, options: &'a EvOptions, draws: usize) -> Self {
        let mut unseen = [4u8; 34];
        let mut reds = options.rules.reds;
        let seen = (root.tiles()).chain(options.dora_indicators.iter().copied());
        for tile in seen.chain(options.visible.iter().copied()) {
            unseen[tile.kind().index()] -= 1;
            if tile.is_red() {
                reds[tile.kind().suit().index()] -= 1;
            }
        }
        (0..3).for_each(|suit| reds[suit] = reds[suit].min(unseen[9 * suit + 4]));
        let tiles = *root.counts().as_array();
        let nearest = held(&tiles).map(|kind| away(&without(tiles, kind))).min().unwrap();
        let mut wanted = [false; 34];
        for discard in held(&tiles) {
            let after = without(tiles, discard);
            if away(&after) == nearest {
                for draw in (0..34).filter(|&draw| after[draw] < 4) {
                    wanted[draw] |= away(&with(after, draw)) < nearest;
                }
            }
        }
        let budget = (nearest + i32::from(options.reshape)).min(draws as i32);
        let (memo, riichi) = (HashMap::new(), HashMap::new());
        Self { options, root: *root, unseen, reds, draws, budget, wanted, memo, riichi }
    }

    fn rooted(&self, kind: usize) -> u8 {
        self.root.count(Kind::new(kind as u8))
    }

    fn distance(&self, tiles: &Tiles) -> i32 {
        (0..34).map(|kind| i32::from(tiles[kind].saturating_sub(self.rooted(kind)))).sum()
    }

    fn left(&self, tiles: &Tiles, kind: usize) -> f64 {
        let drawn = tiles[kind].saturating_sub(self.rooted(kind));
        f64::from(self.unseen[kind].saturating_sub(drawn))
    }

    fn total(&self) -> f64 {
        self.unseen.iter().map(|&n| f64::from(n)).sum()
    }

    /// The chance of one unseen tile of a kind before draw `turn`.
    fn chance(&self, tiles: &Tiles, kind: usize, turn: usize) -> f64 {
        let unwanted: f64 =
            (0..34).filter(|&k| !self.wanted[k]).map(|k| f64::from(self.unseen[k])).sum();
        let wasted = turn as f64 - f64::from(self.distance(tiles));
        let unwasted = if self.wanted[kind] {
            1.0
        } else {
            (1.0 - BEFORE * wasted / unwanted.max(1.0)).max(0.0)
        };
        unwasted / (self.total() - turn as f64).max(1.0)
    }

    /// The expected payments of tenpai and of noten.
    fn payments(&self) -> (f64, f64) {
        let rate = f64::from(self.options.tenpai);
        let (mut gain, mut loss) = (0.0, 0.0);
        for others in 0..8u32 {
            let tenpai = others.count_ones();
            let chance = rate.powi(tenpai as i32) * (1.0 - rate).powi(3 - tenpai as i32);
            gain += chance * [3_000.0, 1_500.0, 1_000.0, 0.0][tenpai as usize];
            loss += chance * [0.0, 1_000.0, 1_500.0, 3_000.0][tenpai as usize];
        }
        (gain, -loss)
    }

    /// Expected points of a win: red fives and ura indicators enumerated.
    fn points(
        &self,
        tiles: &Tiles,
        kind: usize,
        how: (bool, bool, bool),
        wasted: f64,
    ) -> Option<f64> {
        let closed = with(*tiles, kind);
        let mut certain = 0;
        let mut more = vec![(0u8, 1.0)];
        let mut swap = 0.0;
        for suit in 0..3 {
            let five = 9 * suit + 4;
            let own = self.rooted(five);
            certain += self.root.reds(Kind::new(five as u8).suit()).min(closed[five]);
            let drawn = closed[five].saturating_sub(own);
            assert!(self.reds[suit] <= 1);
            let red = if self.reds[suit] == 1 {
                f64::from(drawn) / f64::from(self.unseen[five])
            } else {
                0.0
            };
            more =
                more.iter().flat_map(|&(n, p)| [(n, p * (1.0 - red)), (n + 1, p * red)]).collect();
            let before = closed[five] - u8::from(kind == five);
            if before > 0 && self.reds[suit] == 1 {
                let drawn = f64::from(before.saturating_sub(own)) / f64::from(self.unseen[five]);
                swap += (1.0 - drawn) * if own > 0 { 1.0 } else { 0.5 };
            }
        }
        swap /= self.total();
        let plain = self.scored(&closed, kind, how, certain, &more)?;
        let better = self.scored(&closed, kind, how, certain + 1, &more)?;
        Some(plain + wasted * swap * (better - plain))
    }

    fn scored(
        &self,
        closed: &Tiles,
        kind: usize,
        (tsumo, riichi, ippatsu): (bool, bool, bool),
        certain: u8,
        more: &[(u8, f64)],
    ) -> Option<f64> {
        let doras: Vec<Kind> = self.options.dora_indicators.iter().map(|t| t.kind()).collect();
        assert!(doras.len() <= 1);
        let mut uras: Vec<(Option<Kind>, f64)> = vec![(None, 1.0)];
        if riichi && !doras.is_empty() {
            let unseen = self.total() - f64::from(self.distance(closed));
            let each = |k: usize| (Some(Kind::new(k as u8)), self.left(closed, k) / unseen);
            uras = (0..34).map(each).collect();
        }
        let mut sum = 0.0;
        for &(reds, red_chance) in more.iter().filter(|(_, chance)| *chance > 0.0) {
            for &(ura, ura_chance) in uras.iter().filter(|(_, chance)| *chance > 0.0) {
                let ura: Vec<Kind> = ura.into_iter().collect();
                let win = Kind::new(kind as u8).into();
                let hand = WinningHand { closed, reds: certain + reds, melds: &[], win };
                let situation = Situation {
                    tsumo,
                    seat_wind: self.options.seat_wind,
                    round_wind: self.options.round_wind,
                    riichi: if riichi { Riichi::Single } else { Riichi::No },
                    ippatsu,
                    dora_indicators: &doras,
                    ura_indicators: &ura,
                    ..Situation::RON
                };
                let rules = &self.options.rules.score;
                let win = score(&hand, &situation, rules)?;
                sum += red_chance * ura_chance * f64::from(win.points(4, &rules.payment));
            }
        }
        let pot = 300 * self.options.honba + 1_000 * self.options.sticks;
        Some(sum + f64::from(pot))
    }

    /// Chances and mean points of ron and of tsumo: `[ron, points, tsumo, points]`.
    fn wins(
        &self,
        tiles: &Tiles,
        turn: usize,
        riichi: bool,
        ippatsu: bool,
        wasted: f64,
    ) -> [f64; 4] {
        let waits: Vec<usize> = (0..34)
            .filter(|&k| tiles[k] < 4 && self.left(tiles, k) > 0.0 && away(&with(*tiles, k)) < 0)
            .collect();
        let gone = |k: &usize| {
            tiles[*k] < self.rooted(*k) || self.options.discarded.iter().any(|d| d.index() == *k)
        };
        let furiten = waits.iter().any(gone);
        let all: f64 = waits.iter().map(|&k| self.left(tiles, k)).sum();
        let chance =
            waits.iter().map(|&k| self.left(tiles, k) * self.chance(tiles, k, turn)).sum::<f64>()
                / all.max(1.0);
        let sum = |tsumo: bool| {
            let (mut weight, mut points) = (0.0, 0.0);
            for &kind in &waits {
                if let Some(value) = self.points(tiles, kind, (tsumo, riichi, ippatsu), 0.0) {
                    weight += self.left(tiles, kind);
                    points += self.left(tiles, kind) * value;
                }
            }
            // A red five swapped in is counted by the gain of tsumo, a han more.
            let gain = |&kind: &usize| {
                let at = |w| self.points(tiles, kind, (true, riichi, false), w).unwrap();
                self.left(tiles, kind) * (at(1.0) - at(0.0))
            };
            let swap = waits.iter().map(gain).sum::<f64>() / all.max(1.0);
            (weight * chance, if weight > 0.0 { points / weight + wasted * swap } else { 0.0 })
        };
        let (tsumo, tsumo_points) = sum(true);
        let rate = if furiten { 0.0 } else { f64::from(self.options.ron) };
        let (ron, ron_points) = if rate > 0.0 { sum(false) } else { (0.0, 0.0) };
        [(rate * ron).min(1.0), ron_points, tsumo.min(1.0), tsumo_points]
    }

    fn round(&self, [ron, ron_points, tsumo, points]: [f64; 4], lost: f64, rest: Value) -> Value {
        let others = f64::from(self.options.others);
        let on = (1.0 - ron) * (1.0 - others);
        [
            ron * ron_points + (1.0 - ron) * others * lost + on * (tsumo * points + rest[0]),
            ron + on * (tsumo + rest[1]),
            on * rest[2],
        ]
    }

    /// The value of riichi declared with `wasted` draws behind it, before draw `turn`.
    fn declared(&mut self, tiles: &Tiles, turn: usize, first: bool, wasted: f64) -> Value {
        if turn == self.draws {
            return [self.payments().0 - 1_000.0, 0.0, 1.0];
        }
        let key = (*tiles, turn);
        if let (false, Some(&value)) = (first, self.riichi.get(&key)) {
            return value;
        }
        let wins = self.wins(tiles, turn, true, first, 0.0);
        let later = self.declared(tiles, turn + 1, false, 0.0);
        let rest = later.map(|lane| (1.0 - wins[2]) * lane);
        let mut value = self.round(wins, -1_000.0, rest);
        if first {
            let [.., swapped] = self.wins(tiles, turn, true, false, wasted);
            let [.., plain] = self.wins(tiles, turn, true, false, 0.0);
            value[0] += value[1] * (swapped - plain);
        } else {
            self.riichi.insert(key, value);
        }
        value
    }

    /// The value of 13 tiles before draw `turn`.
    pub(crate) fn value(&mut self, tiles: &Tiles, turn: usize) -> Value {
        let shanten = away(tiles);
        if turn == self.draws {
            let (tenpai, noten) = self.payments();
            return if shanten == 0 { [tenpai, 0.0, 1.0] } else { [noten, 0.0, 0.0] };
        }
        if let Some(&value) = self.memo.get(&(*tiles, turn)) {
            return value;
        }
        let stay = self.value(tiles, turn + 1);
        let (distance, wasted) =
            (self.distance(tiles), turn as f64 - f64::from(self.distance(tiles)));
        let wins =
            if shanten == 0 { self.wins(tiles, turn, false, false, wasted) } else { [0.0; 4] };
        let mut kept = 0.0;
        let mut gain = [0.0; 3];
        for draw in 0..34 {
            if tiles[draw] == 4 || self.left(tiles, draw) == 0.0 {
                continue;
            }
            let drawn = with(*tiles, draw);
            let lowers = away(&drawn) < shanten;
            let reach = distance + shanten;
            if shanten == 0 && lowers || reach > self.budget || !lowers && reach == self.budget {
                continue;
            }
            let within = |after: &Tiles| self.distance(after) + away(after) <= self.budget;
            let options: Vec<Tiles> =
                held(&drawn).map(|k| without(drawn, k)).filter(within).collect();
            let values: Vec<Value> =
                options.iter().map(|after| self.value(after, turn + 1)).collect();
            let best = values.into_iter().max_by(|a, b| a[0].total_cmp(&b[0])).unwrap();
            if best[0] > stay[0] {
                let chance = self.left(tiles, draw) * self.chance(tiles, draw, turn);
                kept += chance;
                (0..3).for_each(|lane| gain[lane] += chance * (best[lane] - stay[lane]));
            }
        }
        let scale = if kept + wins[2] > 1.0 { (1.0 - wins[2]) / kept } else { 1.0 };
        let rest = [0, 1, 2].map(|lane| (1.0 - wins[2]) * stay[lane] + scale * gain[lane]);
        let mut value = self.round(wins, 0.0, rest);
        if shanten == 0 && self.options.riichi {
            let declared = self.declared(tiles, turn, true, wasted);
            if declared[0] > value[0] {
                value = declared;
            }
        }
        self.memo.insert((*tiles, turn), value);
        value
    }
}
