//! Duplicate matches: exact, reproducible, cancellable.

use crate::common::{Move, StandFrom, Twelve, View};
use facedown_arena::{
    Bot, ConfidenceInterval, Contestant, DuplicateError, DuplicateMatch, DuplicateOptions,
    DuplicateProgress, Lineup, MatchReport, Unit, child_seed, duplicate_hands, duplicate_matches,
};
use facedown_game::{Control, Game, Policy, Rng, Seat, UniformPolicy};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

type Boxed = Box<dyn Policy<Twelve>>;

fn careful() -> Boxed {
    Box::new(StandFrom(9))
}

fn timid() -> Boxed {
    Box::new(StandFrom(0))
}

fn random() -> Boxed {
    Box::new(UniformPolicy)
}

const TWO: Twelve = Twelve { seats: 2 };

fn hands(makers: &[fn() -> Boxed], options: &DuplicateOptions) -> MatchReport {
    hands_with(makers, options, Control::default())
}

fn hands_with(
    makers: &[fn() -> Boxed],
    options: &DuplicateOptions,
    control: Control<'_, DuplicateProgress>,
) -> MatchReport {
    let makers: Vec<_> = makers.to_vec();
    let line_up: Vec<_> = makers
        .iter()
        .enumerate()
        .map(|(i, make)| Contestant::new(format!("bot {i}"), make))
        .collect();
    duplicate_hands(&Twelve { seats: makers.len() }, &line_up, None, options, None, control)
        .unwrap()
        .report
}

#[test]
fn equal_deterministic_bots_differ_by_exactly_zero() {
    let line_up = [Contestant::new("a", &careful), Contestant::new("b", &careful)];
    let options = DuplicateOptions::new(200, 4);
    for DuplicateMatch { report, .. } in [
        duplicate_hands(&TWO, &line_up, None, &options, None, Control::default()).unwrap(),
        duplicate_matches(&TWO, &line_up, &options, None, Control::default()).unwrap(),
    ] {
        let pair = &report.pairs[0];
        for estimate in [pair.score, pair.points_per_hand] {
            assert_eq!((estimate.mean, estimate.standard_error), (0.0, Some(0.0)));
        }
        assert_eq!(pair.wins, pair.losses);
        assert!(pair.wins > 0, "some games have a winner");
        assert_eq!(pair.win_rate.interval, Some(ConfidenceInterval { low: 0.5, high: 0.5 }));
        assert_eq!(report.bots[0].score, report.bots[1].score);
    }
}

#[test]
fn a_better_bot_wins_by_more_than_its_interval() {
    let line_up = [Contestant::new("careful", &careful), Contestant::new("timid", &timid)];
    for DuplicateMatch { report, timing, .. } in [
        duplicate_hands(
            &TWO,
            &line_up,
            None,
            &DuplicateOptions::new(400, 1),
            None,
            Control::default(),
        )
        .unwrap(),
        duplicate_matches(&TWO, &line_up, &DuplicateOptions::new(100, 1), None, Control::default())
            .unwrap(),
    ] {
        let (pair, best) = (&report.pairs[0], &report.bots[0]);
        assert!(pair.score.interval.unwrap().low > 0.0, "{}", pair.score);
        assert!(pair.points_per_hand.interval.unwrap().low > 0.0, "{}", pair.points_per_hand);
        assert!(pair.win_rate.interval.unwrap().low > 0.5, "{}", pair.win_rate);
        assert_eq!((best.wins, best.draws, best.losses), (pair.wins, pair.draws, pair.losses));
        assert_eq!(best.wins + best.draws + best.losses, report.games);
        assert!((best.score.mean + report.bots[1].score.mean).abs() < 1e-12);
        assert_eq!(report.games, report.clusters * 2);
        assert!(best.decisions > report.bots[1].decisions);
        assert!(timing.bots[0].per_decision.unwrap() > 0.0);
    }
}

#[test]
fn a_report_equals_one_computed_game_by_game() {
    let (seed, deals) = (9, 60);
    let report = hands(&[careful, timid, random], &DuplicateOptions::new(deals, seed));
    let game = Twelve { seats: 3 };
    let makers = [careful, timid, random];
    let mut means = [const { Vec::new() }; 3];
    let mut wins = [0; 3];
    let mut places = [0.0; 3];
    for deal in 0..deals {
        let mut sums = [0; 3];
        for seating in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let bots = seating.map(|b| Bot::new(b as u64, makers[b]())).into();
            let state = Lineup::new(&game, bots)
                .play_hand(&game.first_setup(), seed, deal, &mut ())
                .unwrap();
            let scores = game.scores(&state);
            for bot in 0..3 {
                let seat = seating.iter().position(|b| *b == bot).unwrap();
                let seat = Seat::new(seat);
                sums[bot] += scores[seat];
                let others = (1..3).all(|step| scores[seat.plus(step, 3)] < scores[seat]);
                wins[bot] += u64::from(others);
                // The place of a bot is the mean of those it could have among its equals.
                let others = || (1..3).map(|step| scores[seat.plus(step, 3)]);
                let ahead = others().filter(|score| *score > scores[seat]).count();
                let level = others().filter(|score| *score == scores[seat]).count();
                places[bot] += 1.0 + ahead as f64 + level as f64 / 2.0;
            }
        }
        for bot in 0..3 {
            means[bot].push(f64::from(sums[bot]) / 6.0);
        }
    }
    for bot in 0..3 {
        let expected = facedown_arena::Estimate::of(&means[bot]).unwrap();
        let got = report.bots[bot].score;
        assert!((got.mean - expected.mean).abs() < 1e-12);
        let errors = (got.standard_error.unwrap(), expected.standard_error.unwrap());
        assert!((errors.0 - errors.1).abs() < 1e-12, "{errors:?}");
        assert_eq!(report.bots[bot].wins, wins[bot]);
        let rank = report.bots[bot].rank;
        assert!((rank.mean - places[bot] / report.games as f64).abs() < 1e-12, "{rank}");
        assert!(rank.interval.is_some());
    }
    assert_eq!(
        report.pairs.iter().map(|p| (p.a, p.b)).collect::<Vec<_>>(),
        [(0, 1), (0, 2), (1, 2)]
    );
    let shares: f64 = report.bots.iter().map(|bot| bot.win_rate.mean).sum();
    assert!((shares - 1.0).abs() < 1e-12, "the winners of a game share it");
}

#[test]
fn matches_of_a_cluster_share_their_deals_and_are_counted_once_each() {
    let (seed, clusters) = (21, 40);
    let line_up = [Contestant::new("careful", &careful), Contestant::new("random", &random)];
    let report = duplicate_matches(
        &TWO,
        &line_up,
        &DuplicateOptions::new(clusters, seed),
        None,
        Control::default(),
    )
    .unwrap()
    .report;
    let (mut count, mut points, mut wins) = (0, 0, 0);
    for cluster in 0..clusters {
        for swapped in [false, true] {
            let mut bots = vec![Bot::new(0, careful()), Bot::new(1, random())];
            if swapped {
                bots.reverse();
            }
            let mut table = Lineup::new(&TWO, bots);
            let played = table.play_match(child_seed(seed, cluster), &mut ()).unwrap();
            let (own, other) = (Seat::new(usize::from(swapped)), Seat::new(usize::from(!swapped)));
            count += played.hands;
            points += played.points[own];
            wins += u64::from(played.scores[own] > played.scores[other]);
        }
    }
    assert_eq!((report.unit, report.hands, report.bots[0].wins), (Unit::Match, count, wins));
    let per_hand = points as f64 / count as f64;
    assert!((report.bots[0].points_per_hand.mean - per_hand).abs() < 1e-12);
    assert!((report.hands_per_game.mean - count as f64 / 80.0).abs() < 1e-12);
}

#[test]
fn a_report_does_not_depend_on_the_number_of_threads() {
    let run = |threads, clusters| {
        let options = DuplicateOptions { threads, ..DuplicateOptions::new(clusters, 8) };
        let line_up = [Contestant::new("careful", &careful), Contestant::new("random", &random)];
        let matches =
            duplicate_matches(&TWO, &line_up, &options, None, Control::default()).unwrap();
        assert_eq!(matches.timing.threads, threads.min(clusters as usize));
        (hands(&[careful, random, random, timid], &options), matches.report)
    };
    let one = run(1, 300);
    assert_eq!(one, run(2, 300));
    assert_eq!(one, run(4, 300));
    assert_eq!(run(1, 3), run(4, 3));
}

#[test]
fn one_deal_gives_means_without_intervals() {
    let report = hands(&[careful, timid], &DuplicateOptions::new(1, 2));
    for estimate in [report.bots[0].score, report.bots[0].win_rate, report.pairs[0].win_rate] {
        assert!(estimate.mean.is_finite());
        assert_eq!((estimate.standard_error, estimate.interval), (None, None));
    }
}

#[test]
fn progress_counts_every_cluster_to_the_end() {
    for threads in [1, 2] {
        let mut seen = Vec::new();
        let mut push = |report: &DuplicateProgress| seen.push((report.clusters, report.requested));
        let control =
            Control { progress: Some(&mut push), every: Duration::ZERO, ..Control::default() };
        let options = DuplicateOptions { threads, ..DuplicateOptions::new(50, 2) };
        hands_with(&[careful, timid], &options, control);
        assert_eq!(seen, (1..=50).map(|done| (done, 50)).collect::<Vec<_>>());
    }
}

#[test]
fn a_cancelled_match_reports_its_finished_clusters_as_if_no_more_had_been_requested() {
    for threads in [1, 2] {
        let cancel = AtomicBool::new(false);
        let mut stop = |report: &DuplicateProgress| {
            cancel.store(report.clusters >= 20, Ordering::Relaxed);
        };
        let control = Control {
            cancel: Some(&cancel),
            progress: Some(&mut stop),
            every: Duration::ZERO,
            ..Control::default()
        };
        let options = DuplicateOptions { threads, ..DuplicateOptions::new(1_000_000, 6) };
        let cancelled = hands_with(&[careful, random], &options, control);
        assert!((20..1_000_000).contains(&cancelled.clusters));
        assert!(!cancelled.is_complete());
        let mut short = hands(&[careful, random], &DuplicateOptions::new(cancelled.clusters, 6));
        assert!(short.is_complete());
        short.requested = 1_000_000;
        assert_eq!(short, cancelled);
    }
}

#[test]
fn a_match_that_cannot_be_played_says_why() {
    let line_up = [Contestant::new("careful", &careful), Contestant::new("timid", &timid)];
    let cancel = AtomicBool::new(false);
    let error = |game: &Twelve, options: &DuplicateOptions| {
        let control = Control { cancel: Some(&cancel), ..Control::default() };
        duplicate_hands(game, &line_up, None, options, None, control).unwrap_err().to_string()
    };
    assert_eq!(
        error(&Twelve { seats: 3 }, &DuplicateOptions::new(5, 1)),
        "2 bots for a table of 3: expected one for each seat"
    );
    assert_eq!(error(&TWO, &DuplicateOptions::new(0, 1)), "0 deals: expected at least 1");
    cancel.store(true, Ordering::Relaxed);
    let cancelled = error(&TWO, &DuplicateOptions::new(5, 1));
    assert_eq!(cancelled, "cancelled before the first deal was finished");
}

/// Doubles, legal or not, if its own die shows 5.
struct Slip;

impl Policy<Twelve> for Slip {
    fn choose(&mut self, _: &Twelve, view: &View, legal: &[Move], _: &mut Rng) -> Move {
        let slips = view.hand.hidden[view.seat as usize] == 5;
        if slips { Move::Double } else { legal[0] }
    }
}

#[test]
fn the_first_failing_deal_is_reported_on_any_number_of_threads() {
    let slip = || -> Boxed { Box::new(Slip) };
    let line_up = [Contestant::new("slip", &slip), Contestant::new("timid", &timid)];
    let fail = |threads, seed| {
        let options = DuplicateOptions { threads, ..DuplicateOptions::new(500, seed) };
        duplicate_hands(&TWO, &line_up, None, &options, None, Control::default()).unwrap_err()
    };
    for seed in 0..20 {
        let first = fail(1, seed);
        assert!(matches!(first, DuplicateError::Play { .. }), "{first}");
        let again = fail(4, seed);
        assert_eq!(first.to_string(), again.to_string());
        let reports = [&first, &again].map(|error| error.so_far().map(|played| &played.report));
        assert_eq!(reports[0], reports[1]);
    }
}

#[test]
fn every_game_gets_new_bots() {
    let made = AtomicU64::new(0);
    let make = || {
        made.fetch_add(1, Ordering::Relaxed);
        careful()
    };
    let line_up = [Contestant::new("counted", &make), Contestant::new("timid", &timid)];
    duplicate_hands(&TWO, &line_up, None, &DuplicateOptions::new(30, 1), None, Control::default())
        .unwrap();
    assert_eq!(made.into_inner(), 60);
}

#[test]
fn a_report_serialises_to_json() {
    let report = hands(&[careful, timid], &DuplicateOptions::new(1, 2));
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["unit"], "hand");
    assert_eq!(json["bots"][0]["name"], "bot 0");
    assert!(json["bots"][0]["score"]["interval"].is_null());
}
