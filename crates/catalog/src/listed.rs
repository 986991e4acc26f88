//! What a game brings to the list, and how its type is forgotten.

use crate::bot::BotOf;
use crate::erased::{
    AnyBot, AnyGame, AnyHand, AnyMatch, AnyVecEnv, AnyView, DuelSpec, EncoderInfo, VecSpec,
};
use crate::hand::HandOf;
use crate::matches::MatchOf;
use crate::named::Named;
use crate::vec_env::{NoPlanes, VecEnvOf};
use crate::view::ViewOf;
use crate::{CatalogError, GameInfo, Told, knobs, search};
use facedown_arena::{Duel, Entrant, duel_deals, duel_hands, duel_matches};
use facedown_game::{
    ActionSpace, Element, Encoder, Game, Hidden, ImpossibleView, Match, Notation, PerSeat, Policy,
    Rng, Searchable, Seat, UniformPolicy, Worlds,
};
use facedown_search::{Answer, Budget, Progress, SearchBot, SearchConfig, Utility};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a game brings to the list.
pub(crate) trait Listed:
    Match<Actions: Send + Sync> + Hidden<Worlds: 'static> + Searchable + Notation
{
    /// Its numbering of actions.
    type Space: ActionSpace<Self> + Default + Clone + 'static;
    /// Its view as an array.
    type Planes: Encoder<Self> + Default + Clone + 'static;
    /// The name of the search that is the game's own: it has its own configuration, worlds, priors
    /// and wishes.
    const OWN_SEARCH: &'static str = "search";
    /// Whether a person is asked where there is only one thing to do.
    const ASKS_FORCED: bool = true;

    /// The game of this entry with these options. A type that plays several games has an entry for
    /// each.
    fn with_options(
        info: &'static GameInfo,
        options: &Map<String, Value>,
    ) -> Result<Self, CatalogError>;
    /// The rules in force as a record.
    fn rules(&self) -> Value;
    /// A bot beside `random` and those that search, by name.
    fn bot(name: &str) -> Option<Box<dyn Policy<Self>>>;
    /// The game as searches play it: one whose scores count what follows from a hand, say.
    fn searched(&self) -> Self {
        self.clone()
    }
    /// Where a hand can lead to others: the game whose matches are one deal and all that follows
    /// from it, so that duels count it all.
    fn deals(&self) -> Option<Self> {
        None
    }
    /// How the game's own search searches; `None` where it has none.
    fn search_config() -> Option<SearchConfig> {
        None
    }
    /// How many kinds of decisions the game's own search tells apart.
    const STAGES: usize = 1;
    /// The kind of decision that a view asks for, the usual one 0.
    fn stage(&self, _: &Self::View) -> usize {
        0
    }
    /// How the game's own search searches decisions of a kind.
    fn stage_config(_stage: usize) -> Option<SearchConfig> {
        Self::search_config()
    }
    /// The worlds of a search: those of the game's own belief, or all with the same chance.
    fn search_worlds(
        &self,
        view: &Self::View,
        _own: bool,
    ) -> Result<Box<dyn Worlds<Self>>, ImpossibleView> {
        Ok(Box::new(self.worlds(view)?))
    }
    /// What the game's own search expects of each action beforehand, in points.
    fn search_priors(&self, _: &Self::View, _: &[Self::Action]) -> Option<Vec<f32>> {
        None
    }
    /// What the game's own search wants in the situation of a view: the match, say; `None` for points.
    fn search_utility(&self, _: &Self::View) -> Option<Arc<dyn Utility>> {
        None
    }
    /// The bot of the game's own search around this one.
    fn search_bot(bot: SearchBot<Self>) -> Box<dyn Policy<Self>> {
        Box::new(bot)
    }
    /// The bot of any search around this one: it decides without searching what can be known.
    fn searching(bot: Box<dyn Policy<Self>>) -> Box<dyn Policy<Self>> {
        bot
    }
    /// The bot of the game's own search, where that is no [`SearchBot`]; `rest` is one, for what the
    /// game's own search cannot do.
    fn own_bot(&self, _: &SearchConfig, _: Budget, rest: SearchBot<Self>) -> Box<dyn Policy<Self>> {
        Self::search_bot(rest)
    }
    /// What is known of every action of a view without a search of trees: what needs no search, and
    /// what the game's own search finds, where that is no [`SearchBot`]. `None`: it is searched.
    fn own_answer(
        &self,
        _: OwnQuestion<'_, Self>,
    ) -> Option<Result<Answer<Self::Action>, CatalogError>> {
        None
    }
    /// A hand from cards in a given order, by their numbers.
    fn deal_pack(&self, pack: &[usize]) -> Result<Self::State, CatalogError>;
    /// A view as a record.
    fn view_record(&self, view: &Self::View) -> Value;
    /// The view that a record holds, and whose it is: the reverse of [`Listed::view_record`]. A
    /// record that contradicts itself is an error that names what contradicts what.
    fn read_view(&self, record: &Value) -> Result<(Self::View, Seat), CatalogError>;
    /// A view as a person reads it in a terminal.
    fn view_text(&self, view: &Self::View) -> String;
    /// What an action does, in words.
    fn describe(&self, view: &Self::View, action: Self::Action) -> String;
    /// Returns whether a typed text describes this action in this view, ignoring case.
    fn reads(&self, view: &Self::View, action: Self::Action, text: &str) -> bool {
        self.describe(view, action).eq_ignore_ascii_case(text.trim())
    }
    /// Whether every seat witnesses that the seat to act does this.
    fn is_public(&self, state: &Self::State, action: Self::Action) -> bool;
    /// What a seat with this view has just witnessed, in words, where no action tells it.
    fn tell(&self, _: &Self::View, _: &Self::Event) -> Option<Told> {
        None
    }
    /// Whether the same seat goes on after this action and has learnt nothing by it, so that both
    /// can be said at once.
    fn leads_on(&self, _: Self::Action) -> bool {
        false
    }
    /// The names of forms of observations beside the usual one.
    fn more_encoders(&self) -> Vec<String> {
        Vec::new()
    }
    /// Many hands at once, observed in one of those forms; `None` where there is no such form.
    fn vec_env_as(
        &self,
        _encoder: &str,
        _: &VecSpec<'_>,
    ) -> Option<Result<Box<dyn AnyVecEnv>, CatalogError>> {
        None
    }
    /// The form in which the whole world is shown to learners that may look at it.
    fn oracle(&self) -> Option<EncoderInfo> {
        None
    }
    /// Writes the whole world in that form, as a seat would want to know it.
    fn write_world<T: Element>(&self, _: &Self::State, _: Seat, _: &mut [T]) {}
    /// What each seat of a finished match has gained, bonuses of places apart.
    fn match_gains(&self, standing: &Self::Standing) -> PerSeat<i32> {
        self.match_scores(standing)
    }
    /// What the seats of a finished match are placed by, the highest first.
    fn match_order(&self, standing: &Self::Standing) -> PerSeat<i32> {
        self.match_scores(standing)
    }
    /// The action with this number, legal or not: for error messages.
    fn any_action(number: usize) -> Option<Self::Action>;
}

/// What a view is asked, with a search by name.
pub(crate) struct OwnQuestion<'a, G: Game> {
    /// What the seat knows.
    pub(crate) view: &'a G::View,
    /// All that it can do.
    pub(crate) legal: &'a [G::Action],
    /// Whether the game's own search is asked for.
    pub(crate) own: bool,
    /// The search's knobs.
    pub(crate) config: &'a SearchConfig,
    /// What it may spend.
    pub(crate) budget: Budget,
    /// Set from outside, this ends the search.
    pub(crate) cancel: Option<&'a AtomicBool>,
    /// Called with interim answers.
    pub(crate) progress: Option<Progress<'a, G::Action>>,
}

/// A bot by name, `random` and those that search included.
pub(crate) fn bot<G: Listed>(
    game: &G,
    info: &GameInfo,
    name: &str,
    knobs: &Map<String, Value>,
) -> Result<Box<dyn Policy<G>>, CatalogError> {
    if name == "random" {
        return Ok(Box::new(UniformPolicy));
    }
    if let Some(bot) = search::bot(game, name, knobs) {
        return bot;
    }
    G::bot(name).ok_or_else(|| CatalogError::UnknownBot {
        bot: name.to_owned(),
        known: info.bots.iter().map(|(name, _)| *name).collect(),
    })
}

/// The same, with knobs only where the bot searches.
pub(crate) fn bot_checked<G: Listed>(
    game: &G,
    info: &GameInfo,
    name: &str,
    knobs: &Map<String, Value>,
) -> Result<Box<dyn Policy<G>>, CatalogError> {
    let made = bot(game, info, name, knobs)?;
    check_knobs(&[name], knobs)?;
    Ok(made)
}

/// Knobs need a bot that searches.
fn check_knobs(bots: &[&str], knobs: &Map<String, Value>) -> Result<(), CatalogError> {
    let kind = |bot: &str| bot.split(':').next().is_some_and(search::searches);
    match knobs.keys().next() {
        Some(knob) if !bots.iter().any(|bot| kind(bot)) => Err(CatalogError::BadOption(format!(
            "'{}' does not search and has no knob '{knob}'",
            bots.join(",")
        ))),
        _ => Ok(()),
    }
}

/// A game of the list.
pub(crate) struct Entry<G> {
    game: G,
    info: &'static GameInfo,
}

impl<G: Listed> Entry<G> {
    /// The game of this entry with these options.
    pub(crate) fn make(
        info: &'static GameInfo,
        options: &Map<String, Value>,
    ) -> Result<Box<dyn AnyGame>, CatalogError> {
        Ok(Box::new(Self { game: G::with_options(info, options)?, info }))
    }
}

impl<G: Listed> AnyGame for Entry<G> {
    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn rules(&self) -> Value {
        self.game.rules()
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn asks_forced(&self) -> bool {
        G::ASKS_FORCED
    }

    fn action_count(&self) -> usize {
        G::Space::default().len()
    }

    fn action_text(&self, action: usize) -> Result<String, CatalogError> {
        let found = G::any_action(action);
        let found = found.ok_or(CatalogError::NoAction { action, count: self.action_count() })?;
        Ok(self.game.action_text(found))
    }

    fn encoder_id(&self) -> String {
        G::Planes::default().id()
    }

    fn observation_shape(&self) -> Vec<usize> {
        G::Planes::default().shape().to_vec()
    }

    fn observation_scales(&self) -> Vec<f32> {
        G::Planes::default().scales().to_vec()
    }

    fn observation_channels(&self) -> Vec<&'static str> {
        G::Planes::default().channels().to_vec()
    }

    fn deal(&self, seed: u64) -> Box<dyn AnyHand> {
        let mut rng = Rng::new(seed);
        let state = self.game.deal(&self.game.first_setup(), &mut rng, &mut ());
        Box::new(HandOf::new(self.game.clone(), state, rng))
    }

    fn deal_pack(&self, pack: &[usize]) -> Result<Box<dyn AnyHand>, CatalogError> {
        let state = self.game.deal_pack(pack)?;
        Ok(Box::new(HandOf::new(self.game.clone(), state, Rng::new(0))))
    }

    fn read_view(&self, record: &Value) -> Result<Box<dyn AnyView>, CatalogError> {
        let (view, seat) = self.game.read_view(record)?;
        // Whatever the game has looked at, there must be a deal that explains the view.
        self.game.worlds(&view).map_err(|error| CatalogError::BadView(error.to_string()))?;
        Ok(Box::new(ViewOf::new(self.game.clone(), view, seat.index())))
    }

    fn bot_with(
        &self,
        name: &str,
        seed: u64,
        knobs: &Map<String, Value>,
    ) -> Result<Box<dyn AnyBot>, CatalogError> {
        let made = bot_checked(&self.game, self.info, name, knobs)?;
        Ok(Box::new(BotOf::new(made, Rng::new(seed))))
    }

    fn search_config(&self, bot: &str, knobs: &Map<String, Value>) -> Result<Value, CatalogError> {
        let config = search::config_of::<G>(0, &Named::read(bot)?, knobs)?;
        Ok(knobs::record(&config))
    }

    fn begin_match(&self, seed: u64) -> Box<dyn AnyMatch> {
        Box::new(MatchOf::new(self.game.clone(), seed))
    }

    fn vec_env_with(
        &self,
        spec: &VecSpec<'_>,
        encoder: Option<&str>,
    ) -> Result<Box<dyn AnyVecEnv>, CatalogError> {
        let (game, usual) = (&self.game, G::Planes::default());
        match encoder {
            Some(NoPlanes::ID) => Ok(Box::new(VecEnvOf::new(game, NoPlanes, spec)?)),
            Some(id) if id != usual.id() => game.vec_env_as(id, spec).unwrap_or_else(|| {
                let known = self.encoder_ids().join(", ");
                Err(CatalogError::BadOption(format!("no encoder '{id}', expected one of {known}")))
            }),
            _ => Ok(Box::new(VecEnvOf::new(game, usual, spec)?)),
        }
    }

    fn encoder_ids(&self) -> Vec<String> {
        let mut ids = vec![self.encoder_id()];
        ids.extend(self.game.more_encoders());
        ids
    }

    fn duel(&self, spec: &DuelSpec<'_>) -> Result<Duel, CatalogError> {
        for name in spec.bots {
            bot(&self.game, self.info, name, spec.knobs)?;
        }
        let names: Vec<&str> = spec.bots.iter().map(String::as_str).collect();
        check_knobs(&names, spec.knobs)?;
        let makers: Vec<_> = spec
            .bots
            .iter()
            .map(|name| {
                move || bot(&self.game, self.info, name, spec.knobs).expect("it was checked above")
            })
            .collect();
        let line_up: Vec<Entrant<'_, G>> = spec
            .bots
            .iter()
            .zip(&makers)
            .map(|(name, make)| Entrant::new(name.as_str(), make))
            .collect();
        let duel = match self.game.deals() {
            _ if spec.matches => duel_matches(&self.game, &line_up, &spec.options),
            Some(deals) => duel_deals(&deals, &line_up, &spec.options),
            None => duel_hands(&self.game, &line_up, &spec.options),
        };
        duel.map_err(|error| CatalogError::Arena(error.to_string()))
    }
}
