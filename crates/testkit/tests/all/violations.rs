//! Each fault here must be found, by the law that forbids it: a law that cannot fail is no law.

use crate::faulty::{Fault, Faulty, FaultyView};
use facedown_game::{ActionSpace, Element, Encoder, Game, Layout, Policy, Rng, Seat, Turn};
use facedown_testkit::Laws;
use facedown_testkit::toys::{Calls, LeducAction, LeducActions, LeducEncoder, LeducState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

fn laws<'a>(fault: Fault) -> Laws<'a, Faulty> {
    Laws::new(Faulty(fault))
        .hands(60)
        .seed(3)
        .max_steps(20)
        .notation()
        .chance()
        .matches(2)
        .max_hands(9)
        .no_allocations()
        .conserves(|_, state| match state.cards() {
            [a, b] if a == b => Err("both seats hold one card".into()),
            _ => Ok(()),
        })
}

/// Returns the message of a run that fails.
#[track_caller]
fn violation_message(laws: Laws<'_, Faulty>) -> String {
    let panic = catch_unwind(AssertUnwindSafe(|| laws.run())).expect_err("no law was broken");
    panic.downcast_ref::<String>().expect("a message").clone()
}

/// Asserts that the run fails and names the law, the seed and the step.
#[track_caller]
fn assert_breaks(laws: Laws<'_, Faulty>, law: &str) {
    let text = violation_message(laws);
    assert!(text.contains(&format!("law \"{law}\" is violated")), "expected {law}: {text}");
    assert!(text.contains("at seed 3, hand ") || text.contains("at match seed"), "{text}");
}

#[test]
fn the_faulty_game_without_a_fault_keeps_the_laws() {
    laws(Fault::None).encoder(&LeducNet::Right).action_space(&Space::Right).run();
}

#[test]
fn each_fault_of_a_game_breaks_its_law() {
    for (fault, law) in [
        (Fault::UnsortedList, "the legal list is ascending"),
        (Fault::RepeatedAction, "the legal list is ascending"),
        (Fault::EmptyList, "the legal list is ascending"),
        (Fault::StaleList, "the legal list is ascending"),
        (Fault::AcceptsIllegal, "try_apply accepts exactly the legal list"),
        (Fault::RefusesLegal, "try_apply accepts exactly the legal list"),
        (Fault::RefusalChanges, "try_apply accepts exactly the legal list"),
        (Fault::TurnUnknown, "views know the turn"),
        (Fault::TurnWrong, "views know the turn"),
        (Fault::OthersMayAct, "views know the turn"),
        (Fault::ObserveForgets, "folding a seat's events gives its view"),
        (Fault::EventMissing, "folding a seat's events gives its view"),
        (Fault::ListenerCounts, "replay gives an equal hand"),
        (Fault::StrayObserver, "events go to seats at the table"),
        (Fault::ViewLeaks, "sampled worlds have the view they came from"),
        (Fault::SamplerIgnoresView, "sampled worlds have the view they came from"),
        (Fault::WeightZero, "sampled worlds have the view they came from"),
        (Fault::SamplerDuplicatesCard, "cards are conserved"),
        (Fault::SamplerRefuses, "a view that came up is possible"),
        (Fault::RolloutPeeks, "nothing unseen leaks"),
        (Fault::RolloutIllegal, "nothing unseen leaks"),
        (Fault::HeuristicPeeks, "nothing unseen leaks"),
        (Fault::HeuristicNan, "heuristics are finite"),
        (Fault::KeyCollides, "a view's key names the view"),
        (Fault::KeyOfMore, "a view's key names the view"),
        (Fault::ScoresUnequal, "scores sum as the rules declare"),
        (Fault::ChanceCheats, "outcomes are those of the chance turn"),
        (Fault::OutcomeTwice, "outcomes are those of the chance turn"),
        (Fault::SameText, "an action's text finds the action"),
        (Fault::ApplyAllocates, "hot calls do not allocate"),
        (Fault::ViewAllocates, "hot calls do not allocate"),
        (Fault::ObserveAllocates, "hot calls do not allocate"),
        (Fault::SampleAllocates, "hot calls do not allocate"),
        (Fault::KeyAllocates, "hot calls do not allocate"),
        (Fault::MatchEndless, "every match ends"),
        (Fault::MatchEmpty, "every match ends"),
        (Fault::WonTooEarly, "a match is won when it is over"),
        (Fault::NobodyWins, "a match is won when it is over"),
        (Fault::CycleEmpty, "single hands have setups"),
    ] {
        println!("{fault:?}");
        assert_breaks(laws(fault), law);
    }
}

#[test]
fn a_failure_is_reproduced_by_its_seed_and_hand() {
    let text = violation_message(laws(Fault::None).max_steps(8));
    let (_, place) = text.split_once("at seed 3, hand ").expect("a place");
    let hand: u64 = place[..place.find(',').unwrap()].parse().unwrap();
    assert!(hand > 0, "the first hand proves nothing");
    assert_eq!(violation_message(laws(Fault::None).max_steps(8).first_hand(hand).hands(1)), text);
}

#[test]
fn a_hand_that_outlasts_its_bound_is_found() {
    assert_breaks(laws(Fault::None).max_steps(3), "every hand ends");
}

#[test]
fn a_broken_invariant_is_found() {
    assert_breaks(laws(Fault::None).conserves(|_, _| Err("lost".into())), "cards are conserved");
}

#[test]
fn a_leak_that_the_sampler_honours_is_found_by_permuting_the_unseen() {
    // View and sampler agree with each other; only the independent permutation disagrees.
    let swapped = |game: &Faulty, state: &LeducState, seat: Seat, _: &mut Rng| {
        if game.turn(state) == Turn::Over {
            return *state;
        }
        let mut cards = state.cards();
        let taken = [Some(cards[0]), Some(cards[1]), state.public()];
        cards[1 - seat.index()] = (0..6).find(|card| !taken.contains(&Some(*card))).unwrap();
        state.with_cards(cards)
    };
    laws(Fault::None).permutes_unseen(swapped).run();
    let run = laws(Fault::HonouredLeak).permutes_unseen(swapped);
    assert_breaks(run, "nothing unseen leaks");
}

#[test]
fn a_game_that_shows_by_its_pace_who_is_asked_is_found() {
    // Between a discard and the next draw only seats that can call decide.
    let run = || Laws::new(Calls).hands(40).max_steps(100).waiting().run();
    let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("no law was broken");
    let text = panic.downcast_ref::<String>().expect("a message");
    assert!(text.contains("that another seat is to act shows nothing unseen"), "{text}");
    laws(Fault::None).waiting().run();
}

#[test]
fn a_game_that_gives_everything_away_is_found() {
    let text = violation_message(laws(Fault::HonouredLeak));
    assert!(text.contains("nothing unseen leaks"), "{text}");
}

struct Stubborn;

impl Policy<Faulty> for Stubborn {
    fn choose(
        &mut self,
        _: &Faulty,
        _: &FaultyView,
        _: &[LeducAction],
        _: &mut Rng,
    ) -> LeducAction {
        LeducAction::Raise
    }
}

#[test]
fn a_policy_that_chooses_what_is_not_legal_is_found() {
    assert_breaks(laws(Fault::None).policy(|| Stubborn), "policies choose legal actions");
}

static ASKED: AtomicU32 = AtomicU32::new(0);

struct Moody;

impl Policy<Faulty> for Moody {
    fn choose(
        &mut self,
        _: &Faulty,
        _: &FaultyView,
        legal: &[LeducAction],
        _: &mut Rng,
    ) -> LeducAction {
        legal[ASKED.fetch_add(1, Ordering::Relaxed) as usize % legal.len()]
    }
}

#[test]
fn a_policy_that_depends_on_more_than_view_and_stream_is_found() {
    assert_breaks(laws(Fault::None).policy(|| Moody), "nothing unseen leaks");
}

/// Leduc's encoder, right or wrong.
#[derive(Clone, Copy, PartialEq)]
enum LeducNet {
    Right,
    LeavesSlot,
    AddsToSlot,
    WrongScale,
    MissingScale,
    Allocates,
}

impl Encoder<Faulty> for LeducNet {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: "faulty-v1".into(),
            shape: LeducEncoder.shape(),
            scales: {
                let scales = LeducEncoder.scales();
                if *self == Self::MissingScale { &scales[1..] } else { scales }
            },
            channels: LeducEncoder.channels(),
        }
    }

    fn encode<T: Element>(&self, _: &Faulty, view: &FaultyView, out: &mut [T]) {
        let (first, last) = (out[0], out[8]);
        LeducEncoder.encode(&facedown_testkit::toys::Leduc, &view.base, out);
        match self {
            Self::LeavesSlot => out[8] = last,
            Self::AddsToSlot if first != T::default() => out[0] = first,
            Self::WrongScale => out[4] = T::from_count(1, 0.5),
            Self::Allocates => drop(std::hint::black_box(vec![1u8])),
            _ => {}
        }
    }
}

#[test]
fn each_fault_of_an_encoder_breaks_its_law() {
    for (encoder, law) in [
        (LeducNet::LeavesSlot, "encode overwrites every slot"),
        (LeducNet::AddsToSlot, "encode overwrites every slot"),
        (LeducNet::WrongScale, "counts times scales are the encoding"),
        (LeducNet::MissingScale, "an encoder's shape, scales and channels agree"),
        (LeducNet::Allocates, "hot calls do not allocate"),
    ] {
        assert_breaks(laws(Fault::None).encoder(&encoder), law);
    }
}

/// Leduc's action space, right or wrong.
#[derive(Clone, Copy, PartialEq)]
enum Space {
    Right,
    Collides,
    Outside,
    AnswersAnything,
    WritesTooMany,
}

impl ActionSpace<Faulty> for Space {
    fn len(&self) -> usize {
        if *self == Self::Outside { 2 } else { 3 }
    }

    fn index(&self, view: &FaultyView, action: LeducAction) -> usize {
        let index = LeducActions.index(&view.base, action);
        if *self == Self::Collides { index.min(1) } else { index }
    }

    fn action(
        &self,
        view: &FaultyView,
        legal: &[LeducAction],
        index: usize,
    ) -> Option<LeducAction> {
        let found = LeducActions.action(&view.base, legal, index);
        if *self == Self::AnswersAnything { found.or(Some(legal[0])) } else { found }
    }

    fn known_action(&self, _: &FaultyView, _: &[LeducAction], index: usize) -> LeducAction {
        [LeducAction::Fold, LeducAction::Call, LeducAction::Raise][index]
    }

    fn legal_ids(&self, _: &Faulty, _: &LeducState, ids: &mut [u64]) -> bool {
        ids[0] = 0b111;
        *self == Self::WritesTooMany
    }
}

#[test]
fn each_fault_of_an_action_space_breaks_its_law() {
    for space in [Space::Collides, Space::Outside, Space::AnswersAnything] {
        assert_breaks(laws(Fault::None).action_space(&space), "action(index(a)) is a");
    }
    let law = "legal ids are those of the legal actions";
    assert_breaks(laws(Fault::None).action_space(&Space::WritesTooMany), law);
}
