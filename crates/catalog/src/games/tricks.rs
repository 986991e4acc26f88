//! Registry entries of the trick-taking games: one engine, one entry for each game.

use crate::advise::with_searches;
use crate::description::Described;
use crate::entry::{Baselines, GameEntry, Learning, Players};
use crate::game::GameOf;
use crate::options::{from_value, game_of, pieces, take_preset, to_value};
use crate::search_params;
use crate::view::ViewOf;
use crate::{AnyView, CatalogError, DealPlan, GameInfo, Length};
use facedown_cards::Card;
use facedown_game::{Game, Knowledge, Match, Policy, Seat, excerpt};
use facedown_search::{Algorithm, RootAllocation, SearchConfig};
use facedown_tricks::bots::Rule;
use facedown_tricks::rules::{Auction, Upcard};
use facedown_tricks::wire::ViewRecord;
use facedown_tricks::{
    Action, ActionIds, Phase, PlaneEncoder, Rules, Setup, State, Tricks, TricksKnowledge, View,
};
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;
use std::sync::Arc;

const BOTS: &[(&str, &str)] = with_searches![
    ("random", "any legal action"),
    ("rule", "plays and bids as a decent beginner does"),
    ("search", "tree search under a belief from the bids; search:25ms, search:5000"),
];

const fn entry(name: &'static str, title: &'static str, about: &'static str) -> GameInfo {
    GameInfo {
        name,
        title,
        family: "tricks",
        about,
        presets: &["standard"],
        titles: &[("openspiel", "OpenSpiel"), ("no-bags", "no bags")],
        seat_counts: 2..=10,
        bots: BOTS,
        opponent: "search",
        quick_opponent: "rule",
        levels: ["rule", "search:200", "search:400ms"],
        lengths: &[Length::MATCH, Length::HAND],
        environments: &[],
        bad_result: -20,
        make: GameOf::<Tricks>::make,
    }
}

/// Oh Hell.
pub(crate) const OH_HELL: GameInfo = GameInfo {
    presets: &["standard", "openspiel"],
    seat_counts: 3..=7,
    environments: &[("OhHell", "standard")],
    ..entry("oh-hell", "Oh Hell", "Oh Hell for 3 to 7: bid exactly what you take")
};
/// El Dorado.
pub(crate) const EL_DORADO: GameInfo = GameInfo {
    environments: &[("ElDorado", "standard")],
    ..entry("el-dorado", "El Dorado", "El Dorado for 2 to 10, with one or two packs")
};
/// Hearts.
pub(crate) const HEARTS: GameInfo = GameInfo {
    presets: &["standard", "omnibus", "openspiel"],
    environments: &[("Hearts", "standard")],
    bad_result: -26,
    ..entry("hearts", "Hearts", "Hearts for 3 to 6")
};
/// Spades.
pub(crate) const SPADES: GameInfo = GameInfo {
    presets: &["standard", "no-bags", "openspiel"],
    environments: &[("Spades", "standard")],
    bad_result: -200,
    ..entry("spades", "Spades", "Spades for two partnerships")
};

impl GameEntry for Tricks {
    fn with_options(
        info: &'static GameInfo,
        options: &Map<String, Value>,
    ) -> Result<Self, CatalogError> {
        let bad = |why: String| CatalogError::BadOption(format!("rules of {}: {why}", info.name));
        let mut options = options.clone();
        let preset = take_preset(&mut options, info.presets);
        if !info.presets.contains(&preset.as_str()) {
            let known = info.presets.join(", ");
            return Err(CatalogError::BadOption(format!(
                "no rules '{preset}', expected one of {known}",
                preset = excerpt(&preset)
            )));
        }
        let seats = match options.get("seats") {
            None => None,
            Some(value) => {
                Some(value.as_u64().and_then(|n| u8::try_from(n).ok()).ok_or_else(|| {
                    bad(format!("seats: {value}, expected a number from 2 to 10"))
                })?)
            }
        };
        let name = match preset.as_str() {
            "standard" => info.name.to_owned(),
            other => format!("{}-{other}", info.name),
        };
        let rules = match seats {
            Some(seats) => Rules::preset_with_seats(&name, seats),
            None => Rules::preset(&name),
        };
        let rules = rules.expect("the registry lists existing presets");
        game_of(info.name, &rules, &options, Self::new)
    }

    fn rules_record(&self) -> Value {
        to_value(self.rules())
    }

    fn same_rules(&self, other: &Self) -> bool {
        self.rules() == other.rules()
    }

    fn deal_pack(&self, setup: &Setup, pack: &[usize]) -> Result<State, CatalogError> {
        let bad = |why: String| Err(CatalogError::BadPack(why));
        let own = self.pack();
        if pack.len() != own.len() {
            return bad(format!("a pack of {} cards, expected {}", pack.len(), own.len()));
        }
        let cards = pieces(pack, Card::from_index, "card", 51)?;
        let count = |cards: &[Card], card: Card| cards.iter().filter(|c| **c == card).count();
        for card in &cards {
            let [got, expected] = [&cards[..], own].map(|cards| count(cards, *card));
            if got != expected {
                let number = card.index();
                return bad(format!("card {number} ({card}) {got} times, expected {expected}"));
            }
        }
        Ok(Tricks::deal_pack(self, setup, &cards, &mut ()))
    }

    fn setup_record(&self, view: &View) -> Value {
        let setup = view.table().setup();
        let scores = &setup.scores[..self.seats()];
        json!({
            "hand": u32::from(setup.hand) % self.hand_count(),
            "dealer": setup.dealer.index(),
            "scores": scores,
        })
    }

    fn view_record(&self, view: &View) -> Value {
        // The document around it names the game and its rules.
        let mut record = to_value(&ViewRecord::new(self, view, None));
        if let Value::Object(fields) = &mut record {
            fields.remove("rules");
            fields.remove("seats");
        }
        record
    }

    fn read_view(&self, record: &Value) -> Result<(View, Seat), CatalogError> {
        let bad = |why: String| CatalogError::BadView(format!("view: {why}"));
        let written: ViewRecord = from_value(record).map_err(bad)?;
        if written.game.is_some() || written.rules.is_some() {
            let own = written.rules().map_err(|error| bad(error.to_string()))?;
            if own != *Tricks::rules(self) {
                return Err(bad("game and rules are not those that it is read by".to_owned()));
            }
        }
        let view = written.view(self).map_err(|error| bad(error.to_string()))?;
        Ok((view, view.seat()))
    }

    fn any_action(id: usize) -> Option<Action> {
        Action::from_index(id)
    }
}

impl Described for Tricks {
    const RECORDS_REMEMBER: bool = true;

    fn features(&self) -> Vec<&'static str> {
        let rules = self.rules();
        let parts = [
            ("pass", rules.passing.is_some()),
            ("upcard", rules.deal.upcard != Upcard::None),
            ("call", rules.auction != Auction::None),
        ];
        parts.into_iter().filter(|(_, there)| *there).map(|(part, _)| part).collect()
    }

    fn score_range(&self) -> RangeInclusive<i32> {
        self.rules().score_range()
    }

    fn most_decisions(&self) -> usize {
        self.rules().most_decisions()
    }

    fn deal_plan(&self, setup: &Setup) -> DealPlan {
        let rules = self.rules();
        let mut pack: Vec<usize> = self.pack().iter().map(|card| card.index()).collect();
        pack.sort_unstable();
        // The dealer's last card is turned up; equal cards of two packs are the same.
        if rules.deal.upcard == Upcard::Dealer || rules.pack.packs > 1 {
            return DealPlan::in_order(pack);
        }
        let size = rules.deal.cards[usize::from(setup.hand) % rules.deal.cards.len()];
        let hands = vec![usize::from(size); self.seats()];
        let left = pack.len() - hands.iter().sum::<usize>();
        let turned = usize::from(rules.deal.upcard != Upcard::None);
        let ordered = if rules.deal.draw { left } else { left.min(turned) };
        DealPlan { pack, hands, ordered }
    }
}

impl Players for Tricks {
    fn knowledge(&self) -> Arc<dyn Knowledge<Self>> {
        Arc::new(TricksKnowledge)
    }

    /// Card play, and the calls and passes before it.
    const STAGES: usize = 2;

    fn policy(name: &str) -> Option<Box<dyn Policy<Self>>> {
        (name == "rule").then(|| Box::new(Rule) as Box<dyn Policy<Self>>)
    }

    fn stage(&self, view: &View) -> usize {
        usize::from(view.table().phase() != Phase::Play)
    }

    fn search_params(&self) -> &'static [&'static str] {
        search_params::TREE
    }

    /// Tuned in docs/measurements/strength.md.
    fn search_config(stage: usize) -> SearchConfig {
        let play = SearchConfig { root_trees: 2, exploration: 0.7, ..SearchConfig::default() };
        if stage == 0 {
            return play;
        }
        // Opponents' calls are better left to the rollout policy than to a tree that has yet to
        // learn them.
        SearchConfig { algorithm: Algorithm::Flat, root: RootAllocation::SequentialHalving, ..play }
    }
}

impl Learning for Tricks {
    type Space = ActionIds;
    type DefaultEncoder = PlaneEncoder;

    /// Version 2 renamed channels.
    const EARLIER_ENCODER_IDS: &[&str] = &["tricks-planes-1"];
}

/// Returns the game and view behind a view of a trick-taking game; `None` for other games.
pub fn tricks_view(view: &dyn AnyView) -> Option<(&Tricks, &View)> {
    let view: &ViewOf<Tricks> = view.as_any().downcast_ref()?;
    Some((view.game(), view.view()))
}

/// None: the deal is the only chance, and values of it cancel in a duplicate match. See
/// docs/measurements/strength.md, "Luck in the trick games".
impl Baselines for Tricks {}
