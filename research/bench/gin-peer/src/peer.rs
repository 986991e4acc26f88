//! A bot of gin-rummy-engine as a policy of ours.
//!
//! Its bots ask a table of their own for what a seat may see. From our view a deal is made up that
//! agrees with all that the seat has seen, and the hand is replayed on such a table: every draw from
//! the stock is the card that was then discarded, unless that card was known to be held. What the
//! bot can see of it is what it would have seen at its own table.

use facedown_cards::{Card, CardSet};
use facedown_game::{Policy, Rng, Seat};
use facedown_gin::bots::Greedy;
use facedown_gin::{Action, Gin, Phase, View};
use gin_rummy as theirs;
use gin_rummy_engine::{
    DealerRotation, DrawAction, Layoff, MonteCarloBot, Strategy, Table, TurnAction, UpcardAction,
    eaai_rules,
};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// The peer's bot at our table.
pub struct Peer {
    samples: u32,
    bot: Option<MonteCarloBot<StdRng>>,
    knock: Option<Card>, // the discard of a knock that was decided on
}

impl Peer {
    pub fn new(samples: u32) -> Self {
        Self { samples, bot: None, knock: None }
    }
}

impl Policy<Gin> for Peer {
    fn choose(&mut self, game: &Gin, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let samples = self.samples;
        let seed = rng.next_u64();
        let bot = self.bot.get_or_insert_with(|| {
            MonteCarloBot::new(StdRng::seed_from_u64(seed)).samples(samples)
        });
        if legal == [Action::DrawStock] {
            return Action::DrawStock;
        }
        match view.table().phase() {
            Phase::FirstUpcard => match bot.offer_upcard(&table(view).view(player(view.seat()))) {
                UpcardAction::Take => Action::TakeUpcard,
                UpcardAction::Pass => Action::Pass,
            },
            Phase::Draw => match bot.choose_draw(&table(view).view(player(view.seat()))) {
                DrawAction::Stock => Action::DrawStock,
                DrawAction::TakeDiscard => Action::TakeUpcard,
            },
            Phase::Discard => match bot.play_turn(&table(view).view(player(view.seat()))) {
                TurnAction::Discard(card) => Action::Card(ours(card)),
                TurnAction::Knock { discard, .. } => {
                    self.knock = Some(ours(discard));
                    Action::Knock
                }
                TurnAction::BigGin(_) => Action::BigGin,
            },
            Phase::KnockDiscard => Action::Card(self.knock.take().expect("a knock was decided on")),
            _ => Greedy::default().choose(game, view, legal, rng),
        }
    }

    fn new_hand(&mut self) {
        self.knock = None;
    }
}

fn player(seat: Seat) -> theirs::Player {
    if seat.index() == 0 { theirs::Player::One } else { theirs::Player::Two }
}

fn theirs(card: Card) -> theirs::Card {
    card.to_string().parse().or_else(|_| {
        let text: String = card.to_string().chars().rev().collect();
        text.parse()
    }).expect("both know the same cards")
}

fn ours(card: theirs::Card) -> Card {
    let suit = "cdhs".chars().nth(card.suit as usize).expect("a suit");
    format!("{}{suit}", card.rank.letter()).parse().expect("both know the same cards")
}

fn hand(cards: CardSet) -> theirs::Hand {
    cards.iter().fold(theirs::Hand::EMPTY, |all, card| all | theirs(card).into())
}

/// Does what it is told.
struct Script(Vec<Told>);

enum Told {
    Pass,
    Take,
    Draw,
    Discard(Card),
}

impl Script {
    fn next(&mut self) -> Told {
        self.0.remove(0)
    }
}

impl Strategy for Script {
    fn offer_upcard(&mut self, _: &gin_rummy_engine::View<'_>) -> UpcardAction {
        match self.next() {
            Told::Pass => UpcardAction::Pass,
            Told::Take => UpcardAction::Take,
            _ => unreachable!("an upcard is taken or left"),
        }
    }

    fn choose_draw(&mut self, _: &gin_rummy_engine::View<'_>) -> DrawAction {
        match self.next() {
            Told::Draw => DrawAction::Stock,
            Told::Take => DrawAction::TakeDiscard,
            _ => unreachable!("a card is drawn or taken"),
        }
    }

    fn play_turn(&mut self, _: &gin_rummy_engine::View<'_>) -> TurnAction {
        match self.next() {
            Told::Discard(card) => TurnAction::Discard(theirs(card)),
            _ => unreachable!("a card is discarded"),
        }
    }

    fn choose_layoff(&mut self, _: &gin_rummy_engine::View<'_>) -> Option<Layoff> {
        unreachable!("nobody has knocked")
    }
}

/// A table of theirs at the point where the view is.
fn table(view: &View) -> Table {
    let public = view.table();
    let (seat, other) = (view.seat(), view.opponent());
    let upcard = public.first_upcard().expect("an upcard is turned");
    let turns: Vec<_> = public.turns().collect();
    let drawing = public.phase() == Phase::Discard; // the seat has drawn in this turn

    // The hands before this turn's draw: the opponent's is made up.
    let mut hands = [CardSet::EMPTY; 2];
    hands[seat.index()] = view.hand();
    let drawn_now = public.taken().or(view.drawn());
    if drawing {
        hands[seat.index()].remove(drawn_now.expect("a card was drawn"));
    }
    let mut seen = view.hand() | public.pile() | public.known(other);
    if let Some(card) = public.upcard() {
        seen.insert(card);
    }
    hands[other.index()] = public.known(other);
    for card in Card::all() {
        if hands[other.index()].len() < public.count(other) && !seen.contains(card) {
            hands[other.index()].insert(card);
            seen.insert(card);
        }
    }

    // What was drawn in each turn. A card that was known to be held was not drawn just then: some
    // card was that has stayed in the hand.
    let mut pile = vec![upcard];
    let mut known = [CardSet::EMPTY; 2];
    let mut stayed = hands;
    for seat in 0..2 {
        // Cards taken from the pile and still held came from there.
        for card in public.known(Seat::new(seat)).iter() {
            stayed[seat].remove(card);
        }
    }
    let mut draws = Vec::new();
    for (seat, turn) in &turns {
        let place = seat.index();
        let drawn = if turn.took_upcard {
            let taken = pile.pop().expect("there was an upcard");
            known[place].insert(taken);
            taken
        } else if known[place].contains(turn.card) {
            let some = stayed[place].iter().next().expect("a card that stayed");
            stayed[place].remove(some);
            some
        } else {
            turn.card
        };
        known[place].remove(turn.card);
        draws.push(drawn);
        pile.push(turn.card);
    }

    // Back to the deal.
    for ((seat, turn), drawn) in turns.iter().zip(&draws).rev() {
        let hand = &mut hands[seat.index()];
        hand.insert(turn.card);
        hand.remove(*drawn);
    }
    let mut stock: Vec<Card> = turns
        .iter()
        .zip(&draws)
        .filter(|((_, turn), _)| !turn.took_upcard)
        .map(|(_, drawn)| *drawn)
        .collect();
    if drawing && public.taken().is_none() {
        stock.extend(drawn_now);
    }
    let mut used: CardSet = stock.iter().copied().collect();
    used = used | hands[0] | hands[1];
    used.insert(upcard);
    stock.extend(Card::all().filter(|card| !used.contains(*card)));
    let stock = stock.into_iter().rev().map(theirs).collect();

    let mut script = Vec::new();
    let first_passes = first_passes(view);
    script.extend((0..first_passes).map(|_| Told::Pass));
    for (number, (_, turn)) in turns.iter().enumerate() {
        // After two passes the first draw is not asked for.
        if !(number == 0 && first_passes == 2) {
            script.push(if turn.took_upcard { Told::Take } else { Told::Draw });
        }
        script.push(Told::Discard(turn.card));
    }
    let asked = !(turns.is_empty() && first_passes == 2);
    if drawing && asked {
        script.push(if public.taken().is_some() { Told::Take } else { Told::Draw });
    }
    let steps = script.len()
        + usize::from(first_passes == 2 && (drawing || !turns.is_empty()));

    let round = theirs::Round::from_deal(
        eaai_rules(),
        player(public.dealer()),
        hands.map(hand),
        theirs(upcard),
        stock,
    )
    .expect("the deal is complete");
    let points = [0, 1].map(|seat| public.points(Seat::new(seat)) as u16);
    let mut table = Table::new(round)
        .scores(points)
        .dealer_rotation(DealerRotation::AlternateAfterScoredRound);
    let mut script = Script(script);
    for _ in 0..steps {
        table.step(&mut script).expect("the hand was played by the rules");
    }
    assert_eq!(table.turn(), Some(player(seat)));
    assert_eq!(table.view(player(seat)).hand(), hand_of(view));
    table
}

fn hand_of(view: &View) -> theirs::Hand {
    hand(view.hand())
}

/// How many seats have left the first upcard.
fn first_passes(view: &View) -> usize {
    let table = view.table();
    let upcard = table.first_upcard().expect("an upcard is turned");
    let first_turn = table.turns().next();
    match first_turn {
        // It was taken: by the one who was asked first, or second.
        Some((seat, turn)) if turn.took_upcard => usize::from(seat == table.dealer()),
        Some(_) => 2,
        None => match table.phase() {
            Phase::FirstUpcard => usize::from(table.to_act() == table.dealer()),
            Phase::Discard if table.taken() == Some(upcard) => {
                usize::from(table.to_act() == table.dealer())
            }
            _ => 2,
        },
    }
}
