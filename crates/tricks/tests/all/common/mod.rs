//! Games that use options no preset uses, and helpers.
use facedown_cards::{Card, Suit};
use facedown_game::{ActionBuf, Game, Log, Rng, Seat, Turn};
use facedown_tricks::rules::{
    Auction, Breaking, BrokenSuit, CardPoints, Counted, DealRules, Direction, FirstLead, Follow,
    Kinds, Level, LevelScore, MakerScore, MatchRules, PackRules, PlayRules, Score, TopTrump,
    TrumpBids, TrumpSource, Upcard,
};
use facedown_tricks::{Action, Event, Legal, Rules, State, Tricks};

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

pub(crate) fn kinds(text: &str) -> Kinds {
    text.parse().unwrap()
}

fn levels(count: Counted, levels: &[(u16, i16)], all_tricks: Option<i16>) -> Score {
    let levels = levels.iter().map(|&(least, award)| Level { least, award }).collect();
    Score::Levels(LevelScore { count, levels, all_tricks })
}

fn ranks(letters: &str) -> Kinds {
    let cards: String = letters
        .chars()
        .flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit} ")))
        .collect();
    cards.parse().unwrap()
}

/// Whist: the dealer's last card is trump and stays the dealer's.
pub(crate) fn whist() -> Rules {
    let base = Rules::plain(4);
    let over = [(7, 1), (8, 2), (9, 3), (10, 4), (11, 5), (12, 6), (13, 7)];
    Rules {
        teams: Some(2),
        deal: DealRules { cards: vec![13], upcard: Upcard::Dealer, draw: false },
        trump: TrumpSource::Upcard,
        score: levels(Counted::Tricks, &over, None),
        matches: MatchRules { hands: 50, reach: Some(5), ..base.matches },
        ..base
    }
}

fn italian_pack(order: &str, removed: &str) -> PackRules {
    let points = |letters: &str, points| CardPoints { cards: ranks(letters), points };
    PackRules {
        removed: ranks(removed),
        order: order.parse().unwrap(),
        points: vec![points("K", 4), points("A", 11)],
        ..Rules::plain(4).pack
    }
}

/// Sueca: counter-clockwise, 40 cards, A 7 K J Q, the side with more than 60 points.
pub(crate) fn sueca() -> Rules {
    let base = whist();
    let mut pack = italian_pack("A7KJQ65432", "89T");
    for (letter, points) in [("7", 10), ("J", 3), ("Q", 2)] {
        pack.points.push(CardPoints { cards: ranks(letter), points });
    }
    Rules {
        direction: Direction::CounterClockwise,
        pack,
        deal: DealRules { cards: vec![10], ..base.deal },
        score: levels(Counted::Points, &[(61, 1), (91, 2)], Some(4)),
        matches: MatchRules { reach: Some(4), ..base.matches },
        ..base
    }
}

/// Briscola: three cards, nobody need follow, a card drawn after each trick, the upcard last.
pub(crate) fn briscola(seats: u8) -> Rules {
    let base = Rules::plain(seats);
    let mut pack = italian_pack("A3KQJ76542", "89T");
    for (letter, points) in [("3", 10), ("Q", 3), ("J", 2)] {
        pack.points.push(CardPoints { cards: ranks(letter), points });
    }
    if seats == 3 {
        pack.removed.0.insert(card("2c"));
    }
    Rules {
        teams: (seats == 4).then_some(2),
        pack,
        deal: DealRules { cards: vec![3], upcard: Upcard::UnderStock, draw: true },
        trump: TrumpSource::Upcard,
        play: PlayRules {
            follow: Follow { suit: false, ruff: false, overtake: false, partner_exempt: false },
            ..base.play
        },
        score: levels(Counted::Points, &[(0, 1)], None),
        matches: MatchRules { hands: 20, reach: Some(3), ..base.matches },
        ..base
    }
}

/// Euchre: 24 cards, bowers, order up and name, alone.
pub(crate) fn euchre(stick_dealer: bool) -> Rules {
    let base = Rules::plain(4);
    Rules {
        teams: Some(2),
        pack: PackRules {
            removed: ranks("2345678"),
            top_trumps: vec![
                TopTrump::Rank(card("Jc").rank()),
                TopTrump::SameColour(card("Jc").rank()),
            ],
            ..base.pack
        },
        deal: DealRules { cards: vec![5], upcard: Upcard::Offered, draw: false },
        auction: Auction::Trump(TrumpBids { stick_dealer, alone: true }),
        trump: TrumpSource::Auction,
        score: Score::Makers(MakerScore { need: 3, made: 1, march: 2, alone_march: 4, euchred: 2 }),
        matches: MatchRules { hands: 100, reach: Some(10), ..base.matches },
        ..base
    }
}

/// Knockout whist: seven cards down to one, the winner of most tricks chooses trump.
pub(crate) fn knockout(seats: u8) -> Rules {
    let base = Rules::plain(seats);
    Rules {
        deal: DealRules { cards: (1..=7).rev().collect(), upcard: Upcard::Stock, draw: false },
        auction: Auction::Choose,
        trump: TrumpSource::Auction,
        matches: MatchRules { hands: 7, knockout: true, ..base.matches },
        ..base
    }
}

/// As strict as can be: follow, else ruff, and overtake, unless the partner is winning.
pub(crate) fn strict(partner_exempt: bool) -> Rules {
    let base = Rules::plain(4);
    Rules {
        teams: Some(2),
        pack: PackRules { trump_order: Some("J9ATKQ8765432".parse().unwrap()), ..base.pack },
        deal: DealRules { cards: vec![8], upcard: Upcard::Stock, draw: false },
        trump: TrumpSource::Upcard,
        play: PlayRules {
            first_lead: FirstLead::Dealer,
            follow: Follow { suit: true, ruff: true, overtake: true, partner_exempt },
            ..base.play
        },
        score: levels(Counted::Tricks, &[(5, 1)], Some(3)),
        ..base
    }
}

/// Bars on the first trick, a suit broken by nothing but itself, top trumps by name, two packs.
pub(crate) fn odd() -> Rules {
    let base = Rules::el_dorado(6);
    Rules {
        pack: PackRules {
            top_trumps: vec![TopTrump::Card(card("2d")), TopTrump::Card(card("2s"))],
            ..base.pack
        },
        deal: DealRules { cards: vec![5], upcard: Upcard::None, draw: false },
        trump: TrumpSource::Suit(Suit::Spades),
        passing: Some(facedown_tricks::rules::Passing { count: 2, cycle: vec![1, -2, 3] }),
        play: PlayRules {
            breaking: Some(Breaking {
                suit: BrokenSuit::Suit(Suit::Hearts),
                by_discard: true,
                by_lead: false,
                by_cards: kinds("Ks"),
            }),
            first_trick_bars: kinds("2d 2s Ah Kh Qh Jh"),
            ..base.play
        },
        ..base
    }
}

pub(crate) fn game(rules: Rules) -> Tricks {
    Tricks::new(rules).unwrap()
}

/// Returns the presets with every number of seats, and the games that use other options.
pub(crate) fn all_games() -> Vec<(String, Tricks)> {
    let mut games: Vec<(String, Rules)> = Vec::new();
    for seats in 3..=7 {
        games.push((format!("oh hell {seats}"), Rules::oh_hell(seats)));
    }
    for seats in [2, 4, 5, 6, 10] {
        games.push((format!("el dorado {seats}"), Rules::el_dorado(seats)));
    }
    for seats in 3..=6 {
        games.push((format!("hearts {seats}"), Rules::hearts(seats)));
    }
    for name in facedown_tricks::rules::PRESETS {
        games.push(((*name).to_owned(), Rules::preset(name).unwrap()));
    }
    games.push(("whist".into(), whist()));
    games.push(("sueca".into(), sueca()));
    for seats in [2, 3, 4] {
        games.push((format!("briscola {seats}"), briscola(seats)));
    }
    games.push(("euchre".into(), euchre(false)));
    games.push(("euchre, stick the dealer".into(), euchre(true)));
    games.push(("knockout 5".into(), knockout(5)));
    games.push(("strict".into(), strict(false)));
    games.push(("strict but for partners".into(), strict(true)));
    games.push(("odd".into(), odd()));
    games.into_iter().map(|(name, rules)| (name, game(rules))).collect()
}

/// Plays actions by their notation, with `_` for spaces.
pub(crate) fn play(game: &Tricks, state: &mut State, actions: &str) -> Log<Event> {
    let mut log = Log::default();
    for text in actions.split([' ', ',']).filter(|text| !text.is_empty()) {
        let mut legal = Legal::default();
        game.legal_actions(state, &mut legal);
        let found = facedown_game::find_action(game, legal.as_slice(), &text.replace('_', " "));
        let action = found.unwrap_or_else(|| {
            panic!("{text} is not legal for {}: {legal:?}", state.table().to_act())
        });
        game.apply(state, action, &mut log);
    }
    log
}

/// Deals these hands in the order of seats, then `rest`, then the other cards ascending.
pub(crate) fn deal(
    game: &Tricks,
    setup: &facedown_tricks::Setup,
    hands: &[&str],
    rest: &str,
) -> State {
    let mut left: Vec<Card> = game.pack().to_vec();
    let mut pack = Vec::new();
    let text = hands.join(" ") + " " + rest;
    let mut letters = text.chars().filter(|c| !c.is_whitespace());
    while let (Some(rank), Some(suit)) = (letters.next(), letters.next()) {
        let one = card(&format!("{rank}{suit}"));
        let place = left.iter().position(|c| *c == one).expect("a card of the pack");
        left.remove(place);
        pack.push(one);
    }
    pack.extend(left);
    game.deal_pack(setup, &pack, &mut ())
}

pub(crate) fn legal(game: &Tricks, state: &State) -> String {
    let mut list = Legal::default();
    game.legal_actions(state, &mut list);
    let texts: Vec<String> = list.as_slice().iter().map(Action::to_string).collect();
    texts.join(" ")
}

/// Plays uniformly random actions until `done`.
pub(crate) fn play_until(
    game: &Tricks,
    state: &mut State,
    rng: &mut Rng,
    mut done: impl FnMut(&State) -> bool,
) {
    let mut list = Legal::default();
    while let Turn::Act(_) = game.turn(state) {
        if done(state) {
            return;
        }
        game.legal_actions(state, &mut list);
        let action = *rng.choose(list.as_slice()).unwrap();
        game.apply(state, action, &mut ());
    }
}

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index)
}
