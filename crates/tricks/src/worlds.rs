//! The deals that a seat cannot tell apart, each with exactly the same chance.
//!
//! Hard facts alone decide which deals there are: see [`crate::Constraints`]. They say of single
//! cards where they can be, so that [`crate::deals`] counts and draws deals exactly. What other
//! seats have secretly handed on or put away is invented with them: for each deal there are equally
//! many ways to have done so, and one is drawn.
//!
//! With two packs deals are uniform over the physical cards that were not seen. The two copies of a
//! kind count as two cards that could be told apart when played, as those of a real pack can.

use crate::compile::Compiled;
use crate::deals::{Deal, DealProblem, DealTable};
use crate::facts::lacking;
use crate::rules::Upcard;
use crate::{Cards, Parcel, Phase, State, Tricks, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{Hidden, ImpossibleView, MAX_SEATS, Rng, Seat, Worlds};
use std::sync::Arc;

/// The worlds of one view.
#[derive(Clone, Debug)]
pub struct TricksWorlds {
    c: Arc<Compiled>,
    view: View,
    /// What is known of each hand, cards chosen to be handed on included.
    known: [Cards; MAX_SEATS],
    /// What each seat has played.
    played: [Cards; MAX_SEATS],
    table: DealTable,
    /// The holder that is the card put away, where it is hidden.
    away: Option<usize>,
}

impl Hidden for Tricks {
    type Worlds = TricksWorlds;

    fn worlds(&self, view: &View) -> Result<TricksWorlds, ImpossibleView> {
        let c = &self.c;
        let problem = Problem::new(self, view)?;
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
            away: problem.away,
        })
    }
}

/// A view as cards to be dealt.
pub(crate) struct Problem {
    pub(crate) deal: DealProblem,
    /// What is known of each hand.
    pub(crate) known: [Cards; MAX_SEATS],
    away: Option<usize>,
}

impl Problem {
    pub(crate) fn new(game: &Tricks, view: &View) -> Result<Self, ImpossibleView> {
        let (c, table) = (&*game.c, &view.table);
        let own = view.seat.index();
        let looked = table.looked.contains(view.seat);
        check_own_hand(view)?;
        let lacks = lacking(c, table).map_err(|revoke| ImpossibleView::new(revoke.to_string()))?;
        let mut known = game.constraints(view).holds;
        if looked {
            known[own] = view.hand.plus(view.given_pending(c));
        }
        let stock = c.seats;
        let hidden_away = table.discarded && view.discard.is_none();
        let away = hidden_away.then_some(stock + 1);
        let mut needs = [0usize; MAX_SEATS + 2];
        for seat in Seat::all(c.seats) {
            let holds = table.count(seat) + pending(c, view, seat);
            let i = seat.index();
            needs[i] = holds.checked_sub(known[i].len()).ok_or_else(|| {
                ImpossibleView::new(format!(
                    "{seat} holds {holds} cards and is known to hold {}",
                    known[i]
                ))
            })?;
        }
        needs[stock] = table.stock() - usize::from(table.discarded);
        needs[stock + 1] = usize::from(hidden_away);
        let unknown = unknown_cards(c, view, &known)?;
        let holders = if hidden_away { stock + 2 } else { stock + 1 };
        let mut deal = DealProblem::new(&needs[..holders]).stock(stock);
        for (card, may) in eligible(c, view, &lacks, unknown, away) {
            deal.add(card, may);
        }
        Ok(Self { deal, known, away })
    }
}

fn check_own_hand(view: &View) -> Result<(), ImpossibleView> {
    let (table, seat) = (&view.table, view.seat);
    let (holds, told) = (view.hand.len(), table.count(seat));
    if table.looked.contains(seat) && holds != told {
        let reason = format!("{seat} holds {holds} cards, the table says {told}");
        return Err(ImpossibleView::new(reason));
    }
    Ok(())
}

/// How many cards a seat has chosen to hand on that have not changed hands yet.
fn pending(c: &Compiled, view: &View, seat: Seat) -> usize {
    let table = &view.table;
    let Some((_, count)) = c.rules.passing_in(table.setup.hand) else { return 0 };
    if table.phase != Phase::Pass {
        return 0;
    }
    match seat.cmp(&table.to_act) {
        std::cmp::Ordering::Less => usize::from(count),
        std::cmp::Ordering::Equal => usize::from(table.spoken % count),
        std::cmp::Ordering::Greater => 0,
    }
}

impl View {
    /// What the seat has chosen to hand on and still has.
    fn given_pending(&self, c: &Compiled) -> Cards {
        if pending(c, self, self.seat) > 0 { self.given.cards() } else { Cards::EMPTY }
    }
}

/// The cards whose place the seat does not know.
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

/// Each unknown card with the holders that can have it.
fn eligible(
    c: &Compiled,
    view: &View,
    lacks: &[CardSet; MAX_SEATS],
    unknown: Cards,
    away: Option<usize>,
) -> impl Iterator<Item = (Card, u16)> {
    let (table, own) = (view.table, view.seat.index());
    let (looked, seats) = (table.looked.contains(view.seat), c.seats);
    let lacks = *lacks;
    // The upcard that the dealer took is with the dealer or was put away; its twin can be anywhere.
    let taken = table.upcard.filter(|_| c.rules.deal.upcard == Upcard::Offered && table.discarded);
    let mut taken = taken.filter(|card| unknown.contains(*card));
    unknown.iter().map(move |card| {
        let hidden = (0..seats).filter(|seat| *seat != own || !looked);
        let able = hidden.filter(|seat| !lacks[*seat].contains(card));
        let mut may = able.fold(0u16, |all, seat| all | 1 << seat) | 1 << seats;
        may |= away.map_or(0, |away| 1 << away);
        if taken == Some(card) {
            taken = None;
            let dealer = 1u16 << table.setup.dealer.index();
            may &= dealer | away.map_or(0, |away| 1 << away);
        }
        (card, may)
    })
}

impl TricksWorlds {
    /// The view that the worlds belong to.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// How many deals there are, where that is a number of at most 128 bits.
    pub fn count(&self) -> Option<u128> {
        self.table.count()
    }

    /// The cards of every seat in one world, those that the seat knows included, then those that
    /// nobody holds and the seat has not seen. Cards chosen to be handed on are still with their
    /// seats.
    #[inline]
    pub fn sample_hands(&self, rng: &mut Rng) -> [Cards; MAX_SEATS + 1] {
        let (deal, stock) = (self.table.sample(rng), self.c.seats);
        let mut hands = [Cards::EMPTY; MAX_SEATS + 1];
        for (seat, hand) in hands[..stock].iter_mut().enumerate() {
            *hand = self.known[seat].plus(deal[seat]);
        }
        hands[stock] = self.away.map_or(deal[stock], |away| deal[stock].plus(deal[away]));
        hands
    }

    /// A world with these cards in the places that the seat does not see.
    pub(crate) fn with_deal(&self, deal: &Deal, rng: &mut Rng) -> State {
        let (c, view) = (&*self.c, &self.view);
        let mut state = State {
            table: view.table,
            hands: [Cards::EMPTY; MAX_SEATS],
            given: [Parcel::EMPTY; MAX_SEATS],
            discard: view.discard,
            stock: [Card::new(0); 52],
        };
        for (seat, hand) in state.hands[..c.seats].iter_mut().enumerate() {
            *hand = self.known[seat].plus(deal[seat]);
        }
        if c.rules.passing.is_some() {
            self.invent_passes(&mut state, rng);
        }
        if let Some(away) = self.away {
            state.discard = deal[away].kinds().first();
        }
        if c.rules.deal.draw {
            let stock = deal[c.seats];
            state.stock.iter_mut().zip(stock.iter()).for_each(|(place, card)| *place = card);
            rng.shuffle(&mut state.stock[..stock.len()]);
        }
        state
    }

    /// What seats have chosen to hand on, or have handed on, unknown to this one.
    fn invent_passes(&self, state: &mut State, rng: &mut Rng) {
        let (c, view) = (&*self.c, &self.view);
        let Some((places, count)) = c.rules.passing_in(view.table.setup.hand) else { return };
        let passing = view.table.phase == Phase::Pass;
        for giver in Seat::all(c.seats) {
            let g = giver.index();
            let taker = c.across(g, places);
            let parcel = if giver == view.seat {
                view.given
            } else if passing {
                let chosen = pending(c, view, giver);
                let all =
                    if chosen > 0 { some_of(state.hands[g], count, rng) } else { Parcel::EMPTY };
                all.as_slice()[..chosen].iter().copied().collect()
            } else if taker == view.seat.index() {
                view.received
            } else {
                some_of(state.hands[taker].plus(self.played[taker]), count, rng)
            };
            state.given[g] = parcel;
            if passing {
                state.hands[g] = state.hands[g].minus(parcel.cards());
            }
        }
    }
}

/// So many of these cards, each choice with the same chance.
fn some_of(mut cards: Cards, count: u8, rng: &mut Rng) -> Parcel {
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

/// The place of the set bit with this number.
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
        (self.with_deal(&self.table.sample(rng), rng), 1.0)
    }
}
