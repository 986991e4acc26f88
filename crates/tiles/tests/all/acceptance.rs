//! Acceptance and waits compared with trying every draw by a slow shanten.

use crate::support::hands::{Dice, Style, random_hand};
use crate::support::oracle::Oracle;
use crate::support::search::is_groups_and_a_pair;
use facedown_tiles::{
    Acceptance, Counts, Hand, Kind, KindSet, Pack, Unseen, acceptance_batch, discards_batch,
    try_acceptance, try_discards,
};

const BEFORE_DRAW: [usize; 8] = [13, 13, 13, 13, 10, 7, 4, 1];

fn random(dice: &mut Dice, round: usize, tiles: usize, pack: Pack) -> [u8; 34] {
    let style = Style::ALL[round / 8 % 5];
    random_hand(dice, style, tiles, |kind| pack.contains(Kind::new(kind as u8)))
}

/// More visible tiles than the hand, up to four of each.
fn look_around(dice: &mut Dice, hand: &[u8; 34]) -> [u8; 34] {
    let more = dice.below(3);
    std::array::from_fn(|kind| (hand[kind] + dice.below(more + 1) as u8).min(4))
}

/// Tries every draw.
fn by_trying(oracle: &Oracle, hand: &[u8; 34], visible: &[u8; 34], pack: Pack) -> Acceptance {
    let three_seats = pack == Pack::Three;
    let shanten = oracle.shanten(hand, three_seats);
    let mut acceptance =
        Acceptance { shanten, left: 0, kinds: KindSet::EMPTY, live: KindSet::EMPTY };
    for kind in Kind::all().filter(|&kind| pack.contains(kind)) {
        let k = kind.index();
        let mut drawn = *hand;
        drawn[k] += 1;
        if drawn[k] <= 4 && oracle.shanten(&drawn, three_seats) < shanten {
            acceptance.kinds.insert(kind);
            acceptance.left += 4 - visible[k];
            if visible[k] < 4 {
                acceptance.live.insert(kind);
            }
        }
    }
    acceptance
}

#[test]
fn before_a_draw_it_equals_trying_every_draw() {
    let oracle = Oracle::new();
    let mut dice = Dice(3);
    for round in 0..60_000 {
        let pack = Pack::of_seats(round % 5 == 0);
        let hand = random(&mut dice, round, BEFORE_DRAW[round % 8], pack);
        let visible = look_around(&mut dice, &hand);
        let expected = by_trying(&oracle, &hand, &visible, pack);
        let got = try_acceptance(&hand, Some(&visible), pack).expect("a hand");
        assert_eq!(got, expected, "{} {pack:?}", Counts::new(hand).expect("a hand"));
    }
}

#[test]
fn after_a_draw_it_equals_trying_every_discard_and_draw() {
    let oracle = Oracle::new();
    let mut dice = Dice(4);
    for round in 0..15_000 {
        let pack = Pack::of_seats(round % 5 == 0);
        let hand = random(&mut dice, round, BEFORE_DRAW[round % 8] + 1, pack);
        let visible = look_around(&mut dice, &hand);
        let known = Counts::new(hand).expect("a hand");
        let discards = try_discards(&hand, Some(&visible), pack).expect("a hand");
        let kinds: KindSet = discards.iter().map(|discard| discard.kind).collect();
        assert_eq!((kinds, kinds.len()), (known.kinds(), discards.len()), "{known}");
        for discard in discards.iter() {
            let mut kept = hand;
            kept[discard.kind.index()] -= 1;
            let expected = by_trying(&oracle, &kept, &visible, pack);
            assert_eq!(discard.acceptance, expected, "{known} {pack:?} less {}", discard.kind);
        }
    }
}

/// The tables end with the fullest suits, and a draw reads one tile further.
#[test]
fn every_hand_of_one_suit_has_its_discards() {
    for vector in 0..5usize.pow(9) {
        let mut counts = [0; 34];
        let mut rest = vector;
        for count in &mut counts[18..27] {
            (*count, rest) = ((rest % 5) as u8, rest / 5);
        }
        if counts.iter().sum::<u8>() != 14 {
            continue;
        }
        let hand = Hand::from(Counts::new(counts).expect("a hand"));
        let discards = hand.discards(Pack::Four, &Unseen::ALL);
        // Completing a hand is not undone by any discard, otherwise the best keeps the shanten.
        let best = discards.iter().map(|discard| discard.acceptance.shanten).min();
        assert_eq!(best, Some(hand.shanten(Pack::Four).max(0)), "{hand}");
    }
}

#[test]
fn waits_complete_the_hand_and_nothing_else_does() {
    let oracle = Oracle::new();
    let mut dice = Dice(5);
    let mut tenpai = 0;
    for round in 0..40_000 {
        let pack = Pack::of_seats(round % 5 == 0);
        let mut counts = random(&mut dice, 32, BEFORE_DRAW[round % 8], pack);
        let hand = Hand::from(Counts::new(counts).expect("a hand"));
        let waits = hand.waits(pack);
        tenpai += usize::from(!waits.is_empty());
        for kind in pack.kinds() {
            counts[kind.index()] += 1;
            let complete =
                counts[kind.index()] <= 4 && { oracle.shanten(&counts, pack == Pack::Three) < 0 };
            counts[kind.index()] -= 1;
            assert_eq!(waits.contains(kind), complete, "{hand} {kind}");
        }
    }
    assert!(tenpai > 5_000, "{tenpai} hands were tenpai");
}

#[test]
fn a_fifth_copy_is_a_wait_by_shape_only() {
    for (text, waits, shape_waits) in [
        ("1111m123p456p789p", "", "1m"),
        ("123456789m1111p", "", "1p"),
        ("111123m456p99s11z", "9s1z", "9s1z"),
        ("1111z", "", "1z"),
        ("1112m", "23m", "23m"),
        ("2223444456777m", "1235678m", "12345678m"),
        ("1m", "1m", "1m"),
    ] {
        let hand: Hand = text.parse().expect("a hand");
        assert_eq!(hand.waits(Pack::Four).to_string(), waits, "{text}");
        assert_eq!(hand.shape_waits(Pack::Four).to_string(), shape_waits, "{text}");
    }
}

#[test]
fn waits_by_shape_are_all_tiles_that_leave_groups_and_a_pair() {
    let mut dice = Dice(8);
    let mut fifths = 0;
    for round in 0..60_000 {
        let style = if round % 2 == 0 { Style::Flush } else { Style::NearComplete };
        let mut counts = random_hand(&mut dice, style, BEFORE_DRAW[round % 8], |_| true);
        let hand = Hand::from(Counts::new(counts).expect("a hand"));
        let shape_waits = hand.shape_waits(Pack::Four);
        for kind in Kind::all() {
            counts[kind.index()] += 1;
            let groups = is_groups_and_a_pair(&counts);
            let pairs = hand.len() == 13 && Oracle::seven_pairs(&counts) < 0;
            let orphans = Oracle::thirteen_orphans(&counts) < 0 && hand.len() == 13;
            let complete = groups || pairs || orphans;
            fifths += usize::from(complete && counts[kind.index()] == 5);
            counts[kind.index()] -= 1;
            assert_eq!(shape_waits.contains(kind), complete, "{hand} {kind}");
        }
    }
    assert!(fifths > 100, "{fifths} waits were for a fifth copy");
}

#[test]
fn visible_tiles_include_the_hand() {
    let raw = |text: &str| *text.parse::<Counts>().expect("tiles").as_array();
    let hand = raw("123m456p789s1122z");
    let error = try_acceptance(&hand, Some(&raw("13m")), Pack::Four).unwrap_err();
    assert_eq!(
        error.to_string(),
        "0 visible tiles 2m, but the hand itself holds 1: visible tiles include the hand"
    );
    let mut many = hand;
    many[27] = 200; // more than there are: none is left
    let accepted = try_acceptance(&hand, Some(&many), Pack::Four).expect("a hand");
    assert_eq!((accepted.kinds.to_string(), accepted.left), ("12z".to_string(), 2));
    assert_eq!(accepted.live.to_string(), "2z");
}

#[test]
fn batches_name_the_hand_they_refuse() {
    let raw = |text: &str| *text.parse::<Counts>().expect("tiles").as_array();
    let hands = [raw("123m456p789s1122z"), raw("123m456p789s11222z")];
    let mut out = [try_acceptance(&hands[0], None, Pack::Four).expect("a hand"); 2];
    let error = acceptance_batch(&hands, None, Pack::Four, &mut out).unwrap_err();
    assert_eq!(
        error.to_string(),
        "hand 1: 14 tiles: before a draw a hand has 13, and 3 fewer for each meld"
    );
    let mut out = [try_discards(&hands[1], None, Pack::Four).expect("a hand"); 2];
    let error = discards_batch(&hands, None, Pack::Four, &mut out).unwrap_err();
    assert_eq!(
        error.to_string(),
        "hand 0: 13 tiles: after a draw a hand has 14, and 3 fewer for each meld"
    );
    let error = discards_batch(&hands, Some(&hands[..1]), Pack::Four, &mut out).unwrap_err();
    assert_eq!(error.to_string(), "2 hands, but 1 places for visible tiles or results");
}

#[test]
fn unseen_tiles_are_counted_down() {
    let mut unseen = Unseen::ALL;
    let kind = Kind::WHITE;
    for left in (0..4).rev() {
        unseen.see(kind);
        assert_eq!(unseen.left(kind), left);
        assert_eq!(unseen.total(KindSet::ALL), 132 + left);
        assert_eq!(unseen.kinds().contains(kind), left > 0);
    }
    unseen.see(kind);
    assert_eq!(unseen.left(kind), 0);
    let mut dice = Dice(6);
    for _ in 0..1_000 {
        let visible: [u8; 34] = std::array::from_fn(|_| dice.below(5) as u8);
        let unseen = Unseen::new(&visible);
        let mut seen = Unseen::ALL;
        for kind in Kind::all() {
            assert_eq!(unseen.left(kind), 4 - visible[kind.index()]);
            (0..visible[kind.index()]).for_each(|_| seen.see(kind));
        }
        assert_eq!(seen, unseen);
    }
}

#[test]
fn spare_kinds_are_the_discards_that_keep_the_shanten() {
    let mut dice = Dice(71);
    for pack in [Pack::Four, Pack::Three] {
        for round in 0..20_000 {
            let tiles = [14, 11, 8, 5, 2][round % 5];
            let counts = random(&mut dice, round, tiles, pack);
            let hand = Hand::from(Counts::new(counts).unwrap());
            let kept = |shanten: i8| {
                let discards = hand.discards(pack, &Unseen::ALL);
                let kept = discards.iter().filter(|d| d.acceptance.shanten == shanten);
                kept.map(|d| d.kind).collect::<KindSet>()
            };
            let (shanten, spare) = hand.spare_kinds(pack);
            assert_eq!((shanten, spare), (hand.shanten(pack), kept(shanten)), "{hand}");
        }
    }
}
