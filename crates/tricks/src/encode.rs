//! Action ids and observations for networks.

use crate::compile::Compiled;
use crate::constraints::shown;
use crate::following::{Play, each_play};
use crate::legal::legal_cards;
use crate::{Action, Cards, Legal, Phase, State, Tricks, View};
use facedown_cards::CardSet;
use facedown_game::{ActionBuf, ActionSpace, Element, Encoder, Game, Layout, MAX_SEATS, Seat};

/// The action space: 0-51 cards, 52-104 bids of 0 to 52 tricks, 105-112 trump (clubs, clubs alone,
/// diamonds, …), 113 decline, 114 look, 115 blind nil.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActionIds;

impl ActionSpace<Tricks> for ActionIds {
    fn reads_view(&self) -> bool {
        false
    }

    fn len(&self) -> usize {
        Action::COUNT
    }

    fn index(&self, _: &View, action: Action) -> usize {
        action.index()
    }

    fn action(&self, _: &View, legal: &[Action], index: usize) -> Option<Action> {
        let action = Action::from_index(index)?;
        legal.binary_search(&action).is_ok().then_some(action)
    }

    fn reads_list(&self) -> bool {
        false
    }

    #[inline]
    fn known_action(&self, _: &View, _: &[Action], index: usize) -> Action {
        Action::from_index(index).expect("an id of the space")
    }

    #[inline]
    fn legal_ids(&self, game: &Tricks, state: &State, ids: &mut [u64]) -> bool {
        let (c, table) = (&*game.c, &state.table);
        match table.phase {
            Phase::Play | Phase::Pass | Phase::Discard => {
                let seat = table.to_act.index();
                let last = state.passed[seat].as_slice().last().copied();
                ids[0] = legal_cards(c, table, state.hands[seat], last);
            }
            _ => {
                let mut legal = Legal::default();
                game.legal_actions(state, &mut legal);
                for action in legal.as_slice() {
                    ids[action.index() / 64] |= 1 << (action.index() % 64);
                }
            }
        }
        true
    }
}

/// Planes of 52 slots, one for each kind of card, and a last plane of numbers. Seats are relative
/// to the view's own: relative seat 1 has the next index.
///
/// | planes | 1 (or a raw count) for cards that … |
/// |---|---|
/// | 0 | the seat holds |
/// | 1 | it holds twice |
/// | 2 | it passed |
/// | 3 | it received |
/// | 4 | were turned up |
/// | 5 | are trumps |
/// | 6 | it may play, pass or discard now |
/// | 7 | are winning the trick in progress |
/// | 8-17 | relative seat 0-9 has played to complete tricks |
/// | 18-27 | relative seat 0-9 has played to the trick in progress |
/// | 28-37 | relative seat 0-9 cannot hold |
/// | 38-47 | relative seat 0-9 is known to hold |
/// | 48 | raw: were played to this trick, from 1; the later one for two copies |
///
/// Plane 49 holds raw numbers. Slots 0-7: the phase, one-hot; 8: complete tricks; 9: cards dealt to
/// each seat; 10: cards face down; 11: whether the locked suit is broken; 12: cards in the trick;
/// 13-16: the trump suit, one-hot, all 0 without trump; 17: the relative seat of the dealer. For
/// relative seats 0-9, 18-27: the bid plus 1, 0 without one; 28-37: tricks taken; 38-47: points
/// taken plus 32, at most 255, in games where cards have points. 48: the relative seat to act; 49:
/// the seat's bags; 50 and 51: by how many tens of points the seat is ahead of, and behind, the best
/// opponent in the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlaneEncoder;

const PLAYED: usize = 8;
const TRICK: usize = 18;
const LACKS: usize = 28;
const HOLDS: usize = 38;
const WHEN: usize = 48;
const NUMBERS: usize = 49;

const fn with_seats(
    mut names: [&'static str; PlaneEncoder::COUNT],
    from: usize,
    of: [&'static str; MAX_SEATS],
) -> [&'static str; PlaneEncoder::COUNT] {
    let mut seat = 0;
    while seat < MAX_SEATS {
        names[from + seat] = of[seat];
        seat += 1;
    }
    names
}

macro_rules! for_seats {
    ($what:literal) => {
        [
            concat!($what, "the seat itself"),
            concat!($what, "seat +1"),
            concat!($what, "seat +2"),
            concat!($what, "seat +3"),
            concat!($what, "seat +4"),
            concat!($what, "seat +5"),
            concat!($what, "seat +6"),
            concat!($what, "seat +7"),
            concat!($what, "seat +8"),
            concat!($what, "seat +9"),
        ]
    };
}

impl PlaneEncoder {
    /// Number of planes.
    pub const COUNT: usize = 50;
    /// Shape of the observation.
    pub const SHAPE: [usize; 2] = [Self::COUNT, 52];

    const SCALES: [f32; Self::COUNT] = {
        let mut scales = [1.0; Self::COUNT];
        scales[WHEN] = 1.0 / 52.0;
        scales[NUMBERS] = 0.01;
        scales
    };

    const CHANNELS: [&'static str; Self::COUNT] = {
        let mut names = [""; Self::COUNT];
        names[0] = "own hand";
        names[1] = "own hand, twice";
        names[2] = "passed";
        names[3] = "received";
        names[4] = "upcard";
        names[5] = "trumps";
        names[6] = "may be played or passed";
        names[7] = "winning the trick";
        names = with_seats(names, PLAYED, for_seats!("played before by "));
        names = with_seats(names, TRICK, for_seats!("played to this trick by "));
        names = with_seats(names, LACKS, for_seats!("cannot be with "));
        names = with_seats(names, HOLDS, for_seats!("known to be with "));
        names[WHEN] = "the trick it was played to";
        names[NUMBERS] = "numbers";
        names
    };
}

impl Encoder<Tricks> for PlaneEncoder {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: "tricks-planes-2".into(),
            shape: &Self::SHAPE,
            scales: &Self::SCALES,
            channels: &Self::CHANNELS,
        }
    }

    fn encode<T: Element>(&self, game: &Tricks, view: &View, out: &mut [T]) {
        let (planes, _) = out.as_chunks_mut::<52>();
        let (c, table, seats) = (&*game.c, &view.table, game.c.seats);
        let own = [
            view.hand.bits(),
            view.hand.doubles().bits(),
            view.passed.cards().bits(),
            view.received.cards().bits(),
            table.upcard.map_or(0, |card| CardSet::only(card).bits()),
            c.trump(table.trump).trumps,
            view_cards(c, view),
            table.winning().map_or(0, |(_, card)| CardSet::only(card).bits()),
        ];
        for (plane, bits) in planes.iter_mut().zip(own) {
            T::write_bits(bits, plane);
        }
        let history = History::of(game, view);
        for (from, sets) in [
            (PLAYED, &history.played),
            (TRICK, &history.trick),
            (LACKS, &history.lacks),
            (HOLDS, &history.holds.map(Cards::bits)),
        ] {
            let (present, absent) = planes[from..from + MAX_SEATS].split_at_mut(seats);
            for (places, plane) in present.iter_mut().enumerate() {
                let seat = view.seat.index() + places;
                T::write_bits(sets[if seat < seats { seat } else { seat - seats }], plane);
            }
            absent.as_flattened_mut().fill(T::default());
        }
        let scale = Self::SCALES[WHEN];
        planes[WHEN] = history.when.map(|raw| T::from_count(raw, scale));
        let scale = Self::SCALES[NUMBERS];
        planes[NUMBERS] = numbers(game, view).map(|raw| T::from_count(raw, scale));
    }
}

/// Returns the cards that the seat may play, pass or discard now.
fn view_cards(c: &Compiled, view: &View) -> u64 {
    if view.table.to_act != view.seat {
        return 0;
    }
    legal_cards(c, &view.table, view.hand, view.passed.as_slice().last().copied())
}

/// What the plays so far say about each seat.
struct History {
    /// The cards played to complete tricks, and to the one in progress.
    played: [u64; MAX_SEATS],
    trick: [u64; MAX_SEATS],
    /// The cards that a seat cannot hold, and is known to hold.
    lacks: [u64; MAX_SEATS],
    holds: [Cards; MAX_SEATS],
    /// The trick that each card was played to, from 1.
    when: [u8; 52],
}

impl History {
    /// Gathers [`Tricks::constraints`] and the cards of each seat in one pass.
    fn of(game: &Tricks, view: &View) -> Self {
        let (c, table) = (&*game.c, &view.table);
        let none = [0; MAX_SEATS];
        let mut history =
            Self { played: none, trick: none, lacks: none, holds: shown(c, view), when: [0; 52] };
        let shown = history.holds.iter().fold(0, |cards, held| cards | held.bits());
        let mut contradictory = 0;
        each_play(c, table, |&Play { seat, card, trick, disproved }| {
            let (i, bit) = (seat.index(), 1 << card.index());
            contradictory |= history.lacks[i] & bit;
            history.lacks[i] |= disproved;
            if shown & bit != 0 {
                history.holds[i].remove(card);
            }
            let complete = trick < table.tricks();
            let sets = if complete { &mut history.played } else { &mut history.trick };
            sets[i] |= bit;
            history.when[card.index()] = trick as u8 + 1;
            true
        });
        for lacks in &mut history.lacks {
            // A contradictory history implies nothing.
            *lacks &= if contradictory == 0 { CardSet::FULL.bits() } else { 0 };
        }
        history
    }
}

fn numbers(game: &Tricks, view: &View) -> [u8; 52] {
    let (c, table, own) = (&*game.c, &view.table, view.seat.index());
    let relative = |seat: Seat| {
        let seat = seat.index();
        (if seat < own { seat + c.seats - own } else { seat - own }) as u8
    };
    let mut raw = [0u8; 52];
    if (table.phase as usize) <= Phase::Over as usize {
        raw[table.phase as usize] = 1;
    }
    raw[8] = table.tricks;
    raw[9] = table.dealt;
    raw[10] = table.stock;
    raw[11] = u8::from(table.broken);
    raw[12] = table.in_trick;
    if let Some(suit) = table.trump() {
        raw[13 + suit.index()] = 1;
    }
    raw[17] = relative(table.setup.dealer);
    for seat in Seat::all(c.seats) {
        let place = usize::from(relative(seat));
        raw[18 + place] = table.bid(seat).map_or(0, |bid| bid + 1);
        raw[28 + place] = table.won[seat.index()];
        if !c.rules.pack.points.is_empty() {
            raw[38 + place] = (table.points[seat.index()] + 32).clamp(0, 255) as u8;
        }
    }
    raw[48] = relative(table.to_act);
    raw[49] = table.setup.bags[own];
    let score = |seat: Seat| i32::from(table.setup.scores[seat.index()]);
    let others = Seat::all(c.seats).filter(|seat| !c.same_side(*seat, view.seat));
    let ahead = score(view.seat) - others.map(score).max().unwrap_or(0);
    raw[50] = (ahead / 10).clamp(0, 255) as u8;
    raw[51] = (-ahead / 10).clamp(0, 255) as u8;
    raw
}
