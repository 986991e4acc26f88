//! A small game for the tests of this crate: *twelve*.
//!
//! Each seat is dealt a hidden die. In turn, from the first seat on, each throws further dice,
//! which all see, until it stands, or passes 12 and is out; before its first throw it may double
//! its stake. The best total up to 12 wins the stakes from every other seat; a tie for best wins
//! nothing. The game has what the crate must handle: hidden information, chance turns, hands of
//! different lengths, hands without a decision, two to four seats, and matches.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]

use facedown_game::{
    ActionBuf, ActionList, ActionSpace, Element, Encoder, Game, Layout, Match, PerSeat, Policy,
    Rng, Seat, SeatSet, Sink, Turn,
};

#[derive(Clone, Debug)]
pub struct Twelve {
    pub seats: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    Stand,
    Throw,
    Double,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    Dealt(Seat, u8),
    Moved(Seat, Move),
    Thrown(u8),
    Out,
    Dud,
}

/// The first seat to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct First(pub u8);

/// One hand; in a view, the hidden dice of the other seats are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    pub seats: u8,
    pub first: u8,
    pub hidden: [u8; 4],
    pub thrown: [u8; 4],
    pub throws: [u8; 4],
    pub stake: [u8; 4],
    pub acted: u8, // seats that have finished
    pub throwing: bool,
    pub dud: bool, // nobody acts in this hand
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    pub seat: u8,
    pub hand: Hand,
}

impl Hand {
    fn mover(&self) -> usize {
        ((self.first + self.acted) % self.seats) as usize
    }

    pub fn total(&self, seat: usize) -> u8 {
        self.hidden[seat] + self.thrown[seat]
    }

    fn land(&mut self, die: u8) {
        let seat = self.mover();
        self.throwing = false;
        self.thrown[seat] += die;
        self.throws[seat] += 1;
    }

    fn is_over(&self) -> bool {
        self.dud || self.acted == self.seats
    }
}

impl facedown_game::Searchable for Twelve {}

impl Game for Twelve {
    type Setup = First;
    type State = Hand;
    type Action = Move;
    type LegalActions = ActionList<Move, 3>;
    type View = View;
    type Event = Event;

    fn seats(&self) -> usize {
        self.seats
    }

    fn first_setup(&self) -> First {
        First(0)
    }

    fn deal(&self, setup: &First, rng: &mut Rng, log: &mut impl Sink<Event>) -> Hand {
        let mut hand = self.blank_view(setup, Seat::new(0)).hand;
        for seat in Seat::all(self.seats) {
            hand.hidden[seat.index()] = rng.below(6) as u8 + 1;
            log.emit(SeatSet::only(seat), Event::Dealt(seat, hand.hidden[seat.index()]));
        }
        hand.dud = rng.below(16) == 0;
        if hand.dud {
            log.emit(SeatSet::all(self.seats), Event::Dud);
        }
        hand
    }

    fn turn(&self, hand: &Hand) -> Turn {
        match (hand.is_over(), hand.throwing) {
            (true, _) => Turn::Over,
            (false, true) => Turn::Chance,
            (false, false) => Turn::Act(Seat::new(hand.mover())),
        }
    }

    fn legal_actions(&self, hand: &Hand, out: &mut Self::LegalActions) {
        out.clear();
        if let Turn::Act(seat) = self.turn(hand) {
            out.push(Move::Stand);
            if hand.total(seat.index()) < 12 {
                out.push(Move::Throw);
            }
            if hand.throws[seat.index()] == 0 {
                out.push(Move::Double);
            }
        }
    }

    fn apply(&self, hand: &mut Hand, action: Move, log: &mut impl Sink<Event>) {
        let seat = hand.mover();
        log.emit(SeatSet::all(self.seats), Event::Moved(Seat::new(seat), action));
        match action {
            Move::Stand => hand.acted += 1,
            Move::Throw => hand.throwing = true,
            Move::Double => {
                hand.stake[seat] = 2;
                hand.throwing = true;
            }
        }
    }

    fn play_chance(&self, hand: &mut Hand, rng: &mut Rng, log: &mut impl Sink<Event>) {
        let die = rng.below(6) as u8 + 1;
        let out = hand.total(hand.mover()) + die > 12;
        log.emit(SeatSet::all(self.seats), Event::Thrown(die));
        if out {
            log.emit(SeatSet::all(self.seats), Event::Out);
        }
        hand.land(die);
        hand.acted += u8::from(out);
    }

    fn scores(&self, hand: &Hand) -> PerSeat<i32> {
        let value = |s: usize| if hand.total(s) > 12 { 0 } else { hand.total(s) };
        let mut scores = PerSeat::filled(self.seats, 0);
        for top in (0..self.seats).filter(|_| hand.is_over() && !hand.dud) {
            let others = || (0..self.seats).filter(|seat| *seat != top);
            for seat in others().filter(|_| others().all(|other| value(other) < value(top))) {
                let stake = i32::from(hand.stake[top] * hand.stake[seat]);
                scores[Seat::new(seat)] -= stake;
                scores[Seat::new(top)] += stake;
            }
        }
        scores
    }

    fn score_total(&self, _: &Hand) -> Option<i32> {
        Some(0)
    }

    fn view(&self, hand: &Hand, seat: Seat) -> View {
        let mut hand = *hand;
        for other in (0..4).filter(|s| *s != seat.index()) {
            hand.hidden[other] = 0;
        }
        View { seat: seat.index() as u8, hand }
    }

    fn blank_view(&self, setup: &First, seat: Seat) -> View {
        let hand = Hand {
            seats: self.seats as u8,
            first: setup.0 % self.seats as u8,
            hidden: [0; 4],
            thrown: [0; 4],
            throws: [0; 4],
            stake: [1; 4],
            acted: 0,
            throwing: false,
            dud: false,
        };
        View { seat: seat.index() as u8, hand }
    }

    fn observe(&self, view: &mut View, event: Event) {
        let hand = &mut view.hand;
        match event {
            Event::Dealt(seat, die) => hand.hidden[seat.index()] = die,
            Event::Moved(_, action) => self.apply(hand, action, &mut ()),
            Event::Thrown(die) => hand.land(die),
            Event::Out => hand.acted += 1,
            Event::Dud => hand.dud = true,
        }
    }

    fn view_turn(&self, view: &View) -> Option<Turn> {
        Some(self.turn(&view.hand))
    }

    fn view_actions(&self, view: &View, out: &mut Self::LegalActions) {
        out.clear();
        if self.turn(&view.hand) == Turn::Act(Seat::new(view.seat as usize)) {
            self.legal_actions(&view.hand, out);
        }
    }
}

/// A match is to 12 points or 30 hands; the first seat rotates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    hands: u8,
    scores: PerSeat<i32>,
}

impl Match for Twelve {
    type Standing = Standing;

    fn begin(&self) -> Standing {
        Standing { hands: 0, scores: PerSeat::filled(self.seats, 0) }
    }

    fn next_hand(&self, standing: &Standing) -> Option<First> {
        let reached = standing.scores.iter().any(|(_, score)| score >= 12);
        (!reached && standing.hands < 30).then_some(First(standing.hands))
    }

    fn finish_hand(&self, standing: &mut Standing, hand: &Hand) {
        standing.hands += 1;
        for (seat, score) in self.scores(hand).iter() {
            standing.scores[seat] += score;
        }
    }

    fn hand_count(&self) -> u32 {
        4
    }

    fn hand_setup(&self, hand: u32) -> First {
        First(hand as u8)
    }

    fn match_scores(&self, standing: &Standing) -> PerSeat<i32> {
        standing.scores
    }
}

/// Action ids that neither start at 0 nor fit one word, so that misplaced bits show.
pub struct Numbers;

impl ActionSpace<Twelve> for Numbers {
    fn len(&self) -> usize {
        70
    }

    fn index(&self, _: &View, action: Move) -> usize {
        [3, 65, 66][action as usize]
    }

    fn action(&self, view: &View, legal: &[Move], index: usize) -> Option<Move> {
        legal.iter().copied().find(|action| self.index(view, *action) == index)
    }
}

/// Totals and stakes, from the view's seat on.
pub struct Totals;

impl Encoder<Twelve> for Totals {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: "totals-1".into(),
            shape: &[2, 4],
            scales: &[1.0 / 18.0, 0.5],
            channels: &["total", "stake"],
        }
    }

    fn encode<T: Element>(&self, game: &Twelve, view: &View, out: &mut [T]) {
        out.fill(T::from_count(0, 1.0));
        for place in 0..game.seats {
            let seat = (view.seat as usize + place) % game.seats;
            out[place] = T::from_count(view.hand.total(seat), self.scales()[0]);
            out[4 + place] = T::from_count(view.hand.stake[seat], self.scales()[1]);
        }
    }
}

/// Throws below a total and stands from it on; never doubles.
pub struct StandFrom(pub u8);

impl Policy<Twelve> for StandFrom {
    fn choose(&mut self, _: &Twelve, view: &View, legal: &[Move], _: &mut Rng) -> Move {
        let throws = view.hand.total(view.seat as usize) < self.0 && legal.contains(&Move::Throw);
        if throws { Move::Throw } else { Move::Stand }
    }
}
