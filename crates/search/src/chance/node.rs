//! The tree below one outcome of a root choice.

use super::{Found, Plan, TOLD};
use facedown_game::{Rng, math};

/// A value that may still change, and the means told with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    pub(super) value: f64,
    pub(super) told: [f64; TOLD],
}

impl Estimate {
    pub(super) const NOTHING: Self = Self { value: 0.0, told: [0.0; TOLD] };

    fn exact(found: &Found) -> Self {
        Self { value: found.value, told: found.told.map(f64::from) }
    }

    /// Adds one estimate and takes another away.
    pub(super) fn change(&mut self, new: &Self, old: &Self) {
        self.value += new.value - old.value;
        for ((sum, new), old) in self.told.iter_mut().zip(new.told).zip(old.told) {
            *sum += new - old;
        }
    }

    pub(super) fn divided(&self, n: f64) -> Self {
        Self { value: self.value / n, told: self.told.map(|told| told / n) }
    }
}

/// An outcome of chance, and the decision that it leads to where its value is not exact.
pub(super) struct Met<P: Plan> {
    pub(super) estimate: Estimate,
    pub(super) visits: u64,
    decision: Option<Box<Decision<P>>>,
    /// What luck below is drawn from: the same for all choices that met this outcome.
    seed: u64,
}

struct Decision<P: Plan> {
    /// By guess, the best first; only the first few are tried where visits are few.
    choices: Vec<Choice<P>>,
}

struct Choice<P: Plan> {
    after: P::After,
    guess: f64,
    visits: u64,
    sum: Estimate,
    /// How many outcomes the sum is of.
    outcomes: u64,
    /// Those that are not exact.
    met: Vec<Met<P>>,
}

/// What all visits share.
pub(super) struct Walk<'a, P: Plan> {
    pub(super) plan: &'a P,
    pub(super) scratch: &'a mut P::Scratch,
    pub(super) widening: f64,
    /// Decisions made, and the greatest depth met.
    pub(super) decisions: u64,
    pub(super) depth: u64,
}

/// How many outcomes a choice has that was visited so often.
pub(super) fn width(visits: u64, widening: f64) -> u64 {
    (math::powf(visits as f64, widening).ceil() as u64).max(1)
}

impl<P: Plan> Met<P> {
    /// A place for an outcome that is yet to be met.
    pub(super) const fn unmet() -> Self {
        Self { estimate: Estimate::NOTHING, visits: 0, decision: None, seed: 0 }
    }

    /// The outcome with this number after a choice; its decision is the `depth`-th below the root.
    pub(super) fn new(
        walk: &mut Walk<'_, P>,
        after: &P::After,
        seed: u64,
        number: u64,
        depth: u64,
    ) -> Self {
        // With as many outcomes as visits nothing is visited again, so that no tree is needed.
        if walk.widening >= 1.0 {
            let estimate = follow(walk, after, seed, number, depth);
            return Self { estimate, visits: 1, decision: None, seed };
        }
        let mut rng = Rng::stream(seed, number);
        let outcome = walk.plan.outcome(after, &mut rng);
        let seed = rng.next_u64();
        if let Some(found) = walk.plan.exact(walk.scratch, after, &outcome) {
            return Self { estimate: Estimate::exact(&found), visits: 1, decision: None, seed };
        }
        let mut afters = Vec::with_capacity(32);
        walk.plan.choices(after, &outcome, &mut afters);
        let mut choices: Vec<Choice<P>> = afters
            .into_iter()
            .map(|after| Choice::new(after, walk.plan.guess(walk.scratch, &after)))
            .collect();
        choices.sort_by(|a, b| b.guess.total_cmp(&a.guess));
        walk.decisions += 1;
        let decision = Some(Box::new(Decision { choices }));
        let mut met = Self { estimate: Estimate::NOTHING, visits: 0, decision, seed };
        met.visit(walk, depth);
        met
    }

    /// Whether more visits would tell nothing.
    pub(super) fn is_exact(&self) -> bool {
        self.decision.is_none()
    }

    /// Goes down once more.
    pub(super) fn visit(&mut self, walk: &mut Walk<'_, P>, depth: u64) {
        self.visits += 1;
        walk.depth = walk.depth.max(depth);
        if let Some(decision) = &mut self.decision {
            let doubt = walk.plan.doubt();
            if let Some(choice) = decision.choose(self.visits, doubt) {
                choice.visit(walk, self.seed, depth);
            }
            self.estimate = decision.estimate();
        }
    }
}

/// What comes of a choice that meets the outcome with this number, where the best guess is chosen at
/// every decision that follows: the value that the first visit of a tree has.
fn follow<P: Plan>(
    walk: &mut Walk<'_, P>,
    after: &P::After,
    mut seed: u64,
    mut number: u64,
    mut depth: u64,
) -> Estimate {
    let mut after = *after;
    let mut choices = Vec::with_capacity(32);
    loop {
        let mut rng = Rng::stream(seed, number);
        let outcome = walk.plan.outcome(&after, &mut rng);
        if let Some(found) = walk.plan.exact(walk.scratch, &after, &outcome) {
            return Estimate::exact(&found);
        }
        walk.depth = walk.depth.max(depth);
        choices.clear();
        walk.plan.choices(&after, &outcome, &mut choices);
        let mut best = (f64::NEG_INFINITY, None);
        for choice in &choices {
            let guess = walk.plan.guess(walk.scratch, choice);
            if guess > best.0 {
                best = (guess, Some(*choice));
            }
        }
        let Some(next) = best.1 else { return Estimate::NOTHING };
        (after, seed, number, depth) = (next, rng.next_u64(), 0, depth + 1);
    }
}

impl<P: Plan> Decision<P> {
    /// The choice with the greatest upper confidence bound; a guess counts as one visit.
    fn choose(&mut self, visits: u64, doubt: f64) -> Option<&mut Choice<P>> {
        let log = math::ln(visits as f64);
        let bound = |choice: &Choice<P>| {
            let n = choice.visits as f64 + 1.0;
            let known = choice.mean().map_or(0.0, |mean| mean.value * choice.visits as f64);
            (choice.guess + known) / n + doubt * (log / n).sqrt()
        };
        let mut best = (f64::NEG_INFINITY, None);
        for (i, choice) in self.choices.iter().enumerate() {
            let bound = bound(choice);
            if bound > best.0 {
                best = (bound, Some(i));
            }
            // Guesses fall from here on, and none of them was visited.
            if choice.visits == 0 {
                break;
            }
        }
        best.1.map(|i| &mut self.choices[i])
    }

    /// What the most visited choice is worth; of equals, the one with the better guess. The means
    /// themselves must not decide: the largest of a few noisy means is too large.
    fn estimate(&self) -> Estimate {
        let tried = self.choices.iter().filter_map(|choice| Some((choice.visits, choice.mean()?)));
        let most = tried.reduce(|best, next| if next.0 > best.0 { next } else { best });
        most.map_or(Estimate::NOTHING, |(_, mean)| mean)
    }
}

impl<P: Plan> Choice<P> {
    fn new(after: P::After, guess: f64) -> Self {
        Self { after, guess, visits: 0, sum: Estimate::NOTHING, outcomes: 0, met: Vec::new() }
    }

    fn mean(&self) -> Option<Estimate> {
        (self.outcomes > 0).then(|| self.sum.divided(self.outcomes as f64))
    }

    fn visit(&mut self, walk: &mut Walk<'_, P>, seed: u64, depth: u64) {
        self.visits += 1;
        let explicit = self.met.len() as u64;
        if explicit == 0 || explicit < width(self.visits, walk.widening) {
            let met = Met::new(walk, &self.after, seed, self.outcomes, depth + 1);
            self.sum.change(&met.estimate, &Estimate::NOTHING);
            self.outcomes += 1;
            if !met.is_exact() {
                self.met.push(met);
            }
            return;
        }
        let place = (self.visits % explicit) as usize;
        let met = &mut self.met[place];
        let old = met.estimate;
        met.visit(walk, depth + 1);
        self.sum.change(&met.estimate, &old);
    }
}
