//! Laws of events: they determine views, and a hand can be replayed.

use super::violation::{LawResult, ensure, equal};
use facedown_game::{Log, Rng, Searchable, Seat, SeatSet, Turn};
use std::collections::BTreeMap;

/// Every seat's view, folded from the events it observed.
#[derive(Clone, Debug)]
pub struct Folded<G: Searchable> {
    views: Vec<G::View>,
}

impl<G: Searchable> Folded<G> {
    /// Builds the views before the first event of a hand.
    pub fn new(game: &G, setup: &G::Setup) -> Self {
        Self { views: Seat::all(game.seats()).map(|s| game.blank_view(setup, s)).collect() }
    }

    /// Passes events to the seats that observe them.
    pub fn observe(&mut self, game: &G, entries: &[(SeatSet, G::Event)]) {
        for &(to, event) in entries {
            for seat in to.iter() {
                if let Some(view) = self.views.get_mut(seat.index()) {
                    game.observe(view, event);
                }
            }
        }
    }

    /// Returns a seat's folded view.
    pub fn view(&self, seat: Seat) -> &G::View {
        &self.views[seat.index()]
    }

    /// Checks "folding a seat's events gives its view".
    pub fn gives_views(&self, game: &G, state: &G::State) -> LawResult {
        const LAW: &str = "folding a seat's events gives its view";
        for seat in Seat::all(game.seats()) {
            let (folded, view) = (self.view(seat), game.view(state, seat));
            ensure(LAW, *folded == view, || {
                format!("{seat}:\n  folded {folded:?}\n  view   {view:?}")
            })?;
        }
        Ok(())
    }
}

const KEYS: &str = "a view's key names the view";

/// The keys of the views that came up in a hand.
#[derive(Clone, Debug)]
pub struct ViewKeys<G: Searchable> {
    seen: BTreeMap<u64, G::View>,
}

impl<G: Searchable> Default for ViewKeys<G> {
    fn default() -> Self {
        Self { seen: BTreeMap::new() }
    }
}

impl<G: Searchable> ViewKeys<G> {
    /// Checks that different views have different keys, among all views recorded here.
    pub fn record(&mut self, view: &G::View, key: u64) -> LawResult {
        let seen = *self.seen.entry(key).or_insert(*view);
        ensure(KEYS, seen == *view, || {
            format!("{key:x} is the key of two views:\n  {seen:?}\n  {view:?}")
        })
    }
}

/// Checks that equal views have the same key, however they were built.
pub fn same_key<G: Searchable>(game: &G, view: &G::View, key: u64) -> LawResult {
    let again = game.view_key(view);
    ensure(KEYS, key == again, || format!("{key:x} and {again:x} are keys of {view:?}"))
}

/// Checks that every observer of an event is a seat of the table.
pub fn observers_are_seated<G: Searchable>(game: &G, entries: &[(SeatSet, G::Event)]) -> LawResult {
    const LAW: &str = "events go to seats at the table";
    let away = |to: SeatSet| to.iter().any(|seat| seat.index() >= game.seats());
    let stray = entries.iter().find(|(to, _)| away(*to));
    ensure(LAW, stray.is_none(), || format!("{stray:?} at a table of {}", game.seats()))
}

/// Checks "replay from seed and actions gives an equal state", and equal events, with or without a
/// listener. `rng` is the stream from which the hand was dealt.
pub fn replay<G: Searchable>(
    game: &G,
    setup: &G::Setup,
    rng: &Rng,
    actions: &[G::Action],
    state: &G::State,
    log: &Log<G::Event>,
) -> LawResult {
    const LAW: &str = "replay gives an equal hand";
    let (mut logged_rng, mut silent_rng) = (rng.clone(), rng.clone());
    let mut logged_events = Log::default();
    let mut logged = game.deal(setup, &mut logged_rng, &mut logged_events);
    let mut silent = game.deal(setup, &mut silent_rng, &mut ());
    let mut actions = actions.iter().copied();
    loop {
        equal(LAW, "a hand with and without a listener", &logged, &silent)?;
        match game.turn(&logged) {
            Turn::Chance => {
                game.play_chance(&mut logged, &mut logged_rng, &mut logged_events);
                game.play_chance(&mut silent, &mut silent_rng, &mut ());
            }
            Turn::Act(_) => {
                let Some(action) = actions.next() else { break };
                game.apply(&mut logged, action, &mut logged_events);
                game.apply(&mut silent, action, &mut ());
            }
            Turn::Over => break,
        }
    }
    let left = actions.count();
    ensure(LAW, left == 0, || format!("the hand is over {left} actions too early"))?;
    equal(LAW, "the hand and its replay", state, &logged)?;
    equal(LAW, "the events and their replay", log, &logged_events)
}
