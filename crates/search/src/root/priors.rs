//! Priors of the root's actions, in points, and their weight.
//!
//! Only differences between priors count: they are shifted to the mean of the search, so that they
//! do not bias the value of the position. Each counts as
//! [`SearchConfig::prior_visits`](crate::SearchConfig::prior_visits) visits.

use crate::root::report::Pooled;

/// Gives every action its prior, if it has one.
pub(crate) fn apply(priors: &[f32], visits: f32, all: &mut [Pooled]) {
    if visits <= 0.0 {
        return;
    }
    let known = || priors.iter().zip(&*all).filter(|(prior, _)| prior.is_finite());
    let differences = known().filter_map(|(prior, p)| Some(p.mean()? - f64::from(*prior)));
    let count = differences.clone().count();
    if count == 0 {
        return;
    }
    let shift = differences.sum::<f64>() / count as f64;
    for (prior, pooled) in priors.iter().zip(all) {
        if prior.is_finite() {
            pooled.expected = Some([f64::from(*prior) + shift, f64::from(visits)]);
        }
    }
}

/// Returns the indices of the actions that are searched: those without a prior, and of the others
/// those with the best priors.
pub(crate) fn candidates(priors: &[f32], most: Option<u32>, actions: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..actions).collect();
    let Some(most) = most.filter(|_| priors.len() == actions) else { return places };
    let mut known: Vec<usize> =
        places.iter().copied().filter(|place| priors[*place].is_finite()).collect();
    known.sort_by(|&a, &b| priors[b].total_cmp(&priors[a]).then(a.cmp(&b)));
    let left_out = known.split_off((most as usize).min(known.len()));
    places.retain(|place| !left_out.contains(place));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_actions_with_the_best_priors_and_those_without_are_searched() {
        let priors = [-3.0, f32::NAN, -1.0, -2.0];
        assert_eq!(candidates(&priors, Some(2), 4), [1, 2, 3]);
        assert_eq!(candidates(&priors, None, 4), [0, 1, 2, 3]);
        assert_eq!(candidates(&[], Some(2), 4), [0, 1, 2, 3]);
    }
}
