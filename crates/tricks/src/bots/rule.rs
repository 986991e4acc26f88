//! `rule`: a decent beginner.
//!
//! It bids its expected tricks, plays to the score, does not overtake its partner's winner, covers a
//! partner's nil, and tracks voids.

use super::card_counting::CardCounter;
use super::{bidding, passing};
use crate::compile::{Aim, Compiled};
use crate::rollout::is_live_nil;
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

/// Discards the weakest card, trumps last.
fn discard(c: &Compiled, view: &View, legal: &[Action]) -> Option<Action> {
    let t = c.trump(view.table.trump);
    let value = |action: &Action| {
        let i = action.as_card().map_or(0, Card::index);
        u32::from(t.strength[i]) + if t.trumps >> i & 1 == 1 { 100 } else { 0 }
    };
    legal.iter().copied().min_by_key(value)
}

fn play(game: &Tricks, view: &View, legal: &[Action]) -> Action {
    if let [only] = legal {
        return *only;
    }
    let counter = CardCounter::new(game, view);
    let evaluator = PlayEvaluator::new(&game.c, view, &counter);
    let cards = legal.iter().filter_map(|action| action.as_card());
    let values = cards.map(|card| (card, evaluator.value(card)));
    let best = values.max_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(legal[0], |(card, _)| Action::card(card))
}

/// Evaluates plays to the trick in progress.
struct PlayEvaluator<'a> {
    c: &'a Compiled,
    table: &'a Table,
    counter: &'a CardCounter<'a>,
    follows: bool,
    /// The value of winning the trick.
    take: f32,
    /// Whether strong cards are liabilities.
    sheds: bool,
}

impl<'a> PlayEvaluator<'a> {
    fn new(c: &'a Compiled, view: &'a View, counter: &'a CardCounter<'a>) -> Self {
        let table = &view.table;
        let led = c.trump(table.trump).suits[usize::from(table.led)];
        let follows = table.in_trick > 0 && view.hand.bits() & led != 0;
        let mut evaluator = Self { c, table, counter, follows, take: 0.0, sheds: false };
        evaluator.take = match c.aim {
            Aim::Exact => evaluator.exact(view),
            Aim::Contract => evaluator.contract(view),
            Aim::Avoid => evaluator.avoid(view),
            Aim::Tricks => evaluator.unless_ours(1.0),
            Aim::Points => evaluator.unless_ours(0.3 + f32::from(table.trick_points) / 8.0),
        };
        evaluator.sheds = match c.aim {
            Aim::Exact | Aim::Avoid => evaluator.take < 0.0,
            Aim::Contract => is_live_nil(c, table, view.seat),
            Aim::Tricks | Aim::Points => false,
        };
        evaluator
    }

    /// Returns whether the seat's partner is winning the trick.
    fn partner_wins(&self) -> bool {
        let seat = self.table.to_act;
        self.table.winning().is_some_and(|(winner, _)| self.c.same_side(winner, seat))
    }

    /// Discounts a value if the partner is winning, by the probability that it still does.
    fn unless_ours(&self, value: f32) -> f32 {
        if self.partner_wins() { value * (0.7 - self.counter.hold_probability()) } else { value }
    }

    fn exact(&self, view: &View) -> f32 {
        let i = view.seat.index();
        let lacking = i32::from(self.table.bids[i]) - i32::from(self.table.won[i]);
        let left = i32::from(self.table.counts[i]);
        let sure = self.counter.masters(view.hand.bits()).len() as i32;
        match lacking {
            // Already missed: spoil the others' bids.
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
        let partners = || Seat::all(c.seats).filter(|s| *s != seat && c.same_side(*s, seat));
        if let Some((winner, _)) = table.winning()
            && is_nil(winner)
        {
            // Cover a partner's nil; let an opponent's fail.
            return if c.same_side(winner, seat) { 2.5 } else { -0.5 };
        }
        let lacking = |ours: bool| -> i32 {
            let of = Seat::all(c.seats).filter(|s| c.same_side(*s, seat) == ours && !is_nil(*s));
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
            // A few points stop the moon.
            return 0.5 - points / 13.0;
        }
        let later = f32::from(table.active - table.in_trick) - 1.0;
        let t = c.trump(table.trump);
        let led = t.suits[usize::from(table.led)];
        // Cards of the suit led with many points may still fall.
        let risk: f32 = if table.in_trick == 0 {
            1.0
        } else {
            let heavy = Card::all().filter(|card| c.points[card.index()] >= 5);
            let in_suit = heavy.filter(|card| (led & self.counter.out) >> card.index() & 1 == 1);
            if later > 0.0 { 0.3 + 2.0 * in_suit.count() as f32 } else { 0.0 }
        };
        if later == 0.0 && points <= 0.0 {
            0.15 - points / 5.0
        } else {
            -(points + risk) / 3.0 - 0.2
        }
    }

    /// Returns another seat that has taken all points so far, and many.
    fn shooter(&self, own: Seat) -> Option<Seat> {
        let points = &self.table.points[..self.c.seats];
        let taken: i16 = points.iter().sum();
        let all = points.iter().position(|p| *p == taken && taken >= 10).map(Seat::new);
        all.filter(|seat| *seat != own)
    }

    /// Returns the value of playing a card: the expected value of the trick, and of parting with the
    /// card.
    fn value(&self, card: Card) -> f32 {
        let (c, t) = (self.c, self.c.trump(self.table.trump));
        let i = card.index();
        let wins = self.counter.win_probability(card);
        let strength = f32::from(t.strength[i]) / 13.0;
        let trump = if t.trumps >> i & 1 == 1 { 0.3 } else { 0.0 };
        let keep = if !self.sheds {
            // Strong cards are kept, and the cheapest winner will do.
            -0.25 * strength - trump
        } else if self.follows || self.table.in_trick == 0 {
            0.2 * strength
        } else {
            0.2 * strength + trump + f32::from(c.liability[i]) / 40.0
        };
        let points = f32::from(c.points[i]);
        let given = match c.aim {
            Aim::Points if self.partner_wins() => {
                points / 12.0 * (self.counter.hold_probability() - 0.4)
            }
            Aim::Points => points / 12.0 * (wins - 0.7),
            // Points on another seat's trick are points avoided.
            Aim::Avoid => points / 8.0 * (1.0 - 2.0 * wins),
            _ => 0.0,
        };
        self.take * wins + keep + given
    }
}
