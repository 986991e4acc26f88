//! Reviews of recorded games.

use facedown_game::Control;
use facedown_riichi_logs::{Record, read};
use facedown_riichi_review::{
    DecisionReview, MistakeClass, Review, ReviewError, ReviewOptions, Reviewer, html,
};
use std::sync::atomic::AtomicBool;

fn tonpu() -> Record {
    read(include_bytes!("../../../testdata/riichi/tonpu.mjlog")).unwrap()
}

fn sanma() -> Record {
    read(include_bytes!("../../../testdata/riichi/sanma.jsonl")).unwrap()
}

fn hanchan() -> Record {
    read(include_bytes!("../../../testdata/riichi/hanchan.json")).unwrap()
}

fn options(seat: usize, worlds: usize) -> ReviewOptions {
    ReviewOptions { seat: Some(seat), worlds, ..ReviewOptions::default() }
}

fn review(record: Record, options: ReviewOptions, threads: usize) -> Review {
    let mut reviewer = Reviewer::begin("a log", record, options).unwrap();
    reviewer.run(threads, &mut Control::default());
    reviewer.answer()
}

fn decisions(review: &Review) -> impl Iterator<Item = &DecisionReview> {
    review.rounds.iter().flat_map(|round| &round.decisions)
}

#[test]
fn threads_and_steps_change_nothing() {
    let whole = review(tonpu(), options(1, 20), 1);
    assert_eq!(review(tonpu(), options(1, 20), 2), whole);
    let mut reviewer = Reviewer::begin("a log", tonpu(), options(1, 20)).unwrap();
    while reviewer.step() {}
    assert_eq!(reviewer.answer(), whole);
    assert!(reviewer.progress() >= 1.0);
    let other = ReviewOptions { seed: 1, ..options(1, 20) };
    assert_ne!(review(tonpu(), other, 1), whole, "another seed draws other worlds");
}

#[test]
fn every_kind_of_game_is_reviewed() {
    for (record, seats) in [(tonpu(), 4), (hanchan(), 4), (sanma(), 3)] {
        let rounds = record.rounds.len();
        let found = review(record, options(2, 8), 0);
        assert_eq!((found.seats, found.rounds.len(), found.stopped), (seats, rounds, false));
        let [total] = found.totals.as_slice() else { panic!("one seat was asked for") };
        assert_eq!((total.seat, total.decisions), (2, decisions(&found).count()));
        assert!(total.decisions > 5 * rounds, "{total:?}");
        let (luck, [low, high]) = (total.luck.unwrap(), total.luck_interval.unwrap());
        assert!(low < luck && luck < high && high - low < 10_000.0, "{total:?}");
        for round in &found.rounds {
            assert_eq!(
                round.luck.as_ref().map(Vec::len),
                round.luck_intervals.as_ref().map(Vec::len)
            );
        }
        let text = html(&found);
        assert!(text.starts_with("<!DOCTYPE html>") && !text.contains("http"), "self-contained");
        assert!(!text.contains("NaN"));
    }
}

#[test]
fn losses_mistakes_and_sums_agree() {
    let all = ReviewOptions { worlds: 60, ..ReviewOptions::default() };
    let found = review(tonpu(), all, 0);
    assert_eq!(found.totals.len(), 4);
    for decision in decisions(&found) {
        let same = decision.played == decision.advised;
        assert!(decision.loss >= 0.0 && (!same || decision.loss == 0.0), "{decision:?}");
        assert_eq!(same, decision.interval.is_none(), "{decision:?}");
        let holds = |[low, high]: [f64; 2]| low <= decision.loss && decision.loss <= high;
        assert!(decision.interval.is_none_or(holds), "{decision:?}");
        let proven = decision.interval.is_some_and(|[low, _]| low > 0.0);
        assert_eq!((decision.mistake, decision.class.is_some()), (proven, proven), "{decision:?}");
        let texts = || decision.options.iter().map(|option| &option.text);
        assert!(texts().any(|text| *text == decision.played), "{decision:?}");
        assert_eq!(texts().next(), Some(&decision.advised));
        assert!(decision.options.is_sorted_by(|a, b| a.value >= b.value), "{decision:?}");
    }
    let mistakes = decisions(&found).filter(|decision| decision.mistake).count();
    assert!(mistakes > 0, "our own bots make mistakes");
    assert_eq!(found.totals.iter().map(|total| total.mistakes).sum::<usize>(), mistakes);
    for total in &found.totals {
        let rounds: f64 = found.rounds.iter().map(|round| round.loss[total.seat]).sum();
        assert!((rounds - total.loss).abs() < 1e-6);
        let classes: usize = total.classes.values().map(|class| class.count).sum();
        assert_eq!(classes, total.mistakes);
        let points: i32 = found.rounds.iter().map(|round| round.deltas[total.seat]).sum();
        assert_eq!(points, total.points);
    }
    assert!(found.worst.len() <= 5);
    let loss = |place: &facedown_riichi_review::DecisionPlace| {
        found.rounds[place.round].decisions[place.decision].loss
    };
    assert!(found.worst.is_sorted_by(|a, b| loss(a) >= loss(b)));
    assert_eq!(MistakeClass::ALL.map(MistakeClass::name)[2], "fold");
}

#[test]
fn a_decision_is_placed_after_the_event_that_asks_for_it() {
    let found = review(tonpu(), options(0, 2), 0);
    for round in &found.rounds {
        for decision in &round.decisions {
            let event = serde_json::to_value(&round.events[decision.event]).unwrap();
            let kind = event["type"].as_str().unwrap();
            match &decision.offered {
                Some(tile) => {
                    assert!(
                        ["dahai", "kakan", "reach_accepted", "dora", "nukidora"].contains(&kind)
                    );
                    assert!(!tile.is_empty());
                }
                None => assert!(["tsumo", "chi", "pon", "reach", "dora"].contains(&kind), "{kind}"),
            }
            if kind == "tsumo" {
                assert_eq!(event["actor"], 0);
            }
        }
    }
}

#[test]
fn a_cancelled_review_has_the_decisions_so_far() {
    let cancel = AtomicBool::new(true);
    let mut reviewer = Reviewer::begin("a log", tonpu(), options(0, 2)).unwrap();
    reviewer.run(1, &mut Control { cancel: Some(&cancel), ..Control::default() });
    let found = reviewer.answer();
    assert!(found.stopped && found.totals[0].decisions == 0);
}

#[test]
fn wrong_options_are_named() {
    let asked = Reviewer::begin("a log", sanma(), options(3, 8)).unwrap_err();
    assert_eq!(asked, ReviewError::Seat { asked: 3, seats: 3 });
    assert_eq!(asked.to_string(), "no seat 3, expected 0 to 2");
    let none = Reviewer::begin("a log", tonpu(), options(0, 0)).unwrap_err();
    assert_eq!(none.to_string(), "0 worlds, expected 2 to 100000");
    let mut broken = tonpu();
    broken.rounds[0].steps.truncate(3);
    let error = Reviewer::begin("a log", broken, options(0, 8)).unwrap_err().to_string();
    assert!(error.starts_with("the log differs from the rules: round 0"), "{error}");
}

#[test]
fn names_cannot_break_out_of_the_page() {
    let mut record = tonpu();
    record.names = vec!["<script>alert(1)</script>".to_owned(); 4];
    let text = html(&review(record, options(0, 2), 0));
    assert!(!text.contains("<script") && text.contains("&lt;script&gt;"));
}
