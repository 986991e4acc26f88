//! Luck adjustment in every family: unbiased, without effect on the play.

use facedown_arena::{Adjusted, DuplicateOptions, MatchReport};
use facedown_catalog::{DuplicateSpec, Player, game};
use facedown_game::Control;
use serde_json::{Map, Value, json};

/// Plays a duplicate match.
fn play(
    (name, bots): (&str, &[&str]),
    options: &Value,
    (deals, seed, matches): (u64, u64, bool),
    luck: Option<&str>,
) -> Result<MatchReport, String> {
    let options: Map<String, Value> = options.as_object().cloned().unwrap_or_default();
    let game = game(name, &options).map_err(|error| error.to_string())?;
    let bots: Vec<Player> = bots.iter().map(|bot| (*bot).into()).collect();
    let spec = DuplicateSpec {
        bots: &bots,
        params: &Map::new(),
        network: None,
        matches,
        hand: None,
        luck,
        options: DuplicateOptions::new(deals, seed),
    };
    let played = game.duplicate_match(&spec, Control::default());
    played.map(|played| played.report).map_err(|error| error.to_string())
}

/// The matches whose adjusted results are compared with plain ones.
const FAMILIES: [(&str, &[&str]); 3] = [
    ("gin", &["greedy", "simple"]),
    ("ofc", &["steady", "greedy"]),
    ("riichi", &["efficient", "random", "efficient", "random"]),
];

fn first_pair(report: MatchReport) -> Adjusted {
    report.luck.expect("the results were adjusted").pairs[0]
}

/// Checks that the mean luck of the first bot against the second is within three standard errors
/// of zero: it is the difference of the plain and the adjusted mean.
fn assert_unbiased(name: &str, result: &Adjusted) {
    let error = result.luck.standard_error.unwrap();
    assert!(error > 0.0, "{name}: there was luck");
    assert!(result.luck.mean.abs() < 3.0 * error, "{name}: {result:?}");
    let difference = result.plain.mean - result.adjusted.mean;
    assert!((difference - result.luck.mean).abs() < 1e-6, "{name}: {result:?}");
}

#[test]
fn adjusted_means_agree_with_plain_ones() {
    for ((name, bots), deals) in FAMILIES.into_iter().zip([3_000, 150, 60]) {
        let report = play((name, bots), &json!({}), (deals, 77, false), Some("cheap")).unwrap();
        assert_unbiased(name, &first_pair(report));
    }
}

/// 100,000 hands of each family: minutes to hours. `--ignored` runs it.
#[test]
#[ignore = "takes long: see docs/measurements/strength.md"]
fn adjusted_means_of_100000_hands_agree_with_plain_ones() {
    for ((name, bots), seats) in FAMILIES.into_iter().zip([2, 2, 4]) {
        let deals = (100_000 / seats, 78, false);
        let report = play((name, bots), &json!({}), deals, Some("cheap")).unwrap();
        assert_unbiased(name, &first_pair(report));
    }
}

#[test]
fn plain_results_are_the_same_with_and_without_adjustment() {
    for ((name, bots), deals) in FAMILIES.into_iter().zip([20, 3, 2]) {
        let plain = play((name, bots), &json!({}), (deals, 5, false), None).unwrap();
        let mut adjusted = play((name, bots), &json!({}), (deals, 5, false), Some("deep")).unwrap();
        assert!(adjusted.luck.take().is_some());
        assert_eq!(plain, adjusted, "{name}");
    }
}

#[test]
fn in_matches_the_chance_to_win_is_adjusted() {
    let gin = play(("gin", &["greedy", "simple"]), &json!({}), (150, 3, true), Some("cheap"));
    let result = first_pair(gin.unwrap());
    assert_unbiased("gin", &result);
    assert!(result.adjusted.standard_error < result.plain.standard_error, "{result:?}");
    let short = json!({"match": {"hands": 2}});
    let ofc = play(("ofc", &["steady", "greedy"]), &short, (20, 3, true), Some("cheap"));
    assert_unbiased("ofc", &first_pair(ofc.unwrap()));
    let bots: &[&str] = &["efficient", "efficient", "random", "random"];
    let riichi = play(("riichi", bots), &json!({}), (4, 3, true), Some("cheap"));
    assert!(first_pair(riichi.unwrap()).luck.mean.abs() < 1.0);
}

#[test]
fn a_baseline_that_there_is_not_is_named() {
    let error = play(("gin", &["greedy", "simple"]), &json!({}), (1, 1, false), Some("exact"));
    let expected = "luck: no baseline 'exact' for gin, expected one of cheap, deep";
    assert!(error.unwrap_err().contains(expected));
    let error = play(("hearts", &["rule"; 4]), &json!({}), (1, 1, false), Some("cheap"));
    assert!(error.unwrap_err().contains("no baseline 'cheap', hearts has none"));
}
