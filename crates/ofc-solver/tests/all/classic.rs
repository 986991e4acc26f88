//! Classic dealing: five cards, then one at a time.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Control;
use facedown_ofc::endgame::{ClassicStreet, Endgame, Partial};
use facedown_ofc::{Board, Row, Rules, Scorer};
use facedown_ofc_solver::placements::{
    Method, PlacementsAnswer, PlacementsConfig, PlacementsSearch, solve_placements,
};
use facedown_ofc_solver::{Position, stakes};
use facedown_search::{Allowance, Budget, Stop};

const BUDGET: Budget = Budget::iterations(200);
const OTHER: &str = "Ah Ac 2c / Kd Kc 5d 5c 8c / 6h 6c 3h 3d 6s";

fn position(board: &str, deal: &str, opponents: &[&str]) -> Position {
    Position::parse(&Rules::CLASSIC, board, deal, opponents, "").unwrap()
}

fn untimed(answer: PlacementsAnswer) -> PlacementsAnswer {
    let mut answer = answer;
    (answer.seconds, answer.table_lookups) = (0.0, [0; 2]);
    answer
}

fn solve(position: &Position, config: &PlacementsConfig) -> PlacementsAnswer {
    untimed(solve_placements(position, config, BUDGET, Control::default()).unwrap())
}

#[test]
fn streets_are_counted_by_the_cards_placed() {
    for (board, street) in [
        ("/ /", 1),
        ("Qs / 7c 7d / 9s Ts", 2),
        ("Qs / 7c 7d / 9s Ts Js", 3),
        ("Qs Qd / 7c 7d 2h 2d / 9s Ts Js 8s 3s", 8),
        ("Qs Qd Kc / 7c 7d 2h 2d / 9s Ts Js 8s 3s", 9),
    ] {
        let deal = if street == 1 { "As Kd 7h 4c 2s" } else { "4h" };
        assert_eq!(position(board, deal, &[]).street(), street);
    }
    let said = |board: &str, deal: &str, opponents: &[&str]| {
        Position::parse(&Rules::CLASSIC, board, deal, opponents, "").unwrap_err().to_string()
    };
    assert_eq!(
        said("Qs / 7c / 9s", "4h", &[]),
        "3 cards placed, expected 0, 5, 6, 7, 8, 9, 10, 11 or 12"
    );
    assert_eq!(said("Qs / 7c 7d / 9s Ts", "4h 5h 6h", &[]), "3 cards dealt, expected 1");
    assert_eq!(
        said("", "As Kd 7h 4c 2s", &["/ / 2d"]),
        "1 cards on an opponent's board, expected 0, 5, 6, 7, 8, 9, 10, 11, 12 or 13"
    );
    let ends = ["Qs Qd 2s / 3s 4s 5s 6s 7s / 8s 9s Ts Js Ks"; 3];
    assert!(said("", "As Kd 7h 4c 2h", &ends).contains("is there twice"));
}

#[test]
fn late_streets_are_exact_alone_and_against_a_board() {
    for opponents in [&[][..], &[OTHER]] {
        for (board, street) in [
            ("Qs / 7c 7d 2h 4c / 9s Ts Js", 5),
            ("Qs Qd / 7c 7d 2h / 9s Ts Js 8s", 6),
            ("Qs Qd / 7c 7d 2h 2d / 9s Ts Js 8s", 7),
            ("Qs Qd / 7c 7d 2h 2d / 9s Ts Js 8s 3s", 8),
            ("Qs Qd 4d / 7c 7d 2h 2d / 9s Ts Js 8s 3s", 9),
        ] {
            let position = position(board, "Kh", opponents);
            let one = PlacementsConfig::default();
            let answer = solve(&position, &one);
            assert!(answer.exact && answer.street == street && answer.stop_reason == Stop::Proven);
            assert_eq!(solve(&position, &PlacementsConfig { threads: 3, ..one }), answer);
            let mut search =
                PlacementsSearch::begin(&position, &one, BUDGET, &facedown_game::ProcessClock)
                    .unwrap();
            while search.advance(Allowance::units(2)).unwrap() {}
            assert_eq!(untimed(search.answer().unwrap()), answer);
            assert!(answer.placements.iter().all(|placement| placement.discard.is_none()));
        }
    }
}

/// Returns the mean value of a board over all cards to come, by plain recursion.
fn plain(scorer: &Scorer, entry: f64, rows: [PackSet; 3], unseen: PackSet) -> f64 {
    if let Ok(board) = Board::new(rows) {
        let rows = scorer.rows(&board);
        let worth = |rows| scorer.entry(rows).map_or(0.0, |_| entry);
        return rows.map_or(-6.0, |rows| f64::from(scorer.royalties(rows)) + worth(rows));
    }
    let mean = unseen.iter().map(|card| {
        let left = unseen - PackSet::EMPTY.with(card);
        best(scorer, entry, rows, card, left).0
    });
    mean.sum::<f64>() / unseen.len() as f64
}

fn best(
    scorer: &Scorer,
    entry: f64,
    rows: [PackSet; 3],
    card: PackCard,
    left: PackSet,
) -> (f64, [PackSet; 3]) {
    let open = Row::ALL.into_iter().filter(|row| rows[*row as usize].len() < row.size());
    let values = open.map(|row| {
        let mut next = rows;
        next[row as usize].insert(card);
        (plain(scorer, entry, next, left), next)
    });
    values.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

#[test]
fn the_solver_equals_brute_force_over_the_last_three_cards() {
    let scorer = Scorer::new(&Rules::CLASSIC).unwrap();
    let entry = stakes(&Rules::CLASSIC).unwrap().entry[0];
    // Twelve unseen cards.
    let dead =
        "As Ad 2c 2s 3s 3c 4d 4h 4s 5h 5s 7s 8d 8h 9c 9d Td Th Jd Jc Kc Kh Ac Ah 5c 6c 6h Qc";
    for (board, deal) in [
        ("Qs Qd / 7c 7d 2h / 9s Ts Js 8s", "Kd"),
        ("Qs / 7c 7d 2h 2d / 9s Ts Js 8s", "Qd"),
        ("/ 7c 7d 2h 7h / 9s Ts Js 8s Ks", "Qd"),
    ] {
        let position = Position::parse(&Rules::CLASSIC, board, deal, &[], dead).unwrap();
        let answer = solve(&position, &PlacementsConfig::default());
        for placement in &answer.placements {
            let value = plain(&scorer, entry, placement.board.rows(), position.unseen());
            assert!((placement.expectation.value - value).abs() < 1e-3, "{}", placement.board);
        }
        let (most, rows) =
            best(&scorer, entry, position.board().rows(), position.deal()[0], position.unseen());
        assert!((answer.placements[0].expectation.value - most).abs() < 1e-3);
        assert_eq!(answer.placements[0].board.rows(), rows);
    }
}

#[test]
fn street_4_is_exact_on_request_and_a_search_agrees_with_it() {
    // Few cards are left, so that it takes no time.
    let dead =
        "As Ad 2c 2s 3s 3c 4d 4h 4s 5h 5s 7s 8d 9c 9d Td Jd Kc Ac Ah 5c 6c 6h Qc 8s 7h 3d 3h";
    let board = "Qs / 7c 7d 2h / 9s Ts Js";
    let position = Position::parse(&Rules::CLASSIC, board, "Qd", &[], dead).unwrap();
    assert_eq!(position.street(), 4);
    let exact = solve(&position, &PlacementsConfig { exact: true, ..PlacementsConfig::default() });
    assert!(exact.exact);
    let endgame = Endgame::new(&Rules::CLASSIC, stakes(&Rules::CLASSIC).unwrap()).unwrap();
    let mut street =
        ClassicStreet::new(endgame, position.board(), position.deal()[0], position.dead()).unwrap();
    street.advance(usize::MAX);
    let found: Vec<(Partial, f64)> =
        street.placements().unwrap().iter().map(|(board, of)| (*board, of.value)).collect();
    let answered: Vec<(Partial, f64)> =
        exact.placements.iter().map(|p| (p.board, p.expectation.value)).collect();
    assert_eq!(found, answered);
    let budget = Budget::iterations(2000);
    let config = PlacementsConfig::default();
    let searched = solve_placements(&position, &config, budget, Control::default()).unwrap();
    assert_eq!((searched.method, searched.exact), (Method::Searched, false));
    // A search plays on by the evaluator up to ten cards, so that it is no better than exact play.
    for placement in &searched.placements {
        let same = exact.placements.iter().find(|p| p.board == placement.board).unwrap();
        let [low, _] = placement.interval.unwrap();
        let error = placement.expectation.value - low;
        assert!(placement.expectation.value < same.expectation.value + 1.5 * error);
    }
    let chosen = exact.placements.iter().find(|p| p.board == searched.placements[0].board);
    assert!(chosen.unwrap().behind < 0.5, "{}", chosen.unwrap().behind);
}

#[test]
fn early_streets_are_searched_alike_on_any_number_of_threads_and_in_slices() {
    for position in [
        position("", "As Kd 7h 7c 2s", &[]),
        position("", "As Kd 7h 7c 2s", &["Qh / 5d 5c / 9h 8h"]),
        position("Qs / 7c 7d / 9s Ts", "Qd", &["Ah / Kd Kc 5h / 6h 6c"]),
        position("Qs / 7c 7d / 9s Ts Js", "Qd", &[OTHER]),
        // Street 5, with an opponent whose board is not complete.
        position("Qs / 7c 7d 2h / 9s Ts Js 8s", "Kh", &["Ah / Kd Kc 5h 5d / 6h 6c"]),
    ] {
        let config = PlacementsConfig { seed: 3, samples: Some(24), ..PlacementsConfig::default() };
        let answer = solve(&position, &config);
        assert_eq!(answer.method, Method::Searched);
        assert_eq!(solve(&position, &PlacementsConfig { threads: 3, ..config }), answer);
        let mut search =
            PlacementsSearch::begin(&position, &config, BUDGET, &facedown_game::ProcessClock)
                .unwrap();
        while search.advance(Allowance::units(17)).unwrap() {}
        assert_eq!(untimed(search.answer().unwrap()), answer);
        let count = if position.street() == 1 { 232 } else { 3 };
        assert_eq!(answer.placements.len(), count);
        assert_eq!(
            answer.placements[0].expectation.rows.is_some(),
            !position.opponents().is_empty()
        );
    }
}

#[test]
fn a_flush_draw_goes_to_the_bottom() {
    let position = position("", "As 9s 6s 3s 2h", &[]);
    let config = PlacementsConfig { seed: 1, ..PlacementsConfig::default() };
    let budget = Budget::iterations(4000);
    let answer = solve_placements(&position, &config, budget, Control::default()).unwrap();
    let bottom = answer.placements[0].board.row(Row::Bottom);
    assert!(bottom.len() >= 3 && !bottom.contains("2h".parse().unwrap()), "{bottom}");
    assert!(answer.placements[0].expectation.foul < 0.5);
}

#[test]
fn late_streets_against_open_boards_are_modelled() {
    for (board, deal) in [
        ("Qs Qd / 7c 7d 2h / 9s Ts Js 8s", "Kh"),
        ("Qs Qd / 7c 7d 2h 2d / 9s Ts Js 8s 3s", "Kh"),
        ("Qs Qd 4d / 7c 7d 2h 2d / 9s Ts Js 8s 3s", "Kh"),
    ] {
        let position = position(board, deal, &["Ah / Kd Kc 5h 5d / 6h 6c 6d"]);
        let config = PlacementsConfig { samples: Some(128), ..PlacementsConfig::default() };
        let answer = solve(&position, &config);
        assert_eq!((answer.method, answer.exact), (Method::Enumerated, false));
        assert!(answer.modelled.as_ref().unwrap().starts_with("128 samples"));
        assert_eq!(solve(&position, &PlacementsConfig { threads: 2, ..config }), answer);
    }
}

#[test]
fn options_that_need_discards_are_refused() {
    let position = position("", "As Kd 7h 7c 2s", &["Qh / 5d 5c / 9h 8h"]);
    let said = |config: PlacementsConfig| {
        solve_placements(&position, &config, BUDGET, Control::default()).unwrap_err().to_string()
    };
    let default = PlacementsConfig::default();
    assert!(said(PlacementsConfig { infer_discards: true, ..default }).starts_with("discards are"));
    assert!(said(PlacementsConfig { infer_styles: true, ..default }).starts_with("styles are"));
    let street_4 = self::position("Qs / 7c 7d 2h / 9s Ts Js", "Qd", &["Ah / Kd Kc 5d / 6h 6c 3h"]);
    let exact = PlacementsConfig { exact: true, ..default };
    let error = solve_placements(&street_4, &exact, BUDGET, Control::default()).unwrap_err();
    assert!(error.to_string().contains("not complete"), "{error}");
}
