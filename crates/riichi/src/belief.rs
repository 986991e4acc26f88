//! Belief about the other hands, given how their seats have played.
//!
//! In [`crate::RiichiWorlds`] all deals are equally likely, and a random deal is three or four tiles
//! away from tenpai even late in a round. Players are not: they keep useful tiles. A [`Belief`]
//! weights each hand by the likelihood of its seat's actions, and draws hands by that weight with a
//! Metropolis chain that exchanges a tile of a hand for one of the wall.
//!
//! The evidence, each item a factor of the weight
//! - turns: the more a seat has discarded, the lower its shanten;
//! - a closed tenpai hand would mostly have declared riichi;
//! - an open hand needs a yaku, so it holds few tiles that contradict all possible ones;
//! - a discarded kind would rarely have made a triplet or a run with what the hand holds;
//! - a riichi hand is rarely furiten, and rarely waits for one kind alone.

use crate::rollout;
use crate::state::{Own, Part, Pending};
use crate::table::Phase;
use crate::{Legal, Riichi, RiichiWorlds, State, Table, View};
use facedown_game::{ActionBuf, Hidden, ImpossibleView, Rng, Searchable, Seat, Worlds, math};
use facedown_tiles::{Hand, Kind, KindSet, MeldShape, Suit, Tile};
use std::sync::Arc;

/// Parameters of the belief: the strength of each item of evidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BeliefModel {
    /// Log-likelihood lost for each step of shanten, after many discards.
    pub pull: f32,
    /// The number of discards after which most of it applies: the time constant.
    pub turns: f32,
    /// Added to `pull` for an open hand.
    pub open_pull: f32,
    /// Factor for each tile of an open hand that contradicts its likeliest yaku.
    pub no_yaku: f32,
    /// Factor for a closed tenpai hand that has not declared riichi.
    pub silent: f32,
    /// Factor for each discarded kind of which the hand holds a pair.
    pub pair_left: f32,
    /// Factor for each discarded kind that would have completed a run.
    pub run_left: f32,
    /// Factor for a furiten riichi hand.
    pub furiten: f32,
    /// Factor for a riichi hand that waits for one kind alone.
    pub narrow: f32,
    /// The number of worlds kept to draw from.
    pub worlds: usize,
}

impl Default for BeliefModel {
    fn default() -> Self {
        Self {
            pull: 3.2,
            turns: 4.7,
            open_pull: 0.8,
            no_yaku: 0.4,
            silent: 0.12,
            pair_left: 0.4,
            run_left: 0.5,
            furiten: 0.02,
            narrow: 0.5,
            worlds: 128,
        }
    }
}

/// Worlds weighted by the likelihood of the others' play.
#[derive(Clone, Debug)]
pub struct Belief {
    worlds: Arc<RiichiWorlds>,
    game: Riichi,
    view: View,
    kept: Vec<Kept>,
}

/// All hands, and the tiles of the wall in any order.
#[derive(Clone, Debug)]
struct Kept {
    own: [Own; 4],
    wall: Vec<Tile>,
}

/// The number of independent chains, and the steps of a chain for each seat: before its first world
/// (burn-in), and between two worlds.
const CHAINS: usize = 8;
const BURN_IN: usize = 250;
const STRIDE: usize = 30;

impl Belief {
    /// Returns the default belief about a view. The same view gives the same belief.
    pub fn of(game: &Riichi, view: &View) -> Result<Self, ImpossibleView> {
        Self::new(game, view, &BeliefModel::default(), &mut Rng::new(game.view_key(view)))
    }

    /// Draws worlds by their weight, given this view.
    pub fn new(
        game: &Riichi,
        view: &View,
        model: &BeliefModel,
        rng: &mut Rng,
    ) -> Result<Self, ImpossibleView> {
        Ok(Self::over(Arc::new(game.worlds(view)?), game, view, model, rng))
    }

    /// Draws worlds by their weight out of worlds of the view that are already built.
    pub fn over(
        worlds: Arc<RiichiWorlds>,
        game: &Riichi,
        view: &View,
        model: &BeliefModel,
        rng: &mut Rng,
    ) -> Self {
        let mut belief = Self { worlds, game: game.clone(), view: *view, kept: Vec::new() };
        if belief.is_asked() {
            let each = model.worlds.max(1).div_ceil(CHAINS);
            for _ in 0..CHAINS {
                belief.run_chain(model, each, rng);
            }
        }
        belief
    }

    /// Returns whether the seat is to act: only then every other hand is between turns.
    fn is_asked(&self) -> bool {
        match self.view.table.phase {
            Phase::Window(_) => self.view.part == Part::Asked,
            _ => self.view.table.actor == self.view.seat,
        }
    }

    fn run_chain(&mut self, model: &BeliefModel, worlds: usize, rng: &mut Rng) {
        let (state, _) = self.worlds.sample(rng);
        let mut chain = Chain::new(&self.game, &self.view, model, &state);
        chain.walk(BURN_IN, rng);
        for _ in 0..worlds {
            chain.walk(STRIDE, rng);
            self.kept.push(chain.keep(&self.view));
        }
    }

    /// Iterates over the hands of a seat in the kept worlds.
    pub fn hands(&self, seat: Seat) -> impl Iterator<Item = &Hand> {
        self.kept.iter().map(move |kept| &kept.own[seat.index()].hand)
    }

    /// Answers for the seats asked before the view's seat, by the rollout policy.
    fn answer_earlier(&self, state: &mut State, rng: &mut Rng) {
        self.game.open_window(state);
        let me = self.view.seat;
        let mut legal = Legal::default();
        while let Some(seat) = state.next_caller().filter(|seat| *seat != me) {
            legal.clear();
            state.pending.asked = Some(seat);
            self.game.list_calls(&state.context(seat), &mut legal);
            let answer = rollout::choose(&self.game, state, legal.as_slice(), rng);
            state.pending.answers[seat.index()] = Some(answer);
        }
        state.pending.asked = Some(me);
    }
}

impl Worlds<Riichi> for Belief {
    fn sample(&self, rng: &mut Rng) -> (State, f32) {
        if self.kept.is_empty() {
            return self.worlds.sample(rng);
        }
        let kept = &self.kept[rng.below(self.kept.len() as u32) as usize];
        let mut tiles = [Tile::new(0); 136];
        let tiles = &mut tiles[..kept.wall.len()];
        tiles.copy_from_slice(&kept.wall);
        rng.shuffle(tiles);
        let mut next = tiles.iter().copied();
        let table = self.view.table;
        let wall = State::wall_of(&table, || next.next().unwrap_or(Tile::new(0)));
        let (own, drawn) = (kept.own, self.view.drawn);
        let mut state = State { table, own, pending: Pending::default(), drawn, wall };
        if matches!(table.phase, Phase::Window(_)) {
            self.answer_earlier(&mut state, rng);
        }
        (state, 1.0)
    }
}

/// Logarithms of the model's factors.
struct LogFactors {
    no_yaku: f32,
    silent: f32,
    pair_left: f32,
    run_left: f32,
    furiten: f32,
    narrow: f32,
}

impl LogFactors {
    fn new(model: &BeliefModel) -> Self {
        Self {
            no_yaku: math::ln_f32(model.no_yaku),
            silent: math::ln_f32(model.silent),
            pair_left: math::ln_f32(model.pair_left),
            run_left: math::ln_f32(model.run_left),
            furiten: math::ln_f32(model.furiten),
            narrow: math::ln_f32(model.narrow),
        }
    }
}

/// Returns the log-likelihood that a seat's hand loses for each step of shanten.
fn pull(table: &Table, seat: Seat, model: &BeliefModel) -> f32 {
    let turn = f32::from(table.discards[seat.index()]);
    let open_pull = if table.is_closed(seat) { 0.0 } else { model.open_pull };
    (model.pull + open_pull) * (1.0 - math::exp_f32(-turn / model.turns))
}

/// The state of a Metropolis chain.
struct Chain<'a> {
    game: &'a Riichi,
    table: &'a Table,
    logs: LogFactors,
    pulls: [f32; 4],
    seats: [Option<Held>; 4], // `None` for the view's seat
    wall: Vec<Tile>,
}

#[derive(Clone, Copy)]
struct Held {
    hand: Hand,
    tiles: [Tile; 13],
    weight: f32,
}

impl<'a> Chain<'a> {
    fn new(game: &'a Riichi, view: &'a View, model: &BeliefModel, state: &State) -> Self {
        let table = &view.table;
        let wall = state.hidden_wall().collect();
        let mut pulls = [0.0; 4];
        for seat in Seat::all(table.seats()) {
            pulls[seat.index()] = pull(table, seat, model);
        }
        let logs = LogFactors::new(model);
        let mut chain = Self { game, table, logs, pulls, seats: [None; 4], wall };
        for seat in Seat::all(table.seats()).filter(|seat| *seat != view.seat) {
            let hand = *state.hand(seat);
            let mut tiles = [Tile::new(0); 13];
            for (place, tile) in tiles.iter_mut().zip(hand.tiles()) {
                *place = tile;
            }
            let weight = chain.weigh(seat, &hand);
            chain.seats[seat.index()] = Some(Held { hand, tiles, weight });
        }
        chain
    }

    /// Takes this many steps for each seat.
    fn walk(&mut self, steps: usize, rng: &mut Rng) {
        for _ in 0..steps {
            for seat in Seat::all(self.table.seats()) {
                if let Some(held) = self.seats[seat.index()] {
                    self.step(seat, held, rng);
                }
            }
        }
    }

    /// Proposes to exchange a tile of the hand for one of the wall, and accepts by the weights.
    fn step(&mut self, seat: Seat, mut held: Held, rng: &mut Rng) {
        let (mine, theirs) = (
            rng.below(held.hand.len() as u32) as usize,
            rng.below(self.wall.len() as u32) as usize,
        );
        let (old, new) = (held.tiles[mine], self.wall[theirs]);
        if old == new {
            return;
        }
        held.hand.remove(old);
        held.hand.add(new);
        let weight = self.weigh(seat, &held.hand);
        if weight < held.weight && rng.unit() as f32 >= math::exp_f32(weight - held.weight) {
            return;
        }
        held.tiles[mine] = new;
        held.weight = weight;
        self.wall[theirs] = old;
        self.seats[seat.index()] = Some(held);
    }

    /// Returns the logarithm of a hand's weight.
    fn weigh(&self, seat: Seat, hand: &Hand) -> f32 {
        let (table, logs) = (self.table, &self.logs);
        let discarded = table.discarded[seat.index()];
        let shanten = hand.shanten(self.game.pack());
        let declared = table.is_riichi(seat) || table.declaring && table.actor == seat;
        if declared {
            if shanten > 0 {
                return f32::NEG_INFINITY;
            }
            let waits = hand.waits(self.game.pack());
            if waits.is_empty() {
                return f32::NEG_INFINITY;
            }
            let barred = table.is_furiten(seat, waits);
            let narrow = waits.len() == 1;
            return if barred { logs.furiten } else { 0.0 }
                + if narrow { logs.narrow } else { 0.0 };
        }
        let closed = table.is_closed(seat);
        let silent = shanten <= 0 && closed;
        let contradicting = if closed { 0 } else { self.contradicting(seat, hand) };
        let pairs = (hand.pairs() & discarded).len() as f32;
        let runs = (completing(hand.kinds()) & discarded).len() as f32;
        -self.pulls[seat.index()] * f32::from(shanten.max(0))
            + if silent { logs.silent } else { 0.0 }
            + f32::from(contradicting) * logs.no_yaku
            + pairs * logs.pair_left
            + runs * logs.run_left
    }

    /// Counts the tiles of an open hand that contradict its likeliest yaku (all simples, a flush, all
    /// triplets); none if it has or can still have a yakuhai triplet.
    fn contradicting(&self, seat: Seat, hand: &Hand) -> u8 {
        let table = self.table;
        let melds = table.melds(seat);
        let winds = KindSet::only(table.round_wind()) | KindSet::only(table.seat_wind(seat));
        let honours = winds | KindSet::from_bits(7 << Kind::WHITE.index());
        let has_triplet = melds.iter().any(|meld| honours.contains(meld.first));
        if has_triplet || !(hand.pairs() & honours).is_empty() {
            return 0;
        }
        let count = |kinds: KindSet| (hand.kinds() & kinds).iter().map(|k| hand.count(k)).sum();
        let melded: KindSet = melds.iter().flat_map(|meld| meld.tiles()).map(Tile::kind).collect();
        let mut least = if melds.iter().any(|meld| meld.shape == MeldShape::Chi) {
            u8::MAX
        } else {
            hand.len() as u8 - count(hand.pairs())
        };
        if (melded & KindSet::OUTSIDE).is_empty() && self.game.rules().score.open_tanyao {
            least = least.min(count(KindSet::OUTSIDE));
        }
        for suit in [Suit::Man, Suit::Pin, Suit::Sou] {
            let own = KindSet::of_suit(suit) | KindSet::HONORS;
            if (melded - own).is_empty() {
                least = least.min(count(KindSet::ALL - own));
            }
        }
        least.min(6)
    }

    fn keep(&self, view: &View) -> Kept {
        let mut own = [Own::default(); 4];
        own[view.seat.index()] = view.own;
        for (slot, held) in own.iter_mut().zip(self.seats) {
            if let Some(held) = held {
                let waits = held.hand.waits(self.game.pack());
                *slot = Own { hand: held.hand, waits };
            }
        }
        Kept { own, wall: self.wall.clone() }
    }
}

/// Returns the kinds that make a run with two of these.
fn completing(kinds: KindSet) -> KindSet {
    let mut all = 0;
    for suit in [0, 9, 18] {
        let held = kinds.bits() >> suit & 0x1ff;
        let (below, above) = (held << 1, held >> 1);
        let runs = below & above | below & held << 2 | above & held >> 2;
        all |= (runs & 0x1ff) << suit;
    }
    KindSet::from_bits(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_completed_within_a_suit() {
        let set = |text: &str| text.parse::<facedown_tiles::Counts>().unwrap().kinds();
        assert_eq!(completing(set("23m89p1s")), set("14m7p"));
        assert_eq!(completing(set("13m")), set("2m"));
        assert_eq!(completing(set("9m1p12z")), KindSet::EMPTY);
    }
}
