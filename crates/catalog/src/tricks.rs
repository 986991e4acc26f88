//! The trick-taking games' entries in the list: one engine, an entry for each game.

use crate::listed::{Entry, Listed};
use crate::options::{game_of, take_preset, to_value};
use crate::search::SEARCHES;
use crate::stakes::Stakes;
use crate::view::ViewOf;
use crate::{AnyView, CatalogError, GameInfo};
use facedown_cards::{Card, Suit};
use facedown_game::{Game, Hidden, ImpossibleView, Policy, Seat, Worlds};
use facedown_search::{Algorithm, RootAllocation, SearchConfig, Utility};
use facedown_tricks::bots::Rule;
use facedown_tricks::rules::Score;
use facedown_tricks::wire::{ViewRecord, describe};
use facedown_tricks::{
    Action, Actions, Belief, BeliefModel, Cards, Phase, Planes, Rules, State, Tricks, View,
};
use serde_json::{Map, Value};
use std::fmt::Write;
use std::sync::Arc;

const BOTS: &[(&str, &str)] = &[
    ("random", "any legal action"),
    ("rule", "plays and bids as a decent beginner does"),
    ("ismcts", "tree search in worlds that explain the bids; ismcts:25ms, ismcts:5000"),
    SEARCHES[1],
    SEARCHES[2],
    SEARCHES[3],
];

const fn entry(
    name: &'static str,
    about: &'static str,
    presets: &'static [&'static str],
) -> GameInfo {
    GameInfo { name, about, presets, bots: BOTS, opponent: "ismcts", make: Entry::<Tricks>::make }
}

/// Oh Hell.
pub(crate) const OH_HELL: GameInfo =
    entry("oh-hell", "Oh Hell for 3 to 7: bid exactly what you take", &["standard", "openspiel"]);
/// El Dorado.
pub(crate) const EL_DORADO: GameInfo =
    entry("el-dorado", "El Dorado for 2 to 10, with one or two packs", &["standard"]);
/// Hearts.
pub(crate) const HEARTS: GameInfo =
    entry("hearts", "Hearts for 3 to 6", &["standard", "omnibus", "openspiel"]);
/// Spades.
pub(crate) const SPADES: GameInfo =
    entry("spades", "Spades for two partnerships", &["standard", "no-bags", "openspiel"]);

impl Listed for Tricks {
    type Space = Actions;
    type Planes = Planes;
    const OWN_SEARCH: &'static str = "ismcts";

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
                "no rules '{preset}', expected one of {known}"
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
        let rules = Rules::preset(&name, seats).expect("the list names presets that there are");
        game_of(info.name, &rules, &options, Self::new)
    }

    fn rules(&self) -> Value {
        to_value(Tricks::rules(self))
    }

    fn bot(name: &str) -> Option<Box<dyn Policy<Self>>> {
        (name == "rule").then(|| Box::new(Rule) as Box<dyn Policy<Self>>)
    }

    fn search_config() -> Option<SearchConfig> {
        // docs/strength.md has the figures behind these.
        Some(SearchConfig { root_trees: 2, exploration: 0.7, ..SearchConfig::default() })
    }

    const STAGES: usize = 2;

    /// Cards, and whatever is said or handed on before them.
    fn stage(&self, view: &View) -> usize {
        usize::from(view.table().phase() != Phase::Play)
    }

    fn stage_config(stage: usize) -> Option<SearchConfig> {
        let play = Self::search_config()?;
        // What the others say next is better left to the light policy than to a tree that has yet
        // to learn it.
        let call = SearchConfig {
            algorithm: Algorithm::Flat,
            root: RootAllocation::SequentialHalving,
            ..play.clone()
        };
        Some(if stage == 0 { play } else { call })
    }

    fn search_worlds(
        &self,
        view: &View,
        own: bool,
    ) -> Result<Box<dyn Worlds<Self>>, ImpossibleView> {
        if own {
            let belief = Belief::new(self, view, &BeliefModel::default())?;
            if belief.is_informed() {
                return Ok(Box::new(belief));
            }
        }
        Ok(Box::new(self.worlds(view)?))
    }

    fn search_utility(&self, view: &View) -> Option<Arc<dyn Utility>> {
        Some(Arc::new(Stakes::of(self, view)))
    }

    fn deal_pack(&self, pack: &[usize]) -> Result<State, CatalogError> {
        let bad = |why: String| Err(CatalogError::BadPack(why));
        let own = self.pack();
        if pack.len() != own.len() {
            return bad(format!("a pack of {} cards, expected {}", pack.len(), own.len()));
        }
        let mut cards = Vec::with_capacity(pack.len());
        for number in pack {
            match Card::from_index(*number) {
                Some(card) => cards.push(card),
                None => return bad(format!("no card {number}, expected 0 to 51")),
            }
        }
        let count = |cards: &[Card], card: Card| cards.iter().filter(|c| **c == card).count();
        for card in &cards {
            let [got, expected] = [&cards[..], own].map(|cards| count(cards, *card));
            if got != expected {
                let number = card.index();
                return bad(format!("card {number} ({card}) {got} times, expected {expected}"));
            }
        }
        Ok(Tricks::deal_pack(self, &self.first_setup(), &cards, &mut ()))
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
        let written: ViewRecord =
            serde_json::from_value(record.clone()).map_err(|error| bad(error.to_string()))?;
        if written.game.is_some() || written.rules.is_some() {
            let own = written.rules().map_err(|error| bad(error.to_string()))?;
            if own != *Tricks::rules(self) {
                return Err(bad("game and rules are not those that it is read by".to_owned()));
            }
        }
        let view = written.view(self).map_err(|error| bad(error.to_string()))?;
        Ok((view, view.seat()))
    }

    fn view_text(&self, view: &View) -> String {
        text(self, view)
    }

    fn describe(&self, view: &View, action: Action) -> String {
        describe(action, view.table().phase())
    }

    fn is_public(&self, state: &State, _: Action) -> bool {
        !matches!(state.table().phase(), Phase::Pass | Phase::Discard)
    }

    fn any_action(number: usize) -> Option<Action> {
        Action::from_number(number)
    }
}

/// What is behind a view of a trick-taking game; `None` for other games.
pub fn tricks_view(view: &dyn AnyView) -> Option<(&Tricks, &View)> {
    let view: &ViewOf<Tricks> = view.as_any().downcast_ref()?;
    Some((view.game(), view.view()))
}

/// Cards by suit, high ones first: `♠ A K 5  ♥ 7`.
fn hand_text(cards: Cards) -> String {
    let mut all: Vec<Card> = cards.iter().collect();
    let high = |card: &Card| (card.rank().index() + 12) % 13; // the ace above the king
    all.sort_by_key(|card| std::cmp::Reverse((card.suit(), high(card))));
    let mut out = String::new();
    for suit in Suit::ALL.into_iter().rev() {
        let mut ranks = all.iter().filter(|card| card.suit() == suit).peekable();
        if ranks.peek().is_some() {
            let gap = if out.is_empty() { "" } else { "   " };
            let _ = write!(out, "{gap}{}", suit.symbol());
            ranks.for_each(|card| {
                let _ = write!(out, " {}", card.rank().letter());
            });
        }
    }
    if out.is_empty() { "-".to_owned() } else { out }
}

/// So many things, in words.
fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A view as a person reads it.
fn text(game: &Tricks, view: &View) -> String {
    let table = view.table();
    let mut out = String::new();
    let mut line = |name: &str, what: String| {
        let _ = writeln!(out, "{name:>10}  {what}");
    };
    let name = |seat: Seat| match (seat == view.seat(), game.together(seat, view.seat())) {
        (true, _) => "you".to_owned(),
        (false, true) => format!("partner {}", seat.index()),
        (false, false) => format!("seat {}", seat.index()),
    };
    let trump = table.trump().map_or("no trump".to_owned(), |suit| {
        let turned = table.upcard().map_or(String::new(), |card| format!(" ({card} turned up)"));
        format!("{} is trump{turned}", suit.symbol())
    });
    line("hand", format!("{}, {trump}, dealt by {}", table.setup().hand + 1, name(table.dealer())));
    let contract = match &Tricks::rules(game).score {
        Score::Contract(contract) => Some(contract),
        _ => None,
    };
    for seat in Seat::all(game.seats()) {
        if table.setup().out.contains(seat) {
            continue;
        }
        let bid = match table.bid(seat) {
            Some(_) if table.is_blind(seat) => "bid blind nil, ".to_owned(),
            Some(0) if contract.is_some_and(|contract| contract.nil != 0) => "bid nil, ".to_owned(),
            Some(bid) => format!("bid {bid}, "),
            None => String::new(),
        };
        let points = match table.points(seat) {
            0 => String::new(),
            points => format!(", {points} points"),
        };
        let score = table.setup().scores[seat.index()];
        let bags = match contract {
            Some(contract) if contract.bag_limit > 0 => {
                format!(", {}", count(usize::from(table.setup().bags[seat.index()]), "bag"))
            }
            _ => String::new(),
        };
        let (won, cards) = (table.won(seat), count(table.count(seat), "card"));
        line(&name(seat), format!("{bid}won {won}{points}; {cards}; score {score}{bags}"));
    }
    if let Some((leader, cards)) = table.history().last() {
        let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
        let when = if table.trick().is_empty() { "last trick" } else { "trick" };
        line(when, format!("{} ({} led)", cards.join(" "), name(leader)));
    }
    if !view.received().is_empty() {
        line("received", hand_text(view.received().cards()));
    }
    if !view.given().is_empty() && table.phase() == Phase::Pass {
        line("handing on", hand_text(view.given().cards()));
    }
    line("your hand", hand_text(view.hand()));
    out
}
