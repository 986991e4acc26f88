//! A game behind [`AnyGame`].

#[cfg(not(target_family = "wasm"))]
use crate::DealPlan;
use crate::advise::{BotMaker, read_params, search_params_of};
use crate::bot::BotOf;
use crate::bot_spec::BotSpec;
use crate::entry::CatalogGame;
#[cfg(not(target_family = "wasm"))]
use crate::environments::{AnyPureEnv, AnyVecEnv, DuplicateSpec, FailedMatch, VecSpec};
use crate::erased::{AnyBot, AnyGame, AnyHand, AnyMatch, AnyView, EncoderInfo};
use crate::hand::HandOf;
use crate::matches::MatchOf;
#[cfg(not(target_family = "wasm"))]
use crate::vec_env::{NoPlanes, PureEnvOf, VecEnvOf, info};
use crate::view::ViewOf;
use crate::{CatalogError, GameInfo, Player, PolicyNetwork, TableDescription};
#[cfg(not(target_family = "wasm"))]
use facedown_arena::{
    Contestant, DuplicateMatch, DuplicateProgress, duplicate_deals, duplicate_hands,
    duplicate_matches,
};
#[cfg(not(target_family = "wasm"))]
use facedown_game::setup_stream;
use facedown_game::{ActionSpace, Control, Encoder, Rng, excerpt};
use serde_json::{Map, Value};
use std::sync::Arc;

/// A game of the registry with its rules.
pub(crate) struct GameOf<G> {
    game: G,
    info: &'static GameInfo,
}

impl<G: CatalogGame> GameOf<G> {
    /// Makes the game of an entry with these options.
    pub(crate) fn make(
        info: &'static GameInfo,
        options: &Map<String, Value>,
    ) -> Result<Box<dyn AnyGame>, CatalogError> {
        Ok(Box::new(Self { game: G::with_options(info, options)?, info }))
    }

    #[cfg(not(target_family = "wasm"))]
    /// Says that there is no baseline of this name.
    fn no_baseline(&self, name: &str) -> CatalogError {
        let (name, game) = (excerpt(name), self.info.name);
        CatalogError::BadOption(if G::BASELINES.is_empty() {
            format!("luck: no baseline '{name}', {game} has none")
        } else {
            let known = G::BASELINES.join(", ");
            format!("luck: no baseline '{name}' for {game}, expected one of {known}")
        })
    }

    #[cfg(not(target_family = "wasm"))]
    fn no_encoder(&self, id: &str) -> CatalogError {
        let known = self.encoder_ids().join(", ");
        CatalogError::BadOption(format!("no encoder '{}', expected one of {known}", excerpt(id)))
    }
}

impl<G: CatalogGame> AnyGame for GameOf<G> {
    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn rules(&self) -> Value {
        self.game.rules_record()
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn table(&self) -> TableDescription {
        let (seats, scores) = (self.game.seats(), self.game.score_range());
        TableDescription {
            seats,
            least_score: *scores.start(),
            most_score: *scores.end(),
            zero_sum: G::ZERO_SUM,
            most_decisions: self.game.most_decisions(),
        }
    }

    fn cards(&self) -> usize {
        self.game.deal_plan(&self.game.first_setup()).pack.len()
    }

    fn features(&self) -> Vec<&'static str> {
        self.game.features()
    }

    fn baselines(&self) -> &'static [&'static str] {
        G::BASELINES
    }

    fn records_remember(&self) -> bool {
        G::RECORDS_REMEMBER
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

    #[cfg(not(target_family = "wasm"))]
    fn encoder(&self) -> EncoderInfo {
        info(&G::DefaultEncoder::default())
    }

    fn hand_count(&self) -> u32 {
        self.game.hand_count()
    }

    fn deal(&self, seed: u64, hand: Option<u32>) -> Result<Box<dyn AnyHand>, CatalogError> {
        let setup = self.game.single_setup(hand, seed, 0).map_err(CatalogError::no_hand)?;
        let mut rng = Rng::new(seed);
        let state = self.game.deal(&setup, &mut rng, &mut ());
        Ok(Box::new(HandOf::new(self.game.clone(), self.info, state, rng)))
    }

    fn deal_pack(&self, pack: &[usize], hand: u32) -> Result<Box<dyn AnyHand>, CatalogError> {
        let setup = self.game.try_hand_setup(hand).map_err(CatalogError::no_hand)?;
        let state = self.game.deal_pack(&setup, pack)?;
        Ok(Box::new(HandOf::new(self.game.clone(), self.info, state, Rng::new(0))))
    }

    #[cfg(not(target_family = "wasm"))]
    fn deal_plan(&self, hand: u32) -> Result<DealPlan, CatalogError> {
        let setup = self.game.try_hand_setup(hand).map_err(CatalogError::no_hand)?;
        Ok(self.game.deal_plan(&setup))
    }

    fn read_view(&self, record: &Value) -> Result<Box<dyn AnyView>, CatalogError> {
        let (view, seat) = self.game.read_view(record)?;
        // The records agree with themselves; there must also be a deal that explains the view.
        let bad = |why| CatalogError::BadView(format!("view of {}: {why}", self.info.name));
        let worlds = self.game.worlds(&view).map_err(bad)?;
        let view = ViewOf::new(self.game.clone(), self.info, view, seat.index());
        Ok(Box::new(view.with_worlds(Arc::new(worlds))))
    }

    fn player(
        &self,
        player: &Player,
        seed: u64,
        params: &Map<String, Value>,
        network: Option<&PolicyNetwork>,
    ) -> Result<Box<dyn AnyBot>, CatalogError> {
        let maker = BotMaker::new(&self.game, self.info, player, params, network)?;
        Ok(Box::new(BotOf::new(self.game.clone(), &maker, Rng::new(seed))?))
    }

    fn search_params(&self, bot: &str) -> &'static [&'static str] {
        read_params(&self.game, bot)
    }

    fn search_config(&self, bot: &str, params: &Map<String, Value>) -> Result<Value, CatalogError> {
        let spec = BotSpec::parse(bot)?;
        Ok(search_params_of(&self.game, 0, &spec, params)?.record().into())
    }

    fn begin_match(&self, seed: u64) -> Box<dyn AnyMatch> {
        Box::new(MatchOf::new(self.game.clone(), self.info, seed))
    }

    #[cfg(not(target_family = "wasm"))]
    fn vec_env_with(
        &self,
        spec: &VecSpec<'_>,
        encoder: Option<&str>,
    ) -> Result<Box<dyn AnyVecEnv>, CatalogError> {
        let (game, default) = (&self.game, G::DefaultEncoder::default());
        match encoder {
            Some(NoPlanes::ID) => Ok(Box::new(VecEnvOf::new((game, self.info), NoPlanes, spec)?)),
            Some(id) if id != default.id() && !G::EARLIER_ENCODER_IDS.contains(&id) => {
                game.vec_env_as(self.info, id, spec).unwrap_or_else(|| Err(self.no_encoder(id)))
            }
            _ => Ok(Box::new(VecEnvOf::new((game, self.info), default, spec)?)),
        }
    }

    #[cfg(not(target_family = "wasm"))]
    fn pure_env(
        &self,
        spec: &VecSpec<'_>,
        encoder: Option<&str>,
        auto_reset: bool,
    ) -> Result<Box<dyn AnyPureEnv>, CatalogError> {
        let (game, default) = ((&self.game, self.info), G::DefaultEncoder::default());
        match encoder {
            Some(NoPlanes::ID) => Ok(Box::new(PureEnvOf::new(game, NoPlanes, spec, auto_reset)?)),
            Some(id) if id != default.id() && !G::EARLIER_ENCODER_IDS.contains(&id) => self
                .game
                .pure_env_as(self.info, id, spec, auto_reset)
                .unwrap_or_else(|| Err(self.no_encoder(id))),
            _ => Ok(Box::new(PureEnvOf::new(game, default, spec, auto_reset)?)),
        }
    }

    fn encoder_ids(&self) -> Vec<String> {
        let mut ids = vec![G::DefaultEncoder::default().id()];
        ids.extend(self.game.more_encoders());
        ids
    }

    #[cfg(not(target_family = "wasm"))]
    fn duplicate_match(
        &self,
        spec: &DuplicateSpec<'_>,
        control: Control<'_, DuplicateProgress>,
    ) -> Result<DuplicateMatch, FailedMatch> {
        if let Some(hand) = spec.hand {
            if spec.matches {
                return Err(CatalogError::hand_of_matches(hand).into());
            }
            self.game.try_hand_setup(hand).map_err(CatalogError::no_hand)?;
        }
        let (bots, network) = (spec.bots, spec.network.as_ref());
        let makers = BotMaker::of_table(&self.game, self.info, bots, spec.params, network)?;
        let make: Vec<_> = makers
            .iter()
            .map(|maker| move || maker.bot().expect("the bot was made before"))
            .collect();
        let players: Vec<Contestant<'_, G>> = bots
            .iter()
            .zip(makers.iter().zip(&make))
            .map(|(player, (maker, make))| match maker.own() {
                Some(own) => Contestant::batched(player.name.as_str(), own.clone()),
                None => Contestant::new(player.name.as_str(), make),
            })
            .collect();
        let (game, options) = (&self.game, &spec.options);
        let missing = |luck: &str| self.no_baseline(luck);
        let played = if spec.matches {
            let luck = spec.luck.map(|name| game.match_baseline(name).ok_or_else(|| missing(name)));
            let luck = luck.transpose()?;
            duplicate_matches(game, &players, options, luck.as_deref(), control)
        } else if let Some(deals) = game.single_deals() {
            let luck = spec.luck.map(|name| deals.deal_baseline(name).ok_or_else(|| missing(name)));
            let luck = luck.transpose()?;
            duplicate_deals(&deals, &players, options, luck.as_deref(), control)
        } else {
            let luck = spec.luck.map(|name| game.hand_baseline(name).ok_or_else(|| missing(name)));
            let luck = luck.transpose()?;
            let setup = |deal| match spec.hand {
                Some(hand) => game.hand_setup(hand),
                None => game.draw_setup(&mut setup_stream(options.seed, deal)),
            };
            duplicate_hands(game, &players, Some(&setup), options, luck.as_deref(), control)
        };
        played.map_err(|error| FailedMatch {
            error: CatalogError::Arena(error.to_string()),
            so_far: error.so_far().map(|so_far| Box::new(so_far.clone())),
        })
    }
}
