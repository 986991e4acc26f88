//! `facedown ofc fantasy` and `facedown ofc solve`.

use crate::common::{good, json, refused};

const FOURTEEN: &str = "Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc";
const BOARD: &str = "Qs Qd / Kc Kh 4d / 9s 9d 9h 2c";
const OTHER: &str = "Ah Ac 2h / 5c 5d 5h 8c 8h / Tc Td Th Js Jd";

#[test]
fn the_best_setting_of_fantasyland_is_shown_in_rows() {
    let shown = good(&["ofc", "fantasy", FOURTEEN]);
    assert!(shown.starts_with("      top  Jc 7h 8s\n   middle  Ac Ad Kd Ah Kh\n"), "{shown}");
    assert!(shown.contains("\nroyalties  22\n"), "{shown}");
    assert!(shown.contains("\n    stays  yes (value "), "{shown}");
}

#[test]
fn equally_good_settings_are_listed_on_request() {
    let shown = good(&["ofc", "fantasy", FOURTEEN, "--all", "2", "--stay", "0"]);
    assert_eq!(shown.matches("      top  ").count(), 2, "{shown}");
    assert!(shown.contains("settings are equally good"), "{shown}");
}

#[test]
fn a_setting_as_json_has_rows_and_value() {
    let rules = ["--rules", "joker-ultimate", "--stay", "20", "--json"];
    let hand = ["ofc", "fantasy", "AhAdX Kh Kd 9c 9d 9h 2s 2c 3d 7h 8s Jc"];
    let answer = json(&[&hand[..], &rules[..]].concat());
    let setting = &answer["settings"][0];
    assert_eq!(setting["stays"], true);
    let royalties = setting["royalties"].as_f64().unwrap();
    let value = setting["value"].as_f64().unwrap();
    assert!((value - royalties - 20.0).abs() < 1e-9, "{setting}");
}

#[test]
fn street_four_is_exact_alone_and_against_a_complete_board() {
    let alone = ["ofc", "solve", "--board", BOARD, "--deal", "Kd 2d 7s"];
    let shown = good(&alone);
    assert!(shown.contains("Exact: every deal was enumerated."), "{shown}");
    let against = good(&[&alone[..], &["--opponent", OTHER]].concat());
    assert!(against.contains("Exact: every deal was enumerated."), "{against}");
    assert!(against.contains("rows %") && !shown.contains("rows %"), "{against}");
    // The best placement is on the first line below the header and its rule.
    let best = shown.lines().nth(2).unwrap();
    assert!(best.contains("Kd") && best.contains("7s"), "{best}");
    for line in shown.lines().chain(against.lines()) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn a_search_is_the_same_for_the_same_seed_whatever_the_threads() {
    let ask = |threads| {
        let deal = ["ofc", "solve", "--deal", "As Ad Kc 7h 2s", "--iterations", "1000"];
        let mut answer =
            json(&[&deal[..], &["--seed", "3", "--json", "--threads", threads]].concat());
        answer["seconds"] = 0.into();
        answer
    };
    let answer = ask("1");
    assert_eq!(answer, ask("2"));
    assert_eq!(answer["exact"], false);
    assert_eq!(answer["how"], "searched");
    assert_eq!(answer["placements"].as_array().unwrap().len(), 232);
    // Nobody splits aces or puts them under nothing at all: the best keeps a high foul chance away.
    let best = &answer["placements"][0];
    assert!(best["foul"].as_f64().unwrap() < 0.5, "{best}");
}

#[test]
fn an_opponent_with_an_open_board_is_modelled_and_the_answer_says_so() {
    let args = ["ofc", "solve", "--board", BOARD, "--deal", "Kd 2d 7s", "--json"];
    let answer = json(&[&args[..], &["--opponent", "Ah / 5c 5d 8c 8h / Tc Td Th Js"]].concat());
    assert_eq!(answer["exact"], false);
    assert!(answer["modelled"].as_str().unwrap().contains("one opponent"));
    assert!(answer["placements"][0]["rows"][0].as_f64().unwrap() > 0.0);
}

#[test]
fn styles_of_opponents_are_inferred_on_request() {
    let board = ["--board", "Qs / 7c 7d 2h / 9s Ts Js", "--deal", "Qd 8s 4c"];
    let ask = |opponent: &str, rest: &[&str]| {
        let args = [&["ofc", "solve"], &board[..], &["--opponent", opponent]].concat();
        let args = [&args[..], &["--iterations", "100", "--json"], rest].concat();
        let mut answer = json(&args);
        answer["seconds"] = 0.into();
        answer
    };
    let streets = "Ah / Kd Kc / 6h 6c > / 5d / 3h";
    // Without the option streets have no effect.
    let plain = ask("Ah / Kd Kc 5d / 6h 6c 3h", &[]);
    assert_eq!(plain, ask(streets, &[]));
    assert!(plain.get("styles").is_none());
    let sum = |answer: &serde_json::Value| -> f64 {
        answer["styles"][0]
            .as_object()
            .unwrap()
            .values()
            .map(|chance| chance.as_f64().unwrap())
            .sum()
    };
    let now = ask(streets, &["--infer-styles"]);
    assert_eq!(now, ask(streets, &["--styles"]));
    assert!((sum(&now) - 1.0).abs() < 1e-9, "{now}");
    assert!(now["modelled"].as_str().unwrap().contains("styles"), "{now}");
    let past = "Ad Ac / 2d / Js 9c > 7s / Th / > / 4s / 6d";
    let more = ask(streets, &["--styles", "--past", past]);
    assert_ne!(more["styles"], now["styles"]);
    assert!((sum(&more) - 1.0).abs() < 1e-9, "{more}");
    let args = [&["ofc", "solve"], &board[..], &["--opponent", streets, "--styles"]].concat();
    let shown = good(&[&args[..], &["--iterations", "100"]].concat());
    assert!(shown.contains("\nStyle of opponent 1: balanced "), "{shown}");
    let other = refused(&[&args[..], &["--past", "2: Ah / Kd Kc / 6h 6c"]].concat());
    assert!(other.contains("no opponent 2, there are 1"), "{other}");
    let short = refused(&[&args[..], &["--past", "Ah / Kd Kc /"]].concat());
    assert!(short.contains("3 cards on a board"), "{short}");
}

#[test]
fn hands_that_cannot_be_set_are_named() {
    let said = |cards: &str, rules: &str| refused(&["ofc", "fantasy", cards, "--rules", rules]);
    let twelve = "Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h";
    assert!(said(twelve, "standard").contains("12 cards, Fantasyland has 13 to 17"));
    let eighteen = format!("{FOURTEEN} 4c 4d 4h 4s");
    assert!(said(&eighteen, "standard").contains("18 cards, Fantasyland has 13 to 17"));
    assert!(said(&format!("{FOURTEEN} Ah"), "standard").contains("Ah"));
    let jokers = said(&format!("{FOURTEEN} X X X"), "joker-ultimate");
    assert!(jokers.contains('X') || jokers.contains("joker"), "{jokers}");
    let preset = said(FOURTEEN, "ultimat");
    assert!(preset.contains("'ultimat'") && preset.contains("ultimate"), "{preset}");
    assert!(said("Ah Zz", "standard").contains("'Zz'"));
    assert!(said("", "standard").contains("0 cards, Fantasyland has 13 to 17"));
    let shares = refused(&["ofc", "fantasy", FOURTEEN, "--opponent", OTHER]);
    assert!(shares.contains("is there twice"), "{shares}");
    let joker = FOURTEEN.replace("Jc", "X");
    assert!(said(&joker, "standard").contains("X is not in the pack of these rules"));
    assert!(said(&FOURTEEN.replace("Jc", "J"), "standard").contains("'J': a card is a rank"));
    let theirs = "2s 2h X / 5c 5d 5h 8c 8h / Tc Td Th Js X";
    let rules = ["--rules", "joker-ultimate", "--opponent", theirs];
    let jokers = refused(&[&["ofc", "fantasy", &joker], &rules[..]].concat());
    assert!(jokers.contains("3 jokers with the other cards, the pack has 2"), "{jokers}");
    let open = refused(&["ofc", "fantasy", FOURTEEN, "--opponent", "Qs / 4d / 5d"]);
    assert!(open.contains("top"), "{open}");
    let stay = refused(&["ofc", "fantasy", FOURTEEN, "--stay", "-3"]);
    assert!(stay.contains("-3"), "{stay}");
}

#[test]
fn the_value_of_fantasyland_can_be_set() {
    let args = ["ofc", "solve", "--board", BOARD, "--deal", "Kd 2d 7s", "--json"];
    let answer = json(&[&args[..], &["--worth", "1, 2.5,3,4,5"]].concat());
    assert_eq!(answer["fantasyland_values"], serde_json::json!([1.0, 2.5, 3.0, 4.0, 5.0]));
    let more = json(&[&args[..], &["--fantasyland-values", "1,12.5,3,4,5"]].concat());
    let value = |answer: &serde_json::Value| answer["placements"][0]["value"].as_f64().unwrap();
    // The queens on top are all but sure of Fantasyland with 14 cards.
    assert!((value(&more) - value(&answer) - 10.0).abs() < 0.1);
}

#[test]
fn lower_case_cards_are_read() {
    let lower = good(&["ofc", "fantasy", &FOURTEEN.to_lowercase()]);
    assert_eq!(lower, good(&["ofc", "fantasy", &FOURTEEN.to_uppercase()]));
}

#[test]
fn positions_that_cannot_be_are_named() {
    let said = |rest: &[&str]| refused(&[&["ofc", "solve"], rest].concat());
    let twice = |rest: &[&str], card: &str| {
        let text = said(rest);
        assert!(text.contains(&format!("{card} is there twice")), "{text}");
    };
    twice(&["--board", BOARD, "--deal", "Kc 2d 7s"], "Kc");
    twice(&["--board", BOARD, "--deal", "Kd 2d 7s", "--dead", "9h"], "9h");
    twice(&["--board", BOARD, "--deal", "Kd 2d 7s", "--dead", "7s"], "7s");
    twice(&["--board", BOARD, "--deal", "Kd 2d Tc", "--opponent", OTHER], "Tc");
    let whose = said(&["--board", BOARD, "--deal", "Kd 2d Tc", "--opponent", OTHER]);
    assert!(whose.contains("in the deal and on the board of opponent 1"), "{whose}");
    let suitless = said(&["--board", "Q / 8 / T", "--deal", "Kd 2d 7s"]);
    assert!(suitless.contains("on the board, top row: 'Q': a card is a rank and"), "{suitless}");
    let row = ["--board", BOARD, "--deal", "Kd 2d 7s", "--opponent", "Ah / Kc 5 / 6h"];
    assert!(said(&row).contains("opponent 1, middle row: '5'"), "{}", said(&row));
    let full = said(&["--board", "Qs Qd 2s 3s / Kc / 9s 9d 9h 2c", "--deal", "Kd 2d 7s"]);
    assert!(full.contains("top") && full.contains('4'), "{full}");
    let finished = "Qs Qd 2s / Kc Kh 4d 4c 3s / 9s 9d 9h 2c 2d";
    let done = said(&["--board", finished, "--deal", "Kd 3d 7s"]);
    assert!(done.contains("the board is finished"), "{done}");
    let jokers = ["--deal", "X X X 2c 3c", "--rules", "joker-ultimate"];
    let jokers = said(&jokers);
    assert!(jokers.contains("joker") || jokers.contains('X'), "{jokers}");
    let joker = said(&["--deal", "X 2c 3c 4c 5c"]);
    assert!(joker.contains("X is not in the pack"), "{joker}");
    let preset = said(&["--deal", "2c 3c 4c 5c 6c", "--rules", "deuce"]);
    assert!(preset.contains("'deuce'"), "{preset}");
    assert!(said(&["--deal", "2c 3c 4c 5c"]).contains("4 cards dealt, expected 5"));
    assert!(said(&["--board", BOARD, "--deal", "Kd 2d"]).contains("2 cards dealt, expected 3"));
    assert!(said(&["--board", "Qs / Kc / 9s", "--deal", "Kd 2d 7s"]).contains("3 cards placed"));
    let classic = said(&["--board", BOARD, "--deal", "Kd 2d 7s", "--rules", "classic"]);
    assert!(classic.contains("3 cards dealt, expected 1"), "{classic}");
    let threads = said(&["--board", BOARD, "--deal", "Kd 2d 7s", "--threads", "0"]);
    assert!(threads.contains("threads") && threads.contains('0'), "{threads}");
    let known = ["--board", BOARD, "--deal", "Kd 2d 7s"];
    for (rest, named) in [
        (["--seconds", "0"], "--seconds is 0"),
        (["--seconds", "nan"], "--seconds is NaN"),
        (["--seconds", "inf"], "--seconds is inf"),
        (["--seconds", "soon"], "'soon'"),
        (["--iterations", "0"], "--iterations is 0"),
        (["--threads", "100000"], "threads is 100000"),
        (["--worth", "1,2,3"], "3 numbers, expected 5"),
        (["--worth", "1,2,3,4,5,6"], "6 numbers, expected 5"),
        (["--worth", "1,2,3,4,many"], "'many'"),
        (["--worth", "1,2,3,4,nan"], "'nan'"),
        (["--worth", "1,2,3,4,501"], "'501'"),
        (["--opponent", ""], "1 rows"),
        (["--opponent", "Ah / Kd Kc 5d"], "2 rows"),
        (["--dead", "zz"], "'zz'"),
        (["--rules", ""], "no rules ''"),
    ] {
        let text = said(&[&known[..], &rest[..]].concat());
        assert!(text.contains(named), "{rest:?}: {text}");
    }
    assert!(said(&["--deal", ""]).contains("0 cards dealt, expected 5"));
    assert!(said(&["--board", "///", "--deal", "Kd 2d 7s"]).contains("4 rows"));
    let open = ["--board", "Qs / 7c 7d 2h / 9s Ts Js", "--deal", "Qd 8s 4c", "--exact"];
    let open = said(&[&open[..], &["--opponent", "Ah / Kd Kc 5d / 6h 6c 3h"]].concat());
    assert!(open.contains("not complete"), "{open}");
}

#[test]
fn boards_are_scored_row_by_row() {
    let mine = "Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h";
    let theirs = "As Kd 2c / 8c 8d 4c 4s 3c / Tc Td Th 2h 2d";
    let shown = good(&["ofc", "score", mine, theirs]);
    for part in [
        "    board  1\n      top  7c Qd Qs        pair of queens (7), 7\n",
        "   bottom  4h 5h 6h 7h 8h  straight flush to the eight, 15\nroyalties  24\n     foul  no\n",
        "  fantasy  enters with 14 cards; would stay\n   points  +24\n",
        " 1 against 2   +1      +1      +1     +3        +18     +24\n",
    ] {
        assert!(shown.contains(part), "{part}:\n{shown}");
    }
    let one = good(&["ofc", "score", mine]);
    assert!(!one.contains("board  1") && !one.contains("against"), "{one}");
    let open = good(&["ofc", "score", "Qs Qd 7c / 9c 9d / 4h 5h 6h 7h 8h", theirs]);
    assert!(open.contains("   middle  9c 9d           3 cards missing\n"), "{open}");
    assert!(open.contains("     foul  not yet decided\n"), "{open}");
    assert!(open.ends_with("Board 1 has 10 of 13 cards: no points.\n"), "{open}");
    let answer = json(&["ofc", "score", mine, theirs, "--json"]);
    assert_eq!(answer["boards"][0]["rows"][1]["hand"], "three nines (3 2)");
    assert_eq!(answer["pairs"][0]["points"], 24);
    assert_eq!(answer["rules"], "standard");
    let joker = "Ah Ad X / Kc Kd Qc Qd 2s / 3c 3d 3h 4c 4d";
    let joker = json(&["ofc", "score", joker, "--rules", "joker-ultimate", "--json"]);
    assert_eq!(joker["boards"][0]["fantasyland"], 16);
}

#[test]
fn boards_that_cannot_be_scored_are_named() {
    let said = |rest: &[&str]| refused(&[&["ofc", "score"], rest].concat());
    let mine = "Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h";
    let twice = said(&[mine, "7c / /"]);
    assert_eq!(twice, "7c is there twice, on board 1 and on board 2");
    let row = said(&["2c 3c 4c 5c / /"]);
    assert_eq!(row, "'2c 3c 4c 5c / /': 4 cards in the top row, expected 3");
    assert!(said(&["2c 3c 4y / /"]).contains("'4y'"));
    assert!(said(&["2c 3c 4c"]).contains("1 rows, expected top / middle / bottom"));
    assert!(said(&[mine, "--rules", "none"]).contains("'none'"));
    assert!(said(&["X / /"]).contains("X is not in the pack of these rules"));
    assert!(said(&["/ /", "/ /", "/ /", "/ /", "/ /"]).contains("5 boards, expected 1 to 4"));
}

#[test]
fn classic_dealing_is_solved() {
    let late = "Qs Qd / Kc Kh 4d 4c / 9s 9d 9h 2c";
    let shown = good(&["ofc", "solve", "--rules", "classic", "--board", late, "--deal", "2d"]);
    assert!(shown.starts_with(" top  mid  bottom  points  behind  foul "), "{shown}");
    assert!(shown.contains("\n -    -    2d "), "{shown}");
    assert!(shown.contains("Exact: every deal was enumerated."), "{shown}");
    let first = ["ofc", "solve", "--rules", "classic", "--deal", "As Kd 7h 7c 2s", "--json"];
    let first = json(&[&first[..], &["--iterations", "300"]].concat());
    assert_eq!((&first["street"], &first["how"]), (&1.into(), &"searched".into()));
    assert_eq!(first["placements"].as_array().unwrap().len(), 232);
    let styles = ["ofc", "solve", "--rules", "classic", "--deal", "As Kd 7h 7c 2s", "--styles"];
    assert!(refused(&styles).contains("styles are inferred with classic dealing"));
}

#[test]
fn search_parameters_are_options() {
    let args = ["ofc", "solve", "--deal", "As Kd 7h 7c 2s", "--iterations", "1000", "--json"];
    let with = |more: &[&str]| {
        let mut answer = json(&[&args[..], more].concat());
        answer.as_object_mut().unwrap().remove("seconds");
        answer
    };
    let plain = with(&[]);
    assert_eq!(with(&["--parallel", "leaf", "--threads", "2"]), plain);
    let visited = |answer: &serde_json::Value| {
        let placements = answer["placements"].as_array().unwrap().iter();
        placements.filter(|placement| placement["visits"] != 0).count()
    };
    assert_eq!(visited(&plain), 232);
    for option in ["--candidates", "--breadth"] {
        assert_eq!(visited(&with(&[option, "5"])), 5);
    }
    assert_ne!(with(&["--confidence-margin", "0.5", "--pruning-visits", "1"]), plain);
    let said = |more: &[&str]| refused(&[&args[..], more].concat());
    for (more, named) in [
        (["--candidates", "0"], "--candidates is 0"),
        (["--memory", "10"], "--memory is 10"),
        (["--parallel", "tree"], "'tree'"),
        (["--pruning-margin", "-1"], "--pruning-margin is -1"),
        (["--confidence-margin", "nan"], "--confidence-margin is NaN"),
    ] {
        assert!(said(&more).contains(named), "{more:?}: {}", said(&more));
    }
}
