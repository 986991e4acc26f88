//! The greatest hands of the rules score what the rules bound.

use crate::common::Deal;
use facedown_riichi::{Rules, Setup};

#[test]
fn heaven_with_four_winds_is_the_most_that_a_hand_is_paid_for() {
    // Four winds, all honours, four concealed triplets and heaven: double where the rules double.
    for (rules, yakuman) in [(Rules::TENHOU, 4), (Rules::MJSOUL, 6)] {
        let deal =
            Deal { rules, hands: ["1112223334445z", "", "", ""], draws: "5z", ..Deal::TENHOU };
        let mut play = deal.play();
        play.go("0 tsumo");
        let most = 48_000 * yakuman;
        assert_eq!(play.scores(), [most, -most / 3, -most / 3, -most / 3]);
        // What counters and sticks can add.
        let (counters, sticks) = (200 * 300, 255 * 1_000);
        let lost = most + if yakuman == 4 { 32_000 * 4 } else { 2 * 32_000 * 6 };
        let expected = -lost - counters - 1_000..=most + counters + sticks;
        assert_eq!(rules.score_range(), expected);
    }
}

#[test]
fn counters_and_sticks_are_in_the_range() {
    let setup = Setup { honba: 199, sticks: 200, ..Deal::TENHOU.setup.unwrap_or(FIRST) };
    let deal = Deal {
        setup: Some(setup),
        hands: ["1112223334445z", "", "", ""],
        draws: "5z",
        ..Deal::TENHOU
    };
    let mut play = deal.play();
    play.go("0 tsumo");
    assert_eq!(play.scores()[0], 4 * 48_000 + 199 * 300 + 200_000);
    assert!(Rules::TENHOU.score_range().contains(&play.scores()[0]));
}

const FIRST: Setup = Setup {
    scores: [25_000; 4],
    wind: 0,
    dealer: facedown_game::Seat::new(0),
    honba: 0,
    sticks: 0,
};
