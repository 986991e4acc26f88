//! The log of a table: events as they came, written as MJAI on demand.

use facedown_game::{Seat, SeatSet, Sink};
use facedown_riichi::score::ScoreRules;
use facedown_riichi::{DrawKind, Event, Setup, Victory};
use facedown_riichi_logs::mjai::{Event as MjaiEvent, Hora, Pai};
use facedown_tiles::{Kind, Meld, MeldShape, Tile};

/// An entry of the log.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    StartGame,
    StartRound(Setup, [[Tile; 13]; 4], Option<Tile>),
    Event(Event),
    EndRound,
    EndGame([i32; 4]),
}

/// All events since the match began.
#[derive(Clone, Default)]
pub(super) struct Log {
    pub(super) entries: Vec<Entry>,
    /// Nothing is logged.
    pub(super) silent: bool,
}

impl Log {
    pub(super) fn push(&mut self, entry: Entry) {
        if !self.silent {
            self.entries.push(entry);
        }
    }
}

impl Sink<Event> for Log {
    fn emit(&mut self, to: SeatSet, event: Event) {
        if self.silent {
            return;
        }
        match event {
            // One seat observes it with its tile, the others without.
            Event::Drew { tile: None, .. } | Event::Asked | Event::Answered(_) => {}
            Event::Dealt(tiles) => {
                if let (Some(Entry::StartRound(_, hands, _)), Some(seat)) =
                    (self.entries.last_mut(), to.iter().next())
                {
                    hands[seat.index()] = tiles;
                }
            }
            Event::Dora(tile) => match self.entries.last_mut() {
                Some(Entry::StartRound(_, _, first @ None)) => *first = Some(tile),
                _ => self.entries.push(Entry::Event(event)),
            },
            _ => self.entries.push(Entry::Event(event)),
        }
    }
}

/// Writes entries as MJAI for one seat, or with all hands open.
pub(super) struct MjaiWriter<'a> {
    pub(super) seats: usize,
    pub(super) rules: &'a ScoreRules,
    pub(super) to: Option<Seat>,
}

impl MjaiWriter<'_> {
    fn sees(&self, seat: Seat) -> bool {
        self.to.is_none_or(|to| to == seat)
    }

    /// Returns the MJAI line of an entry.
    pub(super) fn line(&self, entry: &Entry) -> Option<String> {
        let event = self.mjai(entry)?;
        Some(serde_json::to_string(&event).expect("an event is JSON"))
    }

    fn mjai(&self, entry: &Entry) -> Option<MjaiEvent> {
        Some(match entry {
            Entry::StartGame => MjaiEvent::StartGame {
                id: self.to.map(Seat::index),
                names: Vec::new(),
                rules: None,
                shuffle: None,
            },
            Entry::StartRound(setup, hands, indicator) => self.round(setup, hands, (*indicator)?),
            Entry::Event(event) => return self.event(event),
            Entry::EndRound => MjaiEvent::EndKyoku,
            Entry::EndGame(scores) => {
                let scores = Some(scores[..self.seats].to_vec());
                MjaiEvent::EndGame { scores, results: None }
            }
        })
    }

    fn round(&self, setup: &Setup, hands: &[[Tile; 13]; 4], indicator: Tile) -> MjaiEvent {
        let hand = |seat: Seat| {
            if self.sees(seat) {
                hands[seat.index()].iter().map(|tile| Pai::from(*tile)).collect()
            } else {
                vec![Pai(None); 13]
            }
        };
        MjaiEvent::StartKyoku {
            bakaze: Tile::plain(Kind::new(Kind::EAST.index() as u8 + setup.wind)).into(),
            dora_marker: indicator.into(),
            kyoku: setup.dealer.index() as u8 + 1,
            honba: setup.honba.into(),
            kyotaku: setup.sticks.into(),
            oya: setup.dealer.index(),
            scores: setup.scores[..self.seats].to_vec(),
            tehais: Seat::all(self.seats).map(hand).collect(),
        }
    }

    fn event(&self, event: &Event) -> Option<MjaiEvent> {
        Some(match *event {
            Event::Dora(tile) => MjaiEvent::Dora { dora_marker: tile.into() },
            Event::Drew { seat, tile, .. } => {
                MjaiEvent::Tsumo { actor: seat.index(), pai: Pai(tile.filter(|_| self.sees(seat))) }
            }
            Event::Discarded { seat, tile, drawn } => {
                MjaiEvent::Dahai { actor: seat.index(), pai: tile.into(), tsumogiri: drawn }
            }
            Event::RiichiDeclared(seat) => MjaiEvent::Reach { actor: seat.index() },
            Event::RiichiAccepted(seat) => MjaiEvent::ReachAccepted { actor: seat.index() },
            Event::Called { seat, meld } => self.called(seat, meld),
            Event::ClosedKan { seat, meld } => {
                let mut tiles = meld.tiles();
                let consumed = std::array::from_fn(|_| Pai(tiles.next()));
                MjaiEvent::Ankan { actor: seat.index(), consumed }
            }
            Event::AddedKan { seat, tile } => {
                // Which of the others is red was public with the pon.
                let plain = Pai::from(Tile::plain(tile.kind()));
                MjaiEvent::Kakan { actor: seat.index(), pai: tile.into(), consumed: [plain; 3] }
            }
            Event::Nuki(seat) => {
                MjaiEvent::Nukidora { actor: seat.index(), pai: Tile::plain(Kind::NORTH).into() }
            }
            Event::Won(victory) => MjaiEvent::Hora(Box::new(self.hora(&victory))),
            Event::Drawn { kind, deltas, .. } => MjaiEvent::Ryukyoku {
                reason: Some(reason(kind).to_owned()),
                tehais: None,
                deltas: Some(deltas[..self.seats].to_vec()),
            },
            _ => return None,
        })
    }

    fn called(&self, seat: Seat, meld: Meld) -> MjaiEvent {
        let (actor, pai) = (seat.index(), Pai::from(meld.called));
        let target = (actor + usize::from(meld.from)) % self.seats;
        let mut own: Vec<Tile> = meld.tiles().collect();
        if let Some(place) = own.iter().position(|tile| *tile == meld.called) {
            own.remove(place);
        }
        let own = |n: usize| own.get(n).copied().map_or(Pai(None), Pai::from);
        match meld.shape {
            MeldShape::Chi => MjaiEvent::Chi { actor, target, pai, consumed: [own(0), own(1)] },
            MeldShape::Pon => MjaiEvent::Pon { actor, target, pai, consumed: [own(0), own(1)] },
            _ => MjaiEvent::Daiminkan { actor, target, pai, consumed: [own(0), own(1), own(2)] },
        }
    }

    fn hora(&self, victory: &Victory) -> Hora {
        let name = |yaku: facedown_riichi::score::Yaku| yaku.romaji().replace(' ', "_");
        Hora {
            actor: victory.seat.index(),
            target: victory.from.index(),
            pai: Some(victory.tile.into()),
            ura_markers: victory.ura.into_iter().flatten().map(Pai::from).collect(),
            hora_tehais: Some(victory.hand.as_slice().iter().map(|t| Pai::from(*t)).collect()),
            yaku: Some(victory.win.items(self.rules).map(|(y, han)| (name(y), han)).collect()),
            fu: Some(victory.win.fu),
            hora_points: Some(victory.win.points(self.seats, &self.rules.payment) as i32),
            liable: victory.liable.map(Seat::index),
            deltas: Some(victory.deltas[..self.seats].to_vec()),
        }
    }
}

/// The names of the original server.
const fn reason(kind: DrawKind) -> &'static str {
    match kind {
        DrawKind::Exhausted => "fanpai",
        DrawKind::Nagashi => "nagashimangan",
        DrawKind::NineTerminals => "kyushukyuhai",
        DrawKind::FourWinds => "sufonrenta",
        DrawKind::FourRiichi => "suchariichi",
        DrawKind::FourKans => "sukaikan",
        DrawKind::TripleRon => "sanchaho",
    }
}
