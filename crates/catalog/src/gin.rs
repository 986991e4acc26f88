//! Gin rummy's entry in the list.

use crate::listed::{Entry, Listed};
use crate::options::{game_of, take_preset, to_value, view_of};
use crate::search::SEARCHES;
use crate::{CatalogError, GameInfo};
use facedown_cards::{Card, CardSet};
use facedown_game::{Game, Hidden, ImpossibleView, PerSeat, Policy, Rng, Searchable, Seat, Worlds};
use facedown_gin::bots::{Greedy, Simple};
use facedown_gin::kernel::{best_melds, hand_points};
use facedown_gin::wire::{ViewRecord, WrittenView, describe};
use facedown_gin::{
    Action, Actions, Belief, BeliefModel, Chances, Gin, Phase, Planes, Rules, State, View,
};
use facedown_search::{Algorithm, RootAllocation, SearchBot, SearchConfig, Utility};
use serde_json::{Map, Value};
use std::fmt::Write;
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
        let known = || format!("no rules '{name}', expected one of {}", Rules::PRESETS.join(", "));
        let preset = Rules::preset(&name).ok_or_else(|| CatalogError::BadOption(known()))?;
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
        // The same view gives the same belief, whoever asks and whatever for.
        let mut rng = Rng::new(self.view_key(view));
        Ok(Box::new(Belief::new(self, view, &BeliefModel::default(), &mut rng)?))
    }

    fn search_priors(&self, view: &View, legal: &[Action]) -> Option<Vec<f32>> {
        if view.table().phase() != Phase::Discard {
            return None;
        }
        let cards = legal.iter().filter_map(|action| match action {
            Action::Card(card) => Some(*card),
            _ => None,
        });
        let judged = Greedy::default().judge(view, cards);
        let prior = |action: &Action| {
            let found = judged.iter().find(|(card, _)| *action == Action::Card(*card));
            found.map_or(f32::NAN, |(_, judgement)| -judgement)
        };
        Some(legal.iter().map(prior).collect())
    }

    fn search_utility(&self, view: &View) -> Option<Arc<dyn Utility>> {
        let chances = Chances::of(Gin::rules(self).matches.target);
        let points = [0, 1].map(|seat| view.table().points(Seat::new(seat)));
        let now = points.map(|own| chances.win(own, points[0] + points[1] - own));
        let slope = chances.slope(points[0], points[1]);
        // In points at the present score, so that priors can be compared with it.
        Some(Arc::new(move |scores: &PerSeat<f32>| {
            PerSeat::from_fn(2, |seat| {
                let [own, other] = [seat, Seat::new(1 - seat.index())];
                let won = |seat: Seat| points[seat.index()] + scores[seat].max(0.0) as i32;
                (chances.win(won(own), won(other)) - now[seat.index()]) / slope
            })
        }))
    }

    fn search_bot(bot: SearchBot<Self>) -> Box<dyn Policy<Self>> {
        Box::new(SearchWhereItMatters { search: bot, rest: Greedy::default() })
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
        let view = view_of("gin", record, |written: WrittenView| Gin::read_view(self, &written))?;
        Ok((view, view.seat()))
    }

    fn view_text(&self, view: &View) -> String {
        text(view)
    }

    fn describe(&self, view: &View, action: Action) -> String {
        describe(action, view.table().phase())
    }

    fn is_public(&self, _: &State, _: Action) -> bool {
        true
    }

    fn any_action(number: usize) -> Option<Action> {
        Actions::from_number(number)
    }
}

/// A bot of gin rummy by name, for programs that know the game by its type.
pub fn gin_policy(game: &Gin, name: &str) -> Result<Box<dyn Policy<Gin>>, CatalogError> {
    crate::listed::bot(game, &INFO, name, &Map::new())
}

/// Searches before a knock; how to lay a hand down is known exactly.
struct SearchWhereItMatters {
    search: SearchBot<Gin>,
    rest: Greedy,
}

impl Policy<Gin> for SearchWhereItMatters {
    fn choose(&mut self, game: &Gin, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let open =
            matches!(view.table().phase(), Phase::FirstUpcard | Phase::Draw | Phase::Discard);
        match legal {
            [only] => *only,
            [.., Action::BigGin] => Action::BigGin,
            _ if open => self.search.choose(game, view, legal, rng),
            _ => self.rest.choose(game, view, legal, rng),
        }
    }

    fn new_hand(&mut self) {
        self.search.new_hand();
    }
}

/// A view as a person reads it.
fn text(view: &View) -> String {
    let table = view.table();
    let mut out = String::new();
    let or_none =
        |cards: CardSet| if cards.is_empty() { "-".to_owned() } else { cards.to_string() };
    let upcard = table.upcard().map_or("-".to_owned(), |card| card.to_string());
    let discards: Vec<String> = table.turns().map(|(_, turn)| turn.card.to_string()).collect();
    let mut line = |name: &str, what: String| {
        let _ = writeln!(out, "{name:>11}  {what}");
    };
    let laid_down = table.phase() == Phase::Over && table.knocker().is_some();
    line("opponent", {
        let (count, known) = (table.count(view.opponent()), or_none(view.known()));
        if laid_down {
            format!("{known}   deadwood {}", hand_points(view.known()))
        } else {
            format!("{count} cards, known: {known}")
        }
    });
    for (name, seat) in [("their melds", view.opponent()), ("your melds", view.seat())] {
        if !table.melds(seat).is_empty() {
            let melds: Vec<String> = table.melds(seat).iter().map(CardSet::to_string).collect();
            line(name, melds.join(" | "));
        }
    }
    if !table.laid_off().is_empty() {
        line("laid off", table.laid_off().to_string());
    }
    if !discards.is_empty() {
        line("discards", discards.join(" "));
    }
    if laid_down {
        // What was not laid down counts, melds or not.
        line("your hand", {
            format!("{}   deadwood {}", or_none(view.hand()), hand_points(view.hand()))
        });
        return out;
    }
    line("table", {
        let (stock, limit) = (table.stock_left(), table.limit());
        format!("upcard {upcard}, {stock} in the stock, knock with {limit} or less")
    });
    let best = best_melds(view.hand());
    let melds = best.melds().iter().map(CardSet::to_string);
    let loose = Some(best.loose()).filter(|l| !l.is_empty()).map(|l| format!("({l})"));
    let hand: Vec<String> = melds.chain(loose).collect();
    line("your hand", format!("{}   deadwood {}", hand.join(" | "), best.deadwood()));
    if let (Some(card), Phase::Discard) = (view.drawn(), table.phase()) {
        line("drawn", card.to_string());
    }
    out
}
