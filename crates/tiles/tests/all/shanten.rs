//! Shanten compared with slow implementations that share no code or table with the crate.

use crate::support::hands::{Dice, Style, random_hand};
use crate::support::oracle::Oracle;
use crate::support::search::standard_by_search;
use facedown_tiles::{
    Counts, Hand, InvalidHand, Kind, Pack, forms, shanten, shanten_batch, try_shanten,
};

const SIZES: [usize; 10] = [14, 13, 11, 10, 8, 7, 5, 4, 2, 1];

fn exists(three_seats: bool) -> impl Fn(usize) -> bool {
    move |kind| !three_seats || Pack::Three.contains(Kind::new(kind as u8))
}

fn counts(text: &str) -> Counts {
    text.parse().expect("tiles")
}

#[test]
fn it_equals_the_oracle_on_hands_of_every_style_and_size() {
    let oracle = Oracle::new();
    let mut dice = Dice(1);
    for round in 0..600_000 {
        // Whole hands are the common ones; melds and three seats take their turns.
        let tiles = if round % 2 == 0 { SIZES[round / 2 % 2] } else { SIZES[round / 2 % 10] };
        let style = Style::ALL[round / 20 % 5];
        let three_seats = round % 7 == 0;
        let hand = random_hand(&mut dice, style, tiles, exists(three_seats));
        let pack = Pack::of_seats(three_seats);
        let known = Counts::new(hand).expect("at most four of each");
        let expected = oracle.shanten(&hand, three_seats);
        assert_eq!(shanten(&known, pack), expected, "{known} {pack:?}");
        assert_eq!(Hand::from(known).shanten(pack), expected, "{known} {pack:?}");
        let forms = forms(&known, pack);
        assert_eq!(forms.standard, oracle.standard(&hand, three_seats), "{known} {pack:?}");
        assert_eq!(forms.least(), expected, "{known} {pack:?}");
        let whole = tiles >= 13;
        assert_eq!(forms.seven_pairs, whole.then(|| Oracle::seven_pairs(&hand)), "{known}");
        assert_eq!(
            forms.thirteen_orphans,
            whole.then(|| Oracle::thirteen_orphans(&hand)),
            "{known}"
        );
    }
}

#[test]
fn it_equals_a_search_over_all_complete_hands() {
    let mut dice = Dice(2);
    for round in 0..3_000 {
        let tiles = SIZES[round % 10];
        let three_seats = round % 4 == 0;
        let hand = random_hand(&mut dice, Style::ALL[round / 10 % 5], tiles, exists(three_seats));
        let known = Counts::new(hand).expect("at most four of each");
        let expected = standard_by_search(&hand, exists(three_seats));
        let pack = Pack::of_seats(three_seats);
        assert_eq!(forms(&known, pack).standard, expected, "{known} {pack:?}");
    }
}

/// Every vector of a suit with 14 tiles or fewer, beside fillers that leave different groups to it,
/// in each of the three suits in turn.
#[test]
fn every_vector_of_a_suit_is_right() {
    let oracle = Oracle::new();
    let fillers =
        ["1234567z1234567z", "111222333z4455z", "1199p1199s13579p1z", "23467p23467s1122z"]
            .map(|text| facedown_tiles::notation::parse_tiles(text).expect("tiles"));
    let mut seen = 0;
    for vector in 0..5usize.pow(9) {
        let mut suit = [0; 9];
        let mut rest = vector;
        for count in &mut suit {
            (*count, rest) = ((rest % 5) as u8, rest / 5);
        }
        let held: u8 = suit.iter().sum();
        if held > 14 {
            continue;
        }
        let filler = &fillers[seen % 4];
        let at = if seen % 4 < 2 { seen / 4 % 3 } else { 0 };
        seen += 1;
        let mut hand = [0; 34];
        hand[9 * at..9 * at + 9].copy_from_slice(&suit);
        if !held.is_multiple_of(3) {
            check_standard(&oracle, &hand);
        }
        for tiles in [13, 14] {
            let missing = filler.iter().take(usize::from(tiles.max(held) - held));
            let mut whole = hand;
            missing.for_each(|tile| whole[tile.kind().index()] += 1);
            check_standard(&oracle, &whole);
        }
    }
    assert_eq!(seen, 405_350);
}

fn check_standard(oracle: &Oracle, hand: &[u8; 34]) {
    let tiles: u8 = hand.iter().sum();
    if !tiles.is_multiple_of(3) {
        let known = Counts::new(*hand).expect("at most four of each");
        let expected = oracle.standard(hand, false);
        assert_eq!(forms(&known, Pack::Four).standard, expected, "{known}");
    }
}

/// Every set of honours, and of honours beside 1m 9m with three seats.
#[test]
fn every_set_of_honours_is_right() {
    let oracle = Oracle::new();
    for vector in 0..5usize.pow(9) {
        let mut hand = [0; 34];
        let mut rest = vector;
        for kind in [27, 28, 29, 30, 31, 32, 33, 0, 8] {
            (hand[kind], rest) = ((rest % 5) as u8, rest / 5);
        }
        let tiles: u8 = hand.iter().sum();
        if tiles > 14 || tiles.is_multiple_of(3) {
            continue;
        }
        let known = Counts::new(hand).expect("at most four of each");
        let expected = oracle.standard(&hand, true);
        assert_eq!(forms(&known, Pack::Three).standard, expected, "{known}");
        if hand[0] + hand[8] == 0 {
            check_standard(&oracle, &hand);
        }
    }
}

#[test]
fn known_hands_have_their_known_shanten() {
    for (text, expected) in [
        ("123m456p789s11122z", -1),
        ("11223344556677z", -1),
        ("19m19p19s12345677z", -1),
        ("19m19p19s1234567z", 0),
        ("1133557799m1133p", -1),
        ("1111333355557m", 1),    // quadruples are no two pairs
        ("1111m123p456p789p", 1), // no fifth 1m
        ("123456789m1111p", 1),
        ("147m258p369s12345z", 6),
        ("22z", -1),
        ("1z", 0),
        ("1112m", 0),
        ("1111m", 1),
        ("11m22p3z", 0),
        ("13m24p3z", 1),
    ] {
        assert_eq!(shanten(&counts(text), Pack::Four), expected, "{text}");
    }
}

#[test]
fn without_2m_to_8m_terminals_make_no_sequences() {
    for (text, four_seats, three_seats) in [
        ("1111m111122233z", 1, 2), // the fourth 1m waits for 23m, or for nothing
        ("1m", 0, 0),
        ("1111m", 1, 1),
        ("1199m", 0, 0),
        ("19m123p456s", 0, 0),
        ("9999m456p789s222z", 1, 1),
    ] {
        let hand = counts(text);
        assert_eq!(shanten(&hand, Pack::Four), four_seats, "{text}");
        assert_eq!(shanten(&hand, Pack::Three), three_seats, "{text}");
    }
}

#[test]
fn an_invalid_hand_is_named() {
    let raw = |text: &str| *counts(text).as_array();
    let error = |counts: [u8; 34], pack| try_shanten(&counts, pack).unwrap_err().to_string();
    assert_eq!(try_shanten(&raw("123m"), Pack::Four), Err(InvalidHand::Size(3)));
    assert_eq!(
        error(raw("123456789m123456p"), Pack::Four),
        "15 tiles: a closed hand has 13 or 14, and 3 fewer for each meld"
    );
    assert_eq!(error(raw("2m"), Pack::Three), "2m: the tiles for three seats have no 2m-8m");
    let mut five = raw("1111z");
    five[27] = 5;
    assert_eq!(error(five, Pack::Four), "5 tiles 1z: there are four");
    five[27] = 255;
    assert_eq!(error(five, Pack::Four), "255 tiles 1z: there are four");
    let mut out = [9; 3];
    let batch = [raw("1m"), raw("11m"), raw("111m")];
    let refused = shanten_batch(&batch, Pack::Four, &mut out).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "hand 2: 3 tiles: a closed hand has 13 or 14, and 3 fewer for each meld"
    );
    assert_eq!(out, [0, -1, 9]);
    let refused = shanten_batch(&batch, Pack::Four, &mut out[..2]).unwrap_err();
    assert_eq!(refused.to_string(), "3 hands, but 2 places for visible tiles or results");
}
