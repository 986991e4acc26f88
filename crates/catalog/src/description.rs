//! The description of every game: what the doors, the page and the packages for learning know of it.
//!
//! What follows from the rules is computed from them, for every preset and every number of seats;
//! the rest stands in the game's [`GameInfo`]. Nothing else lists the games.

use crate::bot_spec::{BotSpec, bot_kind};
use crate::entry::GameEntry;
use crate::{AnyGame, GAMES, GameInfo, searches};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// What the rules of a game say about it, beside how it is played.
pub(crate) trait Described: GameEntry {
    /// Whether the record of a view has all that its seat has seen; others forget the order of some
    /// draws.
    const RECORDS_REMEMBER: bool = false;

    /// Whether the scores of a hand always sum to zero.
    const ZERO_SUM: bool = false;

    /// Returns what the rules have of what not all rules of the family have, a word for each: in
    /// trick-taking games `pass`, `upcard` and `call`; in open-face `singles`.
    fn features(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns the range that the score of a hand lies in.
    fn score_range(&self) -> RangeInclusive<i32>;

    /// Returns the most decisions that a hand has.
    fn most_decisions(&self) -> usize;

    /// Returns how the pack of a hand is drawn.
    fn deal_plan(&self, setup: &Self::Setup) -> DealPlan;
}

/// How the pack of a hand is drawn: the cards of each hand, then single cards, then cards that nobody
/// sees. Cards of one hand have no order, and so can be drawn in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealPlan {
    /// The ids of the cards or tiles, ascending.
    pub pack: Vec<usize>,
    /// The number of cards of each hand; none where the order of every card counts.
    pub hands: Vec<usize>,
    /// The number of cards after them whose order counts.
    pub ordered: usize,
}

impl DealPlan {
    /// Returns the plan of a pack in which the order of every card counts.
    pub(crate) fn in_order(pack: Vec<usize>) -> Self {
        Self { ordered: pack.len(), hands: Vec::new(), pack }
    }
}

/// A length of what is played: a hand, or a match.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    /// The name.
    pub name: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// The number of hands, if it is fixed.
    pub hands: Option<u32>,
    /// The value of the rule `match.length`, if the rules have it.
    pub rule: Option<&'static str>,
}

impl Length {
    /// A match by the rules.
    pub const MATCH: Self = Self { name: "match", title: "match", hands: None, rule: None };
    /// One hand.
    pub const HAND: Self = Self { name: "hand", title: "one hand", hands: Some(1), rule: None };
}

/// A game, with everything that can be chosen in it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameDescription {
    /// The name that other calls take.
    pub name: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// The family, whose games have views of one kind: `gin`, `tricks`, `riichi`, `ofc`.
    pub family: &'static str,
    /// A description.
    pub about: &'static str,
    /// The named rules; the first is the default.
    pub presets: Vec<&'static str>,
    /// The number of seats by default.
    pub seats: usize,
    /// The named rules in the same order, with all that depends on them.
    pub rules: Vec<PresetDescription>,
    /// The bots.
    pub bots: Vec<BotDescription>,
    /// The bot that a person plays against by default.
    pub opponent: &'static str,
    /// A bot that decides at once, for those who play many hands.
    pub quick_opponent: &'static str,
    /// The bots by strength, the weakest first.
    pub levels: Vec<LevelDescription>,
    /// The lengths of what is played; the first is the default.
    pub lengths: Vec<LengthDescription>,
    /// The baselines by which results of duplicate matches can be adjusted for luck.
    pub baselines: Vec<&'static str>,
    /// The environments for reinforcement learning.
    pub environments: Vec<EnvironmentDescription>,
    /// About the worst result of a hand that is met in play.
    pub bad_result: i32,
    /// Whether the record of a view has all that its seat has seen.
    pub records_remember: bool,
}

/// Named rules.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PresetDescription {
    /// The name.
    pub name: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// The earlier preset that has these rules with so many seats.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub variant_of: Option<&'static str>,
    /// The number of seats by default.
    pub seats: usize,
    /// All numbers of seats, ascending.
    pub tables: Vec<TableDescription>,
    /// The number of cards or tiles of the pack.
    pub cards: usize,
    /// What the rules have of what not all rules of the family have: in trick-taking games `pass`,
    /// `upcard` and `call`, which come before play; in open-face `singles`, streets of one card.
    pub features: Vec<&'static str>,
    /// The encoders of observations, the default one first.
    pub encoders: Vec<String>,
}

/// Rules for a number of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableDescription {
    /// The number of seats.
    pub seats: usize,
    /// No score of a hand is less.
    pub least_score: i32,
    /// No score of a hand is more.
    pub most_score: i32,
    /// Whether the scores of a hand always sum to zero.
    pub zero_sum: bool,
    /// No hand has more decisions.
    pub most_decisions: usize,
}

/// A bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BotDescription {
    /// The name.
    pub name: &'static str,
    /// A description.
    pub about: &'static str,
    /// Whether it searches, so that it takes a budget.
    pub searches: bool,
}

/// A bot of some strength, as a seat of a new table is given one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LevelDescription {
    /// The strength: `easy`, `fair` or `strong`.
    pub name: &'static str,
    /// The bot.
    pub bot: &'static str,
    /// The iterations of each decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// The milliseconds of each decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// A length of what is played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LengthDescription {
    /// The name.
    pub name: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// The number of hands, if it is fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<u32>,
    /// The options of rules that it stands for.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub rules: Map<String, Value>,
}

/// An environment for reinforcement learning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EnvironmentDescription {
    /// Its name in the registries of Gymnasium and PettingZoo.
    pub id: &'static str,
    /// The named rules that it plays by.
    pub rules: &'static str,
}

/// Returns the descriptions of all games, in the order of [`GAMES`].
pub fn descriptions() -> &'static [GameDescription] {
    static ALL: LazyLock<Vec<GameDescription>> =
        LazyLock::new(|| GAMES.iter().map(GameInfo::description).collect());
    &ALL
}

impl GameInfo {
    /// Returns the number of seats by default.
    pub fn seats(&'static self) -> usize {
        self.with_options(&Map::new()).map_or(0, |game| game.seats())
    }

    /// Returns the name of a preset that people read.
    pub fn preset_title(&self, preset: &'static str) -> &'static str {
        let titled = self.titles.iter().find(|(name, _)| *name == preset);
        titled.map_or(preset, |(_, title)| title)
    }

    fn with_options(&'static self, options: &Map<String, Value>) -> Option<Box<dyn AnyGame>> {
        (self.make)(self, options).ok()
    }

    fn description(&'static self) -> GameDescription {
        let Some(game) = self.with_options(&Map::new()) else {
            unreachable!("the default rules of every game are rules")
        };
        let mut made: Vec<(usize, &str, Value)> = Vec::new();
        let rules = self.presets.iter().map(|preset| self.preset(preset, &mut made)).collect();
        let bot = |&(name, about): &(&'static str, &'static str)| BotDescription {
            name,
            about,
            searches: searches(name),
        };
        GameDescription {
            name: self.name,
            title: self.title,
            family: self.family,
            about: self.about,
            presets: self.presets.to_vec(),
            seats: game.seats(),
            rules,
            bots: self.bots.iter().map(bot).collect(),
            opponent: self.opponent,
            quick_opponent: self.quick_opponent,
            levels: LEVELS.into_iter().zip(self.levels).map(level).collect(),
            lengths: self.lengths.iter().map(length).collect(),
            baselines: game.baselines().to_vec(),
            environments: self
                .environments
                .iter()
                .map(|&(id, rules)| EnvironmentDescription { id, rules })
                .collect(),
            bad_result: self.bad_result,
            records_remember: game.records_remember(),
        }
    }

    /// Describes a preset, and adds its rules for every number of seats to those of the presets
    /// before it.
    fn preset(
        &'static self,
        name: &'static str,
        made: &mut Vec<(usize, &'static str, Value)>,
    ) -> PresetDescription {
        let options = |seats: Option<usize>| {
            let mut options = Map::from_iter([("rules".to_owned(), json!(name))]);
            options.extend(seats.map(|seats| ("seats".to_owned(), json!(seats))));
            options
        };
        let Some(usual) = self.with_options(&options(None)) else {
            unreachable!("every preset is rules")
        };
        let (seats, rules) = (usual.seats(), usual.rules());
        let (cards, features, encoders) = (usual.cards(), usual.features(), usual.encoder_ids());
        let same =
            |(earlier, _, known): &&(usize, &str, Value)| *earlier == seats && *known == rules;
        let variant_of = made.iter().find(same).map(|(_, preset, _)| *preset);
        // Where the number of seats is no option, it is the one by default.
        let others = self.seat_counts.clone().filter(|other| *other != seats);
        let others = others.filter_map(|other| self.with_options(&options(Some(other))));
        let mut games: Vec<_> = others.chain([usual]).collect();
        games.sort_by_key(|game| game.seats());
        let tables = games.iter().map(|game| game.table()).collect();
        made.extend(games.iter().map(|game| (game.seats(), name, game.rules())));
        let title = self.preset_title(name);
        PresetDescription { name, title, variant_of, seats, tables, cards, features, encoders }
    }
}

/// The strengths that a table offers.
const LEVELS: [&str; 3] = ["easy", "fair", "strong"];

fn level((name, bot): (&'static str, &'static str)) -> LevelDescription {
    let kind = bot_kind(bot);
    let budget = BotSpec::parse(bot).ok().and_then(|spec| spec.budget);
    LevelDescription {
        name,
        bot: kind,
        iterations: budget.and_then(|budget| budget.iterations),
        timeout_ms: budget
            .and_then(|budget| budget.seconds)
            .map(|seconds| (seconds * 1e3).round() as u64),
    }
}

fn length(length: &Length) -> LengthDescription {
    let &Length { name, title, hands, rule } = length;
    let rules = rule.map(|rule| ("match".to_owned(), json!({ "length": rule })));
    LengthDescription { name, title, hands, rules: rules.into_iter().collect() }
}
