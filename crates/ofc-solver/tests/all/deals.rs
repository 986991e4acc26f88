//! The deals of a search: shuffles dealt out by threes.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::{Rules, Stakes};
use facedown_ofc_solver::{After, ModelConfig, OpponentModel, Position, Streets};

const STAKES: Stakes = Stakes { foul: 6.0, entry: [10.0, 14.0, 20.0, 26.0, 33.0] };

/// Returns the streets of a position against an incomplete board, and the board after a placement: 37
/// cards may come.
fn streets(config: ModelConfig) -> (Streets, After) {
    let (board, deal) = ("Qs / 7c 7d / 9s Ts", "Qd 8s 4c");
    let theirs = ["Ah / Kd Kc / 6h 6c 6d 2h"];
    let position = Position::parse(&Rules::STANDARD, board, deal, &theirs, "").unwrap();
    let model = OpponentModel::with_config(&position, STAKES, 1, config).unwrap();
    let after = Streets::afters(&position)[0];
    assert_eq!(after.unseen.len(), 37);
    (Streets::new(model, STAKES), after)
}

fn set(deal: &[PackCard]) -> PackSet {
    deal.iter().copied().collect()
}

#[test]
fn deals_of_one_shuffle_have_no_card_in_common() {
    let (streets, after) = streets(ModelConfig { samples: 4, ..ModelConfig::default() });
    for shuffle in 0..50 {
        let mut dealt = PackSet::EMPTY;
        for number in 12 * shuffle..12 * (shuffle + 1) {
            dealt |= set(&streets.numbered(&after, 3, number).0);
        }
        assert_eq!(dealt.len(), 36);
        assert!((dealt - after.unseen).is_empty());
    }
}

#[test]
fn every_card_is_equally_likely_in_every_deal() {
    let (streets, after) = streets(ModelConfig { samples: 4, ..ModelConfig::default() });
    // One deal of each of 9,250 shuffles: 750 of every card, with a standard deviation of 26.
    let mut counts = [0_u32; 54];
    for number in (5..).step_by(12).take(9_250) {
        for card in streets.numbered(&after, 8, number).0 {
            counts[card.index()] += 1;
        }
    }
    let expected = 750.0;
    let cells = after.unseen.iter().map(|card| f64::from(counts[card.index()]));
    let chi: f64 = cells.map(|count| (count - expected).powi(2) / expected).sum();
    // 36 degrees of freedom: 68.0 is exceeded once in a thousand.
    assert!(chi < 68.0, "{chi}");
}

#[test]
fn what_follows_a_deal_depends_on_its_number() {
    let (streets, after) = streets(ModelConfig { samples: 4, ..ModelConfig::default() });
    let next = |number| streets.numbered(&after, 3, number).1.next_u64();
    assert_eq!(next(7), next(7));
    assert_ne!(next(7), next(8));
    assert_ne!(next(7), next(19));
}

#[test]
fn with_inferred_discards_deals_are_independent() {
    let config = ModelConfig { samples: 4, infer_discards: true, ..ModelConfig::default() };
    let (streets, after) = streets(config);
    for number in 0..20 {
        let (deal, _) = streets.numbered(&after, 3, number);
        assert_eq!(deal, streets.next(&after, &mut Rng::stream(3, number)));
    }
}
