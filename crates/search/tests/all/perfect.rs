//! Perfect information: tic-tac-toe is solved, and proofs are correct.

use facedown_game::{ActionBuf, Game, Rng, Seat, Turn};
use facedown_search::{Algorithm, Budget, Control, SearchConfig, Searcher, Stop, Wins};
use facedown_testkit::toys::{Board, TicTacToe};
use std::sync::Arc;

const GAME: TicTacToe = TicTacToe;

fn searcher(root_trees: u32) -> Searcher<TicTacToe> {
    let config = SearchConfig { algorithm: Algorithm::Uct, root_trees, ..SearchConfig::default() };
    Searcher::new(GAME, config).unwrap().with_utility(Arc::new(Wins))
}

/// The value of a board to the seat to act, by looking at everything.
fn minimax(board: Board) -> i32 {
    let Turn::Act(seat) = GAME.turn(&board) else {
        unreachable!("asked for boards with a move");
    };
    after_each(board).map(|(_, next)| value_to(next, seat)).max().unwrap()
}

fn value_to(board: Board, seat: Seat) -> i32 {
    match GAME.turn(&board) {
        Turn::Act(mover) if mover == seat => minimax(board),
        Turn::Act(_) => -minimax(board),
        Turn::Over | Turn::Chance => GAME.scores(&board)[seat],
    }
}

fn after_each(board: Board) -> impl Iterator<Item = (u8, Board)> {
    let mut list = <TicTacToe as Game>::LegalActions::default();
    GAME.legal_actions(&board, &mut list);
    let moves: Vec<u8> = list.as_slice().to_vec();
    moves.into_iter().map(move |square| {
        let mut next = board;
        GAME.apply(&mut next, square, &mut ());
        (square, next)
    })
}

fn random_board(moves: usize, rng: &mut Rng) -> Board {
    loop {
        let mut board = Board::default();
        for _ in 0..moves {
            let next: Vec<_> = after_each(board).collect();
            if let Some((_, after)) = rng.choose(&next) {
                board = *after;
            }
        }
        if GAME.turn(&board) != Turn::Over {
            return board;
        }
    }
}

#[test]
fn the_empty_board_is_proven_a_draw() {
    let mut searcher = searcher(1);
    let budget = Budget::iterations(3_000_000);
    let answer = searcher.search_state(&Board::default(), budget, Control::default()).unwrap();
    assert_eq!(answer.totals.stop, Stop::Proven, "{answer:?}");
    assert_eq!(answer.best().proven, Some(0.0));
    assert_eq!(answer.best().mean, Some(0.0));
}

#[test]
fn every_move_of_sampled_positions_is_optimal_and_every_proof_is_right() {
    let mut rng = Rng::new(5);
    let (mut searcher, mut proofs) = (searcher(2), 0);
    for position in 0..150 {
        let board = random_board(1 + position % 7, &mut rng);
        let Turn::Act(seat) = GAME.turn(&board) else { continue };
        let budget = Budget::iterations(20_000);
        let answer = searcher.search_state(&board, budget, Control::default()).unwrap();
        let best = answer.best();
        let after = after_each(board).find(|(square, _)| *square == best.action).unwrap().1;
        assert_eq!(value_to(after, seat), minimax(board), "{board:?}\n{answer:?}");
        for (square, next) in after_each(board) {
            let report = answer.actions.iter().find(|report| report.action == square).unwrap();
            if let Some(proven) = report.proven {
                assert!((proven - f64::from(value_to(next, seat))).abs() < 1e-9, "{board:?}");
                proofs += 1;
            }
        }
    }
    assert!(proofs > 300, "{proofs}");
}

#[test]
fn without_known_bounds_a_win_is_found_too_and_proven_once_all_moves_are() {
    let config = SearchConfig { algorithm: Algorithm::Uct, ..SearchConfig::default() };
    let mut searcher = Searcher::new(GAME, config).unwrap();
    let mut rng = Rng::new(6);
    for _ in 0..30 {
        let board = random_board(5, &mut rng);
        let Turn::Act(_) = GAME.turn(&board) else { continue };
        let budget = Budget::iterations(50_000);
        let answer = searcher.search_state(&board, budget, Control::default()).unwrap();
        assert_eq!(answer.totals.stop, Stop::Proven);
        assert_eq!(answer.best().proven, Some(f64::from(minimax(board))));
        assert!(answer.actions.iter().all(|report| report.proven.is_some()));
    }
}

#[test]
fn information_set_search_plays_games_without_secrets_too() {
    let mut rng = Rng::new(9);
    for algorithm in [Algorithm::SoIsmcts, Algorithm::MoIsmcts, Algorithm::Determinized] {
        let config =
            SearchConfig { algorithm, root_trees: 2, worlds: 2, ..SearchConfig::default() };
        let mut searcher = Searcher::new(GAME, config).unwrap();
        for _ in 0..15 {
            let board = random_board(4, &mut rng);
            let Turn::Act(seat) = GAME.turn(&board) else { continue };
            let budget = Budget::iterations(20_000);
            let answer = searcher.search_state(&board, budget, Control::default()).unwrap();
            let action = answer.best().action;
            let after = after_each(board).find(|(square, _)| *square == action).unwrap().1;
            assert_eq!(value_to(after, seat), minimax(board), "{algorithm:?} {board:?}");
        }
    }
}
