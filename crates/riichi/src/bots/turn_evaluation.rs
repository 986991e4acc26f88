//! Expected values of the actions of a seat's own turn, in points.
//!
//! A discard costs the risk to deal in. Then the seat either pushes, which gains the expected win and
//! costs the risk of later turns, or folds, which costs little.

use super::hand_value::points;
use super::position::{Melds, Position};
use super::win_probability::{
    tenpai_probability, win_probability, win_probability_ahead, win_probability_iishanten,
};
use crate::Action;
use crate::table::Phase;
use facedown_game::math;
use facedown_tiles::{Acceptance, Hand, Kind, KindSet, Tile};

/// Wins on a wait tile for each time that it is drawn: by a closed hand without riichi (*dama*), with
/// riichi, by an open hand.
const DAMA_RON: f32 = 2.3;
const RIICHI_RON: f32 = 2.0;
const OPEN_RON: f32 = 2.1;
/// The cost of a riichi stick if the hand does not win.
const STICK: f32 = 1_000.0;
/// The gain of tenpai over noten at an exhaustive draw.
const NOTEN: f32 = 2_000.0;
/// The values of actions that are always and never taken.
pub(crate) const SURE: f32 = 1e6;
pub(crate) const NEVER: f32 = -1e6;

/// The value of a tenpai hand with riichi and without (*dama*).
struct TenpaiValue {
    riichi: f32,
    dama: f32,
}

/// The value of a discard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiscardValue {
    /// Without riichi.
    pub(crate) plain: f32,
    /// With riichi, if the hand can declare it.
    pub(crate) riichi: f32,
}

impl Position<'_> {
    /// Returns the value of pushing a hand before its draw, without threats.
    fn push_value(&self, hand: &Hand, melds: &Melds, accepted: &Acceptance) -> f32 {
        if accepted.shanten <= 0 {
            let tenpai = self.tenpai_value(hand, melds, accepted, None);
            return tenpai.dama.max(tenpai.riichi);
        }
        let shanten = accepted.shanten as usize;
        let closed = melds.is_closed();
        let estimate = self.estimate(hand, melds);
        let pace = if closed { 1.0 } else { self.weights.calling };
        let step = (pace * f32::from(accepted.left) / self.hidden).min(0.9);
        let probability = if shanten == 1 {
            let ron_rate = if closed { RIICHI_RON } else { OPEN_RON };
            let then = ron_rate * self.wait_after(hand, accepted) / self.hidden;
            win_probability_iishanten(step, then.min(0.9), self.turns)
        } else if self.weights.looks_ahead {
            let then = pace * self.acceptance_after(hand, accepted) / self.hidden;
            win_probability_ahead(shanten, step, then.min(0.9), self.turns)
        } else {
            win_probability(shanten, step, self.turns)
        };
        let win = probability * estimate.yaku;
        let dealer = if self.is_dealer() { 1.5 } else { 1.0 };
        let noten = NOTEN * tenpai_probability(shanten, step, self.turns) * self.draw_probability();
        win * (points(estimate.han) * dealer + self.pot() + self.weights.win) + noten
    }

    /// Returns the average number of tiles that a 1-shanten hand will wait for in tenpai, after the best
    /// discard.
    fn wait_after(&self, hand: &Hand, accepted: &Acceptance) -> f32 {
        let (mut sum, mut ways) = (0.0, 0.0);
        for kind in accepted.live {
            let mut drawn = *hand;
            drawn.add(Tile::plain(kind));
            let discards = drawn.discards(self.game.pack(), &self.unseen);
            let tenpai = discards.iter().filter(|discard| discard.acceptance.shanten == 0);
            let best = tenpai.map(|discard| discard.acceptance.left).max().unwrap_or(0);
            let left = f32::from(self.left[kind.index()]);
            sum += left * f32::from(best);
            ways += left;
        }
        if ways > 0.0 { sum / ways } else { 0.0 }
    }

    /// Returns the average number of tiles that a hand will accept once it is a step nearer, after the
    /// widest discard.
    fn acceptance_after(&self, hand: &Hand, accepted: &Acceptance) -> f32 {
        let (mut sum, mut ways) = (0.0, 0.0);
        for kind in accepted.live {
            let mut drawn = *hand;
            drawn.add(Tile::plain(kind));
            let discards = drawn.discards(self.game.pack(), &self.unseen);
            let nearer =
                discards.iter().filter(|discard| discard.acceptance.shanten < accepted.shanten);
            let best = nearer.map(|discard| discard.acceptance.left).max().unwrap_or(0);
            let left = f32::from(self.left[kind.index()]);
            sum += left * f32::from(best);
            ways += left;
        }
        if ways > 0.0 { sum / ways } else { 0.0 }
    }

    /// Returns the rough probability of an exhaustive draw.
    fn draw_probability(&self) -> f32 {
        (0.35 - 0.02 * self.turns as f32).max(0.1)
    }

    /// Returns the value of a tenpai hand after this discard.
    fn tenpai_value(
        &self,
        hand: &Hand,
        melds: &Melds,
        accepted: &Acceptance,
        discard: Option<Kind>,
    ) -> TenpaiValue {
        let closed = melds.is_closed();
        let discarded = self.table.discarded(self.seat) | discard.into_iter().collect();
        let furiten = !(accepted.kinds & discarded).is_empty();
        let noten = NOTEN * self.draw_probability();
        let win = |riichi: bool, ron_rate: f32| {
            let (mut tiles, mut points) = (0.0, 0.0);
            for wait in accepted.live {
                let left = f32::from(self.left[wait.index()]);
                let [ron, tsumo] = self.win_points(hand, melds, wait, riichi);
                let by_ron = if furiten || ron == 0.0 { 0.0 } else { ron_rate - 1.0 };
                let by_draw = if tsumo == 0.0 { 0.0 } else { 1.0 };
                tiles += left * (by_ron + by_draw);
                points += left * (by_ron * ron + by_draw * tsumo);
            }
            if tiles == 0.0 {
                return (0.0, 0.0);
            }
            let probability = win_probability(0, (tiles / self.hidden).min(0.9), self.turns);
            (probability, probability * (points / tiles + self.pot() + self.weights.win))
        };
        let dama = win(false, if closed { DAMA_RON } else { OPEN_RON }).1 + noten;
        let may = closed && self.may_declare();
        let riichi = if may {
            let (probability, value) = win(true, RIICHI_RON);
            value + noten - STICK * (1.0 - probability) + self.weights.declare
        } else {
            NEVER
        };
        TenpaiValue { riichi, dama }
    }

    /// Returns the value of passing: of the hand before its next draw, pushing or folding.
    pub(crate) fn pass_value(&self, hand: &Hand, melds: &Melds) -> f32 {
        let accepted = hand.acceptance(self.game.pack(), &self.unseen);
        let push = self.push_value(hand, melds, &accepted);
        (push - self.peril).max(-self.retreat()) + 0.02 * push
    }

    /// Evaluates a discard.
    fn evaluate_discard(
        &self,
        tile: Tile,
        hand: &Hand,
        melds: &Melds,
        (accepted, nearest): (&Acceptance, i8),
    ) -> DiscardValue {
        let danger = self.danger(tile);
        let back = i32::from(accepted.shanten - nearest);
        let share = math::powi_f32(self.weights.step_back, back as u32);
        let total = |push: f32| {
            let push = share * push;
            // The remaining value of the hand breaks ties among safe tiles.
            (push - self.peril).max(-self.retreat()) + 0.02 * push - danger
        };
        if accepted.shanten <= 0 {
            let tenpai = self.tenpai_value(hand, melds, accepted, Some(tile.kind()));
            // After riichi the seat can no longer fold.
            let riichi = tenpai.riichi - 1.4 * self.peril - danger;
            return DiscardValue { plain: total(tenpai.dama), riichi };
        }
        DiscardValue { plain: total(self.push_value(hand, melds, accepted)), riichi: NEVER }
    }

    /// Evaluates each discard of a hand of 14 tiles, or three fewer for each meld.
    pub(crate) fn evaluate_discards(
        &self,
        hand: &Hand,
        melds: &Melds,
        barred: KindSet,
        mut each: impl FnMut(Kind, bool, DiscardValue),
    ) {
        let discards = hand.discards(self.game.pack(), &self.unseen);
        let nearest = discards.iter().map(|discard| discard.acceptance.shanten).min().unwrap_or(0);
        for discard in discards.iter() {
            let kind = discard.kind;
            if barred.contains(kind) {
                continue;
            }
            let reds = if kind.is_five() { hand.reds(kind.suit()) } else { 0 };
            for red in [false, true] {
                let held = if red { reds } else { hand.count(kind) - reds };
                if held > 0 {
                    let tile = crate::state::copy_of(kind, red);
                    let mut after = *hand;
                    after.remove(tile);
                    let accepted = (&discard.acceptance, nearest);
                    each(kind, red, self.evaluate_discard(tile, &after, melds, accepted));
                }
            }
        }
    }

    /// Evaluates the actions of the seat's own turn, in the order of the list.
    pub(crate) fn evaluate_turn(&self, legal: &[Action], out: &mut [f32]) {
        if self.table.is_riichi(self.seat) {
            return self.evaluate_after_riichi(legal, out);
        }
        let mut plain = [NEVER; Tile::COUNT];
        let mut riichi = [NEVER; Tile::COUNT];
        let (melds, barred) = (self.melds(), self.game.barred(self.table));
        self.evaluate_discards(&self.own.hand, &melds, barred, |kind, red, value| {
            let tile = crate::state::copy_of(kind, red).index();
            (plain[tile], riichi[tile]) = (value.plain, value.riichi);
        });
        let best = |of: &[f32; Tile::COUNT]| of.iter().copied().fold(NEVER, f32::max);
        let discards = if self.table.phase == Phase::Declared { &riichi } else { &plain };
        let best_discard = best(&plain);
        for (action, value) in legal.iter().zip(out) {
            *value = match action {
                // Of equal tiles tsumogiri reveals less.
                Action::Discard { tile, drawn } => {
                    discards[tile.index()] + if *drawn { 0.5 } else { 0.0 }
                }
                Action::Riichi => best(&riichi),
                Action::Tsumo => SURE,
                Action::Nuki => 0.5 * SURE,
                Action::NineTerminals => self.nine_terminals(),
                Action::ClosedKan(kind) => best_discard + self.closed_kan(*kind),
                Action::AddedKan(tile) => best_discard + self.added_kan(*tile),
                _ => NEVER,
            };
        }
    }

    /// Evaluates the few choices after riichi.
    fn evaluate_after_riichi(&self, legal: &[Action], out: &mut [f32]) {
        let threatened = self.threats.iter().flatten().any(|threat| threat.tenpai > 0.9);
        for (action, value) in legal.iter().zip(out) {
            *value = match action {
                Action::Tsumo => SURE,
                Action::Nuki => 0.5 * SURE,
                Action::ClosedKan(_) if !threatened => 200.0,
                Action::ClosedKan(_) => -200.0,
                _ => 0.0,
            };
        }
    }

    /// Evaluates nine terminals: not with eleven kinds, which aim at thirteen orphans.
    fn nine_terminals(&self) -> f32 {
        let kinds = (self.own.hand.kinds() & KindSet::OUTSIDE).len();
        if kinds >= 11 { NEVER } else { 0.25 * SURE }
    }

    /// Returns the gain of a closed kan: a draw and a new indicator, which is dora for all seats.
    fn closed_kan(&self, kind: Kind) -> f32 {
        let pack = self.game.pack();
        let mut after = self.own.hand;
        let reds = if kind.is_five() { after.reds(kind.suit()) } else { 0 };
        (0..4).for_each(|copy| after.remove(crate::state::copy_of(kind, copy < reds)));
        let worse = after.shanten(pack) > self.own.hand.shanten(pack);
        if worse || self.is_threatened() && after.shanten(pack) > 0 { NEVER } else { 300.0 }
    }

    /// Returns the gain of an added kan, if the tile has no other use.
    fn added_kan(&self, tile: Tile) -> f32 {
        let pack = self.game.pack();
        let mut after = self.own.hand;
        after.remove(tile);
        let shanten = after.shanten(pack);
        let worse = shanten > self.own.hand.shanten(pack);
        if worse || self.is_threatened() || shanten > 1 { NEVER } else { 100.0 }
    }

    /// Returns whether pushing is costly.
    pub(crate) fn is_threatened(&self) -> bool {
        self.peril > 600.0
    }
}
