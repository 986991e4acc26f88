//! Invalid lines: each is an error with its line and reason, and the bot goes on.

use facedown_game::Rng;
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Riichi, Rules};
use facedown_riichi_logs::mjai_bot::Bot;
use proptest::prelude::{ProptestConfig, any, proptest};

const START: &str = r#"{"type":"start_game","id":0,"names":["a","b","c","d"]}"#;

fn round(hand: &str) -> String {
    let hidden = r#"["?","?","?","?","?","?","?","?","?","?","?","?","?"]"#;
    format!(
        r#"{{"type":"start_kyoku","bakaze":"E","kyoku":1,"honba":0,"kyotaku":0,"oya":0,"dora_marker":"3s","scores":[25000,25000,25000,25000],"tehais":[{hand},{hidden},{hidden},{hidden}]}}"#
    )
}

const HAND: &str = r#"["1m","2m","3m","4p","5pr","6p","7s","8s","E","E","P","9m","2s"]"#;

fn bot() -> Bot<Efficient> {
    Bot::new(Riichi::new(Rules::TENHOU).unwrap(), Efficient::default(), Rng::new(1))
}

/// Returns the error of the last line, after all others were accepted.
fn refused(lines: &[&str]) -> String {
    let mut bot = bot();
    let (last, before) = lines.split_last().unwrap();
    for line in before {
        bot.react(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    bot.react(last).map_or_else(|error| error.to_string(), |reply| panic!("{last}: {reply:?}"))
}

#[test]
fn an_impossible_event_is_named_with_its_line() {
    let deal = round(HAND);
    let deal = deal.as_str();
    let draw = r#"{"type":"tsumo","actor":0,"pai":"9s"}"#;
    let discard = r#"{"type":"dahai","actor":0,"pai":"P","tsumogiri":false}"#;
    let cases: [(&[&str], &str); 21] = [
        (&["{"], "line 1: EOF"),
        (&[r#"{"type":"dance"}"#], "dance: unknown variant"),
        (&[r#"{"pai":"1m"}"#], "without a type"),
        (&["7"], "without a type"),
        (&[r#"{"type":"start_game","names":[]}"#], "missing 'id'"),
        (&[r#"{"type":"start_game","id":4,"names":[]}"#], "4"),
        (&[deal], "start_kyoku outside a game"),
        (&[START, draw], "outside a round"),
        (&[START, deal, deal], "line 3: "),
        (&[START, &round(r#"["1m","1m"]"#)], "2 tiles"),
        (&[START, &round(&HAND.replace("9m", "10m"))], "start_kyoku: expected one tile"),
        (&[START, &round(&HAND.replace("2s\"", "5pr\""))], "0p"),
        (&[START, deal, r#"{"type":"tsumo","actor":1,"pai":"?"}"#], "tsumo"),
        (&[START, deal, r#"{"type":"tsumo","actor":0,"pai":"?"}"#], "pai"),
        (&[START, deal, draw, draw], "line 4: "),
        (&[START, deal, draw, r#"{"type":"dahai","actor":0,"pai":"C","tsumogiri":false}"#], "7z"),
        (&[START, deal, draw, r#"{"type":"dahai","actor":0,"pai":"P","tsumogiri":true}"#], "5z"),
        (&[START, deal, draw, r#"{"type":"dahai","actor":1,"pai":"P","tsumogiri":true}"#], "dahai"),
        (
            &[
                START,
                deal,
                draw,
                discard,
                r#"{"type":"chi","actor":1,"target":0,"pai":"P","consumed":["F","C"]}"#,
            ],
            "chi",
        ),
        (
            &[
                START,
                deal,
                draw,
                discard,
                r#"{"type":"pon","actor":2,"target":1,"pai":"P","consumed":["P","P"]}"#,
            ],
            "pon",
        ),
        (
            &[
                START,
                deal,
                draw,
                r#"{"type":"dahai","actor":0,"pai":"E","tsumogiri":false}"#,
                r#"{"type":"daiminkan","actor":2,"target":0,"pai":"E","consumed":["E","E","E"]}"#,
            ],
            "1z",
        ),
    ];
    for (lines, expected) in cases {
        let error = refused(lines);
        let place = format!("line {}", lines.len());
        assert!(error.contains(expected) && error.starts_with(&place), "{lines:?}: {error}");
    }
}

#[test]
fn rounds_and_games_begin_and_end_in_order() {
    let deal = round(HAND);
    let deal = deal.as_str();
    let draw = r#"{"type":"tsumo","actor":0,"pai":"9s"}"#;
    let discard = r#"{"type":"dahai","actor":0,"pai":"P","tsumogiri":false}"#;
    let win = r#"{"type":"hora","actor":1,"target":0}"#;
    let (ends, over) = (r#"{"type":"end_kyoku"}"#, r#"{"type":"ryukyoku"}"#);
    let next = r#"{"type":"tsumo","actor":1,"pai":"?"}"#;
    let cases: [(&[&str], &str); 14] = [
        (&[START, deal, START], "start_game"),
        (&[START, deal, draw, ends], "end_kyoku"),
        (&[START, deal, over], "ryukyoku"),
        (&[START, deal, draw, discard, win, next], "tsumo"),
        (&[START, deal, draw, discard, win, over], "ryukyoku"),
        (&[START, deal, draw, discard, over, win], "hora"),
        (&[START, deal, draw, discard, win, ends, ends], "end_kyoku"),
        (&[START, deal, draw, win], "hora"),
        (&[START, deal, draw, discard, r#"{"type":"hora","actor":1,"target":1}"#], "hora"),
        (&[START, deal, draw, discard, r#"{"type":"hora","actor":1,"target":2}"#], "hora"),
        (&[START, deal, draw, discard, r#"{"type":"hora","actor":7,"target":0}"#], "7"),
        (&[START, deal, draw, r#"{"type":"dora","dora_marker":"9m"}"#], "dora"),
        (&[START, deal, draw, r#"{"type":"reach","actor":0}"#], "reach"),
        (&[START, deal, draw, r#"{"type":"nukidora","actor":0,"pai":"N"}"#], "nukidora"),
    ];
    for (lines, expected) in cases {
        let error = refused(lines);
        let place = format!("line {}", lines.len());
        assert!(error.contains(expected) && error.starts_with(&place), "{lines:?}: {error}");
    }
    // Two seats may win on one discard.
    let mut bot = bot();
    for line in [START, deal, draw, discard, win, win, ends, deal, draw] {
        bot.react(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

#[test]
fn after_an_error_the_game_goes_on() {
    let mut bot = bot();
    bot.react(START).unwrap();
    bot.react(&round(HAND)).unwrap();
    bot.react(r#"{"type":"tsumo","actor":2,"pai":"?"}"#).unwrap_err();
    let reply = bot.react(r#"{"type":"tsumo","actor":0,"pai":"9s"}"#).unwrap().unwrap();
    assert!(reply.contains("dahai"), "{reply}");
    // A decision is made once, whatever comes before the discard.
    let reply = bot.react(r#"{"type":"none"}"#).unwrap().unwrap();
    assert_eq!(reply, r#"{"type":"none"}"#);
    assert_eq!(bot.react("  ").unwrap(), None);
}

#[test]
fn a_greeting_is_answered_and_a_stream_is_served() {
    let mut bot = bot().with_name("me");
    let input =
        format!("{}\n{START}\n{}\n", r#"{"type":"hello","protocol":"mjsonp"}"#, round(HAND));
    let mut output = Vec::new();
    bot.serve(input.as_bytes(), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], r#"{"type":"join","name":"me","room":"default"}"#);
    assert_eq!(lines[1..], [r#"{"type":"none"}"#; 2]);
}

const EVENTS: [&str; 30] = [
    r#"{"type":"tsumo","actor":0,"pai":"9s"}"#,
    r#"{"type":"tsumo","actor":0,"pai":"E"}"#,
    r#"{"type":"tsumo","actor":1,"pai":"?"}"#,
    r#"{"type":"tsumo","actor":2,"pai":"?"}"#,
    r#"{"type":"tsumo","actor":3,"pai":"?"}"#,
    r#"{"type":"dahai","actor":0,"pai":"9s","tsumogiri":true}"#,
    r#"{"type":"dahai","actor":0,"pai":"E","tsumogiri":false}"#,
    r#"{"type":"dahai","actor":0,"pai":"1m","tsumogiri":false}"#,
    r#"{"type":"dahai","actor":1,"pai":"E","tsumogiri":true}"#,
    r#"{"type":"dahai","actor":2,"pai":"3p","tsumogiri":false}"#,
    r#"{"type":"dahai","actor":3,"pai":"6s","tsumogiri":false}"#,
    r#"{"type":"reach","actor":1}"#,
    r#"{"type":"reach","actor":2}"#,
    r#"{"type":"reach_accepted","actor":1}"#,
    r#"{"type":"reach_accepted","actor":2}"#,
    r#"{"type":"chi","actor":0,"target":3,"pai":"6s","consumed":["7s","8s"]}"#,
    r#"{"type":"pon","actor":0,"target":1,"pai":"E","consumed":["E","E"]}"#,
    r#"{"type":"pon","actor":1,"target":2,"pai":"3p","consumed":["3p","3p"]}"#,
    r#"{"type":"daiminkan","actor":2,"target":3,"pai":"6s","consumed":["6s","6s","6s"]}"#,
    r#"{"type":"ankan","actor":1,"consumed":["W","W","W","W"]}"#,
    r#"{"type":"ankan","actor":2,"consumed":["5m","5m","5m","5mr"]}"#,
    r#"{"type":"kakan","actor":0,"pai":"E","consumed":["E","E","E"]}"#,
    r#"{"type":"kakan","actor":1,"pai":"3p","consumed":["3p","3p","3p"]}"#,
    r#"{"type":"nukidora","actor":1,"pai":"N"}"#,
    r#"{"type":"dora","dora_marker":"3s"}"#,
    r#"{"type":"hora","actor":1,"target":0}"#,
    r#"{"type":"ryukyoku"}"#,
    r#"{"type":"end_kyoku"}"#,
    r#"{"type":"end_game"}"#,
    START,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_order_of_events_makes_a_bot_panic(order in proptest::collection::vec(0..32usize, 0..120)) {
        let mut bot = bot();
        bot.react(START).unwrap();
        bot.react(&round(HAND)).unwrap();
        let deal = round(HAND);
        for place in order {
            let line = EVENTS.get(place).copied().unwrap_or(&deal);
            if let Err(error) = bot.react(line) {
                assert!(error.to_string().starts_with("line "));
            }
        }
    }

    #[test]
    fn no_text_makes_a_bot_panic(text in any::<String>(), at in 0..200usize, cut in any::<char>()) {
        let mut bot = bot();
        let _ = bot.react(&text);
        let mut line: Vec<char> = round(HAND).chars().collect();
        let at = at % line.len();
        line[at] = cut;
        bot.react(START).unwrap();
        let _ = bot.react(&line.into_iter().collect::<String>());
    }
}
