//! The calling game: only a seat itself knows that it may call.

use facedown_game::{ActionBuf, Game, Rng, Seat, Turn};
use facedown_testkit::Chance;
use facedown_testkit::toys::{
    Answer, Calls, CallsAction, CallsEvent, CallsOutcome, CallsState, CallsView, Kinds,
};

const KIND: u8 = 0; // the discard of seat 0 in every test

/// Seat 0 draws a tile of `KIND` and discards it: a window is open.
fn window(hands: [Kinds; 4]) -> CallsState {
    let mut state = CallsState::dealt(hands);
    Calls.resolve(&mut state, CallsOutcome::Draw(KIND), &mut ());
    Calls.apply(&mut state, CallsAction::Discard(KIND), &mut ());
    state
}

fn answers(state: &CallsState) -> Vec<CallsAction> {
    let mut list = <Calls as Game>::LegalActions::default();
    Calls.legal_actions(state, &mut list);
    list.as_slice().to_vec()
}

/// Plays a window until a chance turn closes it; returns the successive views of a seat, and the
/// closing outcome. `pick` chooses among the answers that a seat may give.
fn watch(
    mut state: CallsState,
    seat: Seat,
    pick: impl Fn(Seat, &[CallsAction]) -> CallsAction,
) -> (Vec<CallsView>, CallsOutcome) {
    let mut views = vec![Calls.view(&state, seat)];
    loop {
        match Calls.turn(&state) {
            Turn::Over => unreachable!("a chance turn closes the window"),
            Turn::Act(asked) => {
                let action = pick(asked, &answers(&state));
                Calls.apply(&mut state, action, &mut ());
            }
            Turn::Chance => match Calls.sample_outcome(&state, &mut Rng::new(1)) {
                ask @ CallsOutcome::Ask(_) => Calls.resolve(&mut state, ask, &mut ()),
                close => return (views, close),
            },
        }
        let view = Calls.view(&state, seat);
        if views.last() != Some(&view) {
            views.push(view);
        }
    }
}

/// Hands of three, dealt at random from the tiles left beside seat 0's next draw.
fn random_hands(rng: &mut Rng) -> ([Kinds; 4], Vec<u8>) {
    let mut tiles: Vec<u8> = (1..20).map(|i| i / 4).collect(); // one tile of KIND is set aside
    rng.shuffle(&mut tiles);
    let mut hands = [[0; 5]; 4];
    for (place, tile) in tiles.drain(..12).enumerate() {
        hands[place % 4][usize::from(tile)] += 1;
    }
    (hands, tiles)
}

fn can_call(hands: &[Kinds; 4], seat: usize) -> bool {
    let hand = hands[seat];
    hand[usize::from(KIND)] >= 2 || (hand.iter().all(|n| *n <= 1) && hand[usize::from(KIND)] == 0)
}

/// "Two worlds that differ only in whether another seat may call give equal views until the window
/// closes": whatever that seat answers, before and after the others are asked.
#[test]
fn two_worlds_that_differ_in_who_may_call_look_the_same_until_the_window_closes() {
    let mut rng = Rng::new(5);
    let (mut alone, mut among_callers) = (0, 0);
    for _ in 0..4_000 {
        let (hands, wall) = random_hands(&mut rng);
        let other = 1 + rng.below(3) as usize;
        let mut with = hands;
        with[other] = [0; 5];
        wall[..3].iter().for_each(|tile| with[other][usize::from(*tile)] += 1);
        if can_call(&hands, other) || !can_call(&with, other) {
            continue;
        }
        let (without, with) = (window(hands), window(with));
        for seat in (0..4).filter(|seat| *seat != other).map(Seat::new) {
            for number in 0..3 {
                let pick = |asked: Seat, list: &[CallsAction]| {
                    let own = if asked.index() == other { number } else { 1 };
                    list[own.min(list.len() - 1)]
                };
                let (expected, _) = watch(without, seat, pick);
                let (views, _) = watch(with, seat, pick);
                assert_eq!(expected, views, "{seat}, and whether seat {other} may call");
                alone += u32::from(views.len() == 1);
                among_callers += u32::from(views.len() == 3);
            }
        }
    }
    assert!(alone > 500 && among_callers > 500, "{alone} {among_callers}");
}

#[test]
fn a_pass_leaves_no_trace() {
    // Seat 2 may pon in one world and not in the other; once it has passed, all looks the same.
    let base = [[0, 1, 1, 1, 0], [0, 2, 0, 0, 1], [1, 0, 2, 0, 0], [0, 0, 0, 2, 1]];
    let mut pair = base;
    pair[2] = [2, 0, 1, 0, 0];
    let play = |hands| {
        let mut state = window(hands);
        let mut log = facedown_game::Log::default();
        while let Turn::Act(_) | Turn::Chance = Calls.turn(&state) {
            match Calls.turn(&state) {
                Turn::Act(seat) if answers(&state).contains(&CallsAction::Say(Answer::Pass)) => {
                    assert_eq!(seat, Seat::new(2));
                    Calls.apply(&mut state, CallsAction::Say(Answer::Pass), &mut log);
                }
                Turn::Act(_) => break,
                _ => match Calls.sample_outcome(&state, &mut Rng::new(1)) {
                    CallsOutcome::Draw(_) => {
                        Calls.resolve(&mut state, CallsOutcome::Draw(4), &mut log);
                    }
                    certain => Calls.resolve(&mut state, certain, &mut log),
                },
            }
        }
        (state, log)
    };
    let ((plain, plain_log), (offered, offered_log)) = (play(base), play(pair));
    for seat in [0, 1, 3].map(Seat::new) {
        assert_eq!(Calls.view(&plain, seat), Calls.view(&offered, seat));
        assert!(plain_log.seen_by(seat).eq(offered_log.seen_by(seat)));
    }
    let observed: Vec<CallsEvent> = offered_log.seen_by(Seat::new(2)).collect();
    let asked = [CallsEvent::Asked, CallsEvent::Answered(Answer::Pass)];
    assert_eq!(observed[..2], asked);
}

#[test]
fn a_ron_goes_before_a_pon_and_the_nearer_ron_before_the_farther() {
    // Seat 1 may pon, seats 2 and 3 may ron.
    let hands = [[0, 1, 1, 1, 0], [2, 1, 0, 0, 0], [0, 1, 1, 1, 0], [0, 1, 0, 1, 1]];
    let greedy = |_, list: &[CallsAction]| list[list.len() - 1];
    let (_, close) = watch(window(hands), Seat::new(0), greedy);
    assert_eq!(close, CallsOutcome::Win(Seat::new(2)));
    let shy = |seat: Seat, list: &[CallsAction]| list[usize::from(seat != Seat::new(2))];
    let (_, close) = watch(window(hands), Seat::new(0), shy);
    assert_eq!(close, CallsOutcome::Win(Seat::new(3)));
    let pon_only = |seat: Seat, list: &[CallsAction]| list[usize::from(seat == Seat::new(1))];
    let (_, close) = watch(window(hands), Seat::new(0), pon_only);
    assert_eq!(close, CallsOutcome::Pon(Seat::new(1)));
}

#[test]
fn a_view_knows_the_turn_in_a_window_only_if_it_is_its_own() {
    let hands = [[0, 1, 1, 1, 0], [2, 1, 0, 0, 0], [0, 1, 1, 1, 0], [0, 1, 0, 1, 1]];
    let mut state = window(hands);
    while let Turn::Act(_) | Turn::Chance = Calls.turn(&state) {
        for seat in Seat::all(4) {
            let known = Calls.view_turn(&Calls.view(&state, seat));
            let own = Calls.turn(&state) == Turn::Act(seat);
            assert_eq!(known, own.then_some(Turn::Act(seat)));
        }
        match Calls.turn(&state) {
            Turn::Chance => match Calls.sample_outcome(&state, &mut Rng::new(1)) {
                ask @ CallsOutcome::Ask(_) => Calls.resolve(&mut state, ask, &mut ()),
                _ => return,
            },
            _ => Calls.apply(&mut state, CallsAction::Say(Answer::Pass), &mut ()),
        }
    }
}
