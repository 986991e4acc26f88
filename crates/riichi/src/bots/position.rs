//! What a seat knows, put together once for a decision.

use super::danger::wait_chances;
use crate::state::Own;
use crate::{Riichi, Table, View};
use facedown_game::Seat;
use facedown_tiles::{Kind, KindSet, Meld, Tile, Unseen};

/// Another seat that may be tenpai.
#[derive(Clone, Copy)]
pub(crate) struct Threat {
    /// The chance that it is.
    pub(crate) ready: f32,
    /// What its hand usually costs whoever feeds it.
    pub(crate) cost: f32,
    /// The chance of each kind to be among its waits.
    pub(crate) waits: [f32; Kind::COUNT],
}

/// What the parts of a judgement weigh.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// What a win is worth beyond its points, because nobody else wins then.
    pub win: f32,
    /// What each turn of pushing on against a tenpai seat costs, as a share of its hand.
    pub peril: f32,
    /// What giving up costs, as a share of what pushing on does.
    pub retreat: f32,
    /// What a hand is worth that goes back a step, as a share.
    pub step_back: f32,
    /// The chance of a yaku that one tile of the hand contradicts; of two, its square.
    pub in_the_way: f32,
    /// How much faster a hand that calls moves on than one that only draws.
    pub calling: f32,
    /// What opening a hand costs, in points.
    pub opening: f32,
    /// The least chance of a yaku for which a hand is opened.
    pub least_yaku: f32,
    /// What riichi brings a hand on its way, in han: itself, tsumo, ippatsu, ura.
    pub riichi: f32,
    /// What a tile that may feed others costs, as a share.
    pub danger: f32,
    /// What riichi is worth beyond the hand's worth: others give up.
    pub declare: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
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
        }
    }
}

/// What a seat knows.
pub(crate) struct Position<'a> {
    pub(crate) weights: &'a Weights,
    pub(crate) game: &'a Riichi,
    pub(crate) table: &'a Table,
    pub(crate) own: &'a Own,
    pub(crate) seat: Seat,
    /// How many tiles of each kind it cannot see.
    pub(crate) left: [u8; Kind::COUNT],
    /// The same, to count sets of kinds.
    pub(crate) unseen: Unseen,
    /// All of them together.
    pub(crate) hidden: f32,
    /// How many dora a tile of each kind is, but for red fives.
    pub(crate) dora: [u8; Kind::COUNT],
    /// Triplets of these are a yaku.
    pub(crate) honours: KindSet,
    /// The other seats that may be tenpai.
    pub(crate) threats: [Option<Threat>; 3],
    /// What pushing on costs in the turns to come, as far as others threaten.
    pub(crate) peril: f32,
    /// Own draws left.
    pub(crate) turns: usize,
}

/// The usual cost of a riichi hand.
const RIICHI_COST: f32 = 5_800.0;
/// The usual cost of a closed hand that has not declared.
const SILENT_COST: f32 = 6_500.0;
const DEALER: f32 = 1.5;

impl<'a> Position<'a> {
    pub(crate) fn of(weights: &'a Weights, game: &'a Riichi, view: &'a View) -> Self {
        let (table, own, seat) = (&view.table, &view.own, view.seat);
        let mut seen = *own.hand.counts().as_array();
        table.for_each_open(|tile| seen[tile.kind().index()] += 1);
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
            honours: dragons | winds,
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
            let (ready, cost) = self.threat_of(seat);
            let safe = self.table.safe_against(seat);
            let waits = wait_chances(&self.left, safe);
            self.threats[places - 1] = Some(Threat { ready, cost, waits });
            // Whoever pushes on meets a few dangerous tiles on the way.
            if ready > 0.2 {
                self.peril += ready * cost * self.weights.peril * (self.turns as f32).min(5.0);
            }
        }
    }

    /// The chance that another seat is tenpai, and what its hand would cost.
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
            return ((0.006 * turn).min(0.12), SILENT_COST * dealer + bonus);
        }
        // Tenpai rates of open hands rise with melds and turns: `examples/bot_facts.rs` counts them.
        let ready = match open {
            1 => (0.035 * turn - 0.06).min(0.45),
            2 => (0.055 * turn).min(0.7),
            _ => 0.9,
        };
        let han = 1.0 + self.open_han(seat, melds);
        (ready.clamp(0.02, 0.95), super::hand_value::points(han) * dealer + bonus)
    }

    /// What everybody can count in a seat's melds beyond one han.
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

    /// What discarding a tile costs on average.
    pub(crate) fn danger(&self, tile: Tile) -> f32 {
        let kind = tile.kind().index();
        let dora = 1.0 + 0.4 * f32::from(self.dora[kind] + u8::from(tile.is_red()));
        let of = |threat: &Threat| threat.ready * threat.waits[kind] * threat.cost;
        self.weights.danger * dora * self.threats.iter().flatten().map(of).sum::<f32>()
    }

    /// What a hand that gives up still risks.
    pub(crate) fn retreat(&self) -> f32 {
        self.weights.retreat * self.peril
    }

    pub(crate) fn is_dealer(&self) -> bool {
        self.seat == self.table.setup.dealer
    }

    /// The own melds.
    pub(crate) fn laid(&self) -> Melds {
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

    /// Whether nothing was called.
    pub(crate) fn is_closed(&self) -> bool {
        self.as_slice().iter().all(|meld| !meld.is_open())
    }
}
