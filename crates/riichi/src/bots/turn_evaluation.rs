//! What the actions of a seat's own turn promise, in points.
//!
//! A discard costs what it may feed others, and then the seat either goes on, which brings what the
//! hand usually wins and costs what others threaten, or gives up, which costs little.

use super::hand_value::points;
use super::position::{Melds, Position};
use super::win_probability::{tenpai_probability, win_probability, win_probability_iishanten};
use crate::Action;
use crate::table::Phase;
use facedown_game::math;
use facedown_tiles::{Acceptance, Hand, Kind, KindSet, Tile};

/// How often a wait tile is won for each time it is drawn: by a silent closed hand, with riichi, by
/// an open hand.
const SILENT_RON: f32 = 2.3;
const RIICHI_RON: f32 = 2.0;
const OPEN_RON: f32 = 2.1;
/// What a stick on the table costs a hand that does not win.
const STICK: f32 = 1_000.0;
/// What tenpai at the end of the wall brings compared with noten.
const NOTEN: f32 = 2_000.0;
/// Surely taken, and surely not.
pub(crate) const SURE: f32 = 1e6;
pub(crate) const NEVER: f32 = -1e6;

/// What a tenpai hand promises with riichi and without.
struct Ready {
    declared: f32,
    silent: f32,
}

/// A discard and what it promises.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiscardValue {
    /// Without riichi.
    pub(crate) plain: f32,
    /// With riichi, where the hand could declare it.
    pub(crate) riichi: f32,
}

impl Position<'_> {
    /// What going on with a hand before its draw brings, threats apart.
    fn progress(
        &self,
        hand: &Hand,
        laid: &Melds,
        accepted: &Acceptance,
        thrown: Option<Kind>,
    ) -> f32 {
        if accepted.shanten <= 0 {
            let ready = self.ready(hand, laid, accepted, thrown);
            return ready.silent.max(ready.declared);
        }
        let shanten = accepted.shanten as usize;
        let closed = laid.is_closed();
        let estimate = self.estimate(hand, laid);
        let pace = if closed { 1.0 } else { self.weights.calling };
        let step = (pace * f32::from(accepted.left) / self.hidden).min(0.9);
        let chance = if shanten == 1 {
            let ron_rate = if closed { RIICHI_RON } else { OPEN_RON };
            let then = ron_rate * self.wait_after(hand, accepted) / self.hidden;
            win_probability_iishanten(step, then.min(0.9), self.turns)
        } else {
            win_probability(shanten, step, self.turns)
        };
        let win = chance * estimate.yaku;
        let dealer = if self.is_dealer() { 1.5 } else { 1.0 };
        let noten = NOTEN * tenpai_probability(shanten, step, self.turns) * self.draw_chance();
        win * (points(estimate.han) * dealer + self.pot() + self.weights.win) + noten
    }

    /// How many tiles a hand one step from tenpai waits for on average once it is there, thrown
    /// away what leaves most.
    fn wait_after(&self, hand: &Hand, accepted: &Acceptance) -> f32 {
        let (mut sum, mut ways) = (0.0, 0.0);
        for kind in accepted.live {
            let mut ready = *hand;
            ready.add(Tile::plain(kind));
            let discards = ready.discards(self.game.pack(), &self.unseen);
            let tenpai = discards.iter().filter(|discard| discard.acceptance.shanten == 0);
            let best = tenpai.map(|discard| discard.acceptance.left).max().unwrap_or(0);
            let left = f32::from(self.left[kind.index()]);
            sum += left * f32::from(best);
            ways += left;
        }
        if ways > 0.0 { sum / ways } else { 0.0 }
    }

    /// The chance that the wall runs out, roughly.
    fn draw_chance(&self) -> f32 {
        (0.35 - 0.02 * self.turns as f32).max(0.1)
    }

    /// What a tenpai hand brings that has thrown this besides what lies in its river.
    fn ready(
        &self,
        hand: &Hand,
        laid: &Melds,
        accepted: &Acceptance,
        thrown: Option<Kind>,
    ) -> Ready {
        let closed = laid.is_closed();
        let thrown = self.table.discarded(self.seat) | thrown.into_iter().collect();
        let furiten = !(accepted.kinds & thrown).is_empty();
        let noten = NOTEN * self.draw_chance();
        let win = |riichi: bool, ron_rate: f32| {
            let (mut tiles, mut worth) = (0.0, 0.0);
            for wait in accepted.live {
                let left = f32::from(self.left[wait.index()]);
                let [ron, tsumo] = self.win_points(hand, laid, wait, riichi);
                let by_ron = if furiten || ron == 0.0 { 0.0 } else { ron_rate - 1.0 };
                let by_draw = if tsumo == 0.0 { 0.0 } else { 1.0 };
                tiles += left * (by_ron + by_draw);
                worth += left * (by_ron * ron + by_draw * tsumo);
            }
            if tiles == 0.0 {
                return (0.0, 0.0);
            }
            let chance = win_probability(0, (tiles / self.hidden).min(0.9), self.turns);
            (chance, chance * (worth / tiles + self.pot() + self.weights.win))
        };
        let silent = win(false, if closed { SILENT_RON } else { OPEN_RON }).1 + noten;
        let may = closed && self.may_declare();
        let declared = if may {
            let (chance, worth) = win(true, RIICHI_RON);
            worth + noten - STICK * (1.0 - chance) + self.weights.declare
        } else {
            NEVER
        };
        Ready { declared, silent }
    }

    /// What the seat's situation promises before a draw, with the better of going on and giving up.
    pub(crate) fn pass_value(&self, hand: &Hand, laid: &Melds) -> f32 {
        let accepted = hand.acceptance(self.game.pack(), &self.unseen);
        let progress = self.progress(hand, laid, &accepted, None);
        (progress - self.peril).max(-self.retreat()) + 0.02 * progress
    }

    /// What a discard promises.
    fn evaluate_discard(
        &self,
        tile: Tile,
        hand: &Hand,
        laid: &Melds,
        (accepted, nearest): (&Acceptance, i8),
    ) -> DiscardValue {
        let danger = self.danger(tile);
        let back = i32::from(accepted.shanten - nearest);
        let share = math::powi_f32(self.weights.step_back, back as u32);
        let plan = |progress: f32| {
            let progress = share * progress;
            // What is left of the hand breaks ties among safe tiles.
            (progress - self.peril).max(-self.retreat()) + 0.02 * progress - danger
        };
        if accepted.shanten <= 0 {
            let ready = self.ready(hand, laid, accepted, Some(tile.kind()));
            // Whoever has declared can no longer give up.
            let riichi = ready.declared - 1.4 * self.peril - danger;
            return DiscardValue { plain: plan(ready.silent), riichi };
        }
        DiscardValue { plain: plan(self.progress(hand, laid, accepted, None)), riichi: NEVER }
    }

    /// Judges each discard of a hand of 14 tiles, or three fewer for each meld.
    pub(crate) fn evaluate_discards(
        &self,
        hand: &Hand,
        laid: &Melds,
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
                    each(kind, red, self.evaluate_discard(tile, &after, laid, accepted));
                }
            }
        }
    }

    /// Judges the actions of the seat's own turn, in the order of the list.
    pub(crate) fn evaluate_turn(&self, legal: &[Action], out: &mut [f32]) {
        if self.table.is_riichi(self.seat) {
            return self.evaluate_after_riichi(legal, out);
        }
        let mut plain = [NEVER; Tile::COUNT];
        let mut riichi = [NEVER; Tile::COUNT];
        let (laid, barred) = (self.laid(), self.game.barred(self.table));
        self.evaluate_discards(&self.own.hand, &laid, barred, |kind, red, value| {
            let tile = crate::state::copy_of(kind, red).index();
            (plain[tile], riichi[tile]) = (value.plain, value.riichi);
        });
        let best = |of: &[f32; Tile::COUNT]| of.iter().copied().fold(NEVER, f32::max);
        let discards = if self.table.phase == Phase::Declared { &riichi } else { &plain };
        let go_on = best(&plain);
        for (action, worth) in legal.iter().zip(out) {
            *worth = match action {
                // Of equal tiles the one just drawn tells less.
                Action::Discard { tile, drawn } => {
                    discards[tile.index()] + if *drawn { 0.5 } else { 0.0 }
                }
                Action::Riichi => best(&riichi),
                Action::Tsumo => SURE,
                Action::Nuki => 0.5 * SURE,
                Action::NineTerminals => self.nine_terminals(),
                Action::ClosedKan(kind) => go_on + self.closed_kan(*kind),
                Action::AddedKan(tile) => go_on + self.added_kan(*tile),
                _ => NEVER,
            };
        }
    }

    /// After riichi there is little to choose.
    fn evaluate_after_riichi(&self, legal: &[Action], out: &mut [f32]) {
        let threatened = self.threats.iter().flatten().any(|threat| threat.ready > 0.9);
        for (action, worth) in legal.iter().zip(out) {
            *worth = match action {
                Action::Tsumo => SURE,
                Action::Nuki => 0.5 * SURE,
                Action::ClosedKan(_) if !threatened => 200.0,
                Action::ClosedKan(_) => -200.0,
                _ => 0.0,
            };
        }
    }

    /// Eleven kinds of terminals and honours are on their way to thirteen orphans.
    fn nine_terminals(&self) -> f32 {
        let kinds = (self.own.hand.kinds() & KindSet::OUTSIDE).len();
        if kinds >= 11 { NEVER } else { 0.25 * SURE }
    }

    /// What a closed kan adds: a new indicator and a draw, for everybody's dora.
    fn closed_kan(&self, kind: Kind) -> f32 {
        let pack = self.game.pack();
        let mut after = self.own.hand;
        let reds = if kind.is_five() { after.reds(kind.suit()) } else { 0 };
        (0..4).for_each(|copy| after.remove(crate::state::copy_of(kind, copy < reds)));
        let worse = after.shanten(pack) > self.own.hand.shanten(pack);
        if worse || self.is_threatened() && after.shanten(pack) > 0 { NEVER } else { 300.0 }
    }

    /// The same for a tile added to a pon, if it has no other use.
    fn added_kan(&self, tile: Tile) -> f32 {
        let pack = self.game.pack();
        let mut after = self.own.hand;
        after.remove(tile);
        let shanten = after.shanten(pack);
        let worse = shanten > self.own.hand.shanten(pack);
        if worse || self.is_threatened() || shanten > 1 { NEVER } else { 100.0 }
    }

    pub(crate) fn is_threatened(&self) -> bool {
        self.peril > 600.0
    }
}
