//! Scoring of a hand.

use crate::compile::Compiled;
use crate::rules::{
    ContractScore, Counted, ExactScore, LevelScore, Linear, MakerScore, Moon, NilTricks,
    PenaltyScore, Score,
};
use crate::table::{Phase, Table};
use facedown_cards::Card;
use facedown_game::{MAX_SEATS, Seat};

/// Returns the score of each seat so far; partners share the score of their side.
pub(crate) fn scores(c: &Compiled, table: &Table) -> [i32; MAX_SEATS] {
    let over = table.phase == Phase::Over;
    match &c.rules.score {
        Score::Penalty(penalty) => penalties(c, table, *penalty, over),
        _ if !over => [0; MAX_SEATS],
        Score::Exact(exact) => exact_bids(c, table, *exact),
        Score::Contract(contract) => contracts(c, table, *contract),
        Score::Levels(levels) => level_awards(c, table, levels),
        Score::Makers(makers) => makers_against_others(c, table, *makers),
    }
}

fn seats_in(c: &Compiled, table: &Table) -> impl Iterator<Item = Seat> {
    let out = table.setup.out;
    Seat::all(c.seats).filter(move |seat| !out.contains(*seat))
}

fn exact_bids(c: &Compiled, table: &Table, exact: ExactScore) -> [i32; MAX_SEATS] {
    let mut scores = [0; MAX_SEATS];
    for seat in seats_in(c, table) {
        let (bid, won) = (table.bid(seat).unwrap_or(0), table.won[seat.index()]);
        let sum = if bid == won { exact.hit } else { exact.miss };
        scores[seat.index()] = linear(sum, bid, won);
    }
    scores
}

fn linear(sum: Linear, bid: u8, won: u8) -> i32 {
    let times = |each: i16, count: u8| i32::from(each) * i32::from(count);
    i32::from(sum.base)
        + times(sum.bid, bid)
        + times(sum.trick, won)
        + times(sum.off, bid.abs_diff(won))
}

/// The result of a side's contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ContractResult {
    pub(crate) points: i32,
    /// The bags carried over to the next hand.
    pub(crate) bags: u8,
}

/// Scores the contract of a side at the end of a hand.
pub(crate) fn contract_result(
    c: &Compiled,
    table: &Table,
    contract: ContractScore,
    side: u8,
) -> ContractResult {
    let (mut bid, mut won, mut bags, mut points) = (0i32, 0i32, 0i32, 0i32);
    let mut before = 0;
    for seat in seats_in(c, table).filter(|seat| c.side[seat.index()] == side) {
        let i = seat.index();
        let (bids, takes) = (i32::from(table.bids[i]), i32::from(table.won[i]));
        before = table.setup.bags[i];
        if bids > 0 || contract.nil == 0 {
            bid += bids;
            won += takes;
            continue;
        }
        let award = if table.blind.contains(seat) { contract.blind_nil } else { contract.nil };
        points += if takes == 0 { i32::from(award) } else { -i32::from(award) };
        match contract.nil_tricks {
            NilTricks::Count => won += takes,
            NilTricks::Bags => bags += takes,
            NilTricks::Nothing => {}
        }
    }
    let award = match contract.big_bid {
        Some(big) if bid >= i32::from(big.tricks) => i32::from(big.points),
        _ => i32::from(contract.trick) * bid,
    };
    if won >= bid {
        points += award;
        bags += won - bid;
    } else {
        points -= award;
    }
    points += i32::from(contract.bag) * bags;
    let mut total = i32::from(before) + bags;
    if contract.bag_limit > 0 {
        let limit = i32::from(contract.bag_limit);
        points += i32::from(contract.bag_penalty) * (total / limit);
        total %= limit;
    } else {
        total = 0;
    }
    ContractResult { points, bags: total as u8 }
}

fn contracts(c: &Compiled, table: &Table, contract: ContractScore) -> [i32; MAX_SEATS] {
    let mut scores = [0; MAX_SEATS];
    for seat in seats_in(c, table) {
        let i = seat.index();
        // Partners share the result of the first seat of their side.
        let first = (0..i).find(|other| c.side[*other] == c.side[i]);
        scores[i] = match first {
            Some(first) => scores[first],
            None => contract_result(c, table, contract, c.side[i]).points,
        };
    }
    scores
}

fn penalties(c: &Compiled, table: &Table, rules: PenaltyScore, over: bool) -> [i32; MAX_SEATS] {
    let mut scores = table.points.map(|points| -i32::from(points));
    if !over {
        return scores;
    }
    let total = c.penalty_total;
    match (moon_shooter(c, table), rules.moon) {
        (Some(shooter), Moon::OthersPay) => {
            for (seat, score) in scores[..c.seats].iter_mut().enumerate() {
                *score += if seat == shooter.index() { total } else { -total };
            }
        }
        (Some(shooter), Moon::Paid) => scores[shooter.index()] += 2 * total,
        (Some(_), Moon::None) | (None, _) => {
            for seat in seats_in(c, table).filter(|seat| table.won[seat.index()] == 0) {
                scores[seat.index()] += i32::from(rules.no_trick_bonus);
            }
        }
    }
    scores
}

/// Returns the seat that took every card with positive points.
fn moon_shooter(c: &Compiled, table: &Table) -> Option<Seat> {
    // Fast path: no seat has enough points, even if it also took every negative one.
    let least = c.penalty_total + c.points.iter().map(|p| i32::from(*p).min(0) * 2).sum::<i32>();
    if !table.points[..c.seats].iter().any(|points| i32::from(*points) >= least) {
        return None;
    }
    let mut takers = winners(table)
        .filter(|(_, cards)| cards.iter().any(|card| c.points[card.index()] > 0))
        .map(|(seat, _)| seat);
    let first = takers.next()?;
    takers.all(|seat| seat == first).then_some(first)
}

/// Returns the complete tricks, each with its winner: the leader of the next trick, or the winner
/// of the last.
fn winners(table: &Table) -> impl Iterator<Item = (Seat, &[Card])> {
    let done = table.tricks();
    let next = move |trick: usize| {
        if trick + 1 < done {
            Seat::new(usize::from(table.leaders[trick + 1]))
        } else {
            table.winner
        }
    };
    table.history().take(done).enumerate().map(move |(trick, (_, cards))| (next(trick), cards))
}

fn level_awards(c: &Compiled, table: &Table, levels: &LevelScore) -> [i32; MAX_SEATS] {
    let count = |side: u8| -> i32 {
        seats_in(c, table)
            .filter(|seat| c.side[seat.index()] == side)
            .map(|seat| match levels.count {
                Counted::Tricks => i32::from(table.won[seat.index()]),
                Counted::Points => i32::from(table.points[seat.index()]),
            })
            .sum()
    };
    let tricks = |side: u8| -> u32 {
        let of_side = seats_in(c, table).filter(|seat| c.side[seat.index()] == side);
        of_side.map(|seat| u32::from(table.won[seat.index()])).sum()
    };
    let mut scores = [0; MAX_SEATS];
    for seat in seats_in(c, table) {
        let side = c.side[seat.index()];
        let own = count(side);
        let most = seats_in(c, table)
            .map(|other| c.side[other.index()])
            .all(|other| other == side || count(other) < own);
        let reached = levels.levels.iter().rev().find(|level| own >= i32::from(level.least));
        let award = match levels.all_tricks {
            Some(award) if tricks(side) == u32::from(table.tricks) => award,
            _ => reached.map_or(0, |level| level.award),
        };
        scores[seat.index()] = if most { i32::from(award) } else { 0 };
    }
    scores
}

fn makers_against_others(c: &Compiled, table: &Table, rules: MakerScore) -> [i32; MAX_SEATS] {
    let mut scores = [0; MAX_SEATS];
    let Some(maker) = table.maker else { return scores };
    let is_maker = |seat: &Seat| c.same_side(*seat, maker);
    let won: u8 = Seat::all(c.seats).filter(is_maker).map(|seat| table.won[seat.index()]).sum();
    let award = match won {
        all if all == table.tricks && table.alone => rules.alone_march,
        all if all == table.tricks => rules.march,
        enough if enough >= rules.need => rules.made,
        _ => rules.euchred,
    };
    let to_makers = won >= rules.need;
    for seat in Seat::all(c.seats).filter(|seat| is_maker(seat) == to_makers) {
        scores[seat.index()] = i32::from(award);
    }
    scores
}

/// Returns the sum of the final scores, if the rules fix it.
pub(crate) fn total(c: &Compiled, table: &Table) -> Option<i32> {
    match &c.rules.score {
        Score::Exact(exact) if exact.hit == exact.miss => {
            let each = exact.hit;
            let plain = each.bid == 0 && each.off == 0;
            let seats = i32::from(table.active);
            plain.then(|| {
                i32::from(each.base) * seats + i32::from(each.trick) * i32::from(table.tricks)
            })
        }
        Score::Penalty(rules) if rules.no_trick_bonus == 0 => {
            let all: i32 = c.pack.iter().map(|card| i32::from(c.points[card.index()])).sum();
            let dealt = usize::from(table.active) * table.dealt() == c.pack.len();
            let moon = match (moon_shooter(c, table), rules.moon) {
                (Some(_), Moon::OthersPay) => -c.penalty_total * (c.seats as i32 - 2),
                (Some(_), Moon::Paid) => 2 * c.penalty_total,
                _ => 0,
            };
            dealt.then_some(moon - all)
        }
        _ => None,
    }
}
