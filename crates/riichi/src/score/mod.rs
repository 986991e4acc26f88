//! Scoring of winning hands: yaku, fu, limits, payments, and explanations.
//!
//! [`score`] takes tiles and a [`Situation`] and returns the best reading of the hand as a [`Win`], a
//! `Copy` value; it allocates nothing and uses no tables beyond a few constants. [`try_score`] checks
//! user input first. [`settle`] turns a win into points for each seat, liability included, and
//! [`explain`] itemises it. The rules, with sources: `docs/reference/rules/riichi-scoring.md`.
//!
//! ```
//! use facedown_riichi::score::{ScoreRules, Situation, WinningHand, Yaku, score};
//! use facedown_tiles::{Kind, Tile};
//!
//! // 234m 345p 567p 678s 55s, won by tsumo on 8s.
//! let mut closed = [0; 34];
//! for kind in [1, 2, 3, 11, 12, 13, 13, 14, 15, 23, 24, 25, 22, 22] {
//!     closed[kind] += 1;
//! }
//! let hand = WinningHand { closed: &closed, reds: 0, melds: &[], win: Tile::plain(Kind::new(25)) };
//! let win = score(&hand, &Situation::TSUMO, &ScoreRules::tenhou()).expect("a win");
//! assert!(win.yaku.contains(Yaku::Pinfu) && win.yaku.contains(Yaku::Tanyao));
//! assert_eq!((win.han, win.fu), (3, 20));
//! ```

mod check;
mod divide;
mod evaluate;
mod explain;
mod fu;
mod points;
mod rules;
mod settle;
mod situation;
mod tiles;
mod win;
mod yaku;

pub use check::{ScoreError, try_score};
pub use divide::Division;
pub use explain::{ExplainedYaku, Explanation, FuPart, explain};
pub use fu::Wait;
pub use points::{Cost, Limit};
pub use rules::{
    Counted, Daisharin, DoubleYakuman, LiabilityStyle, LocalYaku, Paarenchan, PaymentRules, Renhou,
    ScoreRules, ThreeSeatTsumo,
};
pub use settle::{Liable, Settlement, settle};
pub use situation::{Riichi, Situation, WinningHand};
pub use win::{Reading, Win};
pub use yaku::{Yaku, YakuSet};

use divide::{Packed, present, total};
use evaluate::{Bonus, Evaluation};
use facedown_tiles::Kind;

/// Returns the best reading of a hand, or `None` if it is not complete or has no yaku.
///
/// The caller guarantees a possible hand: counts of at most four, well-formed melds, the winning tile
/// among the closed ones, winds that are winds. Use [`try_score`] for user input.
#[inline]
pub fn score(hand: &WinningHand<'_>, situation: &Situation<'_>, rules: &ScoreRules) -> Option<Win> {
    if !has_right_size(hand) {
        return None;
    }
    let bonus = Bonus::new(hand, situation, rules);
    best(hand, situation, rules, bonus)
}

/// Returns whether the hand is complete and has a yaku, as a legal win needs. Faster than [`score`]:
/// bonus tiles are not counted, and a yaku of the situation settles it.
#[inline]
pub fn has_yaku(hand: &WinningHand<'_>, situation: &Situation<'_>, rules: &ScoreRules) -> bool {
    let closed = hand.is_closed();
    if !evaluate::situational(situation, closed, rules).is_empty() {
        return is_complete(hand);
    }
    has_right_size(hand) && best(hand, situation, rules, Bonus::default()).is_some()
}

/// Returns whether the tiles are four sets and a pair, seven pairs or thirteen orphans.
#[inline]
pub fn is_complete(hand: &WinningHand<'_>) -> bool {
    if !has_right_size(hand) {
        return false;
    }
    let packed = Packed::new(hand.closed);
    let special = || packed.is_seven_pairs() || present(hand.closed) == tiles::OUTSIDE;
    if hand.melds.is_empty() && special() {
        return true;
    }
    let mut complete = false;
    packed.for_each_division(|_| complete = true);
    complete
}

#[inline]
fn has_right_size(hand: &WinningHand<'_>) -> bool {
    hand.melds.len() <= 4 && total(hand.closed) as usize + 3 * hand.melds.len() == 14
}

#[inline]
fn best(
    hand: &WinningHand<'_>,
    situation: &Situation<'_>,
    rules: &ScoreRules,
    bonus: Bonus,
) -> Option<Win> {
    let heaven = situation.first_turn && situation.tsumo && situation.is_dealer();
    if rules.heaven_any_wait && heaven {
        return best_of_any_wait(hand, situation, rules, bonus);
    }
    Evaluation::new(hand, situation, rules, bonus, hand.win.kind()).best()
}

/// Returns the best reading with any tile as the winning one: on the dealer's first draw no tile is
/// the drawn one.
#[cold]
fn best_of_any_wait(
    hand: &WinningHand<'_>,
    situation: &Situation<'_>,
    rules: &ScoreRules,
    bonus: Bonus,
) -> Option<Win> {
    divide::kinds(present(hand.closed))
        .filter_map(|kind: Kind| Evaluation::new(hand, situation, rules, bonus, kind).best())
        .max_by_key(|win| (win.base, win.fu))
}
