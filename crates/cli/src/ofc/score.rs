//! `facedown ofc score`: boards that are given.

use super::args::ScoreArgs;
use crate::service::{self, expect_answer};
use crate::{Answer, layout, print_json};
use anyhow::Result;
use facedown_ofc::{BoardScore, PairScore};
use facedown_service::Request;
use facedown_service::calls::ofc::{ScoreAnswer, ScoreRequest};
use std::io::Write;

const OPTIONS: &service::Options = &[("rules", "--rules")];

pub(super) fn run(args: &ScoreArgs, out: &mut dyn Write) -> Result<Answer> {
    let (boards, rules) = (args.boards.clone(), args.rules.clone());
    let request = Request::Score(Box::new(ScoreRequest { boards, rules }));
    let showdown = expect_answer!(service::answer(&request, OPTIONS)?, Score);
    if args.json {
        return print_json(&showdown, out);
    }
    for (i, board) in showdown.boards.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        if showdown.boards.len() > 1 {
            writeln!(out, "    board  {}", i + 1)?;
        }
        print_board(board, out)?;
    }
    print_pairs(&showdown, out)?;
    Ok(Answer::Done)
}

fn print_board(board: &BoardScore, out: &mut dyn Write) -> Result<()> {
    let cards: Vec<String> = board.rows.iter().map(|row| row.cards.to_string()).collect();
    let width = cards.iter().map(String::len).max().unwrap_or(0);
    for (row, cards) in board.rows.iter().zip(cards) {
        let hand = row.hand.clone().unwrap_or_else(|| {
            let missing = row.row.size() - row.cards.len();
            format!("{missing} {} missing", if missing == 1 { "card" } else { "cards" })
        });
        let royalties = row.royalties.filter(|points| *points > 0);
        let royalties = royalties.map_or_else(String::new, |points| format!(", {points}"));
        writeln!(out, "{:>9}  {cards:width$}  {hand}{royalties}", row.row.to_string())?;
    }
    let foul = match board.foul {
        Some(true) => "yes",
        Some(false) => "no",
        None => "not yet decided",
    };
    if let Some(royalties) = board.royalties {
        writeln!(out, "royalties  {royalties}")?;
    }
    writeln!(out, "     foul  {foul}")?;
    if let (Some(cards), Some(stays)) = (board.fantasyland, board.stays) {
        let enters = match cards {
            0 => "does not enter".to_owned(),
            cards => format!("enters with {cards} cards"),
        };
        let stays = if stays { "would stay" } else { "would not stay" };
        writeln!(out, "  fantasy  {enters}; {stays}")?;
    }
    if let Some(points) = board.points {
        writeln!(out, "   points  {points:+}")?;
    }
    Ok(())
}

/// Prints the points between boards, and which boards have none.
fn print_pairs(showdown: &ScoreAnswer, out: &mut dyn Write) -> Result<()> {
    if showdown.boards.len() < 2 {
        return Ok(());
    }
    writeln!(out)?;
    if !showdown.pairs.is_empty() {
        let header = ["boards", "top", "middle", "bottom", "scoop", "royalties", "points"];
        let mut table = layout::table(&header);
        for pair in &showdown.pairs {
            table.add_row(line(pair));
        }
        layout::align_right(&mut table, 1..header.len());
        write!(out, "{}", layout::text(&table))?;
    }
    for (i, board) in showdown.boards.iter().enumerate().filter(|(_, board)| !board.complete) {
        let cards = board.board.cards().len();
        writeln!(out, "Board {} has {cards} of 13 cards: no points.", i + 1)?;
    }
    Ok(())
}

fn line(pair: &PairScore) -> Vec<String> {
    let signed = |points: i32| if points == 0 { "0".to_owned() } else { format!("{points:+}") };
    let [first, second] = pair.boards;
    let mut cells = vec![format!("{first} against {second}")];
    cells.extend(pair.rows.map(signed));
    cells.extend([pair.scoop, pair.royalties, pair.points].map(signed));
    cells
}
