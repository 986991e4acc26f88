//! Action ids.

use crate::{Action, Riichi, View};
use facedown_game::ActionSpace;
use facedown_tiles::{Kind, Suit, Tile};

/// The action space: ids ascend with the actions, and red fives have ids of their own.
///
/// | ids | action |
/// |---|---|
/// | 0-73 | discard: the 37 tiles in order, each from the hand, then just drawn |
/// | 74, 75 | riichi, tsumo |
/// | 76-109 | closed kan of each kind |
/// | 110-146 | added kan of each tile |
/// | 147, 148, 149 | nuki, nine terminals, pass |
/// | 150-206 | chi: for each suit the 19 pairs of own tiles |
/// | 207-246 | pon: for each kind the pairs of own tiles; fives have three |
/// | 247, 248 | open kan, ron |
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActionIds;

const RIICHI: usize = 74;
const TSUMO: usize = 75;
const CLOSED_KAN: usize = 76;
const ADDED_KAN: usize = 110;
const NUKI: usize = 147;
const NINE: usize = 148;
const PASS: usize = 149;
const CHI: usize = 150;
const PON: usize = 207;
const OPEN_KAN: usize = 247;
const RON: usize = 248;

/// The pairs of own tiles of a chi as digits of the notation, 0 for the red five; ascending as tiles
/// are.
const CHI_PAIRS: [[u8; 2]; 19] = [
    [1, 2],
    [1, 3],
    [2, 3],
    [2, 4],
    [3, 4],
    [3, 5],
    [3, 0],
    [4, 5],
    [4, 0],
    [4, 6],
    [5, 6],
    [5, 7],
    [0, 6],
    [0, 7],
    [6, 7],
    [6, 8],
    [7, 8],
    [7, 9],
    [8, 9],
];

/// The index of each pair in [`CHI_PAIRS`], by its digits.
const CHI_PLACES: [[u8; 10]; 10] = {
    let mut places = [[0; 10]; 10];
    let mut place = 0;
    while place < CHI_PAIRS.len() {
        let [low, high] = CHI_PAIRS[place];
        places[low as usize][high as usize] = place as u8;
        place += 1;
    }
    places
};

/// The rank of each tile in ascending order, the red five after the plain one.
const TILE_PLACES: [u8; Tile::COUNT] = {
    let mut places = [0; Tile::COUNT];
    let mut index = 0;
    while index < Tile::COUNT {
        let tile = Tile::new(index as u8);
        let kind = tile.kind().index();
        let fives_below = if kind >= 27 { 3 } else { kind / 9 + (kind % 9 > 4) as usize };
        places[index] = (kind + fives_below + tile.is_red() as usize) as u8;
        index += 1;
    }
    places
};

#[inline]
const fn tile_place(tile: Tile) -> usize {
    TILE_PLACES[tile.index()] as usize
}

/// All tiles in ascending order.
const TILES: [Tile; Tile::COUNT] = {
    let mut tiles = [Tile::new(0); Tile::COUNT];
    let mut index = 0;
    while index < Tile::COUNT {
        tiles[TILE_PLACES[index] as usize] = Tile::new(index as u8);
        index += 1;
    }
    tiles
};

fn tile_at(place: usize) -> Option<Tile> {
    TILES.get(place).copied()
}

fn digit_of(tile: Tile) -> u8 {
    if tile.is_red() { 0 } else { tile.kind().number() }
}

fn tile_of(suit: usize, digit: u8) -> Tile {
    match Tile::red_five(Suit::ALL[suit]) {
        Some(five) if digit == 0 => five,
        _ => Tile::plain(Kind::new((9 * suit) as u8 + digit - 1)),
    }
}

/// Returns the index of a pon: kinds in order, fives with no, one or two red tiles.
fn pon_place(own: [Tile; 2]) -> usize {
    let kind = own[0].kind().index();
    let fives_below = if kind >= 27 { 3 } else { kind / 9 + usize::from(kind % 9 > 4) };
    kind + 2 * fives_below + own.into_iter().filter(|tile| tile.is_red()).count()
}

impl ActionIds {
    /// The number of action ids.
    pub const COUNT: usize = 249;

    /// Returns the id of an action.
    #[inline]
    pub fn id(action: Action) -> usize {
        match action {
            Action::Discard { tile, drawn } => 2 * tile_place(tile) + usize::from(drawn),
            Action::Riichi => RIICHI,
            Action::Tsumo => TSUMO,
            Action::ClosedKan(kind) => CLOSED_KAN + kind.index(),
            Action::AddedKan(tile) => ADDED_KAN + tile_place(tile),
            Action::Nuki => NUKI,
            Action::NineTerminals => NINE,
            Action::Pass => PASS,
            Action::Chi(own) => {
                let [low, high] = own.map(|tile| usize::from(digit_of(tile)));
                CHI + 19 * own[0].kind().suit().index() + usize::from(CHI_PLACES[low][high])
            }
            Action::Pon(own) => PON + pon_place(own),
            Action::OpenKan => OPEN_KAN,
            Action::Ron => RON,
        }
    }

    /// Returns the action with this id, legal or not; `None` from [`ActionIds::COUNT`] on.
    pub fn from_id(id: usize) -> Option<Action> {
        Some(match id {
            0..RIICHI => Action::Discard { tile: tile_at(id / 2)?, drawn: id % 2 == 1 },
            RIICHI => Action::Riichi,
            TSUMO => Action::Tsumo,
            CLOSED_KAN..ADDED_KAN => Action::ClosedKan(Kind::from_index(id - CLOSED_KAN)?),
            ADDED_KAN..NUKI => Action::AddedKan(tile_at(id - ADDED_KAN)?),
            NUKI => Action::Nuki,
            NINE => Action::NineTerminals,
            PASS => Action::Pass,
            CHI..PON => {
                let (suit, place) = ((id - CHI) / 19, (id - CHI) % 19);
                Action::Chi(CHI_PAIRS[place].map(|digit| tile_of(suit, digit)))
            }
            PON..OPEN_KAN => Action::Pon(pon_at(id - PON)?),
            OPEN_KAN => Action::OpenKan,
            RON => Action::Ron,
            _ => return None,
        })
    }
}

fn pon_at(place: usize) -> Option<[Tile; 2]> {
    let pairs = Kind::all().flat_map(|kind| {
        let plain = Tile::plain(kind);
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
        [Some([plain; 2]), red.map(|red| [plain, red]), red.map(|red| [red; 2])]
    });
    pairs.flatten().find(|pair| pon_place(*pair) == place)
}

impl ActionSpace<Riichi> for ActionIds {
    fn reads_view(&self) -> bool {
        false
    }

    fn len(&self) -> usize {
        Self::COUNT
    }

    #[inline]
    fn index(&self, _: &View, action: Action) -> usize {
        Self::id(action)
    }

    fn action(&self, _: &View, legal: &[Action], index: usize) -> Option<Action> {
        // Ids ascend with the actions.
        let found = legal.binary_search_by_key(&index, |action| Self::id(*action));
        found.ok().map(|place| legal[place])
    }

    fn reads_list(&self) -> bool {
        false
    }

    #[inline]
    fn known_action(&self, _: &View, _: &[Action], index: usize) -> Action {
        match index {
            0..RIICHI => Action::Discard { tile: TILES[index / 2], drawn: index % 2 == 1 },
            PASS => Action::Pass,
            _ => Self::from_id(index).expect("an id of the space"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::Game;

    #[test]
    fn every_id_has_its_action() {
        for id in 0..ActionIds::COUNT {
            let action = ActionIds::from_id(id).unwrap();
            assert_eq!(ActionIds::id(action), id, "{action}");
        }
        assert_eq!(ActionIds::from_id(ActionIds::COUNT), None);
    }

    #[test]
    fn a_known_action_is_the_one_that_is_found() {
        let game = Riichi::new(crate::Rules::TENHOU).unwrap();
        let view = game.blank_view(&game.first_setup(), facedown_game::Seat::new(0));
        for id in 0..ActionIds::COUNT {
            let legal = [ActionIds::from_id(id).unwrap()];
            assert_eq!(ActionIds.known_action(&view, &legal, id), legal[0]);
        }
    }

    #[test]
    fn ids_ascend_with_the_actions() {
        let all: Vec<Action> = (0..ActionIds::COUNT).filter_map(ActionIds::from_id).collect();
        assert!(all.is_sorted());
    }
}
