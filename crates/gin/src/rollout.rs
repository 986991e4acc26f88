//! The rollout policy, and the simple decisions that bots share with it: whether a card makes a
//! meld, which discard leaves the least deadwood, and how to lay a hand down after a knock.

use crate::kernel::{Meld, best_defence, best_melds, deadwood_after_discards};
use crate::playout::{PLANS, play_out};
use crate::showdown::grow;
use crate::table::other;
use crate::{Action, Gin, Legal, Phase, State, Table, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{ActionBuf, Game, Rng, Searchable, Seat, Turn, stable_key};

impl Searchable for Gin {
    fn view_key(&self, view: &View) -> u64 {
        stable_key(view)
    }

    fn rollout(&self, state: &State, legal: &[Action], rng: &mut Rng) -> Action {
        choose(&state.table, state.hand(state.table.to_act), legal, rng)
    }

    /// Ends with the scores of the same playout action by action.
    fn playout(&self, state: &mut State, legal: &mut Legal, rng: &mut Rng) {
        if !play_out(self.rules(), state, None, rng) {
            play_on(self, state, legal, rng);
        }
    }

    /// A knock leaves nothing to plan.
    fn plans(&self, action: Action) -> usize {
        if matches!(action, Action::Knock | Action::BigGin) { 1 } else { PLANS.len() }
    }

    /// Rules under which hands cannot be played out on words have the rollout policy alone.
    fn plan_playout(
        &self,
        seat: Seat,
        plan: usize,
        state: &mut State,
        legal: &mut Legal,
        rng: &mut Rng,
    ) {
        if !play_out(self.rules(), state, Some((seat, PLANS[plan])), rng) {
            play_on(self, state, legal, rng);
        }
    }
}

/// Plays a hand to its end by the rollout policy, action by action.
pub(crate) fn play_on(game: &Gin, state: &mut State, legal: &mut Legal, rng: &mut Rng) {
    while game.turn(state) != Turn::Over {
        game.legal_actions(state, legal);
        let action = game.rollout(state, legal.as_slice(), rng);
        game.apply(state, action, &mut ());
    }
}

/// Chooses by the rollout policy: takes an upcard that melds, discards for the least deadwood,
/// knocks at once.
pub(crate) fn choose(table: &Table, hand: CardSet, legal: &[Action], rng: &mut Rng) -> Action {
    match table.phase {
        Phase::FirstUpcard | Phase::Draw => {
            let wanted = table.upcard.is_some_and(|card| makes_meld(hand, card));
            if wanted && legal[0] == Action::TakeUpcard { legal[0] } else { legal[legal.len() - 1] }
        }
        Phase::Discard | Phase::Wall | Phase::KnockDiscard => {
            let last = legal[legal.len() - 1];
            if matches!(last, Action::Knock | Action::BigGin) {
                return last;
            }
            least_discard(hand, cards(legal), rng).map_or(last, Action::Card)
        }
        _ => lay_down(table, hand, legal).unwrap_or(legal[0]),
    }
}

/// Returns whether a card would lie in some meld of the hand with it.
pub(crate) fn makes_meld(hand: CardSet, card: Card) -> bool {
    let (rank, suit) = (card.rank().index(), card.suit().index());
    let held = hand.bits() | 1 << card.index();
    let same_rank = (0..4).filter(|s| held >> (13 * s + rank) & 1 == 1).count();
    // The suit's ranks with two empty places on either side, so that windows need no bounds.
    let ranks = (held >> (13 * suit) & 0x1fff) << 2;
    let window = ranks >> rank & 0b1_1111; // the card is the middle bit
    same_rank >= 3 || [0b00111, 0b01110, 0b11100].iter().any(|run| window & run == *run)
}

/// Chooses uniformly among those of these discards that leave the least deadwood.
pub(crate) fn least_discard(
    hand: CardSet,
    discards: impl Iterator<Item = Card>,
    rng: &mut Rng,
) -> Option<Card> {
    let after = deadwood_after_discards(hand);
    let mut least = u8::MAX;
    let mut ties = CardSet::EMPTY;
    for card in discards {
        let deadwood = after[card.index()];
        if deadwood < least {
            least = deadwood;
            ties = CardSet::EMPTY;
        }
        if deadwood == least {
            ties.insert(card);
        }
    }
    if ties.is_empty() { None } else { Some(Card::new(rng.choose_bit(ties.bits()) as u8)) }
}

/// Returns the cards among these actions.
pub(crate) fn cards(legal: &[Action]) -> impl Iterator<Item = Card> {
    legal.iter().filter_map(|action| match action {
        Action::Card(card) => Some(*card),
        _ => None,
    })
}

/// Returns the best way to go on laying a hand down; `None` before the discard of a knock.
pub(crate) fn lay_down(table: &Table, hand: CardSet, legal: &[Action]) -> Option<Action> {
    match table.phase {
        Phase::Layoff => {
            let mut melds = [CardSet::EMPTY; 3];
            let laid = table.melds(other(table.to_act));
            for (grown, meld) in melds.iter_mut().zip(laid) {
                *grown = grow(*meld, table.laid_off);
            }
            let defence = best_defence(hand, &melds[..laid.len()]);
            let planned = defence.layoffs().iter().map(|layoff| Action::Card(layoff.card));
            // OpenSpiel's rules refuse the third card of a chain.
            Some(planned.into_iter().find(|a| legal.contains(a)).unwrap_or(Action::Pass))
        }
        Phase::KnockMelds | Phase::DefenderMelds => {
            let best = best_melds(hand);
            Some(best.melds().first().map_or(Action::Pass, |meld| Action::Lay(layable(*meld))))
        }
        _ => None,
    }
}

/// Returns a meld of the table of 185: the whole, or the lowest three cards of a run of six or more.
fn layable(meld: CardSet) -> Meld {
    Meld::from_cards(meld)
        .or_else(|| Meld::from_cards(meld.iter().take(3).collect()))
        .expect("a run of six or more begins with a run of three")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::valid_melds;

    #[test]
    fn a_card_makes_a_meld_exactly_where_the_kernel_finds_one_with_it() {
        let mut rng = Rng::new(5);
        for _ in 0..20_000 {
            let mut pack: Vec<Card> = Card::all().collect();
            rng.shuffle(&mut pack);
            let hand: CardSet = pack[..10].iter().copied().collect();
            let card = pack[10];
            let expected = valid_melds(hand.with(card)).iter().any(|m| m.cards().contains(card));
            assert_eq!(makes_meld(hand, card), expected, "{hand} + {card}");
        }
    }
}
