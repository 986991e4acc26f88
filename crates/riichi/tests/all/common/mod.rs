//! Scripted rounds: walls built from hands and draws, and scripts that play them.

#![allow(dead_code, unreachable_pub, reason = "programs use a part each")]

use facedown_game::{ActionBuf, Game, Log, Rng, Seat, Turn};
use facedown_riichi::{Action, DrawKind, Event, Legal, Riichi, Rules, Setup, State, Victory};
use facedown_tiles::{Hand, Tile, TileId};

/// Parses tiles, in the order written.
pub fn tiles(text: &str) -> Vec<Tile> {
    let mut tiles = Vec::new();
    let mut digits = String::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        if letter.is_ascii_digit() {
            digits.push(letter);
        } else {
            tiles.extend(digits.chars().map(|d| format!("{d}{letter}").parse::<Tile>().unwrap()));
            digits.clear();
        }
    }
    tiles
}

/// A deal; whatever is left out is filled with the remaining tiles.
#[derive(Clone, Copy)]
pub struct Deal<'a> {
    pub rules: Rules,
    pub setup: Option<Setup>,
    /// The hands of the dealer and of the seats that follow.
    pub hands: [&'a str; 4],
    /// The draws from the wall, the dealer's first tile first.
    pub draws: &'a str,
    pub replacements: &'a str,
    pub dora: &'a str,
    pub ura: &'a str,
    /// The last tile of the live wall.
    pub last: &'a str,
}

impl Deal<'_> {
    pub const TENHOU: Self = Self {
        rules: Rules::TENHOU,
        setup: None,
        hands: [""; 4],
        draws: "",
        replacements: "",
        dora: "",
        ura: "",
        last: "",
    };

    /// Deals, and checks each hand.
    pub fn play(&self) -> Play {
        let game = Riichi::new(self.rules).unwrap();
        let setup = self.setup.unwrap_or_else(|| game.first_setup());
        let mut log = Log::default();
        let wall = self.wall();
        let state = game.deal_from_wall(&setup, &wall, &mut log).unwrap();
        for (places, hand) in self.hands.iter().enumerate().filter(|(_, hand)| !hand.is_empty()) {
            let seat = setup.dealer.plus(places, game.seats());
            let mut held = *state.hand(seat);
            if seat == setup.dealer {
                held.remove(state.drawn().unwrap());
            }
            assert_eq!(held, hand.parse::<Hand>().unwrap(), "{seat}");
        }
        Play { game, state, log }
    }

    fn wall(&self) -> Vec<TileId> {
        let seats = usize::from(self.rules.seats);
        let count = self.rules.tiles();
        let three = self.rules.is_three();
        let mut places: Vec<(usize, Tile)> = Vec::new();
        for (seat, hand) in self.hands.iter().enumerate() {
            for (n, tile) in tiles(hand).into_iter().enumerate() {
                let before =
                    if n < 12 { n / 4 * 4 * seats + 4 * seat + n % 4 } else { 12 * seats + seat };
                places.push((count - 1 - before, tile));
            }
        }
        let first = if three { 9 } else { 5 };
        let top = count - 13 * seats - 1;
        places.extend(tiles(self.draws).into_iter().enumerate().map(|(n, t)| (top - n, t)));
        places.extend(tiles(self.replacements).into_iter().enumerate().map(|(n, t)| (n ^ 1, t)));
        places.extend(tiles(self.dora).into_iter().enumerate().map(|(n, t)| (first + 2 * n, t)));
        places.extend(tiles(self.ura).into_iter().enumerate().map(|(n, t)| (first - 1 + 2 * n, t)));
        places.extend(tiles(self.last).into_iter().map(|tile| (14, tile)));
        let in_play = |id: &u8| !three || !(4..32).contains(id);
        let mut left: Vec<u8> = (0..136).filter(in_play).collect();
        let mut wall: Vec<Option<u8>> = vec![None; count];
        for (place, tile) in places {
            // Red fives are the lowest copies of their kind.
            let kind = tile.kind();
            let reds = if kind.is_five() { self.rules.reds[kind.suit().index()] } else { 0 };
            let fits =
                |id: &u8| usize::from(id / 4) == kind.index() && (id % 4 < reds) == tile.is_red();
            let at = left.iter().position(fits).unwrap_or_else(|| panic!("too many {tile}"));
            assert_eq!(wall[place].replace(left.remove(at)), None, "two tiles at {place}");
        }
        // The remaining tiles are in a fixed random order, so that no test depends on a pattern.
        Rng::new(1).shuffle(&mut left);
        let mut rest = left.into_iter();
        wall.into_iter().map(|id| TileId::new(id.unwrap_or_else(|| rest.next().unwrap()))).collect()
    }
}

/// Finds the action with this description: `discard 5p`, `tsumogiri 5p`, `pon 55p`.
pub fn find_action(legal: &[Action], text: &str) -> Option<Action> {
    legal.iter().copied().find(|action| action.to_string() == text)
}

/// A round in progress.
pub struct Play {
    pub game: Riichi,
    pub state: State,
    pub log: Log<Event>,
}

impl Play {
    /// Plays a script: lines of a seat and an action. Seats that are asked and not named pass.
    pub fn go(&mut self, script: &str) -> &mut Self {
        let lines = script.lines().flat_map(|line| line.split(';')).map(str::trim);
        for line in lines.filter(|line| !line.is_empty()) {
            let (seat, text) = line.split_once(' ').unwrap();
            let seat = Seat::new(seat.parse().unwrap());
            while !self.try_step(seat, text) {}
        }
        self
    }

    /// Applies the action if it is the seat's turn; otherwise plays a chance move, or lets the seat
    /// that is asked pass.
    fn try_step(&mut self, seat: Seat, text: &str) -> bool {
        let legal = self.legal();
        match self.game.turn(&self.state) {
            Turn::Chance => self.play_chance(),
            Turn::Over => panic!("{seat} {text}: but the round is over: {:?}", self.last()),
            Turn::Act(other) => {
                let done = find_action(legal.as_slice(), text);
                if let Some(action) = done.filter(|_| other == seat) {
                    self.game.apply(&mut self.state, action, &mut self.log);
                    return true;
                }
                let pass = find_action(legal.as_slice(), "pass").unwrap_or_else(|| {
                    panic!("{seat} {text}: but {other} is to act: {:?}", self.options())
                });
                self.game.apply(&mut self.state, pass, &mut self.log);
            }
        }
        false
    }

    /// Plays chance moves and passes until a seat must discard or the round is over.
    pub fn pass(&mut self) -> &mut Self {
        loop {
            match self.game.turn(&self.state) {
                Turn::Chance => self.play_chance(),
                Turn::Act(_) => {
                    let pass = find_action(self.legal().as_slice(), "pass");
                    let Some(pass) = pass else { return self };
                    self.game.apply(&mut self.state, pass, &mut self.log);
                }
                Turn::Over => return self,
            }
        }
    }

    /// Plays tsumogiri and passes while more than this number of tiles is left.
    pub fn discard_draws(&mut self, left: usize) -> &mut Self {
        while self.state.table().live() > left {
            self.discard_drawn();
        }
        self
    }

    /// Discards the drawn tile of the seat to act, and all pass.
    pub fn discard_drawn(&mut self) -> &mut Self {
        let tile = self.state.drawn().unwrap();
        let seat = self.state.table().actor().index();
        self.go(&format!("{seat} tsumogiri {tile}")).pass()
    }

    /// Plays chance moves until a seat is to act.
    pub fn ask(&mut self) -> &mut Self {
        while self.game.turn(&self.state) == Turn::Chance {
            self.play_chance();
        }
        self
    }

    fn play_chance(&mut self) {
        self.game.play_chance(&mut self.state, &mut Rng::new(0), &mut self.log);
    }

    pub fn legal(&self) -> Legal {
        let mut legal = Legal::default();
        self.game.legal_actions(&self.state, &mut legal);
        legal
    }

    /// Returns the texts of the legal actions.
    pub fn options(&self) -> Vec<String> {
        self.legal().as_slice().iter().map(ToString::to_string).collect()
    }

    /// Returns whether this action is legal.
    pub fn may(&self, text: &str) -> bool {
        self.options().iter().any(|option| option == text)
    }

    pub fn last(&self) -> Option<&Event> {
        self.log.entries.last().map(|(_, event)| event)
    }

    pub fn wins(&self) -> Vec<Victory> {
        let win = |event: &Event| match event {
            Event::Won(victory) => Some(*victory),
            _ => None,
        };
        self.log.entries.iter().filter_map(|(_, event)| win(event)).collect()
    }

    /// Returns how the round was drawn, and the payments.
    pub fn drawn(&self) -> Option<(DrawKind, [i32; 4])> {
        match self.last() {
            Some(Event::Drawn { kind, deltas, .. }) => Some((*kind, *deltas)),
            _ => None,
        }
    }

    pub fn scores(&self) -> Vec<i32> {
        self.game.scores(&self.state).as_slice().to_vec()
    }

    /// Returns the number of dora indicators.
    pub fn indicators(&self) -> usize {
        self.state.table().dora_indicators().len()
    }
}
