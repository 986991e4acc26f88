//! Registry entry of riichi mahjong.

use crate::advise::{BotMaker, with_searches};
use crate::description::Described;
use crate::entry::{Baselines, GameEntry, Learning, Players};
use crate::game::GameOf;
use crate::options::{game_of, pieces, take_preset, to_value, view_of};
use crate::own_policy::Encoding;
use crate::search_params;
#[cfg(not(target_family = "wasm"))]
use crate::vec_env::{PureEnvOf, VecEnvOf};
use crate::view::ViewOf;
#[cfg(not(target_family = "wasm"))]
use crate::{AnyPureEnv, AnyVecEnv, VecSpec};
use crate::{AnyView, CatalogError, DealPlan, EncoderInfo, GameInfo, Length};
use facedown_game::{
    Baseline, Element, Encoder, Game, Guide, Knowledge, MatchBaseline, PerSeat, Policy, Seat,
    excerpt,
};
use facedown_riichi::baseline::RiichiBaseline;
use facedown_riichi::bots::Efficient;
use facedown_riichi::knowledge::{CANDIDATES, PRIOR_VISITS, RiichiKnowledge};
use facedown_riichi::wire::{ViewRecord, WINDS};
use facedown_riichi::{
    Action, ActionIds, PlaneEncoder, Riichi, Rules, Setup, Standing, State, View,
};
use facedown_riichi_analysis::Tempo;
use facedown_riichi_features::{Features, Mode, Oracle};
use facedown_search::{Algorithm, RootAllocation, SearchConfig};
use facedown_tasks::riichi_clone::{CloneBot, CloneExpert};
use facedown_tiles::TileId;
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Riichi mahjong.
pub(crate) const INFO: GameInfo = GameInfo {
    name: "riichi",
    title: "Riichi 麻雀",
    family: "riichi",
    about: "riichi mahjong for four or three",
    presets: &Rules::PRESETS,
    titles: &[
        ("tenhou", "Tenhou 天鳳"),
        ("mjsoul", "Mahjong Soul 雀魂"),
        ("tenhou3", "Tenhou 天鳳, three seats"),
        ("mjsoul3", "Mahjong Soul 雀魂, three seats"),
    ],
    seat_counts: 3..=4,
    bots: with_searches![
        ("random", "any legal action"),
        ("efficient", "shanten and acceptance, calls for value, folds to riichi"),
        ("tempo", "discards by the expected value of the hand, else as efficient"),
        ("sharp", "as efficient, and far from tenpai two steps ahead"),
        ("clone", "a network that learnt the decisions of strong players"),
        ("search", "rollouts under a belief about hidden tiles; search:100ms, search:400"),
    ],
    opponent: "efficient",
    quick_opponent: "efficient",
    levels: ["efficient", "search:100ms", "search:500ms"],
    lengths: &[
        Length { name: "hanchan", title: "hanchan 半荘", rule: Some("hanchan"), ..Length::MATCH },
        Length { name: "tonpu", title: "east only 東風", rule: Some("tonpu"), ..Length::MATCH },
        Length {
            name: "single",
            title: "one round with placement",
            rule: Some("single"),
            ..Length::MATCH
        },
        Length { title: "one round", ..Length::HAND },
    ],
    environments: &[("Riichi", "tenhou"), ("Riichi3P", "tenhou3")],
    bad_result: -32_000,
    make: GameOf::<Riichi>::make,
};

/// The name of a preset for so many seats: `tenhou` with three seats is `tenhou3`.
fn preset_for(name: &str, seats: Option<&Value>) -> Result<&'static str, CatalogError> {
    let bad = |why: String| CatalogError::BadOption(why);
    let find = |name: &str| Rules::PRESETS.into_iter().find(|known| *known == name);
    let known = || {
        format!(
            "no rules '{name}', expected one of {}",
            Rules::PRESETS.join(", "),
            name = excerpt(name)
        )
    };
    let found = find(name).ok_or_else(|| bad(known()))?;
    let Some(seats) = seats else { return Ok(found) };
    match (seats.as_u64(), found.ends_with('3')) {
        (Some(3), true) | (Some(4), false) => Ok(found),
        (Some(3), false) => Ok(find(&format!("{found}3")).unwrap_or(found)),
        (Some(4), true) => Err(bad(format!("seats: 4, but the rules '{found}' are for three"))),
        _ => Err(bad(format!("rules of riichi: seats cannot be {seats}, expected 3 or 4"))),
    }
}

impl GameEntry for Riichi {
    const ASKS_FORCED: bool = false;

    fn with_options(
        _: &'static GameInfo,
        options: &Map<String, Value>,
    ) -> Result<Self, CatalogError> {
        let mut options = options.clone();
        let name = take_preset(&mut options, &Rules::PRESETS);
        let preset = preset_for(&name, options.get("seats"))?;
        let preset = Rules::preset(preset).expect("the list names presets that there are");
        game_of("riichi", &preset, &options, Self::new)
    }

    fn rules_record(&self) -> Value {
        to_value(self.rules())
    }

    fn same_rules(&self, other: &Self) -> bool {
        self.rules() == other.rules()
    }

    fn deal_pack(&self, setup: &Setup, pack: &[usize]) -> Result<State, CatalogError> {
        let wall = pieces(pack, TileId::from_index, "tile", 135)?;
        self.deal_from_wall(setup, &wall, &mut ())
            .map_err(|bad| CatalogError::BadPack(bad.to_string()))
    }

    fn setup_record(&self, view: &View) -> Value {
        let Setup { scores, wind, dealer, honba, sticks } = *view.table().setup();
        let (seats, dealer) = (self.seats(), dealer.index());
        json!({
            "hand": usize::from(wind) * seats + dealer,
            "dealer": dealer,
            "wind": WINDS[usize::from(wind)],
            "honba": honba,
            "sticks": sticks,
            "scores": scores[..seats].to_vec(),
        })
    }

    fn standing_before(&self, setup: &Setup) -> Standing {
        Standing::from_setup(self, setup)
    }

    fn view_record(&self, view: &View) -> Value {
        to_value(&ViewRecord::new(self, view))
    }

    fn read_view(&self, record: &Value) -> Result<(View, Seat), CatalogError> {
        let view = view_of("riichi", record, |written: ViewRecord| written.view(self))?;
        Ok((view, view.seat()))
    }

    fn any_action(id: usize) -> Option<Action> {
        ActionIds::from_id(id)
    }
}

impl Described for Riichi {
    fn score_range(&self) -> RangeInclusive<i32> {
        Self::rules(self).score_range()
    }

    fn most_decisions(&self) -> usize {
        Self::rules(self).most_decisions()
    }

    /// Three seats play without the 2 to 8 of characters.
    fn deal_plan(&self, _: &Setup) -> DealPlan {
        let absent = if Self::rules(self).is_three() { 4..32 } else { 0..0 };
        DealPlan::in_order((0..136).filter(|tile| !absent.contains(tile)).collect())
    }
}

impl Players for Riichi {
    fn knowledge(&self) -> Arc<dyn Knowledge<Self>> {
        Arc::new(RiichiKnowledge::with_expert(Arc::new(CloneExpert)))
    }

    fn guide(&self) -> Option<Arc<dyn Guide<Self>>> {
        CloneExpert.guide(self)
    }

    fn policy(name: &str) -> Option<Box<dyn Policy<Self>>> {
        Some(match name {
            "efficient" => Box::new(Efficient::default()),
            "sharp" => Box::new(Efficient::sharp()),
            "tempo" => Box::new(Tempo::default()),
            "clone" => Box::new(CloneBot::shipped()?),
            _ => return None,
        })
    }

    /// Without the clone `search` and `puct` would play, but otherwise.
    fn check_bot(&self, name: &str) -> Result<(), CatalogError> {
        let asks_clone = self.seats() == 4 && matches!(name, "search" | "puct");
        if asks_clone && CloneBot::shipped().is_none() {
            return Err(CatalogError::Search(format!("'{name}': its network is not loaded")));
        }
        Ok(())
    }

    fn search_params(&self) -> &'static [&'static str] {
        search_params::COMPARISON
    }

    /// Tuned in docs/measurements/strength.md.
    fn search_config(_: usize) -> SearchConfig {
        SearchConfig {
            algorithm: Algorithm::Flat,
            root: RootAllocation::SequentialHalving,
            candidates: Some(CANDIDATES),
            prior_visits: PRIOR_VISITS,
            root_trees: 1,
            ..SearchConfig::default()
        }
    }
}

impl Learning for Riichi {
    type Space = ActionIds;
    type DefaultEncoder = PlaneEncoder;

    fn more_encoders(&self) -> Vec<String> {
        let features = |encoding| Features::new(encoding, self.seats(), Mode::Spec);
        let ids = |encoding| features(encoding).map(|features| features.id());
        Features::ENCODINGS.into_iter().filter_map(ids).collect()
    }

    #[cfg(not(target_family = "wasm"))]
    fn vec_env_as(
        &self,
        info: &'static GameInfo,
        encoder: &str,
        spec: &VecSpec<'_>,
    ) -> Option<Result<Box<dyn AnyVecEnv>, CatalogError>> {
        let features = Features::named(encoder, self.seats())?;
        let env = VecEnvOf::new((self, info), features, spec);
        Some(env.map(|env| Box::new(env) as Box<dyn AnyVecEnv>))
    }

    #[cfg(not(target_family = "wasm"))]
    fn pure_env_as(
        &self,
        info: &'static GameInfo,
        encoder: &str,
        spec: &VecSpec<'_>,
        auto_reset: bool,
    ) -> Option<Result<Box<dyn AnyPureEnv>, CatalogError>> {
        let features = Features::named(encoder, self.seats())?;
        let env = PureEnvOf::new((self, info), features, spec, auto_reset);
        Some(env.map(|env| Box::new(env) as Box<dyn AnyPureEnv>))
    }

    fn encoding_as(&self, encoder: &str) -> Option<Encoding<Self>> {
        Some(Encoding::of(Features::named(encoder, self.seats())?))
    }

    fn oracle(&self) -> Option<EncoderInfo> {
        let oracle = Oracle::new(self.seats());
        Some(EncoderInfo {
            id: Oracle::ID.to_owned(),
            shape: oracle.shape().to_vec(),
            scales: oracle.scales().to_vec(),
            channels: oracle.channels().to_vec(),
        })
    }

    fn encode_oracle<T: Element>(&self, state: &State, seat: Seat, out: &mut [T]) {
        Oracle::new(self.seats()).encode(state, seat, out);
    }

    fn match_gains(&self, standing: &Standing) -> PerSeat<i32> {
        let start = Riichi::rules(self).matches.start_points;
        PerSeat::from_fn(self.seats(), |seat| standing.points(seat) - start)
    }

    /// Places are never shared.
    fn match_order(&self, standing: &Standing) -> PerSeat<i32> {
        PerSeat::from_fn(self.seats(), |seat| -(standing.rank(seat) as i32))
    }
}

/// Returns the game and view behind a view of riichi mahjong; `None` for other games.
pub fn riichi_view(view: &dyn AnyView) -> Option<(&Riichi, &View)> {
    let view: &ViewOf<Riichi> = view.as_any().downcast_ref()?;
    Some((view.game(), view.view()))
}

/// Makes a bot of riichi mahjong by name, for programs that know the game by its type.
pub fn riichi_policy(
    game: &Riichi,
    name: &str,
    params: &Map<String, Value>,
) -> Result<Box<dyn Policy<Riichi>>, CatalogError> {
    BotMaker::new(game, &INFO, &name.into(), params, None)?.bot()
}

/// Makes riichi mahjong with these options, for programs that know the game by its type.
pub fn riichi_game(options: &Map<String, Value>) -> Result<Riichi, CatalogError> {
    Riichi::with_options(&INFO, options)
}

impl Baselines for Riichi {
    const BASELINES: &[&str] = &["cheap", "deep"];

    fn hand_baseline(&self, name: &str) -> Option<Box<dyn Baseline<Self>>> {
        Some(Box::new(RiichiBaseline::named(name)?))
    }

    fn match_baseline(&self, name: &str) -> Option<Box<dyn MatchBaseline<Self>>> {
        Some(Box::new(RiichiBaseline::named(name)?))
    }
}
