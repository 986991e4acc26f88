//! An equilibrium of Oh Hell with eight cards, by CFR+ and exact best responses.

use crate::oh_hell;

#[test]
fn an_equilibrium_of_oh_hell_with_eight_cards_is_found() {
    let (_, tree) = oh_hell::tree(4, 2, 1_000_000);
    // 1,680 deals: two hands of two and an upcard of eight cards; the other three do not matter.
    assert_eq!(tree.histories(), 123_361);
    assert_eq!(tree.information_sets().len(), 43_872);
    let uniform = tree.exploitability(&tree.profile(|_, _| {}));
    let [short, long] = [10, 60].map(|iterations| tree.solve(iterations));
    let [short, long_distance] = [&short, &long].map(|profile| tree.exploitability(profile));
    assert!(uniform > 2.0 && short < uniform / 4.0, "{uniform} {short}");
    assert!(long_distance < 0.01 && long_distance < short / 3.0, "{short} {long_distance}");
    // The value of docs/measurements/equilibrium.md, within what the strategy can be exploited.
    assert!((tree.value(&long) - 2.0123).abs() < 0.01, "{}", tree.value(&long));
}
