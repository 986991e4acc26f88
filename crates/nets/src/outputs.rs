//! What outputs of a network are made into: probabilities and rankings.

use facedown_game::math::exp_f32;

/// Turns scores into probabilities.
pub fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for score in &mut *scores {
        *score = exp_f32(*score - most);
        total += *score;
    }
    for score in scores {
        *score /= total;
    }
}

/// Writes the indices of the greatest scores, the greatest first and the lower index first among
/// equals; returns their number, the lesser of the two lengths.
///
/// ```
/// let mut best = [0; 2];
/// assert_eq!(facedown_nets::top_k(&[0.5, 2.0, 2.0, 1.0], &mut best), 2);
/// assert_eq!(best, [1, 2]);
/// ```
pub fn top_k(scores: &[f32], indices: &mut [u32]) -> usize {
    let count = scores.len().min(indices.len());
    let mut kept = 0;
    for (i, score) in scores.iter().enumerate() {
        let worse = |index: u32| scores[index as usize].total_cmp(score).is_lt();
        if kept == count && (count == 0 || !worse(indices[count - 1])) {
            continue;
        }
        let place = indices[..kept].partition_point(|index| !worse(*index));
        kept = (kept + 1).min(count);
        indices.copy_within(place..kept - 1, place + 1);
        indices[place] = i as u32;
    }
    kept
}

/// Returns the index of the greatest score; the first of equals.
pub fn argmax(scores: &[f32]) -> Option<usize> {
    let better = |a: &(usize, &f32), b: &(usize, &f32)| a.1.total_cmp(b.1).then(b.0.cmp(&a.0));
    scores.iter().enumerate().max_by(better).map(|(i, _)| i)
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::Rng;

    #[test]
    fn the_best_are_those_of_sorting() {
        let mut rng = Rng::new(1);
        for _ in 0..500 {
            let len = rng.below(40) as usize;
            let scores: Vec<f32> = (0..len).map(|_| rng.below(12) as f32).collect();
            let mut order: Vec<u32> = (0..len as u32).collect();
            order
                .sort_by(|a, b| scores[*b as usize].total_cmp(&scores[*a as usize]).then(a.cmp(b)));
            let k = rng.below(45) as usize;
            let mut best = vec![0; k];
            let found = top_k(&scores, &mut best);
            assert_eq!(best[..found], order[..k.min(len)]);
            assert_eq!(argmax(&scores), order.first().map(|i| *i as usize));
        }
    }

    #[test]
    fn probabilities_sum_to_one() {
        let mut scores = [1000.0, 999.0, -1000.0];
        softmax(&mut scores);
        assert!((scores.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((scores[0] / scores[1] - std::f32::consts::E).abs() < 1e-5);
    }
}
