//! Registry entry of open-face Chinese poker.

use crate::advise::{BotMaker, with_searches};
use crate::description::Described;
use crate::entry::{Baselines, GameEntry, Learning, Players};
use crate::game::GameOf;
use crate::options::{game_of, pieces, take_preset, to_value, view_of};
use crate::search_params;
use crate::{CatalogError, DealPlan, GameInfo, Length};
use facedown_cards::PackCard;
use facedown_game::{Game, Knowledge, MatchBaseline, Policy, Seat};
use facedown_ofc::bots::Greedy;
use facedown_ofc::wire::ViewRecord;
use facedown_ofc::{
    Action, ActionIds, Dealing, ExactFantasyland, Matches, Ofc, PlaneEncoder, Rules, Setup, State,
    View,
};
use facedown_ofc_solver::{OfcBaseline, OfcSearch, Steady, stakes_of};
use facedown_search::{Advisor, Algorithm, RootAllocation, SearchAdvisor, SearchConfig};
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Open-face Chinese poker.
pub(crate) const INFO: GameInfo = GameInfo {
    name: "ofc",
    title: "Open-face",
    family: "ofc",
    about: "open-face Chinese poker for two to four",
    presets: &Rules::PRESETS,
    titles: &[("tonybet", "TonyBet"), ("joker-ultimate", "ultimate with jokers")],
    seat_counts: 2..=4,
    bots: with_searches![
        ("random", "any legal action"),
        ("greedy", "odds of each row, of a foul and of Fantasyland; exact in Fantasyland"),
        (
            "steady",
            "the best placement of frozen networks, exact for its own board from street 4 on",
        ),
        ("network", "the same by the value networks, without search"),
        ("search", "placements searched with exact endgames; search:100ms, search:5000"),
    ],
    opponent: "greedy",
    quick_opponent: "greedy",
    levels: ["greedy", "steady", "search:800ms"],
    lengths: &[Length::MATCH, Length::HAND],
    environments: &[("OFC", "standard")],
    bad_result: -100,
    make: GameOf::<Ofc>::make,
};

impl GameEntry for Ofc {
    const ASKS_FORCED: bool = false;

    fn with_options(
        _: &'static GameInfo,
        options: &Map<String, Value>,
    ) -> Result<Self, CatalogError> {
        let mut options = options.clone();
        let name = take_preset(&mut options, &Rules::PRESETS);
        // Its name in the other games, and the only one beside an argument `matches`.
        if let Some(rules) = options.remove("match") {
            if options.contains_key("matches") {
                let why = "both match and its alias matches are given".to_owned();
                return Err(CatalogError::BadOption(why));
            }
            options.insert("matches".to_owned(), rules);
        }
        // A short name for the most common option: the number of hands of a match.
        if let Some(length) = options.remove("length") {
            let matches = options.entry("matches").or_insert_with(|| json!({}));
            if let Some(fields) = matches.as_object_mut() {
                fields.insert("hands".to_owned(), length);
            }
        }
        let preset = Rules::preset(&name).map_err(|e| CatalogError::BadOption(e.to_string()))?;
        game_of("ofc", &preset, &options, Self::new)
    }

    fn rules_record(&self) -> Value {
        to_value(self.rules())
    }

    fn same_rules(&self, other: &Self) -> bool {
        self.rules() == other.rules()
    }

    fn deal_pack(&self, setup: &Setup, pack: &[usize]) -> Result<State, CatalogError> {
        let cards = pieces(pack, PackCard::from_index, "card", 53)?;
        self.try_deal_pack(setup, &cards, &mut ())
            .map_err(|bad| CatalogError::BadPack(bad.to_string()))
    }

    fn setup_record(&self, view: &View) -> Value {
        let (setup, seats) = (view.table().setup(), self.seats());
        let fantasy = &setup.fantasy[..seats];
        let (button, first) = (setup.button.index(), self.first_setup().button.index());
        json!({
            "hand": (button + seats - first) % seats,
            "dealer": button,
            "fantasy": fantasy,
        })
    }

    fn view_record(&self, view: &View) -> Value {
        to_value(&ViewRecord::from(view))
    }

    fn read_view(&self, record: &Value) -> Result<(View, Seat), CatalogError> {
        let view = view_of("ofc", record, |written: ViewRecord| written.view(self))?;
        Ok((view, view.seat()))
    }

    fn any_action(id: usize) -> Option<Action> {
        Action::from_index(id)
    }

    /// A hand can lead to Fantasyland, so that a deal counts with all that follows from it.
    fn single_deals(&self) -> Option<Self> {
        let rules = self.rules();
        let matches = Matches { hands: 1, play_out: true, ..rules.matches };
        Self::new(Rules { matches, ..*rules }).ok()
    }
}

impl Described for Ofc {
    const ZERO_SUM: bool = true;

    fn features(&self) -> Vec<&'static str> {
        if self.rules().dealing == Dealing::Classic { vec!["singles"] } else { Vec::new() }
    }

    fn score_range(&self) -> RangeInclusive<i32> {
        self.rules().score_range()
    }

    fn most_decisions(&self) -> usize {
        self.rules().most_decisions()
    }

    fn deal_plan(&self, _: &Setup) -> DealPlan {
        DealPlan::in_order((0..52 + usize::from(self.rules().jokers)).collect())
    }
}

impl Players for Ofc {
    fn knowledge(&self) -> Arc<dyn Knowledge<Self>> {
        Arc::new(ExactFantasyland { stakes: stakes_of(self) })
    }

    fn rules_alone(&self) -> Arc<dyn Knowledge<Self>> {
        self.knowledge()
    }

    fn policy(name: &str) -> Option<Box<dyn Policy<Self>>> {
        Some(match name {
            "greedy" => Box::new(Greedy::default()),
            "steady" => Box::new(Steady::default()),
            "network" => Box::new(Steady::network()),
            _ => return None,
        })
    }

    /// The solver's, and those of the rollouts where it does not support the rules.
    fn search_params(&self) -> &'static [&'static str] {
        match self.rules().dealing {
            Dealing::Pineapple => search_params::PLACEMENTS,
            Dealing::Classic => search_params::FLAT,
        }
    }

    /// The generic search for what the solver does not support: rollouts of every placement.
    fn search_config(_: usize) -> SearchConfig {
        SearchConfig {
            algorithm: Algorithm::Flat,
            root: RootAllocation::SequentialHalving,
            ..SearchConfig::default()
        }
    }

    fn searched(&self) -> Self {
        self.counting_fantasyland(stakes_of(self))
    }

    fn strongest(&self, configs: Vec<SearchConfig>) -> Box<dyn Advisor<Self>> {
        let config = configs[0].clone();
        let generic = configs[0].clone();
        let generic = Box::new(move |_: &Self, _: &View| generic.clone());
        let generic = SearchAdvisor::new(self.searched(), self.knowledge(), generic);
        Box::new(OfcSearch::new(config, Box::new(generic)))
    }
}

impl Learning for Ofc {
    type Space = ActionIds;
    type DefaultEncoder = PlaneEncoder;
}

/// Makes a bot of open-face Chinese poker by name, for programs that know the game by its type.
pub fn ofc_policy(game: &Ofc, name: &str) -> Result<Box<dyn Policy<Ofc>>, CatalogError> {
    BotMaker::new(game, &INFO, &name.into(), &Map::new(), None)?.bot()
}

impl Baselines for Ofc {
    const BASELINES: &[&str] = &["cheap", "deep"];

    fn deal_baseline(&self, name: &str) -> Option<Box<dyn MatchBaseline<Self>>> {
        Some(Box::new(OfcBaseline::named(self, name)?))
    }

    fn match_baseline(&self, name: &str) -> Option<Box<dyn MatchBaseline<Self>>> {
        Some(Box::new(OfcBaseline::named(self, name)?.of_matches()))
    }
}
