//! Reduction of a problem: validation, forced cards, classes of equal cards, groups of equal
//! holders.

#![allow(clippy::float_cmp, reason = "weights are equal only if they are the same number")]

use super::hall::find_conflict;
use super::{DealProblem, ImpossibleDeal, MAX_HOLDERS};
use facedown_cards::Card;

/// Cards in two planes: each copy of a kind is a bit of one of them.
pub(super) type PlaneEncoder = [u64; 2];

/// One unknown card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Physical {
    pub(super) card: Card,
    pub(super) holders: u16,
    plane: usize,
}

/// Exchangeable cards: the same possible groups with equal weights.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// Bit `g` for group `g`.
    pub(super) groups: u16,
    pub(super) cards: PlaneEncoder,
    /// The weight of each group; 1 without soft evidence.
    pub(super) weights: [f64; MAX_HOLDERS],
}

impl Class {
    pub(super) const fn len(&self) -> usize {
        (self.cards[0].count_ones() + self.cards[1].count_ones()) as usize
    }
}

/// Holders that differ only in the number of cards they need. The cards of a group are split among
/// them uniformly.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The holders, each with the number of cards that it needs.
    pub(super) members: Vec<(usize, usize)>,
    /// The cards that only this group may hold.
    pub(super) certain: PlaneEncoder,
    /// Number of cards that it needs besides those.
    pub(super) room: usize,
}

/// A reduced problem: forced cards, and the groups and classes that are left to decide.
#[derive(Clone, Debug)]
pub(super) struct Reduced {
    pub(super) groups: Vec<Group>,
    pub(super) classes: Vec<Class>,
    /// The cards that only one holder may have.
    pub(super) certain: [PlaneEncoder; MAX_HOLDERS],
    /// Whether any kind has two unknown copies.
    pub(super) two_packs: bool,
    /// Whether any weight differs from 1.
    pub(super) weighted: bool,
}

impl Reduced {
    pub(super) fn new(problem: &DealProblem) -> Result<Self, ImpossibleDeal> {
        let mut cards = check(problem)?;
        let two_packs = cards.iter().any(|card| card.plane == 1);
        let mut needs = [0; MAX_HOLDERS];
        needs[..problem.needs().len()].copy_from_slice(problem.needs());
        let active = active(&needs);
        for card in &mut cards {
            card.holders &= active;
        }
        if let Some(conflict) = find_conflict(problem, &cards, active) {
            return Err(ImpossibleDeal::Conflict(conflict));
        }
        let certain = deal_certain(&mut cards, &mut needs);
        let classes = classes(problem, &cards)?;
        let (groups, mut classes) = merge_holders(&needs, classes);
        let groups = give_certain(groups, &mut classes);
        let classes = merge_classes(classes);
        let weighted = classes.iter().any(|class| class.weights.iter().any(|&w| w != 1.0));
        Ok(Self { groups, classes, certain, two_packs, weighted })
    }
}

/// Validates a problem and returns its unknown cards with their possible holders.
fn check(problem: &DealProblem) -> Result<Vec<Physical>, ImpossibleDeal> {
    let needs = problem.needs();
    if needs.len() > MAX_HOLDERS {
        return Err(ImpossibleDeal::TooManyHolders(needs.len()));
    }
    let mut copies = [0; Card::COUNT];
    let mut cards = Vec::with_capacity(problem.cards().len());
    for &(card, holders) in problem.cards() {
        if holders >> needs.len() != 0 {
            let holder = holders.ilog2() as usize;
            return Err(ImpossibleDeal::NoSuchHolder { card, holder });
        }
        let plane = copies[card.index()];
        copies[card.index()] += 1;
        if plane > 1 {
            return Err(ImpossibleDeal::ThirdCopy(card));
        }
        cards.push(Physical { card, holders, plane });
    }
    for &(holder, kinds, factor) in problem.evidence() {
        if holder >= needs.len() || !factor.is_finite() || factor < 0.0 {
            return Err(ImpossibleDeal::Weight { holder, factor });
        }
        if factor == 0.0 {
            for card in cards.iter_mut().filter(|card| kinds.contains(card.card)) {
                card.holders &= !(1 << holder);
            }
        }
    }
    let needed = needs.iter().fold(0usize, |sum, &need| sum.saturating_add(need));
    if needed != cards.len() {
        return Err(ImpossibleDeal::Total { needed, unknown: cards.len() });
    }
    Ok(cards)
}

/// Returns the holders that need cards.
fn active(needs: &[usize; MAX_HOLDERS]) -> u16 {
    (0..MAX_HOLDERS).filter(|&h| needs[h] > 0).fold(0, |set, h| set | 1 << h)
}

fn add(planes: &mut PlaneEncoder, card: Physical) {
    planes[card.plane] |= 1 << card.card.index();
}

/// Deals the cards with a single possible holder, until there are none.
fn deal_certain(
    cards: &mut Vec<Physical>,
    needs: &mut [usize; MAX_HOLDERS],
) -> [PlaneEncoder; MAX_HOLDERS] {
    let mut certain = [[0; 2]; MAX_HOLDERS];
    loop {
        let (before, active) = (cards.len(), active(needs));
        cards.retain_mut(|card| {
            card.holders &= active;
            if !card.holders.is_power_of_two() {
                return true;
            }
            let holder = card.holders.ilog2() as usize;
            needs[holder] = needs[holder].saturating_sub(1);
            add(&mut certain[holder], *card);
            false
        });
        if cards.len() == before {
            return certain;
        }
    }
}

/// Groups the cards by possible holders and weights. Groups are still single holders.
fn classes(problem: &DealProblem, cards: &[Physical]) -> Result<Vec<Class>, ImpossibleDeal> {
    let mut classes: Vec<Class> = Vec::new();
    for card in cards {
        let weights = weights(problem, card).ok_or(ImpossibleDeal::VanishingWeights)?;
        let same = |class: &&mut Class| class.groups == card.holders && class.weights == weights;
        if let Some(class) = classes.iter_mut().find(same) {
            add(&mut class.cards, *card);
        } else {
            let mut class = Class { groups: card.holders, cards: [0; 2], weights };
            add(&mut class.cards, *card);
            classes.push(class);
        }
    }
    Ok(classes)
}

/// Returns the weights of a card for its possible holders, scaled to a maximum of 1: a common factor
/// changes nothing. `None` if the maximum is 0 or not finite.
fn weights(problem: &DealProblem, card: &Physical) -> Option<[f64; MAX_HOLDERS]> {
    let mut weights = [1.0; MAX_HOLDERS];
    if problem.evidence().is_empty() {
        return Some(weights);
    }
    let may = |holder: &usize| card.holders >> holder & 1 == 1;
    for holder in (0..MAX_HOLDERS).filter(may) {
        weights[holder] = problem.weight(holder, card.card);
    }
    let largest = (0..MAX_HOLDERS).filter(may).map(|h| weights[h]).fold(0.0, f64::max);
    for holder in (0..MAX_HOLDERS).filter(may) {
        weights[holder] /= largest;
    }
    (largest.is_finite() && largest > 0.0).then_some(weights)
}

/// Merges holders with the same possible classes and weights.
fn merge_holders(needs: &[usize; MAX_HOLDERS], classes: Vec<Class>) -> (Vec<Group>, Vec<Class>) {
    let mut groups: Vec<Group> = Vec::new();
    for (holder, &need) in needs.iter().enumerate().filter(|(_, need)| **need > 0) {
        let alike = |other: usize| {
            classes.iter().all(|class| {
                class.groups >> holder & 1 == class.groups >> other & 1
                    && class.weights[holder] == class.weights[other]
            })
        };
        if let Some(group) = groups.iter_mut().find(|group| alike(group.members[0].0)) {
            group.members.push((holder, need));
            group.room += need;
        } else {
            groups.push(Group { members: vec![(holder, need)], certain: [0; 2], room: need });
        }
    }
    let by_group = |class: Class| {
        let mut merged = Class { groups: 0, weights: [1.0; MAX_HOLDERS], ..class };
        for (g, group) in groups.iter().enumerate() {
            let holder = group.members[0].0;
            merged.groups |= (class.groups >> holder & 1) << g;
            merged.weights[g] = class.weights[holder];
        }
        merged
    };
    let classes = classes.into_iter().map(by_group).collect();
    (groups, classes)
}

/// Deals the classes with a single possible group, until there are none.
fn give_certain(mut groups: Vec<Group>, classes: &mut Vec<Class>) -> Vec<Group> {
    loop {
        let before = classes.len();
        let open = (0..groups.len()).filter(|&g| groups[g].room > 0).fold(0, |set, g| set | 1 << g);
        classes.retain_mut(|class| {
            class.groups &= open;
            if !class.groups.is_power_of_two() {
                return true;
            }
            let group = &mut groups[class.groups.ilog2() as usize];
            group.certain = [0, 1].map(|plane| group.certain[plane] | class.cards[plane]);
            group.room = group.room.saturating_sub(class.len());
            false
        });
        if classes.len() == before {
            return groups;
        }
    }
}

/// Merges classes that have become equal, ignoring the weights of impossible groups.
fn merge_classes(classes: Vec<Class>) -> Vec<Class> {
    let mut merged: Vec<Class> = Vec::with_capacity(classes.len());
    for mut class in classes {
        for group in (0..MAX_HOLDERS).filter(|group| class.groups >> group & 1 == 0) {
            class.weights[group] = 1.0;
        }
        let same =
            |other: &&mut Class| (other.groups, other.weights) == (class.groups, class.weights);
        if let Some(other) = merged.iter_mut().find(same) {
            other.cards = [0, 1].map(|plane| other.cards[plane] | class.cards[plane]);
        } else {
            merged.push(class);
        }
    }
    merged
}
