//! Worlds of the calling game against an enumeration of every deal and every stage of the window.

use facedown_game::{ActionBuf, Game, Hidden, Rng, Seat, Turn};
use facedown_testkit::stats::assert_samples;
use facedown_testkit::toys::{Answer, Calls, CallsAction, CallsState, Kinds};
use std::collections::BTreeMap;

/// The key that distinguishes worlds: each seat's tiles of the discarded kind and whether it has
/// three single tiles; the answers given; and the seat being asked.
type Key = ([(u8, bool); 4], [Option<Answer>; 4], Option<usize>);

fn signature(hand: Kinds, kind: usize) -> (u8, bool) {
    (hand[kind], hand.iter().sum::<u8>() == 3 && hand.iter().all(|n| *n <= 1))
}

/// Written from the rules, not from the game's code.
fn options(hand: Kinds, kind: usize) -> Vec<Answer> {
    let (count, single) = signature(hand, kind);
    let mut list = vec![Answer::Pass];
    list.extend((count >= 2).then_some(Answer::Pon));
    list.extend((count == 0 && single).then_some(Answer::Ron));
    list
}

fn key(world: &CallsState, kind: usize) -> Key {
    let asked = match Calls.turn(world) {
        Turn::Act(seat) => Some(seat.index()),
        _ => None,
    };
    (world.hands().map(|hand| signature(hand, kind)), world.answers(), asked)
}

/// A seat's part in the window.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Part {
    Silent,
    Asked,
    Answered(Answer),
}

/// Returns all hands of this size, each with the number of ways to take it from the tiles left.
fn hands_from(left: Kinds, tiles: u8) -> Vec<(Kinds, f64)> {
    let choose = |n: u8, k: u8| (0..k).fold(1.0, |w, i| w * f64::from(n - i) / f64::from(i + 1));
    let mut found = vec![([0; 5], 1.0)];
    for kind in 0..5 {
        let grown = found.iter().flat_map(|(hand, ways): &(Kinds, f64)| {
            (0..=left[kind]).map(move |n| {
                let mut hand = *hand;
                hand[kind] = n;
                (hand, ways * choose(left[kind], n))
            })
        });
        found = grown.filter(|(hand, _)| hand.iter().sum::<u8>() <= tiles).collect();
    }
    found.retain(|(hand, _)| hand.iter().sum::<u8>() == tiles);
    found
}

/// Adds the stages that the window can have reached for this deal, all equally likely, and
/// every combination of answers on the way.
fn add_stages(
    hands: [Kinds; 4],
    (me, from, kind): (usize, usize, usize),
    part: Part,
    weight: f64,
    found: &mut BTreeMap<Key, f64>,
) {
    let order: Vec<usize> = (1..4).map(|places| (from + places) % 4).collect();
    let callers: Vec<usize> =
        order.into_iter().filter(|seat| options(hands[*seat], kind).len() > 1).collect();
    // The complete window: a chance turn before each question and after the last.
    let mut stages: Vec<(Vec<usize>, Option<usize>)> = vec![(vec![], None)];
    for number in 0..callers.len() {
        stages.push((callers[..number].to_vec(), Some(callers[number])));
        stages.push((callers[..=number].to_vec(), None));
    }
    stages.retain(|(answered, asked)| match part {
        Part::Silent => !answered.contains(&me) && *asked != Some(me),
        Part::Asked => *asked == Some(me),
        Part::Answered(_) => answered.contains(&me),
    });
    let signatures = hands.map(|hand| signature(hand, kind));
    for (answered, asked) in &stages {
        let mut combinations = vec![([None; 4], weight / stages.len() as f64)];
        for seat in answered {
            let list = match part {
                Part::Answered(own) if *seat == me => vec![own],
                _ => options(hands[*seat], kind),
            };
            let mut grown = Vec::new();
            for (answers, weight) in combinations {
                for answer in &list {
                    let mut answers: [Option<Answer>; 4] = answers;
                    answers[*seat] = Some(*answer);
                    grown.push((answers, weight / list.len() as f64));
                }
            }
            combinations = grown;
        }
        for (answers, weight) in combinations {
            *found.entry((signatures, answers, *asked)).or_insert(0.0) += weight;
        }
    }
}

/// Returns every world of a seat's view with its probability.
fn enumerate(
    state: &CallsState,
    me: usize,
    from: usize,
    kind: usize,
    part: Part,
) -> BTreeMap<Key, f64> {
    let hands = state.hands();
    let held = hands.map(|hand| hand.iter().sum::<u8>());
    let others: Vec<usize> = (0..4).filter(|seat| *seat != me).collect();
    let unseen = |k: usize| state.wall()[k] + others.iter().map(|seat| hands[*seat][k]).sum::<u8>();
    let start: Kinds = std::array::from_fn(unseen);
    let mut found = BTreeMap::new();
    let minus = |x: Kinds, y: Kinds| std::array::from_fn(|k| x[k] - y[k]);
    for (a, ways_a) in hands_from(start, held[others[0]]) {
        let left = minus(start, a);
        for (b, ways_b) in hands_from(left, held[others[1]]) {
            for (c, ways_c) in hands_from(minus(left, b), held[others[2]]) {
                let mut dealt = hands;
                (dealt[others[0]], dealt[others[1]], dealt[others[2]]) = (a, b, c);
                add_stages(dealt, (me, from, kind), part, ways_a * ways_b * ways_c, &mut found);
            }
        }
    }
    found
}

/// Returns the part that a seat has in a window, derived from its observations.
fn part_of(state: &CallsState, seat: Seat) -> Part {
    match state.answers()[seat.index()] {
        Some(answer) => Part::Answered(answer),
        None if Calls.turn(state) == Turn::Act(seat) => Part::Asked,
        None => Part::Silent,
    }
}

#[test]
fn worlds_of_an_open_window_fit_an_enumeration_of_deals_and_stages() {
    let mut tested = BTreeMap::new();
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut state = Calls.deal(&(), &mut rng, &mut ());
        let mut last = None; // the open window: discarder and kind
        while Calls.turn(&state) != Turn::Over {
            if let Some((from, kind)) = last
                && state.is_window_open()
            {
                for seat in Seat::all(4) {
                    let part = part_of(&state, seat);
                    let can_call = options(state.hands()[seat.index()], kind).len() > 1;
                    let case = (
                        match part {
                            Part::Silent => 0,
                            Part::Asked => 1,
                            Part::Answered(_) => 2,
                        },
                        can_call && seat.index() != from,
                    );
                    let count = tested.entry(case).or_insert(0);
                    if *count < 2 {
                        *count += 1;
                        check(&state, seat, from, kind, part);
                    }
                }
            }
            if let Turn::Act(seat) = Calls.turn(&state) {
                let mut list = <Calls as Game>::LegalActions::default();
                Calls.legal_actions(&state, &mut list);
                let action = *rng.choose(list.as_slice()).expect("a legal action");
                if let CallsAction::Discard(kind) = action {
                    last = Some((seat.index(), usize::from(kind)));
                }
                Calls.apply(&mut state, action, &mut ());
            } else {
                Calls.play_chance(&mut state, &mut rng, &mut ());
            }
        }
    }
    let cases: Vec<_> = tested.into_iter().collect();
    assert_eq!(cases, [((0, false), 2), ((0, true), 2), ((1, true), 2), ((2, true), 2)]);
}

fn check(state: &CallsState, seat: Seat, from: usize, kind: usize, part: Part) {
    let expected = enumerate(state, seat.index(), from, kind, part);
    let worlds = Calls.worlds(&Calls.view(state, seat)).unwrap();
    assert_samples(&worlds, 40_000, &mut Rng::new(8), &expected, |world| key(world, kind));
}
