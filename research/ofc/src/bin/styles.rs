//! Accuracy of the styles inferred from opponents' boards, and of the predictions of their final
//! boards: the tables of docs/measurements/ofc.md.
//!
//! Run with `cargo research styles -- [PLAYERS [POSITIONS]]`: the
//! number of players of each style with ten boards each, and of boards of each style that are
//! predicted. The result is always the same.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_game::math::ln;
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Board, Rules, Stakes};
use facedown_ofc_solver::{
    ModelConfig, OpponentModel, Position, SeenBoard, StreetScratch, Style, StyleModel, StyleOdds,
};
use std::error::Error;

/// Samples of a predicted board.
const SAMPLES: usize = 128;
/// Cards of a complete board.
const ALL: usize = 13;

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let players = numbers.next().transpose()?.unwrap_or(50);
    let positions = numbers.next().transpose()?.unwrap_or(40);
    let rules = Rules::STANDARD;
    let stakes = facedown_ofc_solver::stakes(&rules)?;
    let table = Table { rules, stakes, model: StyleModel::new(&rules, stakes)? };
    table.styles(players);
    table.inferred(players);
    table.predicted(positions)
}

struct Table {
    rules: Rules,
    stakes: Stakes,
    model: StyleModel,
}

impl Table {
    /// Returns the boards of a hand in a style, after each of the first streets.
    fn hand(&self, style: Style, streets: usize, rng: &mut Rng) -> Vec<Partial> {
        let scratch = &mut StreetScratch::default();
        let mut pack: Vec<PackCard> = PackCard::all().take(52).collect();
        rng.shuffle(&mut pack);
        let (mut boards, mut board, mut used) = (Vec::new(), Partial::EMPTY, 0);
        for street in 0..streets {
            let deal = if street == 0 { 5 } else { 3 };
            let cards = &pack[used..used + deal];
            used += deal;
            let unseen: PackSet = pack[used..].iter().copied().collect();
            board = self.model.place(scratch, style, &board, cards, unseen, rng);
            boards.push(board);
        }
        boards
    }

    /// Prints the results of each style.
    fn styles(&self, players: usize) {
        println!("| style | fouls | enters Fantasyland | royalties |\n|---|---|---|---|");
        let scorer = facedown_ofc::Scorer::new(&self.rules).expect("a preset");
        for style in Style::ALL {
            let (mut fouls, mut enters, mut royalties) = (0, 0, 0.0);
            let hands = players * 10;
            for hand in 0..hands {
                let rng = &mut Rng::stream(100 + style as u64, hand as u64);
                let board = self.hand(style, 5, rng)[4];
                let rows = Board::new(board.rows()).ok().and_then(|board| scorer.rows(&board));
                fouls += usize::from(rows.is_none());
                enters += usize::from(rows.is_some_and(|rows| scorer.entry(rows).is_some()));
                royalties += rows.map_or(0.0, |rows| f64::from(scorer.royalties(rows)));
            }
            let part = |count: usize| 100.0 * count as f64 / hands as f64;
            let royalties = royalties / hands as f64;
            println!("| {style} | {:.1} % | {:.1} % | {royalties:.2} |", part(fouls), part(enters));
        }
    }

    /// Prints how often the most likely style is the true one, and the log loss.
    fn inferred(&self, players: usize) {
        println!("\n| seen | style | found | log loss | by the prior |\n|---|---|---|---|---|");
        for boards in [1, 3, 10] {
            self.inferred_from(players, boards, ALL, true);
        }
        for cards in [5, 7, 9] {
            self.inferred_from(players, 1, cards, cards == 5);
        }
    }

    fn inferred_from(&self, players: usize, boards: usize, cards: usize, ordered: bool) {
        let mut all = [0.0; 3];
        for style in Style::ALL {
            let mut found = [0.0; 2];
            for player in 0..players {
                let rng = &mut Rng::stream(200 + style as u64, player as u64);
                let (mut odds, mut scratch) = (StyleOdds::PRIOR, StreetScratch::default());
                for _ in 0..boards {
                    let streets = self.hand(style, (cards - 3) / 2, rng);
                    let seen = match streets.last() {
                        Some(last) if !ordered => SeenBoard::unordered(*last),
                        _ => SeenBoard::new(&streets).expect("it grew"),
                    };
                    self.model.update(&mut scratch, &mut odds, &seen);
                }
                found[0] += f64::from(u8::from(odds.likeliest().0 == style));
                found[1] -= ln(odds.chance(style));
            }
            let [hits, loss] = found.map(|sum| sum / players as f64);
            let parts = [hits, loss, -ln(StyleOdds::PRIOR.chance(style))];
            line(boards, cards, ordered, style.name(), parts);
            all.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part / 4.0);
        }
        line(boards, cards, ordered, "all", all);
    }

    /// Prints the errors of predicted fouls and royalties, against those of the true style.
    fn predicted(&self, positions: usize) -> Result<(), Box<dyn Error>> {
        println!(
            "\n| cards | style | boards before | fouls off: without, with, true style | royalties off: without, with, true style |\n|---|---|---|---|---|"
        );
        for streets in [2, 3] {
            for past in [0, 3] {
                let mut all = [[0.0; 3]; 2];
                for style in Style::ALL {
                    let mut off = [[0.0; 3]; 2];
                    for i in 0..positions {
                        let rng = &mut Rng::stream(300 + style as u64, i as u64);
                        let one = self.one(style, streets, past, rng)?;
                        for (sum, one) in off.as_flattened_mut().iter_mut().zip(one.as_flattened())
                        {
                            *sum += one * one / positions as f64;
                        }
                    }
                    let root = off.map(|pair| pair.map(f64::sqrt));
                    predicted_line(streets, style.name(), past, root);
                    let sums = all.as_flattened_mut().iter_mut().zip(off.as_flattened());
                    sums.for_each(|(sum, one)| *sum += one / 4.0);
                }
                predicted_line(streets, "all", past, all.map(|pair| pair.map(f64::sqrt)));
            }
        }
        Ok(())
    }

    /// Returns the errors of fouls and royalties predicted without styles, with them, and with the true
    /// style and another seed, against those of the true style.
    fn one(
        &self,
        style: Style,
        streets: usize,
        past: usize,
        rng: &mut Rng,
    ) -> Result<[[f64; 3]; 2], Box<dyn Error>> {
        let boards = self.hand(style, streets, rng);
        let board = boards[streets - 1];
        let mut pack: Vec<PackCard> =
            PackCard::all().take(52).filter(|card| !board.cards().contains(*card)).collect();
        rng.shuffle(&mut pack);
        let before: Result<Vec<SeenBoard>, _> =
            (0..past).map(|_| SeenBoard::new(&self.hand(style, 5, rng))).collect();
        let odds = self.model.odds(&before?);
        let seen = [SeenBoard::new(&boards)?];
        let position =
            Position::new(&self.rules, Partial::EMPTY, &pack[..5], &[board], PackSet::EMPTY)?
                .with_streets(&seen)?;
        let predict = |position: &Position, seed, infer_styles| {
            let config = ModelConfig { samples: SAMPLES, infer_styles, ..ModelConfig::default() };
            OpponentModel::with_config(position, self.stakes, seed, config)
        };
        let known = position.clone().with_styles(&[StyleOdds::known(style)]);
        let truth = predict(&known, 1, true)?;
        let plain = predict(&position, 2, false)?;
        let styled = predict(&position.with_styles(&[odds]), 3, true)?;
        let again = predict(&known, 4, true)?;
        let off =
            |f: fn(&OpponentModel) -> f64| [&plain, &styled, &again].map(|one| f(one) - f(&truth));
        Ok([off(OpponentModel::fouls), off(OpponentModel::royalties)])
    }
}

fn line(boards: usize, cards: usize, ordered: bool, style: &str, parts: [f64; 3]) {
    let [hits, loss, prior] = parts;
    let streets = if ordered { "by streets" } else { "in any order" };
    let seen = format!("{boards} of {cards} cards {streets}");
    println!("| {seen} | {style} | {:.0} % | {loss:.2} | {prior:.2} |", 100.0 * hits);
}

fn predicted_line(streets: usize, style: &str, past: usize, [fouls, royalties]: [[f64; 3]; 2]) {
    let fouls = fouls.map(|off| format!("{:.1}", 100.0 * off)).join(", ");
    let royalties = royalties.map(|off| format!("{off:.2}")).join(", ");
    println!("| {} | {style} | {past} | {fouls} | {royalties} |", 3 + 2 * streets);
}
