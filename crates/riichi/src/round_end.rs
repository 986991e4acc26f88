//! Ends of rounds: wins, draws and payments.

use crate::action::{Tiles, Victory};
use crate::game::Riichi;
use crate::rules::TripleRon;
use crate::table::Phase;
use crate::{DrawKind, Event, State, Table};
use facedown_game::{Seat, SeatSet, Sink};
use facedown_tiles::Tile;

impl Riichi {
    /// Ends the round: the seat to act wins with the tile it drew.
    pub(crate) fn end_by_tsumo(&self, state: &mut State, log: &mut impl Sink<Event>) {
        self.announce_win(&state.clone(), state, state.table.actor, true, log);
    }

    /// Ends the round: these seats win on the offered tile.
    pub(crate) fn end_by_ron(
        &self,
        state: &mut State,
        winners: SeatSet,
        log: &mut impl Sink<Event>,
    ) {
        if winners.len() == 3 && self.rules().triple_ron == TripleRon::Draw {
            return self.end_aborted(state, DrawKind::TripleRon, log);
        }
        let (actor, seats) = (state.table.actor, state.table.seats());
        let order = (1..seats).map(|places| actor.plus(places, seats));
        let paid = if self.rules().head_bump { 1 } else { winners.len() };
        // The first win changes the table; all wins are scored by the table before it.
        let before = *state;
        for (place, seat) in order.filter(|seat| winners.contains(*seat)).take(paid).enumerate() {
            self.announce_win(&before, state, seat, place == 0, log);
        }
    }

    fn announce_win(
        &self,
        before: &State,
        state: &mut State,
        seat: Seat,
        first: bool,
        log: &mut impl Sink<Event>,
    ) {
        let Some((win, liable, deltas)) = self.settle_win(before, seat, first) else {
            debug_assert!(false, "not a legal win: {before:?}");
            return;
        };
        let ron = matches!(before.table.phase, Phase::Window(_));
        let tile = before.context(seat).winning_tile();
        let mut hand = *before.hand(seat);
        if ron {
            hand.add(tile);
        }
        let mut ura = [None; 5];
        if before.table.is_riichi(seat) {
            for (slot, tile) in ura.iter_mut().zip(before.ura_indicators()) {
                *slot = Some(tile);
            }
        }
        let from = if ron { before.table.actor } else { seat };
        let hand = hand.tiles().collect();
        let victory = Victory { seat, from, tile, hand, win, ura, liable, deltas };
        self.announce(state, Event::Won(victory), log);
    }

    pub(crate) fn end_aborted(
        &self,
        state: &mut State,
        kind: DrawKind,
        log: &mut impl Sink<Event>,
    ) {
        self.announce(state, Event::Drawn { kind, tenpai: SeatSet::EMPTY, deltas: [0; 4] }, log);
    }

    /// Ends the round by an exhaustive draw: tenpai hands are shown, and paid unless there is a
    /// nagashi mangan.
    pub(crate) fn end_exhausted(&self, state: &mut State, log: &mut impl Sink<Event>) {
        let seats = state.table.seats();
        let is_tenpai = |seat: &Seat| !state.own[seat.index()].waits.is_empty();
        let tenpai: SeatSet = Seat::all(seats).filter(is_tenpai).collect();
        for seat in tenpai.iter() {
            let hand: Tiles = state.hand(seat).tiles().collect::<Tiles>();
            self.announce(state, Event::Shown { seat, hand }, log);
        }
        let nagashi = self.rules().nagashi_mangan && !state.table.nagashi.is_empty();
        let kind = if nagashi { DrawKind::Nagashi } else { DrawKind::Exhausted };
        let deltas = self.draw_deltas(&state.table, kind, tenpai);
        self.announce(state, Event::Drawn { kind, tenpai, deltas }, log);
    }

    /// Returns the change of each seat's points at a draw.
    pub(crate) fn draw_deltas(&self, table: &Table, kind: DrawKind, tenpai: SeatSet) -> [i32; 4] {
        match kind {
            DrawKind::Nagashi => self.nagashi_deltas(table),
            DrawKind::Exhausted => self.noten_deltas(table.seats(), tenpai),
            _ => [0; 4],
        }
    }

    /// Returns the payments of noten to tenpai seats.
    fn noten_deltas(&self, seats: usize, tenpai: SeatSet) -> [i32; 4] {
        let mut deltas = [0; 4];
        let (receivers, payers) = (tenpai.len() as i32, (seats - tenpai.len()) as i32);
        if receivers == 0 || payers == 0 {
            return deltas;
        }
        for seat in Seat::all(seats) {
            let points = self.rules().noten_points;
            deltas[seat.index()] =
                if tenpai.contains(seat) { points / receivers } else { -points / payers };
        }
        deltas
    }

    /// Returns the payments of nagashi mangan: a mangan tsumo for each such seat, without honba and
    /// sticks.
    fn nagashi_deltas(&self, table: &Table) -> [i32; 4] {
        let dealer = table.setup.dealer;
        let seats = table.seats();
        let mut deltas = [0; 4];
        for seat in table.nagashi.iter() {
            for payer in Seat::all(seats).filter(|payer| *payer != seat) {
                let points = self.mangan_share(seat == dealer, payer == dealer);
                deltas[payer.index()] -= points;
                deltas[seat.index()] += points;
            }
        }
        deltas
    }

    /// Returns the payment of one seat for a mangan tsumo.
    fn mangan_share(&self, by_dealer: bool, from_dealer: bool) -> i32 {
        use crate::score::ThreeSeatTsumo;
        let share = if by_dealer || from_dealer { 4_000 } else { 2_000 };
        let bisect = self.rules().score.payment.three_seat_tsumo == ThreeSeatTsumo::Bisect;
        let missing = if by_dealer { 4_000 } else { 2_000 };
        if self.rules().is_three() && bisect { share + missing / 2 } else { share }
    }

    /// Turns the next dora indicator.
    pub(crate) fn turn_dora(&self, state: &mut State, log: &mut impl Sink<Event>) {
        let tile: Tile = state.next_dora();
        self.announce(state, Event::Dora(tile), log);
    }
}
