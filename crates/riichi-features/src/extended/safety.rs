//! Safety: the kinds that other seats cannot be waiting for.

use super::extract::Extract;
use super::plane_writer::{Each, PlaneWriter};
use facedown_game::Element;
use facedown_tiles::{Kind, KindSet};

/// The kinds for which a two-sided wait can hold the two kinds above: 1 to 6 of each suit; and those
/// for which it can hold the two below: 4 to 9.
const ABOVE: u64 = 0o077 | 0o077 << 9 | 0o077 << 18;
const BELOW: u64 = 0o770 | 0o770 << 9 | 0o770 << 18;
const NUMBERS: u64 = (1 << 27) - 1;

/// The impossible two-sided waits, by the kind waited for: with the two kinds above, and with the two
/// below.
#[derive(Clone, Copy)]
struct Sides {
    above: u64,
    below: u64,
}

impl Sides {
    /// Returns the waits excluded because one of their kinds is safe (*suji*).
    fn of_safe(safe: KindSet) -> Self {
        let safe = safe.bits() & NUMBERS;
        Self { above: safe >> 3 & ABOVE, below: safe << 3 & BELOW }
    }

    /// Returns the waits excluded because nobody holds these kinds (*kabe*).
    fn of_gone(gone: KindSet) -> Self {
        let gone = gone.bits() & NUMBERS;
        Self { above: (gone >> 1 | gone >> 2) & ABOVE, below: (gone << 1 | gone << 2) & BELOW }
    }

    fn or(self, other: Self) -> Self {
        Self { above: self.above | other.above, below: self.below | other.below }
    }

    /// Returns the kinds for which no two-sided wait is possible.
    fn both(self) -> KindSet {
        KindSet::from_bits(NUMBERS & (self.above | !ABOVE) & (self.below | !BELOW))
    }

    /// Returns the kinds with two such waits, of which one is impossible.
    fn one(self) -> KindSet {
        KindSet::from_bits((self.above ^ self.below) & ABOVE & BELOW)
    }
}

/// Writes planes 142-158.
pub(super) fn write<T: Element, const W: usize>(
    extract: &Extract<'_>,
    writer: &mut PlaneWriter<'_, T, W>,
) {
    let safe = [1, 2, 3].map(|places| extract.safe(places));
    let plays = [1, 2, 3].map(|places| places < extract.seats);
    let in_play = extract.pack.kinds();
    let sides = safe.map(Sides::of_safe);
    for safe in safe {
        writer.mark(safe);
    }
    for sides in sides {
        writer.mark(sides.both() & in_play);
    }
    for sides in sides {
        writer.mark(sides.one() & in_play);
    }
    let gone = Sides::of_gone(KindSet::ALL - extract.left_at_least(1));
    let scarce = Sides::of_gone(KindSet::ALL - extract.left_at_least(2));
    writer.mark(gone.both() & in_play);
    writer.mark((scarce.both() - gone.both()) & in_play);
    for (sides, plays) in sides.into_iter().zip(plays) {
        let blocked = if plays { sides.or(gone).both() } else { KindSet::EMPTY };
        writer.mark(blocked & in_play);
    }
    for ((safe, sides), plays) in safe.into_iter().zip(sides).zip(plays) {
        let ways = if plays { ways(extract, safe, sides) } else { [0; Kind::COUNT] };
        writer.tally(&ways, 64.0);
    }
}

/// Counts the ways in which unseen tiles make a pair of tiles, or a single one, that waits for each
/// kind.
fn ways(extract: &Extract<'_>, safe: KindSet, sides: Sides) -> Each<u8> {
    let mut ways = [0; Kind::COUNT];
    let left = |index: usize| extract.left[index];
    for kind in extract.pack.kinds() - safe {
        let k = kind.index();
        let alone = left(k) + left(k) * left(k).saturating_sub(1) / 2;
        ways[k] = alone + if kind.is_honor() { 0 } else { run_ways(kind, sides, left) };
    }
    ways
}

fn run_ways(kind: Kind, sides: Sides, left: impl Fn(usize) -> u8) -> u8 {
    let (k, number) = (kind.index(), kind.number());
    let mut ways = 0;
    if number <= 7 && sides.above >> k & 1 == 0 {
        ways += left(k + 1) * left(k + 2);
    }
    if number >= 3 && sides.below >> k & 1 == 0 {
        ways += left(k - 1) * left(k - 2);
    }
    if (2..=8).contains(&number) {
        ways += left(k - 1) * left(k + 1);
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> KindSet {
        text.parse::<facedown_tiles::Counts>().unwrap().kinds()
    }

    #[test]
    fn suji_are_the_other_ends() {
        let both = |safe: &str| Sides::of_safe(kinds(safe)).both().to_string();
        assert_eq!(both("4m"), kinds("17m").to_string());
        assert_eq!(both("5p"), kinds("28p").to_string());
        assert_eq!(both("28p"), kinds("5p").to_string());
        assert_eq!(both("147s"), kinds("147s").to_string());
        assert_eq!(Sides::of_safe(kinds("1m")).one().to_string(), "4m");
        // Suits do not touch: 9m implies nothing for 3p.
        assert_eq!(both("9m"), KindSet::EMPTY.to_string());
    }

    #[test]
    fn walls_exclude_waits_through_them() {
        let both = |gone: &str| Sides::of_gone(kinds(gone)).both().to_string();
        assert_eq!(both("8m"), kinds("9m").to_string());
        assert_eq!(both("7m"), kinds("89m").to_string());
        assert_eq!(both("3p"), kinds("12p").to_string());
        assert_eq!(both("46s"), kinds("23578s").to_string());
    }
}
