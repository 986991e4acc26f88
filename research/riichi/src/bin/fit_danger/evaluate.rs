//! Predicted against actual rates.

use crate::rows::{Choice, SujiTable};
use facedown_game::math;
use facedown_riichi_analysis::danger::features::Class;
use facedown_riichi_analysis::danger::model::Model;
use facedown_riichi_analysis::danger::{self, Danger};
use std::fmt;

/// A prediction and its outcome.
type Pair = (f32, bool);

/// Log losses of the model, of the suji table and of a constant, summed.
#[derive(Clone, Copy, Default)]
struct Losses {
    sums: [f64; 3],
    count: u64,
    hits: u64,
}

fn log_loss(chance: f32, hit: bool) -> f64 {
    let chance = f64::from(chance).clamp(1e-6, 1.0 - 1e-6);
    -math::ln(if hit { chance } else { 1.0 - chance })
}

impl Losses {
    fn add(&mut self, chances: [f32; 3], hit: bool) {
        for (sum, chance) in self.sums.iter_mut().zip(chances) {
            *sum += log_loss(chance, hit);
        }
        self.count += 1;
        self.hits += u64::from(hit);
    }

    fn row(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count.max(1) as f64;
        let [model, suji, constant] = self.sums.map(|sum| sum / count);
        let rate = 100.0 * self.hits as f64 / count;
        let n = self.count;
        writeln!(f, "| {name} | {n} | {rate:.2} % | {model:.4} | {suji:.4} | {constant:.4} |")
    }
}

/// Rates over a set of games.
pub(crate) struct Evaluation<'a> {
    model: &'a Model,
    suji: &'a SujiTable,
    by_class: [Losses; Class::COUNT],
    pairs: Losses,
    totals: Losses,
    chosen: Losses,
    pair_list: Vec<Pair>,
    total_list: Vec<Pair>,
    chosen_list: Vec<Pair>,
    tenpai_list: Vec<Pair>,
    /// Predicted and actual points of the wins, with their number, by class.
    points: [[f64; 3]; Class::COUNT],
}

impl<'a> Evaluation<'a> {
    pub(crate) fn new(model: &'a Model, suji: &'a SujiTable) -> Self {
        Self {
            model,
            suji,
            by_class: [Losses::default(); Class::COUNT],
            pairs: Losses::default(),
            totals: Losses::default(),
            chosen: Losses::default(),
            pair_list: Vec::new(),
            total_list: Vec::new(),
            chosen_list: Vec::new(),
            tenpai_list: Vec::new(),
            points: [[0.0; 3]; Class::COUNT],
        }
    }

    pub(crate) fn add(&mut self, choice: &Choice<'_>) {
        let Ok(danger) = danger::assess_with(self.model, choice.game, &choice.view) else {
            return;
        };
        for (opponent, (seat, tenpai, _)) in choice.situation.opponents().zip(danger.opponents()) {
            if opponent.class() != Class::Riichi {
                self.tenpai_list.push((tenpai, choice.is_tenpai(seat)));
            }
        }
        for tile in choice.tiles {
            self.add_tile(choice, &danger, *tile);
        }
    }

    fn add_tile(&mut self, choice: &Choice<'_>, danger: &Danger, tile: facedown_tiles::Tile) {
        let constant = self.suji.constant();
        let (mut safe, mut any, mut exposed) = ([1.0f32; 3], false, false);
        for (opponent, against) in choice.situation.opponents().zip(danger.against(tile)) {
            let kind = tile.kind();
            if opponent.safe().contains(kind) {
                continue;
            }
            let points = choice.points(opponent, tile);
            let hit = points.is_some();
            let chances = [against.deal_in, self.suji.rate(choice, opponent, kind), constant];
            self.by_class[opponent.class() as usize].add(chances, hit);
            self.pairs.add(chances, hit);
            self.pair_list.push((against.deal_in, hit));
            if let Some(points) = points {
                let honba = 300.0 * f64::from(choice.view.table().setup().honba);
                let sums = &mut self.points[opponent.class() as usize];
                sums[0] += f64::from(against.points) - honba;
                sums[1] += f64::from(points);
                sums[2] += 1.0;
            }
            for (safe, chance) in safe.iter_mut().zip(chances) {
                *safe *= 1.0 - chance;
            }
            any |= hit;
            exposed = true;
        }
        if exposed {
            let chances = safe.map(|safe| 1.0 - safe);
            self.totals.add(chances, any);
            self.total_list.push((chances[0], any));
            if choice.chosen.is_some_and(|chosen| chosen.kind() == tile.kind()) {
                self.chosen.add(chances, any);
                self.chosen_list.push((chances[0], any));
            }
        }
    }
}

/// Prints predicted and actual rates by tenths of the predictions.
fn deciles(name: &str, list: &[Pair], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut list = list.to_vec();
    list.sort_by(|a, b| a.0.total_cmp(&b.0));
    writeln!(f, "\n| {name} | predicted | actual | standard error |\n|---|---|---|---|")?;
    for (place, tenth) in list.chunks(list.len().div_ceil(10).max(1)).enumerate() {
        let count = tenth.len() as f64;
        let predicted = tenth.iter().map(|pair| f64::from(pair.0)).sum::<f64>() / count;
        let actual = tenth.iter().filter(|pair| pair.1).count() as f64 / count;
        let error = (actual * (1.0 - actual) / count).sqrt();
        let [predicted, actual, error] = [predicted, actual, error].map(|x| 100.0 * x);
        writeln!(f, "| {} | {predicted:.3} % | {actual:.3} % | {error:.3} |", place + 1)?;
    }
    Ok(())
}

impl fmt::Display for Evaluation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| log loss | tiles | deal in | model | suji table | constant |")?;
        writeln!(f, "|---|---|---|---|---|---|")?;
        self.pairs.row("all tiles and opponents", f)?;
        let names = ["riichi", "closed", "1 open meld", "2 open melds", "3 or 4 open melds"];
        for (name, losses) in names.iter().zip(&self.by_class) {
            losses.row(&format!("against {name}"), f)?;
        }
        self.totals.row("all tiles, any opponent", f)?;
        self.chosen.row("tiles discarded, any opponent", f)?;
        deciles("tile and opponent, tenth", &self.pair_list, f)?;
        deciles("tile, any opponent, tenth", &self.total_list, f)?;
        deciles("tile discarded, tenth", &self.chosen_list, f)?;
        deciles("tenpai without riichi, tenth", &self.tenpai_list, f)?;
        let count = self.tenpai_list.len().max(1) as f64;
        let rate = self.tenpai_list.iter().filter(|pair| pair.1).count() as f64 / count;
        let loss: f64 =
            self.tenpai_list.iter().map(|(chance, hit)| log_loss(*chance, *hit)).sum::<f64>();
        let constant = -(rate * math::ln(rate) + (1.0 - rate) * math::ln(1.0 - rate));
        writeln!(f, "\ntenpai: log loss {:.4}, of a constant {constant:.4}", loss / count)?;
        writeln!(f, "\n| points of a win | wins | predicted | actual |\n|---|---|---|---|")?;
        for (name, [predicted, actual, wins]) in names.iter().zip(self.points) {
            let (predicted, actual) = (predicted / wins.max(1.0), actual / wins.max(1.0));
            writeln!(f, "| {name} | {wins} | {predicted:.0} | {actual:.0} |")?;
        }
        Ok(())
    }
}
