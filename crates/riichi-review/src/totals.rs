//! Sums of a review: rounds, seats, the worst decisions.

use super::report::{ClassTotal, DecisionPlace, DecisionReview, Review, ReviewRound, SeatTotal};
use super::{REVIEW_BOT, Reviewer, WORST};
use facedown_game::stats;
use facedown_riichi_logs::mjai::round_events;
use facedown_riichi_logs::{GameLuck, Round};
use std::collections::BTreeMap;

/// Returns the review as things stand.
pub(super) fn assemble(reviewer: &Reviewer) -> Review {
    let Reviewer { name, record, options, collected, done, .. } = reviewer;
    let luck = collected.luck.game_luck(record).filter(|_| reviewer.luck_is_found);
    let rounds: Vec<ReviewRound> =
        (0..record.rounds.len()).map(|number| round(reviewer, number, luck.as_ref())).collect();
    let seats = match options.seat {
        Some(seat) => vec![seat],
        None => (0..record.seats).collect(),
    };
    let total = |seat: usize| SeatTotal {
        points: rounds.iter().map(|round| round.deltas[seat]).sum(),
        luck: luck.as_ref().map(|luck| luck.luck[seat]),
        luck_interval: luck.as_ref().map(|luck| around(luck.luck[seat], luck.variance[seat])),
        ..total(seat, done.iter().filter(|decision| decision.seat == seat))
    };
    Review {
        log: name.clone(),
        seats: record.seats,
        names: record.names.clone(),
        seat: options.seat,
        bot: REVIEW_BOT,
        iterations: options.worlds as u64,
        worst: worst(&rounds),
        totals: seats.into_iter().map(total).collect(),
        stopped: done.len() < collected.moments.len(),
        rounds,
    }
}

fn round(reviewer: &Reviewer, number: usize, luck: Option<&GameLuck>) -> ReviewRound {
    let record = &reviewer.record;
    let round = &record.rounds[number];
    let moments = reviewer.collected.moments.iter().zip(&reviewer.done);
    let own = moments.filter(|(moment, _)| moment.round == number);
    let decisions: Vec<DecisionReview> = own.map(|(_, decision)| decision.clone()).collect();
    let mut loss = vec![0.0; record.seats];
    for decision in &decisions {
        loss[decision.seat] += decision.loss;
    }
    let deltas = reviewer.collected.deltas.get(number).cloned().flatten();
    let found = luck.and_then(|luck| luck.rounds.get(number));
    ReviewRound {
        round: short_name(round),
        honba: round.honba,
        sticks: round.sticks,
        scores: round.scores[..record.seats].to_vec(),
        luck: found.map(|round| round.luck.clone()),
        luck_intervals: found.map(|round| {
            round.luck.iter().zip(&round.variance).map(|(mean, of)| around(*mean, *of)).collect()
        }),
        deltas: deltas.unwrap_or_else(|| vec![0; record.seats]),
        loss,
        events: round_events(record, round),
        decisions,
    }
}

/// Returns the 95 % interval of a value of this variance.
fn around(value: f64, variance: f64) -> [f64; 2] {
    stats::around(value, variance.sqrt())
}

/// Returns the wind and number of a round: `E1`.
fn short_name(round: &Round) -> String {
    let wind = ['E', 'S', 'W', 'N'][usize::from(round.number) / 4 % 4];
    format!("{wind}{}", round.number % 4 + 1)
}

/// Returns the worst mistakes.
fn worst(rounds: &[ReviewRound]) -> Vec<DecisionPlace> {
    let mut all: Vec<(f64, DecisionPlace)> = Vec::new();
    for (round, of) in rounds.iter().enumerate() {
        let mistakes = of.decisions.iter().enumerate().filter(|(_, decision)| decision.mistake);
        all.extend(mistakes.map(|(i, found)| (found.loss, DecisionPlace { round, decision: i })));
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().take(WORST).map(|(_, place)| place).collect()
}

fn total<'a>(seat: usize, decisions: impl Iterator<Item = &'a DecisionReview>) -> SeatTotal {
    let (mut count, mut mistakes, mut sum, mut squares) = (0_u32, 0, 0.0, 0.0);
    let mut classes: BTreeMap<_, ClassTotal> = BTreeMap::new();
    for decision in decisions {
        count += 1;
        sum += decision.loss;
        squares += decision.loss * decision.loss;
        if let Some(class) = decision.class {
            mistakes += 1;
            let total = classes.entry(class).or_default();
            *total = ClassTotal { count: total.count + 1, loss: total.loss + decision.loss };
        }
    }
    let n = f64::from(count).max(1.0);
    let mean = sum / n;
    let error = ((squares / n - mean * mean).max(0.0) / (n - 1.0).max(1.0)).sqrt();
    SeatTotal {
        seat,
        decisions: count as usize,
        loss: sum,
        loss_per_decision: mean,
        interval: (count > 1).then_some(stats::around(mean, error)),
        mistakes,
        classes,
        points: 0,
        luck: None,
        luck_interval: None,
    }
}
