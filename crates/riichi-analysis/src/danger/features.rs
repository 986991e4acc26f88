//! The features of an opponent and of a tile against it, as indices into tables of weights.
//!
//! A feature group is a table; an opponent and a tile select one entry of each. Every group has a
//! table for each [`Class`] of opponent. Numbers are mirrored (9 is as 1), so that both ends of a suit
//! share their weights.

use super::history::{NEVER, SeatHistory, histories};
use facedown_game::Seat;
use facedown_riichi::{Riichi, Table, View};
use facedown_riichi_features::possible_yaku;
use facedown_tiles::{Kind, KindSet, MeldShape, Suit};

/// The classes of opponents, each with weights of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Has declared riichi.
    Riichi,
    /// A closed hand without riichi.
    Closed,
    /// One open meld.
    Open1,
    /// Two open melds.
    Open2,
    /// Three or four open melds.
    Open3,
}

impl Class {
    /// The number of classes.
    pub const COUNT: usize = 5;
}

/// Lays tables out one after the other.
macro_rules! groups {
    ($($name:ident: $size:expr,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Group { $($name,)* }
        const SIZES: &[usize] = &[$($size,)*];
    };
}

groups! {
    // Of the opponent.
    Bias: 1,
    Turn: 20,
    Run: 13,
    SinceCall: 8,
    Wall: 15,
    Dealer: 8,
    LastFromHand: 24,
    Pushes: 5,
    MeldedDora: 5,
    Middles: 8,
    Yaku: 64,
    RiichiTurn: 18,
    Lines: 19,
    // Of a tile.
    TwoSided: 125,
    Copies: 40,
    Closed: 30,
    Neighbours: 405,
    FromLast: 50,
    Dora: 7,
    SuitShare: 40,
    MeldedSuits: 24,
    YakuTile: 256,
    Passed: 7,
    TileLines: 57,
}

const fn offset(group: Group) -> usize {
    let (mut sum, mut place) = (0, 0);
    while place < group as usize {
        sum += SIZES[place];
        place += 1;
    }
    sum
}

/// The number of groups of an opponent, and of a tile.
pub const OPPONENT_GROUPS: usize = Group::TwoSided as usize;
/// The number of groups of a tile.
pub const TILE_GROUPS: usize = SIZES.len() - OPPONENT_GROUPS;
/// The number of weights of an opponent's groups for one class.
pub const OPPONENT_WIDTH: usize = offset(Group::TwoSided);
/// The number of weights of all groups for one class.
pub const WIDTH: usize = offset(Group::TileLines) + SIZES[Group::TileLines as usize];

/// Returns the index of an entry of a group.
fn entry(group: Group, value: usize) -> u16 {
    debug_assert!(value < SIZES[group as usize], "a feature is within its table");
    (offset(group) + value.min(SIZES[group as usize] - 1)) as u16
}

/// A two-sided wait (*ryanmen*) that a tile would complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// There is none: the suit ends.
    Absent,
    /// Its other end is safe: *suji*.
    Suji(Kind),
    /// The unseen tiles form it in so many ways.
    Ways(u8),
}

impl Side {
    /// Returns the feature: 0 if impossible, else by the number of ways.
    const fn level(self) -> usize {
        match self {
            Self::Absent | Self::Suji(_) | Self::Ways(0) => 0,
            Self::Ways(1..=3) => 1,
            Self::Ways(4..=6) => 2,
            Self::Ways(7..=9) => 3,
            Self::Ways(_) => 4,
        }
    }
}

/// An opponent as the seat of the view sees it.
#[derive(Clone, Copy, Debug)]
pub struct Opponent {
    pub(crate) seat: Seat,
    pub(crate) class: Class,
    /// The kinds that it cannot win by ron (*genbutsu*).
    pub(crate) safe: KindSet,
    /// The same, and the kinds that it passed on with the hand that it still has.
    passed: KindSet,
    pub(crate) history: SeatHistory,
    /// The yaku that are possible, as bits: all simples, a melded yakuhai, another one, a flush, all
    /// triplets, outside hand.
    pub(crate) yaku: u8,
    /// The kinds whose triplet is a yaku for it.
    pub(crate) valued: KindSet,
    lines: usize,
    melded: [u8; 4],
    features: [u16; OPPONENT_GROUPS],
}

/// Bits of [`Opponent::yaku`].
pub(crate) mod yaku {
    pub(crate) const SIMPLES: u8 = 1;
    pub(crate) const MELDED_YAKUHAI: u8 = 2;
    pub(crate) const YAKUHAI: u8 = 4;
    pub(crate) const FLUSH: u8 = 8;
    pub(crate) const TRIPLETS: u8 = 16;
    pub(crate) const OUTSIDE: u8 = 32;
}

impl Opponent {
    /// Returns the seat.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the class.
    pub const fn class(&self) -> Class {
        self.class
    }

    /// Returns the kinds that it cannot win by ron (*genbutsu*).
    pub const fn safe(&self) -> KindSet {
        self.safe
    }

    /// Returns the indices of its features.
    pub const fn features(&self) -> &[u16; OPPONENT_GROUPS] {
        &self.features
    }
}

/// A view with everything that danger depends on.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    opponents: [Option<Opponent>; 3],
    /// The number of unseen tiles of each kind.
    pub(crate) left: [u8; Kind::COUNT],
    pub(crate) dora: KindSet,
}

impl Situation {
    /// Extracts the features of a view.
    pub fn new(game: &Riichi, view: &View) -> Self {
        let (table, seats) = (view.table(), view.table().seats());
        let pack = game.pack().kinds();
        let held = view.hand().counts().as_array();
        let left = std::array::from_fn(|kind| {
            let copies = if pack.contains(Kind::new(kind as u8)) { 4u8 } else { 0 };
            copies.saturating_sub(table.visible_counts()[kind]).saturating_sub(held[kind])
        });
        let doras = table.dora_indicators().iter().map(|tile| tile.kind().dora(seats == 3));
        let mut situation = Self { opponents: [None; 3], left, dora: doras.collect() };
        let histories = histories(table);
        for places in 1..seats {
            let history = &histories[table.after(view.seat(), places).index()];
            situation.opponents[places - 1] = Some(situation.opponent(view, places, history));
        }
        situation
    }

    /// Iterates over the opponents, the next in turn first.
    pub fn opponents(&self) -> impl Iterator<Item = &Opponent> {
        self.opponents.iter().flatten()
    }

    fn opponent(&self, view: &View, places: usize, history: &SeatHistory) -> Opponent {
        let table = view.table();
        let seat = table.after(view.seat(), places);
        let melds = table.melds(seat);
        let open = melds.iter().filter(|meld| meld.is_open()).count();
        let declaring = table.is_declaring() && table.actor() == seat;
        let class = match open {
            _ if table.is_riichi(seat) || declaring => Class::Riichi,
            0 => Class::Closed,
            1 => Class::Open1,
            2 => Class::Open2,
            _ => Class::Open3,
        };
        let dragons = KindSet::from_bits(7 << Kind::WHITE.index());
        let valued =
            dragons | KindSet::only(table.round_wind()) | KindSet::only(table.seat_wind(seat));
        let safe = table.safe_against(seat);
        let passed = safe | history.unchanged;
        let mut melded = [0; 4];
        for meld in melds {
            melded[meld.first.suit().index()] += 1;
        }
        let yaku = if open > 0 { possible_bits(view, places, valued) } else { 0 };
        let lines = self.live_lines(passed);
        let mut opponent = Opponent {
            seat,
            class,
            safe,
            passed,
            history: *history,
            yaku,
            valued,
            lines,
            melded,
            features: [0; OPPONENT_GROUPS],
        };
        opponent.features = self.opponent_features(table, &opponent);
        opponent
    }

    /// Counts the two-sided waits that are still possible.
    fn live_lines(&self, passed: KindSet) -> usize {
        let is_live = |low: &usize| {
            passed.bits() >> low & 0b1001 == 0 && self.left[low + 1] > 0 && self.left[low + 2] > 0
        };
        [0, 9, 18].iter().map(|suit| (*suit..suit + 6).filter(is_live).count()).sum()
    }

    fn opponent_features(&self, table: &Table, opponent: &Opponent) -> [u16; OPPONENT_GROUPS] {
        let Opponent { seat, class, history, .. } = *opponent;
        let riichi = class == Class::Riichi;
        let turns = usize::from(table.discard_count(seat));
        let run = if riichi { history.since_riichi } else { history.run };
        let last = match history.last_from_hand {
            None => 5,
            Some(kind) if kind.is_honor() => 0,
            Some(kind) => 1 + mirrored(kind).min(3),
        };
        let melds = table.melds(seat).iter();
        let dora_tiles = melds
            .flat_map(|meld| meld.tiles())
            .map(|tile| usize::from(self.dora.contains(tile.kind())) + usize::from(tile.is_red()));
        let melded_dora = dora_tiles.sum::<usize>() + table.nuki(seat);
        let others_riichi =
            Seat::all(table.seats()).any(|other| other != seat && table.is_riichi(other));
        let pushes = if others_riichi { 1 + usize::from(history.pushes).min(3) } else { 0 };
        let dealer = usize::from(seat == table.setup().dealer);
        let indicators = table.dora_indicators().len().clamp(1, 4) - 1;
        let since_call = if table.is_closed(seat) { 0 } else { history.since_call.min(7) };
        [
            entry(Group::Bias, 0),
            entry(Group::Turn, turns.min(19)),
            entry(Group::Run, usize::from(run).min(12)),
            entry(Group::SinceCall, since_call.into()),
            entry(Group::Wall, (table.live() / 5).min(14)),
            entry(Group::Dealer, 4 * dealer + indicators),
            entry(Group::LastFromHand, 4 * last + usize::from(history.run).min(3)),
            entry(Group::Pushes, pushes),
            entry(Group::MeldedDora, melded_dora.min(4)),
            entry(Group::Middles, usize::from(history.middles).min(7)),
            entry(Group::Yaku, opponent.yaku.into()),
            entry(
                Group::RiichiTurn,
                if riichi { usize::from(history.riichi_turn).min(17) } else { 0 },
            ),
            entry(Group::Lines, opponent.lines),
        ]
    }

    /// Returns the two-sided waits for a tile: with two lower tiles, and with two higher ones.
    pub(crate) fn sides(&self, opponent: &Opponent, kind: Kind) -> [Side; 2] {
        if kind.is_honor() {
            return [Side::Absent; 2];
        }
        let (at, number) = (kind.index(), kind.index() % 9);
        let side = |exists: bool, end: usize, a: usize, b: usize| {
            if !exists {
                return Side::Absent;
            }
            let end = Kind::new(end as u8);
            if opponent.passed.contains(end) {
                return Side::Suji(end);
            }
            Side::Ways(self.left[a] * self.left[b])
        };
        [
            side(number >= 3, at.wrapping_sub(3), at.wrapping_sub(2), at.wrapping_sub(1)),
            side(number <= 5, at + 3, at + 1, at + 2),
        ]
    }

    /// Returns the indices of a tile's features against an opponent.
    pub fn tile_features(&self, opponent: &Opponent, kind: Kind) -> [u16; TILE_GROUPS] {
        let turns = usize::from(opponent.features[1]) - offset(Group::Turn);
        let suit = kind.suit().index();
        let copies = usize::from(self.left[kind.index()].min(4));
        let valued = opponent.valued.contains(kind);
        let category = if kind.is_honor() { 5 + usize::from(valued) } else { mirrored(kind) };
        let share = match turns {
            0..4 => 0,
            4..7 => 1,
            7..10 => 2,
            10..13 => 3,
            _ => 4,
        };
        let own = usize::from(opponent.melded[suit].min(3));
        let others: u8 = opponent.melded[..3].iter().sum::<u8>()
            - if suit < 3 { opponent.melded[suit] } else { 0 };
        let melded = (own * 3 + usize::from(others.min(2))) * 2 + usize::from(suit == 3);
        let tile_type = match (kind.is_honor(), kind.is_terminal()) {
            (false, false) => 0,
            (false, true) => 1,
            (true, _) => 2 + usize::from(!valued),
        };
        let passed = match opponent.history.passed_age(kind) {
            0 => 0,
            NEVER => 6,
            age => usize::from(age.min(5)),
        };
        let shape = if kind.is_honor() { Shape::HONOR } else { self.shape(opponent, kind) };
        [
            entry(Group::TwoSided, shape.two_sided),
            entry(Group::Copies, category * 5 + copies),
            entry(Group::Closed, shape.closed),
            entry(Group::Neighbours, shape.neighbours),
            entry(Group::FromLast, shape.from_last),
            entry(Group::Dora, self.dora_relation(kind)),
            entry(Group::SuitShare, share * 8 + usize::from(opponent.history.suits[suit].min(7))),
            entry(Group::MeldedSuits, melded),
            entry(Group::YakuTile, usize::from(opponent.yaku) * 4 + tile_type),
            entry(Group::Passed, passed),
            entry(Group::TileLines, shape.lines * 19 + opponent.lines),
        ]
    }

    /// Returns the features of a number's shapes, mirrored to the lower half of its suit.
    fn shape(&self, opponent: &Opponent, kind: Kind) -> Shape {
        let (at, number) = (kind.index(), kind.index() % 9);
        let flipped = number > 4;
        let half = mirrored(kind);
        let [low, high] = self.sides(opponent, kind);
        let (near, far) = if flipped { (high, low) } else { (low, high) };
        // The kind that lies `step` away from the end of the suit.
        let neighbour = |step: i32| {
            let step = if flipped { -step } else { step };
            let number = number as i32 + step;
            (0..9).contains(&number).then(|| Kind::new((at as i32 + step) as u8))
        };
        let left = |step: i32| neighbour(step).map_or(0, |kind| self.left[kind.index()]);
        let discarded = [-2, -1, 1, 2].into_iter().fold(0, |sum, step| {
            let state = neighbour(step).map_or(0, |kind| {
                let history = &opponent.history;
                if history.early.contains(kind) {
                    1
                } else if history.late.contains(kind) {
                    2
                } else {
                    0
                }
            });
            3 * sum + state
        });
        let closed = if half == 0 { 0 } else { level(left(-1) * left(1)) };
        // An edge wait (*penchan*) for a three or seven.
        let edge = if half == 2 { level(left(-1) * left(-2)) } else { 0 };
        let from_last = match opponent.history.last_from_hand {
            Some(last) if last.suit() == kind.suit() => {
                let step = last.index() as i32 - at as i32;
                let step = if flipped { -step } else { step };
                if step.abs() <= 4 { (step + 4) as usize } else { 9 }
            }
            _ => 9,
        };
        let live = |side: Side| usize::from(side.level() > 0);
        Shape {
            two_sided: half * 25 + near.level() * 5 + far.level(),
            closed: if half == 2 {
                10 + edge * 4 + closed.min(3)
            } else {
                half_closed(half, closed)
            },
            neighbours: half * 81 + discarded,
            from_last: half * 10 + from_last,
            lines: live(near) + live(far),
        }
    }

    /// Returns how near a kind is to a dora: none, the same, 1 to 3 away, an honour.
    fn dora_relation(&self, kind: Kind) -> usize {
        if self.dora.contains(kind) {
            return if kind.is_honor() { 5 } else { 1 };
        }
        if kind.is_honor() {
            return 6;
        }
        let of_suit = self.dora & KindSet::of_suit(kind.suit());
        let steps = of_suit.iter().map(|dora| dora.index().abs_diff(kind.index()));
        steps.min().filter(|step| *step <= 3).map_or(0, |step| 1 + step)
    }
}

/// Features of a number's shapes.
struct Shape {
    two_sided: usize,
    closed: usize,
    neighbours: usize,
    from_last: usize,
    lines: usize,
}

impl Shape {
    const HONOR: Self = Self { two_sided: 0, closed: 0, neighbours: 0, from_last: 9, lines: 0 };
}

/// Returns the feature of a closed wait (*kanchan*) for all numbers but three and seven.
const fn half_closed(half: usize, level: usize) -> usize {
    // Ones have none; twos, fours and fives share one table of five levels, as edges do not differ.
    if half < 2 { level } else { 5 + level }
}

/// Returns the level of a number of ways, 0 to 4.
const fn level(ways: u8) -> usize {
    Side::Ways(ways).level()
}

/// Returns the distance of a number from the end of its suit, 0 to 4.
fn mirrored(kind: Kind) -> usize {
    let number = kind.index() % 9;
    number.min(8 - number)
}

/// Returns the possible yaku of an open hand as bits.
fn possible_bits(view: &View, places: usize, valued: KindSet) -> u8 {
    let possible = possible_yaku(view, places);
    let table = view.table();
    let melds = table.melds(table.after(view.seat(), places));
    let melded =
        melds.iter().any(|meld| meld.shape != MeldShape::Chi && valued.contains(meld.first));
    let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
    bit(possible[0], yaku::SIMPLES)
        | bit(melded, yaku::MELDED_YAKUHAI)
        | bit(possible[1..6].iter().any(|possible| *possible), yaku::YAKUHAI)
        | bit(possible[6], yaku::FLUSH)
        | bit(possible[8], yaku::TRIPLETS)
        | bit(possible[16], yaku::OUTSIDE)
}

/// Returns the suit of all of an opponent's melds that are not of honours, if it is one.
pub(crate) fn flush_suit(opponent: &Opponent) -> Option<Suit> {
    let mut suits = Suit::ALL[..3].iter().filter(|suit| opponent.melded[suit.index()] > 0);
    let (first, second) = (suits.next(), suits.next());
    if second.is_none() { first.copied() } else { None }
}
