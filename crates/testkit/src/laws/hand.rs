//! One hand, with every law checked at every step.

use super::actions::{checked_apply, legal, legal_list, score_sum, views_know_the_turn};
use super::builder::Laws;
use super::chooser::{Chooser, Place};
use super::encoders::{action_space, legal_ids};
use super::events::{Folded, ViewKeys, observers_are_seated, replay, same_key};
use super::violation::{LawResult, Violation, ensure};
use super::{hidden, no_alloc};
use crate::allocations;
use facedown_game::{ActionBuf, Log, Rng, Searchable, Seat, Turn};

// A stream that no deal uses: the deal of hand n is the stream (seed, n).
const CHECKS: u64 = 0x6368_6563_6b73_2121;

// Number of actions, legal or not, passed to `try_apply` in a position.
const ATTEMPTS: usize = 16;

pub(super) struct Hand<'l, 'a, G: Searchable> {
    laws: &'l Laws<'a, G>,
    setup: G::Setup,
    place: Place,
    chooser: Chooser<'l, G>,
    dealt_from: Rng,
    rng: Rng,
    checks: Rng,
    state: G::State,
    log: Log<G::Event>,
    folded: Folded<G>,
    keys: ViewKeys<G>,
    actions: Vec<G::Action>,
    pool: Vec<G::Action>, // legal at some point in this hand or another: passed to `try_apply`
    step: usize,
    is_reported: bool, // a violation was reported with its place
}

impl<'l, 'a, G: Searchable> Hand<'l, 'a, G> {
    pub(super) fn deal(
        laws: &'l Laws<'a, G>,
        setup: G::Setup,
        place: Place,
        chooser: Chooser<'l, G>,
    ) -> Self {
        let game = &laws.game;
        let _dealing = Dealing(place);
        let dealt_from = Rng::stream(place.seed, place.hand);
        let (mut rng, mut log) = (dealt_from.clone(), Log::default());
        let state = game.deal(&setup, &mut rng, &mut log);
        let mut folded = Folded::new(game, &setup);
        folded.observe(game, &log.entries);
        let mut checks = Rng::stream(place.seed ^ CHECKS, place.hand);
        let pool = actions_of_another_hand(laws, &setup, &mut checks);
        let actions = Vec::new();
        Self {
            laws,
            setup,
            place,
            chooser,
            dealt_from,
            rng,
            checks,
            state,
            log,
            folded,
            keys: ViewKeys::default(),
            actions,
            pool,
            step: 0,
            is_reported: false,
        }
    }

    /// Plays to the end, checking every position; returns the finished hand.
    pub(super) fn play(mut self) -> G::State {
        if let Err(violation) = self.play_checked() {
            self.is_reported = true;
            panic!("{violation}\n  {}", self.location());
        }
        self.state
    }

    fn play_checked(&mut self) -> LawResult {
        let game = &self.laws.game;
        observers_are_seated(game, &self.log.entries)?;
        self.check_position()?;
        loop {
            let (before, logged) = (self.state, self.log.entries.len());
            match game.turn(&before) {
                Turn::Over => break,
                Turn::Chance => {
                    game.play_chance(&mut self.state, &mut self.rng, &mut self.log);
                    if let Some(law) = self.laws.chance_law {
                        let entries = &self.log.entries[logged..];
                        law(game, &before, &self.state, entries, &self.checks)?;
                    }
                }
                Turn::Act(seat) => {
                    let action = self.choose(seat)?;
                    self.actions.push(action);
                    game.apply(&mut self.state, action, &mut self.log);
                }
            }
            self.step += 1;
            let entries = &self.log.entries[logged..];
            observers_are_seated(game, entries)?;
            self.folded.observe(game, entries);
            if self.laws.count_allocations {
                no_alloc::no_allocations_in_observe(game, &before, entries)?;
            }
            let (step, bound) = (self.step, self.laws.max_steps);
            ensure("every hand ends", step <= bound, || format!("no end within {bound} steps"))?;
            self.check_position()?;
        }
        score_sum(game, &self.state)?;
        let (setup, rng) = (&self.setup, &self.dealt_from);
        replay(game, setup, rng, &self.actions, &self.state, &self.log)
    }

    fn choose(&mut self, seat: Seat) -> Result<G::Action, Violation> {
        let game = &self.laws.game;
        let list = legal(game, &self.state);
        let view = game.view(&self.state, seat);
        let action = self.chooser.choose(game, seat, &view, list.as_slice());
        ensure("policies choose legal actions", list.as_slice().contains(&action), || {
            format!("{seat} chose {action:?} of {list:?}", list = list.as_slice())
        })?;
        Ok(action)
    }

    fn check_position(&mut self) -> LawResult {
        let (laws, state) = (self.laws, self.state);
        let game = &laws.game;
        legal_list(game, &state)?;
        self.check_apply()?;
        views_know_the_turn(game, &state)?;
        self.folded.gives_views(game, &state)?;
        self.check_conserved(&state)?;
        if let Turn::Act(seat) = game.turn(&state) {
            let (list, view) = (legal(game, &state), game.view(&state, seat));
            for space in &laws.spaces {
                action_space(*space, &view, list.as_slice())?;
                legal_ids(game, *space, &state, &view, list.as_slice())?;
            }
            self.check_encoders(&view)?;
            if let Some(law) = laws.notation_law {
                law(game, list.as_slice())?;
            }
            self.check_unseen(seat)?;
        }
        if let Some(law) = laws.redraw_law {
            let mut rng = self.checks.clone();
            law(game, &state, &mut rng, &mut |redrawn| self.check_conserved(redrawn))?;
        }
        // One other seat, each in turn: the laws hold for seats that do not act, too.
        let other = Seat::new((self.step + self.place.hand as usize) % game.seats());
        if game.turn(&state) != Turn::Act(other) {
            self.check_encoders(&game.view(&state, other))?;
            self.check_unseen(other)?;
        }
        self.check_key(other)?;
        if laws.count_allocations {
            self.check_allocations(other)?;
        }
        Ok(())
    }

    /// Keys are checked for one seat only: the default hashes the text of the view.
    fn check_key(&mut self, seat: Seat) -> LawResult {
        let game = &self.laws.game;
        let view = game.view(&self.state, seat);
        let mut key = 0;
        let count = allocations(|| key = game.view_key(&view));
        if self.laws.count_allocations {
            no_alloc::none("view_key", count)?;
        }
        self.keys.record(&view, key)?;
        same_key(game, self.folded.view(seat), key)
    }

    fn check_apply(&mut self) -> LawResult {
        let list = legal(&self.laws.game, &self.state);
        for &action in list.as_slice().iter().take(ATTEMPTS) {
            if !self.pool.contains(&action) {
                self.pool.push(action);
            }
        }
        let mut attempts = Vec::with_capacity(2 * ATTEMPTS);
        for from in [list.as_slice(), &self.pool] {
            if from.len() <= ATTEMPTS {
                attempts.extend_from_slice(from);
            } else {
                let pick = |_| from[self.checks.below(from.len() as u32) as usize];
                attempts.extend((0..ATTEMPTS).map(pick));
            }
        }
        checked_apply(&self.laws.game, &self.state, &attempts)
    }

    fn check_encoders(&self, view: &G::View) -> LawResult {
        self.laws.encoders.iter().try_for_each(|encoder| encoder.keeps_laws(&self.laws.game, view))
    }

    fn check_conserved(&self, state: &G::State) -> LawResult {
        self.laws.conserves.iter().try_for_each(|check| {
            check(&self.laws.game, state).map_err(|how| Violation::new("cards are conserved", how))
        })
    }

    /// Checks the laws of worlds and leaks for one seat.
    fn check_unseen(&mut self, seat: Seat) -> LawResult {
        let (laws, state) = (self.laws, self.state);
        let game = &laws.game;
        for permute in &laws.permutes {
            let permuted = permute(game, &state, seat, &mut self.checks);
            hidden::no_leak(game, seat, &state, &permuted, &self.checks)?;
        }
        let Some(worlds_of) = laws.worlds_of else { return Ok(()) };
        let view = game.view(&state, seat);
        let worlds = worlds_of(game, &view).map_err(|impossible| {
            Violation::new("a view that came up is possible", format!("{seat}: {impossible}"))
        })?;
        for number in 0..laws.worlds_each {
            let (world, weight) = worlds.sample(&mut self.checks);
            hidden::sampled_world(game, seat, &state, (&world, weight))?;
            hidden::no_leak(game, seat, &state, &world, &self.checks)?;
            self.check_conserved(&world)?;
            if laws.waiting_law {
                hidden::waiting(game, seat, &state, &world, &mut self.checks)?;
            }
            laws.other_worlds.set(laws.other_worlds.get() + u64::from(world != state));
            if number > 0 {
                continue;
            }
            views_know_the_turn(game, &world)?;
            if game.turn(&state) == Turn::Act(seat) {
                self.check_deciders(seat, &world)?;
            }
            if self.step == 0 || self.checks.below(4) == 0 {
                hidden::random_play_ends(game, &world, laws.max_steps, &mut self.checks)?;
            }
        }
        if laws.count_allocations {
            no_alloc::no_allocations_in_sample(&*worlds, &self.checks)?;
        }
        Ok(())
    }

    /// Checks that policies and encoders cannot distinguish the state from a sampled world.
    fn check_deciders(&self, seat: Seat, world: &G::State) -> LawResult {
        let (game, state) = (&self.laws.game, &self.state);
        if let Chooser::Policies { seats, .. } = &self.chooser {
            let fresh = &self.laws.policies[seats[seat.index()].0];
            hidden::no_leak_to_policy(game, seat, state, world, fresh, &self.checks)?;
        }
        let (view, other) = (game.view(state, seat), game.view(world, seat));
        self.laws.encoders.iter().try_for_each(|encoder| encoder.same(game, &view, &other))
    }

    fn check_allocations(&self, seat: Seat) -> LawResult {
        let game = &self.laws.game;
        no_alloc::no_allocations(game, &self.state, &self.checks)?;
        let view = game.view(&self.state, seat);
        self.laws.encoders.iter().try_for_each(|encoder| {
            let count = encoder.allocations(game, &view);
            no_alloc::none("encode", count)
        })
    }

    fn location(&self) -> String {
        let Self { place, step, actions, .. } = self;
        format!("at {place}, step {step}; actions so far: {actions:?}")
    }
}

/// Reports the hand if the game panics while dealing.
struct Dealing(Place);

impl Drop for Dealing {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the laws were dealing {}", self.0);
        }
    }
}

impl<G: Searchable> Drop for Hand<'_, '_, G> {
    /// Reports the place of a panic inside the game itself.
    fn drop(&mut self) {
        if std::thread::panicking() && !self.is_reported {
            eprintln!("the laws were {}", self.location());
        }
    }
}

/// Collects the actions of another hand, which are mostly illegal here.
fn actions_of_another_hand<G: Searchable>(
    laws: &Laws<'_, G>,
    setup: &G::Setup,
    rng: &mut Rng,
) -> Vec<G::Action> {
    let game = &laws.game;
    let mut state = game.deal(setup, rng, &mut ());
    let mut seen = Vec::new();
    for _ in 0..laws.max_steps {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.play_chance(&mut state, rng, &mut ()),
            Turn::Act(_) => {
                let list = legal(game, &state);
                let Some(&action) = rng.choose(list.as_slice()) else { break };
                seen.push(action);
                game.apply(&mut state, action, &mut ());
            }
        }
    }
    seen.sort_unstable();
    seen.dedup();
    seen
}
