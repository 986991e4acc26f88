//! Random walls, and walls made for rare events.

use facedown_game::Rng;
use facedown_riichi::Rules;
use facedown_tiles::notation::parse_tiles;
use facedown_tiles::{Kind, KindSet, Tile, TileId};

/// The purpose of a wall.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wall {
    /// None: a uniform shuffle.
    Shuffled,
    /// Kans: all seats are dealt triplets and pairs.
    Triplets,
    /// A robbed closed kan: one seat waits for thirteen orphans, another holds all of its wait.
    Orphans,
    /// Four discards of one wind: all seats are dealt one.
    Winds,
    /// Several wins on one tile: all but the dealer wait for it.
    Waits,
    /// A passed win and a barred one: the last seat waits, the dealer and the next seat discard.
    Passed,
    /// A robbed added kan, or a win on its replacement: the first seat after the dealer can pon what
    /// the next one waits for, and draws the fourth copy.
    Robbed,
    /// Four riichi: all seats are tenpai, each for a wind.
    Tenpai,
    /// *Nagashi mangan*: the dealer draws nothing but terminals and honours.
    Outside,
    /// Closed kans after riichi: the dealer is tenpai and draws a fourth tile that would change the
    /// waits, then one that would not.
    Quads,
}

/// A wall, and the kinds that the seats should discard early.
pub(crate) struct Deal {
    pub(crate) wall: Vec<TileId>,
    pub(crate) early: KindSet,
    /// The number of discards of the round that are early.
    pub(crate) early_discards: usize,
    seats: usize,
    dealt: [usize; 4],
    fixed: [bool; 136],
}

/// Builds a wall for a purpose.
pub(crate) fn deal(rules: &Rules, wall: Wall, rng: &mut Rng) -> Deal {
    let in_play = |id: &u8| !rules.is_three() || !(4..32).contains(id);
    let mut ids: Vec<TileId> = (0..136).filter(in_play).map(TileId::new).collect();
    rng.shuffle(&mut ids);
    let mut deal = Deal {
        wall: ids,
        early: KindSet::EMPTY,
        early_discards: 0,
        seats: usize::from(rules.seats),
        dealt: [0; 4],
        fixed: [false; 136],
    };
    match wall {
        Wall::Shuffled => {}
        Wall::Triplets => deal.triplets(rng),
        Wall::Orphans => deal.orphans(rng),
        Wall::Winds => deal.winds(rng),
        Wall::Waits => deal.waits(),
        Wall::Passed => deal.passed(),
        Wall::Robbed => deal.robbed(),
        Wall::Tenpai => deal.tenpai(),
        Wall::Outside => deal.outside(),
        Wall::Quads => deal.quads(),
    }
    deal
}

impl Deal {
    /// Deals a tile of a kind to a seat, if one is left.
    fn give(&mut self, seat: usize, kind: Kind) {
        let number = self.dealt[seat];
        let before = if number < 12 {
            number / 4 * 4 * self.seats + 4 * seat + number % 4
        } else {
            12 * self.seats + seat
        };
        if self.put(self.wall.len() - 1 - before, kind) {
            self.dealt[seat] += 1;
        }
    }

    /// Sets a draw by its number, 0 for the dealer's first tile.
    fn draw(&mut self, number: usize, kind: Kind) {
        self.put(self.wall.len() - 1 - 13 * self.seats - number, kind);
    }

    fn put(&mut self, place: usize, kind: Kind) -> bool {
        let fits = |at: &usize| self.wall[*at].kind() == kind && !self.fixed[*at];
        let found = (0..self.wall.len()).find(fits);
        if let Some(at) = found {
            self.wall.swap(place, at);
            self.fixed[place] = true;
        }
        found.is_some()
    }

    fn give_hands(&mut self, hands: &[&str]) {
        for (seat, hand) in hands.iter().enumerate() {
            kinds_of(hand).for_each(|kind| self.give(seat, kind));
        }
    }

    fn kinds(&self, rng: &mut Rng) -> Vec<Kind> {
        let all: KindSet = self.wall.iter().map(|id| id.kind()).collect();
        let mut kinds: Vec<Kind> = all.iter().collect();
        rng.shuffle(&mut kinds);
        kinds
    }

    fn triplets(&mut self, rng: &mut Rng) {
        let kinds = self.kinds(rng);
        let mut next = kinds.into_iter();
        for seat in 0..self.seats {
            for copies in [3, 3, 2, 2] {
                let Some(kind) = next.next() else { return };
                (0..copies).for_each(|_| self.give(seat, kind));
            }
        }
    }

    fn orphans(&mut self, rng: &mut Rng) {
        let mut kinds: Vec<Kind> = KindSet::OUTSIDE.iter().collect();
        rng.shuffle(&mut kinds);
        let [wait, pair] = [kinds[0], kinds[1]];
        let waiting = rng.below(self.seats as u32) as usize;
        let other = (waiting + 1 + rng.below(self.seats as u32 - 1) as usize) % self.seats;
        (0..4).for_each(|_| self.give(other, wait));
        kinds[1..].iter().for_each(|kind| self.give(waiting, *kind));
        self.give(waiting, pair);
    }

    fn winds(&mut self, rng: &mut Rng) {
        let wind = Kind::new(Kind::EAST.index() as u8 + rng.below(4) as u8);
        (0..self.seats).for_each(|seat| self.give(seat, wind));
        self.early = KindSet::only(wind);
        self.early_discards = 4;
    }

    fn waits(&mut self) {
        self.give_hands(if self.seats == 3 {
            &["58s", "22p345p678p345s67s", "33p456p678p345s67s"]
        } else {
            &["58s", "22m345m678m345p67s", "44m567m345m678p67s", "33p234p567p678p67s"]
        });
        self.discard_early("58s", 12);
    }

    fn passed(&mut self) {
        let last = self.seats - 1;
        self.give_hands(&["5s", "8s"]);
        kinds_of("22p345p678p345s67s").for_each(|kind| self.give(last, kind));
        self.discard_early("58s", 8);
    }

    fn robbed(&mut self) {
        self.give_hands(&["5p", "55p678p234s33s67s1z", "46p22p678p345s678s"]);
        self.draw(self.seats, kind_of("5p"));
        self.put(1, kind_of("5s"));
        self.discard_early("5p", 1);
    }

    fn tenpai(&mut self) {
        self.give_hands(if self.seats == 3 {
            &["123456789p123s1z", "123456789s123p2z", "456789p456789s3z"]
        } else {
            &["123456789m123p1z", "123456789p123s2z", "123456789s123m3z", "456789m456789p4z"]
        });
    }

    fn outside(&mut self) {
        let draws = self.wall.len() - 13 * self.seats - 14;
        let kinds = KindSet::OUTSIDE.iter().cycle();
        for (number, kind) in (0..draws).step_by(self.seats).zip(kinds) {
            self.draw(number, kind);
        }
    }

    fn quads(&mut self) {
        self.give_hands(&["3334p678p456s222s"]);
        let draws = [("1z", 0), ("3p", self.seats), ("2s", 2 * self.seats)];
        for (kind, number) in draws {
            self.draw(number, kind_of(kind));
        }
    }

    fn discard_early(&mut self, tiles: &str, discards: usize) {
        self.early = kinds_of(tiles).collect();
        self.early_discards = discards;
    }
}

fn kinds_of(text: &str) -> impl Iterator<Item = Kind> {
    parse_tiles(text).expect("tiles in notation").into_iter().map(Tile::kind)
}

fn kind_of(text: &str) -> Kind {
    kinds_of(text).next().expect("a tile")
}
