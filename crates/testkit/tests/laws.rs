//! The toys keep the laws.

use facedown_testkit::toys::{Kuhn, TicTacToe};
use facedown_testkit::{CountingAlloc, Laws};

#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;

#[test]
fn tic_tac_toe_keeps_the_laws() {
    Laws::new(TicTacToe)
        .hands(300)
        .max_steps(9)
        .perfect_information()
        .notation()
        .no_allocations()
        .run();
}

#[test]
fn kuhn_poker_keeps_the_laws() {
    Laws::new(Kuhn)
        .hands(300)
        .max_steps(3)
        .conserves(|_, state| match state.cards() {
            [a, b] if a != b && a < 3 && b < 3 => Ok(()),
            cards => Err(format!("{cards:?} are not two of three cards")),
        })
        .notation()
        .no_allocations()
        .run();
}
