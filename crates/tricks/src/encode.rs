//! How networks see the game: numbered actions, views as planes of cards.

use crate::{Action, Cards, Phase, Tricks, View};
use facedown_cards::CardSet;
use facedown_game::{ActionSpace, Element, Encoder, Game, Layout, MAX_SEATS, Seat};

/// The numbering of actions: 0-51 card, 52-104 bids of 0 to 52 tricks, 105-112 trump (clubs, clubs
/// alone, diamonds, …), 113 decline, 114 look, 115 blind nil.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Actions;

impl ActionSpace<Tricks> for Actions {
    fn reads_view(&self) -> bool {
        false
    }

    fn len(&self) -> usize {
        Action::COUNT
    }

    fn index(&self, _: &View, action: Action) -> usize {
        action.number()
    }

    fn action(&self, _: &View, legal: &[Action], index: usize) -> Option<Action> {
        let action = Action::from_number(index)?;
        legal.binary_search(&action).is_ok().then_some(action)
    }
}

/// A view as planes of 52, one slot for each kind of card, and a last plane of numbers. Seats are
/// counted from the view's own, in the order of numbers: relative seat 1 is the next number.
///
/// | planes | 1 (or the raw count) where … |
/// |---|---|
/// | 0 | the seat holds the card |
/// | 1 | it holds it twice |
/// | 2 | it handed the card on |
/// | 3 | it was handed the card |
/// | 4 | the card was turned up |
/// | 5 | the card is a trump |
/// | 6 | the seat may play it, or hand it on, now |
/// | 7 | it is winning the trick in progress |
/// | 8-17 | relative seat 0-9 has played it to a trick that is complete |
/// | 18-27 | relative seat 0-9 has played it to the trick in progress |
/// | 28-37 | relative seat 0-9 cannot hold it |
/// | 38-47 | relative seat 0-9 is known to hold it |
/// | 48 | raw: the number of the trick it was played to, from 1; of two copies the later |
///
/// Plane 49 holds raw numbers: slots 0-7 the phase, one of them 1; 8 the tricks complete; 9 the
/// cards dealt to each; 10 the cards face down; 11 whether the locked suit is broken; 12 the cards
/// in the trick; 13-16 the trump suit, one of them 1, none where there is none; 17 how many seats
/// after the seat the dealer is; then for relative seats 0-9 slots 18-27 the bid plus 1, 0 without
/// one; 28-37 the tricks taken; 38-47 the points taken plus 32, where cards have points, at most
/// 255; 48 how many seats after the seat the one to act is; 49 the seat's bags; 50 and 51 the match
/// score of the seat less the best other one: what it is ahead, what it is behind, in tens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Planes;

const PLAYED: usize = 8;
const TRICK: usize = 18;
const LACKS: usize = 28;
const HOLDS: usize = 38;
const WHEN: usize = 48;
const NUMBERS: usize = 49;

const fn with_seats(
    mut names: [&'static str; Planes::COUNT],
    from: usize,
    of: [&'static str; MAX_SEATS],
) -> [&'static str; Planes::COUNT] {
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

impl Planes {
    /// How many planes there are.
    pub const COUNT: usize = 50;
    /// The array's shape.
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
        names[2] = "handed on";
        names[3] = "received";
        names[4] = "upcard";
        names[5] = "trumps";
        names[6] = "may be played or handed on";
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

impl Encoder<Tricks> for Planes {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: "tricks-planes-1".into(),
            shape: &Self::SHAPE,
            scales: &Self::SCALES,
            channels: &Self::CHANNELS,
        }
    }

    fn encode<T: Element>(&self, game: &Tricks, view: &View, out: &mut [T]) {
        let (planes, _) = out.as_chunks_mut::<52>();
        let (c, table) = (&*game.c, &view.table);
        let relative = |seat: Seat| (seat.index() + c.seats - view.seat.index()) % c.seats;
        let mut sets = [0u64; WHEN];
        sets[0] = view.hand.bits();
        sets[1] = view.hand.doubles().bits();
        sets[2] = bits(view.given.cards());
        sets[3] = bits(view.received.cards());
        sets[4] = table.upcard.map_or(0, |card| CardSet::only(card).bits());
        sets[5] = c.trump(table.trump).trumps;
        sets[6] = choosable(game, view);
        sets[7] = table.winning().map_or(0, |(_, card)| CardSet::only(card).bits());
        let facts = game.constraints(view);
        for seat in Seat::all(c.seats) {
            sets[LACKS + relative(seat)] = facts.lacks[seat.index()].bits();
            sets[HOLDS + relative(seat)] = facts.holds[seat.index()].bits();
        }
        let mut when = [0u8; 52];
        let complete = table.tricks() * usize::from(table.active);
        for (number, (seat, card)) in table.plays_by_seat(c).enumerate() {
            let plane = if number < complete { PLAYED } else { TRICK };
            sets[plane + relative(seat)] |= CardSet::only(card).bits();
            when[card.index()] = (number / usize::from(table.active)) as u8 + 1;
        }
        for (plane, bits) in planes.iter_mut().zip(sets) {
            T::write_bits(bits, plane);
        }
        for (slot, raw) in planes[WHEN].iter_mut().zip(when) {
            *slot = T::from_count(raw, Self::SCALES[WHEN]);
        }
        for (slot, raw) in planes[NUMBERS].iter_mut().zip(numbers(game, view)) {
            *slot = T::from_count(raw, Self::SCALES[NUMBERS]);
        }
    }
}

fn bits(cards: Cards) -> u64 {
    cards.bits()
}

/// The cards that the seat may choose now.
fn choosable(game: &Tricks, view: &View) -> u64 {
    use facedown_game::ActionBuf;
    let mut legal = crate::Legal::default();
    game.view_actions(view, &mut legal);
    let cards = legal.as_slice().iter().filter_map(|action| action.as_card());
    cards.collect::<CardSet>().bits()
}

fn numbers(game: &Tricks, view: &View) -> [u8; 52] {
    let (c, table, own) = (&*game.c, &view.table, view.seat.index());
    let relative = |seat: Seat| ((seat.index() + c.seats - own) % c.seats) as u8;
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
    let others = Seat::all(c.seats).filter(|seat| !c.together(*seat, view.seat));
    let ahead = score(view.seat) - others.map(score).max().unwrap_or(0);
    raw[50] = (ahead / 10).clamp(0, 255) as u8;
    raw[51] = (-ahead / 10).clamp(0, 255) as u8;
    raw
}
