//! The game: counts by hand, Fantasyland, hidden cards, matches, bad input.

use facedown_cards::{PackCard, PackSet, parse_pack};
use facedown_game::{
    ActionBuf, Game, Hidden, Log, Match, Narration, Render, Rng, Searchable, Seat, Turn, Worlds,
    find_action,
};
use facedown_ofc::wire::ViewRecord;
use facedown_ofc::{Action, Event, Legal, Matches, Ofc, Phase, Rules, Setup, Stakes, State, View};
use facedown_testkit::stats::assert_uniform;
use std::collections::BTreeMap;

fn ofc(rules: Rules) -> Ofc {
    Ofc::new(rules).expect("the rules make sense")
}

fn legal(game: &Ofc, state: &State) -> Vec<Action> {
    let mut list = Legal::default();
    game.legal_actions(state, &mut list);
    list.as_slice().to_vec()
}

/// Returns a pack that begins with these cards; the rest follows in order.
fn pack(game: &Ofc, first: &str) -> Vec<PackCard> {
    let mut pack = parse_pack(first).expect("cards");
    let rest: Vec<_> = game.pack().filter(|card| !pack.contains(card)).collect();
    pack.extend(rest);
    pack
}

fn play(game: &Ofc, state: &mut State, text: &str) {
    let action = find_action(game, &legal(game, state), text);
    let action = action.unwrap_or_else(|| panic!("{text} is legal"));
    game.try_apply(state, action, &mut ()).expect("it is legal");
}

/// Plays on by the rollout policy.
fn finish(game: &Ofc, state: &mut State, rng: &mut Rng) {
    game.playout(state, &mut Legal::default(), rng);
}

#[test]
fn five_cards_have_232_placements_and_fewer_with_two_jokers() {
    let game = ofc(Rules::JOKER_ULTIMATE);
    let count = |first: &str| {
        let pack = pack(&game, first);
        legal(&game, &game.try_deal_pack(&game.first_setup(), &pack, &mut ()).unwrap()).len()
    };
    // 3^5 less the placements with four (5 * 2) or five (1) cards on top.
    assert_eq!(count("As Kd 7c 7d 2s"), 232);
    assert_eq!(count("As Kd 7c 7d X"), 232);
    // The three others take 27 ways. Two jokers then take 6 ways, less those for which the top has
    // no room: with t of the three on top, both jokers (t = 2) or each (t = 3) are one or three
    // too many.
    let by_top = [8, 12, 6, 1];
    let jokers = [6, 6, 5, 3];
    let expected: usize = by_top.iter().zip(jokers).map(|(a, b)| a * b).sum();
    assert_eq!(count("As Kd 7c X X"), expected);
}

#[test]
fn a_street_has_27_placements_if_every_row_has_room() {
    let game = ofc(Rules::STANDARD);
    let mut state = game.deal(&game.first_setup(), &mut Rng::new(3), &mut ());
    play(&game, &mut state, "tmmbb");
    play(&game, &mut state, "ttmbb");
    // One is discarded, two go to three rows each.
    assert_eq!(legal(&game, &state).len(), 27);
    play(&game, &mut state, "xtm");
    // Seat 1 has room for one on top: each of three discards bars one of nine.
    assert_eq!(legal(&game, &state).len(), 24);
}

#[test]
fn streets_are_dealt_in_turn_and_the_button_acts_last() {
    for (rules, cards) in [
        (Rules { seats: 3, ..Rules::STANDARD }, vec![5, 3, 3, 3, 3]),
        (Rules { seats: 4, ..Rules::CLASSIC }, vec![5, 1, 1, 1, 1, 1, 1, 1, 1]),
    ] {
        let game = ofc(rules);
        let setup = Setup { button: Seat::new(1), ..game.first_setup() };
        let mut state = game.deal(&setup, &mut Rng::new(9), &mut ());
        for n in cards {
            for place in 0..game.seats() {
                let seat = Seat::new((2 + place) % game.seats());
                assert_eq!(game.turn(&state), Turn::Act(seat));
                assert_eq!(game.view(&state, seat).hand().len(), n);
                let first = legal(&game, &state)[0];
                game.apply(&mut state, first, &mut ());
            }
        }
        assert_eq!(game.turn(&state), Turn::Over);
        for seat in Seat::all(game.seats()) {
            assert_eq!(state.table().rows(seat).map(PackSet::len), [3, 5, 5]);
        }
    }
}

#[test]
fn a_hand_scores_as_its_boards_do() {
    let game = ofc(Rules::STANDARD);
    // Seat 0 first: five, then four times three; its board has queens, a full house and a straight flush.
    let first = "Qs Qd 9c 9d 4h  9h 5h 2c  6h 7h 2d  2s 3s 3c  7c 8h Kc";
    let second = "As Kd Kh 8s 8d  Tc Td 2h  Th Ts 3d  4c 4s 4d  Jc Js Jd";
    let pack = pack(&game, &format!("{first} {second}"));
    let mut state = game.try_deal_pack(&game.first_setup(), &pack, &mut ()).unwrap();
    // Hands are shown from the ace down: Qd Qs 9c 9d 4h.
    for (mine, theirs) in
        [("ttmmb", "ttmmm"), ("mbx", "bbx"), ("bbx", "bbx"), ("mmx", "xbm"), ("xbt", "mtx")]
    {
        play(&game, &mut state, mine);
        play(&game, &mut state, theirs);
    }
    let view = game.view(&state, Seat::new(0));
    assert_eq!(view.rows()[0].to_string(), "7c Qd Qs");
    assert_eq!(view.table().rows(Seat::new(1))[2].to_string(), "Tc 4d Td Th Ts");
    // Queens, a full house and a straight flush pay 7 + 12 + 15, four tens 10; all rows are won.
    assert_eq!(game.scores(&state).as_slice(), [6 + 34 - 10, -30]);
    assert_eq!(game.next_fantasy(state.table(), Seat::new(0)), 14);
    assert_eq!(view.discards().to_string(), "2c Kc 2d 2s");
}

#[test]
fn discards_are_hidden_from_the_others() {
    let game = ofc(Rules { seats: 3, ..Rules::STANDARD });
    for seed in 0..20 {
        let (mut rng, mut log) = (Rng::new(seed), Log::default());
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut log);
        while game.turn(&state) != Turn::Over {
            let list = legal(&game, &state);
            let action = *rng.choose(&list).unwrap();
            game.apply(&mut state, action, &mut log);
        }
        for seat in Seat::all(3) {
            let cards_of = |event| match event {
                Event::Dealt(cards) => cards,
                Event::Placed(_, [a, b, c]) | Event::Shown(_, [a, b, c]) => a | b | c,
                _ => PackSet::EMPTY,
            };
            let seen =
                log.seen_by(seat).map(cards_of).fold(PackSet::EMPTY, |all, cards| all | cards);
            for other in Seat::all(3).filter(|other| *other != seat) {
                assert_eq!(state.discards(other).len(), 4);
                assert!((state.discards(other) & seen).is_empty());
            }
        }
    }
}

#[test]
fn fantasyland_is_set_face_down_when_the_others_have_finished() {
    let game = ofc(Rules::ULTIMATE);
    let setup = Setup { fantasy: [15, 0, 0, 0], ..game.first_setup() };
    let mut state = game.deal(&setup, &mut Rng::new(4), &mut ());
    let [own, other] = [Seat::new(0), Seat::new(1)];
    assert_eq!(game.view(&state, own).hand().len(), 15);
    assert_eq!(game.turn(&state), Turn::Act(other));
    while state.table().phase() == Phase::Streets {
        let first = legal(&game, &state)[0];
        game.apply(&mut state, first, &mut ());
    }
    assert_eq!(game.turn(&state), Turn::Act(own));
    let before = game.view(&state, other);
    // Three on top, five in the middle, two away; then all that is left is the bottom row's.
    for text in ["t", "x", "t", "m", "t", "m", "m", "m", "m"] {
        play(&game, &mut state, text);
        assert_eq!(game.view(&state, other), before, "nothing is visible");
    }
    assert_eq!(legal(&game, &state).len(), 2);
    play(&game, &mut state, "x");
    assert_eq!(game.turn(&state), Turn::Over);
    let open = game.view(&state, other).table().rows(own);
    assert_eq!(open, state.rows(own));
    assert_eq!(open.map(PackSet::len), [3, 5, 5]);
    assert_eq!(state.discards(own).len(), 2);
    assert!((game.view(&state, other).seen() & state.discards(own)).is_empty());
}

#[test]
fn fantasyland_of_14_has_as_many_settings_as_counted() {
    // Of five cards left to place, with these places open, the sequences are multinomial: nothing is
    // listed twice. 2 top, 1 middle, 1 bottom, 1 away: 5! / 2! = 60.
    let game = ofc(Rules::STANDARD);
    let setup = Setup { fantasy: [14, 14, 0, 0], ..game.first_setup() };
    let mut state = game.deal(&setup, &mut Rng::new(8), &mut ());
    for text in ["t", "m", "m", "m", "m", "b", "b", "b", "b"] {
        play(&game, &mut state, text);
    }
    let mut boards = BTreeMap::new();
    let mut open = vec![state];
    while let Some(state) = open.pop() {
        if state.table().is_set(Seat::new(0)) {
            let rows = state.rows(Seat::new(0)).map(PackSet::bits);
            *boards.entry(rows).or_insert(0) += 1;
            continue;
        }
        for action in legal(&game, &state) {
            let mut next = state;
            game.apply(&mut next, action, &mut ());
            open.push(next);
        }
    }
    assert_eq!(boards.len(), 60);
    assert!(boards.values().all(|count| *count == 1));
}

#[test]
fn unseen_cards_are_uniformly_distributed() {
    let game = ofc(Rules { seats: 3, ..Rules::STANDARD });
    let mut rng = Rng::new(2);
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    // To the last street of the button, to whom nine cards are hidden: eight discards of the others
    // and one that is not dealt.
    while !(state.table().street() == 4 && state.table().to_act() == Seat::new(2)) {
        let action = *rng.choose(&legal(&game, &state)).unwrap();
        game.apply(&mut state, action, &mut ());
    }
    let view = game.view(&state, Seat::new(2));
    let unseen: PackSet = game.pack().collect::<PackSet>() - view.seen();
    assert_eq!(unseen.len(), 9);
    let worlds = game.worlds(&view).unwrap();
    // Each way to choose the first opponent's four discards: 9 over 4 is 126.
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    let mut by_street: BTreeMap<PackCard, u64> = BTreeMap::new();
    let samples = 63_000;
    for _ in 0..samples {
        let (world, weight) = worlds.sample(&mut rng);
        assert!((weight - 1.0).abs() < f32::EPSILON);
        *counts.entry(world.discards(Seat::new(0)).bits()).or_default() += 1;
        // The third street of the second opponent has three cards, two of which are open.
        let out = world.discards(Seat::new(1));
        let street = &world.cards(Seat::new(1))[8..11];
        let thrown = street.iter().find(|card| out.contains(**card)).unwrap();
        *by_street.entry(*thrown).or_default() += 1;
    }
    assert_eq!((counts.len(), by_street.len()), (126, 9));
    assert_uniform(&counts.into_values().collect::<Vec<_>>());
    assert_uniform(&by_street.into_values().collect::<Vec<_>>());
}

#[test]
fn fantasyland_is_carried_over_and_played_out() {
    let matches = Matches { hands: 1, play_out: true, button_waits: false };
    let game = ofc(Rules { matches, ..Rules::ULTIMATE });
    let (mut longest, mut chains) = (0, 0);
    for seed in 0..300 {
        let mut standing = game.begin();
        let mut total = [0; 2];
        let mut button = 1;
        let mut expected = [0; 4];
        while let Some(setup) = game.next_hand(&standing) {
            assert_eq!(setup.fantasy, expected);
            assert_eq!(setup.button, Seat::new(button));
            let mut rng = Rng::stream(seed, standing.hands() as u64);
            let mut state = game.deal(&setup, &mut rng, &mut ());
            finish(&game, &mut state, &mut rng);
            for seat in Seat::all(2) {
                total[seat.index()] += game.scores(&state)[seat];
                expected[seat.index()] = game.next_fantasy(state.table(), seat);
            }
            game.finish_hand(&mut standing, &state);
            button = 1 - button;
        }
        assert_eq!(expected, [0; 4], "the chain is played out");
        assert_eq!(game.match_scores(&standing).as_slice(), total);
        assert_eq!(total[0] + total[1], 0);
        longest = longest.max(standing.hands());
        chains += usize::from(standing.hands() > 1);
    }
    assert!(chains > 10 && longest > 2, "{chains} chains, {longest} hands");
}

#[test]
fn the_button_waits_where_the_rules_say_so_and_the_last_hand_is_known() {
    let matches = Matches { hands: 3, play_out: false, button_waits: true };
    let game = ofc(Rules { matches, ..Rules::STANDARD });
    let mut standing = game.begin();
    let mut lasts = Vec::new();
    while let Some(setup) = game.next_hand(&standing) {
        lasts.push(setup.last);
        let mut state = game.deal(&setup, &mut Rng::new(0), &mut ());
        finish(&game, &mut state, &mut Rng::new(0));
        let enters = Seat::all(2).any(|seat| game.next_fantasy(state.table(), seat) > 0);
        game.finish_hand(&mut standing, &state);
        if let Some(next) = game.next_hand(&standing) {
            assert_eq!(next.button == setup.button, enters);
        }
    }
    assert_eq!(lasts, [false, false, true]);
}

#[test]
fn scores_can_count_fantasyland() {
    let game = ofc(Rules::STANDARD);
    let counting = game.counting_fantasyland(Stakes::estimate(game.rules()));
    let mut differ = 0;
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        finish(&game, &mut state, &mut rng);
        let [plain, more] = [game.scores(&state), counting.scores(&state)];
        let next = Seat::all(2).map(|seat| game.next_fantasy(state.table(), seat));
        let [mine, theirs] = next.collect::<Vec<_>>()[..] else { panic!("two seats") };
        assert_eq!((mine > 0) == (theirs > 0), plain == more);
        differ += usize::from(plain != more);
    }
    assert!(differ > 10, "{differ}");
}

fn view_of(record: &str, rules: Rules) -> Result<View, String> {
    let record: ViewRecord = serde_json::from_str(record).map_err(|error| error.to_string())?;
    record.view(&ofc(rules)).map_err(|error| error.to_string())
}

#[test]
fn a_record_written_by_hand_is_a_view() {
    let text = r#"{"seat": 0, "button": 1, "to_act": 0, "hand": "Qd 3h 9s", "discards": "2c",
        "streets": [["Qs / Kd Kc / 8d 8c", "/ 4c / 8h"], ["As / 7c 7d / Th Td", "/ 5c / Ts"]]}"#;
    let view = view_of(text, Rules::STANDARD).unwrap();
    assert_eq!(view.hand(), parse_pack("Qd 9s 3h").unwrap());
    assert_eq!(view.discards().to_string(), "2c");
    let game = ofc(Rules::STANDARD);
    let mut list = Legal::default();
    game.view_actions(&view, &mut list);
    let best = find_action(&game, list.as_slice(), "tbx").unwrap();
    assert_eq!(game.describe(&view, best), "top Qd, bottom 9s, out 3h");
}

#[test]
fn boards_of_a_record_may_be_left_out_and_must_agree_with_its_streets() {
    let with = |boards: &str| {
        let text = format!(
            r#"{{"seat": 0, "button": 1, "to_act": 0, "hand": "Qd 3h X", "discards": "2c",
            "streets": [["Qs / Kd Y / 8d 8c", "/ 4c / 8h"], ["As / 7c 7d / Th Td", "/ 5c / Ts"]]
            {boards}}}"#
        );
        view_of(&text, Rules::JOKER_ULTIMATE)
    };
    let none = with("").unwrap();
    // In any order; the joker under either name.
    let boards = r#", "boards": ["Qs / X 4c Kd / 8h 8c 8d", "As / 5c 7c 7d / Ts Th Td"]"#;
    assert_eq!(with(boards).unwrap(), none);
    for (from, to) in [("8h", "9h"), ("Kd /", "/ Kd"), ("X ", ""), ("Qs", "Qs Qs")] {
        let why = with(&boards.replace(from, to)).unwrap_err();
        assert!(why.starts_with("boards: "), "{why}");
    }
}

#[test]
fn a_view_is_shown_with_boards_side_by_side_and_events_in_words() {
    let text = r#"{"seat": 0, "button": 1, "to_act": 0, "hand": "Qd 3h 9s", "discards": "2c",
        "streets": [["Qs / Kd Kc / 8d 8c", "/ 4c / 8h"], ["As / 7c 7d / Th Td", "/ 5c / Ts"]]}"#;
    let game = ofc(Rules::STANDARD);
    let view = view_of(text, Rules::STANDARD).unwrap();
    let expected = " street 3  you              seat 1 (B)
      top  Qs .. ..         As .. ..
   middle  Kc Kd 4c .. ..   7c 7d 5c .. ..
   bottom  8c 8d 8h .. ..   Td Th Ts .. ..
discarded  2c
your hand  Qd 9s 3h
           a letter for each card: t top, m middle, b bottom, x discard
";
    assert_eq!(game.view_text(&view), expected);
    let rows = [PackSet::EMPTY, "2h".parse().unwrap(), "Ah 3c".parse().unwrap()];
    let narrated = |seat| game.narrate(&view, &Event::Placed(Seat::new(seat), rows));
    let text = "middle 2h, bottom Ah 3c".to_owned();
    assert_eq!(narrated(1), Some(Narration { seat: Some(Seat::new(1)), text }));
    assert_eq!(narrated(0), None);
}

#[test]
fn bad_records_are_rejected_with_a_reason() {
    let base = |hand: &str, rest: &str| {
        format!(r#"{{"seat": 0, "button": 1, "to_act": 0, "hand": "{hand}"{rest}}}"#)
    };
    let five = "Qd 3h 9s 2c 2d";
    let cases = [
        (base("Qd 3h 9s", ""), "hand: 3 cards, expected 5"),
        (base("Qd 3h 9s 2c Qd", ""), "hand: Qd is there twice"),
        (base("Qd 3h 9s 2c 1d", ""), "hand: '1d': no rank '1'"),
        (base("Qd 3h 9s 2c X", ""), "hand: impossible view: X is not in the pack"),
        (base(five, r#", "discards": "4c""#), "discards: 4c is one too many"),
        (base(five, r#", "set": "t""#), "set: the seat is not in Fantasyland"),
        (base(five, r#", "fantasy": [14]"#), "fantasy: 1 numbers for 2 seats"),
        (base(five, r#", "fantasy": [18, 0]"#), "fantasy: 18 cards, expected 0 or 13 to 17"),
        (base(five, r#", "streets": [["As / Ks / Qs"]]"#), "streets: street 1 of seat 0: 3 cards"),
        (
            base(five, r#", "streets": [["As Ks Js Ts / Qs /"]]"#),
            "streets: street 1 of seat 0: 4 cards in the top row, expected 3",
        ),
        (base(five, r#", "streets": [[], ["As / Ks / 7c"]]"#), "streets: 1 of seat 1, which has"),
        (
            base(five, r#", "streets": [["As Ks / Qs 3d 4d"]]"#),
            "streets: 'As Ks / Qs 3d 4d' has 2 rows",
        ),
        (base(five, r#", "shown": ["", "x"]"#), "shown: 'x', but the hand goes on"),
        (base(five, "").replace("\"to_act\": 0", "\"to_act\": 1"), "to_act: seat 1, but the rest"),
        (base(five, "").replace("\"seat\": 0", "\"seat\": 2"), "seat: no seat 2, expected 0 to 1"),
        (base(five, r#", "boards": "nonsense""#), "invalid type: string"),
        (base(five, r#", "boards": ["nonsense"]"#), "boards: 1 boards for 2 seats"),
        (base(five, r#", "boards": ["nonsense", ""]"#), "boards: 'nonsense' has 1 rows, expected"),
        (base(five, r#", "boards": [" / / zz", "//"]"#), "boards: 'zz': no rank 'z'"),
        (
            base(five, r#", "boards": [" /  / ", "As /  / "]"#),
            "boards: 'As /  / ' of seat 1, but the rest makes it ' /  / '",
        ),
        (base(five, r#", "version": 2"#), "version: 2, expected 1"),
        (base(five, r#", "speed": 2"#), "unknown field `speed`"),
        (base(five, r#", "fantasy": [14, 0]"#), "hand: 5 cards, expected the 14 of Fantasyland"),
    ];
    for (text, expected) in cases {
        let why = view_of(&text, Rules::STANDARD).unwrap_err();
        assert!(why.starts_with(expected), "'{why}' is not '{expected}'");
    }
}

#[test]
fn bad_packs_tables_and_actions_are_named() {
    let refusal = |rules: Rules| Ofc::new(rules).unwrap_err().to_string();
    let four = refusal(Rules { seats: 4, ..Rules::STANDARD });
    assert_eq!(four, "seats cannot be 4, expected 2 to 3");
    let five = refusal(Rules { seats: 5, ..Rules::CLASSIC });
    assert_eq!(five, "seats cannot be 5, expected 2 to 4");
    let one = refusal(Rules { seats: 1, ..Rules::STANDARD });
    assert_eq!(one, "seats cannot be 1, expected 2 to 3");
    let matches = Matches { hands: 0, ..Rules::STANDARD.matches };
    let none = refusal(Rules { matches, ..Rules::STANDARD });
    assert_eq!(none, "matches.hands cannot be 0, expected 1 to 1000");

    let game = ofc(Rules::STANDARD);
    let deal = |pack: &[PackCard]| {
        game.try_deal_pack(&game.first_setup(), pack, &mut ()).unwrap_err().to_string()
    };
    let whole = pack(&game, "");
    assert_eq!(deal(&whole[1..]), "a pack of 51 cards, expected 52");
    let mut twice = whole.clone();
    twice[7] = twice[8];
    assert_eq!(deal(&twice), "card 8 (9c) is there twice");
    let mut joker = whole;
    joker[7] = PackCard::JOKERS[0];
    assert_eq!(deal(&joker), "a joker, which these rules do not have");

    let mut state = game.deal(&game.first_setup(), &mut Rng::new(1), &mut ());
    let four_on_top = Action::from_index(1).unwrap();
    let why = game.try_apply(&mut state, four_on_top, &mut ()).unwrap_err();
    assert_eq!((why.action, why.seat), (four_on_top, Some(Seat::new(0))));
}
