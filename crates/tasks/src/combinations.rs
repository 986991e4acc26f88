//! Combinations in lexicographic order: the labels of a policy over subsets.

/// Returns the number of ways to choose `k` of `n`.
pub const fn choose(n: usize, k: usize) -> usize {
    if k > n {
        return 0;
    }
    let (mut ways, mut i) = (1, 0);
    while i < k {
        ways = ways * (n - i) / (i + 1);
        i += 1;
    }
    ways
}

/// Returns the index of a subset of `n` positions, given as bits, among all of its size in the order
/// of Python's `itertools.combinations`.
///
/// ```
/// use facedown_tasks::{combination_at, combination_index};
///
/// assert_eq!(combination_index(14, 0b111), 0);
/// assert_eq!(combination_index(14, 0b1011), 1);
/// assert_eq!(combination_at(14, 3, 363), Some(0b11_1000_0000_0000));
/// assert_eq!(combination_at(14, 3, 364), None);
/// ```
pub const fn combination_index(n: usize, subset: u32) -> usize {
    let mut left = subset.count_ones() as usize;
    let (mut index, mut position) = (0, 0);
    while left > 0 {
        if subset >> position & 1 == 1 {
            left -= 1;
        } else {
            // All subsets that take this position come before.
            index += choose(n - position - 1, left - 1);
        }
        position += 1;
    }
    index
}

/// Returns the subset of `k` of `n` positions with this index, as bits.
pub const fn combination_at(n: usize, k: usize, index: usize) -> Option<u32> {
    if index >= choose(n, k) {
        return None;
    }
    let (mut index, mut left, mut subset, mut position) = (index, k, 0, 0);
    while left > 0 {
        let taking = choose(n - position - 1, left - 1);
        if index < taking {
            subset |= 1 << position;
            left -= 1;
        } else {
            index -= taking;
        }
        position += 1;
    }
    Some(subset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_in_lexicographic_order_and_read_back() {
        for (n, k) in [(14, 3), (11, 5), (6, 5), (5, 5), (4, 1)] {
            let positions = |subset: u32| (0..n).filter(move |p| subset >> p & 1 == 1);
            let all: Vec<u32> = (0..choose(n, k)).map_while(|i| combination_at(n, k, i)).collect();
            assert_eq!(all.len(), choose(n, k));
            assert!(all.windows(2).all(|pair| positions(pair[0]).lt(positions(pair[1]))));
            for (i, subset) in all.iter().enumerate() {
                assert_eq!((subset.count_ones() as usize, combination_index(n, *subset)), (k, i));
            }
        }
        assert_eq!([choose(14, 3), choose(11, 5), choose(3, 5)], [364, 462, 0]);
    }
}
