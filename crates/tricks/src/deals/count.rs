//! The exact number of deals, in 128-bit integers.

use super::plan::StepKind;
use super::table::{DealTable, Options, Transfer};

/// Returns Pascal's triangle: `rows[n][k]` is n choose k. C(104, 52) is below 2^101.
fn binomials(most: usize) -> Vec<Vec<u128>> {
    let mut rows: Vec<Vec<u128>> = Vec::with_capacity(most + 1);
    for n in 0..=most {
        let mut row = vec![1; n + 1];
        for k in 1..n {
            row[k] = rows[n - 1][k - 1] + rows[n - 1][k];
        }
        rows.push(row);
    }
    rows
}

/// Returns the number of deals, or `None` from 2^128 on.
pub(super) fn count(table: &DealTable) -> Option<u128> {
    let ways = binomials(104);
    let layers = &table.plan.layers;
    let mut after: Vec<u128> = vec![1];
    for (step, layer) in table.transfers.iter().zip(layers).rev() {
        let mut here = vec![0; layer.entries];
        let mut rests: Vec<i32> = layer.ranges.iter().map(|range| range.0).collect();
        for (index, value) in here.iter_mut().enumerate() {
            for dim in &layer.dims {
                rests[dim.vertex] = dim.low + index as i32 / dim.stride % dim.len;
            }
            rests[layer.implied] = 0;
            let signed = |(v, rest): (usize, &i32)| if table.is_group(v) { *rest } else { -rest };
            let excess: i32 = rests.iter().enumerate().map(signed).sum();
            rests[layer.implied] = if table.is_group(layer.implied) { -excess } else { excess };
            let (low, high) = layer.ranges[layer.implied];
            if (low..=high).contains(&rests[layer.implied]) {
                *value = total(table, step, &rests, &after, &ways);
            }
        }
        after = here;
    }
    // `u128::MAX` stands for overflow: saturating operations keep it.
    let mut product = after[0];
    for group in &table.reduced.groups {
        let mut left: usize = group.members.iter().map(|member| member.1).sum();
        for &(_, need) in &group.members {
            product = product.saturating_mul(ways[left][need]);
            left -= need;
        }
    }
    (product < u128::MAX).then_some(product)
}

/// Returns the number of deals that follow from these remainders.
fn total(
    table: &DealTable,
    step: &Transfer,
    rests: &[i32],
    after: &[u128],
    ways: &[Vec<u128>],
) -> u128 {
    let Options { least, most, base, slope } = step.options(&table.terms, rests);
    let rest = rests[step.vertex];
    let mut sum = 0u128;
    for k in least..=most {
        let value = after[(base + k * slope) as usize];
        let choose = |n: i32, k: i32| ways[n as usize][k as usize];
        let here = match (table.is_group(step.vertex), step.kind) {
            (true, StepKind::Split(second)) => {
                choose(rests[step.first], k).saturating_mul(choose(rests[second], rest - k))
            }
            (true, _) => choose(rests[step.first], k),
            (false, _) => choose(rest, k),
        };
        if value > 0 {
            sum = sum.saturating_add(value.saturating_mul(here));
        }
    }
    sum
}
