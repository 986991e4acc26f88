//! The worlds of a view: all deals in its information set, exactly uniform.
//!
//! Hard constraints alone decide which deals are possible: see [`crate::Constraints`]. They bound
//! the places of single cards, so [`crate::deals`] counts and samples deals exactly. The secret
//! passes and discards of other seats are sampled too: every deal admits equally many of them, so
//! one is drawn uniformly.
//!
//! With two packs, deals are uniform over the unseen physical cards: the two copies of a kind are
//! two distinguishable cards, as in a real pack.

use crate::compile::Compiled;
use crate::constraints::lacking;
use crate::deals::{Deal, DealProblem, DealTable};
use crate::rules::Upcard;
use crate::{Cards, PassedCards, Phase, State, Tricks, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{Hidden, ImpossibleView, MAX_SEATS, Rng, Seat, Worlds, meters};
use std::sync::Arc;

/// The uniform distribution over the worlds of a view.
#[derive(Clone, Debug)]
pub struct TricksWorlds {
    c: Arc<Compiled>,
    view: View,
    /// The known cards of each hand, cards chosen to be passed included.
    known: [Cards; MAX_SEATS],
    /// The cards that each seat has played.
    played: [Cards; MAX_SEATS],
    table: DealTable,
    /// The holder that stands for the dealer's hidden discard.
    discard_holder: Option<usize>,
}

impl Hidden for Tricks {
    type Worlds = TricksWorlds;

    fn worlds(&self, view: &View) -> Result<TricksWorlds, ImpossibleView> {
        meters::WORLDS.count();
        let c = &self.c;
        let problem = HiddenCards::new(self, view)?;
        let impossible =
            |error: crate::deals::ImpossibleDeal| ImpossibleView::new(error.to_string());
        let table = DealTable::new(&problem.deal).map_err(impossible)?;
        let mut played = [Cards::EMPTY; MAX_SEATS];
        view.table.plays_by_seat(c).for_each(|(seat, card)| played[seat.index()].insert(card));
        Ok(TricksWorlds {
            c: Arc::clone(c),
            view: *view,
            known: problem.known,
            played,
            table,
            discard_holder: problem.discard_holder,
        })
    }
}

/// The hidden cards of a view, as a dealing problem.
struct HiddenCards {
    deal: DealProblem,
    /// The known cards of each hand.
    known: [Cards; MAX_SEATS],
    discard_holder: Option<usize>,
}

impl HiddenCards {
    fn new(game: &Tricks, view: &View) -> Result<Self, ImpossibleView> {
        let (c, table) = (&*game.c, &view.table);
        let own = view.seat.index();
        let looked = table.looked.contains(view.seat);
        check_own_hand(view)?;
        let lacks = lacking(c, table).map_err(|revoke| ImpossibleView::new(revoke.to_string()))?;
        let mut known = game.constraints(view).holds;
        if looked {
            known[own] = view.hand.plus(view.pending_cards(c));
        }
        let stock = c.seats;
        let hidden_discard = table.discarded && view.discard.is_none();
        let discard_holder = hidden_discard.then_some(stock + 1);
        let mut needs = [0usize; MAX_SEATS + 2];
        for seat in Seat::all(c.seats) {
            let holds = table.count(seat) + pending_passes(c, view, seat);
            let i = seat.index();
            needs[i] = holds.checked_sub(known[i].len()).ok_or_else(|| {
                ImpossibleView::new(format!(
                    "{seat} holds {holds} cards and is known to hold {}",
                    known[i]
                ))
            })?;
        }
        needs[stock] = table.stock() - usize::from(table.discarded);
        needs[stock + 1] = usize::from(hidden_discard);
        let unknown = unknown_cards(c, view, &known)?;
        let holders = if hidden_discard { stock + 2 } else { stock + 1 };
        let mut deal = DealProblem::new(&needs[..holders]).stock(stock);
        for (card, may) in eligible(c, view, &lacks, unknown, discard_holder) {
            deal.add(card, may);
        }
        Ok(Self { deal, known, discard_holder })
    }
}

fn check_own_hand(view: &View) -> Result<(), ImpossibleView> {
    let (table, seat) = (&view.table, view.seat);
    let (holds, expected) = (view.hand.len(), table.count(seat));
    if table.looked.contains(seat) && holds != expected {
        let reason = format!("{seat} holds {holds} cards, the table says {expected}");
        return Err(ImpossibleView::new(reason));
    }
    Ok(())
}

/// Returns the number of cards that a seat has chosen to pass and that have not changed hands yet.
fn pending_passes(c: &Compiled, view: &View, seat: Seat) -> usize {
    let table = &view.table;
    let Some((_, count)) = c.rules.passing_in(table.setup.hand) else { return 0 };
    if table.phase != Phase::Pass {
        return 0;
    }
    match seat.cmp(&table.to_act) {
        std::cmp::Ordering::Less => usize::from(count),
        std::cmp::Ordering::Equal => usize::from(table.calls % count),
        std::cmp::Ordering::Greater => 0,
    }
}

impl View {
    /// Returns the cards that the seat has chosen to pass and that have not changed hands yet.
    fn pending_cards(&self, c: &Compiled) -> Cards {
        if pending_passes(c, self, self.seat) > 0 { self.passed.cards() } else { Cards::EMPTY }
    }
}

/// Returns the cards whose place the seat does not know.
fn unknown_cards(
    c: &Compiled,
    view: &View,
    known: &[Cards; MAX_SEATS],
) -> Result<Cards, ImpossibleView> {
    let table = &view.table;
    let mut left: Cards = c.pack.iter().copied().collect();
    let lying = table.upcard.filter(|_| table.upcard_to.is_none());
    let seen = known[..c.seats].iter().flat_map(|cards| cards.iter());
    let seen = seen.chain(table.plays().iter().copied()).chain(lying).chain(view.discard);
    for card in seen {
        if !left.contains(card) {
            let reason = format!("{card} is in more places than the pack has copies of it");
            return Err(ImpossibleView::new(reason));
        }
        left.remove(card);
    }
    Ok(left)
}

/// Returns each unknown card with the holders that can have it.
fn eligible(
    c: &Compiled,
    view: &View,
    lacks: &[CardSet; MAX_SEATS],
    unknown: Cards,
    discard_holder: Option<usize>,
) -> impl Iterator<Item = (Card, u16)> {
    let (table, own) = (view.table, view.seat.index());
    let (looked, seats) = (table.looked.contains(view.seat), c.seats);
    let lacks = *lacks;
    // The upcard that the dealer took is in the dealer's hand or the discard; its twin in a second
    // pack can be anywhere.
    let taken = table.upcard.filter(|_| c.rules.deal.upcard == Upcard::Offered && table.discarded);
    let mut taken = taken.filter(|card| unknown.contains(*card));
    unknown.iter().map(move |card| {
        let hidden = (0..seats).filter(|seat| *seat != own || !looked);
        let able = hidden.filter(|seat| !lacks[*seat].contains(card));
        let mut may = able.fold(0u16, |all, seat| all | 1 << seat) | 1 << seats;
        may |= discard_holder.map_or(0, |holder| 1 << holder);
        if taken == Some(card) {
            taken = None;
            let dealer = 1u16 << table.setup.dealer.index();
            may &= dealer | discard_holder.map_or(0, |holder| 1 << holder);
        }
        (card, may)
    })
}

impl TricksWorlds {
    /// Returns the view.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// Returns the number of deals, or `None` from 2^128 on.
    pub fn count(&self) -> Option<u128> {
        self.table.count()
    }

    /// Samples the hands of one world, known cards included: one for each seat, then the unseen
    /// cards that no seat holds. Cards chosen to be passed are still in their hands.
    #[inline]
    pub fn sample_hands(&self, rng: &mut Rng) -> [Cards; MAX_SEATS + 1] {
        let (deal, stock) = (self.table.sample(rng), self.c.seats);
        let mut hands = [Cards::EMPTY; MAX_SEATS + 1];
        for (seat, hand) in hands[..stock].iter_mut().enumerate() {
            *hand = self.known[seat].plus(deal[seat]);
        }
        hands[stock] =
            self.discard_holder.map_or(deal[stock], |holder| deal[stock].plus(deal[holder]));
        hands
    }

    /// Builds the world with this deal of the hidden cards.
    fn with_deal(&self, deal: &Deal, rng: &mut Rng) -> State {
        let c = &*self.c;
        let mut state = self.with_hands(deal);
        if c.rules.passing.is_some() {
            self.sample_passes(&mut state, rng);
        }
        if let Some(holder) = self.discard_holder {
            state.discard = deal[holder].kinds().first();
        }
        if c.rules.deal.draw {
            let stock = deal[c.seats];
            state.stock.iter_mut().zip(stock.iter()).for_each(|(place, card)| *place = card);
            rng.shuffle(&mut state.stock[..stock.len()]);
        }
        state
    }

    /// Builds the world in which the seats hold what they are known to hold and this deal.
    #[inline]
    fn with_hands(&self, deal: &Deal) -> State {
        let mut hands = [Cards::EMPTY; MAX_SEATS];
        for (seat, hand) in hands[..self.c.seats].iter_mut().enumerate() {
            *hand = self.known[seat].plus(deal[seat]);
        }
        State {
            table: self.view.table,
            hands,
            passed: [PassedCards::EMPTY; MAX_SEATS],
            discard: self.view.discard,
            stock: [Card::new(0); 52],
        }
    }

    /// Returns whether a world has more hidden cards than those in hands.
    #[inline]
    fn hides_more(&self) -> bool {
        let rules = &self.c.rules;
        rules.passing.is_some() || rules.deal.draw || self.discard_holder.is_some()
    }

    /// Samples the cards that other seats pass or have passed, as far as this seat does not know
    /// them.
    fn sample_passes(&self, state: &mut State, rng: &mut Rng) {
        let (c, view) = (&*self.c, &self.view);
        let Some((places, count)) = c.rules.passing_in(view.table.setup.hand) else { return };
        let passing = view.table.phase == Phase::Pass;
        for seat in Seat::all(c.seats) {
            let from = seat.index();
            let to = c.seat_left_of(from, places);
            let cards = if seat == view.seat {
                view.passed
            } else if passing {
                let chosen = pending_passes(c, view, seat);
                let all = if chosen > 0 {
                    random_cards(state.hands[from], count, rng)
                } else {
                    PassedCards::EMPTY
                };
                all.as_slice()[..chosen].iter().copied().collect()
            } else if to == view.seat.index() {
                view.received
            } else {
                random_cards(state.hands[to].plus(self.played[to]), count, rng)
            };
            state.passed[from] = cards;
            if passing {
                state.hands[from] = state.hands[from].minus(cards.cards());
            }
        }
    }
}

/// Returns a uniformly random subset of these cards.
fn random_cards(mut cards: Cards, count: u8, rng: &mut Rng) -> PassedCards {
    let mut chosen = [Card::new(0); 4];
    for place in &mut chosen[..usize::from(count)] {
        let number = rng.below(cards.len() as u32);
        let (kinds, doubles) = (cards.kinds(), cards.doubles());
        let one = nth(kinds.bits(), number)
            .or_else(|| nth(doubles.bits(), number - kinds.len() as u32))
            .unwrap_or_default();
        *place = Card::new(one as u8);
        cards.remove(*place);
    }
    chosen[..usize::from(count)].iter().copied().collect()
}

/// Returns the position of the set bit with this rank, from 0.
fn nth(mut word: u64, number: u32) -> Option<u32> {
    if number >= word.count_ones() {
        return None;
    }
    (0..number).for_each(|_| word &= word - 1);
    Some(word.trailing_zeros())
}

impl Worlds<Tricks> for TricksWorlds {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> (State, f32) {
        let deal = self.table.sample(rng);
        // Without a copy where that is the whole world.
        if self.hides_more() {
            (self.with_deal(&deal, rng), 1.0)
        } else {
            (self.with_hands(&deal), 1.0)
        }
    }
}
