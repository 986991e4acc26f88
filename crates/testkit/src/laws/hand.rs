//! One hand played under the eyes of all laws.

use super::account::{Folded, ViewKeys, replay, same_key, witnesses_sit_at_the_table};
use super::broken::{Broken, Kept, ensure};
use super::builder::Laws;
use super::chooser::{Chooser, Place};
use super::encoding::action_space;
use super::moves::{checked_door, legal, legal_list, score_sum, views_know_the_turn};
use super::{hidden, hot};
use crate::allocations;
use facedown_game::{ActionBuf, Log, Rng, Searchable, Seat, Turn};

// A stream that no deal uses: the deal of hand n is the stream (seed, n).
const CHECKS: u64 = 0x6368_6563_6b73_2121;

// So many actions, legal or not, are tried at the checked door in a position.
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
    pool: Vec<G::Action>, // legal at some time in this hand or in another: tried at every door
    step: usize,
    is_told: bool, // a broken law says where it was broken
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
            is_told: false,
        }
    }

    /// Plays to the end, checking every position on the way; the finished hand.
    pub(super) fn play(mut self) -> G::State {
        if let Err(broken) = self.play_checked() {
            self.is_told = true;
            panic!("{broken}\n  {}", self.whereabouts());
        }
        self.state
    }

    fn play_checked(&mut self) -> Kept {
        let game = &self.laws.game;
        witnesses_sit_at_the_table(game, &self.log.entries)?;
        self.check_position()?;
        loop {
            let (before, heard) = (self.state, self.log.entries.len());
            match game.turn(&before) {
                Turn::Over => break,
                Turn::Chance => {
                    game.play_chance(&mut self.state, &mut self.rng, &mut self.log);
                    if let Some(law) = self.laws.chance_law {
                        let entries = &self.log.entries[heard..];
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
            let entries = &self.log.entries[heard..];
            witnesses_sit_at_the_table(game, entries)?;
            self.folded.observe(game, entries);
            if self.laws.count_allocations {
                hot::no_allocations_in_observe(game, &before, entries)?;
            }
            let (step, bound) = (self.step, self.laws.max_steps);
            ensure("every hand ends", step <= bound, || format!("no end within {bound} steps"))?;
            self.check_position()?;
        }
        score_sum(game, &self.state)?;
        let (setup, rng) = (&self.setup, &self.dealt_from);
        replay(game, setup, rng, &self.actions, &self.state, &self.log)
    }

    fn choose(&mut self, seat: Seat) -> Result<G::Action, Broken> {
        let game = &self.laws.game;
        let list = legal(game, &self.state);
        let view = game.view(&self.state, seat);
        let action = self.chooser.choose(game, seat, &view, list.as_slice());
        ensure("policies choose legal actions", list.as_slice().contains(&action), || {
            format!("{seat} chose {action:?} of {list:?}", list = list.as_slice())
        })?;
        Ok(action)
    }

    fn check_position(&mut self) -> Kept {
        let (laws, state) = (self.laws, self.state);
        let game = &laws.game;
        legal_list(game, &state)?;
        self.check_door()?;
        views_know_the_turn(game, &state)?;
        self.folded.gives_views(game, &state)?;
        self.check_conserved(&state)?;
        if let Turn::Act(seat) = game.turn(&state) {
            let (list, view) = (legal(game, &state), game.view(&state, seat));
            for space in &laws.spaces {
                action_space(*space, &view, list.as_slice())?;
            }
            self.check_encoders(&view)?;
            if let Some(law) = laws.notation_law {
                law(game, list.as_slice())?;
            }
            self.check_unseen(seat)?;
            if let Some(law) = laws.redraw_law {
                let mut rng = self.checks.clone();
                law(game, &state, &mut rng, &mut |redrawn| self.check_conserved(redrawn))?;
            }
        }
        // One seat more, each in its turn: what it knows while others act must hold as well.
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

    /// Keys are asked for sparingly: a game may leave them to the text of its views.
    fn check_key(&mut self, seat: Seat) -> Kept {
        let game = &self.laws.game;
        let view = game.view(&self.state, seat);
        let mut key = 0;
        let count = allocations(|| key = game.view_key(&view));
        if self.laws.count_allocations {
            hot::none("view_key", count)?;
        }
        self.keys.name(&view, key)?;
        same_key(game, self.folded.view(seat), key)
    }

    fn check_door(&mut self) -> Kept {
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
        checked_door(&self.laws.game, &self.state, &attempts)
    }

    fn check_encoders(&self, view: &G::View) -> Kept {
        self.laws.encoders.iter().try_for_each(|encoder| encoder.keeps_laws(&self.laws.game, view))
    }

    fn check_conserved(&self, state: &G::State) -> Kept {
        self.laws.conserves.iter().try_for_each(|check| {
            check(&self.laws.game, state).map_err(|how| Broken::new("cards are conserved", how))
        })
    }

    /// Returns the laws of worlds and leaks for one seat.
    fn check_unseen(&mut self, seat: Seat) -> Kept {
        let (laws, state) = (self.laws, self.state);
        let game = &laws.game;
        for permute in &laws.permutes {
            let permuted = permute(game, &state, seat, &mut self.checks);
            hidden::no_leak(game, seat, &state, &permuted, &self.checks)?;
        }
        let Some(worlds_of) = laws.worlds_of else { return Ok(()) };
        let view = game.view(&state, seat);
        let worlds = worlds_of(game, &view).map_err(|impossible| {
            Broken::new("a view that came up is possible", format!("{seat}: {impossible}"))
        })?;
        for number in 0..laws.worlds_each {
            let (world, weight) = worlds.sample(&mut self.checks);
            hidden::world_of_view(game, seat, &state, (&world, weight))?;
            hidden::no_leak(game, seat, &state, &world, &self.checks)?;
            self.check_conserved(&world)?;
            laws.surprises.set(laws.surprises.get() + u64::from(world != state));
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
            hot::no_allocations_in_sample(&*worlds, &self.checks)?;
        }
        Ok(())
    }

    /// Whoever decides for a seat sees no difference between the state and a world.
    fn check_deciders(&self, seat: Seat, world: &G::State) -> Kept {
        let (game, state) = (&self.laws.game, &self.state);
        if let Chooser::Policies { seats, .. } = &self.chooser {
            let fresh = &self.laws.policies[seats[seat.index()].0];
            hidden::no_leak_to_policy(game, seat, state, world, fresh, &self.checks)?;
        }
        let (view, other) = (game.view(state, seat), game.view(world, seat));
        self.laws.encoders.iter().try_for_each(|encoder| encoder.same(game, &view, &other))
    }

    fn check_allocations(&self, seat: Seat) -> Kept {
        let game = &self.laws.game;
        hot::no_allocations(game, &self.state, &self.checks)?;
        let view = game.view(&self.state, seat);
        self.laws.encoders.iter().try_for_each(|encoder| {
            let count = encoder.allocations(game, &view);
            hot::none("encode", count)
        })
    }

    fn whereabouts(&self) -> String {
        let Self { place, step, actions, .. } = self;
        format!("at {place}, step {step}; actions so far: {actions:?}")
    }
}

/// Names the hand where the game panics before there is one.
struct Dealing(Place);

impl Drop for Dealing {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the laws were dealing {}", self.0);
        }
    }
}

impl<G: Searchable> Drop for Hand<'_, '_, G> {
    /// A panic inside the game itself must name its place too.
    fn drop(&mut self) {
        if std::thread::panicking() && !self.is_told {
            eprintln!("the laws were {}", self.whereabouts());
        }
    }
}

/// What may be done in some other hand: mostly illegal here.
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
