//! The rules in force: a value, with named presets. `docs/rules/` gives the source of each.
//!
//! Everything in which trick games differ is data here; the engine knows no game by name. A value
//! is checked by [`Rules::validate`] and compiled once by [`crate::Tricks::new`].

mod presets;
mod text;
mod validate;

pub use presets::PRESETS;
pub use text::{Kinds, ParseRankOrderError, RankOrder};
pub use validate::BadRules;

use facedown_cards::{Card, Rank, Suit};
use serde::{Deserialize, Serialize};

/// All options of a trick game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// How many play: 2 to 10. Seats are numbered clockwise.
    pub seats: u8,
    /// How many sides there are, if seats play together: seat s is on side s modulo this.
    pub teams: Option<u8>,
    /// Which way deal and play go round.
    pub direction: Direction,
    /// The cards.
    pub pack: PackRules,
    /// How they are dealt.
    pub deal: DealRules,
    /// Cards handed on before play.
    pub passing: Option<Passing>,
    /// What is bid before play.
    pub auction: Auction,
    /// What is trump.
    pub trump: TrumpSource,
    /// How tricks are played.
    pub play: PlayRules,
    /// What a hand is worth.
    pub score: Score,
    /// How hands make a match.
    #[serde(rename = "match")]
    pub matches: MatchRules,
}

/// Which way deal and play go round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To the left: seat 1 follows seat 0.
    Clockwise,
    /// To the right: seat 0 follows seat 1.
    CounterClockwise,
}

/// The cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackRules {
    /// How many packs of 52: 1 or 2.
    pub packs: u8,
    /// The kinds that are taken out of every pack.
    pub removed: Kinds,
    /// The order of the ranks.
    pub order: RankOrder,
    /// Suits whose ranks have an order of their own.
    pub suit_orders: Vec<SuitOrder>,
    /// The order of the ranks of the trump suit, if it is another one.
    pub trump_order: Option<RankOrder>,
    /// Cards that are trumps above all others, highest first, whatever suit is printed on them.
    pub top_trumps: Vec<TopTrump>,
    /// What cards count for whoever takes them; the others count nothing.
    pub points: Vec<CardPoints>,
}

/// A suit whose ranks have an order of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuitOrder {
    /// The suit.
    #[serde(with = "text::suit_letter")]
    pub suit: Suit,
    /// Its order.
    pub order: RankOrder,
}

/// A card that is a trump above the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TopTrump {
    /// This rank of the trump suit (the right bower).
    Rank(#[serde(with = "text::rank_letter")] Rank),
    /// This rank of the other suit of the trump's colour (the left bower).
    SameColour(#[serde(with = "text::rank_letter")] Rank),
    /// This card.
    Card(#[serde(with = "text::card_text")] Card),
}

/// What some cards count for whoever takes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardPoints {
    /// The cards.
    pub cards: Kinds,
    /// What each counts.
    pub points: i8,
}

/// How cards are dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealRules {
    /// The cards of each seat in the first hand of a match, the second, …; then from the start.
    pub cards: Vec<u8>,
    /// Which card is turned up.
    pub upcard: Upcard,
    /// Whether seats draw a card each after every trick, its winner first, while there are any.
    pub draw: bool,
}

/// Which card is turned up after the deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Upcard {
    /// None.
    None,
    /// The next card of the stock, which nobody gets. Where no card is left, none is turned.
    Stock,
    /// The next card of the stock, which is put under it and drawn last.
    UnderStock,
    /// The next card of the stock, which the dealer takes up if its suit is made trump.
    Offered,
    /// The dealer's last card, which stays the dealer's.
    Dealer,
}

/// Cards handed on before play, by all at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passing {
    /// How many cards each seat hands on: 1 to 4.
    pub count: u8,
    /// To which seat in the first hand of a match, the second, …; then from the start: so many
    /// places to the left, negative to the right, 0 none.
    pub cycle: Vec<i8>,
}

/// What is bid before play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Auction {
    /// Nothing.
    None,
    /// Each seat in turn says how many tricks it will take.
    Tricks(TrickBids),
    /// Seats say in turn whether they make the upcard's suit trump, then whether another.
    Trump(TrumpBids),
    /// The seat with most tricks in the last hand chooses trump; in the first hand of a match the
    /// upcard does.
    Choose,
}

/// How tricks are bid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrickBids {
    /// Whether the last to bid may not make the bids add up to the number of tricks.
    pub hook: bool,
    /// Whether the bids of a team may not exceed the number of tricks.
    pub team_limit: bool,
    /// Whether a seat may bid nil before it sees its cards, and how many points its side must be
    /// behind to do so.
    pub blind_nil: Option<u16>,
}

/// How trump is bid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrumpBids {
    /// Whether the dealer must choose where everyone declined; otherwise the hand is void.
    pub stick_dealer: bool,
    /// Whether a maker may play without its partner.
    pub alone: bool,
}

/// What is trump.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrumpSource {
    /// Nothing.
    None,
    /// This suit.
    Suit(#[serde(with = "text::suit_letter")] Suit),
    /// The suit of the upcard; nothing where none could be turned.
    Upcard,
    /// What the auction says.
    Auction,
}

/// How tricks are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayRules {
    /// Who leads to the first trick.
    pub first_lead: FirstLead,
    /// What may be played to a trick.
    pub follow: Follow,
    /// A suit that may not be led at first.
    pub breaking: Option<Breaking>,
    /// Cards that may not be played to the first trick by a seat that can play another.
    pub first_trick_bars: Kinds,
    /// Which of two identical cards is higher.
    pub identical: Identical,
}

/// Who leads to the first trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstLead {
    /// The seat after the dealer.
    AfterDealer,
    /// The dealer.
    Dealer,
    /// The holder of a card.
    Holder {
        /// The card.
        #[serde(with = "text::card_text")]
        card: Card,
        /// What the holder may lead.
        opening: Opening,
    },
}

/// What the holder of the first card may lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// That card.
    Card,
    /// Any card of its suit.
    Suit,
    /// Any card that may be led.
    Any,
}

/// What may be played to a trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "four duties, each of which a game has or has not"
)]
pub struct Follow {
    /// Whether seats must follow suit if they can.
    pub suit: bool,
    /// Whether seats that cannot follow must play a trump if they can.
    pub ruff: bool,
    /// Whether seats that follow or must ruff must also beat the cards on the table if they can.
    pub overtake: bool,
    /// Whether those two duties rest while the seat's own side is winning the trick.
    pub partner_exempt: bool,
}

/// A suit that may not be led until it is broken, unless a seat has nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Breaking {
    /// The suit.
    pub suit: BrokenSuit,
    /// Whether a card of it breaks it when played on another suit.
    pub by_discard: bool,
    /// Whether it is broken when a seat with nothing else leads it.
    pub by_lead: bool,
    /// Other cards that break it.
    pub by_cards: Kinds,
}

/// Which suit may not be led at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BrokenSuit {
    /// Trump.
    Trump,
    /// This one.
    Suit(#[serde(with = "text::suit_letter")] Suit),
}

/// Which of two identical cards is higher.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Identical {
    /// The one played first.
    First,
    /// The one played last.
    Last,
}

/// What a hand is worth. Higher is better for every game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Each seat for itself: its bid, exactly.
    Exact(ExactScore),
    /// Each side: at least the tricks that it bid, with nil and overtricks.
    Contract(ContractScore),
    /// Each seat pays for the points that it takes.
    Penalty(PenaltyScore),
    /// The side with most takes the award of the highest level that it reaches.
    Levels(LevelScore),
    /// The makers of trump against the others.
    Makers(MakerScore),
}

/// What an exact bid is worth, and what another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExactScore {
    /// Having taken as many tricks as were bid.
    pub hit: Linear,
    /// Not having.
    pub miss: Linear,
}

/// A sum: so much, and so much for each trick bid, taken, and above or below the bid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Linear {
    /// In any case.
    pub base: i16,
    /// For each trick bid.
    pub bid: i16,
    /// For each trick taken.
    pub trick: i16,
    /// For each trick above or below the bid.
    pub off: i16,
}

/// What a side's contract is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContractScore {
    /// For each trick bid: won where the side takes them, lost where it does not.
    pub trick: i16,
    /// For each trick more (*bag*).
    pub bag: i16,
    /// So many bags cost the penalty; 0: they never do.
    pub bag_limit: u8,
    /// The penalty.
    pub bag_penalty: i16,
    /// For a bid of no trick (*nil*): won or lost; 0: a bid of none is like any other.
    pub nil: i16,
    /// For a nil bid before looking.
    pub blind_nil: i16,
    /// What the tricks of a failed nil are.
    pub nil_tricks: NilTricks,
    /// A side that bids so many or more tricks wins or loses a fixed sum instead.
    pub big_bid: Option<BigBid>,
}

/// What the tricks of a failed nil are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NilTricks {
    /// They count towards the partner's bid.
    Count,
    /// They are bags.
    Bags,
    /// Nothing.
    Nothing,
}

/// A bid with a worth of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BigBid {
    /// From so many tricks on.
    pub tricks: u8,
    /// Won or lost.
    pub points: i16,
}

/// What the points that a seat takes cost it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PenaltyScore {
    /// What happens to a seat that takes all cards with positive points (*shoots the moon*).
    pub moon: Moon,
    /// For a seat that takes no trick, where nobody shot the moon.
    pub no_trick_bonus: i16,
}

/// What happens to a seat that takes all cards with positive points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moon {
    /// It pays for them.
    None,
    /// It pays for none of them, and every other seat for all.
    OthersPay,
    /// It is paid for them.
    Paid,
}

/// What is counted, and what it wins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelScore {
    /// What is counted.
    pub count: Counted,
    /// What the side with most wins, by what it counts.
    pub levels: Vec<Level>,
    /// What it wins with all tricks, if that is something else.
    pub all_tricks: Option<i16>,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// Tricks.
    Tricks,
    /// The points of the cards taken.
    Points,
}

/// From so many on, an award.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// From so many on.
    pub least: u16,
    /// The award.
    pub award: i16,
}

/// What the makers of trump win, or the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MakerScore {
    /// How many tricks the makers need.
    pub need: u8,
    /// For having them.
    pub made: i16,
    /// For all tricks.
    pub march: i16,
    /// For all tricks by a maker alone.
    pub alone_march: i16,
    /// For the others, where the makers do not have them.
    pub euchred: i16,
}

/// How hands make a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchRules {
    /// After so many hands the match is over.
    pub hands: u16,
    /// It is over when a score is at least this.
    pub reach: Option<i32>,
    /// It is over when a score is at most this.
    pub floor: Option<i32>,
    /// Whether the deal passes on after each hand.
    pub deal_passes: bool,
    /// Whether a seat that takes no trick is out of the match, which the last one in wins.
    pub knockout: bool,
}

impl Rules {
    /// How many cards each seat is dealt in this hand of a match.
    pub(crate) fn cards_in(&self, hand: u16) -> u8 {
        let cards = &self.deal.cards;
        cards[usize::from(hand) % cards.len()]
    }

    /// How many places cards are handed on in this hand of a match, and how many; none where there
    /// is no passing.
    pub(crate) fn passing_in(&self, hand: u16) -> Option<(i8, u8)> {
        let passing = self.passing.as_ref()?;
        let places = passing.cycle[usize::from(hand) % passing.cycle.len()];
        (places != 0).then_some((places, passing.count))
    }
}
