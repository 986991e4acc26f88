//! Comparisons that cannot mislead: bots of one name, batches, matches that end when they are decided,
//! failures that keep what was played.

use crate::common::{Move, StandFrom, Twelve};
use facedown_arena::{
    BatchFailure, BatchPolicy, Contestant, Decision, DuplicateError, DuplicateMatch,
    DuplicateOptions, Lineup, Stop, Verdict, duplicate_hands, duplicate_matches,
};
use facedown_game::{Control, Policy, UniformPolicy};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

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

fn played(
    line_up: &[Contestant<'_, Twelve>],
    options: &DuplicateOptions,
) -> Result<DuplicateMatch, DuplicateError<Move>> {
    let game = Twelve { seats: line_up.len() };
    duplicate_hands(&game, line_up, None, options, None, Control::default())
}

#[test]
fn bots_of_one_name_are_one_row_and_are_not_compared_with_themselves() {
    let line_up = [
        Contestant::new("careful", &careful),
        Contestant::new("random", &random),
        Contestant::new("random", &random),
        Contestant::new("random", &random),
    ];
    let options = DuplicateOptions::new(300, 4);
    let report = played(&line_up, &options).unwrap().report;
    let rows: Vec<_> = report.bots.iter().map(|bot| (bot.name.as_str(), bot.seats)).collect();
    assert_eq!(rows, [("careful", 1), ("random", 3)]);
    assert_eq!((report.seatings, report.all_seatings, report.games), (4, true, 1_200));
    assert_eq!(report.pairs.len(), 1);
    // The scores of a hand sum to zero, so that the three share what the one loses.
    let [one, three] = [&report.bots[0], &report.bots[1]];
    assert!((one.score.mean + 3.0 * three.score.mean).abs() < 1e-9);
    let difference = report.pairs[0].score.mean;
    assert!((difference - (one.score.mean - three.score.mean)).abs() < 1e-9);
    assert!((one.win_rate.mean + 3.0 * three.win_rate.mean - 1.0).abs() < 1e-9);
    assert!((one.rank.mean + 3.0 * three.rank.mean - 10.0).abs() < 1e-9);
    assert_eq!(report.pairs[0].wins + report.pairs[0].draws + report.pairs[0].losses, 3 * 1_200);
    let alone = played(&[Contestant::new("a", &random), Contestant::new("a", &random)], &options);
    let alone = alone.unwrap().report;
    assert_eq!((alone.bots.len(), alone.pairs.len(), alone.seatings), (1, 0, 1));
}

#[test]
fn a_match_ends_when_its_interval_is_narrow_enough_on_any_number_of_threads() {
    let line_up = [Contestant::new("careful", &careful), Contestant::new("random", &random)];
    let run = |threads, stop| {
        let options = DuplicateOptions { threads, stop, ..DuplicateOptions::new(100_000, 8) };
        played(&line_up, &options).unwrap()
    };
    let narrow = Stop::Narrow { width: 0.25 };
    let one = run(1, narrow);
    let ends = one.report.pairs[0].score.interval.unwrap();
    assert!(ends.high - ends.low <= 0.25 && one.report.clusters < 100_000, "{ends:?}");
    let last = one.course.points.last().unwrap();
    assert_eq!((last.deals, last.intervals[0]), (one.report.clusters, Some(ends)));
    let four = run(4, narrow);
    assert_eq!((&one.report, &one.course), (&four.report, &four.course));
    // The same deals without the rule give the same report.
    let options = DuplicateOptions::new(one.report.clusters, 8);
    let mut plain = played(&line_up, &options).unwrap().report;
    plain.requested = 100_000;
    assert_eq!(plain, one.report);
}

#[test]
fn a_match_ends_when_it_is_decided() {
    let decide = |bots: [&Contestant<'_, Twelve>; 2], margin| {
        let stop = Stop::Decided { margin };
        let options = DuplicateOptions { stop, ..DuplicateOptions::new(20_000, 8) };
        let bots = bots.map(|bot| Contestant::new(bot.name.clone(), make_of(&bot.name)));
        played(&bots, &options).unwrap().report
    };
    let [careful, timid, again] =
        ["careful", "timid", "careful again"].map(|name| Contestant::new(name, make_of(name)));
    for (bots, margin, verdict) in [
        ([&careful, &timid], 0.0, Verdict::Better),
        ([&timid, &careful], 0.0, Verdict::Worse),
        ([&careful, &again], 0.05, Verdict::Equal),
    ] {
        let report = decide(bots, margin);
        let sequential = report.sequential.as_ref().unwrap();
        assert_eq!((sequential.pairs[0].verdict, sequential.margin), (verdict, margin));
        assert!(report.clusters < 20_000, "{}", report.clusters);
    }
    // Bots that act alike differ in no deal that was seen; nothing excludes or proves exactly 0.
    let open = decide([&careful, &again], 0.0);
    assert_eq!((open.sequential.unwrap().pairs[0].verdict, open.clusters), (Verdict::Open, 20_000));
}

fn make_of(name: &str) -> &'static (dyn Fn() -> Boxed + Sync) {
    if name.starts_with("careful") { &careful } else { &timid }
}

#[test]
fn a_match_cannot_be_stopped_by_a_width_or_margin_that_makes_no_sense() {
    let line_up = [Contestant::new("careful", &careful), Contestant::new("random", &random)];
    for (stop, said) in [
        (Stop::Narrow { width: 0.0 }, "a width of 0: expected more than 0"),
        (Stop::Narrow { width: f64::NAN }, "a width of NaN: expected more than 0"),
        (Stop::Decided { margin: -1.0 }, "a margin of -1: expected 0 or more"),
    ] {
        let options = DuplicateOptions { stop, ..DuplicateOptions::new(10, 8) };
        assert_eq!(played(&line_up, &options).unwrap_err().to_string(), said);
    }
}

/// Decides as a policy does, in batches; notes the size of the largest.
struct Batched<P> {
    policy: fn() -> P,
    largest: AtomicUsize,
    fault: Option<fn(usize) -> Result<usize, String>>,
}

impl<P: Policy<Twelve>> BatchPolicy<Twelve> for Batched<P> {
    fn choose(
        &self,
        game: &Twelve,
        decisions: &mut [Decision<'_, Twelve>],
        actions: &mut Vec<Move>,
    ) -> Result<(), BatchFailure> {
        self.largest.fetch_max(decisions.len(), Ordering::Relaxed);
        let count = match self.fault {
            None => decisions.len(),
            Some(fault) => {
                fault(decisions.len()).map_err(|why| BatchFailure { decision: 0, why })?
            }
        };
        for decision in decisions.iter_mut().take(count) {
            let Decision { view, legal, rng, .. } = decision;
            actions.push((self.policy)().choose(game, view, legal, rng));
        }
        Ok(())
    }
}

fn batched<P: Policy<Twelve> + 'static>(policy: fn() -> P) -> Arc<Batched<P>> {
    Arc::new(Batched { policy, largest: AtomicUsize::new(0), fault: None })
}

#[test]
fn a_batched_bot_plays_as_it_does_alone_and_is_asked_for_many_games_at_once() {
    let policy = batched(|| UniformPolicy);
    for seats in [2, 4] {
        let line_up = |first: Contestant<'static, Twelve>| {
            let mut line_up = vec![first];
            line_up.resize_with(seats, || Contestant::new("careful", &careful));
            line_up
        };
        for threads in [1, 3] {
            let options = DuplicateOptions { threads, ..DuplicateOptions::new(200, 3) };
            let alone = played(&line_up(Contestant::new("random", &random)), &options).unwrap();
            let together = line_up(Contestant::batched("random", policy.clone()));
            assert_eq!(played(&together, &options).unwrap().report, alone.report);
            let game = Twelve { seats };
            let matches = |line_up: &[Contestant<'_, Twelve>]| {
                duplicate_matches(&game, line_up, &options, None, Control::default()).unwrap()
            };
            let alone = matches(&line_up(Contestant::new("random", &random)));
            assert_eq!(matches(&together).report, alone.report);
        }
    }
    assert!(policy.largest.load(Ordering::Relaxed) > 100);
    let bots =
        vec![facedown_arena::Bot::batched(0, policy), facedown_arena::Bot::new(1, careful())];
    let game = Twelve { seats: 2 };
    let alone = vec![facedown_arena::Bot::new(0, random()), facedown_arena::Bot::new(1, careful())];
    let [one, other] =
        [bots, alone].map(|bots| Lineup::new(&game, bots).play_match(4, &mut ()).unwrap());
    assert_eq!(one, other);
}

#[test]
fn a_batched_bot_that_fails_is_named_with_seat_and_deal() {
    let failing = |fault: fn(usize) -> Result<usize, String>| {
        let fault = Some(fault);
        let policy = Batched { policy: || StandFrom(9), largest: AtomicUsize::new(0), fault };
        let bots =
            [Contestant::batched("mine", Arc::new(policy)), Contestant::new("random", &random)];
        played(&bots, &DuplicateOptions::new(20, 3)).unwrap_err().to_string()
    };
    let said = failing(|_| Err("it is Monday".to_owned()));
    assert!(said.starts_with("deal 0, bot 'mine': hand 0, seat "), "{said}");
    assert!(said.ends_with(": it is Monday"), "{said}");
    let said = failing(|asked| Ok(asked - 1));
    assert!(said.contains("actions for") && said.ends_with("expected one for each"), "{said}");
}

/// Doubles, legal or not, if its own die shows 5.
struct Slip;

impl Policy<Twelve> for Slip {
    fn choose(
        &mut self,
        _: &Twelve,
        view: &crate::common::View,
        legal: &[Move],
        _: &mut facedown_game::Rng,
    ) -> Move {
        let slips = view.hand.hidden[view.seat as usize] == 5;
        if slips { Move::Double } else { legal[0] }
    }
}

#[test]
fn a_failure_keeps_the_results_of_the_deals_before_it() {
    let slip = || -> Boxed { Box::new(Slip) };
    let mut kept = 0;
    for seed in 0..20 {
        for batch in [false, true] {
            let bot = if batch {
                Contestant::batched("slip", batched(|| Slip))
            } else {
                Contestant::new("slip", &slip)
            };
            let line_up = [bot, Contestant::new("timid", &timid)];
            let error = played(&line_up, &DuplicateOptions::new(500, seed)).unwrap_err();
            let DuplicateError::Play { cluster, so_far, .. } = &error else { panic!("{error}") };
            let said = error.to_string();
            assert!(
                said.starts_with(&format!("deal {cluster}, bot 'slip': hand {cluster}")),
                "{said}"
            );
            assert!(said.contains("is not legal for seat"), "{said}");
            let clusters = so_far.as_ref().map_or(0, |so_far| so_far.report.clusters);
            assert_eq!(clusters, *cluster);
            kept += clusters;
            if let Some(so_far) = so_far {
                let mut short = played(&line_up, &DuplicateOptions::new(clusters, seed)).unwrap();
                short.report.requested = 500;
                assert_eq!(short.report, so_far.report);
            }
        }
    }
    assert!(kept > 0, "some deals are played before the first failure");
}
