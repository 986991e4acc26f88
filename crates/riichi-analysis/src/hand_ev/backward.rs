//! Values by turn, computed backward from the end of the round.

use super::graph::{Graph, NOT_TENPAI, Root};
use super::options::EvOptions;
use super::payoff::{Payoff, Wins};

/// Expected points, chance to win, chance to be tenpai at the end; the last lane fills the vector.
pub(super) type Value = [f32; 4];

/// The stake of riichi.
pub(super) const STICK: f32 = 1_000.0;

/// The parameters that every turn shares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    pub(super) ron: f32,
    pub(super) others: f32,
    /// The expected payments of a tenpai and of a noten hand at an exhaustive draw.
    pub(super) tenpai: f32,
    pub(super) noten: f32,
    total: f32,
    /// The number of unseen tiles that the root does not want.
    unwanted: f32,
    draws: u8,
}

/// The share of the wasted draws that were made before a hand began to want a kind.
///
/// A tile that the root wants is never wasted. One that only a later hand wants may have been drawn
/// and discarded before. How many such draws came before depends on the path, which a hand does not
/// remember: the share is fitted to dealt walls, `docs/reference/riichi-hand-ev.md`.
const BEFORE: f32 = 0.2;

impl Model {
    pub(super) fn new(root: &Root, options: &EvOptions) -> Self {
        let (tenpai, noten) = exhaustive_draw(options);
        let unwanted = (root.pack.kinds() - root.wanted).iter();
        let unwanted: u32 = unwanted.map(|kind| u32::from(root.hidden.kinds[kind.index()])).sum();
        Self {
            ron: options.ron,
            others: options.others,
            tenpai,
            noten,
            total: root.hidden.total.into(),
            unwanted: (unwanted as f32).max(1.0),
            draws: root.draws,
        }
    }

    /// Returns the chance to draw one given unseen tile at a turn.
    pub(super) fn chance(&self, turn: u8) -> f32 {
        1.0 / (self.total - f32::from(turn)).max(1.0)
    }

    /// Returns the chance that an unseen tile which the root did not want has not been wasted.
    pub(super) fn unwasted(&self, turn: u8, distance: u8) -> f32 {
        let wasted = f32::from(turn.saturating_sub(distance));
        (1.0 - BEFORE * wasted / self.unwanted).max(0.0)
    }

    /// Returns the value of a hand that cannot become tenpai any more.
    fn hopeless(&self, turn: u8) -> Value {
        let noten = (turn..self.draws).fold(self.noten, |noten, _| noten * (1.0 - self.others));
        [noten, 0.0, 0.0, 0.0]
    }
}

/// Returns the expected payments of a tenpai and of a noten hand at an exhaustive draw.
fn exhaustive_draw(options: &EvOptions) -> (f32, f32) {
    let others = usize::from(options.rules.seats) - 1;
    let (points, rate) = (options.rules.noten_points as f32, options.tenpai);
    let mut chances = [0.0f32; 4];
    chances[0] = 1.0;
    for seat in 0..others {
        for tenpai in (0..=seat).rev() {
            chances[tenpai + 1] += chances[tenpai] * rate;
            chances[tenpai] *= 1.0 - rate;
        }
    }
    let (mut gain, mut loss) = (0.0, 0.0);
    for (tenpai, chance) in chances[..=others].iter().enumerate() {
        if tenpai < others {
            gain += chance * points / (tenpai + 1) as f32;
        }
        if tenpai > 0 {
            loss += chance * points / (others + 1 - tenpai) as f32;
        }
    }
    (gain, -loss)
}

/// The chances of the draws of one turn, by distance and by the code of an edge.
struct Odds([[f32; 16]; 16]);

impl Odds {
    fn new(model: &Model, turn: u8) -> Self {
        let chance = model.chance(turn);
        Self(std::array::from_fn(|distance| {
            let unwasted = model.unwasted(turn, distance as u8);
            std::array::from_fn(|code| {
                let share = if code >= 8 { unwasted } else { 1.0 };
                (code & 7) as f32 * chance * share
            })
        }))
    }
}

/// A turn of a tenpai hand: the chances to win by ron and by tsumo, with their points.
#[derive(Clone, Copy)]
struct WinChances {
    ron: f32,
    ron_points: f32,
    tsumo: f32,
    tsumo_points: f32,
}

impl WinChances {
    fn new(chance: f32, rate: f32, tsumo: &Wins, ron: &Wins, ippatsu: bool) -> Self {
        let points = |wins: &Wins| {
            let sum = if ippatsu { wins.ippatsu } else { wins.points };
            if wins.tiles > 0.0 { sum / wins.tiles } else { 0.0 }
        };
        Self {
            ron: (rate * ron.tiles * chance).min(1.0),
            ron_points: points(ron),
            tsumo: (tsumo.tiles * chance).min(1.0),
            tsumo_points: points(tsumo),
        }
    }

    /// Adds points to every win.
    fn add(&mut self, points: f32) {
        self.ron_points += points;
        self.tsumo_points += points;
    }

    /// Returns the value before the others' discards, given that after the own draw, wins apart:
    /// `rest` is already weighted with the chance of no winning draw.
    fn value(&self, others: f32, lost: f32, rest: Value) -> Value {
        let play_on = (1.0 - self.ron) * (1.0 - others);
        let mut value = rest.map(|lane| play_on * lane);
        value[0] += self.ron * self.ron_points
            + (1.0 - self.ron) * others * lost
            + play_on * self.tsumo * self.tsumo_points;
        value[1] += self.ron + play_on * self.tsumo;
        value
    }
}

/// Values of all hands at one turn, computed from those of the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    /// After the discard of a turn, by node.
    pub(super) now: Vec<Value>,
    next: Vec<Value>,
    /// After the draw, by hand: of its best discard.
    best: Vec<Value>,
    /// After riichi, by payoff.
    riichi: Vec<Value>,
    /// The expected points without riichi now and with it, by payoff.
    pub(super) choices: Vec<[f32; 2]>,
}

impl Layers {
    /// Sets the values at the end of the round.
    pub(super) fn end(&mut self, graph: &Graph, model: &Model) {
        let at_end = |shanten: i8| match shanten {
            0 => [model.tenpai, 0.0, 1.0, 0.0],
            _ => [model.noten, 0.0, 0.0, 0.0],
        };
        self.now.clear();
        self.now.extend(graph.nodes.iter().map(|node| at_end(node.shanten)));
        self.next.clear();
        self.next.resize(graph.nodes.len(), [0.0; 4]);
        self.best.clear();
        self.best.resize(graph.drawn.len(), [0.0; 4]);
        self.riichi.clear();
        self.riichi.resize(graph.tenpai.len(), [model.tenpai - STICK, 0.0, 1.0, 0.0]);
        self.choices.clear();
        self.choices.resize(graph.tenpai.len(), [model.tenpai, f32::NEG_INFINITY]);
    }

    /// Goes back one turn: `now` becomes the values before draw `turn`, counted from 0.
    pub(super) fn step(&mut self, graph: &Graph, payoffs: &[Payoff], model: &Model, turn: u8) {
        std::mem::swap(&mut self.now, &mut self.next);
        let odds = Odds::new(model, turn);
        self.choose_discards(graph, turn);
        let hopeless = model.hopeless(turn);
        for (number, node) in graph.nodes.iter().enumerate() {
            if node.distance > turn {
                continue; // Not reached yet.
            }
            if node.shanten > (model.draws - turn) as i8 {
                self.now[number] = hopeless;
                continue;
            }
            let odds = &odds.0[usize::from(node.distance)];
            let stay = self.next[number];
            let certain = f32::from(node.weight) * odds[1] <= 1.0;
            if node.payoff == NOT_TENPAI {
                let value = self.draw(graph, number, odds, stay, 0.0, certain);
                self.now[number] = no_win(model, value);
            } else {
                let payoff = &payoffs[node.payoff as usize];
                let unwasted = model.unwasted(turn, node.distance);
                let chance = odds[1] * (1.0 - payoff.late * (1.0 - unwasted));
                let wasted = f32::from(turn - node.distance);
                let mut wins =
                    WinChances::new(chance, model.ron, &payoff.tsumo, &payoff.ron, false);
                wins.add(wasted * payoff.swap);
                let rest = self.draw(graph, number, odds, stay, wins.tsumo, certain);
                let value = wins.value(model.others, 0.0, rest);
                self.now[number] =
                    self.declare(node.payoff, payoff, model, (chance, wasted), value);
            }
        }
    }

    /// Finds the best discard after each draw.
    fn choose_discards(&mut self, graph: &Graph, turn: u8) {
        for (number, drawn) in graph.drawn.iter().enumerate() {
            if drawn.distance > turn + 1 {
                continue;
            }
            let mut best = [f32::NEG_INFINITY, 0.0, 0.0, 0.0];
            for &node in graph.discards_of(number) {
                let value = self.next[node as usize];
                if value[0] > best[0] {
                    best = value;
                }
            }
            self.best[number] = best;
        }
    }

    /// Returns the value of the draws that do not win, weighted with their chances. Draws that do
    /// not help are discarded again: `stay`.
    #[inline]
    fn draw(
        &self,
        graph: &Graph,
        number: usize,
        odds: &[f32; 16],
        stay: Value,
        won: f32,
        certain: bool,
    ) -> Value {
        let mut sum = [0.0; 4];
        let mut kept = won;
        for edge in graph.edges_of(number) {
            let (best, chance) = (&self.best[edge.drawn()], odds[edge.code()]);
            kept += if best[0] > stay[0] { chance } else { 0.0 };
            for lane in 0..3 {
                sum[lane] += chance * (best[lane] - stay[lane]);
            }
        }
        // Draws that are kept cannot exceed all draws: late in a small wall they are scaled down.
        let scale =
            if certain || kept <= 1.0 || kept <= won { 1.0 } else { (1.0 - won) / (kept - won) };
        std::array::from_fn(|lane| (1.0 - won) * stay[lane] + scale * sum[lane])
    }

    /// Returns the better of a value without riichi and that with riichi declared now.
    #[inline]
    fn declare(
        &mut self,
        place: u32,
        payoff: &Payoff,
        model: &Model,
        (chance, wasted): (f32, f32),
        silent: Value,
    ) -> Value {
        let place = place as usize;
        if !payoff.may_declare {
            self.choices[place][0] = silent[0];
            return silent;
        }
        let after = self.riichi[place];
        let value = |ippatsu: bool| {
            let (tsumo, ron) = (&payoff.riichi_tsumo, &payoff.riichi_ron);
            let wins = WinChances::new(chance, model.ron, tsumo, ron, ippatsu);
            wins.value(model.others, -STICK, after.map(|lane| (1.0 - wins.tsumo) * lane))
        };
        let mut declared = value(true);
        declared[0] += declared[1] * wasted * payoff.riichi_swap;
        self.riichi[place] = value(false);
        self.choices[place] = [silent[0], declared[0]];
        if declared[0] > silent[0] { declared } else { silent }
    }
}

/// Returns the value before the others' discards of a hand that cannot win at this turn.
#[inline]
fn no_win(model: &Model, value: Value) -> Value {
    value.map(|lane| (1.0 - model.others) * lane)
}
