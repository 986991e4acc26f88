//! Open-face Chinese poker's entry in the list.

mod search;

use crate::listed::{Entry, Listed, OwnQuestion};
use crate::options::{game_of, take_preset, to_value, view_of};
use crate::search::SEARCHES;
use crate::told::Told;
use crate::{CatalogError, GameInfo};
use facedown_cards::PackCard;
use facedown_game::{Game, Policy, Render, Seat};
use facedown_ofc::bots::Greedy;
use facedown_ofc::wire::ViewRecord;
use facedown_ofc::{Action, Actions, Event, Matches, Ofc, Planes, Rules, State, View};
use facedown_ofc_solver::Steady;
use facedown_search::{Algorithm, Answer, Budget, RootAllocation, SearchBot, SearchConfig};
use serde_json::{Map, Value, json};

/// Open-face Chinese poker's entry.
pub(crate) const INFO: GameInfo = GameInfo {
    name: "ofc",
    about: "open-face Chinese poker for two to four",
    presets: &Rules::PRESETS,
    bots: &[
        ("random", "any legal action"),
        ("greedy", "chances of each row, of a foul and of Fantasyland; exact in Fantasyland"),
        ("steady", "the evaluator's choice, exact for its own board from street 4 on"),
        ("search", "placements searched with exact endgames; search:100ms, search:5000"),
        SEARCHES[2],
        SEARCHES[0],
        SEARCHES[1],
        SEARCHES[3],
    ],
    opponent: "greedy",
    make: Entry::<Ofc>::make,
};

impl Listed for Ofc {
    type Space = Actions;
    type Planes = Planes;
    const ASKS_FORCED: bool = false;

    fn with_options(
        _: &'static GameInfo,
        options: &Map<String, Value>,
    ) -> Result<Self, CatalogError> {
        let mut options = options.clone();
        let name = take_preset(&mut options, &Rules::PRESETS);
        // A short name for the most common option: the number of hands of a match.
        if let Some(length) = options.remove("length") {
            let matches = options.entry("matches").or_insert_with(|| json!({}));
            if let Some(fields) = matches.as_object_mut() {
                fields.insert("hands".to_owned(), length);
            }
        }
        let preset = Rules::preset(&name).map_err(|e| CatalogError::BadOption(e.to_string()))?;
        game_of("ofc", &preset, &options, facedown_ofc_solver::game)
    }

    fn rules(&self) -> Value {
        to_value(Ofc::rules(self))
    }

    fn bot(name: &str) -> Option<Box<dyn Policy<Self>>> {
        Some(match name {
            "greedy" => Box::new(Greedy::default()),
            "steady" => Box::new(Steady::default()),
            _ => return None,
        })
    }

    /// The generic search for classic dealing, which the solver does not support: playouts of every
    /// placement.
    fn search_config() -> Option<SearchConfig> {
        Some(SearchConfig {
            algorithm: Algorithm::Flat,
            root: RootAllocation::SequentialHalving,
            ..SearchConfig::default()
        })
    }

    fn searching(bot: Box<dyn Policy<Self>>) -> Box<dyn Policy<Self>> {
        Box::new(search::ExactFantasyland::new(bot))
    }

    fn own_bot(
        &self,
        config: &SearchConfig,
        budget: Budget,
        _: SearchBot<Self>,
    ) -> Box<dyn Policy<Self>> {
        Box::new(search::decider(config, budget))
    }

    fn own_answer(
        &self,
        question: OwnQuestion<'_, Self>,
    ) -> Option<Result<Answer<Action>, CatalogError>> {
        search::answer(self, question)
    }

    fn searched(&self) -> Self {
        self.counting_fantasyland()
    }

    fn deals(&self) -> Option<Self> {
        let rules = Ofc::rules(self);
        let matches = Matches { hands: 1, play_out: true, ..rules.matches };
        facedown_ofc_solver::game(Rules { matches, ..*rules }).ok()
    }

    fn deal_pack(&self, pack: &[usize]) -> Result<State, CatalogError> {
        let mut cards = Vec::with_capacity(pack.len());
        for number in pack {
            let Some(card) = PackCard::from_index(*number) else {
                let why = format!("no card {number}, expected 0 to 53");
                return Err(CatalogError::BadPack(why));
            };
            cards.push(card);
        }
        self.try_deal_pack(&self.first_setup(), &cards, &mut ())
            .map_err(|bad| CatalogError::BadPack(bad.to_string()))
    }

    fn view_record(&self, view: &View) -> Value {
        to_value(&ViewRecord::from(view))
    }

    fn read_view(&self, record: &Value) -> Result<(View, Seat), CatalogError> {
        let view = view_of("ofc", record, |written: ViewRecord| written.view(self))?;
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

    fn tell(&self, view: &View, event: &Event) -> Option<Told> {
        let narration = self.narrate(view, event)?;
        Some(Told { seat: narration.seat.map(Seat::index), text: narration.text })
    }

    fn any_action(number: usize) -> Option<Action> {
        Action::from_index(number)
    }
}

/// Returns a bot of open-face Chinese poker by name, for programs that know the game by its type.
pub fn ofc_policy(game: &Ofc, name: &str) -> Result<Box<dyn Policy<Ofc>>, CatalogError> {
    crate::listed::bot(game, &INFO, name, &Map::new())
}
