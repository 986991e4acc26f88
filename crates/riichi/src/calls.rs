//! Call windows: which seats can claim an offered tile, asking them, and what follows.
//!
//! Chance asks the seats that can claim the tile one after the other in turn order, and closes the
//! window when all have answered. There is a chance turn before the first question and after every
//! answer, so whatever a seat observes while the window is open (nothing, a question to itself, its
//! own answer) it can observe whether or not others can claim.

use crate::game::{Legal, Riichi};
use crate::legal::barred_after;
use crate::rules::KanDora;
use crate::seat_context::SeatContext;
use crate::state::{Pending, copy_of};
use crate::table::{Offer, Phase};
use crate::{Action, DrawKind, Event, State, Table};
use facedown_game::{ActionBuf, Seat, SeatSet, Sink};
use facedown_tiles::{Hand, Kind, KindSet, Meld, MeldShape, Tile};

impl Riichi {
    /// Returns whether a seat may win on the offered tile.
    #[inline]
    fn may_ron(&self, context: &SeatContext<'_>, offer: Offer) -> bool {
        context.own.waits.contains(context.table.offered.kind())
            && !context.table.is_furiten(context.seat, context.own.waits)
            && (offer != Offer::ClosedKan || context.own.is_orphans())
            && self.has_yaku(context)
    }

    /// Returns whether a discard can be called for a meld: not the last one, nor one after which the
    /// round is aborted.
    fn is_callable(&self, table: &Table, offer: Offer) -> bool {
        offer == Offer::Discard && table.live > 0 && !self.ends_by_kans(table)
    }

    #[inline]
    fn ends_by_kans(&self, table: &Table) -> bool {
        table.kans == 4 && self.rules().aborts.four_kans && table.kans_are_spread()
    }

    /// Returns whether a seat has an answer other than pass; `next` if it follows the discarder.
    #[inline]
    fn can_claim(
        &self,
        context: &SeatContext<'_>,
        offer: Offer,
        callable: bool,
        next: bool,
    ) -> bool {
        if callable && !context.table.is_riichi(context.seat) {
            let kind = context.table.offered.kind();
            if context.own.hand.pairs().contains(kind) {
                return true;
            }
            if next
                && may_be_chi(context.own.hand.kinds(), kind)
                && self.chis(context).next().is_some()
            {
                return true;
            }
        }
        self.may_ron(context, offer)
    }

    /// Lists the answers of a seat to the offered tile, ascending.
    pub(crate) fn list_calls(&self, context: &SeatContext<'_>, out: &mut Legal) {
        let SeatContext { table, own, seat, .. } = *context;
        let Phase::Window(offer) = table.phase else { return };
        out.push(Action::Pass);
        if self.is_callable(table, offer) && !table.is_riichi(seat) {
            if seat == table.after(table.actor, 1) {
                for [low, high] in self.chis(context) {
                    let choices = choices(low, high, &own.hand);
                    choices.for_each(|tiles| out.push(Action::Chi(tiles)));
                }
            }
            let kind = table.offered.kind();
            let reds = if kind.is_five() { own.hand.reds(kind.suit()) } else { 0 };
            let plain = own.hand.count(kind) - reds;
            for red in (0..=reds.min(2)).filter(|red| 2 - red <= plain) {
                out.push(Action::Pon([copy_of(kind, red == 2), copy_of(kind, red > 0)]));
            }
            if own.hand.count(kind) == 3 && table.kans < 4 {
                out.push(Action::OpenKan);
            }
        }
        if self.may_ron(context, offer) {
            out.push(Action::Ron);
        }
    }

    /// Iterates over the pairs of kinds with which the next seat can call chi, ascending, if that
    /// leaves it something to discard (*kuikae*).
    fn chis<'a>(&self, context: &SeatContext<'a>) -> impl Iterator<Item = [Kind; 2]> + 'a {
        let (called, kuikae) = (context.table.offered, self.rules().kuikae);
        let (kind, hand) = (called.kind(), &context.own.hand);
        let allowed = self.rules().seats == 4 && !kind.is_honor();
        let number = if allowed { kind.number() } else { 0 };
        // Two below, one on each side, two above: the run begins `below` the called kind.
        let runs = (0..=2u8).rev().filter(move |below| *below < number && number + 2 - below <= 9);
        runs.filter_map(move |below| {
            let first = kind.index() as u8 - below;
            let other = |n: u8| Kind::new(first + n + u8::from(n >= below));
            let (low, high) = (other(0), other(1));
            if !hand.kinds().contains(low) || !hand.kinds().contains(high) {
                return None;
            }
            let first = Kind::new(first);
            let meld = Meld { shape: MeldShape::Chi, first, reds: 0, called, from: 3 };
            let barred = barred_after(kuikae, meld);
            let used = |kind: Kind| u8::from(kind == low || kind == high);
            let left = |kind: Kind| hand.count(kind) > used(kind);
            (hand.kinds() - barred).iter().any(left).then_some([low, high])
        })
    }

    /// Opens the call window: finds the seats that can claim the offered tile.
    pub(crate) fn open_window(&self, state: &mut State) {
        let table = &state.table;
        let Phase::Window(offer) = table.phase else { return };
        let callable = self.is_callable(table, offer);
        let mut callers = SeatSet::EMPTY;
        for places in 1..table.seats() {
            let seat = table.after(table.actor, places);
            let context = state.context(seat);
            if self.can_claim(&context, offer, callable, places == 1) {
                callers = callers.with(seat);
            }
        }
        state.pending = Pending { callers, ..Pending::default() };
    }

    /// Plays the chance move in an open call window: asks the next seat, or resolves the answers.
    pub(crate) fn advance_window(&self, state: &mut State, log: &mut impl Sink<Event>) {
        let Phase::Window(offer) = state.table.phase else { return };
        if state.pending.callers.is_empty() {
            return self.close_window(state, offer, None, log);
        }
        if let Some(seat) = state.next_caller() {
            state.pending.asked = Some(seat);
            log.emit(SeatSet::only(seat), Event::Asked);
            return;
        }
        // The answers stay: the seats that gave them see the window until somebody acts.
        state.pending.callers = SeatSet::EMPTY;
        let answers = state.pending.answers;
        let answer = |seat: Seat| answers[seat.index()];
        let winners: SeatSet =
            state.table.others().filter(|s| answer(*s) == Some(Action::Ron)).collect();
        if !winners.is_empty() {
            return self.end_by_ron(state, winners, log);
        }
        let takes = |action: Action| matches!(action, Action::Pon(_) | Action::OpenKan);
        let taker = state.table.others().find(|seat| answer(*seat).is_some_and(takes));
        let chi = |seat: &Seat| matches!(answer(*seat), Some(Action::Chi(_)));
        let caller = taker.or_else(|| state.table.others().find(chi));
        let call = caller.and_then(|seat| Some((seat, answer(seat)?)));
        self.close_window(state, offer, call, log);
    }

    /// Continues the round after an offered tile that nobody won on.
    fn close_window(
        &self,
        state: &mut State,
        offer: Offer,
        call: Option<(Seat, Action)>,
        log: &mut impl Sink<Event>,
    ) {
        if offer != Offer::Discard {
            return self.replace(state, log);
        }
        let actor = state.table.actor;
        if state.table.dora_due > 0 && self.rules().kan_dora == KanDora::AfterDiscard {
            self.turn_due_dora(state, log);
        }
        if state.table.declaring {
            self.announce(state, Event::RiichiAccepted(actor), log);
        }
        if let Some(kind) = self.abort(&state.table) {
            return self.end_aborted(state, kind, log);
        }
        match call {
            Some((seat, action)) => self.call(state, seat, action, log),
            None if state.table.live == 0 => self.end_exhausted(state, log),
            None => self.draw(state, state.table.after(actor, 1), log),
        }
    }

    /// Returns the abortive draw that follows this discard, if any.
    pub(crate) fn abort(&self, table: &Table) -> Option<DrawKind> {
        let aborts = &self.rules().aborts;
        let winds = || {
            let first = table.river.at(0).tile.kind();
            let same = |discard: crate::Discard| discard.tile.kind() == first;
            (Kind::EAST..=Kind::NORTH).contains(&first) && table.river.iter().all(same)
        };
        if table.river.len() == 4
            && aborts.four_winds
            && table.uninterrupted
            && table.seats == 4
            && winds()
        {
            Some(DrawKind::FourWinds)
        } else if aborts.four_riichi && table.riichi.len() == 4 {
            Some(DrawKind::FourRiichi)
        } else if self.ends_by_kans(table) {
            Some(DrawKind::FourKans)
        } else {
            None
        }
    }

    fn call(&self, state: &mut State, seat: Seat, action: Action, log: &mut impl Sink<Event>) {
        let table = &state.table;
        let (called, seats) = (table.offered, table.seats());
        let from = ((table.actor.index() + seats - seat.index()) % seats) as u8;
        let kind = called.kind();
        let reds = |own: &[Tile]| {
            let red = |tile: &&Tile| tile.is_red();
            own.iter().filter(red).count() as u8 + u8::from(called.is_red())
        };
        let meld = match action {
            Action::Chi(own) => {
                let first = own[0].kind().min(kind);
                Meld { shape: MeldShape::Chi, first, reds: reds(&own), called, from }
            }
            Action::Pon(own) => {
                Meld { shape: MeldShape::Pon, first: kind, reds: reds(&own), called, from }
            }
            _ => {
                let own = if kind.is_five() { state.hand(seat).reds(kind.suit()) } else { 0 };
                let reds = own + reds(&[]);
                Meld { shape: MeldShape::OpenKan, first: kind, reds, called, from }
            }
        };
        self.announce(state, Event::Called { seat, meld }, log);
        if meld.is_kan() {
            self.replace(state, log);
        }
    }
}

/// Returns whether two of the kinds make a run with this one; honours and three seats are not
/// excluded here.
#[inline]
fn may_be_chi(kinds: KindSet, kind: Kind) -> bool {
    // The two kinds below, this one and the two above, in the lowest five bits.
    let near = kinds.bits() << 2 >> kind.index() & 0b11111;
    [0b00011, 0b01010, 0b11000].into_iter().any(|run| near & run == run)
}

/// Iterates over the choices of a plain or a red five for two kinds of a run, ascending.
fn choices(low: Kind, high: Kind, hand: &Hand) -> impl Iterator<Item = [Tile; 2]> {
    let variants = |kind: Kind| {
        let reds = if kind.is_five() { hand.reds(kind.suit()) } else { 0 };
        let plain = (hand.count(kind) > reds).then_some(Tile::plain(kind));
        let red = (reds > 0).then_some(copy_of(kind, true));
        [plain, red]
    };
    let (lows, highs) = (variants(low), variants(high));
    lows.into_iter()
        .flatten()
        .flat_map(move |low| highs.into_iter().flatten().map(move |high| [low, high]))
}

impl State {
    /// Returns the next seat that can claim the tile and has not answered.
    pub(crate) fn next_caller(&self) -> Option<Seat> {
        self.table.others().find(|seat| {
            self.pending.callers.contains(*seat) && self.pending.answers[seat.index()].is_none()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_end_of_a_run_is_barred() {
        let chi = |first: &str, called: &str| Meld {
            shape: MeldShape::Chi,
            first: first.parse().unwrap(),
            reds: 0,
            called: called.parse().unwrap(),
            from: 3,
        };
        let barred = |meld| barred_after(crate::rules::Kuikae::Flank, meld).to_string();
        assert_eq!(barred(chi("4m", "4m")), "47m");
        assert_eq!(barred(chi("4m", "5m")), "5m");
        assert_eq!(barred(chi("4m", "6m")), "36m");
        assert_eq!(barred(chi("7m", "7m")), "7m");
        assert_eq!(barred(chi("1m", "3m")), "3m");
        assert_eq!(barred_after(crate::rules::Kuikae::Allowed, chi("4m", "4m")), KindSet::EMPTY);
    }
}
