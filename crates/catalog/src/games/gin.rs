//! Registry entry of gin rummy.

use crate::advise::{BotMaker, with_searches};
use crate::description::Described;
use crate::entry::{Baselines, GameEntry, Learning, Players};
use crate::game::GameOf;
use crate::options::{game_of, pieces, take_preset, to_value, view_of};
use crate::search_params;
use crate::{CatalogError, DealPlan, GameInfo, Length};
use facedown_cards::{Card, CardSet};
use facedown_game::{Baseline, Game, Knowledge, MatchBaseline, Policy, Seat};
use facedown_gin::bots::{Greedy, Simple};
use facedown_gin::wire::{ViewInput, ViewRecord};
use facedown_gin::{
    Action, ActionIds, Gin, GinBaseline, GinKnowledge, PlaneEncoder, Rules, Setup, State, View,
};
use facedown_search::{Algorithm, Rollout, RootAllocation, SearchConfig};
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Gin rummy.
pub(crate) const INFO: GameInfo = GameInfo {
    name: "gin",
    title: "Gin rummy",
    family: "gin",
    about: "gin rummy for two",
    presets: &Rules::PRESETS,
    titles: &[("eaai", "EAAI"), ("openspiel", "OpenSpiel")],
    seat_counts: 2..=2,
    bots: with_searches![
        ("random", "any legal action"),
        ("simple", "the baseline of the EAAI-2021 challenge"),
        ("greedy", "exact deadwood, outs, and the risk of feeding the opponent"),
        ("search", "rollouts under a belief about the opponent's hand; search:25ms, search:5000"),
    ],
    opponent: "greedy",
    quick_opponent: "greedy",
    levels: ["simple", "greedy", "search:400ms"],
    lengths: &[Length::MATCH, Length::HAND],
    environments: &[("Gin", "eaai")],
    bad_result: -100,
    make: GameOf::<Gin>::make,
};

impl GameEntry for Gin {
    fn with_options(
        _: &'static GameInfo,
        options: &Map<String, Value>,
    ) -> Result<Self, CatalogError> {
        let mut options = options.clone();
        let name = take_preset(&mut options, &Rules::PRESETS);
        let preset = Rules::preset(&name).map_err(|e| CatalogError::BadOption(e.to_string()))?;
        game_of("gin", &preset, &options, Self::new)
    }

    fn rules_record(&self) -> Value {
        to_value(self.rules())
    }

    fn same_rules(&self, other: &Self) -> bool {
        self.rules() == other.rules()
    }

    fn deal_pack(&self, setup: &Setup, pack: &[usize]) -> Result<State, CatalogError> {
        let bad = |why: String| Err(CatalogError::BadPack(why));
        let cards = pieces(pack, Card::from_index, "card", 51)?;
        let Ok(cards) = <[Card; 52]>::try_from(cards) else {
            return bad(format!("a pack of {} cards, expected 52", pack.len()));
        };
        let mut seen = CardSet::EMPTY;
        for card in cards {
            if seen.contains(card) {
                return bad(format!("card {} ({card}) is there twice", card.index()));
            }
            seen.insert(card);
        }
        Ok(Gin::deal_pack(self, setup, &cards, &mut ()))
    }

    fn setup_record(&self, view: &View) -> Value {
        let (table, first) = (view.table(), self.first_setup().dealer);
        let scores = [0, 1].map(|seat| table.points(Seat::new(seat)));
        json!({
            "hand": u32::from(table.dealer() != first),
            "dealer": table.dealer().index(),
            "scores": scores,
        })
    }

    fn view_record(&self, view: &View) -> Value {
        to_value(&ViewRecord::from(view))
    }

    fn read_view(&self, record: &Value) -> Result<(View, Seat), CatalogError> {
        let view = view_of("gin", record, |input: ViewInput| Gin::read_view(self, &input))?;
        Ok((view, view.seat()))
    }

    fn any_action(id: usize) -> Option<Action> {
        ActionIds::from_id(id)
    }
}

impl Described for Gin {
    const ZERO_SUM: bool = true;

    fn score_range(&self) -> RangeInclusive<i32> {
        self.rules().score_range()
    }

    fn most_decisions(&self) -> usize {
        self.rules().most_decisions()
    }

    fn deal_plan(&self, _: &Setup) -> DealPlan {
        let size = usize::from(self.rules().hand_size);
        DealPlan { pack: (0..52).collect(), hands: vec![size; 2], ordered: 52 - 2 * size }
    }
}

impl Players for Gin {
    fn knowledge(&self) -> Arc<dyn Knowledge<Self>> {
        Arc::new(GinKnowledge)
    }

    fn policy(name: &str) -> Option<Box<dyn Policy<Self>>> {
        Some(match name {
            "simple" => Box::new(Simple::default()),
            "greedy" => Box::new(Greedy::default()),
            _ => return None,
        })
    }

    fn search_params(&self) -> &'static [&'static str] {
        search_params::FLAT_WITH_PRIORS
    }

    /// Tuned in docs/measurements/strength.md.
    fn search_config(_: usize) -> SearchConfig {
        SearchConfig {
            algorithm: Algorithm::Flat,
            root: RootAllocation::SequentialHalving,
            rollout: Rollout::Plans,
            prior_visits: 1000.0,
            candidates: Some(6),
            root_trees: 2,
            ..SearchConfig::default()
        }
    }
}

impl Learning for Gin {
    type Space = ActionIds;
    type DefaultEncoder = PlaneEncoder;
}

/// Makes a bot of gin rummy by name, for programs that know the game by its type.
pub fn gin_policy(game: &Gin, name: &str) -> Result<Box<dyn Policy<Gin>>, CatalogError> {
    BotMaker::new(game, &INFO, &name.into(), &Map::new(), None)?.bot()
}

impl Baselines for Gin {
    const BASELINES: &[&str] = &["cheap", "deep"];

    fn hand_baseline(&self, name: &str) -> Option<Box<dyn Baseline<Self>>> {
        Some(Box::new(GinBaseline::named(name)?))
    }

    fn match_baseline(&self, name: &str) -> Option<Box<dyn MatchBaseline<Self>>> {
        Some(Box::new(GinBaseline::named(name)?))
    }
}
