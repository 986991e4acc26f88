//! Sorting by values, compiled once for all games: a sort for each type of each game would make up a
//! tenth of the WebAssembly module.

/// Sorts a list by a value, the highest first; equals keep their order.
pub(crate) fn sort_descending<T>(list: &mut [T], value: impl Fn(&T) -> f64) {
    let values: Vec<f64> = list.iter().map(value).collect();
    let order = descending(&values);
    // Earlier swaps may have moved what belongs here: follow it to where it is now.
    for place in 0..list.len() {
        let mut from = order[place];
        while from < place {
            from = order[from];
        }
        list.swap(place, from);
    }
}

#[inline(never)]
fn descending(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::Rng;

    #[test]
    fn lists_are_sorted_as_by_a_stable_sort() {
        let mut rng = Rng::new(1);
        for len in 0..60 {
            let mut list: Vec<(u32, usize)> = (0..len).map(|i| (rng.below(9), i)).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
            sort_descending(&mut list, |(value, _)| f64::from(*value));
            assert_eq!(list, expected);
        }
    }
}
