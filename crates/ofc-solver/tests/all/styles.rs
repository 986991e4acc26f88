//! Playing styles of opponents, inferred from visible boards.

use facedown_cards::{PackCard, PackSet, parse_pack};
use facedown_game::math::ln;
use facedown_game::{ActionBuf, Game, Hidden, Policy, Rng, Seat, Turn, Worlds};
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Legal, Ofc, Rules, Stakes};
use facedown_ofc_solver::{
    ModelConfig, OpponentModel, Position, SeenBoard, SeenError, Steady, StreetScratch, Streets,
    Style, StyleModel, StyleOdds, stakes,
};

const STAKES: Stakes = Stakes { foul: 6.0, entry: [6.0, 12.0, 17.0, 24.0, 30.0] };

fn model() -> StyleModel {
    StyleModel::new(&Rules::STANDARD, STAKES).unwrap()
}

/// Returns the boards of a hand in a style, after each of the first streets.
fn hand(model: &StyleModel, style: Style, streets: usize, rng: &mut Rng) -> Vec<Partial> {
    let mut pack: Vec<PackCard> = PackCard::all().take(52).collect();
    rng.shuffle(&mut pack);
    let mut board = Partial::EMPTY;
    let mut place = |street: usize| {
        let deal = if street == 0 { 0..5 } else { 2 + 3 * street..5 + 3 * street };
        let unseen: PackSet = pack[deal.end..].iter().copied().collect();
        let scratch = &mut StreetScratch::default();
        board = model.place(scratch, style, &board, &pack[deal], unseen, rng);
        board
    };
    (0..streets).map(&mut place).collect()
}

fn seen(streets: &[Partial]) -> SeenBoard {
    SeenBoard::new(streets).unwrap()
}

#[test]
fn boards_of_a_style_make_it_likely() {
    let model = model();
    for style in Style::ALL {
        let (mut right, mut loss) = (0, 0.0);
        for player in 0..4 {
            let rng = &mut Rng::stream(style as u64, player);
            let boards: Vec<SeenBoard> =
                (0..6).map(|_| seen(&hand(&model, style, 4, rng))).collect();
            let odds = model.odds(&boards);
            right += usize::from(odds.likeliest().0 == style);
            loss -= ln(odds.chance(style)) / 4.0;
        }
        assert!(right >= 3, "{style}: {right} of 4");
        let prior = -ln(StyleOdds::PRIOR.chance(style));
        assert!(loss < prior, "{style}: a log loss of {loss}, {prior} by the prior");
    }
}

#[test]
fn boards_with_unknown_streets_are_less_informative() {
    let model = model();
    let (mut ordered, mut any, mut prior) = (0.0, 0.0, 0.0);
    for style in Style::ALL {
        for player in 0..6 {
            let streets = hand(&model, style, 2, &mut Rng::stream(10 + style as u64, player));
            ordered -= ln(model.odds(&[seen(&streets)]).chance(style));
            any -= ln(model.odds(&[SeenBoard::unordered(streets[1])]).chance(style));
            prior -= ln(StyleOdds::PRIOR.chance(style));
        }
    }
    assert!(ordered < any && any < prior, "{ordered} {any} {prior}");
    // Too many orders to enumerate: no update.
    let streets = hand(&model, Style::Bold, 5, &mut Rng::new(1));
    assert_eq!(model.odds(&[SeenBoard::unordered(streets[4])]), StyleOdds::PRIOR);
}

#[test]
fn a_player_by_the_evaluator_is_balanced() {
    let rules = Rules::STANDARD;
    let game = Ofc::new(rules).unwrap();
    let model = StyleModel::new(&rules, stakes(&rules).unwrap()).unwrap();
    let mut boards = Vec::new();
    for seed in 0..12 {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        let (mut bot, mut legal) = (Steady::network(), Legal::default());
        while let Turn::Act(seat) = game.turn(&state) {
            game.legal_actions(&state, &mut legal);
            let view = game.view(&state, seat);
            let action = bot.choose(&game, &view, legal.as_slice(), &mut rng);
            game.apply(&mut state, action, &mut ());
        }
        boards.push(SeenBoard::of_view(&game.view(&state, Seat::new(0)), Seat::new(1)));
        assert_eq!(boards.last().unwrap().streets().unwrap().len(), 5);
    }
    let odds = model.odds(&boards);
    assert!(odds.chance(Style::Balanced) > 0.7, "{:?}", odds.chances());
}

#[test]
fn only_visible_cards_are_used() {
    let game = Ofc::new(Rules::STANDARD).unwrap();
    let (me, other) = (Seat::new(0), Seat::new(1));
    let odds = |view: &facedown_ofc::View| {
        let seen = SeenBoard::of_view(view, other);
        let board = Partial::new(view.rows()).unwrap();
        let deal = view.hand();
        let position =
            Position::new(&Rules::STANDARD, board, deal, &[*seen.board()], view.discards());
        let position = position.unwrap().with_streets(&[seen]).unwrap();
        let config = ModelConfig { samples: 4, infer_styles: true, ..ModelConfig::default() };
        let opponent_model = OpponentModel::with_config(&position, STAKES, 7, config).unwrap();
        (
            opponent_model.styles().unwrap().to_vec(),
            opponent_model.royalties(),
            opponent_model.fouls(),
        )
    };
    let mut compared = 0;
    for seed in 0..4 {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        let mut legal = Legal::default();
        while let Turn::Act(seat) = game.turn(&state) {
            if seat == me && (1..4).contains(&state.table().street()) {
                let view = game.view(&state, me);
                let (world, _) = game.worlds(&view).unwrap().sample(&mut rng);
                assert_eq!(odds(&game.view(&world, me)), odds(&view));
                compared += usize::from(world.discards(other) != state.discards(other));
            }
            game.legal_actions(&state, &mut legal);
            let action = *rng.choose(legal.as_slice()).unwrap();
            game.apply(&mut state, action, &mut ());
        }
    }
    assert!(compared >= 6, "{compared}");
}

#[test]
fn without_the_option_streets_and_styles_change_nothing() {
    let streets: SeenBoard = "Ah / Kd Kc / 6h 6c > / 5d / 3h".parse().unwrap();
    let board = "Qs / 7c 7d 2h / 9s Ts Js".parse().unwrap();
    let deal = parse_pack("Qd 8s 4c").unwrap();
    let plain =
        Position::new(&Rules::STANDARD, board, &deal, &[*streets.board()], PackSet::EMPTY).unwrap();
    let styled = plain.clone().with_streets(&[streets]).unwrap();
    let styled = styled.with_styles(&[StyleOdds::known(Style::Bold)]);
    let results = |position: &Position, styles: bool| {
        let config = ModelConfig { samples: 64, infer_styles: styles, ..ModelConfig::default() };
        let opponent_model = OpponentModel::with_config(position, STAKES, 5, config).unwrap();
        let (fouls, royalties) = (opponent_model.fouls(), opponent_model.royalties());
        assert_eq!(opponent_model.styles().is_some(), styles);
        let streets = Streets::new(opponent_model, STAKES);
        let keys: Vec<u64> =
            Streets::afters(position).iter().map(|after| streets.key(after, &deal[..3])).collect();
        (fouls, royalties, keys)
    };
    assert_eq!(results(&plain, false), results(&styled, false));
    assert_ne!(results(&styled, true), results(&styled, false));
}

#[test]
fn bold_opponents_foul_more_often_than_cautious_ones() {
    let theirs = "Qh / 9d / Ah Jh 7h".parse::<SeenBoard>().unwrap();
    let deal = parse_pack("2c 3d 4s 6s 8d").unwrap();
    let position =
        Position::new(&Rules::STANDARD, Partial::EMPTY, &deal, &[*theirs.board()], PackSet::EMPTY);
    let position = position.unwrap().with_streets(&[theirs]).unwrap();
    let fouls = |style: Style| {
        let config = ModelConfig { samples: 256, infer_styles: true, ..ModelConfig::default() };
        let position = position.clone().with_styles(&[StyleOdds::known(style)]);
        let opponent_model = OpponentModel::with_config(&position, STAKES, 5, config).unwrap();
        assert!((opponent_model.styles().unwrap()[0].chance(style) - 1.0).abs() < 1e-12);
        opponent_model.fouls()
    };
    // The standard error of a difference is about 0.035.
    let (bold, cautious) = (fouls(Style::Bold), fouls(Style::Cautious));
    assert!(cautious + 0.1 < bold, "{cautious} {bold}");
}

#[test]
fn invalid_streets_are_named() {
    let said = |text: &str| text.parse::<SeenBoard>().unwrap_err().to_string();
    assert_eq!(said("Ah / Kd / 6h"), "3 cards on a board, expected 5, 7, 9, 11 or 13");
    assert_eq!(said("Ah / Kd Kc / 6h 6c > / 5d /"), "1 cards placed on street 2, expected 2");
    assert_eq!(said("Ah / Kd Kc / 6h 6c > / 5d / Ah"), "Ah is there twice");
    assert_eq!(said("Ah Ad / Kd Kc / 6h > 2c 3c / /"), "4 cards in the top row, expected 3");
    let six = "Ah / Kd Kc / 6h 6c > / 5d / 3h > / / 2s 3s > 2d / 4d / > 2h / 4h / > / / 4s";
    assert_eq!(said(six), "more than five streets");
    let moved: Vec<Partial> = ["Ah / Kd Kc / 6h 6c", "/ Ah Kd Kc / 6h 6c 5d 5h"]
        .map(|text| text.parse().unwrap())
        .to_vec();
    assert_eq!(SeenBoard::new(&moved), Err(SeenError::Moved(2)));
}
