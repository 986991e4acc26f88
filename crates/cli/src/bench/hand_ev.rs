//! The expected value of riichi hands.

use super::{Bench, Measured, Rounds};
use anyhow::Result;
use facedown_game::{ActionBuf, Game, Policy, Rng, Turn};
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Action, Legal, Riichi, Rules};
use facedown_riichi_analysis::hand_ev::{EvOptions, EvSolver, HandEv, ev_options};
use facedown_tiles::{Hand, Pack};
use std::hint::black_box;

/// The number of hands by shanten, from 1.
const HANDS: [usize; 3] = [24, 12, 4];
/// The own turn of the hands.
const TURN: u8 = 6;

pub(super) fn list(seed: u64, rounds: Rounds) -> Vec<Bench> {
    let bench = |shanten: usize| {
        let name = format!("riichi/hand-ev-{shanten}-shanten");
        Bench::new(name, "hand at turn 6", move || evaluate(seed, shanten, rounds))
    };
    (1..=HANDS.len()).map(bench).collect()
}

fn evaluate(seed: u64, shanten: usize, rounds: Rounds) -> Result<Measured> {
    let hands = hands(seed, shanten as i8, HANDS[shanten - 1])?;
    let mut solver = EvSolver::default();
    let mut sum = 0.0;
    let seconds = rounds.least_time(hands.len(), || {
        let values = hands.iter().map(|(hand, options)| solver.solve(black_box(hand), options));
        sum = values.map(|ev| ev.map_or(f32::NAN, |ev| ev.discards[0].points[0])).sum();
    });
    // The same in fresh memory, and no chance above one.
    let mut again = 0.0;
    let mut sound = true;
    for (hand, options) in &hands {
        let ev = HandEv::of(hand, options)?;
        again += ev.discards[0].points[0];
        sound &= ev.discards.iter().all(|d| d.win.iter().all(|win| (0.0..=1.0).contains(win)));
    }
    Ok(Measured { seconds, correct: sound && sum.to_bits() == again.to_bits() })
}

/// Collects hands of this shanten at their sixth turn from games of the bot `efficient`.
fn hands(seed: u64, shanten: i8, count: usize) -> Result<Vec<(Hand, EvOptions)>> {
    let game = Riichi::new(Rules::TENHOU)?;
    let (mut hands, mut legal, mut bot) = (Vec::new(), Legal::default(), Efficient::default());
    for round in 0.. {
        let mut rng = Rng::stream(seed, round);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        loop {
            let seat = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    game.play_chance(&mut state, &mut rng, &mut ());
                    continue;
                }
                Turn::Act(seat) => seat,
            };
            let view = game.view(&state, seat);
            game.view_actions(&view, &mut legal);
            let action = bot.choose(&game, &view, legal.as_slice(), &mut rng);
            if matches!(action, Action::Discard { .. }) {
                let (options, hand) = (ev_options(&game, &view), *view.hand());
                if options.turn == TURN && hand.shanten(Pack::Four) == shanten {
                    hands.push((hand, options));
                }
                if hands.len() == count {
                    return Ok(hands);
                }
            }
            game.apply(&mut state, action, &mut ());
        }
    }
    Ok(hands)
}
