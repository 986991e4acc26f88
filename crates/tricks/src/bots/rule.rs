//! `rule`: a decent beginner.
//!
//! It bids the tricks it counts, plays for what the score asks of it, does not take what its
//! partner has won, covers a partner's nil, and counts who is out of which suit.

use super::chances::Outlook;
use super::{bidding, passing};
use crate::compile::{Aim, Compiled};
use crate::light::is_live_nil;
use crate::{Action, Phase, Table, Tricks, View};
use facedown_cards::Card;
use facedown_game::{Policy, Rng, Seat};

/// A decent beginner.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule;

impl Policy<Tricks> for Rule {
    fn choose(&mut self, game: &Tricks, view: &View, legal: &[Action], _: &mut Rng) -> Action {
        let c = &*game.c;
        let chosen = match view.table.phase {
            Phase::Play => Some(play(game, view, legal)),
            Phase::Pass => passing::card(c, view, legal),
            Phase::Bid => bidding::bid(c, view, legal),
            Phase::Blind => bidding::look(c, legal),
            Phase::Order | Phase::Name => Some(bidding::trump(c, view, legal)),
            Phase::Discard => discard(c, view, legal),
            Phase::Over | Phase::Exchange | Phase::Opening => None,
        };
        chosen.unwrap_or(legal[0])
    }
}

/// Puts away the weakest card, trumps last.
fn discard(c: &Compiled, view: &View, legal: &[Action]) -> Option<Action> {
    let t = c.trump(view.table.trump);
    let worth = |action: &Action| {
        let i = action.as_card().map_or(0, Card::index);
        u32::from(t.strength[i]) + if t.trumps >> i & 1 == 1 { 100 } else { 0 }
    };
    legal.iter().copied().min_by_key(worth)
}

fn play(game: &Tricks, view: &View, legal: &[Action]) -> Action {
    if let [only] = legal {
        return *only;
    }
    let outlook = Outlook::new(game, view);
    let judge = Judge::new(&game.c, view, &outlook);
    let cards = legal.iter().filter_map(|action| action.as_card());
    let judged = cards.map(|card| (card, judge.value(card)));
    let best = judged.max_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(legal[0], |(card, _)| Action::card(card))
}

/// What a trick is worth to the seat, and what its cards are worth to it later.
struct Judge<'a> {
    c: &'a Compiled,
    table: &'a Table,
    outlook: &'a Outlook<'a>,
    follows: bool,
    /// What taking the trick is worth.
    take: f32,
    /// Whether strong cards are only a danger now.
    sheds: bool,
}

impl<'a> Judge<'a> {
    fn new(c: &'a Compiled, view: &'a View, outlook: &'a Outlook<'a>) -> Self {
        let table = &view.table;
        let led = c.trump(table.trump).suits[usize::from(table.led)];
        let follows = table.in_trick > 0 && view.hand.bits() & led != 0;
        let mut judge = Self { c, table, outlook, follows, take: 0.0, sheds: false };
        judge.take = match c.aim {
            Aim::Exact => judge.exact(view),
            Aim::Contract => judge.contract(view),
            Aim::Avoid => judge.avoid(view),
            Aim::Tricks => judge.unless_ours(1.0),
            Aim::Points => judge.unless_ours(0.3 + f32::from(table.trick_points) / 8.0),
        };
        judge.sheds = match c.aim {
            Aim::Exact | Aim::Avoid => judge.take < 0.0,
            Aim::Contract => is_live_nil(c, table, view.seat),
            Aim::Tricks | Aim::Points => false,
        };
        judge
    }

    /// Whether the seat's partner is winning the trick.
    fn partner_wins(&self) -> bool {
        let seat = self.table.to_act;
        self.table.winning().is_some_and(|(winner, _)| self.c.together(winner, seat))
    }

    /// What the partner has won is worth taking only as far as it may be lost.
    fn unless_ours(&self, worth: f32) -> f32 {
        if self.partner_wins() { worth * (0.7 - self.outlook.holds_up()) } else { worth }
    }

    fn exact(&self, view: &View) -> f32 {
        let i = view.seat.index();
        let lacking = i32::from(self.table.bids[i]) - i32::from(self.table.won[i]);
        let left = i32::from(self.table.counts[i]);
        let sure = self.outlook.masters(view.hand.bits()).len() as i32;
        match lacking {
            // Nothing to gain or lose, but others may be spoiled.
            over if over < 0 => 0.2,
            0 => -1.0,
            all if all >= left => 1.5,
            some if sure > some => -0.3,
            _ => 1.0,
        }
    }

    fn contract(&self, view: &View) -> f32 {
        let (c, table, seat) = (self.c, self.table, view.seat);
        if is_live_nil(c, table, seat) {
            return -3.0;
        }
        let is_nil = |s: Seat| is_live_nil(c, table, s);
        let partners = || Seat::all(c.seats).filter(|s| *s != seat && c.together(*s, seat));
        if let Some((winner, _)) = table.winning()
            && is_nil(winner)
        {
            // A partner's nil is saved, another's is left to fail.
            return if c.together(winner, seat) { 2.5 } else { -0.5 };
        }
        let lacking = |ours: bool| -> i32 {
            let of = Seat::all(c.seats).filter(|s| c.together(*s, seat) == ours && !is_nil(*s));
            of.map(|s| i32::from(table.bids[s.index()]) - i32::from(table.won[s.index()])).sum()
        };
        let left = i32::from(table.counts[seat.index()]);
        if partners().any(is_nil) {
            return 1.2;
        }
        if lacking(true) > 0 || lacking(false) >= left {
            return self.unless_ours(1.0);
        }
        -0.25
    }

    fn avoid(&self, view: &View) -> f32 {
        let (c, table) = (self.c, self.table);
        let points = f32::from(table.trick_points);
        if let Some(shooter) = self.shooter(view.seat)
            && points > 0.0
            && table.winning().is_none_or(|(winner, _)| winner == shooter)
        {
            // A few points now are cheaper than all of them.
            return 0.5 - points / 13.0;
        }
        let later = f32::from(table.active - table.in_trick) - 1.0;
        let t = c.trump(table.trump);
        let led = t.suits[usize::from(table.led)];
        // Cards worth many points of the suit led may still fall into the trick.
        let risk: f32 = if table.in_trick == 0 {
            1.0
        } else {
            let heavy = Card::all().filter(|card| c.points[card.index()] >= 5);
            let in_suit = heavy.filter(|card| (led & self.outlook.out) >> card.index() & 1 == 1);
            if later > 0.0 { 0.3 + 2.0 * in_suit.count() as f32 } else { 0.0 }
        };
        if later == 0.0 && points <= 0.0 {
            0.15 - points / 5.0
        } else {
            -(points + risk) / 3.0 - 0.2
        }
    }

    /// Another seat that has taken every point so far, and many.
    fn shooter(&self, own: Seat) -> Option<Seat> {
        let points = &self.table.points[..self.c.seats];
        let taken: i16 = points.iter().sum();
        let all = points.iter().position(|p| *p == taken && taken >= 10).map(Seat::new);
        all.filter(|seat| *seat != own)
    }

    /// What playing a card is worth: the trick by its chance, and what the card is no longer good
    /// for.
    fn value(&self, card: Card) -> f32 {
        let (c, t) = (self.c, self.c.trump(self.table.trump));
        let i = card.index();
        let wins = self.outlook.wins(card);
        let strength = f32::from(t.strength[i]) / 13.0;
        let trump = if t.trumps >> i & 1 == 1 { 0.3 } else { 0.0 };
        let keep = if !self.sheds {
            // Strong cards are for later tricks, and the cheapest winner will do.
            -0.25 * strength - trump
        } else if self.follows || self.table.in_trick == 0 {
            0.2 * strength
        } else {
            0.2 * strength + trump + f32::from(c.burden[i]) / 40.0
        };
        let points = f32::from(c.points[i]);
        let given = match c.aim {
            Aim::Points if self.partner_wins() => points / 12.0 * (self.outlook.holds_up() - 0.4),
            Aim::Points => points / 12.0 * (wins - 0.7),
            // Points on a trick that another takes are points rid of.
            Aim::Avoid => points / 8.0 * (1.0 - 2.0 * wins),
            _ => 0.0,
        };
        self.take * wins + keep + given
    }
}
