//! Random winning hands in random situations.

use super::Case;
use facedown_game::Rng;
use facedown_riichi::score::{
    Counted, Daisharin, DoubleYakuman, LocalYaku, Paarenchan, Renhou, Riichi, ScoreRules, Situation,
};
use facedown_tiles::{Kind, Meld, MeldShape, Tile};
use std::num::NonZeroU8;

/// A random win.
pub(crate) struct Drawn {
    pub(crate) case: Case,
    situation: Situation<'static>,
    dora: Vec<Kind>,
    ura: Vec<Kind>,
}

impl Drawn {
    pub(crate) fn situation(&self) -> Situation<'_> {
        Situation { dora_indicators: &self.dora, ura_indicators: &self.ura, ..self.situation }
    }
}

fn one_in(rng: &mut Rng, n: u32) -> bool {
    rng.below(n) == 0
}

/// Returns the kinds that a hand is built from: often few, so that rare yaku occur.
fn palette(rng: &mut Rng, three_seats: bool) -> Vec<u8> {
    let suit = rng.below(3) as u8;
    let kinds: Vec<u8> = match rng.below(11) {
        10 => (0..27).filter(|&kind| Kind::new(kind).is_terminal()).collect(),
        0 | 1 => (9 * suit..9 * suit + 9).collect(),
        2 => (9 * suit..9 * suit + 9).chain(27..34).collect(),
        3 => (0..34).filter(|&kind| Kind::new(kind).is_outside()).collect(),
        4 => (27..34).collect(),
        5 => vec![19, 20, 21, 23, 25, 32],
        6 => (0..27).filter(|kind| !matches!(kind % 9, 3..=5)).chain(27..34).collect(),
        7 => (0..27).filter(|kind| (kind % 9) / 3 == u8::from(suit == 2)).collect(),
        8 => (0..27).filter(|kind| !Kind::new(*kind).is_terminal()).collect(),
        _ => (0..34).collect(),
    };
    let lacking = |kind: &u8| three_seats && (1..8).contains(kind);
    kinds.into_iter().filter(|kind| !lacking(kind)).collect()
}

/// Tries to build a hand.
fn case(rng: &mut Rng, three_seats: bool) -> Option<Case> {
    let palette = palette(rng, three_seats);
    let pick = |rng: &mut Rng| rng.choose(&palette).copied();
    let mut closed = [0u8; 34];
    let mut melds = Vec::new();
    match rng.below(50) {
        0..=2 => {
            let stars = one_in(rng, 20);
            for n in 0..7 {
                closed[if stars { 27 + n } else { usize::from(pick(rng)?) }] = 2;
            }
        }
        3 => {
            let orphans: Vec<u8> = (0..34).filter(|&k| Kind::new(k).is_outside()).collect();
            for &kind in &orphans {
                closed[usize::from(kind)] = 1;
            }
            closed[usize::from(*rng.choose(&orphans)?)] = 2;
        }
        4 => {
            let suit = rng.below(3) as usize;
            if three_seats && suit == 0 {
                return None;
            }
            let suit = &mut closed[9 * suit..9 * suit + 9];
            if one_in(rng, 4) {
                suit.copy_from_slice(&[0, 2, 2, 2, 2, 2, 2, 2, 0]);
            } else {
                suit.copy_from_slice(&[3, 1, 1, 1, 1, 1, 1, 1, 3]);
                suit[rng.below(9) as usize] += 1;
            }
        }
        _ => {
            closed[usize::from(pick(rng)?)] += 2;
            let calls = rng.below(5);
            for set in 0..4 {
                let first = pick(rng)?;
                add_set(rng, first, set < calls, three_seats, &mut closed, &mut melds)?;
            }
        }
    }
    let held: Vec<usize> = (0..34).filter(|&kind| closed[kind] > 0).collect();
    let win = Kind::new(*rng.choose(&held)? as u8);
    let reds = u8::from(Kind::all().any(|kind| kind.is_five() && closed[kind.index()] > 0))
        * rng.below(2) as u8;
    let legal = copies(&closed, &melds).iter().all(|&count| count <= 4);
    let size = closed.iter().map(|&count| usize::from(count)).sum::<usize>() + 3 * melds.len();
    (legal && size == 14).then_some(Case { closed, reds, melds, win: Tile::plain(win) })
}

fn add_set(
    rng: &mut Rng,
    first: u8,
    called: bool,
    three_seats: bool,
    closed: &mut [u8; 34],
    melds: &mut Vec<Meld>,
) -> Option<()> {
    let run = first < 27 && first % 9 <= 6 && !one_in(rng, 3);
    if run && three_seats && first < 9 {
        return None;
    }
    if !called {
        if run {
            (first..first + 3).for_each(|kind| closed[usize::from(kind)] += 1);
        } else {
            closed[usize::from(first)] += 3;
        }
        return Some(());
    }
    let shape = if run {
        if three_seats {
            return None;
        }
        MeldShape::Chi
    } else {
        *rng.choose(&[
            MeldShape::Pon,
            MeldShape::OpenKan,
            MeldShape::AddedKan,
            MeldShape::ClosedKan,
            MeldShape::ClosedKan,
        ])?
    };
    let first = Kind::new(first);
    let has_five = if run { (3..=5).contains(&first.number()) } else { first.is_five() };
    melds.push(Meld {
        shape,
        first,
        reds: u8::from(has_five && one_in(rng, 3)),
        called: Tile::plain(first),
        from: u8::from(shape != MeldShape::ClosedKan),
    });
    Some(())
}

fn copies(closed: &[u8; 34], melds: &[Meld]) -> [u8; 34] {
    let mut counts = *closed;
    for meld in melds {
        let first = meld.first.index();
        if meld.shape == MeldShape::Chi {
            (first..first + 3).for_each(|kind| counts[kind] += 1);
        } else {
            counts[first] += meld.len() as u8;
        }
    }
    counts
}

/// Returns a random win that [`facedown_riichi::score::try_score`] accepts, except for a missing yaku.
pub(crate) fn win(rng: &mut Rng) -> Drawn {
    loop {
        let three_seats = one_in(rng, 4);
        let Some(case) = case(rng, three_seats) else { continue };
        let mut counts = copies(&case.closed, &case.melds);
        let mut situation = situation(rng, &case, three_seats);
        situation.nuki = situation.nuki.min(4 - counts[30]);
        counts[30] += situation.nuki;
        let mut indicators = |rng: &mut Rng| {
            let mut drawn = Vec::new();
            for _ in 0..=rng.below(5) {
                let kind = rng.below(34) as u8;
                let lacking = three_seats && (1..8).contains(&kind);
                if !lacking && counts[usize::from(kind)] < 4 {
                    counts[usize::from(kind)] += 1;
                    drawn.push(Kind::new(kind));
                }
            }
            drawn
        };
        let (dora, ura) = (indicators(rng), indicators(rng));
        return Drawn { case, situation, dora, ura };
    }
}

fn situation(rng: &mut Rng, case: &Case, three_seats: bool) -> Situation<'static> {
    let closed = case.hand().is_closed();
    let tsumo = one_in(rng, 2);
    let first_turn = case.melds.is_empty() && one_in(rng, 12);
    let riichi = match rng.below(4) {
        _ if !closed || first_turn => Riichi::No,
        0 => Riichi::Double,
        1 | 2 => Riichi::Single,
        _ => Riichi::No,
    };
    let declared = riichi != Riichi::No;
    let special = if first_turn { 4 } else { rng.below(8) };
    let winds = if three_seats { 3 } else { 4 };
    let seat_wind = Kind::new(27 + rng.below(winds) as u8);
    Situation {
        tsumo,
        seat_wind,
        round_wind: Kind::new(27 + rng.below(4) as u8),
        riichi,
        open_riichi: declared && one_in(rng, 8),
        ippatsu: declared && one_in(rng, 3),
        last_tile: special == 0,
        after_kan: special == 1 && tsumo,
        robbed_kan: special == 1 && !tsumo,
        first_turn,
        eighth_in_row: seat_wind == Kind::EAST && one_in(rng, 20),
        nuki: if three_seats && !first_turn { rng.below(5) as u8 } else { 0 },
        three_seats,
        ..Situation::RON
    }
}

/// Returns random options.
pub(crate) fn rules(rng: &mut Rng) -> ScoreRules {
    let base = if one_in(rng, 2) { ScoreRules::tenhou() } else { ScoreRules::mjsoul() };
    if one_in(rng, 3) {
        return base;
    }
    let renhou = [Renhou::No, Renhou::FiveHan, Renhou::Mangan, Renhou::Baiman, Renhou::Yakuman];
    ScoreRules {
        open_tanyao: one_in(rng, 2),
        red_fives: one_in(rng, 2),
        double_yakuman: DoubleYakuman {
            kokushi_thirteen: one_in(rng, 2),
            suuankou_tanki: one_in(rng, 2),
            junsei_chuuren: one_in(rng, 2),
            daisuushii: one_in(rng, 2),
        },
        yakuman_add: !one_in(rng, 4),
        yakuman_cap: NonZeroU8::new(if one_in(rng, 4) { 2 } else { 0 }),
        counted: any_of(rng, &[Counted::Yakuman, Counted::Sanbaiman, Counted::Multiple]),
        kiriage: one_in(rng, 2),
        open_pinfu_30: !one_in(rng, 3),
        pinfu_tsumo: !one_in(rng, 3),
        double_wind_pair_4: one_in(rng, 2),
        rinshan_fu: !one_in(rng, 3),
        heaven_any_wait: one_in(rng, 2),
        renhou: any_of(rng, &renhou),
        local: LocalYaku {
            open_riichi: one_in(rng, 2),
            sashikomi: one_in(rng, 2),
            daisharin: any_of(rng, &[Daisharin::No, Daisharin::Circles, Daisharin::AnySuit]),
            daichisei: one_in(rng, 2),
            paarenchan: any_of(rng, &[Paarenchan::No, Paarenchan::NeedsYaku, Paarenchan::Alone]),
        },
        ..base
    }
}

fn any_of<T: Copy>(rng: &mut Rng, items: &[T]) -> T {
    *rng.choose(items).expect("something to choose from")
}
