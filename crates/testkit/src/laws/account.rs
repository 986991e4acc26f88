//! Laws of the account: events make views, and a hand can be played again.

use super::broken::{Kept, ensure, equal};
use facedown_game::{Log, Rng, Searchable, Seat, SeatSet, Turn};
use std::collections::BTreeMap;

/// Every seat's view, made from nothing but the events it witnessed.
#[derive(Clone, Debug)]
pub struct Folded<G: Searchable> {
    views: Vec<G::View>,
}

impl<G: Searchable> Folded<G> {
    /// Before the first event of a hand.
    pub fn new(game: &G, setup: &G::Setup) -> Self {
        Self { views: Seat::all(game.seats()).map(|s| game.blank_view(setup, s)).collect() }
    }

    /// Tells these events to the seats at the table that witness them.
    pub fn observe(&mut self, game: &G, entries: &[(SeatSet, G::Event)]) {
        for &(to, event) in entries {
            for seat in to.iter() {
                if let Some(view) = self.views.get_mut(seat.index()) {
                    game.observe(view, event);
                }
            }
        }
    }

    /// What this seat made of its events.
    pub fn view(&self, seat: Seat) -> &G::View {
        &self.views[seat.index()]
    }

    /// "Folding a seat's events gives its view."
    pub fn gives_views(&self, game: &G, state: &G::State) -> Kept {
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
    named: BTreeMap<u64, G::View>,
}

impl<G: Searchable> Default for ViewKeys<G> {
    fn default() -> Self {
        Self { named: BTreeMap::new() }
    }
}

impl<G: Searchable> ViewKeys<G> {
    /// "A number for all that a view holds: equal for equal views, different for others", among
    /// all views that were named here.
    pub fn name(&mut self, view: &G::View, key: u64) -> Kept {
        let named = *self.named.entry(key).or_insert(*view);
        ensure(KEYS, named == *view, || {
            format!("{key:x} is the key of two views:\n  {named:?}\n  {view:?}")
        })
    }
}

/// Returns the other half: two views that are equal have the same key, however they were made.
pub fn same_key<G: Searchable>(game: &G, view: &G::View, key: u64) -> Kept {
    let again = game.view_key(view);
    ensure(KEYS, key == again, || format!("{key:x} and {again:x} are keys of {view:?}"))
}

/// Returns the witnesses of every event sit at the table.
pub fn witnesses_sit_at_the_table<G: Searchable>(
    game: &G,
    entries: &[(SeatSet, G::Event)],
) -> Kept {
    const LAW: &str = "events go to seats at the table";
    let away = |to: SeatSet| to.iter().any(|seat| seat.index() >= game.seats());
    let stray = entries.iter().find(|(to, _)| away(*to));
    ensure(LAW, stray.is_none(), || format!("{stray:?} at a table of {}", game.seats()))
}

/// "Replay from seed + actions gives an equal state", and an equal account, heard or unheard.
/// `rng` is the stream from which the hand was dealt.
pub fn replay<G: Searchable>(
    game: &G,
    setup: &G::Setup,
    rng: &Rng,
    actions: &[G::Action],
    state: &G::State,
    log: &Log<G::Event>,
) -> Kept {
    const LAW: &str = "replay gives an equal hand";
    let (mut heard_rng, mut silent_rng) = (rng.clone(), rng.clone());
    let mut heard_log = Log::default();
    let mut heard = game.deal(setup, &mut heard_rng, &mut heard_log);
    let mut silent = game.deal(setup, &mut silent_rng, &mut ());
    let mut actions = actions.iter().copied();
    loop {
        equal(LAW, "a hand with and without a listener", &heard, &silent)?;
        match game.turn(&heard) {
            Turn::Chance => {
                game.play_chance(&mut heard, &mut heard_rng, &mut heard_log);
                game.play_chance(&mut silent, &mut silent_rng, &mut ());
            }
            Turn::Act(_) => {
                let Some(action) = actions.next() else { break };
                game.apply(&mut heard, action, &mut heard_log);
                game.apply(&mut silent, action, &mut ());
            }
            Turn::Over => break,
        }
    }
    let left = actions.count();
    ensure(LAW, left == 0, || format!("the hand is over {left} actions too early"))?;
    equal(LAW, "the hand and its replay", state, &heard)?;
    equal(LAW, "the account and its replay", log, &heard_log)
}
