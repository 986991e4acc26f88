//! Facts of a round that no menu shows by itself.

use facedown_game::Seat;
use facedown_riichi::{Action, Offer, Phase, Riichi, State};
use facedown_tiles::KindSet;
use std::collections::BTreeMap;

/// The number of occurrences of each fact.
#[derive(Default)]
pub(crate) struct Facts {
    pub(crate) counts: BTreeMap<&'static str, u32>,
}

impl Facts {
    fn add(&mut self, name: &'static str, holds: bool) {
        if holds {
            *self.counts.entry(name).or_default() += 1;
        }
    }

    /// Counts facts of the legal actions of a seat.
    pub(crate) fn note_menu(&mut self, game: &Riichi, state: &State, seat: Seat, menu: &[Action]) {
        let table = state.table();
        let has = |action: Action| menu.contains(&action);
        let phase = table.phase();
        for (name, offer) in [
            ("ron on an added kan", Offer::AddedKan),
            ("ron on a closed kan", Offer::ClosedKan),
            ("ron on a north", Offer::Nuki),
        ] {
            self.add(name, has(Action::Ron) && phase == Phase::Window(offer));
        }
        let riichi = table.is_riichi(seat);
        let kan = menu.iter().any(|action| matches!(action, Action::ClosedKan(_)));
        self.add("closed kan after riichi", riichi && kan);
        let quad = state.drawn().is_some_and(|drawn| state.hand(seat).count(drawn.kind()) == 4);
        let refused = phase == Phase::Drawn && riichi && quad && !kan && table.live() > 0;
        self.add("closed kan refused after riichi", refused);
        let held = state.hand(seat).kinds();
        let barred = phase == Phase::Called && !(game.barred(table) & held).is_empty();
        self.add("discards barred after a call", barred);
        self.add("discards after riichi is declared", phase == Phase::Declared);
        self.add("tsumo of a furiten hand", has(Action::Tsumo) && state.is_furiten(seat));
        self.add("tsumo on a replacement", has(Action::Tsumo) && table.is_replacement());
        self.add("last discard", has(Action::Ron) && table.live() == 0);
    }

    /// Counts facts of the choice of a seat.
    pub(crate) fn note_choice(&mut self, menu: &[Action], action: Action) {
        self.add("ron let go", menu.contains(&Action::Ron) && action != Action::Ron);
    }

    /// Counts the seats that an offered tile would complete but that may not win.
    pub(crate) fn note_offer(&mut self, state: &State) {
        let table = state.table();
        let Some(tile) = table.offered() else { return };
        let actor = table.actor();
        for seat in Seat::all(table.seats()).filter(|seat| *seat != actor) {
            let waits = state.waits(seat);
            if !waits.contains(tile.kind()) {
                continue;
            }
            if !state.is_furiten(seat) {
                self.add("complete without a claim", !state.callers().contains(seat));
                continue;
            }
            let own: KindSet = waits & table.discarded(seat);
            let name = if !own.is_empty() {
                "ron barred by an own discard"
            } else if table.is_riichi(seat) {
                "ron barred by a tile let go in riichi"
            } else {
                "ron barred by a tile let go in the turn"
            };
            self.add(name, true);
        }
    }
}
