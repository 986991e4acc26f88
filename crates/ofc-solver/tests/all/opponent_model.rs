//! Opponents with incomplete boards.

use facedown_cards::{PackCard, PackSet, parse_pack};
use facedown_game::Rng;
use facedown_ofc::endgame::{Endgame, Partial};
use facedown_ofc::{Board, Row, Rules, Scorer, Stakes};
use facedown_ofc_solver::{ModelConfig, OpponentModel, OpponentSampling, Position, Streets};

const STAKES: Stakes = Stakes { foul: 6.0, entry: [10.0, 14.0, 20.0, 26.0, 33.0] };

fn cards(text: &str) -> PackSet {
    parse_pack(text).unwrap().into_iter().collect()
}

/// Returns every way to put two of the cards on a board.
fn fillings(board: &Partial, cards: &[PackCard]) -> Vec<Partial> {
    let mut all = Vec::new();
    for first in cards {
        for second in cards.iter().filter(|card| *card != first) {
            for (a, b) in Row::ALL.into_iter().flat_map(|a| Row::ALL.map(|b| (a, b))) {
                let mut rows = board.rows();
                rows[a as usize].insert(*first);
                rows[b as usize].insert(*second);
                all.extend(Partial::new(rows));
            }
        }
    }
    all
}

#[test]
fn no_card_comes_to_the_seat_and_to_an_opponent() {
    // Six cards are left: whatever three come to the seat, the opponent gets the others. It has
    // trip aces at the bottom, and a full house where both kings come to it.
    let left = "Kc Kd 2c 3d 4h 5s";
    let board: Partial = "6s 6d / Ts Td 8c / Js Jh 2d 2h".parse().unwrap();
    let deal = parse_pack("8d 3c Qh").unwrap();
    let theirs: Partial = "Qs Jd 9c / 7c 7d 8s Th 9h / As Ad Ah".parse().unwrap();
    let held = cards(left) | board.cards() | deal.iter().copied().collect() | theirs.cards();
    let dead = PackCard::all().take(52).collect::<PackSet>() - held;
    let position = Position::new(&Rules::STANDARD, board, &deal, &[theirs], dead).unwrap();
    let opponent_model = OpponentModel::new(&position, STAKES, 1).unwrap();
    assert!(opponent_model.is_modelled());

    let scorer = Scorer::new(&Rules::STANDARD).unwrap();
    let rows = |board: &Partial| scorer.rows(&Board::new(board.rows()).unwrap());
    let points = |mine: &Partial, theirs: &Partial| {
        let entry = rows(mine).and_then(|rows| scorer.entry(rows));
        let value = entry.map_or(0.0, |cards| STAKES.entry[usize::from(cards) - 13]);
        f64::from(scorer.points(rows(mine), rows(theirs))) + value
    };
    let six = parse_pack(left).unwrap();
    let value = |board: &Partial| {
        let mut sum = 0.0;
        let draws: Vec<u32> = (0..64_u32).filter(|mask| mask.count_ones() == 3).collect();
        for mask in &draws {
            let (mut mine, mut rest) = (Vec::new(), Vec::new());
            for (i, card) in six.iter().enumerate() {
                if mask >> i & 1 == 1 { mine.push(*card) } else { rest.push(*card) }
            }
            let ends = fillings(&theirs, &rest);
            let royalties = |end: &&Partial| rows(end).map(|rows| scorer.royalties(rows));
            let end = ends.iter().max_by_key(royalties).unwrap();
            let all = fillings(board, &mine);
            sum += all.iter().map(|board| points(board, end)).fold(f64::NEG_INFINITY, f64::max);
        }
        sum / draws.len() as f64
    };
    let found = opponent_model.solve(&position).unwrap();
    assert!(found.len() > 5);
    for placement in &found {
        let expected = value(&placement.board);
        assert!((placement.value - expected).abs() < 1e-3, "{} {expected}", placement.value);
    }
}

#[test]
fn a_complete_board_is_not_modelled() {
    let board: Partial = "Qs Qd / Kc Kh 4d / 9s 9d 9h 2c".parse().unwrap();
    let deal = parse_pack("Kd 2d 7s").unwrap();
    let text = "Ah Ac 2h / 5c 5d 5h 8c 8h / Tc Td Th Js Jd";
    let theirs: Partial = text.parse().unwrap();
    let position =
        Position::new(&Rules::STANDARD, board, &deal, &[theirs], PackSet::EMPTY).unwrap();
    let opponent_model = OpponentModel::new(&position, STAKES, 1).unwrap();
    assert!(!opponent_model.is_modelled());
    let endgame = Endgame::new(&Rules::STANDARD, STAKES).unwrap();
    let rows = endgame.scorer().rows(&text.parse::<Board>().unwrap());
    let endgame = endgame.against(&[vec![rows]]).unwrap();
    let expected = endgame.solve(&board, &deal, theirs.cards()).unwrap();
    assert_eq!(opponent_model.solve(&position).unwrap(), expected);
}

#[test]
fn opponents_play_for_points_and_seldom_foul() {
    // From an empty board, samples are those of a player: fouls are the exception.
    let deal = parse_pack("As Ad Kc 7h 2s").unwrap();
    let empty = [Partial::EMPTY];
    let position =
        Position::new(&Rules::STANDARD, Partial::EMPTY, &deal, &empty, PackSet::EMPTY).unwrap();
    let opponent_model = OpponentModel::new(&position, STAKES, 1).unwrap();
    assert_eq!(opponent_model.samples(), 512);
    assert!(opponent_model.fouls() < 0.35, "{}", opponent_model.fouls());
}

/// Plays the first streets of a hand by the evaluator; returns the board and the discards.
fn played(streets: usize, pack: &mut Vec<PackCard>) -> (Partial, Vec<PackCard>) {
    let (mut board, mut discards) = (Partial::EMPTY, Vec::new());
    for street in 0..streets {
        let deal: Vec<PackCard> = pack.drain(..if street == 0 { 5 } else { 3 }).collect();
        let dead = discards.iter().copied().collect();
        let position = Position::new(&Rules::STANDARD, board, &deal, &[], dead).unwrap();
        let opponent_model = OpponentModel::new(&position, STAKES, 0).unwrap();
        let afters = Streets::afters(&position);
        let streets = Streets::new(opponent_model, STAKES);
        let best = afters.iter().max_by(|a, b| streets.estimate(a).total_cmp(&streets.estimate(b)));
        let best = best.unwrap();
        board = best.board;
        discards.extend(best.discard);
    }
    (board, discards)
}

#[test]
fn inference_makes_the_true_discards_more_likely() {
    // The mean log ratio of the inferred to the uniform probability of the true discards.
    let (mut gain, mut discarded) = (0.0, 0.0);
    for hand in 0..60 {
        let mut pack: Vec<PackCard> = PackCard::all().take(52).collect();
        Rng::stream(17, hand).shuffle(&mut pack);
        let (theirs, discards) = played(4, &mut pack);
        let deal: Vec<PackCard> = pack.drain(..5).collect();
        let empty = Partial::EMPTY;
        let position =
            Position::new(&Rules::STANDARD, empty, &deal, &[theirs], PackSet::EMPTY).unwrap();
        let config = ModelConfig { samples: 1, infer_discards: true, ..ModelConfig::default() };
        let opponent_model = OpponentModel::with_config(&position, STAKES, 1, config).unwrap();
        let chances = &opponent_model.discards().unwrap().chances()[0];
        let sum: f64 = chances.iter().map(|(_, chance)| chance).sum();
        assert!((sum - discards.len() as f64).abs() < 1e-9);
        let uniform = sum / chances.len() as f64;
        for card in discards {
            let (_, chance) = chances.iter().find(|(other, _)| *other == card).unwrap();
            gain += facedown_game::math::ln(chance / uniform);
            discarded += 1.0;
        }
    }
    let mean = gain / discarded;
    println!("{mean:.3} nats a card better than chance, over {discarded} cards");
    assert!(mean > 0.02, "{mean}");
}

#[test]
fn a_model_of_fewer_samples_has_the_first_of_a_larger_one() {
    let deal = parse_pack("As Ad Kc 7h 2s").unwrap();
    let empty = [Partial::EMPTY, Partial::EMPTY];
    let position =
        Position::new(&Rules::STANDARD, Partial::EMPTY, &deal, &empty, PackSet::EMPTY).unwrap();
    let sampling = || OpponentSampling::new(&position, STAKES, 1, ModelConfig::default()).unwrap();
    let mut early = sampling();
    for _ in 0..5 {
        early.advance();
    }
    assert_eq!(early.samples(), 20);
    // A power of two of samples.
    let early = early.finish().unwrap();
    assert_eq!((early.samples(), early.is_modelled()), (16, true));
    let config = ModelConfig { samples: 16, ..ModelConfig::default() };
    let small = OpponentModel::with_config(&position, STAKES, 1, config).unwrap();
    assert_eq!(small.royalties().to_bits(), early.royalties().to_bits());
    assert_eq!(small.fouls().to_bits(), early.fouls().to_bits());
    // At least four, even if one is requested.
    let config = ModelConfig { samples: 1, ..config };
    assert_eq!(OpponentModel::with_config(&position, STAKES, 1, config).unwrap().samples(), 4);
}

#[test]
fn a_model_does_not_depend_on_threads() {
    let board: Partial = "Qs / 7c 7d 2h / 9s Ts Js 8s 2s".parse().unwrap();
    let deal = parse_pack("Qd 8d 4c").unwrap();
    let theirs: Partial = "Ah / Kd Kc 5d / 6h 6c 3h".parse().unwrap();
    let position =
        Position::new(&Rules::STANDARD, board, &deal, &[theirs], PackSet::EMPTY).unwrap();
    let solve = |parallel| {
        let config = ModelConfig { parallel, ..ModelConfig::default() };
        let model = OpponentModel::with_config(&position, STAKES, 1, config).unwrap();
        model.solve(&position).unwrap()
    };
    assert_eq!(solve(false), solve(true));
}
