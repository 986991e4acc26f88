//! A decision of a seat, with everything that its evaluation needs.

use super::danger::wait_probabilities;
use crate::state::Own;
use crate::{Riichi, Table, View};
use facedown_game::Seat;
use facedown_tiles::{Kind, KindSet, Meld, Tile, Unseen};

/// Another seat that may be tenpai.
#[derive(Clone, Copy)]
pub(crate) struct Threat {
    /// The probability that it is.
    pub(crate) tenpai: f32,
    /// The usual cost of dealing in.
    pub(crate) cost: f32,
    /// For each kind the probability that it is among its waits.
    pub(crate) waits: [f32; Kind::COUNT],
}

/// Weights of the evaluation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// The value of a win beyond its points, because nobody else wins then.
    pub win: f32,
    /// The cost of each turn of pushing against a tenpai seat, as a share of its hand.
    pub peril: f32,
    /// The cost of folding, as a share of that of pushing.
    pub retreat: f32,
    /// The share of its value that a hand keeps for each step of shanten that it goes back.
    pub step_back: f32,
    /// The probability of a yaku that one tile of the hand contradicts; of two, its square.
    pub in_the_way: f32,
    /// The speed of a hand that calls, relative to one that only draws.
    pub calling: f32,
    /// The cost of opening a hand, in points.
    pub opening: f32,
    /// The least probability of a yaku for which a hand is opened.
    pub least_yaku: f32,
    /// The expected han of riichi: itself, tsumo, ippatsu, ura.
    pub riichi: f32,
    /// The weight of the risk to deal in.
    pub danger: f32,
    /// The value of riichi beyond that of the hand: others fold.
    pub declare: f32,
    /// Whether the acceptance after the next step is found also far from tenpai, instead of assumed to
    /// be average.
    pub looks_ahead: bool,
}

impl Weights {
    /// The weights of `efficient`.
    pub const EFFICIENT: Self = Self {
        win: 1_500.0,
        peril: 0.05,
        retreat: 0.05,
        step_back: 0.55,
        in_the_way: 0.5,
        calling: 1.6,
        opening: 150.0,
        least_yaku: 0.45,
        riichi: 1.5,
        danger: 1.0,
        declare: 200.0,
        looks_ahead: false,
    };

    /// The weights of `sharp`.
    pub const SHARP: Self = Self { looks_ahead: true, ..Self::EFFICIENT };
}

impl Default for Weights {
    fn default() -> Self {
        Self::EFFICIENT
    }
}

/// A decision of a seat: its knowledge, with unseen tiles, dora and threats.
pub(crate) struct Position<'a> {
    pub(crate) weights: &'a Weights,
    pub(crate) game: &'a Riichi,
    pub(crate) table: &'a Table,
    pub(crate) own: &'a Own,
    pub(crate) seat: Seat,
    /// The number of unseen tiles of each kind.
    pub(crate) left: [u8; Kind::COUNT],
    /// The same, for counting sets of kinds.
    pub(crate) unseen: Unseen,
    /// The number of all unseen tiles.
    pub(crate) hidden: f32,
    /// The number of dora that a tile of each kind is, red fives apart.
    pub(crate) dora: [u8; Kind::COUNT],
    /// The kinds whose triplets are a yaku.
    pub(crate) yakuhai: KindSet,
    /// The other seats that may be tenpai.
    pub(crate) threats: [Option<Threat>; 3],
    /// The expected cost of pushing in the turns to come.
    pub(crate) peril: f32,
    /// The number of own draws left.
    pub(crate) turns: usize,
}

/// The usual cost of a riichi hand.
const RIICHI_COST: f32 = 5_800.0;
/// The usual cost of a closed hand without riichi (*dama*).
const DAMA_COST: f32 = 6_500.0;
/// The factor of a dealer's hand.
const DEALER: f32 = 1.5;

impl<'a> Position<'a> {
    pub(crate) fn new(weights: &'a Weights, game: &'a Riichi, view: &'a View) -> Self {
        let (table, own, seat) = (&view.table, &view.own, view.seat);
        let mut seen = *own.hand.counts().as_array();
        table.for_each_visible(|tile| seen[tile.kind().index()] += 1);
        let pack = game.pack().kinds();
        let left: [u8; 34] = std::array::from_fn(|kind| {
            let copies = if pack.contains(Kind::new(kind as u8)) { 4u8 } else { 0 };
            copies.saturating_sub(seen[kind])
        });
        let mut dora = [0; 34];
        for indicator in table.dora_indicators() {
            dora[indicator.kind().dora(table.seats() == 3).index()] += 1;
        }
        let dragons = KindSet::from_bits(7 << Kind::WHITE.index());
        let winds = KindSet::only(table.round_wind()) | KindSet::only(table.seat_wind(seat));
        let mut position = Self {
            weights,
            game,
            table,
            own,
            seat,
            left,
            unseen: Unseen::new(&seen),
            hidden: left.iter().map(|n| f32::from(*n)).sum::<f32>().max(1.0),
            dora,
            yakuhai: dragons | winds,
            threats: [None; 3],
            peril: 0.0,
            turns: table.live().div_ceil(table.seats()),
        };
        position.find_threats();
        position
    }

    fn find_threats(&mut self) {
        let seats = self.table.seats();
        for places in 1..seats {
            let seat = self.seat.plus(places, seats);
            let (tenpai, cost) = self.threat_of(seat);
            let safe = self.table.safe_against(seat);
            let waits = wait_probabilities(&self.left, safe);
            self.threats[places - 1] = Some(Threat { tenpai, cost, waits });
            // Pushing means a few more dangerous discards.
            if tenpai > 0.2 {
                self.peril += tenpai * cost * self.weights.peril * (self.turns as f32).min(5.0);
            }
        }
    }

    /// Returns the probability that another seat is tenpai, and the cost of dealing in.
    fn threat_of(&self, seat: Seat) -> (f32, f32) {
        let table = self.table;
        let dealer = if seat == table.setup.dealer { DEALER } else { 1.0 };
        let bonus = 300.0 * f32::from(table.setup.honba);
        let declaring = table.declaring && table.actor == seat;
        if table.is_riichi(seat) || declaring {
            let doras = table.dora_indicators().len() as f32;
            return (1.0, RIICHI_COST * dealer * (0.85 + 0.15 * doras) + bonus);
        }
        let turn = f32::from(table.discards[seat.index()]);
        let melds = table.melds(seat);
        let open = melds.iter().filter(|meld| meld.is_open()).count();
        if open == 0 {
            return ((0.006 * turn).min(0.12), DAMA_COST * dealer + bonus);
        }
        // Tenpai rates of open hands rise with melds and turns: `cargo research bot_facts` counts them.
        let tenpai = match open {
            1 => (0.035 * turn - 0.06).min(0.45),
            2 => (0.055 * turn).min(0.7),
            _ => 0.9,
        };
        let han = 1.0 + self.open_han(seat, melds);
        (tenpai.clamp(0.02, 0.95), super::hand_value::points(han) * dealer + bonus)
    }

    /// Returns the visible han of a seat's melds beyond the first.
    fn open_han(&self, seat: Seat, melds: &[Meld]) -> f32 {
        let mut han = f32::from(self.table.nuki[seat.index()]);
        for tile in melds.iter().flat_map(|meld| meld.tiles()) {
            han += f32::from(self.dora[tile.kind().index()]) + f32::from(u8::from(tile.is_red()));
        }
        let numbers = melds.iter().filter(|meld| !meld.first.is_honor());
        let mut suits = numbers.map(|meld| meld.first.suit());
        let first = suits.next();
        let one_suit = melds.len() >= 2 && suits.all(|suit| Some(suit) == first);
        if one_suit { han + 1.0 } else { han + 0.5 }
    }

    /// Returns the expected cost of dealing in with a tile.
    pub(crate) fn danger(&self, tile: Tile) -> f32 {
        let kind = tile.kind().index();
        let dora = 1.0 + 0.4 * f32::from(self.dora[kind] + u8::from(tile.is_red()));
        let of = |threat: &Threat| threat.tenpai * threat.waits[kind] * threat.cost;
        self.weights.danger * dora * self.threats.iter().flatten().map(of).sum::<f32>()
    }

    /// Returns the expected cost of folding.
    pub(crate) fn retreat(&self) -> f32 {
        self.weights.retreat * self.peril
    }

    pub(crate) fn is_dealer(&self) -> bool {
        self.seat == self.table.setup.dealer
    }

    /// Returns the seat's own melds.
    pub(crate) fn melds(&self) -> Melds {
        let len = self.table.melds(self.seat).len();
        Melds { melds: self.table.melds[self.seat.index()], len }
    }
}

/// The melds of a seat, or those that it would have after a call.
#[derive(Clone, Copy)]
pub(crate) struct Melds {
    melds: [Meld; 4],
    len: usize,
}

impl Melds {
    pub(crate) fn as_slice(&self) -> &[Meld] {
        &self.melds[..self.len]
    }

    pub(crate) fn with(mut self, meld: Meld) -> Self {
        if self.len < 4 {
            self.melds[self.len] = meld;
            self.len += 1;
        }
        self
    }

    /// Returns whether the hand is closed (*menzen*).
    pub(crate) fn is_closed(&self) -> bool {
        self.as_slice().iter().all(|meld| !meld.is_open())
    }
}
