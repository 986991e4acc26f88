//! Incremental hands compared with recounted ones, notation both ways, and no allocation.

use facedown_testkit::allocations;
use facedown_tiles::{
    Counts, Hand, Kind, KindSet, Meld, MeldShape, Pack, Tile, TileId, Unseen, notation, shanten,
    shanten_batch,
};
use proptest::prelude::*;

fn any_tile() -> impl Strategy<Value = Tile> {
    (0u8..37).prop_map(Tile::new)
}

proptest! {
    #[test]
    fn an_incremental_hand_equals_a_recounted_one(
        moves in prop::collection::vec((any_tile(), any::<bool>()), 0..120)
    ) {
        let mut hand = Hand::default();
        let mut tiles: Vec<Tile> = Vec::new();
        for (tile, draw) in moves {
            let alike = tiles.iter().filter(|other| other.kind() == tile.kind()).count();
            if draw && tiles.len() < 14 {
                prop_assert_eq!(hand.try_add(tile).is_ok(), alike < 4);
                if alike < 4 {
                    tiles.push(tile);
                }
            } else {
                let at = tiles.iter().position(|&held| held == tile);
                prop_assert_eq!(hand.try_remove(tile).is_ok(), at.is_some());
                at.map(|at| tiles.swap_remove(at));
            }
            tiles.sort_unstable();
            let afresh = Hand::from_tiles(tiles.iter().copied()).expect("no fifth copy");
            prop_assert_eq!(&hand, &afresh);
            prop_assert_eq!(hand.tiles().collect::<Vec<_>>(), tiles.clone());
            prop_assert_eq!(hand.len(), tiles.len());
            prop_assert_eq!(hand.red_fives() as usize, tiles.iter().filter(|t| t.is_red()).count());
            let counts = Counts::from_tiles(tiles.iter().copied()).expect("no fifth copy");
            prop_assert_eq!(hand.counts(), &counts);
            let held = |n: u8| Kind::all().filter(|&kind| counts[kind] >= n).collect::<KindSet>();
            let sets = [hand.kinds(), hand.pairs(), hand.triplets(), hand.fours()];
            prop_assert_eq!(sets, [held(1), held(2), held(3), held(4)]);
            if tiles.iter().all(|tile| !tile.is_red()) {
                prop_assert_eq!(hand, Hand::from(counts));
            }
            if hand.check(Pack::Four).is_ok() {
                prop_assert_eq!(hand.shanten(Pack::Four), shanten(&counts, Pack::Four));
            }
        }
    }

    #[test]
    fn lists_round_trip_in_both_notations(tiles in prop::collection::vec(any_tile(), 0..20)) {
        let groups = notation::tiles(&tiles).to_string();
        prop_assert_eq!(notation::parse_tiles(&groups), Ok(tiles.clone()));
        let names = notation::mjai(&tiles).to_string();
        prop_assert_eq!(notation::parse_tiles(&names), Ok(tiles.clone()));
        prop_assert_eq!(notation::parse_tiles(&names.replace(' ', "")), Ok(tiles));
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "[0-9mpszESWNPFCr,+=\\- é東]{0,12}") {
        let _ = notation::parse_tiles(&text);
        let _ = text.parse::<Tile>();
        let _ = text.parse::<Hand>();
        if let Ok(meld) = text.parse::<Meld>() {
            prop_assert_eq!(meld.to_string().parse(), Ok(meld));
        }
    }

    #[test]
    fn melds_hold_the_tiles_they_are_made_of(
        kind in (0u8..34).prop_map(Kind::new),
        reds in prop::array::uniform4(any::<bool>()),
        from in 1u8..=3,
    ) {
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
        let [a, b, c, d] = reds.map(|wanted| red.filter(|_| wanted).unwrap_or(Tile::plain(kind)));
        let sorted = |tiles: &[Tile]| {
            let mut tiles = tiles.to_vec();
            tiles.sort_unstable();
            tiles
        };
        let pon = Meld::pon(a, [b, c], from).expect("alike");
        let melds = [
            (pon, vec![a, b, c]),
            (pon.with_added(d).expect("alike"), vec![a, b, c, d]),
            (Meld::open_kan(a, [b, c, d], from).expect("alike"), vec![a, b, c, d]),
            (Meld::closed_kan([a, b, c, d]).expect("alike"), vec![a, b, c, d]),
        ];
        for (meld, tiles) in melds {
            prop_assert_eq!(meld.tiles().collect::<Vec<_>>(), sorted(&tiles));
            prop_assert_eq!(meld.to_string().parse(), Ok(meld));
            let mut counts = [0; 34];
            meld.count_into(&mut counts);
            let expected = Counts::from_tiles(tiles).expect("at most four");
            prop_assert_eq!(&counts, expected.as_array());
            prop_assert!(Kind::all().all(|kind| meld.count(kind) == usize::from(counts[kind.index()])));
        }
    }
}

#[test]
fn every_chi_holds_its_tiles() {
    for first in (0..27u8).filter(|first| first % 9 < 7) {
        let row = [0, 1, 2].map(|i| Tile::plain(Kind::new(first + i)));
        for called in 0..3 {
            for red in [false, true] {
                let mut tiles = row;
                if let Some(five) = tiles.iter_mut().find(|tile| red && tile.kind().is_five()) {
                    *five = Tile::red_five(five.kind().suit()).expect("a suit");
                }
                let own = [tiles[(called + 2) % 3], tiles[(called + 1) % 3]];
                let chi = Meld::chi(tiles[called], own).expect("in a row");
                assert_eq!(chi.shape, MeldShape::Chi);
                assert!(chi.tiles().eq(tiles), "{chi}");
                assert_eq!(chi.to_string().parse(), Ok(chi));
                let mut counts = [0; 34];
                chi.count_into(&mut counts);
                assert_eq!(&counts, Counts::from_tiles(tiles).expect("a row").as_array());
                let count = |kind: Kind| usize::from(counts[kind.index()]);
                assert!(Kind::all().all(|kind| chi.count(kind) == count(kind)));
            }
        }
    }
}

#[test]
fn an_invalid_meld_is_named() {
    let tile = |text: &str| text.parse::<Tile>().expect("a tile");
    let error = Meld::chi(tile("8m"), [tile("9m"), tile("1p")]).unwrap_err();
    assert_eq!(error.to_string(), "8m 9m 1p are not three in a row of a suit");
    let error = Meld::chi(tile("1z"), [tile("2z"), tile("3z")]).unwrap_err();
    assert_eq!(error.to_string(), "1z 2z 3z are not three in a row of a suit");
    let error = Meld::pon(tile("5p"), [tile("0p"), tile("5s")], 1).unwrap_err();
    assert_eq!(error.to_string(), "5p and 5s are not alike");
    let error = Meld::pon(tile("5p"), [tile("0p"), tile("5p")], 4).unwrap_err();
    assert_eq!(error.to_string(), "from seat 4: expected 1 (next), 2 (across) or 3 (previous)");
    let kan = Meld::closed_kan([tile("1z"); 4]).expect("alike");
    assert_eq!(
        kan.with_added(tile("1z")).unwrap_err().to_string(),
        "1111z is not a pon: no tile can be added"
    );
}

#[test]
fn a_fifth_copy_and_a_missing_tile_are_named() {
    let mut hand: Hand = "4440m".parse().expect("tiles");
    hand.try_add(Tile::new(3)).expect("the fourth");
    assert_eq!(hand.try_add(Tile::new(3)).unwrap_err().to_string(), "5 tiles 4m: there are four");
    assert_eq!(hand.try_remove(Tile::new(4)).unwrap_err().to_string(), "no 5m in the hand");
    hand.try_remove(Tile::new(34)).expect("the red five");
    assert_eq!(hand.to_string(), "4444m");
}

#[test]
fn ids_are_four_to_a_kind_and_three_are_red() {
    let reds: Vec<usize> = (0..136).filter(|&id| TileId::new(id as u8).tile().is_red()).collect();
    assert_eq!(reds, [16, 52, 88]);
    for id in (0..136).map(TileId::new) {
        assert_eq!(id.tile().kind(), id.kind());
        assert_eq!(id.kind().index(), id.index() / 4);
    }
}

#[test]
fn hot_calls_do_not_allocate() {
    let hand: Hand = "123m406p78s111z99s".parse().expect("a hand");
    let raw = [*hand.counts().as_array(); 3];
    let mut out = [0; 3];
    let count = allocations(|| {
        let mut hand = hand;
        let unseen = Unseen::beside(hand.counts());
        let waits = (hand.waits(Pack::Four), hand.shape_waits(Pack::Four));
        hand.add(Tile::plain(Kind::EAST));
        let discards = hand.discards(Pack::Four, &unseen);
        shanten_batch(&raw, Pack::Four, &mut out).expect("hands");
        (waits, discards.len())
    });
    assert_eq!(count, 0);
}
