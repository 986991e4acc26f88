//! Presets: the games that ship.

use super::{
    Auction, Breaking, BrokenSuit, CardPoints, ContractScore, DealRules, Direction, ExactScore,
    FirstLead, Follow, Identical, Kinds, Linear, MatchRules, Moon, NilTricks, Opening, PackRules,
    Passing, PenaltyScore, PlayRules, RankOrder, Rules, Score, TrickBids, TrumpSource, Upcard,
};
use facedown_cards::{Card, CardSet, Rank, Suit};
use facedown_game::UnknownPreset;

/// The names of the presets.
pub const PRESETS: &[&str] = &[
    "oh-hell",
    "oh-hell-openspiel",
    "el-dorado",
    "hearts",
    "hearts-openspiel",
    "hearts-omnibus",
    "spades",
    "spades-openspiel",
    "spades-no-bags",
    "plain",
];

/// Returns one pack of 52 cards, ace high, without points.
fn plain_pack() -> PackRules {
    PackRules {
        packs: 1,
        removed: Kinds::NONE,
        order: RankOrder::ACE_HIGH,
        suit_orders: Vec::new(),
        trump_order: None,
        top_trumps: Vec::new(),
        points: Vec::new(),
    }
}

/// Returns the usual play: seats follow suit if they can, the seat after the dealer leads.
const fn plain_play() -> PlayRules {
    PlayRules {
        first_lead: FirstLead::AfterDealer,
        follow: Follow { suit: true, ruff: false, overtake: false, partner_exempt: false },
        breaking: None,
        first_trick_bars: Kinds::NONE,
        identical: Identical::First,
    }
}

/// Returns hand sizes from the maximum down to 1 and up again.
fn down_and_up(most: u8) -> Vec<u8> {
    (1..=most).rev().chain(2..=most).collect()
}

const fn suit_cards(suit: Suit) -> CardSet {
    CardSet::from_bits_truncate(0x1fff << (13 * suit as u32))
}

fn penalty_cards() -> Kinds {
    Kinds(suit_cards(Suit::Hearts).with(QUEEN_OF_SPADES))
}

const QUEEN_OF_SPADES: Card = Card::of(Rank::Queen, Suit::Spades);
const JACK_OF_DIAMONDS: Card = Card::of(Rank::Jack, Suit::Diamonds);

impl Rules {
    /// Returns the preset with this name, for four seats.
    pub fn preset(name: &str) -> Result<Self, UnknownPreset> {
        Self::preset_with_seats(name, 4)
    }

    /// Returns the preset with this name for a number of seats. A preset for a fixed number of
    /// seats fails [`Rules::validate`] with another.
    pub fn preset_with_seats(name: &str, seats: u8) -> Result<Self, UnknownPreset> {
        let rules = match name {
            "oh-hell" => Self::oh_hell(seats),
            "oh-hell-openspiel" => Self::oh_hell_openspiel(seats, 10),
            "el-dorado" => Self::el_dorado(seats),
            "hearts" => Self::hearts(seats),
            "hearts-openspiel" => Self::hearts_openspiel(),
            "hearts-omnibus" => Self::hearts_omnibus(seats),
            "spades" => Self::spades(),
            "spades-openspiel" => Self::spades_openspiel(),
            "spades-no-bags" => Self::spades_no_bags(),
            "plain" => Self::plain(seats),
            _ => return Err(UnknownPreset::new(name, PRESETS)),
        };
        Ok(Self { seats, ..rules })
    }

    /// A plain trump game: spades are trump, each trick scores 1.
    pub fn plain(seats: u8) -> Self {
        Self {
            seats,
            teams: None,
            direction: Direction::Clockwise,
            pack: plain_pack(),
            deal: DealRules {
                cards: vec![52 / seats.clamp(1, 52)],
                upcard: Upcard::None,
                draw: false,
            },
            passing: None,
            auction: Auction::None,
            trump: TrumpSource::Suit(Suit::Spades),
            play: plain_play(),
            score: Score::Exact(ExactScore {
                hit: Linear { trick: 1, ..Linear::default() },
                miss: Linear { trick: 1, ..Linear::default() },
            }),
            matches: MatchRules {
                hands: u16::from(seats),
                reach: None,
                floor: None,
                deal_passes: true,
                knockout: false,
            },
        }
    }

    /// Oh Hell for three to seven: ten cards (eight for six seats, seven for seven) down to one and
    /// up again, the next card turned for trump, the last bid hooked, 10 plus the bid for an exact
    /// one.
    pub fn oh_hell(seats: u8) -> Self {
        let most = match seats {
            ..=5 => 10,
            6 => 8,
            _ => 7,
        };
        let cards = down_and_up(most);
        let hands = cards.len() as u16;
        let plain = Self::plain(seats);
        Self {
            deal: DealRules { cards, upcard: Upcard::Stock, draw: false },
            auction: Auction::Tricks(TrickBids { hook: true, team_limit: false, blind_nil: None }),
            trump: TrumpSource::Upcard,
            score: Score::Exact(ExactScore {
                hit: Linear { base: 10, bid: 1, ..Linear::default() },
                miss: Linear::default(),
            }),
            matches: MatchRules { hands, ..plain.matches },
            ..plain
        }
    }

    /// OpenSpiel's `oh_hell`: one hand of this many tricks, 1 for each trick taken and 10 for an
    /// exact bid.
    pub fn oh_hell_openspiel(seats: u8, tricks: u8) -> Self {
        let base = Self::oh_hell(seats);
        Self {
            deal: DealRules { cards: vec![tricks], ..base.deal },
            score: Score::Exact(ExactScore {
                hit: Linear { base: 10, trick: 1, ..Linear::default() },
                miss: Linear { trick: 1, ..Linear::default() },
            }),
            ..base
        }
    }

    /// El Dorado for two to ten, with two packs from six on: ten hands of ten cards down to one,
    /// trump not led until broken, the later of two identical cards higher, 5 plus the bid won or
    /// lost.
    pub fn el_dorado(seats: u8) -> Self {
        let base = Self::oh_hell(seats);
        Self {
            pack: PackRules { packs: if seats > 5 { 2 } else { 1 }, ..base.pack },
            deal: DealRules { cards: (1..=10).rev().collect(), ..base.deal },
            auction: Auction::Tricks(TrickBids { hook: false, team_limit: false, blind_nil: None }),
            play: PlayRules {
                breaking: Some(Breaking {
                    suit: BrokenSuit::Trump,
                    by_discard: true,
                    by_lead: false,
                    by_cards: Kinds::NONE,
                }),
                identical: Identical::Last,
                ..base.play
            },
            score: Score::Exact(ExactScore {
                hit: Linear { base: 5, bid: 1, ..Linear::default() },
                miss: Linear { base: -5, bid: -1, ..Linear::default() },
            }),
            matches: MatchRules { hands: 10, ..base.matches },
            ..base
        }
    }

    /// Hearts for three to six: three cards passed, the lowest club leads, hearts 1 and the queen of
    /// spades 13, shooting the moon, to 100.
    pub fn hearts(seats: u8) -> Self {
        let (removed, cycle): (&str, &[i8]) = match seats {
            3 => ("2d", &[1, -1, 0]),
            5 => ("2c 2d", &[1, -1, 2, -2, 0]),
            6 => ("2c 3c 2d 3d", &[1, -1, 2, -2, 3, 0]),
            _ => ("", &[1, -1, 2, 0]),
        };
        let removed: Kinds = removed.parse().expect("cards in our notation");
        let lowest = suit_cards(Suit::Clubs) - removed.0;
        let opener = lowest.iter().filter(|card| card.rank() != Rank::Ace).min();
        let base = Self::plain(seats);
        let points = |cards, points| CardPoints { cards: Kinds(cards), points };
        Self {
            pack: PackRules {
                removed,
                points: vec![
                    points(suit_cards(Suit::Hearts), 1),
                    points(CardSet::only(QUEEN_OF_SPADES), 13),
                ],
                ..base.pack
            },
            deal: DealRules {
                cards: vec![(52 - removed.0.len() as u8) / seats.clamp(1, 52)],
                ..base.deal
            },
            passing: Some(Passing { count: 3, cycle: cycle.to_vec() }),
            trump: TrumpSource::None,
            play: PlayRules {
                first_lead: FirstLead::Holder {
                    card: opener.expect("a pack without some low clubs has others"),
                    opening: Opening::Card,
                },
                breaking: Some(Breaking {
                    suit: BrokenSuit::Suit(Suit::Hearts),
                    by_discard: true,
                    by_lead: true,
                    by_cards: Kinds::NONE,
                }),
                first_trick_bars: penalty_cards(),
                ..base.play
            },
            score: Score::Penalty(PenaltyScore { moon: Moon::OthersPay, no_trick_bonus: 0 }),
            matches: MatchRules { hands: 100, floor: Some(-100), ..base.matches },
            ..base
        }
    }

    /// OpenSpiel's `hearts` with its default options: the queen of spades breaks hearts too.
    pub fn hearts_openspiel() -> Self {
        let base = Self::hearts(4);
        let by_cards = Kinds(CardSet::only(QUEEN_OF_SPADES));
        let breaking = base.play.breaking.map(|breaking| Breaking { by_cards, ..breaking });
        Self { play: PlayRules { breaking, ..base.play }, ..base }
    }

    /// Hearts in which the jack of diamonds takes 10 points off.
    pub fn hearts_omnibus(seats: u8) -> Self {
        let mut rules = Self::hearts(seats);
        let cards = Kinds(CardSet::only(JACK_OF_DIAMONDS));
        rules.pack.points.push(CardPoints { cards, points: -10 });
        rules
    }

    /// Spades for two partnerships: nil and blind nil, ten bags cost 100, to 500 or -200.
    pub fn spades() -> Self {
        let base = Self::plain(4);
        Self {
            teams: Some(2),
            auction: Auction::Tricks(TrickBids {
                hook: false,
                team_limit: false,
                blind_nil: Some(100),
            }),
            play: PlayRules {
                breaking: Some(Breaking {
                    suit: BrokenSuit::Trump,
                    by_discard: true,
                    by_lead: true,
                    by_cards: Kinds::NONE,
                }),
                ..base.play
            },
            score: Score::Contract(ContractScore {
                trick: 10,
                bag: 1,
                bag_limit: 10,
                bag_penalty: -100,
                nil: 100,
                blind_nil: 200,
                nil_tricks: NilTricks::Bags,
                big_bid: None,
            }),
            matches: MatchRules { hands: 100, reach: Some(500), floor: Some(-200), ..base.matches },
            ..base
        }
    }

    /// OpenSpiel's `spades`: no blind nil, a team bids at most 13, spades are never broken, tricks
    /// of a failed nil count towards the partner's bid.
    pub fn spades_openspiel() -> Self {
        let base = Self::spades();
        let Score::Contract(contract) = base.score else { unreachable!("spades has contracts") };
        Self {
            auction: Auction::Tricks(TrickBids { hook: false, team_limit: true, blind_nil: None }),
            play: PlayRules {
                breaking: Some(Breaking {
                    suit: BrokenSuit::Trump,
                    by_discard: false,
                    by_lead: false,
                    by_cards: Kinds::NONE,
                }),
                ..base.play
            },
            score: Score::Contract(ContractScore { nil_tricks: NilTricks::Count, ..contract }),
            matches: MatchRules { floor: Some(-350), ..base.matches },
            ..base
        }
    }

    /// Spades without bags: overtricks score nothing.
    pub fn spades_no_bags() -> Self {
        let base = Self::spades();
        let Score::Contract(contract) = base.score else { unreachable!("spades has contracts") };
        let score = ContractScore { bag: 0, bag_limit: 0, bag_penalty: 0, ..contract };
        Self { score: Score::Contract(score), ..base }
    }
}
