//! What more time changes: the choices of the bot `search` with two budgets in the same positions, and
//! the points between them where they differ.
//!
//! Run with `cargo research budgets -- SHORT LONG DEALS SEED`: the
//! rules `standard`, two seats, seconds of processor time a decision. Hands are played by the shorter
//! budget. Where the longer one would place otherwise on streets 1 to 3, both placements are valued with
//! common random numbers, independently of both searches: sampled deals, the evaluator on the streets
//! between, exact values of street 4 against sampled boards of the opponent. So hands that both play
//! alike add no noise, and a difference shows in a few hundred deals where a match needs thousands.

use facedown_game::{ActionBuf, Control, DecisionPoint, Game, Rng, Turn, install_clock};
use facedown_ofc::bots::placement_action;
use facedown_ofc::{Action, Legal, Ofc, Rules, Stakes, View};
use facedown_ofc_solver::{
    After, ModelConfig, OfcSearch, OpponentModel, Position, StreetScratch, Streets, stakes_of,
};
use facedown_search::{Advisor, Algorithm, Budget, RootAllocation, SearchAdvisor, SearchConfig};
use std::error::Error;
use std::time::Duration;

/// Samples of both placements.
const SAMPLES: u64 = 400;
/// Samples of the opponent's board.
const BOARDS: usize = 512;

/// Returns the processor time of the calling thread.
#[cfg(unix)]
fn processor_time() -> Duration {
    nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().map(Duration::from).unwrap_or_default()
}

fn search(game: &Ofc) -> Result<OfcSearch, Box<dyn Error>> {
    let config = SearchConfig {
        threads: 1,
        algorithm: Algorithm::Flat,
        root: RootAllocation::SequentialHalving,
        ..SearchConfig::default()
    };
    let generic = SearchAdvisor::plain(game.counting_fantasyland(stakes_of(game)), config.clone())?;
    Ok(OfcSearch::new(config, Box::new(generic)))
}

/// Returns the value of a board by one sampled course of the hand.
fn sampled(
    streets: &Streets,
    scratch: &mut StreetScratch,
    after: &After,
    seed: u64,
    number: u64,
) -> Option<f64> {
    let (mut deal, mut rng) = streets.numbered(after, seed, number);
    let mut after = *after;
    loop {
        if let Some(leaf) = streets.leaf(scratch, &after, deal) {
            return Some(leaf.value);
        }
        (after, _) = streets.best(&after, deal)?;
        deal = streets.next(&after, &mut rng);
    }
}

/// Returns by how many points the second action is better than the first.
fn gain(
    game: &Ofc,
    view: &View,
    stakes: Stakes,
    actions: [Action; 2],
    seed: u64,
) -> Result<f64, Box<dyn Error>> {
    let position = Position::of_view(game, view)?;
    let config = ModelConfig { samples: BOARDS, parallel: false, ..ModelConfig::default() };
    let model = OpponentModel::with_config(&position, stakes, seed, config)?;
    let streets = Streets::new(model, stakes);
    let afters = Streets::afters(&position);
    let placed = |action: Action| {
        let is = |after: &&After| placement_action(view.hand(), after.board.rows()) == Some(action);
        afters.iter().find(is).ok_or("an action that is no placement")
    };
    let (short, long) = (placed(actions[0])?, placed(actions[1])?);
    let (mut sum, mut scratch) = (0.0, StreetScratch::default());
    for number in 0..SAMPLES {
        let mut value = |after| sampled(&streets, &mut scratch, after, seed, number);
        sum += value(long).ok_or("no placement")? - value(short).ok_or("no placement")?;
    }
    Ok(sum / SAMPLES as f64)
}

/// Gains of one street, by deal.
#[derive(Default)]
struct Gains {
    decisions: u64,
    different: u64,
    by_deal: Vec<f64>,
}

impl Gains {
    fn print(&self, name: &str) {
        let n = self.by_deal.len() as f64;
        let mean = self.by_deal.iter().sum::<f64>() / n;
        let squares: f64 = self.by_deal.iter().map(|gain| (gain - mean).powi(2)).sum();
        let error = (squares / (n - 1.0).max(1.0) / n).sqrt();
        println!(
            "{name}: {} decisions, {} different, gain a hand {mean:+.4} ± {error:.4} (standard error)",
            self.decisions, self.different
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [short, long, deals, seed] = arguments.as_slice() else {
        return Err("expected SHORT LONG DEALS SEED".into());
    };
    #[cfg(unix)]
    install_clock(processor_time);
    let budgets = [Budget::seconds(short.parse()?), Budget::seconds(long.parse()?)];
    budgets.iter().try_for_each(Budget::validate)?;
    let (deals, seed): (u64, u64) = (deals.parse()?, seed.parse()?);
    if deals < 2 {
        return Err(format!("DEALS is {deals}, expected at least 2").into());
    }
    let game = Ofc::new(Rules::STANDARD)?;
    let stakes = facedown_ofc_solver::stakes(game.rules())?;
    let (mut search, mut legal) = (search(&game)?, Legal::default());
    let mut streets: [Gains; 3] = std::array::from_fn(|_| Gains::default());
    let mut hands = Gains::default();
    for number in 0..deals {
        let mut rng = Rng::stream(seed, number);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        let mut gained = [0.0; 3];
        while let Turn::Act(seat) = game.turn(&state) {
            game.legal_actions(&state, &mut legal);
            let (view, legal) = (game.view(&state, seat), legal.as_slice());
            let mut choose = |budget| {
                let control = &mut Control::default();
                let decision = DecisionPoint::new(&game, &view, legal);
                let answer = search.advise(&decision, budget, &mut rng, control)?;
                Ok::<Action, Box<dyn Error>>(answer.best().action)
            };
            let action = choose(budgets[0])?;
            let placed: usize = view.rows().iter().map(|row| row.len()).sum();
            // Boards of 0, 5 and 7 cards.
            if let Some(street) = [0, 5, 7].iter().position(|cards| *cards == placed) {
                let other = choose(budgets[1])?;
                streets[street].decisions += 1;
                if other != action {
                    streets[street].different += 1;
                    let sample_seed = rng.next_u64();
                    // Both seats are counted, half a hand each.
                    gained[street] +=
                        gain(&game, &view, stakes, [action, other], sample_seed)? / 2.0;
                }
            }
            game.apply(&mut state, action, &mut ());
        }
        for (street, gained) in streets.iter_mut().zip(gained) {
            street.by_deal.push(gained);
        }
        hands.by_deal.push(gained.iter().sum());
    }
    hands.decisions = streets.iter().map(|street| street.decisions).sum();
    hands.different = streets.iter().map(|street| street.different).sum();
    for (i, street) in streets.iter().enumerate() {
        street.print(&format!("street {}", i + 1));
    }
    hands.print("streets 1 to 3");
    Ok(())
}
