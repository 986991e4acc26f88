//! Redraws of pontoon: the draws that a twist may reveal, and each fault that the law must find.

use facedown_game::{
    Game, Hidden, ImpossibleView, PerSeat, Redraw, Rng, Searchable, Seat, Sink, Step, Turn,
};
use facedown_testkit::Laws;
use facedown_testkit::toys::{
    Pontoon, PontoonAction, PontoonEvent, PontoonState, PontoonView, PontoonWorlds,
};
use std::collections::BTreeSet;
use std::panic::catch_unwind;

#[test]
fn a_twist_may_draw_each_card_of_the_stock() {
    let state = Pontoon.deal(&(), &mut Rng::new(1), &mut ());
    assert_eq!(Pontoon.draw_count(&state, Step::Act(PontoonAction::Stick)), 1);
    assert_eq!(Pontoon.draw_count(&state, Step::Act(PontoonAction::Twist)), 6);
    let redrawn =
        (0..6).map(|index| Pontoon.redraw(&state, Step::Act(PontoonAction::Twist), index));
    let tops: BTreeSet<u8> = redrawn.map(|redrawn| redrawn.stock()[0]).collect();
    assert_eq!(tops, state.stock().iter().copied().collect());
}

/// A way to redraw wrongly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    NoDraws,
    ChangesHand,
    ForgetsActual,
    Repeats,
    DuplicatesCard,
}

/// Pontoon with one fault in its redraws.
#[derive(Clone, Copy, Debug)]
struct Faulty(Fault);

impl Redraw for Faulty {
    fn draw_count(&self, state: &PontoonState, step: Step<PontoonAction>) -> u64 {
        let count = Pontoon.draw_count(state, step);
        match self.0 {
            Fault::NoDraws => count - 1,
            Fault::ForgetsActual if count > 1 => count - 1,
            _ => count,
        }
    }

    fn redraw(&self, state: &PontoonState, step: Step<PontoonAction>, index: u64) -> PontoonState {
        match self.0 {
            Fault::ForgetsActual if Pontoon.draw_count(state, step) > 1 => {
                Pontoon.redraw(state, step, index + 1)
            }
            Fault::Repeats => Pontoon.redraw(state, step, index / 2),
            Fault::ChangesHand if index > 0 => {
                let mut pack = state.pack();
                pack.rotate_left(1);
                state.with_pack(pack)
            }
            Fault::DuplicatesCard if index > 0 => {
                let mut pack = state.pack();
                pack[7] = pack[0];
                Pontoon.redraw(&state.with_pack(pack), step, index)
            }
            _ => Pontoon.redraw(state, step, index),
        }
    }
}

fn violation_message(fault: Fault) -> Option<String> {
    let laws = move || {
        Laws::new(Faulty(fault)).hands(20).max_steps(8).redraw().conserves(|_, state| {
            let cards: BTreeSet<u8> = state.pack().into_iter().collect();
            if cards.len() == 8 { Ok(()) } else { Err("a card is there twice".into()) }
        })
    };
    let panic = catch_unwind(|| laws().run()).err()?;
    panic.downcast_ref::<String>().cloned()
}

#[test]
fn each_fault_of_redraws_breaks_its_law() {
    assert_eq!(violation_message(Fault::None), None);
    for (fault, expected) in [
        (Fault::NoDraws, "has no draw"),
        (Fault::ChangesHand, "a seat's views before and after a redraw"),
        (Fault::ForgetsActual, "none of 5 draws is the actual one"),
        (Fault::Repeats, "gives a state again"),
        (Fault::DuplicatesCard, "a card is there twice"),
    ] {
        let text = violation_message(fault).unwrap_or_else(|| panic!("{fault:?} broke no law"));
        assert!(text.contains(expected), "{fault:?}: {text}");
    }
}

impl Searchable for Faulty {}

impl Game for Faulty {
    type Setup = ();
    type State = PontoonState;
    type Action = PontoonAction;
    type LegalActions = <Pontoon as Game>::LegalActions;
    type View = PontoonView;
    type Event = PontoonEvent;

    fn seats(&self) -> usize {
        Pontoon.seats()
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, log: &mut impl Sink<PontoonEvent>) -> PontoonState {
        Pontoon.deal(&(), rng, log)
    }

    fn turn(&self, state: &PontoonState) -> Turn {
        Pontoon.turn(state)
    }

    fn legal_actions(&self, state: &PontoonState, out: &mut Self::LegalActions) {
        Pontoon.legal_actions(state, out);
    }

    fn apply(
        &self,
        state: &mut PontoonState,
        action: PontoonAction,
        log: &mut impl Sink<PontoonEvent>,
    ) {
        Pontoon.apply(state, action, log);
    }

    fn scores(&self, state: &PontoonState) -> PerSeat<i32> {
        Pontoon.scores(state)
    }

    fn score_total(&self, state: &PontoonState) -> Option<i32> {
        Pontoon.score_total(state)
    }

    fn view(&self, state: &PontoonState, seat: Seat) -> PontoonView {
        Pontoon.view(state, seat)
    }

    fn blank_view(&self, (): &(), seat: Seat) -> PontoonView {
        Pontoon.blank_view(&(), seat)
    }

    fn observe(&self, view: &mut PontoonView, event: PontoonEvent) {
        Pontoon.observe(view, event);
    }

    fn view_turn(&self, view: &PontoonView) -> Option<Turn> {
        Pontoon.view_turn(view)
    }

    fn view_actions(&self, view: &PontoonView, out: &mut Self::LegalActions) {
        Pontoon.view_actions(view, out);
    }
}

/// The worlds of pontoon, which are those of the faulty game too.
struct FaultyWorlds(PontoonWorlds);

impl facedown_game::Worlds<Faulty> for FaultyWorlds {
    fn sample(&self, rng: &mut Rng) -> (PontoonState, f32) {
        facedown_game::Worlds::<Pontoon>::sample(&self.0, rng)
    }
}

impl Hidden for Faulty {
    type Worlds = FaultyWorlds;

    fn worlds(&self, view: &PontoonView) -> Result<FaultyWorlds, ImpossibleView> {
        Pontoon.worlds(view).map(FaultyWorlds)
    }
}
