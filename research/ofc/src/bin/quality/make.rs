//! Makes files of positions.

use super::check::read;
use super::file::{Known, PositionFile, Valued, code};
use super::play::{Other, position};
use super::reference::{ERROR, MOST, Reference};
use facedown_game::{Control, Rng};
use facedown_ofc::endgame::Expectation;
use facedown_ofc::{Rules, Stakes};
use facedown_ofc_solver::{OpponentModel, Position};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range;
use std::path::Path;

/// Returns the preset of a position. Sampled ones are all `standard`: the variance of jokers would need
/// many times as many samples.
fn preset(street: u8, number: u64) -> &'static str {
    match number % 8 {
        3 if street >= 3 => "joker-ultimate",
        6 if street >= 3 => "2-7",
        _ => "standard",
    }
}

/// Returns the visible part of the other seat: a third of the positions each.
fn other(number: u64) -> Other {
    [Other::Cards, Other::Board, Other::Nobody][(number % 3) as usize]
}

/// The stakes: those of a file, or the current ones.
pub(crate) struct StakesSource(Option<(String, PositionFile)>);

impl StakesSource {
    /// Returns the stakes of a file, if one is named.
    pub(crate) fn of(path: Option<&str>) -> Result<Self, Box<dyn Error>> {
        let read = |path: &str| Ok::<_, Box<dyn Error>>((path.to_owned(), read(Path::new(path))?));
        path.map(read).transpose().map(Self)
    }

    fn get(&self, preset: &str) -> Result<Stakes, Box<dyn Error>> {
        match &self.0 {
            None => Ok(facedown_ofc_solver::stakes(&Rules::preset(preset)?)?),
            Some((path, file)) => match file.stakes.get(preset) {
                Some(stakes) => Ok((*stakes).into()),
                None => Err(format!("{path} has no stakes of {preset}").into()),
            },
        }
    }
}

/// Returns positions of a street: with exact values of every placement from street 3 on, with sampled
/// values of the serious ones before. Position n is always the same, so that a file can be made in
/// parts.
pub(crate) fn make(
    street: u8,
    numbers: Range<u64>,
    seed: u64,
    stakes: &StakesSource,
) -> Result<PositionFile, Box<dyn Error>> {
    let make = |number: u64| {
        let mut rng = Rng::stream(seed, number);
        let sample_seed = rng.next_u64();
        let valued = one(street, number, &mut rng, stakes, |position, stakes| match street {
            ..=2 => Ok(Reference::new(position, stakes, sample_seed)?.measure(position)),
            _ => exact_values(position, stakes),
        });
        let valued = valued.map_err(|error| error.to_string())?;
        report(number, &valued);
        Ok::<Valued, String>(valued)
    };
    let positions: Result<_, String> = numbers.clone().into_par_iter().map(make).collect();
    let text = if street >= 3 {
        "exact, of every placement".to_owned()
    } else {
        format!(
            "sampled, of serious placements: deals of the streets up to the fourth are drawn, the \
             same for all placements, streets 2 and 3 are searched by sampled deals with exact \
             values of street 4 among the six placements that the networks of `steady` like best; \
             until the standard error of the difference of the best two is at most {ERROR}, or \
             with {MOST} samples"
        )
    };
    let Range { start, end } = numbers;
    let from = stakes.0.as_ref().map_or(String::new(), |(path, _)| format!(" {path}"));
    file(&format!("make {street} {start} {end} {seed}{from}"), text, positions?, stakes)
}

/// Prints how certain the best placement is.
fn report(number: u64, valued: &Valued) {
    let mut ranked: Vec<&Known> = valued.placements.values().collect();
    ranked.sort_by(|a, b| a.behind.total_cmp(&b.behind));
    let second = ranked.get(1).map_or((0.0, 0.0), |value| (value.behind, value.error));
    eprintln!(
        "{number} {}: {} placements, second {:.3} ± {:.3} behind, {} tries",
        valued.preset,
        ranked.len(),
        second.0,
        second.1,
        ranked.iter().map(|value| value.tries).sum::<u64>(),
    );
}

fn file(
    command: &str,
    values: String,
    positions: Vec<Valued>,
    stakes: &StakesSource,
) -> Result<PositionFile, Box<dyn Error>> {
    let start = "cargo research quality --";
    let mut by_preset = BTreeMap::new();
    for valued in &positions {
        by_preset.insert(valued.preset.clone(), stakes.get(&valued.preset)?.into());
    }
    let command = format!("{start} {command}");
    Ok(PositionFile { command, values, stakes: by_preset, positions })
}

type Values = (BTreeMap<String, Known>, f64);

fn one(
    street: u8,
    number: u64,
    rng: &mut Rng,
    stakes: &StakesSource,
    values: impl FnOnce(&Position, Stakes) -> Result<Values, Box<dyn Error>>,
) -> Result<Valued, Box<dyn Error>> {
    let preset = preset(street, number);
    let rules = Rules::preset(preset)?;
    let stakes = stakes.get(preset)?;
    let position = position(&rules, stakes, street, other(number), rng)?;
    let (placements, random) = values(&position, stakes)?;
    let cards: Vec<String> = position.deal().iter().map(ToString::to_string).collect();
    Ok(Valued {
        preset: preset.to_owned(),
        board: position.board().to_string(),
        deal: cards.join(" "),
        opponents: position.opponents().iter().map(ToString::to_string).collect(),
        dead: position.dead().to_string(),
        random,
        placements,
    })
}

fn exact_values(position: &Position, stakes: Stakes) -> Result<Values, Box<dyn Error>> {
    let opponent_model = OpponentModel::new(position, stakes, 0)?;
    let (board, deal) = (position.board(), position.deal());
    let dead = position.opponents().iter().fold(position.dead(), |dead, b| dead | b.cards());
    let placements = if position.street() == 3 {
        let endgame = opponent_model.endgame();
        endgame.solve_street_3(board, deal, dead, Control::default())?.ok_or("nobody cancels it")?
    } else {
        opponent_model.solve(position)?
    };
    let best = placements.first().map_or(0.0, |best| best.value);
    let value = |Expectation { value, .. }: Expectation| Known {
        value,
        behind: best - value,
        error: 0.0,
        tries: 0,
    };
    let mean = placements.iter().map(|p| p.value).sum::<f64>() / placements.len().max(1) as f64;
    Ok((placements.iter().map(|p| (code(deal, &p.board), value(p.expectation))).collect(), mean))
}
