//! Bots and advice by name: one advisor decides for both.

use crate::bot_spec::BotSpec;
use crate::entry::{Listed, Players};
use crate::erased::AnyAdvisor;
use crate::own_policy::{OwnPolicyOf, Question};
use crate::{Advice, CatalogError, GameInfo, OwnPolicy, Player, PolicyNetwork, search_params};
use facedown_game::{ActionBuf, Control, Guide, Policy, Rng, Turn, UniformPolicy, excerpt};
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
    /// The policy that is asked instead of a bot, if it is the caller's own.
    pub own: Option<OwnPolicy>,
    /// The network that guides the search `puct` instead of the game's own.
    pub network: Option<PolicyNetwork>,
    /// Cancels and observes the work.
    pub control: Control<'a, Advice>,
}

impl<'a> AdviseSpec<'a> {
    /// Advice of a bot, not observed.
    pub fn new(bot: &'a str, budget: Option<Budget>, params: &'a Map<String, Value>) -> Self {
        let control = Control::default();
        Self { bot, budget, params, own: None, network: None, control }
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
pub(crate) struct BotMaker<G: Listed> {
    game: G,
    kind: String,
    budget: Option<Budget>,
    /// The random seed of advice.
    seed: u64,
    /// A configuration for each kind of decision; none for bots that do not search.
    configs: Vec<SearchConfig>,
    /// What guides `puct` instead of the game's own knowledge.
    guide: Option<Arc<dyn Guide<G>>>,
    /// The policy, if it is the caller's own.
    own: Option<Arc<OwnPolicyOf<G>>>,
}

impl<G: Listed> BotMaker<G> {
    /// Reads a name like `search`, `ismcts:25ms:exploration=1` or `greedy`, or takes a policy of the
    /// caller's. A network guides `puct`, and suits no other bot.
    pub(crate) fn new(
        game: &G,
        info: &'static GameInfo,
        player: &Player,
        params: &Map<String, Value>,
        network: Option<&PolicyNetwork>,
    ) -> Result<Self, CatalogError> {
        let maker = Self::with_params(game, info, player, params, network)?;
        if network.is_some() && !maker.takes_network() {
            let name = excerpt(&maker.kind);
            let why = format!("network: '{name}' takes none, expected the search 'puct'");
            return Err(CatalogError::BadOption(why));
        }
        match params.keys().find(|name| *name != "seed") {
            Some(param) if maker.configs.is_empty() => Err(no_params(&maker.kind, param)),
            _ => Ok(maker),
        }
    }

    /// Reads the bots of a table, in which parameters are for those that search and a network for
    /// those that it can guide; there must be one.
    pub(crate) fn of_table(
        game: &G,
        info: &'static GameInfo,
        players: &[Player],
        params: &Map<String, Value>,
        network: Option<&PolicyNetwork>,
    ) -> Result<Vec<Self>, CatalogError> {
        let makers: Vec<Self> = players
            .iter()
            .map(|player| Self::with_params(game, info, player, params, network))
            .collect::<Result<_, _>>()?;
        let names = || players.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(",");
        if network.is_some() && !makers.iter().any(Self::takes_network) {
            let names = names();
            let why = format!("network: '{}' take none, expected a 'puct'", excerpt(&names));
            return Err(CatalogError::BadOption(why));
        }
        match params.keys().next() {
            Some(param) if makers.iter().all(|maker| maker.configs.is_empty()) => {
                Err(no_params(&names(), param))
            }
            _ => Ok(makers),
        }
    }

    fn with_params(
        game: &G,
        info: &'static GameInfo,
        player: &Player,
        params: &Map<String, Value>,
        network: Option<&PolicyNetwork>,
    ) -> Result<Self, CatalogError> {
        let mut maker = Self {
            game: game.clone(),
            kind: player.name.clone(),
            budget: None,
            seed: params.get("seed").and_then(Value::as_u64).unwrap_or(0),
            configs: Vec::new(),
            guide: None,
            own: None,
        };
        if let Some(own) = &player.own {
            let own = OwnPolicyOf::new(game, info, own).map_err(|error| match error {
                CatalogError::BadOption(why) => {
                    CatalogError::BadOption(format!("'{}': {why}", excerpt(&player.name)))
                }
                other => other,
            })?;
            maker.own = Some(Arc::new(own));
            return Ok(maker);
        }
        let name = player.name.as_str();
        let spec = BotSpec::parse(name)?;
        game.check_bot(spec.kind)?;
        maker.kind = spec.kind.to_owned();
        if searches(spec.kind) {
            let stages = if spec.kind == DEFAULT_BOT { G::STAGES } else { 1 };
            for stage in 0..stages {
                let config = search_config::<G>(stage, &spec, params)?;
                Searcher::<G>::check(&config).map_err(|error| failed(&error))?;
                maker.configs.push(config);
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
        maker.budget = spec.budget;
        if let Some(config) = maker.configs.first() {
            maker.seed = config.seed;
        }
        if maker.takes_network() {
            maker.guide = network.map(PolicyNetwork::guide::<G>).transpose()?;
        }
        Ok(maker)
    }

    fn takes_network(&self) -> bool {
        self.own.is_none() && self.kind == "puct"
    }

    /// Returns the policy, if it is the caller's own.
    pub(crate) const fn own(&self) -> Option<&Arc<OwnPolicyOf<G>>> {
        self.own.as_ref()
    }

    /// Makes the advisor, for a view whose worlds may be known.
    fn advisor(
        &self,
        known: Option<(&G::View, &Arc<G::Worlds>)>,
    ) -> Result<Box<dyn Advisor<G>>, CatalogError> {
        Ok(match self.configs.first() {
            None => Box::new(PolicyAdvisor::new(self.policy())),
            Some(_) if self.kind == DEFAULT_BOT => self.game.strongest(self.configs.clone()),
            Some(config) => {
                let advisor = SearchAdvisor::plain(self.game.searched(), config.clone());
                let mut advisor = advisor.map_err(|error| failed(&error))?;
                if let Some(guide) = &self.guide {
                    advisor = advisor.with_guide(Arc::clone(guide));
                }
                match known {
                    Some((view, worlds)) => Box::new(advisor.with_worlds(view, worlds.clone())),
                    None => Box::new(advisor),
                }
            }
        })
    }

    /// Makes the bot, which plays the first action of the advisor's answers. The caller asks
    /// [`BotMaker::own`] first: a policy of the caller's is no bot, since it can fail.
    pub(crate) fn bot(&self) -> Result<Box<dyn Policy<G>>, CatalogError> {
        if self.configs.is_empty() {
            return Ok(self.policy());
        }
        let budget = self.budget.unwrap_or(DEFAULT_DECISION);
        let bot = AdvisorBot::new(self.advisor(None)?, budget);
        Ok(Box::new(bot.map_err(|error| failed(&error))?))
    }

    fn policy(&self) -> Box<dyn Policy<G>> {
        G::policy(&self.kind).unwrap_or_else(|| Box::new(UniformPolicy))
    }
}

fn no_params(bots: &str, param: &str) -> CatalogError {
    CatalogError::BadOption(format!(
        "'{bots}' does not search and has no parameter '{param}'",
        bots = excerpt(bots),
        param = excerpt(param)
    ))
}

/// Plays what was decided before.
struct Decided<G: Listed>(G::Action);

impl<G: Listed> Policy<G> for Decided<G> {
    fn choose(&mut self, _: &G, _: &G::View, _: &[G::Action], _: &mut Rng) -> G::Action {
        self.0
    }
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
        (game, info): (&G, &'static GameInfo),
        (view, seat): (&G::View, usize),
        worlds: Option<&Arc<G::Worlds>>,
        spec: &AdviseSpec<'_>,
    ) -> Result<Self, CatalogError> {
        let player = Player { name: spec.bot.to_owned(), own: spec.own.clone() };
        let maker = BotMaker::new(game, info, &player, spec.params, spec.network.as_ref())?;
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
        let mut advisor: Box<dyn Advisor<G>> = match maker.own() {
            Some(own) => {
                let asked = Question { seat, view, legal: list.as_slice() };
                let action = own.choose(game, asked).map_err(|why| {
                    CatalogError::Search(format!("'{}', seat {seat}: {why}", excerpt(spec.bot)))
                })?;
                Box::new(PolicyAdvisor::new(Decided::<G>(action)))
            }
            None => maker.advisor(worlds.map(|worlds| (view, worlds)))?,
        };
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
