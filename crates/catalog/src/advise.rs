//! Bots and advice by name: one advisor decides for both.

use crate::bot_spec::{BotSpec, bot_kind};
use crate::entry::{CatalogGame, Players};
use crate::erased::{AnyAdvisor, AnyGame};
use crate::own_policy::{OwnPolicyOf, Question};
use crate::search_params::{self, Parameters};
use crate::{Advice, CatalogError, GameInfo, OwnPolicy, Player, PolicyNetwork};
use facedown_game::{
    ActionBuf, Control, DecisionPoint, Guide, Policy, Rng, Turn, UniformPolicy, excerpt, meters,
};
use facedown_search::{
    Advisor, AdvisorBot, Algorithm, Budget, PolicyAdvisor, RootAllocation, SearchAdvisor,
    SearchConfig, SearchError, Searcher, Slice,
};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
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
}

impl<'a> AdviseSpec<'a> {
    /// Advice of a bot by its name.
    pub fn new(bot: &'a str, budget: Option<Budget>, params: &'a Map<String, Value>) -> Self {
        Self { bot, budget, params, own: None, network: None }
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

/// Lists a game's own bots, and after them the searches that play any game.
macro_rules! with_searches {
    [$($bot:expr),* $(,)?] => {
        &[
            $($bot,)*
            $crate::advise::SEARCHES[0],
            $crate::advise::SEARCHES[1],
            $crate::advise::SEARCHES[2],
            $crate::advise::SEARCHES[3],
            $crate::advise::SEARCHES[4],
        ]
    };
}
pub(crate) use with_searches;

/// Returns whether the bot of this name, budget and parameters included, searches.
pub fn searches(bot: &str) -> bool {
    let kind = bot_kind(bot);
    kind == DEFAULT_BOT || SEARCHES.iter().any(|(name, _)| *name == kind)
}

/// Returns the parameters of a search that plays any game.
fn generic_params(name: &str) -> Option<Parameters> {
    let base = SearchConfig::default();
    let (config, read) = match name {
        "ismcts" => (base, search_params::TREE),
        "mo-ismcts" => {
            (SearchConfig { algorithm: Algorithm::MoIsmcts, ..base }, search_params::OBSERVERS)
        }
        "flat" => {
            let root = RootAllocation::SequentialHalving;
            (SearchConfig { algorithm: Algorithm::Flat, root, ..base }, search_params::FLAT)
        }
        "determinized" => {
            let algorithm = Algorithm::Determinized;
            (SearchConfig { algorithm, ..base }, search_params::DETERMINIZED)
        }
        "puct" => (SearchConfig { algorithm: Algorithm::Puct, ..base }, search_params::PUCT),
        _ => return None,
    };
    Some(Parameters { config, read })
}

/// Resolves the parameters of a search: its own, then what its name sets, then `params`.
pub(crate) fn search_params_of<G: Players>(
    game: &G,
    stage: usize,
    spec: &BotSpec<'_>,
    params: &Map<String, Value>,
) -> Result<Parameters, CatalogError> {
    let base = if spec.kind == DEFAULT_BOT {
        Some(Parameters { config: G::search_config(stage), read: game.search_params() })
    } else {
        generic_params(spec.kind)
    };
    resolved(base, spec, params)
}

fn resolved(
    base: Option<Parameters>,
    spec: &BotSpec<'_>,
    params: &Map<String, Value>,
) -> Result<Parameters, CatalogError> {
    let base = base.ok_or_else(|| CatalogError::UnknownSearch {
        bot: spec.kind.to_owned(),
        known: [DEFAULT_BOT].into_iter().chain(SEARCHES.iter().map(|(name, _)| *name)).collect(),
    })?;
    base.replaced(&spec.params)?.replaced(params)
}

/// Returns the names of the parameters that a bot reads; none if it does not search.
pub(crate) fn read_params<G: Players>(game: &G, bot: &str) -> &'static [&'static str] {
    match bot_kind(bot) {
        DEFAULT_BOT => game.search_params(),
        kind => generic_params(kind).map_or(&[], |params| params.read),
    }
}

/// Shares parameters out among bots: each has those that it reads. One that no bot reads is an error
/// that names those that there are.
fn share_params(
    bots: &[&str],
    read: impl Iterator<Item = &'static [&'static str]>,
    params: &Map<String, Value>,
) -> Result<Vec<Map<String, Value>>, CatalogError> {
    let read: Vec<&[&str]> = read.collect();
    let is_read = |name: &String| read.iter().any(|read| read.contains(&name.as_str()));
    if let Some(param) = params.keys().find(|name| !is_read(name)) {
        let known: BTreeSet<&str> = read.iter().copied().flatten().copied().collect();
        if known.is_empty() {
            return Err(no_params(&bots.join(","), param));
        }
        let known = known.into_iter().map(str::to_owned).collect();
        return Err(CatalogError::UnknownParam { param: param.clone(), known });
    }
    let own = |read: &&[&str]| {
        let own = params.iter().filter(|(name, _)| read.contains(&name.as_str()));
        own.map(|(name, value)| (name.clone(), value.clone())).collect()
    };
    Ok(read.iter().map(own).collect())
}

/// Shares parameters out among the bots of a game, by their names: each has those that it reads. One
/// that no bot reads is an error that names those that there are.
pub fn params_of_bots(
    game: &dyn AnyGame,
    bots: &[&str],
    params: &Map<String, Value>,
) -> Result<Vec<Map<String, Value>>, CatalogError> {
    share_params(bots, bots.iter().map(|bot| game.search_params(bot)), params)
}

/// Returns all parameters of a search that plays any game.
pub fn generic_search_config(
    bot: &str,
    params: &Map<String, Value>,
) -> Result<Value, CatalogError> {
    let spec = BotSpec::parse(bot)?;
    Ok(resolved(generic_params(spec.kind), &spec, params)?.record().into())
}

fn failed(error: &SearchError) -> CatalogError {
    CatalogError::Search(error.to_string())
}

/// Makes bots and advisors of one name, whose configuration is resolved once.
pub(crate) struct BotMaker<G: CatalogGame> {
    game: G,
    kind: String,
    budget: Option<Budget>,
    /// The random seed of advice.
    seed: u64,
    /// The parameters for each kind of decision; none for bots that do not search.
    params: Vec<Parameters>,
    /// What guides `puct` instead of the game's own knowledge.
    guide: Option<Arc<dyn Guide<G>>>,
    /// The policy, if it is the caller's own.
    own: Option<Arc<OwnPolicyOf<G>>>,
}

impl<G: CatalogGame> BotMaker<G> {
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
            Some(param) if maker.params.is_empty() => Err(no_params(&maker.kind, param)),
            _ => Ok(maker),
        }
    }

    /// Reads the bots of a table, in which a parameter is for those that have it and a network for
    /// those that it can guide; there must be one.
    pub(crate) fn of_table(
        game: &G,
        info: &'static GameInfo,
        players: &[Player],
        params: &Map<String, Value>,
        network: Option<&PolicyNetwork>,
    ) -> Result<Vec<Self>, CatalogError> {
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        let read = players.iter().map(|player| match player.own {
            Some(_) => &[],
            None => read_params(game, &player.name),
        });
        let shared = share_params(&names, read, params)?;
        let makers = players
            .iter()
            .zip(&shared)
            .map(|(player, own)| Self::with_params(game, info, player, own, network));
        let makers: Vec<Self> = makers.collect::<Result<_, _>>()?;
        if network.is_some() && !makers.iter().any(Self::takes_network) {
            let names = names.join(",");
            let why = format!("network: '{}' take none, expected a 'puct'", excerpt(&names));
            return Err(CatalogError::BadOption(why));
        }
        Ok(makers)
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
            params: Vec::new(),
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
        spec.kind.clone_into(&mut maker.kind);
        if searches(spec.kind) {
            meters::PARAMETERS.count();
            let stages = if spec.kind == DEFAULT_BOT { G::STAGES } else { 1 };
            for stage in 0..stages {
                let resolved = search_params_of(game, stage, &spec, params)?;
                Searcher::<G>::check(&resolved.config).map_err(|error| failed(&error))?;
                maker.params.push(resolved);
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
        if let Some(params) = maker.params.first() {
            maker.seed = params.config.seed;
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

    /// Returns the parameters of a search for this decision, as a record; none if the bot does not
    /// search.
    fn params_at(&self, view: &G::View) -> Option<Map<String, Value>> {
        let stage = if self.params.len() > 1 { self.game.stage(view) } else { 0 };
        self.params.get(stage).map(Parameters::record)
    }

    /// Makes the advisor.
    fn advisor(&self) -> Box<dyn Advisor<G>> {
        match self.params.first() {
            None => Box::new(PolicyAdvisor::new(self.policy())),
            Some(_) if self.kind == DEFAULT_BOT => self
                .game
                .strongest(self.params.iter().map(|params| params.config.clone()).collect()),
            Some(Parameters { config, .. }) => {
                let (game, knowledge, config) =
                    (self.game.searched(), self.game.rules_alone(), config.clone());
                let guide = self.guide.clone().or_else(|| self.game.guide());
                let advisor =
                    SearchAdvisor::new(game, knowledge, Box::new(move |_, _| config.clone()));
                Box::new(advisor.with_guide(guide))
            }
        }
    }

    /// Makes the bot, which plays the first action of the advisor's answers. The caller asks
    /// [`BotMaker::own`] first: a policy of the caller's is no bot, since it can fail.
    pub(crate) fn bot(&self) -> Result<Box<dyn Policy<G>>, CatalogError> {
        if self.params.is_empty() {
            return Ok(self.policy());
        }
        let budget = self.budget.unwrap_or(DEFAULT_DECISION);
        let bot = AdvisorBot::new(self.advisor(), budget);
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
struct Decided<G: CatalogGame>(G::Action);

impl<G: CatalogGame> Policy<G> for Decided<G> {
    fn choose(&mut self, _: &G, _: &G::View, _: &[G::Action], _: &mut Rng) -> G::Action {
        self.0
    }
}

/// Advice in progress.
pub(crate) struct AdvisorOf<G: CatalogGame> {
    game: G,
    view: G::View,
    advisor: Box<dyn Advisor<G>>,
    params: Option<Map<String, Value>>,
}

impl<G: CatalogGame> AdvisorOf<G> {
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
        let mut list = G::LegalActions::default();
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
            None => maker.advisor(),
        };
        let mut point = DecisionPoint::new(game, view, list.as_slice());
        if let Some(worlds) = worlds {
            point = point.with_worlds(Arc::clone(worlds));
        }
        let rng = &mut Rng::new(maker.seed);
        advisor.begin(&point, budget, rng).map_err(|error| failed(&error))?;
        Ok(Self { game: game.clone(), view: *view, advisor, params: maker.params_at(view) })
    }
}

impl<G: CatalogGame> AnyAdvisor for AdvisorOf<G> {
    fn advance(
        &mut self,
        slice: Slice,
        control: &mut Control<'_, Advice>,
    ) -> Result<bool, CatalogError> {
        let Self { game, view, advisor, .. } = self;
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

    fn params(&self) -> Option<&Map<String, Value>> {
        self.params.as_ref()
    }
}
