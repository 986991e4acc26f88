//! Rules as data, with named presets; `docs/reference/rules/` cites the source of each.
//!
//! Everything in which trick games differ is an option here; the engine knows no game by name. The
//! options are checked by [`Rules::validate`] and compiled once by [`crate::Tricks::new`].

mod presets;
#[cfg(feature = "serde")]
mod serial;
mod text;
mod validate;

pub use presets::PRESETS;
pub use text::{Kinds, ParseRankOrderError, RankOrder};

use facedown_cards::{Card, Rank, Suit};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// All options of a trick game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Rules {
    /// Number of seats: 2 to 10, numbered clockwise.
    pub seats: u8,
    /// Number of sides, if seats play in teams: seat s is on side s modulo this.
    pub teams: Option<u8>,
    /// The direction of deal and play.
    pub direction: Direction,
    /// The cards.
    pub pack: PackRules,
    /// The deal.
    pub deal: DealRules,
    /// Cards passed before play.
    pub passing: Option<Passing>,
    /// The auction before play.
    pub auction: Auction,
    /// The source of the trump suit.
    pub trump: TrumpSource,
    /// The play of tricks.
    pub play: PlayRules,
    /// The scoring of a hand.
    pub score: Score,
    /// The match.
    #[cfg_attr(feature = "serde", serde(rename = "match"))]
    pub matches: MatchRules,
}

/// The direction of deal and play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Direction {
    /// To the left: seat 1 follows seat 0.
    Clockwise,
    /// To the right: seat 0 follows seat 1.
    CounterClockwise,
}

/// The pack.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct PackRules {
    /// Number of packs of 52 cards: 1 or 2.
    pub packs: u8,
    /// The kinds removed from every pack.
    pub removed: Kinds,
    /// The order of the ranks.
    pub order: RankOrder,
    /// Suits whose ranks have an order of their own.
    pub suit_orders: Vec<SuitOrder>,
    /// The order of the ranks of the trump suit, if it differs.
    pub trump_order: Option<RankOrder>,
    /// The trumps above all others, highest first, of whatever printed suit.
    pub top_trumps: Vec<TopTrump>,
    /// Points for taking cards; 0 for other cards.
    pub points: Vec<CardPoints>,
}

/// A suit whose ranks have an order of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct SuitOrder {
    /// The suit.
    #[cfg_attr(feature = "serde", serde(with = "serial::suit_letter"))]
    pub suit: Suit,
    /// Its order.
    pub order: RankOrder,
}

/// A trump above the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum TopTrump {
    /// This rank of the trump suit (the right bower).
    Rank(#[cfg_attr(feature = "serde", serde(with = "serial::rank_letter"))] Rank),
    /// This rank of the other suit of the trump's colour (the left bower).
    SameColour(#[cfg_attr(feature = "serde", serde(with = "serial::rank_letter"))] Rank),
    /// This card.
    Card(#[cfg_attr(feature = "serde", serde(with = "serial::card_text"))] Card),
}

/// Points for taking some cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct CardPoints {
    /// The cards.
    pub cards: Kinds,
    /// The points of each.
    pub points: i8,
}

/// The deal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct DealRules {
    /// The hand sizes of a match's first hand, its second, …, repeated cyclically.
    pub cards: Vec<u8>,
    /// The card that is turned up.
    pub upcard: Upcard,
    /// Whether each seat draws a card after every trick, its winner first, while the stock lasts.
    pub draw: bool,
}

/// The card that is turned up after the deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Upcard {
    /// None.
    None,
    /// The next card of the stock, which nobody gets; none if no card is left.
    Stock,
    /// The next card of the stock, which goes to its bottom and is drawn last.
    UnderStock,
    /// The next card of the stock, which the dealer takes if its suit is made trump.
    Offered,
    /// The dealer's last card, which stays the dealer's.
    Dealer,
}

/// Passing: every seat passes cards before play, all at once.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Passing {
    /// Number of cards that each seat passes: 1 to 4.
    pub count: u8,
    /// The passing direction in a match's first hand, its second, …, repeated cyclically: places to
    /// the left, negative to the right, 0 for a hand without passing.
    pub cycle: Vec<i8>,
}

/// The auction before play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Auction {
    /// None.
    None,
    /// Each seat in turn bids a number of tricks.
    Tricks(TrickBids),
    /// Seats in turn may make the upcard's suit trump, then another suit.
    Trump(TrumpBids),
    /// The seat with most tricks in the previous hand chooses trump; in the first hand of a match,
    /// the upcard decides.
    Choose,
}

/// Bids of tricks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct TrickBids {
    /// Whether the last bidder may not make the bids add up to the number of tricks.
    pub hook: bool,
    /// Whether the bids of a team may not exceed the number of tricks.
    pub team_limit: bool,
    /// If seats may bid nil before looking at their cards: by how many points their side must be
    /// behind.
    pub blind_nil: Option<u16>,
}

/// Bids of trump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct TrumpBids {
    /// Whether the dealer must choose if everyone else declined; otherwise the hand is void.
    pub stick_dealer: bool,
    /// Whether a maker may play alone, without its partner.
    pub alone: bool,
}

/// The source of the trump suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum TrumpSource {
    /// No trump.
    None,
    /// This suit.
    Suit(#[cfg_attr(feature = "serde", serde(with = "serial::suit_letter"))] Suit),
    /// The suit of the upcard; no trump without one.
    Upcard,
    /// The auction.
    Auction,
}

/// The play of tricks.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct PlayRules {
    /// The leader of the first trick.
    pub first_lead: FirstLead,
    /// The rules of following suit.
    pub follow: Follow,
    /// A suit that may not be led at first.
    pub breaking: Option<Breaking>,
    /// Cards that a seat may not play to the first trick if it can play another.
    pub first_trick_bars: Kinds,
    /// The higher of two identical cards.
    pub identical: Identical,
}

/// The leader of the first trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum FirstLead {
    /// The seat after the dealer.
    AfterDealer,
    /// The dealer.
    Dealer,
    /// The holder of a card.
    Holder {
        /// The card.
        #[cfg_attr(feature = "serde", serde(with = "serial::card_text"))]
        card: Card,
        /// The cards that the holder may lead.
        opening: Opening,
    },
}

/// The cards that the holder of the opening card may lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Opening {
    /// That card.
    Card,
    /// Any card of its suit.
    Suit,
    /// Any card that may be led.
    Any,
}

/// The rules of following suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[allow(
    clippy::struct_excessive_bools,
    reason = "four duties, each of which a game has or has not"
)]
pub struct Follow {
    /// Whether seats must follow suit if they can.
    pub suit: bool,
    /// Whether seats that cannot follow must play a trump if they can.
    pub ruff: bool,
    /// Whether seats that follow or must ruff must also beat the winning card if they can.
    pub overtake: bool,
    /// Whether a seat is exempt from those two duties while its own side is winning the trick.
    pub partner_exempt: bool,
}

/// A suit that may not be led until it is broken, unless a seat has nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Breaking {
    /// The suit.
    pub suit: BrokenSuit,
    /// Whether a card of the suit breaks it when played on another suit.
    pub by_discard: bool,
    /// Whether the suit is broken when a seat with nothing else leads it.
    pub by_lead: bool,
    /// Other cards that break it.
    pub by_cards: Kinds,
}

/// The suit that may not be led until it is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum BrokenSuit {
    /// Trump.
    Trump,
    /// This one.
    Suit(#[cfg_attr(feature = "serde", serde(with = "serial::suit_letter"))] Suit),
}

/// The higher of two identical cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Identical {
    /// The one played first.
    First,
    /// The one played last.
    Last,
}

/// The scoring of a hand. Higher scores are better in every game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Score {
    /// Each seat alone scores for its exact bid.
    Exact(ExactScore),
    /// Each side scores for at least its bid, with nil and overtricks.
    Contract(ContractScore),
    /// Each seat pays for the points that it takes.
    Penalty(PenaltyScore),
    /// The side with most tricks or points scores by the level that it reaches.
    Levels(LevelScore),
    /// The makers of trump play against the others.
    Makers(MakerScore),
}

/// Scores of exact and of other bids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct ExactScore {
    /// For exactly the tricks bid.
    pub hit: Linear,
    /// For any other number.
    pub miss: Linear,
}

/// A score that is linear in the tricks bid, taken, and off the bid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Linear {
    /// Constant term.
    pub base: i16,
    /// For each trick bid.
    pub bid: i16,
    /// For each trick taken.
    pub trick: i16,
    /// For each trick above or below the bid.
    pub off: i16,
}

/// Scores of a side's contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct ContractScore {
    /// For each trick bid: won if the side takes them, lost if it does not.
    pub trick: i16,
    /// For each overtrick (*bag*).
    pub bag: i16,
    /// Number of bags that cost the penalty; 0 for no penalty.
    pub bag_limit: u8,
    /// The penalty.
    pub bag_penalty: i16,
    /// For a bid of no tricks (*nil*): won or lost. If 0, a bid of 0 is like any other.
    pub nil: i16,
    /// For a nil bid before looking (*blind nil*).
    pub blind_nil: i16,
    /// How the tricks of a failed nil count.
    pub nil_tricks: NilTricks,
    /// A fixed score for large bids.
    pub big_bid: Option<BigBid>,
}

/// How the tricks of a failed nil count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum NilTricks {
    /// Towards the partner's bid.
    Count,
    /// As bags.
    Bags,
    /// Not at all.
    Nothing,
}

/// A fixed score for bids of at least this many tricks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct BigBid {
    /// The least number of tricks bid by the side.
    pub tricks: u8,
    /// Won or lost.
    pub points: i16,
}

/// Scores of a seat that pays for the points it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct PenaltyScore {
    /// The effect of taking all cards with positive points (*shooting the moon*).
    pub moon: Moon,
    /// For a seat without a trick, if nobody shot the moon.
    pub no_trick_bonus: i16,
}

/// The effect of taking all cards with positive points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Moon {
    /// None: the seat pays for them.
    None,
    /// The seat pays for none of them, and every other seat for all.
    OthersPay,
    /// The seat is paid for them.
    Paid,
}

/// Awards by tricks or points.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct LevelScore {
    /// The quantity that counts.
    pub count: Counted,
    /// The awards of the side with most, by level.
    pub levels: Vec<Level>,
    /// The award for all tricks, if it differs.
    pub all_tricks: Option<i16>,
}

/// The quantity that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Counted {
    /// Tricks.
    Tricks,
    /// The points of the cards taken.
    Points,
}

/// An award from a count on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Level {
    /// The least count.
    pub least: u16,
    /// The award.
    pub award: i16,
}

/// Scores of the makers of trump, or of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct MakerScore {
    /// Number of tricks that the makers need.
    pub need: u8,
    /// For taking them.
    pub made: i16,
    /// For all tricks.
    pub march: i16,
    /// For all tricks, playing alone.
    pub alone_march: i16,
    /// For the others, if the makers do not take them.
    pub euchred: i16,
}

/// The match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct MatchRules {
    /// Maximum number of hands.
    pub hands: u16,
    /// The match is over when a score is at least this; from 1 on.
    pub reach: Option<i32>,
    /// The match is over when a score is at most this; below 0.
    pub floor: Option<i32>,
    /// Whether the deal rotates after each hand.
    pub deal_passes: bool,
    /// Whether a seat without a trick is out of the match, which the last seat in wins.
    pub knockout: bool,
}

impl Rules {
    /// Returns the hand size in this hand of a match.
    pub(crate) fn cards_in(&self, hand: u16) -> u8 {
        let cards = &self.deal.cards;
        cards[usize::from(hand) % cards.len()]
    }

    /// Returns the passing direction in this hand of a match, as places to the left, and the number
    /// of cards; `None` in hands without passing.
    pub(crate) fn passing_in(&self, hand: u16) -> Option<(i8, u8)> {
        let passing = self.passing.as_ref()?;
        let places = passing.cycle[usize::from(hand) % passing.cycle.len()];
        (places != 0).then_some((places, passing.count))
    }
}
