//! Luck adjustment in every family: unbiased, without effect on the play.

use facedown_arena::{
    Adjusted, Contestant, DuplicateOptions, MatchReport, duplicate_hands, duplicate_matches,
};
use facedown_catalog::{DuplicateSpec, Player, game};
use facedown_game::{
    Baseline, Control, Game, Match, MatchBaseline, PerSeat, Policy, Rng, Step, UniformPolicy,
    setup_stream, stable_key,
};
use facedown_tricks::bots::Rule;
use facedown_tricks::rules::MatchRules;
use facedown_tricks::{Action, Rules, Setup, Standing, State, Tricks};
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

/// Arbitrary values of a seat and its hand, and of no play.
struct OfHands;

impl Baseline<Tricks> for OfHands {
    fn name(&self) -> &'static str {
        "of hands"
    }

    fn deal_luck(&self, game: &Tricks, _: &Setup, dealt: &State, _: &mut Rng) -> PerSeat<f64> {
        let value = |seat| (stable_key(&dealt.hand(seat)) % 1000) as f64 / 7.0;
        PerSeat::from_fn(game.seats(), value)
    }

    fn step_luck(
        &self,
        _: &Tricks,
        _: &State,
        _: Step<Action>,
        _: &State,
        _: &mut Rng,
    ) -> Option<PerSeat<f64>> {
        None
    }
}

impl MatchBaseline<Tricks> for OfHands {
    fn name(&self) -> &'static str {
        "of hands"
    }

    fn hand(&self, _: &Tricks, _: &Standing) -> Box<dyn Baseline<Tricks>> {
        Box::new(Self)
    }
}

/// Single hands drawn from those of a match, sides, and whole matches of a fixed number of hands.
#[test]
fn what_a_seat_is_dealt_cancels_in_duplicate_matches_of_the_trick_games() {
    let rule = || Box::new(Rule) as Box<dyn Policy<Tricks>>;
    let random = || Box::new(UniformPolicy) as Box<dyn Policy<Tricks>>;
    let one = || Contestant::new("rule", &rule);
    let two = || Contestant::new("random", &random);
    let options = DuplicateOptions::new(12, 5);
    let check = |name: &str, report: MatchReport| {
        let luck = report.luck.expect("the results were adjusted");
        let [pair] = luck.pairs[..] else { panic!("{name}: one pair of bots") };
        assert_eq!((pair.luck.mean, pair.luck.standard_error), (0.0, Some(0.0)), "{name}");
        assert_eq!(pair.plain, pair.adjusted, "{name}");
        // Of a bot alone it does not cancel: the values of a deal's hands have no fixed sum.
        assert!(luck.bots[0].luck.standard_error > Some(0.0), "{name}");
    };
    for name in ["hearts", "spades", "oh-hell", "el-dorado"] {
        let rules = Rules::preset(name).expect("a preset");
        let game = Tricks::new(rules.clone()).expect("the rules are valid");
        let line_up = match rules.teams {
            Some(_) => [one(), two(), one(), two()],
            None => [one(), two(), two(), two()],
        };
        let setup = |deal| game.draw_setup(&mut setup_stream(options.seed, deal));
        let (setup, luck) = (Some(&setup as _), Some(&OfHands as _));
        let hands = duplicate_hands(&game, &line_up, setup, &options, luck, Control::default());
        check(name, hands.expect("the bots play").report);
        let matches = MatchRules { hands: 2, reach: None, floor: None, ..rules.matches };
        let game = Tricks::new(Rules { matches, ..rules }).expect("the rules are valid");
        let luck = Some(&OfHands as _);
        let matches = duplicate_matches(&game, &line_up, &options, luck, Control::default());
        check(name, matches.expect("the bots play").report);
    }
}
