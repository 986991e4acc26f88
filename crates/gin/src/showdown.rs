//! The showdown after a knock: layoffs, the best defence, and the score.

use crate::Table;
use crate::kernel::best_defence;
use crate::rules::{Layoffs, Rules, Tie};
use facedown_cards::{Card, CardSet};

/// Returns the cards that can be laid off on these melds, given those laid off already.
pub(crate) fn layoff_cards(melds: &[CardSet], laid_off: CardSet, rule: Layoffs) -> CardSet {
    melds.iter().fold(CardSet::EMPTY, |all, meld| {
        let first = ends(*meld);
        let grown = match rule {
            Layoffs::Grow => grow(*meld, laid_off),
            Layoffs::TwoAtEachEnd => *meld | (laid_off & first),
        };
        // A set that grew is full; a run that grew has new ends.
        all | if grown == *meld { first } else { ends(grown) }
    })
}

/// Returns a meld with every card that was laid off on it.
pub(crate) fn grow(meld: CardSet, laid_off: CardSet) -> CardSet {
    let more = meld | (ends(meld) & laid_off);
    if more == meld { meld } else { grow(more, laid_off) }
}

/// Returns the cards that fit a meld: the fourth of a set, the neighbours of a run.
fn ends(meld: CardSet) -> CardSet {
    let (Some(low), Some(high)) = (meld.first(), meld.last()) else { return CardSet::EMPTY };
    if low.suit() == high.suit() {
        let below =
            Card::from_index(low.index().wrapping_sub(1)).filter(|c| c.suit() == low.suit());
        let above = Card::from_index(high.index() + 1).filter(|c| c.suit() == low.suit());
        return [below, above].into_iter().flatten().collect();
    }
    let rank = low.rank();
    facedown_cards::Suit::ALL.iter().map(|suit| Card::of(rank, *suit)).collect::<CardSet>() - meld
}

/// The defender's layoffs, in an order that the rules allow, and melds.
pub(crate) struct Laydown {
    /// Cards to lay off, in order.
    pub(crate) layoffs: [Option<Card>; 11],
    /// Melds, then empty sets.
    pub(crate) melds: [CardSet; 3],
}

/// Returns the defence that leaves the least deadwood; nothing is laid off on gin.
pub(crate) fn best_laydown(hand: CardSet, knocker: &[CardSet], gin: bool) -> Laydown {
    let mut laydown = Laydown { layoffs: [None; 11], melds: [CardSet::EMPTY; 3] };
    let defence = best_defence(hand, if gin { &[] } else { knocker });
    for (slot, layoff) in laydown.layoffs.iter_mut().zip(defence.layoffs()) {
        *slot = Some(layoff.card);
    }
    laydown.melds[..defence.melds().len()].copy_from_slice(defence.melds());
    laydown
}

/// Returns each seat's score of a finished hand.
pub(crate) fn scores(rules: &Rules, table: &Table) -> [i32; 2] {
    let Some(knocker) = table.knocker() else { return [0; 2] };
    let knocker = knocker.index();
    let own = i32::from(table.deadwood[knocker]);
    let lead = i32::from(table.deadwood[1 - knocker]) - own;
    let points = if table.big_gin {
        lead + i32::from(rules.big_gin_bonus.unwrap_or(0))
    } else if own == 0 {
        lead + i32::from(rules.gin_bonus)
    } else if lead > 0 || (lead == 0 && rules.tie == Tie::Draw) {
        lead
    } else {
        lead - i32::from(rules.undercut_bonus)
    };
    let points = if table.doubled { 2 * points } else { points };
    let mut scores = [-points; 2];
    scores[knocker] = points;
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> CardSet {
        text.parse().unwrap()
    }

    fn layoffs(melds: &[&str], laid_off: &str, rule: Layoffs) -> String {
        let melds: Vec<CardSet> = melds.iter().map(|m| cards(m)).collect();
        (layoff_cards(&melds, cards(laid_off), rule) - cards(laid_off)).to_string()
    }

    #[test]
    fn a_run_grows_at_both_ends_as_cards_are_laid_off() {
        let run = ["5s6s7s"];
        assert_eq!(layoffs(&run, "", Layoffs::Grow), "4s 8s");
        assert_eq!(layoffs(&run, "8s", Layoffs::Grow), "4s 9s");
        assert_eq!(layoffs(&run, "8s9s", Layoffs::Grow), "4s Ts");
        assert_eq!(layoffs(&run, "2s3s4s", Layoffs::Grow), "As 8s");
    }

    #[test]
    fn in_openspiel_a_run_takes_two_cards_at_an_end_and_no_third() {
        let run = ["5s6s7s"];
        assert_eq!(layoffs(&run, "8s", Layoffs::TwoAtEachEnd), "4s 9s");
        assert_eq!(layoffs(&run, "8s9s", Layoffs::TwoAtEachEnd), "4s");
    }

    #[test]
    fn a_set_of_three_takes_its_fourth_and_a_run_stops_at_ace_and_king() {
        assert_eq!(layoffs(&["4c4d4h"], "", Layoffs::Grow), "4s");
        assert_eq!(layoffs(&["4c4d4h"], "4s", Layoffs::Grow), "");
        assert_eq!(layoffs(&["4c4d4h4s"], "", Layoffs::Grow), "");
        assert_eq!(layoffs(&["Ah2h3h"], "", Layoffs::Grow), "4h");
        assert_eq!(layoffs(&["JdQdKd"], "", Layoffs::Grow), "Td");
    }
}
