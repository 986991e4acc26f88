//! The view of a seat, from what the app sends.

use super::cards::{read_card, read_id, read_suit};
use super::payload::{CardModel, Payload, Played, Trick};
use crate::ServiceError;
use facedown_cards::{Card, Rank, Suit};
use facedown_game::{MAX_SEATS, excerpt};
use serde_json::{Value, json};

/// What is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Bid,
    Play,
}

/// Returns the position as documents, the one to be believed most first.
pub(super) fn documents(payload: &Payload, phase: Phase) -> Result<Vec<Value>, ServiceError> {
    let round = Round::read(payload)?;
    if phase == Phase::Bid {
        return Ok(vec![round.bidding()]);
    }
    let mut documents = Vec::new();
    let given = payload.context.completed_tricks.as_ref();
    match given.map(|tricks| round.given_tricks(tricks)).transpose()? {
        Some(tricks) => documents.push(round.playing(&tricks)),
        None => documents.extend(round.inferred_tricks().map(|tricks| round.playing(&tricks))),
    }
    documents.push(round.shortened());
    Ok(documents)
}

/// A trick: its leader, and its cards in order.
type SeatTrick = (usize, Vec<Card>);

/// The round by seats.
struct Round<'a> {
    payload: &'a Payload,
    players: Vec<String>,
    seats: usize,
    me: usize,
    hand: Vec<Card>,
    trump: Option<Suit>,
    upcard: Option<Card>,
    played: Vec<Card>,
    /// The trick in progress.
    current: SeatTrick,
}

impl<'a> Round<'a> {
    fn read(payload: &'a Payload) -> Result<Self, ServiceError> {
        let context = &payload.context;
        let bad = |field: &str, why: String| ServiceError::invalid(field.to_owned(), why);
        let card = |field: String, card: &CardModel| {
            read_card(&card.rank, &card.suit).map_err(|why| ServiceError::invalid(field, why))
        };
        let hand =
            payload.hand.iter().enumerate().map(|(i, held)| card(format!("hand[{i}]"), held));
        let hand = hand.collect::<Result<Vec<_>, _>>()?;
        if hand.is_empty() {
            return Err(bad("hand", "no cards".to_owned()));
        }
        let trump = context.trump_suit.as_deref().map(read_suit).transpose();
        let trump = trump.map_err(|why| bad("context.trumpSuit", why))?;
        let upcard = context.trump_card.as_ref().map(read_played).transpose();
        let upcard = upcard.map_err(|why| bad("context.trumpCard", why))?;
        let played = context.played_cards.iter().enumerate().map(|(i, played)| {
            read_played(played).map_err(|why| bad(&format!("context.playedCards[{i}]"), why))
        });
        let played = played.collect::<Result<Vec<_>, _>>()?;
        let players = seating(payload);
        let most = payload.config.max_players.clamp(2, MAX_SEATS as u32) as usize;
        let seats = if players.len() < 2 { most } else { players.len() };
        if seats > MAX_SEATS {
            let why = format!("{seats} players, expected at most {MAX_SEATS}");
            return Err(bad("context.cumulativeScores", why));
        }
        let me = players.iter().position(|player| *player == context.my_player_id);
        let me = me.ok_or_else(|| {
            let name = excerpt(&context.my_player_id).to_string();
            bad("context.myPlayerId", format!("'{name}' is not among the players"))
        })?;
        let mut round = Self {
            payload,
            players,
            seats,
            me,
            hand,
            trump,
            upcard,
            played,
            current: (me, Vec::new()),
        };
        if let Some(trick) = &context.current_trick {
            round.current = round.trick("context.currentTrick", trick)?;
        }
        Ok(round)
    }

    fn seat(&self, field: &str, player: &str) -> Result<usize, ServiceError> {
        let seat = self.players.iter().position(|name| name == player);
        seat.ok_or_else(|| {
            let why = format!("'{}' is not among the players", excerpt(player));
            ServiceError::invalid(field.to_owned(), why)
        })
    }

    fn trick(&self, field: &str, trick: &Trick) -> Result<SeatTrick, ServiceError> {
        let leader = match (trick.plays.first(), &trick.leader_player_id) {
            (Some(play), _) => self.seat(&format!("{field}.plays[0].playerId"), &play.player_id)?,
            (None, Some(leader)) => self.seat(&format!("{field}.leaderPlayerId"), leader)?,
            (None, None) => self.me,
        };
        let cards = trick.plays.iter().enumerate().map(|(i, play)| {
            let wrong = |why| ServiceError::invalid(format!("{field}.plays[{i}].card"), why);
            read_card(&play.card.rank, &play.card.suit).map_err(wrong)
        });
        Ok((leader, cards.collect::<Result<_, _>>()?))
    }

    fn given_tricks(&self, tricks: &[Trick]) -> Result<Vec<SeatTrick>, ServiceError> {
        let read = |(i, trick)| self.trick(&format!("context.completedTricks[{i}]"), trick);
        tricks.iter().enumerate().map(read).collect()
    }

    /// Returns the completed tricks that the cards played imply: the winner of each leads the next,
    /// and the last winner leads the current trick, so the first leader is known too. `None` if the
    /// cards are not whole tricks.
    fn inferred_tricks(&self) -> Option<Vec<SeatTrick>> {
        let current = &self.current.1;
        // The app lists the cards of the current trick with the others.
        let completed = self.played.strip_suffix(current.as_slice()).unwrap_or(&self.played);
        if !completed.len().is_multiple_of(self.seats) {
            return None;
        }
        let mut tricks = Vec::new();
        let mut leader = 0;
        for cards in completed.chunks_exact(self.seats) {
            tricks.push((leader, cards.to_vec()));
            leader = (leader + self.winner(cards)) % self.seats;
        }
        let shift = (self.current.0 + self.seats - leader) % self.seats;
        for (leader, _) in &mut tricks {
            *leader = (*leader + shift) % self.seats;
        }
        Some(tricks)
    }

    /// Returns the place of the winning card of a trick.
    fn winner(&self, cards: &[Card]) -> usize {
        let led = cards[0].suit();
        let strength = |card: &Card| {
            let rank = if card.rank() == Rank::Ace { 13 } else { card.rank().index() };
            (Some(card.suit()) == self.trump, card.suit() == led, rank)
        };
        // Of two identical cards the later one wins, as the last of equal maxima does.
        let best = (0..cards.len()).max_by_key(|i| strength(&cards[*i]));
        best.unwrap_or(0)
    }

    fn bidding(&self) -> Value {
        let bids = &self.payload.context.bids;
        let before = |places: &usize| {
            let seat = (self.me + self.seats - places) % self.seats;
            self.players.get(seat).and_then(|name| *bids.get(name)?).is_some()
        };
        let made = (1..self.seats).take_while(before).count();
        let first = (self.me + self.seats - made) % self.seats;
        self.document(self.hand.len(), first, made, &[])
    }

    fn playing(&self, tricks: &[SeatTrick]) -> Value {
        let first = tricks.first().map_or(self.current.0, |(leader, _)| *leader);
        let mut all = tricks.to_vec();
        if !self.current.1.is_empty() {
            all.push(self.current.clone());
        }
        self.document(self.hand.len() + tricks.len(), first, self.seats, &all)
    }

    /// Returns the rest of the hand as a hand of its own, without the cards that are gone.
    fn shortened(&self) -> Value {
        let current = &self.current;
        let tricks: &[SeatTrick] =
            if current.1.is_empty() { &[] } else { std::slice::from_ref(current) };
        let mut document = self.document(self.hand.len(), current.0, self.seats, tricks);
        let held = |card: &&Card| !self.hand.contains(card) && !current.1.contains(card);
        let mut gone: Vec<Card> = self.played.iter().filter(held).copied().collect();
        gone.sort_unstable();
        gone.dedup();
        if self.seats <= 5 {
            let texts: Vec<String> = gone.iter().map(ToString::to_string).collect();
            document["rules"]["pack"] = json!({ "removed": texts.join(" ") });
        }
        if self.payload.context.trump_broken {
            document["rules"]["play"] = json!({ "breaking": null });
        }
        document
    }

    /// Returns the position: so many cards each, the first to call, the calls made, the tricks.
    fn document(&self, cards: usize, first: usize, calls: usize, tricks: &[SeatTrick]) -> Value {
        let context = &self.payload.context;
        let texts = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
        let call = |places: usize| {
            let seat = (first + places) % self.seats;
            let bid = self.players.get(seat).and_then(|name| *context.bids.get(name)?);
            // A bid that the app does not send is taken to be an even share.
            let bid = bid.map_or(cards / self.seats, |bid| bid.max(0) as usize).min(cards);
            json!({ "seat": seat, "call": bid.to_string() })
        };
        let score = |seat: usize| {
            let score = self.players.get(seat).and_then(|name| context.cumulative_scores.get(name));
            score.copied().unwrap_or(0).clamp(-10_000, 10_000)
        };
        let tricks =
            tricks.iter().map(|(leader, cards)| json!({ "leader": leader, "cards": texts(cards) }));
        let upcard = self.upcard.filter(|card| Some(card.suit()) == self.trump);
        let trump = match (upcard, self.trump) {
            (Some(_), _) => json!("upcard"),
            (None, Some(suit)) => json!({ "suit": suit.letter().to_string() }),
            (None, None) => json!("none"),
        };
        let hand_number = context.round_index.min(999);
        let hands = self.payload.config.round_count.clamp(hand_number + 1, 1_000);
        json!({
            "game": "el-dorado",
            "rules": {
                "seats": self.seats,
                "deal": {
                    "cards": [cards],
                    "upcard": if upcard.is_some() { "stock" } else { "none" },
                },
                "trump": trump,
                "match": { "hands": hands },
            },
            "view": {
                "seat": self.me,
                "dealer": (first + self.seats - 1) % self.seats,
                "hand_number": hand_number,
                "hand": texts(&self.hand),
                "upcard": upcard.map(|card| card.to_string()),
                "calls": (0..calls).map(call).collect::<Vec<_>>(),
                "tricks": tricks.collect::<Vec<_>>(),
                "scores": (0..self.seats).map(score).collect::<Vec<_>>(),
            },
        })
    }
}

fn read_played(played: &Played) -> Result<Card, String> {
    match played {
        Played::Id(id) => read_id(id),
        Played::Card(card) => read_card(&card.rank, &card.suit),
    }
}

/// Returns the players in the order of play: as the request says, as a trick shows it, or in the
/// order in which scores and bids name them.
fn seating(payload: &Payload) -> Vec<String> {
    let context = &payload.context;
    if let Some(order) = &context.player_order {
        return order.clone();
    }
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: &String| {
        if !names.contains(name) {
            names.push(name.clone());
        }
    };
    context.cumulative_scores.0.iter().for_each(|(name, _)| add(name));
    context.bids.0.iter().for_each(|(name, _)| add(name));
    add(&context.my_player_id);
    let history = context.completed_tricks.iter().flatten();
    let tricks: Vec<&Trick> = history.chain(&context.current_trick).collect();
    tricks.iter().flat_map(|trick| &trick.plays).for_each(|play| add(&play.player_id));
    // Whoever is asked plays next in the trick in progress.
    let mut shown: Vec<&String> = Vec::new();
    for trick in &tricks {
        let mut order: Vec<&String> = trick.plays.iter().map(|play| &play.player_id).collect();
        if !order.contains(&&context.my_player_id) && !order.is_empty() {
            order.push(&context.my_player_id);
        }
        if order.len() > shown.len() {
            shown = order;
        }
    }
    if follows(&names, &shown) {
        return names;
    }
    let mut order: Vec<String> = shown.into_iter().cloned().collect();
    names.retain(|name| !order.contains(name));
    order.extend(names);
    order
}

/// Returns whether the players of a trick are neighbours in this order.
fn follows(names: &[String], trick: &[&String]) -> bool {
    let place = |name: &String| names.iter().position(|other| other == name);
    trick.windows(2).all(|pair| match (place(pair[0]), place(pair[1])) {
        (Some(a), Some(b)) => (a + 1) % names.len() == b,
        _ => false,
    })
}
