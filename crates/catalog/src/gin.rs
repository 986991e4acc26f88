//! Gin rummy's entry in the list.

use crate::listed::{Entry, Listed};
use crate::options::{game_of, take_preset, to_value, view_of};
use crate::search::SEARCHES;
use crate::{CatalogError, GameInfo};
use facedown_cards::{Card, CardSet};
use facedown_game::{
    DomainKnowledge, Game, Hidden, ImpossibleView, Policy, Render, Rng, Seat, Worlds,
};
use facedown_gin::bots::{Greedy, Simple};
use facedown_gin::wire::{ViewInput, ViewRecord};
use facedown_gin::{Action, Actions, Gin, Planes, Rules, State, View};
use facedown_search::{Algorithm, RootAllocation, SearchBot, SearchConfig, Utility};
use serde_json::{Map, Value};
use std::sync::Arc;

/// Gin rummy's entry.
pub(crate) const INFO: GameInfo = GameInfo {
    name: "gin",
    about: "gin rummy for two",
    presets: &Rules::PRESETS,
    bots: &[
        ("random", "any legal action"),
        ("simple", "the baseline of the EAAI-2021 challenge"),
        ("greedy", "exact deadwood, outs, and what a discard feeds the opponent"),
        ("search", "playouts in worlds that explain the opponent's play; search:25ms, search:5000"),
        SEARCHES[0],
        SEARCHES[1],
        SEARCHES[2],
        SEARCHES[3],
    ],
    opponent: "greedy",
    make: Entry::<Gin>::make,
};

impl Listed for Gin {
    type Space = Actions;
    type Planes = Planes;

    fn with_options(
        _: &'static GameInfo,
        options: &Map<String, Value>,
    ) -> Result<Self, CatalogError> {
        let mut options = options.clone();
        let name = take_preset(&mut options, &Rules::PRESETS);
        let preset = Rules::preset(&name).map_err(|e| CatalogError::BadOption(e.to_string()))?;
        game_of("gin", &preset, &options, Self::new)
    }

    fn rules(&self) -> Value {
        to_value(Gin::rules(self))
    }

    fn bot(name: &str) -> Option<Box<dyn Policy<Self>>> {
        Some(match name {
            "simple" => Box::new(Simple::default()),
            "greedy" => Box::new(Greedy::default()),
            _ => return None,
        })
    }

    fn search_config() -> Option<SearchConfig> {
        // docs/strength.md has the figures behind these.
        Some(SearchConfig {
            algorithm: Algorithm::Flat,
            root: RootAllocation::SequentialHalving,
            prior_visits: 1000.0,
            candidates: Some(6),
            root_trees: 2,
            ..SearchConfig::default()
        })
    }

    fn search_worlds(
        &self,
        view: &View,
        own: bool,
    ) -> Result<Box<dyn Worlds<Self>>, ImpossibleView> {
        if !own {
            return Ok(Box::new(self.worlds(view)?));
        }
        self.belief(view)
    }

    fn search_priors(&self, view: &View, legal: &[Action]) -> Option<Vec<f32>> {
        self.priors(view, legal)
    }

    fn search_utility(&self, view: &View) -> Option<Arc<dyn Utility>> {
        self.equity(view)
    }

    fn search_bot(bot: SearchBot<Self>) -> Box<dyn Policy<Self>> {
        Box::new(SearchUndecided(bot))
    }

    fn deal_pack(&self, pack: &[usize]) -> Result<State, CatalogError> {
        let bad = |why: String| Err(CatalogError::BadPack(why));
        let Ok(pack) = <&[usize; 52]>::try_from(pack) else {
            return bad(format!("a pack of {} cards, expected 52", pack.len()));
        };
        let mut seen = CardSet::EMPTY;
        let mut cards = [Card::new(0); 52];
        for (place, number) in cards.iter_mut().zip(pack) {
            let Some(card) = Card::from_index(*number) else {
                return bad(format!("no card {number}, expected 0 to 51"));
            };
            if seen.contains(card) {
                return bad(format!("card {number} ({card}) is there twice"));
            }
            seen.insert(card);
            *place = card;
        }
        Ok(Gin::deal_pack(self, &self.first_setup(), &cards, &mut ()))
    }

    fn view_record(&self, view: &View) -> Value {
        to_value(&ViewRecord::from(view))
    }

    fn read_view(&self, record: &Value) -> Result<(View, Seat), CatalogError> {
        let view = view_of("gin", record, |input: ViewInput| Gin::read_view(self, &input))?;
        Ok((view, view.seat()))
    }

    fn view_text(&self, view: &View) -> String {
        Render::view_text(self, view)
    }

    fn describe(&self, view: &View, action: Action) -> String {
        Render::describe(self, view, action)
    }

    fn is_public(&self, state: &State, action: Action) -> bool {
        Render::is_public(self, state, action)
    }

    fn any_action(number: usize) -> Option<Action> {
        Actions::from_id(number)
    }
}

/// A bot of gin rummy by name, for programs that know the game by its type.
pub fn gin_policy(game: &Gin, name: &str) -> Result<Box<dyn Policy<Gin>>, CatalogError> {
    crate::listed::bot(game, &INFO, name, &Map::new())
}

/// Searches what [`DomainKnowledge::decided`] leaves open.
struct SearchUndecided(SearchBot<Gin>);

impl Policy<Gin> for SearchUndecided {
    fn choose(&mut self, game: &Gin, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        game.decided(view, legal).unwrap_or_else(|| self.0.choose(game, view, legal, rng))
    }

    fn new_hand(&mut self) {
        self.0.new_hand();
    }
}
