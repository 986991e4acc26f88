//! The rules of docs/reference/rules/gin.md, one by one, on hands made for them.

use facedown_cards::{Card, CardSet, parse_cards};
use facedown_game::{
    ActionBuf, Game, Hidden, Match, Notation, Rng, Searchable, Seat, Turn, find_action,
};
use facedown_gin::rules::{Boxes, KnockLimit, Layoffs, MatchRules, Showdown, Shutout, Tie, Wall};
use facedown_gin::{Gin, Legal, Phase, Rules, State};

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

/// Returns a hand with these cards: seat 0 acts first; the stock goes on with the cards not named.
fn hand(gin: &Gin, first: &str, second: &str, upcard: &str, stock: &str) -> State {
    let mut pack = Vec::new();
    for text in [first, second, upcard, stock] {
        pack.extend(parse_cards(text).unwrap());
    }
    let named: CardSet = pack.iter().copied().collect();
    assert_eq!(named.len(), pack.len(), "a card is named twice");
    pack.extend((!named).iter());
    let pack: [Card; 52] = pack.try_into().unwrap();
    gin.deal_pack(&gin.first_setup(), &pack, &mut ())
}

fn texts(gin: &Gin, state: &State) -> Vec<String> {
    let mut legal = Legal::default();
    gin.legal_actions(state, &mut legal);
    legal.as_slice().iter().map(|action| gin.action_text(*action)).collect()
}

fn act(gin: &Gin, state: &mut State, text: &str) {
    let mut legal = Legal::default();
    gin.legal_actions(state, &mut legal);
    let action = find_action(gin, legal.as_slice(), text);
    let action = action.unwrap_or_else(|| panic!("{text} not in {:?}", texts(gin, state)));
    gin.try_apply(state, action, &mut ()).unwrap();
}

/// Plays the actions in order and gives the score of seat 0.
fn play(gin: &Gin, state: &mut State, actions: &[&str]) -> i32 {
    for text in actions {
        act(gin, state, text);
    }
    gin.scores(state)[FIRST]
}

fn game(rules: Rules) -> Gin {
    Gin::new(rules).unwrap()
}

// Deadwood of seat 0 after drawing 6s and discarding Kd: 2c, 3d, 4h = 9.
const NINE: &str = "3s4s5s 9c9d9h 2c3d4h Kd";
// Melds 5c6c7c, TcJcQc; loose 2h 2d 8s 8d = 20; the 6h fits nothing.
const TWENTY: &str = "5c6c7c TcJcQc 2h2d8s8d";

#[test]
fn the_first_upcard_goes_round_before_the_stock() {
    let gin = game(Rules::EAAI);
    let mut state = hand(&gin, NINE, TWENTY, "Qd", "6s");
    assert_eq!(texts(&gin, &state), ["upcard", "pass"]);
    act(&gin, &mut state, "pass");
    assert_eq!(gin.turn(&state), Turn::Act(SECOND));
    assert_eq!(texts(&gin, &state), ["upcard", "pass"]);
    act(&gin, &mut state, "pass");
    assert_eq!(gin.turn(&state), Turn::Act(FIRST));
    assert_eq!(texts(&gin, &state), ["stock"]);
}

#[test]
fn a_knock_scores_the_difference_after_layoffs() {
    let gin = game(Rules::EAAI);
    // The 6s joins the run, so 9 is left; nothing of the defender's 20 fits the knocker's melds.
    let mut state = hand(&gin, NINE, TWENTY, "Qd", "6s");
    assert_eq!(play(&gin, &mut state, &["pass", "pass", "stock", "knock", "Kd"]), 20 - 9);
    assert_eq!(gin.turn(&state), Turn::Over);
    assert_eq!(gin.scores(&state)[SECOND], -11);
}

#[test]
fn the_defender_lays_off_a_chain_on_a_growing_run() {
    let gin = game(Rules::EAAI);
    // 7s 8s lie on 3s4s5s6s: 9s is held by the set, so the chain is 7s then 8s.
    let mut state = hand(&gin, NINE, "5c6c7c TcJcQc 7s8s2h2d", "Qd", "6s");
    assert_eq!(play(&gin, &mut state, &["pass", "pass", "stock", "knock", "Kd"]), 4 - 9 - 25);
    assert_eq!(state.table().laid_off(), "7s8s".parse().unwrap());
}

#[test]
fn a_tie_is_an_undercut_or_nothing() {
    // Both seats keep 9.
    let deadwood_nine = "5c6c7c TcJcQcKc 2d6hAd";
    let undercut = game(Rules::EAAI);
    let mut state = hand(&undercut, NINE, deadwood_nine, "Qd", "6s");
    assert_eq!(play(&undercut, &mut state, &["pass", "pass", "stock", "knock", "Kd"]), -25);
    let draw = game(Rules { tie: Tie::Draw, ..Rules::EAAI });
    let mut state = hand(&draw, NINE, deadwood_nine, "Qd", "6s");
    assert_eq!(play(&draw, &mut state, &["pass", "pass", "stock", "knock", "Kd"]), 0);
}

#[test]
fn gin_scores_its_bonus_and_nothing_is_laid_off() {
    let gin = game(Rules::EAAI);
    // 3s4s5s6s, 9c9d9h, 2c2d2h + Kd; the 7s of the defender would fit and is not laid off.
    let mut state = hand(&gin, "3s4s5s 9c9d9h 2c2d2h Kd", "5c6c7c TcJcQc 7s8s4d4h", "Qd", "6s");
    let loose = 7 + 8 + 4 + 4;
    assert_eq!(play(&gin, &mut state, &["pass", "pass", "stock", "knock", "Kd"]), loose + 25);
    assert!(state.table().laid_off().is_empty());
}

#[test]
fn big_gin_melds_eleven_cards_without_a_discard() {
    let gin = game(Rules::TOURNAMENT);
    let second = "5c6c7c TcJcQc 3h3d8s8d";
    let mut state = hand(&gin, "3s4s5s 9c9d9h 2c2d2h2s", second, "Qd", "6s");
    for text in ["pass", "pass", "stock"] {
        act(&gin, &mut state, text);
    }
    assert!(texts(&gin, &state).contains(&"big gin".to_owned()));
    act(&gin, &mut state, "big gin");
    assert_eq!(gin.scores(&state)[FIRST], 3 + 3 + 8 + 8 + 31);
    assert!(state.table().is_big_gin());
}

#[test]
fn the_upcard_just_taken_cannot_be_discarded_unless_the_rules_say_so() {
    let strict = game(Rules::EAAI);
    let mut state = hand(&strict, NINE, TWENTY, "Qd", "6s");
    act(&strict, &mut state, "upcard");
    assert!(!texts(&strict, &state).contains(&"Qd".to_owned()));
    let lenient = game(Rules { rediscard: true, ..Rules::EAAI });
    let mut state = hand(&lenient, NINE, TWENTY, "Qd", "6s");
    act(&lenient, &mut state, "upcard");
    assert!(texts(&lenient, &state).contains(&"Qd".to_owned()));
}

#[test]
fn a_knock_that_needs_the_barred_discard_is_not_offered() {
    let within = "3s4s5s 9c9d9h AcAd2h4h";
    let deal = |rules| {
        let gin = game(rules);
        let mut state = hand(&gin, within, "5c6c7c TcJcQc 2d2s8s8d", "Kh", "");
        act(&gin, &mut state, "upcard");
        texts(&gin, &state).contains(&"knock".to_owned())
    };
    assert!(!deal(Rules::EAAI), "only discarding the king leaves 8");
    assert!(deal(Rules { rediscard: true, ..Rules::EAAI }));
}

#[test]
fn putting_the_upcard_back_twice_in_a_row_is_a_draw_in_openspiel() {
    let gin = game(Rules::OPENSPIEL);
    let mut state = hand(&gin, NINE, TWENTY, "Qd", "");
    assert_eq!(play(&gin, &mut state, &["upcard", "Qd", "upcard", "Qd"]), 0);
    assert_eq!(gin.turn(&state), Turn::Over);
}

#[test]
fn oklahoma_takes_the_limit_from_the_upcard_and_doubles_spades() {
    let limit = |upcard: &str, rules| {
        let gin = game(rules);
        let second = "5c6c7c TcJcQc 2h2d8s8d";
        let state = hand(&gin, "3s4s5s 9c9d9h Ac3d4h Kd", second, upcard, "");
        (state.table().limit(), state.table().is_doubled())
    };
    assert_eq!(limit("7d", Rules::OKLAHOMA), (7, false));
    assert_eq!(limit("Qs", Rules::OKLAHOMA), (10, true));
    assert_eq!(limit("Ad", Rules::OKLAHOMA), (0, false));
    let lenient = KnockLimit::Upcard { ace_needs_gin: false };
    assert_eq!(limit("Ad", Rules { knock_limit: lenient, ..Rules::OKLAHOMA }), (1, false));
}

#[test]
fn a_doubled_hand_scores_twice() {
    let gin = game(Rules { spades_double: true, ..Rules::EAAI });
    let mut state = hand(&gin, NINE, TWENTY, "Qs", "6s");
    assert_eq!(play(&gin, &mut state, &["pass", "pass", "stock", "knock", "Kd"]), 22);
}

/// Draws and throws back until the wall.
fn to_the_wall(gin: &Gin, state: &mut State) {
    act(gin, state, "pass");
    act(gin, state, "pass");
    while matches!(state.table().phase(), Phase::FirstUpcard | Phase::Draw | Phase::Discard) {
        if state.table().phase() == Phase::Discard {
            let drawn = gin.view(state, state.table().to_act()).drawn().unwrap();
            act(gin, state, &drawn.to_string());
        } else {
            act(gin, state, "stock");
        }
    }
}

#[test]
fn at_the_wall_the_hand_is_cancelled() {
    let gin = game(Rules::EAAI);
    let mut state = hand(&gin, NINE, TWENTY, "Qd", "Kh");
    to_the_wall(&gin, &mut state);
    assert_eq!(gin.turn(&state), Turn::Over);
    assert_eq!(state.table().stock_left(), 2);
    assert_eq!(gin.scores(&state)[FIRST], 0);
}

#[test]
fn at_the_wall_one_last_knock_may_use_the_upcard() {
    let gin = game(Rules { wall: Wall::LastKnock, ..Rules::EAAI });
    // The last card drawn and thrown back by seat 0 is 9s: seat 1 knocks with it.
    let second = "5c6c7c 8c8d8s 9h9d 2h3h";
    let stock =
        "Kh Kc Ks Kd Qh Qs Qc Jd Jh Js Td Th Ts Tc Jc 7h 7d 7s 6h 6d 6s 5h 5d 5s 4h 4d 4c 3c 9s";
    let first = "As2s3s Ac2c3d Ah2d4s8h";
    let mut state = hand(&gin, first, second, "Qd", stock);
    to_the_wall(&gin, &mut state);
    assert_eq!(state.table().phase(), Phase::Wall);
    assert_eq!(state.table().upcard(), Some("9s".parse().unwrap()));
    assert_eq!(gin.turn(&state), Turn::Act(SECOND));
    assert_eq!(texts(&gin, &state), ["pass", "knock"]);
    let mut passed = state;
    act(&gin, &mut passed, "pass");
    assert_eq!((gin.turn(&passed), gin.scores(&passed)[FIRST]), (Turn::Over, 0));
    act(&gin, &mut state, "knock");
    // 9h 9d 9s and 8c 8d 8s, 5c 6c 7c melded; 2h and 3h remain, one is discarded.
    assert_eq!(texts(&gin, &state), ["2h", "3h"]);
    act(&gin, &mut state, "3h");
    assert!(gin.scores(&state)[SECOND] > 0);
}

#[test]
fn laid_down_by_hand_what_is_left_out_counts() {
    let gin = game(Rules { showdown: Showdown::Actions, ..Rules::EAAI });
    let mut state = hand(&gin, NINE, TWENTY, "Qd", "6s");
    for text in ["pass", "pass", "stock", "knock", "Kd"] {
        act(&gin, &mut state, text);
    }
    // No pass before the rest is within the limit.
    assert!(!texts(&gin, &state).contains(&"pass".to_owned()));
    act(&gin, &mut state, "3s4s5s6s");
    act(&gin, &mut state, "9c9d9h");
    act(&gin, &mut state, "pass");
    assert_eq!(state.table().phase(), Phase::Layoff);
    act(&gin, &mut state, "pass");
    // The defender forgets its second meld: 30 more points against it.
    let score = play(&gin, &mut state, &["5c6c7c", "pass"]);
    assert_eq!(score, 20 + 30 - 9);
}

#[test]
fn the_knocker_does_not_see_the_defender_until_the_end() {
    let gin = game(Rules { showdown: Showdown::Actions, ..Rules::EAAI });
    let mut state = hand(&gin, NINE, TWENTY, "Qd", "6s");
    for text in ["pass", "pass", "stock", "knock", "Kd", "3s4s5s6s", "9c9d9h", "pass"] {
        act(&gin, &mut state, text);
    }
    assert_eq!(state.table().phase(), Phase::Layoff);
    assert_eq!(gin.view(&state, FIRST).known(), CardSet::EMPTY);
    assert_eq!(gin.view(&state, SECOND).known(), "2c3d4h".parse().unwrap());
    for text in ["pass", "5c6c7c", "TcJcQc", "pass"] {
        act(&gin, &mut state, text);
    }
    assert_eq!(gin.view(&state, FIRST).known(), "2h2d8s8d".parse().unwrap());
}

#[test]
fn an_illegal_action_changes_nothing() {
    let gin = game(Rules::EAAI);
    let mut state = hand(&gin, NINE, TWENTY, "Qd", "6s");
    let before = state;
    let error = gin.try_apply(&mut state, facedown_gin::Action::Knock, &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "Knock is not legal for seat 0 now");
    assert_eq!(state, before);
}

#[test]
fn the_deal_is_bounded_by_upcard_takes() {
    let gin = game(Rules { rediscard: true, max_upcard_takes: 3, ..Rules::EAAI });
    let mut state = hand(&gin, NINE, TWENTY, "Qd", "");
    for text in ["upcard", "Qd", "upcard", "Qd", "upcard", "Qd", "upcard"] {
        act(&gin, &mut state, text);
    }
    assert_eq!((gin.turn(&state), gin.scores(&state)[FIRST]), (Turn::Over, 0));
}

/// Returns a finished hand that seat 0 won by 11, or by the same mirrored seat 1.
fn won_by(gin: &Gin, seat: Seat) -> State {
    let actions: &[&str] = if seat == FIRST {
        &["pass", "pass", "stock", "knock", "Kd"]
    } else {
        &["pass", "pass", "stock", "6d", "stock", "knock", "Kd"]
    };
    let (first, second) = if seat == FIRST { (NINE, TWENTY) } else { (TWENTY, NINE) };
    let stock = if seat == FIRST { "6s" } else { "6d 6s" };
    let mut state = hand(gin, first, second, "Qd", stock);
    play(gin, &mut state, actions);
    assert!(gin.scores(&state)[seat] > 0, "{:?}", gin.scores(&state));
    state
}

#[test]
fn boxes_game_bonus_and_shutout_enter_at_the_end() {
    let matches = MatchRules { target: 20, ..Rules::CLASSIC.matches };
    let gin = game(Rules { matches, ..Rules::CLASSIC });
    let mut standing = gin.begin();
    let eleven = won_by(&gin, FIRST);
    gin.finish_hand(&mut standing, &eleven);
    assert_eq!(gin.match_scores(&standing).as_slice(), [11, 0]);
    assert!(gin.winners(&standing).is_empty());
    gin.finish_hand(&mut standing, &eleven);
    // 22 points, 100 for the game, 100 for the shutout, two boxes of 20.
    assert_eq!(gin.match_scores(&standing).as_slice(), [22 + 100 + 100 + 40, 0]);
    assert_eq!(gin.next_hand(&standing), None);
    assert!(gin.winners(&standing).contains(FIRST));
}

#[test]
fn boxes_at_once_help_to_reach_the_target_and_a_shutout_doubles() {
    let matches = MatchRules {
        target: 36,
        boxes: Boxes::AtOnce(25),
        shutout: Shutout::Double,
        ..Rules::TOURNAMENT.matches
    };
    let gin = game(Rules { matches, ..Rules::TOURNAMENT });
    let mut standing = gin.begin();
    gin.finish_hand(&mut standing, &won_by(&gin, FIRST));
    assert_eq!(gin.match_scores(&standing).as_slice(), [(11 + 25 + 100) * 2, 0]);
}

#[test]
fn in_hollywood_the_first_wins_enter_one_two_and_three_games() {
    let matches = MatchRules { target: 30, hollywood: true, ..Rules::EAAI.matches };
    let gin = game(Rules { matches, ..Rules::EAAI });
    let mut standing = gin.begin();
    let eleven = won_by(&gin, FIRST);
    let points = |s: &facedown_gin::Standing| [0, 1, 2].map(|g| s.points(g, FIRST));
    let mut expected = vec![[11, 0, 0], [22, 11, 0], [33, 22, 11], [33, 33, 22], [33, 33, 33]];
    for after in expected.drain(..) {
        assert!(gin.next_hand(&standing).is_some());
        gin.finish_hand(&mut standing, &eleven);
        assert_eq!(points(&standing), after);
    }
    assert_eq!(gin.next_hand(&standing), None);
}

#[test]
fn the_deal_passes_as_the_rules_say() {
    use facedown_gin::rules::Rotation;
    let dealers = |rotation| {
        let matches = MatchRules { rotation, ..Rules::EAAI.matches };
        let gin = game(Rules { matches, ..Rules::EAAI });
        let cancelled = {
            let mut state = hand(&gin, NINE, TWENTY, "Qd", "Kh");
            to_the_wall(&gin, &mut state);
            state
        };
        let mut standing = gin.begin();
        [won_by(&gin, FIRST), cancelled, won_by(&gin, SECOND)].map(|hand| {
            gin.finish_hand(&mut standing, &hand);
            gin.next_hand(&standing).unwrap().dealer.index()
        })
    };
    assert_eq!(dealers(Rotation::Alternate), [0, 1, 0]);
    assert_eq!(dealers(Rotation::AlternateWhenScored), [0, 0, 1]);
    assert_eq!(dealers(Rotation::WinnerDeals), [0, 0, 1]);
    assert_eq!(dealers(Rotation::LoserDeals), [1, 1, 0]);
    assert_eq!(dealers(Rotation::Fixed), [1, 1, 1]);
}

#[test]
fn a_contradictory_view_is_refused_with_its_reason() {
    // A view's cards fixed by folding events that do not fit together.
    let gin = game(Rules::EAAI);
    let mut view = gin.blank_view(&gin.first_setup(), FIRST);
    gin.observe(&mut view, facedown_gin::Event::Dealt(NINE.parse().unwrap()));
    gin.observe(&mut view, facedown_gin::Event::Turned("Kd".parse().unwrap()));
    let error = gin.worlds(&view).unwrap_err();
    assert_eq!(error.to_string(), "impossible view: Kd in hand and on the table at once");
    let mut view = gin.blank_view(&gin.first_setup(), FIRST);
    gin.observe(&mut view, facedown_gin::Event::Dealt("As2s3s".parse().unwrap()));
    let error = gin.worlds(&view).unwrap_err();
    assert_eq!(error.to_string(), "impossible view: seat 0 holds 3 cards, the table says 10");
}

#[test]
fn chains_of_layoffs_stop_after_two_in_openspiel() {
    let rules = Rules { layoffs: Layoffs::TwoAtEachEnd, ..Rules::OPENSPIEL };
    let gin = game(rules);
    let second = "7s8s9s TcJcQc 2h2d5d5h";
    let mut state = hand(&gin, "4s5s6s 8c8d8h 2c3d4h Kd", second, "Qd", "3s");
    for text in ["pass", "pass", "stock", "knock", "Kd", "3s4s5s6s", "8c8d8h", "pass"] {
        act(&gin, &mut state, text);
    }
    assert_eq!(texts(&gin, &state), ["7s", "8s", "pass"].map(str::to_owned));
    act(&gin, &mut state, "7s");
    assert_eq!(texts(&gin, &state), ["8s", "pass"].map(str::to_owned));
    act(&gin, &mut state, "8s");
    assert_eq!(texts(&gin, &state), ["pass"].map(str::to_owned));
}

#[test]
fn random_hands_end_and_seeds_repeat() {
    let gin = game(Rules::EAAI);
    for seed in 0..50 {
        let run = || {
            let mut rng = Rng::new(seed);
            let mut state = gin.deal(&gin.first_setup(), &mut rng, &mut ());
            let mut legal = Legal::default();
            while gin.turn(&state) != Turn::Over {
                gin.legal_actions(&state, &mut legal);
                let action = gin.rollout(&state, legal.as_slice(), &mut rng);
                gin.apply(&mut state, action, &mut ());
            }
            state
        };
        assert_eq!(run(), run());
    }
}
