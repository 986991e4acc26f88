//! Boards of earlier hands, evidence of opponents' styles.

use anyhow::{Context, Result, bail};
use facedown_game::excerpt;
use facedown_ofc::Stakes;
use facedown_ofc_solver::{Position, SeenBoard, StyleModel, StyleOdds, stakes};

/// Returns the position with the style odds that these boards give its opponents.
pub(super) fn with_history(
    position: Position,
    past: &[String],
    values: Option<Stakes>,
) -> Result<Position> {
    if past.is_empty() {
        return Ok(position);
    }
    let opponents = position.opponents().len();
    let mut boards: Vec<Vec<SeenBoard>> = vec![Vec::new(); opponents];
    for text in past {
        let named = || format!("--past '{text}'", text = excerpt(text));
        let (number, board) = text.split_once(':').unwrap_or(("1", text));
        match number.trim().parse::<usize>() {
            Ok(number) if (1..=opponents).contains(&number) => {
                boards[number - 1].push(board.parse().with_context(named)?);
            }
            _ => bail!("{}: no opponent {}, there are {opponents}", named(), number.trim()),
        }
    }
    let values = match values {
        Some(values) => values,
        None => stakes(position.rules())?,
    };
    let model = StyleModel::new(position.rules(), values)?;
    let odds: Vec<StyleOdds> = boards.iter().map(|boards| model.odds(boards)).collect();
    Ok(position.with_styles(&odds))
}
