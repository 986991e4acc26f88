//! Baselines: values of the whole table by which results are adjusted for luck.

use crate::{Game, Match, PerSeat, Redraw, Rng, Step};

/// A value *V* of the whole table, hidden cards included, and with it the luck of chance events.
///
/// The luck of an event is *V* after it less the expectation of *V* over everything that could have
/// happened instead. A result minus the luck of all events has the same expectation, whatever *V*
/// is, as long as it was fixed before the match; the better *V* predicts results, the smaller the
/// variance. This is the chance part of AIVAT (Burch et al. 2018, arXiv 1612.06915).
///
/// Laws: over all draws that a step may reveal, luck has mean zero; values are finite. Random
/// numbers come from `rng` alone, which is independent of the play.
pub trait Baseline<G: Game>: Send + Sync {
    /// Returns the name in reports and messages.
    fn name(&self) -> &str;

    /// Returns each seat's luck in the deal of a hand; zero by default, since seatings of the same
    /// deal share it.
    fn deal_luck(
        &self,
        game: &G,
        setup: &G::Setup,
        dealt: &G::State,
        rng: &mut Rng,
    ) -> PerSeat<f64> {
        let _ = (setup, dealt, rng);
        PerSeat::filled(game.seats(), 0.0)
    }

    /// Returns each seat's luck in what a step revealed; `None` if it revealed nothing.
    fn step_luck(
        &self,
        game: &G,
        before: &G::State,
        step: Step<G::Action>,
        after: &G::State,
        rng: &mut Rng,
    ) -> Option<PerSeat<f64>>;
}

/// Baselines for the hands of a match, whose values are chances to win the match.
pub trait MatchBaseline<G: Match>: Send + Sync {
    /// Returns the name in reports and messages.
    fn name(&self) -> &str;

    /// Returns the baseline of the next hand at this standing.
    fn hand(&self, game: &G, standing: &G::Standing) -> Box<dyn Baseline<G>>;
}

/// Returns the luck of a step by enumerating all its draws, if there are at most `most`, and
/// otherwise by comparing it with that many random ones. `None` if the step reveals nothing.
///
/// All draws are valued with the same random numbers.
pub fn redraw_luck<G: Redraw>(
    game: &G,
    before: &G::State,
    step: Step<G::Action>,
    after: &G::State,
    most: u64,
    rng: &mut Rng,
    values: impl Fn(&G::State, &mut Rng) -> PerSeat<f64>,
) -> Option<PerSeat<f64>> {
    let count = game.draw_count(before, step);
    if count <= 1 {
        return None;
    }
    let common = rng.fork(0);
    let value_of = |state: &G::State| values(state, &mut common.clone());
    let enumerates = count <= most;
    let others = if enumerates { count } else { most.max(1) };
    let mut mean = PerSeat::filled(game.seats(), 0.0);
    for number in 0..others {
        let index = if enumerates { number } else { below(rng, count) };
        let mut redrawn = game.redraw(before, step, index);
        take_step(game, &mut redrawn, step);
        for (seat, value) in value_of(&redrawn).iter() {
            mean[seat] += value / others as f64;
        }
    }
    let actual = value_of(after);
    Some(PerSeat::from_fn(game.seats(), |seat| actual[seat] - mean[seat]))
}

/// Returns a uniform number below `n`.
fn below(rng: &mut Rng, n: u64) -> u64 {
    match u32::try_from(n) {
        Ok(n) => u64::from(rng.below(n)),
        // The high half of a product: the bias is below n / 2^64.
        Err(_) => ((u128::from(rng.next_u64()) * u128::from(n)) >> 64) as u64,
    }
}

/// Takes a step whose outcome the state determines: an action, or a chance turn that draws no
/// random numbers.
pub fn take_step<G: Game>(game: &G, state: &mut G::State, step: Step<G::Action>) {
    match step {
        Step::Act(action) => game.apply(state, action, &mut ()),
        Step::Chance => game.play_chance(state, &mut Rng::new(0), &mut ()),
    }
}
