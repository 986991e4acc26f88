//! Games of the engine: written in every format, read back and replayed; and tampered records, which
//! the replay must catch.

use crate::common::checks::check_formats;
use crate::common::self_play::self_play;
use facedown_game::Seat;
use facedown_riichi::rules::Length;
use facedown_riichi::{DrawKind, Rules};
use facedown_riichi_logs::{
    Count, Counts, Matter, Record, Round, RoundEnd, Step, replay, replay_with_rules,
};
use facedown_tiles::Tile;

fn no_reds() -> Rules {
    let mut rules = Rules::TENHOU.with_reds([0; 3]);
    rules.score.red_fives = false;
    rules
}

#[test]
fn games_of_the_engine_survive_every_format_and_replay_to_the_same() {
    let mut counts = Counts::default();
    let presets = [
        ("tenhou", Rules::TENHOU, 60),
        ("tenhou3", Rules::TENHOU3, 40),
        ("tonpu", Rules::TENHOU.with_length(Length::Tonpu), 20),
        ("no reds", no_reds(), 10),
        ("mjsoul", Rules::MJSOUL, 20),
        ("mjsoul3", Rules::MJSOUL3, 20),
    ];
    for (name, rules, games) in presets {
        for number in 0..games {
            let record = self_play(rules, number);
            check_formats(&record, name);
            let bare = Record { seed: None, ..record.clone() };
            for record in [&record, &bare] {
                match replay_with_rules(record, rules) {
                    Ok(replayed) => counts.merge(&replayed.counts),
                    Err(disagreement) => panic!("{name} {number}: {disagreement}"),
                }
            }
        }
    }
    let seen = [
        Count::Chi,
        Count::Pon,
        Count::OpenKan,
        Count::ClosedKan,
        Count::RiichiKan,
        Count::AddedKan,
        Count::Nuki,
        Count::KanDora,
        Count::Riichi,
        Count::DoubleRiichi,
        Count::RefusedRiichi,
        Count::Tsumo,
        Count::Ron,
        Count::DoubleRon,
        Count::Ippatsu,
        Count::Chankan,
        Count::Rinshan,
        Count::Haitei,
        Count::Houtei,
        Count::FuritenTiles,
        Count::Exhausted,
        Count::NineTerminals,
        Count::FourKans,
        Count::Extension,
        Count::Tobi,
        Count::Yame,
    ];
    for count in seen {
        assert!(counts.get(count) > 0, "{}:\n{counts}", count.name());
    }
}

/// A change to a record; `None` if it does not apply.
type Change = fn(&mut Record) -> Option<()>;

fn rounds(record: &mut Record) -> impl Iterator<Item = &mut Round> {
    record.rounds.iter_mut()
}

fn first_step(record: &mut Record, fits: impl Fn(&Step) -> bool) -> Option<&mut Step> {
    rounds(record).flat_map(|round| round.steps.iter_mut()).find(|step| fits(step))
}

fn first_win(record: &mut Record) -> Option<&mut facedown_riichi_logs::WinRecord> {
    rounds(record).find_map(|round| match &mut round.end {
        Some(RoundEnd::Wins(wins)) => wins.first_mut(),
        _ => None,
    })
}

fn first_draw(record: &mut Record) -> Option<&mut facedown_riichi_logs::DrawRecord> {
    rounds(record).find_map(|round| match &mut round.end {
        Some(RoundEnd::Drawn(draw)) if draw.kind == Some(DrawKind::Exhausted) => Some(draw),
        _ => None,
    })
}

fn other(tile: Tile) -> Tile {
    Tile::new((tile.index() as u8 + 1) % 34)
}

/// Changes, and the check that catches them.
const CHANGES: &[(&str, Matter, Change)] = &[
    ("another dealt tile", Matter::Deal, |r| {
        let tile = &mut r.rounds[0].hands[1][3];
        *tile = other(*tile);
        Some(())
    }),
    ("another indicator", Matter::Deal, |r| {
        r.rounds[1].indicator = other(r.rounds[1].indicator);
        Some(())
    }),
    ("another drawn tile", Matter::Step, |r| {
        match first_step(r, |s| matches!(s, Step::Draw { .. }))? {
            Step::Draw { tile, .. } => {
                *tile = other(*tile);
                Some(())
            }
            _ => None,
        }
    }),
    ("a discard that is not held", Matter::Move, |r| {
        match first_step(r, |s| matches!(s, Step::Discard { .. }))? {
            Step::Discard { tile, drawn, .. } => {
                (*tile, *drawn) = (other(*tile), true);
                Some(())
            }
            _ => None,
        }
    }),
    ("a discard from the hand after riichi", Matter::Move, |r| {
        for round in rounds(r) {
            let accepted = |s: &Step| match s {
                Step::RiichiAccepted { seat } => Some(*seat),
                _ => None,
            };
            let Some((at, seat)) =
                round.steps.iter().enumerate().find_map(|(i, s)| Some((i, accepted(s)?)))
            else {
                continue;
            };
            for step in &mut round.steps[at..] {
                if let Step::Discard { seat: by, drawn, .. } = step
                    && *by == seat
                {
                    *drawn = false;
                    return Some(());
                }
            }
        }
        None
    }),
    ("a missing indicator", Matter::Step, |r| {
        let round = rounds(r)
            .find(|round| round.steps.iter().any(|step| matches!(step, Step::Dora { .. })))?;
        round.steps.retain(|step| !matches!(step, Step::Dora { .. }));
        Some(())
    }),
    ("riichi not accepted", Matter::Step, |r| {
        let round = rounds(r).find(|round| {
            round.steps.iter().any(|step| matches!(step, Step::RiichiAccepted { .. }))
        })?;
        round.steps.retain(|step| !matches!(step, Step::RiichiAccepted { .. }));
        Some(())
    }),
    ("another seat calls", Matter::Move, |r| {
        let step = first_step(r, |s| matches!(s, Step::Pon { .. }))?;
        let Step::Pon { seat, from, called, own } = *step else { return None };
        let stranger = Seat::new((0..4).find(|s| *s != seat.index() && *s != from.index())?);
        *step = Step::Pon { seat: stranger, from, called, own };
        Some(())
    }),
    ("another yaku", Matter::Win, |r| {
        first_win(r)?.value.as_mut()?.yaku.as_mut()?.push((8, 9));
        Some(())
    }),
    ("other fu", Matter::Win, |r| {
        *first_win(r)?.value.as_mut()?.fu.as_mut()? += 10;
        Some(())
    }),
    ("other points", Matter::Win, |r| {
        first_win(r)?.value.as_mut()?.points += 100;
        Some(())
    }),
    ("another payment", Matter::Win, |r| {
        first_win(r)?.deltas.as_mut()?[2] += 100;
        Some(())
    }),
    ("another winning hand", Matter::Win, |r| {
        first_win(r)?.hand.as_mut()?.pop();
        Some(())
    }),
    ("another ura indicator", Matter::Win, |r| {
        first_win(r)?.ura.push(Tile::new(0));
        Some(())
    }),
    ("a liable seat", Matter::Win, |r| {
        first_win(r)?.liable = Some(Seat::new(0));
        Some(())
    }),
    ("another tenpai payment", Matter::Draw, |r| {
        first_draw(r)?.deltas.as_mut()?[0] += 500;
        Some(())
    }),
    ("another reason", Matter::Draw, |r| {
        first_draw(r)?.kind = Some(DrawKind::FourWinds);
        Some(())
    }),
    ("a hand shown that is not tenpai", Matter::Draw, |r| {
        let draw = first_draw(r)?;
        let hidden = draw.shown.iter_mut().find(|hand| hand.is_none())?;
        *hidden = Some(vec![Tile::new(0); 13]);
        Some(())
    }),
    ("another counter", Matter::Setup, |r| {
        r.rounds[2].honba += 1;
        Some(())
    }),
    ("another stick", Matter::Setup, |r| {
        r.rounds[2].sticks += 1;
        Some(())
    }),
    ("another score", Matter::Setup, |r| {
        r.rounds[2].scores[0] += 100;
        Some(())
    }),
    ("a round left out", Matter::Setup, |r| {
        r.rounds.remove(1);
        Some(())
    }),
    ("the last round left out", Matter::End, |r| r.rounds.pop().map(|_| ())),
    ("a round after the end", Matter::End, |r| {
        r.rounds.push(r.rounds[0].clone());
        Some(())
    }),
    ("other final scores", Matter::End, |r| {
        r.end.as_mut()?.scores.as_mut()?[1] += 100;
        Some(())
    }),
    ("another result", Matter::End, |r| {
        r.end.as_mut()?.tenths.as_mut()?[3] -= 10;
        Some(())
    }),
];

#[test]
fn a_record_that_was_tampered_with_is_caught() {
    for (name, matter, change) in CHANGES {
        let mut caught = 0;
        for number in 0..20 {
            let mut record = self_play(Rules::TENHOU, number);
            if change(&mut record).is_none() {
                continue;
            }
            let disagreement = replay(&record).expect_err(name);
            caught += u32::from(disagreement.matter == *matter);
            assert!(!disagreement.to_string().is_empty());
        }
        assert!(caught > 0, "{name} was never caught as {}", matter.name());
    }
}

#[test]
fn a_disagreement_names_round_step_expected_and_got() {
    let mut record = self_play(Rules::TENHOU, 0);
    let Some(Step::Draw { tile, .. }) = record.rounds[0].steps.get_mut(0) else {
        panic!("a round starts with a draw");
    };
    let drawn = *tile;
    *tile = other(drawn);
    let got = replay(&record).unwrap_err().to_string();
    let expected = format!(
        "round 0 (East 1) step 0, step: expected Draw {{ seat: Seat(0), tile: {} }}, \
         got Draw {{ seat: Seat(0), tile: {drawn} }}",
        other(drawn)
    );
    assert_eq!(got, expected);
}

#[test]
fn a_game_may_begin_in_the_middle_and_break_off() {
    let record = self_play(Rules::TENHOU, 3);
    let mut middle = Record { seed: None, ..record.clone() };
    middle.rounds.remove(0);
    assert!(replay(&middle).is_ok_and(|replayed| replayed.complete));
    let mut cut = Record { end: None, ..record };
    let last = cut.rounds.last_mut().unwrap();
    last.end = None;
    for steps in (0..last.steps.len()).rev() {
        cut.rounds.last_mut().unwrap().steps.truncate(steps);
        let replayed = replay(&cut).unwrap_or_else(|d| panic!("{steps}: {d}"));
        assert!(!replayed.complete);
    }
}
