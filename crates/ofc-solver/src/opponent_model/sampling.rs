//! Sampling completions of opponents' boards.

use super::style::StyleOdds;
use super::styled::StyledOpponents;
use super::{Discards, FEW_CARDS, OpponentModel, Sample, at_first, by_opponent, final_rows};
use crate::choices::{draw, each_choice};
use crate::streets::{CLASSIC_LEAF, StreetScratch};
use crate::{Estimator, Position, parallel};
use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::endgame::{BOARDS, Draws, Endgame, EndgameError, Partial};
use facedown_ofc::fantasy::{Scratch, Solver};
use facedown_ofc::{Dealing, Row, Stakes};

/// The configuration of an [`OpponentModel`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent options")]
pub struct ModelConfig {
    /// The maximum number of samples. With up to 64, values are taken over all of them, whatever cards
    /// come: filtered by cards, hardly any would remain.
    pub samples: usize,
    /// Whether the opponents' discards are inferred from the cards that they kept; otherwise every
    /// unseen card is equally likely.
    pub infer_discards: bool,
    /// Whether opponents play in styles that are inferred from their visible boards and from earlier
    /// hands ([`Position::with_styles`]); otherwise all maximise their expected points.
    pub infer_styles: bool,
    /// Whether boards are completed by the value networks; otherwise by those of `steady`.
    pub networks: bool,
    /// Whether the threads of the current pool share the work.
    pub parallel: bool,
}

impl Default for ModelConfig {
    fn default() -> Self {
        Self {
            samples: 512,
            infer_discards: false,
            infer_styles: false,
            networks: true,
            parallel: true,
        }
    }
}

/// An [`OpponentModel`] under construction, a few samples at a time.
///
/// A model of fewer samples has the first ones of a larger model with the same seed.
#[derive(Debug)]
pub struct OpponentSampling {
    position: Position,
    seed: u64,
    config: ModelConfig,
    /// Number of samples to draw.
    wanted: usize,
    /// The endgame of the seat itself.
    alone: Endgame,
    samples: Vec<Sample>,
    players: Option<Players>,
}

/// The players that complete the opponents' boards.
#[derive(Debug)]
struct Players {
    endgame: Endgame,
    estimator: Estimator,
    /// For each opponent in Fantasyland its number of cards, and its solver.
    fantasy: Vec<Option<(u8, Solver)>>,
    discards: Option<Discards>,
    styled: Option<StyledOpponents>,
}

impl OpponentSampling {
    /// Number of samples drawn at once, and the minimum.
    pub const AT_A_TIME: usize = 4;

    /// Prepares the opponents of a position, and infers discards and styles if configured.
    pub fn new(
        position: &Position,
        stakes: Stakes,
        seed: u64,
        config: ModelConfig,
    ) -> Result<Self, EndgameError> {
        let alone = Endgame::new(position.rules(), stakes)?;
        // On the last streets only samples that fit into a word are used, unless few cards are left.
        let pineapple = position.rules().dealing == Dealing::Pineapple;
        let few = position.street() == 4 && position.unseen().len() < FEW_CARDS;
        let all = !pineapple || position.street() < 4 || few;
        let wanted = if all { config.samples } else { config.samples.min(BOARDS) };
        let complete = position.opponents_complete();
        let players = if complete { None } else { Some(Players::new(position, stakes, config)?) };
        Ok(Self {
            position: position.clone(),
            seed,
            config,
            wanted: if complete { 0 } else { wanted.max(Self::AT_A_TIME) },
            alone,
            samples: Vec::with_capacity(wanted),
            players,
        })
    }

    /// Returns the number of samples drawn so far.
    pub fn samples(&self) -> usize {
        self.samples.len()
    }

    /// Returns whether all samples are drawn.
    pub fn is_done(&self) -> bool {
        self.samples.len() >= self.wanted
    }

    /// Draws [`OpponentSampling::AT_A_TIME`] more samples.
    pub fn advance(&mut self) {
        let Some(players) = &self.players else { return };
        let (from, position, seed) = (self.samples.len(), &self.position, self.seed);
        let range = from..(from + Self::AT_A_TIME).min(self.wanted);
        let one = |scratch: &mut (StreetScratch, Scratch), i: usize| {
            players.sample(scratch, position, &mut Rng::stream(seed, i as u64))
        };
        let drawn = parallel::map(self.config.parallel, range, Default::default, one);
        self.samples.extend(drawn);
    }

    /// Returns the model of the samples drawn so far, a power of two of them.
    pub fn finish(self) -> Result<OpponentModel, EndgameError> {
        let Self { position, config, alone, mut samples, players, .. } = self;
        let late = position.rules().dealing == Dealing::Pineapple && position.street() >= 4;
        if !samples.is_empty() {
            samples.truncate(1 << samples.len().ilog2());
        }
        let boards = if samples.is_empty() {
            let known = |board: &Partial| vec![final_rows(&alone, board)];
            let complete = position.opponents().iter().filter(|board| board.cards().len() == 13);
            complete.map(known).collect()
        } else {
            by_opponent(samples.iter().take(at_first(samples.len(), position.opponents().len())))
        };
        let against = alone.clone().against(&boards)?;
        let filters = config.samples > BOARDS && players.is_some();
        let (discards, styled) = players.map_or((None, None), |all| (all.discards, all.styled));
        Ok(OpponentModel {
            royalties: mean_royalties(&alone, &samples),
            against,
            filters: filters && (samples.len() > BOARDS || late),
            unseen: position.unseen(),
            discards,
            styles: styled.map(StyledOpponents::into_odds),
            parallel: config.parallel,
            alone,
            samples,
        })
    }

    /// Returns the posterior over the opponents' styles, if inferred.
    pub fn styles(&self) -> Option<&[StyleOdds]> {
        self.players.as_ref()?.styled.as_ref().map(StyledOpponents::odds)
    }
}

/// Returns the mean royalties of all sampled boards.
fn mean_royalties(endgame: &Endgame, samples: &[Sample]) -> f64 {
    let boards = samples.iter().flat_map(|sample| &sample.boards);
    let royalties =
        boards.clone().flatten().map(|rows| f64::from(endgame.scorer().royalties(*rows)));
    royalties.sum::<f64>() / boards.count().max(1) as f64
}

impl Players {
    fn new(position: &Position, stakes: Stakes, config: ModelConfig) -> Result<Self, EndgameError> {
        // The stakes are against all opponents of the seat; each of them plays for its own points.
        let payers = position.opponents().len().max(1) as f64;
        let stakes = Stakes { entry: stakes.entry.map(|points| points / payers), ..stakes };
        let endgame = Endgame::new(position.rules(), stakes)?;
        let estimator = Estimator::choose(config.networks, position.rules(), stakes, 0);
        let solver = |cards: u8| match cards {
            0 => None,
            cards => {
                let stay = stakes.staying(position.rules(), usize::from(cards));
                Solver::new(position.rules(), stay).ok().map(|solver| (cards, solver))
            }
        };
        let discards =
            config.infer_discards.then(|| Discards::infer(position, &endgame, &estimator));
        let styled = config.infer_styles.then(|| StyledOpponents::infer(position, stakes));
        Ok(Self {
            fantasy: position.fantasy().iter().map(|cards| solver(*cards)).collect(),
            discards,
            styled: styled.transpose()?,
            endgame,
            estimator,
        })
    }

    /// Completes all boards once.
    fn sample(
        &self,
        (street, scratch): &mut (StreetScratch, Scratch),
        position: &Position,
        rng: &mut Rng,
    ) -> Sample {
        let mut unseen = position.unseen();
        if let Some(discards) = &self.discards {
            discards.draw(&mut unseen, rng);
        }
        let mut boards = position.opponents().to_vec();
        for (board, fantasy) in boards.iter_mut().zip(&self.fantasy) {
            if let Some((cards, solver)) = fantasy {
                *board = set_board(solver, scratch, &draw(&mut unseen, usize::from(*cards), rng));
            }
        }
        if let Some(styled) = &self.styled {
            styled.complete(street, &mut boards, &mut unseen, rng);
        } else {
            let player = SoloPlayer { endgame: &self.endgame, estimator: &self.estimator };
            let later = player.later_deal();
            complete_boards(&mut boards, &mut unseen, later, rng, |_, board, deal, unseen, _| {
                player.place(&mut street.draws, board, deal, unseen)
            });
        }
        let rows = |board: &Partial| final_rows(&self.endgame, board);
        Sample { boards: boards.iter().map(rows).collect(), dealt: position.unseen() - unseen }
    }
}

/// Sets a Fantasyland hand for its seat's own points.
fn set_board(solver: &Solver, scratch: &mut Scratch, cards: &[PackCard]) -> Partial {
    let rows = match solver.solve_with(scratch, cards) {
        Ok(set) => Row::ALL.map(|row| set.board.row(row)),
        // No low: every setting is a foul.
        Err(_) => [0..3, 3..8, 8..13].map(|range| cards[range].iter().copied().collect()),
    };
    Partial::new(rows).unwrap_or(Partial::EMPTY)
}

/// Completes all boards, street by street in the order of the opponents; streets after the first deal
/// `later` cards. `place` chooses the board after a deal, given the index of the opponent and the
/// unseen cards.
pub(super) fn complete_boards(
    boards: &mut [Partial],
    unseen: &mut PackSet,
    later: usize,
    rng: &mut Rng,
    mut place: impl FnMut(usize, &Partial, &[PackCard], PackSet, &mut Rng) -> Partial,
) {
    while let Some(least) = boards.iter().map(|b| b.cards().len()).min().filter(|n| *n < 13) {
        let next = boards.iter_mut().enumerate().filter(|(_, board)| board.cards().len() == least);
        for (i, board) in next {
            let deal = draw(unseen, if least == 0 { 5 } else { later }, rng);
            *board = place(i, board, &deal, *unseen, rng);
        }
    }
}

/// Plays a board for its own points: by the evaluator up to street 3, exactly on streets 4 and 5; with
/// classic dealing by the evaluator up to ten cards.
pub(crate) struct SoloPlayer<'a> {
    pub(crate) endgame: &'a Endgame,
    pub(crate) estimator: &'a Estimator,
}

impl SoloPlayer<'_> {
    /// Returns the number of cards that streets after the first deal.
    fn later_deal(&self) -> usize {
        match self.endgame.scorer().rules().dealing {
            Dealing::Pineapple => 3,
            Dealing::Classic => 1,
        }
    }

    /// Returns the board after the placement of the greatest value.
    pub(crate) fn place(
        &self,
        draws: &mut Draws,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
    ) -> Partial {
        let placed = board.cards().len();
        if let [card] = deal
            && placed >= CLASSIC_LEAF
        {
            return self.endgame.best_single(board, *card, unseen);
        }
        if placed == 9 && deal.len() == 3 {
            return self.endgame.best_on_street_4(draws, board, deal, unseen).1;
        }
        let mut best = (f64::NEG_INFINITY, *board);
        let mut take = |next: Partial, value: f64| {
            if value > best.0 {
                best = (value, next);
            }
        };
        if placed + deal.len() >= 13 {
            each_choice(board, deal, |next, _| {
                take(next, self.endgame.complete(&next).units() as f64);
            });
        } else {
            self.estimator.each_choice(board, deal, unseen, |next, _, value| take(next, value));
        }
        best.1
    }
}
