//! Playouts on words of cards against the same ones action by action.

use facedown_game::{ActionBuf, Game, Rng, Searchable, Seat, Turn};
use facedown_gin::{Action, Gin, Legal, Rules, State};

/// Plays a hand on by the rollout policy, action by action.
fn play_by_actions(gin: &Gin, state: &mut State, rng: &mut Rng) {
    let mut legal = Legal::default();
    while gin.turn(state) != Turn::Over {
        gin.legal_actions(state, &mut legal);
        let action = gin.rollout(state, legal.as_slice(), rng);
        gin.apply(state, action, &mut ());
    }
}

/// Visits every state of hands in which both seats play at random or by the rollout policy.
fn each_state(gin: &Gin, hands: u64, mut visit: impl FnMut(&State, u64)) {
    let mut legal = Legal::default();
    for seed in 0..hands {
        let mut rng = Rng::new(seed);
        let mut state = gin.deal(&gin.first_setup(), &mut rng, &mut ());
        while gin.turn(&state) != Turn::Over {
            visit(&state, rng.next_u64());
            gin.legal_actions(&state, &mut legal);
            let action = match seed % 2 {
                0 => *rng.choose(legal.as_slice()).unwrap(),
                _ => gin.rollout(&state, legal.as_slice(), &mut rng),
            };
            gin.apply(&mut state, action, &mut ());
        }
    }
}

#[test]
fn a_playout_scores_as_the_same_one_action_by_action() {
    for preset in Rules::PRESETS {
        let seven = Rules { hand_size: 7, rediscard: true, ..Rules::preset(preset).unwrap() };
        for rules in [Rules::preset(preset).unwrap(), seven] {
            let Ok(gin) = Gin::new(rules) else { continue };
            let (mut states, mut scored) = (0, 0);
            each_state(&gin, 60, |state, seed| {
                let (mut a, mut b) = (*state, *state);
                play_by_actions(&gin, &mut a, &mut Rng::new(seed));
                gin.playout(&mut b, &mut Legal::default(), &mut Rng::new(seed));
                assert_eq!(gin.turn(&b), Turn::Over);
                assert_eq!(gin.scores(&a), gin.scores(&b), "{preset}: {state:?}");
                states += 1;
                scored += usize::from(gin.scores(&a)[Seat::new(0)] != 0);
            });
            assert!(states > 1_000 && scored > 200, "{preset}: {scored} of {states}");
        }
    }
}

/// Returns the mean points of a seat that follows a plan from the deal.
fn mean_by_plan(seat: Seat, plan: usize) -> f64 {
    let gin = Gin::new(Rules::EAAI).unwrap();
    let (mut rng, hands) = (Rng::new(3), 4_000);
    let mut points = 0;
    for _ in 0..hands {
        let mut state = gin.deal(&gin.first_setup(), &mut rng, &mut ());
        gin.plan_playout(seat, plan, &mut state, &mut Legal::default(), &mut rng);
        points += gin.scores(&state)[seat];
    }
    f64::from(points) / f64::from(hands)
}

#[test]
fn waiting_for_gin_beats_knocking_at_once_from_either_seat() {
    for seat in Seat::all(2) {
        let [knocking, waiting] = [0, 1].map(|plan| mean_by_plan(seat, plan));
        assert!(waiting > knocking + 2.0, "{waiting} and {knocking} points a hand");
    }
}

#[test]
fn a_knock_has_one_plan() {
    let gin = Gin::new(Rules::EAAI).unwrap();
    assert_eq!([Action::Knock, Action::BigGin].map(|action| gin.plans(action)), [1; 2]);
    assert_eq!([Action::DrawStock, Action::Pass].map(|action| gin.plans(action)), [2; 2]);
}
