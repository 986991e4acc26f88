//! Standard shanten straight from its definition: the complete hand that lacks least.

/// Tries every pair and every choice of groups, pruning when more is lacking than the best.
pub(crate) fn standard_by_search(counts: &[u8; 34], exists: impl Fn(usize) -> bool) -> i8 {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for kind in 0..34 {
        groups.push(vec![kind; 3]);
        if kind < 27 && kind % 9 < 7 {
            groups.push(vec![kind, kind + 1, kind + 2]);
        }
    }
    groups.retain(|group| group.iter().all(|&kind| exists(kind)));
    let mut search = Search { counts, groups, best: 15, target: [0; 34] };
    let wanted = counts.iter().sum::<u8>() as usize / 3;
    for pair in (0..34).filter(|&kind| exists(kind)) {
        let lacking = search.want(&[pair; 2]);
        search.choose(0, wanted, lacking);
        search.target = [0; 34];
    }
    search.best - 1
}

struct Search<'a> {
    counts: &'a [u8; 34],
    groups: Vec<Vec<usize>>,
    best: i8,
    target: [u8; 34],
}

impl Search<'_> {
    /// Adds tiles to the target; returns the number of them that the hand lacks.
    fn want(&mut self, tiles: &[usize]) -> i8 {
        tiles.iter().fold(0, |lacking, &kind| {
            self.target[kind] += 1;
            lacking + i8::from(self.target[kind] > self.counts[kind])
        })
    }

    fn choose(&mut self, from: usize, wanted: usize, lacking: i8) {
        if lacking >= self.best {
            return;
        }
        if wanted == 0 {
            self.best = lacking;
            return;
        }
        for group in from..self.groups.len() {
            let before = self.target;
            let tiles = self.groups[group].clone();
            let more = self.want(&tiles);
            if tiles.iter().all(|&kind| self.target[kind] <= 4) {
                self.choose(group, wanted - 1, lacking + more);
            }
            self.target = before;
        }
    }
}

/// Returns whether the tiles are groups and a pair, by taking them away; five alike are allowed.
pub(crate) fn is_groups_and_a_pair(counts: &[u8; 34]) -> bool {
    (0..34).filter(|&pair| counts[pair] >= 2).any(|pair| {
        let mut rest = *counts;
        rest[pair] -= 2;
        is_groups(&mut rest)
    })
}

fn is_groups(counts: &mut [u8; 34]) -> bool {
    let Some(kind) = counts.iter().position(|&count| count > 0) else {
        return true;
    };
    let triplet = [kind; 3];
    let row = [kind, kind + 1, kind + 2];
    let in_suit = kind < 27 && kind % 9 < 7;
    let options =
        [(triplet, counts[kind] >= 3), (row, in_suit && row.iter().all(|&k| counts[k] > 0))];
    options.into_iter().filter(|&(_, there)| there).any(|(group, _)| {
        let mut rest = *counts;
        for kind in group {
            rest[kind] -= 1;
        }
        is_groups(&mut rest)
    })
}
