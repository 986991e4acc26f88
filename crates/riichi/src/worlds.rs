//! Sampling the worlds that a seat cannot distinguish.
//!
//! Every unseen tile is in another hand or in the wall, and all deals of these tiles are equally
//! likely under two hard constraints: a seat that declared riichi is tenpai, and a seat that must
//! discard after a call can. Passes and discards are no constraint: a seat that can
//! claim a tile may also pass. Unless another seat is in riichi the sample is a shuffle, exactly
//! uniform, and its weight is 1. Otherwise the tenpai hands come from `tenpai_sampler.rs` with their
//! weights, scaled to be about 1. In a call window the earlier seats that can claim the tile answer
//! uniformly at random, and where the seat cannot know how many have been asked, all possible
//! numbers are equally likely; if that is all of them, they have passed.

use crate::state::{Own, Part, Pending};
use crate::table::Phase;
use crate::tenpai_sampler::{self, Kinds};
use crate::{Action, Legal, Riichi, State, Table, View};
use facedown_game::{ActionBuf, Hidden, ImpossibleView, Rng, Seat, SeatSet, Worlds, math, meters};
use facedown_tiles::{Hand, Kind, Tile};

/// The number of attempts at tenpai hands before the fallback is used.
const TRIES: usize = 64;
/// The number of attempts at the fallback.
const FIRST_TRIES: usize = 20_000;

/// The worlds of one view.
#[derive(Clone, Debug)]
pub struct RiichiWorlds {
    game: Riichi,
    view: View,
    unseen: [Tile; 136], // unused from `count` on
    count: usize,
    left: Kinds,
    tenpai: SeatSet,      // other seats that are tenpai for certain
    fallback: [Kinds; 4], // a tenpai hand for each of them
    scale: f64,
}

impl Hidden for Riichi {
    type Worlds = RiichiWorlds;

    fn worlds(&self, view: &View) -> Result<RiichiWorlds, ImpossibleView> {
        meters::WORLDS.count();
        let (table, seat) = (&view.table, view.seat);
        check_sizes(view)?;
        let mut worlds = RiichiWorlds {
            game: self.clone(),
            view: *view,
            unseen: [Tile::new(0); 136],
            count: 0,
            left: [0; 34],
            tenpai: tenpai_seats(table).without(seat),
            fallback: [[0; 34]; 4],
            scale: 1.0,
        };
        worlds.find_unseen()?;
        if matches!(table.phase, Phase::Dealing | Phase::Closed) {
            return Err(ImpossibleView::new("the view is in the middle of an action"));
        }
        let hidden = worlds.hidden_tiles();
        if hidden != worlds.count {
            let count = worlds.count;
            let reason = format!("{count} tiles are unseen, {hidden} are in hands and in the wall");
            return Err(ImpossibleView::new(reason));
        }
        worlds.find_tenpai_hands()?;
        let barred = self.barred(table);
        let stuck = |tile: &Tile| barred.contains(tile.kind());
        if table.phase == Phase::Called && worlds.unseen[..worlds.count].iter().all(stuck) {
            let reason = format!("{} must discard, and nothing unseen may be", table.actor);
            return Err(ImpossibleView::new(reason));
        }
        Ok(worlds)
    }
}

/// Checks that every hand has the size that its melds leave it, one more for the seat to act.
fn check_sizes(view: &View) -> Result<(), ImpossibleView> {
    let table = &view.table;
    for seat in Seat::all(table.seats()) {
        let held = if seat == view.seat { view.own.hand.len() } else { table.held(seat) };
        let usual = 13 - 3 * table.melds(seat).len();
        let acting = seat == table.actor && !matches!(table.phase, Phase::Window(_));
        if held != table.held(seat) || held != usual && !(acting && held == usual + 1) {
            let reason = format!("{seat} holds {held} tiles, expected {usual} or one more");
            return Err(ImpossibleView::new(reason));
        }
    }
    Ok(())
}

/// Returns the seats that have declared riichi, and so were tenpai.
fn tenpai_seats(table: &Table) -> SeatSet {
    let declared = table.declaring || table.phase == Phase::Declared;
    if declared { table.riichi.with(table.actor) } else { table.riichi }
}

/// Returns the number of sets that a seat's closed tiles have to make.
fn groups(table: &Table, seat: Seat) -> usize {
    4 - table.melds(seat).len()
}

impl RiichiWorlds {
    /// Returns the view of the worlds.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// Finds the tiles that the seat has not seen.
    fn find_unseen(&mut self) -> Result<(), ImpossibleView> {
        let mut left = [0i8; Tile::COUNT];
        for tile in &self.game.pack_tiles()[..self.game.rules().tiles()] {
            left[tile.index()] += 1;
        }
        self.view.for_each_seen(|tile| left[tile.index()] -= 1);
        for (tile, left) in (0..Tile::COUNT as u8).map(Tile::new).zip(left) {
            if left < 0 {
                let reason = format!("{} more {tile} in sight than there are", -left);
                return Err(ImpossibleView::new(reason));
            }
            for _ in 0..left {
                self.unseen[self.count] = tile;
                self.count += 1;
                self.left[tile.kind().index()] += 1;
            }
        }
        Ok(())
    }

    fn hidden_tiles(&self) -> usize {
        let table = &self.view.table;
        let others = Seat::all(table.seats()).filter(|seat| *seat != self.view.seat);
        others.map(|seat| table.held(seat)).sum::<usize>() + State::hidden_indices(table).count()
    }

    /// Finds a fallback for the tenpai hands, and the scale of their weights.
    fn find_tenpai_hands(&mut self) -> Result<(), ImpossibleView> {
        if self.tenpai.is_empty() {
            return Ok(());
        }
        let mut rng = Rng::new(0x7265_6164);
        let (mut found, mut logs) = (0, 0.0);
        for tried in 0..FIRST_TRIES {
            if let Some((hands, weight)) = self.tenpai_hands(&mut rng) {
                self.fallback = hands;
                logs += math::ln(weight);
                found += 1;
            }
            if found == 8 || found > 0 && tried > TRIES {
                break;
            }
        }
        if found == 0 {
            let seats: Vec<String> = self.tenpai.iter().map(|seat| seat.to_string()).collect();
            let reason = format!("the unseen tiles make no tenpai hand for {}", seats.join(", "));
            return Err(ImpossibleView::new(reason));
        }
        self.scale = math::exp(-logs / f64::from(found));
        Ok(())
    }

    /// Draws a tenpai hand for each seat that must have one, with their joint weight.
    fn tenpai_hands(&self, rng: &mut Rng) -> Option<([Kinds; 4], f64)> {
        let mut left = self.left;
        let mut hands = [[0; 34]; 4];
        let mut weight = 1.0;
        for seat in self.tenpai.iter() {
            let groups = groups(&self.view.table, seat);
            let drawn = tenpai_sampler::draw(&left, groups, self.game.pack(), rng)?;
            for (left, held) in left.iter_mut().zip(drawn.hand) {
                *left -= held;
            }
            hands[seat.index()] = drawn.hand;
            weight *= drawn.weight;
        }
        Some((hands, weight))
    }

    /// Deals the unseen tiles at random.
    fn deal(&self, rng: &mut Rng) -> (State, f64) {
        let table = &self.view.table;
        let mut pool = Pool { tiles: self.unseen, count: self.count };
        rng.shuffle(&mut pool.tiles[..self.count]);
        let mut own = [Own::default(); 4];
        own[self.view.seat.index()] = self.view.own;
        let mut weight = 1.0;
        if !self.tenpai.is_empty() {
            let found = (0..TRIES).find_map(|_| self.tenpai_hands(rng));
            let (hands, raw) = found.unwrap_or((self.fallback, 1.0 / self.scale));
            weight = raw * self.scale;
            for seat in self.tenpai.iter() {
                own[seat.index()].hand = pool.take_kinds(hands[seat.index()]);
            }
        }
        let mut just_drawn = self.view.drawn;
        for seat in Seat::all(table.seats()).filter(|seat| *seat != self.view.seat) {
            let own = &mut own[seat.index()];
            let called = table.actor == seat && table.phase == Phase::Called;
            let drawn = table.held(seat) % 3 == 2 && !called;
            let missing = table.held(seat) - usize::from(drawn) - own.hand.len();
            (0..missing).for_each(|_| own.hand.add(pool.next()));
            if !called {
                own.waits = own.hand.waits(self.game.pack());
            }
            if drawn {
                let tile = pool.next();
                own.hand.add(tile);
                just_drawn = Some(tile);
            }
        }
        let wall = State::wall_of(table, || pool.next());
        let pending = Pending::default();
        (State { table: *table, own, pending, drawn: just_drawn, wall }, weight)
    }

    /// Redraws which tile was just drawn. Between a riichi declaration and its discard, fourteen tiles
    /// can have more than one tenpai part, and any of them can be the drawn tile.
    fn redraw_declared(&self, state: &mut State, weight: &mut f64, rng: &mut Rng) {
        let table = &state.table;
        if table.phase != Phase::Declared || table.actor == self.view.seat {
            return;
        }
        let Some(extra) = state.drawn else { return };
        let own = &mut state.own[table.actor.index()];
        let groups = groups(table, table.actor);
        let mut hand = *own.hand.counts().as_array();
        let mut paths_without = |kind: Kind| {
            hand[kind.index()] -= 1;
            let tenpai = !tenpai_sampler::waits_for_nothing(&hand, self.game.pack());
            let paths = if tenpai { tenpai_sampler::paths(&mut hand, groups) } else { 0 };
            hand[kind.index()] += 1;
            f64::from(paths)
        };
        let kinds = own.hand.kinds().iter();
        let all: f64 =
            kinds.map(|kind| f64::from(own.hand.count(kind)) * paths_without(kind)).sum();
        *weight *= paths_without(extra.kind()) / all;
        let place = rng.below(own.hand.len() as u32) as usize;
        state.drawn = own.hand.tiles().nth(place);
        let mut before = own.hand;
        if let Some(tile) = state.drawn {
            before.remove(tile);
        }
        own.waits = before.waits(self.game.pack());
    }

    /// Returns whether a seat that must discard after its call holds nothing that it may discard.
    fn is_stuck(&self, state: &State) -> bool {
        let table = &state.table;
        let kinds = state.hand(table.actor).kinds();
        table.phase == Phase::Called
            && table.actor != self.view.seat
            && (kinds - self.game.barred(table)).is_empty()
    }

    /// Samples the hidden state of an open call window.
    fn sample_answers(&self, state: &mut State, rng: &mut Rng) {
        let me = self.view.seat;
        self.game.open_window(state);
        let (actor, seats) = (state.table.actor, state.table.seats());
        let all = state.pending.callers;
        let places = |seat: Seat| (seats + seat.index() - actor.index()) % seats;
        let order = (1..seats).map(|n| actor.plus(n, seats)).filter(|seat| *seat != me);
        let callers = order.filter(|seat| all.contains(*seat));
        let earlier = callers.clone().filter(|seat| places(*seat) < places(me)).count();
        let every = callers.clone().count();
        // The least and the greatest number of others that can have answered.
        let (least, most) = match self.view.part {
            Part::Silent if all.contains(me) => (0, earlier),
            Part::Silent => (0, every),
            Part::Asked => (earlier, earlier),
            Part::Answered(_) => (earlier, every),
        };
        let place = rng.below((2 * (most - least) + 1) as u32) as usize;
        let answered = least + place / 2;
        let mut legal = Legal::default();
        for seat in callers.clone().take(answered) {
            legal.clear();
            self.game.list_calls(&state.context(seat), &mut legal);
            let answer = rng.choose(legal.as_slice()).copied();
            // When all have answered, the window closes before any seat decides: a waiting seat sees
            // that nobody called.
            let closing = place == 2 * every && self.view.part != Part::Asked;
            state.pending.answers[seat.index()] = if closing { Some(Action::Pass) } else { answer };
        }
        match self.view.part {
            Part::Asked => state.pending.asked = Some(me),
            Part::Answered(answer) => state.pending.answers[me.index()] = Some(answer),
            Part::Silent => {}
        }
        if place % 2 == 1 {
            state.pending.asked = callers.clone().nth(answered);
        }
    }
}

impl Worlds<Riichi> for RiichiWorlds {
    fn sample(&self, rng: &mut Rng) -> (State, f32) {
        let (mut state, mut weight) = self.deal(rng);
        while self.is_stuck(&state) {
            (state, weight) = self.deal(rng);
        }
        self.redraw_declared(&mut state, &mut weight, rng);
        if matches!(state.table.phase, Phase::Window(_)) {
            self.sample_answers(&mut state, rng);
        }
        (state, weight.clamp(1e-30, 1e30) as f32)
    }
}

/// Shuffled tiles, dealt from the end.
struct Pool {
    tiles: [Tile; 136],
    count: usize,
}

impl Pool {
    fn next(&mut self) -> Tile {
        self.count -= 1;
        self.tiles[self.count]
    }

    /// Takes these numbers of tiles of each kind, any copies.
    fn take_kinds(&mut self, mut kinds: Kinds) -> Hand {
        let mut hand = Hand::default();
        let mut kept = 0;
        for place in 0..self.count {
            let tile = self.tiles[place];
            let wanted = &mut kinds[tile.kind().index()];
            if *wanted > 0 {
                *wanted -= 1;
                hand.add(tile);
            } else {
                self.tiles[kept] = tile;
                kept += 1;
            }
        }
        self.count = kept;
        hand
    }
}

impl View {
    /// Calls `each` for every tile that the seat sees: its own, discards, melds, norths set aside and
    /// indicators.
    pub fn for_each_seen(&self, mut each: impl FnMut(Tile)) {
        self.own.hand.tiles().for_each(&mut each);
        self.table.for_each_visible(each);
    }
}

impl Table {
    /// Calls `each` for every visible tile.
    pub fn for_each_visible(&self, mut each: impl FnMut(Tile)) {
        self.river.iter().filter(|discard| !discard.called).for_each(|discard| each(discard.tile));
        self.dora_indicators().iter().copied().for_each(&mut each);
        for seat in Seat::all(self.seats()) {
            (0..self.nuki(seat)).for_each(|_| each(Tile::plain(Kind::NORTH)));
            for meld in self.melds(seat) {
                meld.tiles().for_each(&mut each);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, HeuristicPolicy, Rules};
    use facedown_game::Game;
    use facedown_testkit::Laws;

    /// Shuffles the hidden wall and exchanges a tile of another hand with one of it, independently
    /// of the sampler.
    fn permuted(game: &Riichi, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut other = *state;
        let places: Vec<usize> = State::hidden_indices(&state.table).collect();
        let mut tiles: Vec<Tile> = places.iter().map(|place| state.wall[*place]).collect();
        rng.shuffle(&mut tiles);
        let holder = Seat::new(rng.below(state.table.seats.into()) as usize);
        let fixed = holder == seat || holder == state.table.actor || state.table.is_riichi(holder);
        if !fixed && let Some(slot) = tiles.first_mut() {
            let own = &mut other.own[holder.index()];
            let given = own.hand.tiles().nth(rng.below(own.hand.len() as u32) as usize).unwrap();
            own.hand.remove(given);
            own.hand.add(std::mem::replace(slot, given));
            own.waits = own.hand.waits(game.pack());
        }
        for (place, tile) in places.into_iter().zip(tiles) {
            other.wall[place] = tile;
        }
        other
    }

    #[test]
    fn nothing_depends_on_what_a_seat_has_not_seen() {
        for rules in [Rules::TENHOU, Rules::MJSOUL3] {
            Laws::new(Riichi::new(rules).unwrap())
                .hands(30)
                .max_steps(600)
                .worlds_each(1)
                .permutes_unseen(permuted)
                .policy(|| HeuristicPolicy)
                .run();
        }
    }

    fn folded(game: &Riichi, events: &[Event]) -> View {
        let mut view = game.blank_view(&game.first_setup(), Seat::new(0));
        for event in events {
            game.observe(&mut view, *event);
        }
        view
    }

    fn dealt(text: &str) -> Event {
        let hand: Hand = text.parse().unwrap();
        let tiles: Vec<Tile> = hand.tiles().collect();
        Event::Dealt(tiles.try_into().unwrap())
    }

    #[test]
    fn a_contradictory_view_is_named() {
        let game = Riichi::new(Rules::TENHOU).unwrap();
        let reason =
            |events: &[Event]| game.worlds(&folded(&game, events)).unwrap_err().to_string();
        let hand = dealt("1111m234p567p789s");
        let fifth = [hand, Event::Dora("1m".parse().unwrap())];
        assert_eq!(reason(&fifth), "impossible view: 1 more 1m in sight than there are");
        let draw = |tile: &str| Event::Drew {
            seat: Seat::new(0),
            tile: Some(tile.parse().unwrap()),
            replacement: false,
        };
        let fifteen = [hand, Event::Dora("9m".parse().unwrap()), draw("1z"), draw("2z")];
        assert_eq!(
            reason(&fifteen),
            "impossible view: seat 0 holds 15 tiles, expected 13 or one more"
        );
        assert!(game.worlds(&folded(&game, &fifteen[..3])).is_ok());
    }
}
