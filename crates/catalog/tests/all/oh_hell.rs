//! Oh Hell with so few cards that it can be solved: our own engine, with a smaller pack.

use facedown_cards::{Card, CardSet};
use facedown_game::{Game, Rng, SeatKeys};
use facedown_testkit::equilibrium::{Outcomes, Seen, Tree};
use facedown_tricks::Tricks;
use facedown_tricks::rules::{DealRules, Kinds, PackRules, Rules};

/// Returns Oh Hell for two with `ranks` ranks of two suits and hands of `cards` cards, and its tree
/// of at most so many histories.
pub(crate) fn tree(ranks: u8, cards: u8, histories: usize) -> (Tricks, Tree<Tricks>) {
    let (game, deals) = deals(ranks, cards);
    let outcomes = |seen: &_| only_outcome(&game, seen);
    let tree = Tree::from_deals(&game, &deals, &outcomes, histories).expect("a small game");
    (game, tree)
}

/// Returns the game, and every deal of it.
fn deals(ranks: u8, cards: u8) -> (Tricks, Outcomes<Tricks>) {
    let used = |card: &Card| card.index() / 13 < 2 && card.index() % 13 < usize::from(ranks);
    let pack: Vec<Card> = (0..52).map(Card::new).filter(used).collect();
    let removed: CardSet = (0..52).map(Card::new).filter(|card| !used(card)).collect();
    let base = Rules::oh_hell(2);
    let rules = Rules {
        pack: PackRules { removed: Kinds(removed), ..base.pack },
        deal: DealRules { cards: vec![cards], ..base.deal },
        ..base
    };
    let game = Tricks::new(rules).expect("valid rules");
    let mut deals = Vec::new();
    let (hand, setup) = (usize::from(cards), game.first_setup());
    for first in sets(&pack, hand) {
        let rest: Vec<Card> = pack.iter().copied().filter(|c| !first.contains(c)).collect();
        for second in sets(&rest, hand) {
            let left: Vec<Card> = rest.iter().copied().filter(|c| !second.contains(c)).collect();
            for upcard in &left {
                let others = left.iter().filter(|card| *card != upcard);
                let order = first.iter().chain(&second).chain([upcard]).chain(others);
                let order: Vec<Card> = order.copied().collect();
                let mut keys = SeatKeys::default();
                let state = game.deal_pack(&setup, &order, &mut keys);
                deals.push(((state, keys), 1));
            }
        }
    }
    (game, deals)
}

/// Returns every set of so many of the cards.
fn sets(cards: &[Card], count: usize) -> Vec<Vec<Card>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, card) in cards.iter().enumerate() {
        for mut rest in sets(&cards[place + 1..], count - 1) {
            rest.insert(0, *card);
            all.push(rest);
        }
    }
    all
}

/// Plays chance turns, which in Oh Hell have one outcome.
fn only_outcome(game: &Tricks, (state, keys): &Seen<Tricks>) -> Outcomes<Tricks> {
    let (mut state, mut keys) = (*state, *keys);
    game.play_chance(&mut state, &mut Rng::new(0), &mut keys);
    vec![((state, keys), 1)]
}
