//! Bots and advice by name: one advisor decides for both.

use crate::bot_spec::BotSpec;
use crate::entry::{Listed, Players};
use crate::erased::AnyAdvisor;
use crate::{Advice, CatalogError, GameInfo, search_params};
use facedown_game::{
    ActionBuf, Control, Encoder, Guide, Policy, Rng, Turn, UniformPolicy, excerpt,
};
use facedown_nets::{Network, NetworkGuide};
use facedown_search::{
    Advisor, AdvisorBot, Algorithm, Budget, PolicyAdvisor, RootAllocation, SearchAdvisor,
    SearchConfig, SearchError, Searcher, Slice,
};
use serde_json::{Map, Value};
use std::sync::Arc;

/// A request for advice.
pub struct AdviseSpec<'a> {
    /// A bot by name: `search`, `ismcts:5000`, `greedy`.
    pub bot: &'a str,
    /// The budget of a search; by default the one in the name, or [`DEFAULT_ADVICE`].
    pub budget: Option<Budget>,
    /// Search parameters that replace the bot's own; `seed` is the random seed of the decision.
    pub params: &'a Map<String, Value>,
    /// The network that guides the search `puct` instead of the game's own.
    pub network: Option<GuideNetwork<'a>>,
    /// Cancels and observes the work.
    pub control: Control<'a, Advice>,
}

impl<'a> AdviseSpec<'a> {
    /// Advice of a bot, not observed.
    pub fn new(bot: &'a str, budget: Option<Budget>, params: &'a Map<String, Value>) -> Self {
        Self { bot, budget, params, network: None, control: Control::default() }
    }
}

/// A network with a head `policy`, one output for every action id, and perhaps a head `value`, the
/// seat's expected score of the hand.
#[derive(Clone)]
pub struct GuideNetwork<'a> {
    /// The network.
    pub network: Arc<Network>,
    /// The encoder that it was trained for.
    pub encoder: &'a str,
    /// Points of one unit of `value`.
    pub value_scale: f32,
}

impl GuideNetwork<'_> {
    /// Returns the network as the guide of a game's searches.
    fn guide<G: Listed>(&self) -> Result<Arc<dyn Guide<G>>, CatalogError> {
        let bad = |why: String| CatalogError::BadOption(format!("network: {why}"));
        let encoder = G::Planes::default();
        let expected = encoder.id();
        if self.encoder != expected && !G::EARLIER_ENCODER_IDS.contains(&self.encoder) {
            let found = excerpt(self.encoder);
            return Err(bad(format!("its encoder is '{found}', expected '{expected}'")));
        }
        let (network, space) = (Arc::clone(&self.network), G::Space::default());
        let guide = NetworkGuide::new::<G>(network, encoder, space, "policy");
        let guide = guide.map_err(|error| bad(error.to_string()))?;
        if self.network.head("value").is_none() {
            return Ok(Arc::new(guide));
        }
        let guide = guide.with_values("value", self.value_scale);
        Ok(Arc::new(guide.map_err(|error| bad(error.to_string()))?))
    }
}

/// The bot that advises by default: the strongest searcher of every game.
pub const DEFAULT_BOT: &str = "search";

/// The default budget of advice.
pub const DEFAULT_ADVICE: Budget = Budget::seconds(1.0);

/// The default budget of a bot's decision.
const DEFAULT_DECISION: Budget = Budget::seconds(0.025);

/// The searches that play any game, with a description.
pub(crate) const SEARCHES: [(&str, &str); 5] = [
    ("ismcts", "single-observer information-set tree search; ismcts:25ms, ismcts:5000"),
    ("mo-ismcts", "multi-observer information-set tree search"),
    ("flat", "Monte Carlo rollouts of every action, shared out by sequential halving"),
    ("determinized", "tree search in several fixed worlds: a baseline"),
    ("puct", "tree search guided by the game's network, or by its heuristic and rollouts"),
];

/// Returns whether the bot of this name searches, so that it takes a budget: `ismcts:25ms`.
pub fn searches(bot: &str) -> bool {
    bot == DEFAULT_BOT || SEARCHES.iter().any(|(name, _)| *name == bot)
}

/// Returns the configuration of a search that plays any game.
fn generic_config(name: &str) -> Option<SearchConfig> {
    let base = SearchConfig::default();
    Some(match name {
        "ismcts" => base,
        "mo-ismcts" => SearchConfig { algorithm: Algorithm::MoIsmcts, ..base },
        "flat" => SearchConfig {
            algorithm: Algorithm::Flat,
            root: RootAllocation::SequentialHalving,
            ..base
        },
        "determinized" => SearchConfig { algorithm: Algorithm::Determinized, ..base },
        "puct" => SearchConfig { algorithm: Algorithm::Puct, ..base },
        _ => return None,
    })
}

/// Resolves the configuration of a search: its own, then what its name sets, then `params`.
pub(crate) fn search_config<G: Players>(
    stage: usize,
    spec: &BotSpec<'_>,
    params: &Map<String, Value>,
) -> Result<SearchConfig, CatalogError> {
    let base = if spec.kind == DEFAULT_BOT {
        Some(G::search_config(stage))
    } else {
        generic_config(spec.kind)
    };
    resolved(base, spec, params)
}

fn resolved(
    base: Option<SearchConfig>,
    spec: &BotSpec<'_>,
    params: &Map<String, Value>,
) -> Result<SearchConfig, CatalogError> {
    let base = base.ok_or_else(|| CatalogError::UnknownSearch {
        bot: spec.kind.to_owned(),
        known: [DEFAULT_BOT].into_iter().chain(SEARCHES.iter().map(|(name, _)| *name)).collect(),
    })?;
    search_params::replaced(search_params::replaced(base, &spec.params)?, params)
}

/// Returns all parameters of a search that plays any game.
pub fn generic_search_config(
    bot: &str,
    params: &Map<String, Value>,
) -> Result<Value, CatalogError> {
    let spec = BotSpec::parse(bot)?;
    Ok(search_params::record(&resolved(generic_config(spec.kind), &spec, params)?))
}

fn failed(error: &SearchError) -> CatalogError {
    CatalogError::Search(error.to_string())
}

/// Makes bots and advisors of one name, whose configuration is resolved once.
pub(crate) struct BotMaker<'a, G> {
    game: &'a G,
    kind: &'a str,
    budget: Option<Budget>,
    /// The random seed of advice.
    seed: u64,
    /// A configuration for each kind of decision; none for bots that do not search.
    configs: Vec<SearchConfig>,
}

impl<'a, G: Players> BotMaker<'a, G> {
    /// Reads a name like `search`, `ismcts:25ms:exploration=1` or `greedy`.
    pub(crate) fn new(
        game: &'a G,
        info: &GameInfo,
        name: &'a str,
        params: &Map<String, Value>,
    ) -> Result<Self, CatalogError> {
        let maker = Self::with_params(game, info, name, params)?;
        match params.keys().find(|name| *name != "seed") {
            Some(param) if !searches(maker.kind) => Err(no_params(maker.kind, param)),
            _ => Ok(maker),
        }
    }

    /// Reads the names of a match, in which parameters are for the bots that search; there must be
    /// one.
    pub(crate) fn of_match(
        game: &'a G,
        info: &GameInfo,
        names: &'a [String],
        params: &Map<String, Value>,
    ) -> Result<Vec<Self>, CatalogError> {
        let makers = names.iter().map(|name| Self::with_params(game, info, name, params));
        let makers = makers.collect::<Result<Vec<_>, _>>()?;
        match params.keys().next() {
            Some(param) if !makers.iter().any(|maker| searches(maker.kind)) => {
                Err(no_params(&names.join(","), param))
            }
            _ => Ok(makers),
        }
    }

    fn with_params(
        game: &'a G,
        info: &GameInfo,
        name: &'a str,
        params: &Map<String, Value>,
    ) -> Result<Self, CatalogError> {
        let spec = BotSpec::parse(name)?;
        game.check_bot(spec.kind)?;
        let mut configs = Vec::new();
        if searches(spec.kind) {
            let stages = if spec.kind == DEFAULT_BOT { G::STAGES } else { 1 };
            for stage in 0..stages {
                let config = search_config::<G>(stage, &spec, params)?;
                Searcher::<G>::check(&config).map_err(|error| failed(&error))?;
                configs.push(config);
            }
        } else if spec.kind != "random" && G::policy(spec.kind).is_none() {
            let known = info.bots.iter().map(|(name, _)| *name).collect();
            return Err(CatalogError::UnknownBot { bot: spec.kind.to_owned(), known });
        } else if spec.budget.is_some() || !spec.params.is_empty() {
            return Err(CatalogError::BadOption(format!(
                "'{name}': '{}' does not search and takes no budget and no parameters",
                spec.kind,
                name = excerpt(name)
            )));
        }
        let seed = configs.first().map_or_else(
            || params.get("seed").and_then(Value::as_u64).unwrap_or(0),
            |config| config.seed,
        );
        Ok(Self { game, kind: spec.kind, budget: spec.budget, seed, configs })
    }

    /// Makes the advisor, for a view whose worlds may be known.
    fn advisor(
        &self,
        known: Option<(&G::View, &Arc<G::Worlds>)>,
        guide: Option<Arc<dyn Guide<G>>>,
    ) -> Result<Box<dyn Advisor<G>>, CatalogError> {
        if guide.is_some() && self.kind != "puct" {
            let why = format!("network: '{}' takes none, expected the search 'puct'", self.kind);
            return Err(CatalogError::BadOption(why));
        }
        Ok(match self.configs.first() {
            None => Box::new(PolicyAdvisor::new(self.policy())),
            Some(_) if self.kind == DEFAULT_BOT => self.game.strongest(self.configs.clone()),
            Some(config) => {
                let advisor = SearchAdvisor::plain(self.game.searched(), config.clone());
                let mut advisor = advisor.map_err(|error| failed(&error))?;
                if let Some(guide) = guide {
                    advisor = advisor.with_guide(guide);
                }
                match known {
                    Some((view, worlds)) => Box::new(advisor.with_worlds(view, worlds.clone())),
                    None => Box::new(advisor),
                }
            }
        })
    }

    /// Makes the bot, which plays the first action of the advisor's answers.
    pub(crate) fn bot(&self) -> Result<Box<dyn Policy<G>>, CatalogError> {
        if self.configs.is_empty() {
            return Ok(self.policy());
        }
        let budget = self.budget.unwrap_or(DEFAULT_DECISION);
        Ok(Box::new(
            AdvisorBot::new(self.advisor(None, None)?, budget).map_err(|error| failed(&error))?,
        ))
    }

    fn policy(&self) -> Box<dyn Policy<G>> {
        G::policy(self.kind).unwrap_or_else(|| Box::new(UniformPolicy))
    }
}

fn no_params(bots: &str, param: &str) -> CatalogError {
    CatalogError::BadOption(format!(
        "'{bots}' does not search and has no parameter '{param}'",
        bots = excerpt(bots),
        param = excerpt(param)
    ))
}

/// Advice in progress.
pub(crate) struct AdvisorOf<G: Listed> {
    game: G,
    view: G::View,
    advisor: Box<dyn Advisor<G>>,
}

impl<G: Listed> AdvisorOf<G> {
    /// Begins to advise the seat of a view.
    pub(crate) fn begin(
        (game, info): (&G, &GameInfo),
        (view, seat): (&G::View, usize),
        worlds: Option<&Arc<G::Worlds>>,
        spec: &AdviseSpec<'_>,
    ) -> Result<Self, CatalogError> {
        let maker = BotMaker::new(game, info, spec.bot, spec.params)?;
        let budget = spec.budget.or(maker.budget).unwrap_or(DEFAULT_ADVICE);
        let mut list = G::Actions::default();
        game.view_actions(view, &mut list);
        if list.as_slice().is_empty() {
            let over = game.view_turn(view) == Some(Turn::Over);
            let why = if over {
                "the hand is over".to_owned()
            } else {
                format!("seat {seat} is not to act")
            };
            return Err(CatalogError::Search(format!("no legal action: {why}")));
        }
        let guide = spec.network.as_ref().map(GuideNetwork::guide::<G>).transpose()?;
        let mut advisor = maker.advisor(worlds.map(|worlds| (view, worlds)), guide)?;
        let rng = &mut Rng::new(maker.seed);
        advisor.begin(game, view, list.as_slice(), budget, rng).map_err(|error| failed(&error))?;
        Ok(Self { game: game.clone(), view: *view, advisor })
    }
}

impl<G: Listed> AnyAdvisor for AdvisorOf<G> {
    fn advance(
        &mut self,
        slice: Slice,
        control: &mut Control<'_, Advice>,
    ) -> Result<bool, CatalogError> {
        let Self { game, view, advisor } = self;
        control
            .mapped(
                |answer| Advice::new(&*game, view, answer),
                |mut control| advisor.advance(slice, &mut control),
            )
            .map_err(|error| failed(&error))
    }

    fn advice(&self) -> Advice {
        Advice::new(&self.game, &self.view, &self.advisor.answer())
    }
}
