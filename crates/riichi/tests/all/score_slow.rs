//! The fast scorer equals a plain, slow one on random winning hands.

use crate::scoring::{random, slow};
use facedown_game::Rng;
use facedown_riichi::score::{
    ScoreError, ScoreRules, Yaku, YakuSet, explain, has_yaku, is_complete, try_score,
};
use std::collections::BTreeMap;

#[test]
fn random_wins_score_as_by_the_slow_scorer() {
    let mut rng = Rng::new(20_260_101);
    let mut seen = BTreeMap::<Yaku, u32>::new();
    let mut without = 0;
    for n in 0..100_000 {
        let drawn = random::win(&mut rng);
        let rules = if n % 2 == 0 { ScoreRules::tenhou() } else { random::rules(&mut rng) };
        let situation = drawn.situation();
        let hand = drawn.case.hand();
        let context = || format!("{n}: {:?}\n{situation:?}\n{rules:?}", drawn.case);

        assert!(is_complete(&hand), "{}", context());
        let expected = slow::score(&drawn.case, &situation, &rules);
        assert_eq!(has_yaku(&hand, &situation, &rules), !expected.is_empty(), "{}", context());
        let win = match try_score(&hand, &situation, &rules) {
            Ok(win) => win,
            Err(ScoreError::NoYaku) if expected.is_empty() => {
                without += 1;
                continue;
            }
            Err(error) => panic!("{error}, {}", context()),
        };
        let got = slow::Value {
            yaku: win.yaku.iter().collect(),
            han: win.han.into(),
            fu: win.fu.into(),
            yakuman: win.yakuman.into(),
            base: win.base,
        };
        assert!(expected.contains(&got), "got {got:?}\nexpected {expected:?}\n{}", context());
        for yaku in win.yaku.iter() {
            *seen.entry(yaku).or_default() += 1;
        }
        if rules.yakuman_add && rules.yakuman_cap.is_none() {
            let listed: u32 = win.items(&rules).map(|(_, han)| u32::from(han)).sum();
            assert_eq!(listed, got.han, "{}", context());
        }
        let explanation = explain(&hand, &situation, &rules, &win);
        if win.fu != 25 && win.fu != 0 {
            let parts: u32 = explanation.fu_parts.iter().map(|part| u32::from(part.fu)).sum();
            assert_eq!(parts.div_ceil(10) * 10, u32::from(win.fu), "{}", context());
        }
    }
    println!("{without} hands without a yaku; seen {seen:?}");
    let every = YakuSet::from_bits(u64::MAX).iter();
    let bonus = [Yaku::Dora, Yaku::UraDora, Yaku::RedFive, Yaku::Nuki];
    for yaku in every.filter(|yaku| !bonus.contains(yaku)) {
        assert!(seen.contains_key(&yaku), "{yaku} never came up");
    }
}

#[test]
fn both_scorers_agree_on_hands_with_a_tile_exchanged() {
    let mut rng = Rng::new(7);
    let mut incomplete = 0;
    for _ in 0..20_000 {
        let mut drawn = random::win(&mut rng);
        let held: Vec<usize> = (0..34).filter(|&kind| drawn.case.closed[kind] > 0).collect();
        let from = *rng.choose(&held).expect("tiles");
        let to = rng.below(34) as usize;
        if drawn.case.closed[to] >= 4 || drawn.case.win.kind().index() == from {
            continue;
        }
        drawn.case.closed[from] -= 1;
        drawn.case.closed[to] += 1;
        let situation = drawn.situation();
        let rules = ScoreRules::tenhou();
        let slow = slow::score(&drawn.case, &situation, &rules);
        let fast = drawn.case.score(&situation, &rules);
        assert_eq!(fast.is_some(), !slow.is_empty(), "{:?}", drawn.case);
        incomplete += u32::from(!is_complete(&drawn.case.hand()));
    }
    assert!(incomplete > 10_000, "only {incomplete} incomplete hands");
}
