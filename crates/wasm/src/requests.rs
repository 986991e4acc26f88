//! Requests and answers.

use facedown_cards::parse_pack;
use facedown_catalog::{AdviseSpec, AnyView, game};
use facedown_game::{Control, Turn};
use facedown_ofc::fantasy::Solver;
use facedown_ofc::{Row, Rules};
use facedown_search::{Budget, Slice};
use facedown_tiles::{Hand, Pack};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A request.
#[derive(Deserialize, Debug)]
#[serde(tag = "call", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// The shanten number of a hand.
    Shanten { hand: String },
    /// The best setting of a Fantasyland hand.
    Fantasyland { cards: String, rules: String },
    /// Advice at a decision of a hand that is dealt and played by seed.
    Advise(Advise),
}

/// Advice at a decision: the hand of a seed after so many random actions.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Advise {
    game: String,
    bot: String,
    seed: u64,
    #[serde(default)]
    steps: usize,
    iterations: Option<u64>,
    seconds: Option<f64>,
    /// Iterations of a slice; without it the search runs in one go.
    slice: Option<u64>,
}

/// Answers a request; an error is a record with the field `error`.
pub fn answer(request: &str) -> String {
    let parsed = serde_json::from_str(request).map_err(|error| error.to_string());
    let answer = parsed.and_then(serve).unwrap_or_else(|error| json!({ "error": error }));
    answer.to_string()
}

fn serve(request: Request) -> Result<Value, String> {
    match request {
        Request::Shanten { hand } => {
            let hand: Hand = hand.parse().map_err(|error| format!("hand: {error}"))?;
            Ok(json!({ "shanten": hand.shanten(Pack::Four) }))
        }
        Request::Fantasyland { cards, rules } => fantasyland(&cards, &rules),
        Request::Advise(advise) => advise.serve(),
    }
}

fn fantasyland(cards: &str, rules: &str) -> Result<Value, String> {
    let rules = Rules::preset(rules).map_err(|error| format!("rules: {error}"))?;
    let hand = parse_pack(cards).map_err(|error| format!("cards: {error}"))?;
    let stakes = facedown_ofc_solver::stakes(&rules).map_err(|error| error.to_string())?;
    let solver = Solver::new(&rules, stakes.staying(&rules, hand.len()));
    let solver = solver.map_err(|error| error.to_string())?;
    let setting = solver.solve(&hand).map_err(|error| format!("cards: {error}"))?;
    let rows = Row::ALL.map(|row| setting.board.row(row).to_string());
    Ok(json!({ "rows": rows, "royalties": setting.royalties, "value": setting.value }))
}

impl Advise {
    fn serve(&self) -> Result<Value, String> {
        let text = |error: facedown_catalog::CatalogError| error.to_string();
        let view = self.view()?;
        let params = Map::from_iter([("seed".to_owned(), json!(self.seed))]);
        let budget =
            Budget { seconds: self.seconds, iterations: self.iterations, ..Budget::default() };
        let spec = AdviseSpec::new(&self.bot, Some(budget), &params);
        let mut advisor = view.begin_advice(&spec).map_err(text)?;
        let slice = self.slice.map_or(Slice::ALL, Slice::iterations);
        let mut slices = 1;
        while !advisor.advance(slice, &mut Control::default()).map_err(text)? {
            slices += 1;
        }
        let mut advice = serde_json::to_value(advisor.advice()).map_err(|e| e.to_string())?;
        // Times are reported beside the answer.
        let seconds = advice["totals"]["seconds"].take();
        Ok(json!({ "advice": advice, "seconds": seconds, "slices": slices }))
    }

    /// The view of the seat to act.
    fn view(&self) -> Result<Box<dyn AnyView>, String> {
        let text = |error: facedown_catalog::CatalogError| error.to_string();
        let game = game(&self.game, &Map::new()).map_err(text)?;
        let mut hand = game.deal(self.seed);
        let mut random = game.bot("random", self.seed).map_err(text)?;
        for _ in 0..self.steps {
            let Turn::Act(seat) = hand.turn() else { break };
            let view = hand.view(seat.index()).map_err(text)?;
            let Some(action) = random.choose(&*view) else { break };
            hand.apply(action).map_err(text)?;
        }
        match hand.turn() {
            Turn::Act(seat) => hand.view(seat.index()).map_err(text),
            _ => Err(format!("steps: the hand is over after {} actions", hand.history().len())),
        }
    }
}
