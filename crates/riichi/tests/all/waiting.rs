//! What a seat is shown while it waits does not depend on whether another seat can claim a tile.

use crate::common::Deal;
use facedown_game::{ActionBuf, Game, Log, Policy, Rng, Seat, Turn};
use facedown_riichi::rules::{KanDora, Rules};
use facedown_riichi::{Action, Event, HeuristicPolicy, Legal, Phase, Riichi, View};

/// Windows of a round that closed without a call, by what followed.
#[derive(Default, Debug)]
struct Closed {
    draws: usize,
    replacements: usize,
    indicators: usize,
    riichi: usize,
    answered: usize,
}

impl Closed {
    /// Plays a round; asserts that until the next action every seat but the one that drew is shown
    /// the window as it was before it closed.
    fn count(&mut self, game: &Riichi, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        let mut legal = Legal::default();
        while game.turn(&state) != Turn::Over {
            if let Turn::Act(seat) = game.turn(&state) {
                game.legal_actions(&state, &mut legal);
                let legal = legal.as_slice();
                let view = game.view(&state, seat);
                // Kans and passes come up more often than the policy has them.
                let kan = |action: &&Action| {
                    matches!(action, Action::ClosedKan(_) | Action::AddedKan(_) | Action::Nuki)
                };
                let action = match (legal.iter().find(kan), rng.below(3)) {
                    (Some(kan), _) => *kan,
                    (None, 0) if legal[0] == Action::Pass => Action::Pass,
                    _ => HeuristicPolicy.choose(game, &view, legal, &mut rng),
                };
                game.apply(&mut state, action, &mut ());
                continue;
            }
            let (before, mut log) = (state, Log::default());
            game.play_chance(&mut state, &mut rng, &mut log);
            let called = |(_, event): &(_, Event)| matches!(event, Event::Called { .. });
            if state.table().phase() != Phase::Drawn || log.entries.iter().any(called) {
                continue;
            }
            for seat in Seat::all(game.seats()).filter(|seat| *seat != state.table().actor()) {
                let (shown, open) = (game.waiting_view(&state, seat), game.view(&before, seat));
                assert_eq!(shown, open, "{seat} with seed {seed} of {:?}", game.rules());
                self.answered += usize::from(shown.part() != facedown_riichi::Part::Silent);
            }
            self.draws += 1;
            for (_, event) in &log.entries {
                match event {
                    Event::Dora(_) => self.indicators += 1,
                    Event::RiichiAccepted(_) => self.riichi += 1,
                    Event::Drew { replacement: true, .. } => self.replacements += 1,
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn a_window_that_has_closed_is_shown_open_until_the_next_action() {
    let late = Rules { kan_dora: KanDora::AfterDiscard, ..Rules::MJSOUL };
    let early = Rules { kan_dora: KanDora::AtOnce, ..Rules::TENHOU };
    let mut closed = Closed::default();
    for rules in [Rules::TENHOU, Rules::MJSOUL, Rules::TENHOU3, Rules::MJSOUL3, late, early] {
        let game = Riichi::new(rules).unwrap();
        (0..100).for_each(|seed| closed.count(&game, seed));
    }
    let Closed { draws, replacements, indicators, riichi, answered } = closed;
    assert!(draws > 10_000 && riichi > 500 && answered > 1_000, "{closed:?}");
    assert!(replacements > 100 && indicators > 10, "{closed:?}");
}

/// Returns what seat 3 is shown at the decision after seat 0 has discarded 4m.
fn shown(second: &str) -> (Turn, View) {
    let mut play = Deal {
        hands: ["1119m19p19s1234z5z", second, "", "3368p159s123467z"],
        draws: "4m 9s",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 tsumogiri 4m").ask();
    (play.game.turn(&play.state), play.game.shown_view(&play.state, Seat::new(3)))
}

#[test]
fn a_bystander_does_not_see_that_somebody_is_asked() {
    let (asked, free) = (shown("2358m4447p1136s6z"), shown("1479m4447p1136s6z"));
    assert_eq!((asked.0, free.0), (Turn::Act(Seat::new(1)), Turn::Act(Seat::new(1))));
    assert_eq!(asked.1.table().phase(), free.1.table().phase());
    assert_eq!(free.1.table().offered().unwrap().to_string(), "4m");
    assert_eq!(asked.1, free.1);
}
