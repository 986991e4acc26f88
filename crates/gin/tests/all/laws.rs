//! Gin obeys the laws of every game, in all presets and with all bots.

use facedown_cards::CardSet;
use facedown_game::{Seat, UniformPolicy};
use facedown_gin::bots::{Greedy, Simple};
use facedown_gin::rules::{KnockLimit, Layoffs, Showdown, Wall};
use facedown_gin::{ActionIds, Gin, PlaneEncoder, Rules, State};
use facedown_testkit::{Laws, laws};
use proptest::prelude::{ProptestConfig, any, proptest};

/// Checks that every card is in exactly one place.
fn conserved(_: &Gin, state: &State) -> Result<(), String> {
    let table = state.table();
    let mut all = CardSet::EMPTY;
    let mut count = 0;
    let mut place = |cards: CardSet| {
        all |= cards;
        count += cards.len();
    };
    for seat in Seat::all(2) {
        place(state.hand(seat));
        table.melds(seat).iter().for_each(|meld| place(*meld));
        if state.hand(seat).len() != table.count(seat) {
            return Err(format!("{seat} holds {}", state.hand(seat)));
        }
    }
    place(state.stock().collect());
    place(table.pile());
    place(table.upcard().into_iter().collect());
    place(table.laid_off());
    if count == 52 && all == CardSet::FULL { Ok(()) } else { Err(format!("{count} cards: {all}")) }
}

fn keeps_the_laws(rules: Rules, hands: u64, greedy: bool) {
    let laws = Laws::new(Gin::new(rules).unwrap())
        .hands(hands)
        .seed(11)
        .max_steps(400)
        .conserves(conserved)
        .encoder(&PlaneEncoder)
        .action_space(&ActionIds)
        .notation()
        .waiting()
        .redraw()
        .no_allocations()
        .policy(|| UniformPolicy)
        .policy(Simple::default);
    if greedy { laws.policy(Greedy::default).run() } else { laws.run() }
}

#[test]
fn every_preset_keeps_the_laws() {
    for name in Rules::PRESETS {
        keeps_the_laws(Rules::preset(name).unwrap(), 150, name == "eaai");
    }
}

#[test]
fn unusual_options_keep_the_laws() {
    let seven = Rules { hand_size: 7, knock_limit: KnockLimit::Fixed(7), ..Rules::TOURNAMENT };
    let by_hand = Rules { showdown: Showdown::Actions, wall: Wall::LastKnock, ..Rules::TOURNAMENT };
    let mixed = Rules { layoffs: Layoffs::Grow, rediscard: false, ..Rules::OPENSPIEL };
    for rules in [seven, by_hand, mixed] {
        keeps_the_laws(rules, 200, false);
    }
}

#[test]
fn matches_of_every_preset_end() {
    for name in Rules::PRESETS {
        let rules = Rules::preset(name).unwrap();
        Laws::new(Gin::new(rules).unwrap())
            .hands(1)
            .max_steps(400)
            .policy(Simple::default)
            .matches(5)
            .run();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_bytes_are_a_hand_that_keeps_the_laws(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        preset in 0..Rules::PRESETS.len(),
    ) {
        let rules = Rules::preset(Rules::PRESETS[preset]).unwrap();
        laws::from_bytes(&Gin::new(rules).unwrap(), &bytes);
    }
}
