//! The bot `search` and its advice: one decision, for every view.

use facedown_game::{ActionBuf, Control, DecisionPoint, Game, Policy, Rng, Seat, Turn};
use facedown_ofc::bots::FantasylandBot;
use facedown_ofc::{Action, Legal, MAX_SEATS, Ofc, Phase, Rules, Setup, View};
use facedown_ofc_solver::{OfcSearch, stakes_of};
use facedown_search::{
    Advisor, AdvisorBot, Algorithm, Answer, Budget, RootAllocation, SearchAdvisor, SearchConfig,
    SearchError, Slice, Stop,
};

/// The phases of the views that reached the generic search.
type Calls = std::sync::Arc<std::sync::Mutex<Vec<Phase>>>;

/// A generic search that records its calls.
struct Recorded(SearchAdvisor<Ofc>, Calls);

impl Advisor<Ofc> for Recorded {
    fn begin(
        &mut self,
        decision: &DecisionPoint<'_, Ofc>,
        budget: Budget,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        self.1.lock().unwrap().push(decision.view.table().phase());
        self.0.begin(decision, budget, rng)
    }

    fn advance(
        &mut self,
        slice: Slice,
        control: &mut Control<'_, Answer<Action>>,
    ) -> Result<bool, SearchError> {
        self.0.advance(slice, control)
    }

    fn answer(&self) -> Answer<Action> {
        self.0.answer()
    }
}

/// Returns the search with rollouts of every placement as the generic one.
fn search(game: &Ofc, calls: &Calls) -> OfcSearch {
    let config = SearchConfig {
        algorithm: Algorithm::Flat,
        root: RootAllocation::SequentialHalving,
        ..SearchConfig::default()
    };
    let generic =
        SearchAdvisor::plain(game.counting_fantasyland(stakes_of(game)), config.clone()).unwrap();
    OfcSearch::new(config, Box::new(Recorded(generic, calls.clone())))
}

fn bot(game: &Ofc, calls: &Calls, iterations: u64) -> AdvisorBot<OfcSearch> {
    AdvisorBot::new(search(game, calls), Budget::iterations(iterations)).unwrap()
}

fn advise(
    search: &mut OfcSearch,
    game: &Ofc,
    view: &View,
    legal: &[Action],
    iterations: u64,
    rng: &mut Rng,
) -> Answer<Action> {
    let budget = Budget::iterations(iterations);
    let decision = DecisionPoint::new(game, view, legal);
    search.advise(&decision, budget, rng, &mut Control::default()).unwrap()
}

/// Plays a hand by the bot, and compares every choice with the answer for the same random stream.
/// Returns the answers.
fn play(rules: Rules, fantasy: usize, calls: &Calls) -> Vec<Answer<Action>> {
    let game = Ofc::new(rules).unwrap();
    let mut cards = [0; MAX_SEATS];
    cards[..fantasy].fill(if rules == Rules::CLASSIC { 13 } else { 14 });
    let setup = Setup { fantasy: cards, ..game.first_setup() };
    let mut rng = Rng::new(3);
    let mut state = game.deal(&setup, &mut rng, &mut ());
    let (mut bot, mut legal, mut answers) = (bot(&game, calls, 40), Legal::default(), Vec::new());
    while let Turn::Act(seat) = game.turn(&state) {
        game.legal_actions(&state, &mut legal);
        let (view, legal) = (game.view(&state, seat), legal.as_slice());
        let mut same = rng.clone();
        let action = bot.choose(&game, &view, legal, &mut rng);
        let answer = advise(&mut search(&game, calls), &game, &view, legal, 40, &mut same);
        assert_eq!(answer.best().action, action, "{view:?}");
        assert_eq!(same.next_u64(), rng.clone().next_u64(), "both draw as many seeds");
        // Every legal action, each once.
        assert_eq!(answer.actions.len(), legal.len());
        assert!(legal.iter().all(|a| answer.actions.iter().any(|report| report.action == *a)));
        answers.push(answer);
        game.apply(&mut state, action, &mut ());
    }
    answers
}

#[test]
fn the_bot_plays_the_first_action_of_the_answer() {
    for (rules, fantasy) in [
        (Rules::STANDARD, 0),
        (Rules::STANDARD, 1),
        (Rules::JOKER_ULTIMATE, 1),
        (Rules { seats: 3, ..Rules::STANDARD }, 2),
        (Rules::DEUCE_TO_SEVEN, 0),
    ] {
        let calls = Calls::default();
        let answers = play(rules, fantasy, &calls);
        assert!(answers.len() >= 10);
        assert!(calls.lock().unwrap().is_empty(), "the solver decides every view");
    }
}

#[test]
fn classic_dealing_is_left_to_the_generic_search() {
    let calls = Calls::default();
    let answers = play(Rules::CLASSIC, 1, &calls);
    let calls = calls.lock().unwrap();
    // Bot and advice, for each of nine streets; Fantasyland is set exactly.
    assert_eq!(calls.len(), 18);
    assert!(calls.iter().all(|phase| *phase == Phase::Streets));
    assert!(answers.last().unwrap().best().proven.is_some());
}

#[test]
fn fantasyland_is_proven_and_no_seed_is_drawn_for_it() {
    let game = Ofc::new(Rules::STANDARD).unwrap();
    let setup = Setup { fantasy: [14, 14, 0, 0], ..game.first_setup() };
    let state = game.deal(&setup, &mut Rng::new(1), &mut ());
    let view = game.view(&state, state.table().to_act());
    let mut legal = Legal::default();
    game.legal_actions(&state, &mut legal);
    let mut rng = Rng::new(5);
    let mut search = search(&game, &Calls::default());
    let answer = advise(&mut search, &game, &view, legal.as_slice(), 10, &mut rng);
    assert_eq!(rng, Rng::new(5), "nothing is random here");
    let best = FantasylandBot::default().best(&game, &view).unwrap();
    assert_eq!(answer.best().proven, Some(best.value));
    assert_eq!(answer.totals.stop, Stop::Proven);
    assert!(answer.actions[1..].iter().all(|report| report.mean.is_none()));
}

#[test]
fn a_setting_begun_differently_is_left_to_the_generic_search() {
    let game = Ofc::new(Rules::STANDARD).unwrap();
    let setup = Setup { fantasy: [14, 14, 0, 0], ..game.first_setup() };
    let mut state = game.deal(&setup, &mut Rng::new(1), &mut ());
    let seat = state.table().to_act();
    let mut legal = Legal::default();
    game.legal_actions(&state, &mut legal);
    let best = FantasylandBot::default().next(&game, &game.view(&state, seat), legal.as_slice());
    let other = legal.as_slice().iter().copied().find(|action| Some(*action) != best).unwrap();
    game.apply(&mut state, other, &mut ());
    game.legal_actions(&state, &mut legal);
    let (calls, view) = (Calls::default(), game.view(&state, seat));
    let action = bot(&game, &calls, 20).choose(&game, &view, legal.as_slice(), &mut Rng::new(2));
    assert!(legal.as_slice().contains(&action));
    assert_eq!(*calls.lock().unwrap(), [Phase::Fantasy]);
}

#[test]
fn interim_answers_list_every_action() {
    let game = Ofc::new(Rules::STANDARD).unwrap();
    let state = game.deal(&game.first_setup(), &mut Rng::new(5), &mut ());
    let view = game.view(&state, Seat::new(0));
    let mut legal = Legal::default();
    game.legal_actions(&state, &mut legal);
    let mut reports = 0;
    let mut progress = |answer: &Answer<Action>| {
        assert_eq!(answer.totals.stop, Stop::Running);
        assert_eq!(answer.actions.len(), 232);
        reports += 1;
    };
    let every = std::time::Duration::ZERO;
    let mut control = Control { progress: Some(&mut progress), every, ..Control::default() };
    let mut search = search(&game, &Calls::default());
    let (budget, rng) = (Budget::iterations(4_000), &mut Rng::new(1));
    let decision = DecisionPoint::new(&game, &view, legal.as_slice());
    search.advise(&decision, budget, rng, &mut control).unwrap();
    assert!(reports > 0);
}
