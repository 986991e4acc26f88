//! Win checks: whether a hand wins, and its score. The only interface between game and scoring.

use crate::game::Riichi;
use crate::score::{self, Liable, Settlement, Situation, Win, WinningHand, Yaku};
use crate::seat_context::SeatContext;
use crate::table::{Offer, Phase};
use crate::{State, Table};
use facedown_game::Seat;
use facedown_tiles::{Kind, Tile};

/// The kinds of up to five indicators.
#[derive(Default)]
struct Indicators {
    kinds: [Option<Kind>; 5],
}

impl Indicators {
    fn of(tiles: impl Iterator<Item = Tile>) -> Self {
        let mut all = Self::default();
        for (slot, tile) in all.kinds.iter_mut().zip(tiles) {
            *slot = Some(tile.kind());
        }
        all
    }

    /// Calls `then` with the kinds as a slice.
    fn with<T>(&self, then: impl FnOnce(&[Kind]) -> T) -> T {
        let mut kinds = [Kind::EAST; 5];
        let mut count = 0;
        for kind in self.kinds.into_iter().flatten() {
            kinds[count] = kind;
            count += 1;
        }
        then(&kinds[..count])
    }
}

impl SeatContext<'_> {
    /// Returns whether the seat would win by tsumo; otherwise by ron on the offered tile.
    fn is_tsumo(&self) -> bool {
        !matches!(self.table.phase, Phase::Window(_))
    }

    /// Returns the tile that would complete the hand.
    pub(crate) fn winning_tile(&self) -> Tile {
        self.drawn.unwrap_or(self.table.offered)
    }

    /// Returns the situation without indicators.
    fn situation(&self) -> Situation<'static> {
        let (table, seat, tsumo) = (self.table, self.seat, self.is_tsumo());
        let riichi = match (table.is_double_riichi(seat), table.is_riichi(seat)) {
            (true, _) => score::Riichi::Double,
            (false, true) => score::Riichi::Single,
            (false, false) => score::Riichi::No,
        };
        let robbed = matches!(table.phase, Phase::Window(Offer::AddedKan | Offer::ClosedKan));
        let last = match table.phase {
            Phase::Window(offer) => offer == Offer::Discard,
            _ => !table.replaced,
        };
        Situation {
            tsumo,
            seat_wind: table.seat_wind(seat),
            round_wind: table.round_wind(),
            riichi,
            ippatsu: table.is_ippatsu(seat),
            last_tile: last && table.live == 0,
            after_kan: tsumo && table.replaced,
            robbed_kan: robbed,
            first_turn: table.uninterrupted && table.discards[seat.index()] == 0,
            nuki: table.nuki[seat.index()],
            three_seats: table.seats == 3,
            ..Situation::RON
        }
    }

    /// Calls `then` with the hand and its winning tile.
    fn with_hand<T>(&self, then: impl FnOnce(&WinningHand<'_>) -> T) -> T {
        let mut closed = *self.own.hand.counts().as_array();
        let mut reds = self.own.hand.red_fives();
        let win = self.winning_tile();
        if !self.is_tsumo() {
            closed[win.kind().index()] += 1;
            reds += u8::from(win.is_red());
        }
        then(&WinningHand { closed: &closed, reds, melds: self.table.melds(self.seat), win })
    }
}

impl Riichi {
    /// Returns whether a complete hand has a yaku. The caller guarantees that the tile is among the
    /// waits.
    pub(crate) fn has_yaku(&self, context: &SeatContext<'_>) -> bool {
        context.table.is_riichi(context.seat)
            || context
                .with_hand(|hand| score::has_yaku(hand, &context.situation(), &self.rules().score))
    }

    /// Scores a legal win.
    fn win(&self, state: &State, seat: Seat) -> Option<Win> {
        let table = &state.table;
        let context = state.context(seat);
        let dora = Indicators::of(table.dora_indicators().iter().copied());
        let ura = if table.is_riichi(seat) {
            Indicators::of(state.ura_indicators())
        } else {
            Indicators::default()
        };
        dora.with(|dora| {
            ura.with(|ura| {
                let situation =
                    Situation { dora_indicators: dora, ura_indicators: ura, ..context.situation() };
                context.with_hand(|hand| score::score(hand, &situation, &self.rules().score))
            })
        })
    }

    /// Settles a legal win: its score, the liable seat, and the change of each seat's points. Of
    /// several winners only the first takes honba and sticks.
    pub(crate) fn settle_win(
        &self,
        state: &State,
        seat: Seat,
        first: bool,
    ) -> Option<(Win, Option<Seat>, [i32; 4])> {
        let table = &state.table;
        let win = self.win(state, seat)?;
        let liable = liable_for(table, seat, &win);
        let settlement = Settlement {
            seats: table.seats(),
            winner: seat,
            dealer: table.setup.dealer,
            from: matches!(table.phase, Phase::Window(_)).then_some(table.actor),
            honba: if first { u32::from(table.setup.honba) } else { 0 },
            sticks: if first { u32::from(table.sticks) } else { 0 },
            liable,
        };
        let deltas = score::settle(&win, &settlement, &self.rules().score);
        Some((win, liable.map(|liable| liable.seat), deltas))
    }
}

/// Returns the seat liable for a yakuman of this win (*pao*). Where one seat fed the dragons or winds
/// and another the kans, which is hardly ever seen, the former is liable.
fn liable_for(table: &Table, seat: Seat, win: &Win) -> Option<Liable> {
    let [honors, kans] = table.liable(seat);
    let honor_yaku = Yaku::Daisangen.set() | Yaku::Daisuushii.set();
    let kan_yaku = Yaku::Suukantsu.set();
    let mut candidates = [
        honors.map(|seat| Liable { seat, yaku: honor_yaku }),
        kans.map(|seat| Liable { seat, yaku: kan_yaku }),
    ];
    if honors.is_some() && honors == kans {
        candidates[0] = honors.map(|seat| Liable { seat, yaku: honor_yaku | kan_yaku });
    }
    let applies = |liable: &Liable| !win.yaku.intersection(liable.yaku).is_empty();
    candidates.into_iter().flatten().find(applies)
}
