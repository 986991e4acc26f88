//! The answer of a review.

use super::GameReviewRequest;
use super::record::{Moment, Played};
use facedown_catalog::{Advice, AnyView};
use facedown_game::PairedWorlds;
use serde::Serialize;

/// The number of mistakes that are listed, worst first.
const WORST: usize = 5;

/// The bot's opinion on the decisions of one seat, or of all.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameReview {
    /// The game.
    pub game: &'static str,
    /// The number of seats.
    pub seats: usize,
    /// The names of the players; empty if the record has none.
    pub names: Vec<String>,
    /// The seat that was reviewed; none if all were.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub seat: Option<usize>,
    /// The bot that advises.
    pub bot: String,
    /// The worlds in which two moves were compared.
    pub worlds: u64,
    /// The hands in order.
    pub hands: Vec<ReviewHand>,
    /// The worst mistakes, the worst first.
    pub worst: Vec<GameDecisionPlace>,
    /// The totals of each seat that was reviewed.
    pub totals: Vec<GameReviewTotal>,
    /// Whether the review was stopped before all decisions were done.
    pub stopped: bool,
}

/// Where a decision is in a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameDecisionPlace {
    /// The index of the hand.
    pub hand: usize,
    /// The index of the decision in the hand.
    pub decision: usize,
}

/// A hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewHand {
    /// The scores; none if the record ends within the hand.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub scores: Option<Vec<i32>>,
    /// What each seat lost by its decisions.
    pub loss: Vec<f64>,
    /// The decisions that were reviewed, in order.
    pub decisions: Vec<GameDecision>,
}

/// A decision and the bot's opinion on it. Values are points, or points of match equity.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameDecision {
    /// The seat that decides.
    pub seat: usize,
    /// The hand.
    pub hand: usize,
    /// The number of actions of the game before it.
    pub number: usize,
    /// The action that was played.
    pub played: String,
    /// The action, or whole move, that the bot would have played.
    pub advised: String,
    /// The loss: the value of the advised move less that of the played one.
    pub loss: f64,
    /// The 95 % confidence interval of the loss, over the worlds that both moves had; none if they
    /// agree.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub interval: Option<[f64; 2]>,
    /// Whether the interval excludes zero.
    pub mistake: bool,
    /// Every legal action by the bot's own search, the best first.
    pub options: Vec<GameOption>,
}

/// An option of a decision, by the bot's own search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameOption {
    /// The action or whole move.
    pub text: String,
    /// Its value; none if it was not searched.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub value: Option<f64>,
    /// The 95 % confidence interval of the value.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub ci: Option<[f64; 2]>,
    /// Its share of all visits.
    pub share: f64,
}

/// The totals of a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameReviewTotal {
    /// The seat.
    pub seat: usize,
    /// The number of decisions.
    pub decisions: usize,
    /// What they lost in all.
    pub loss: f64,
    /// What they lost each.
    pub loss_per_decision: f64,
    /// The number of mistakes.
    pub mistakes: usize,
}

/// Returns whether the played action is the advised one, or begins the advised move.
pub(super) fn agrees(view: &dyn AnyView, moment: &Moment, advice: &Advice) -> bool {
    let best = advice.best();
    let same = |action: &usize| {
        *action == moment.played || view.describe(*action).ok() == view.describe(moment.played).ok()
    };
    same(&best.action) || best.moves.iter().any(same)
}

/// Returns the review of a decision.
pub(super) fn decision(moment: &Moment, advice: &Advice, paired: &PairedWorlds) -> GameDecision {
    let same = agrees(&*moment.view, moment, advice);
    let gap = paired.gap(0, 1);
    let interval = if same { None } else { gap.interval() };
    let options = advice.actions.iter().map(|action| GameOption {
        text: action.text.clone(),
        value: action.value,
        ci: action.ci,
        share: action.share,
    });
    GameDecision {
        seat: moment.seat,
        hand: moment.hand,
        number: moment.number,
        played: moment.text.clone(),
        advised: if same { moment.text.clone() } else { advice.best().text.clone() },
        loss: if same { 0.0 } else { gap.mean.max(0.0) },
        interval,
        mistake: interval.is_some_and(|[low, _]| low > 0.0),
        options: options.collect(),
    }
}

/// Returns the review as things stand.
pub(super) fn assemble(
    request: &GameReviewRequest,
    played: &Played,
    done: &[GameDecision],
    worlds: u64,
) -> GameReview {
    let seats = played.game.seats();
    let hands = played.scores.iter().enumerate().map(|(number, scores)| {
        let own = done.iter().filter(|decision| decision.hand == number);
        let decisions: Vec<GameDecision> = own.cloned().collect();
        let mut loss = vec![0.0; seats];
        for decision in &decisions {
            loss[decision.seat] += decision.loss;
        }
        ReviewHand { scores: scores.clone(), loss, decisions }
    });
    let hands: Vec<ReviewHand> = hands.collect();
    let total = |seat: usize| {
        let own: Vec<&GameDecision> = done.iter().filter(|d| d.seat == seat).collect();
        let loss: f64 = own.iter().map(|decision| decision.loss).sum();
        GameReviewTotal {
            seat,
            decisions: own.len(),
            loss,
            loss_per_decision: loss / own.len().max(1) as f64,
            mistakes: own.iter().filter(|decision| decision.mistake).count(),
        }
    };
    let reviewed = request.seat.map_or_else(|| (0..seats).collect(), |seat| vec![seat]);
    GameReview {
        game: played.game.info().name,
        seats,
        names: request.record.names.clone(),
        seat: request.seat,
        bot: request.bot.clone(),
        worlds,
        worst: worst(&hands),
        totals: reviewed.into_iter().map(total).collect(),
        stopped: done.len() < played.moments.len(),
        hands,
    }
}

fn worst(hands: &[ReviewHand]) -> Vec<GameDecisionPlace> {
    let mut all = Vec::new();
    for (hand, of) in hands.iter().enumerate() {
        let mistakes = of.decisions.iter().enumerate().filter(|(_, decision)| decision.mistake);
        all.extend(mistakes.map(|(i, d)| (d.loss, GameDecisionPlace { hand, decision: i })));
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().take(WORST).map(|(_, place)| place).collect()
}
