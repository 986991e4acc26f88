//! The reviewer's opinion on every option of a seat's view.

use super::compare::Comparing;
use super::opinion::option_text;
use super::{MAX_WORLDS, ReviewError, WORLDS_A_STEP};
use facedown_game::{ActionBuf, Game};
use facedown_riichi::{Action, Riichi, View};
use serde::Serialize;

/// An option of a seat's view, as a review values it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OptionOpinion {
    /// The option: `5p`, `riichi`, `chi 46p`, `pass`.
    pub text: String,
    /// Its value in points of match equity, from here to the end of the round.
    pub value: f64,
    /// The 95 % confidence interval of the value over the worlds; none with fewer than two.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub ci: Option<[f64; 2]>,
    /// The points lost against the best option.
    pub loss: f64,
    /// The 95 % confidence interval of the loss, over the same worlds; none for the best option.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub loss_ci: Option<[f64; 2]>,
    /// Whether playouts alone confirm the loss: whether the interval of their paired differences
    /// excludes zero.
    pub confirmed: bool,
}

/// An opinion in progress.
pub struct ViewOpinion {
    game: Riichi,
    comparing: Comparing,
}

impl ViewOpinion {
    /// Begins to compare all options of the seat of a view, which must be to act.
    ///
    /// # Errors
    ///
    /// Fails if the number of worlds is out of range, or the seat has nothing to decide.
    pub fn begin(
        game: &Riichi,
        view: &View,
        worlds: usize,
        seed: u64,
    ) -> Result<Self, ReviewError> {
        if !(2..=MAX_WORLDS).contains(&worlds) {
            return Err(ReviewError::Worlds(worlds));
        }
        let mut list = <Riichi as Game>::LegalActions::default();
        game.view_actions(view, &mut list);
        let legal: &[Action] = list.as_slice();
        if legal.is_empty() {
            return Err(ReviewError::NotToAct);
        }
        let comparing = Comparing::all(game, view, legal, (worlds, seed));
        Ok(Self { game: game.clone(), comparing })
    }

    /// Plays a few worlds; returns whether there are more.
    pub fn step(&mut self) -> bool {
        self.comparing.advance(&self.game, WORLDS_A_STEP)
    }

    /// Returns the number of worlds that were played.
    pub fn worlds(&self) -> usize {
        self.comparing.paired().count()
    }

    /// Returns the options as things stand, the best first.
    pub fn options(&self) -> Vec<OptionOpinion> {
        let compared = self.comparing.comparison();
        let options = compared.options.iter().enumerate().map(|(i, option)| {
            let gap = if i == 0 { None } else { compared.gap(option.action) };
            OptionOpinion {
                text: option_text(option.action),
                value: option.value,
                ci: option.interval,
                loss: compared.best().value - option.value,
                loss_ci: gap.map(|gap| gap.interval),
                confirmed: gap.is_some_and(|gap| gap.interval[0] > 0.0),
            }
        });
        options.collect()
    }
}
