//! One walk over the river: what each seat has shown by the order of its discards.

use facedown_riichi::Table;
use facedown_tiles::{Kind, KindSet};

/// The number of a seat's discards that count as early.
const EARLY: u8 = 6;
/// The age of a tile that a seat has never passed on.
pub(crate) const NEVER: u8 = u8::MAX;

/// What a seat has shown by its discards, and by those of others that it passed on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatHistory {
    /// The kinds among its first discards, and among the later ones.
    pub(crate) early: KindSet,
    pub(crate) late: KindSet,
    /// The kinds that others have discarded since its hand changed last.
    pub(crate) unchanged: KindSet,
    /// For each kind the number of changes of its hand before it passed on one last.
    passed_at: [u8; Kind::COUNT],
    /// The number of times that its hand changed.
    changes: u8,
    /// The length of the run of tsumogiri at the end.
    pub(crate) run: u8,
    /// Its last discard from the hand; after riichi the one that declared it.
    pub(crate) last_from_hand: Option<Kind>,
    /// The number of discards since its last call.
    pub(crate) since_call: u8,
    /// The number of discards before its riichi, and since.
    pub(crate) riichi_turn: u8,
    pub(crate) since_riichi: u8,
    /// The number of discards from the hand from 3 to 7.
    pub(crate) middles: u8,
    /// The number of discards of each suit.
    pub(crate) suits: [u8; 4],
    /// The number of discards that were not safe against another seat's riichi.
    pub(crate) pushes: u8,
    discards: u8,
}

impl SeatHistory {
    const EMPTY: Self = Self {
        early: KindSet::EMPTY,
        late: KindSet::EMPTY,
        unchanged: KindSet::EMPTY,
        passed_at: [NEVER; Kind::COUNT],
        changes: 0,
        run: 0,
        last_from_hand: None,
        since_call: 0,
        riichi_turn: 0,
        since_riichi: 0,
        middles: 0,
        suits: [0; 4],
        pushes: 0,
        discards: 0,
    };

    /// Returns the number of changes of the hand since the seat passed on this kind.
    pub(crate) fn passed_age(&self, kind: Kind) -> u8 {
        match self.passed_at[kind.index()] {
            NEVER => NEVER,
            then => self.changes - then,
        }
    }

    fn change(&mut self) {
        self.unchanged = KindSet::EMPTY;
        self.changes += 1;
        self.run = 0;
    }

    fn call(&mut self) {
        self.change();
        self.since_call = 0;
    }

    fn discard(&mut self, kind: Kind, drawn: bool, riichi: bool) {
        if drawn {
            self.run += 1;
        } else {
            let is_middle = !kind.is_honor() && (2..7).contains(&(kind.index() % 9));
            self.change();
            self.middles += u8::from(is_middle);
            self.last_from_hand = Some(kind);
        }
        self.since_riichi += 1;
        if riichi {
            self.riichi_turn = self.discards;
            self.since_riichi = 0;
            self.last_from_hand = Some(kind);
        }
        let kinds = if self.discards < EARLY { &mut self.early } else { &mut self.late };
        kinds.insert(kind);
        self.suits[kind.suit().index()] += 1;
        self.since_call += 1;
        self.discards += 1;
    }

    fn pass(&mut self, kind: Kind) {
        self.unchanged.insert(kind);
        self.passed_at[kind.index()] = self.changes;
    }
}

/// Returns the history of each seat.
pub(crate) fn histories(table: &Table) -> [SeatHistory; 4] {
    let seats = table.seats();
    let mut all = [SeatHistory::EMPTY; 4];
    // The kinds that are safe against a seat that has declared riichi.
    let mut safe = [KindSet::EMPTY; 4];
    let mut declared = [false; 4];
    let mut self_calls = table.self_calls().peekable();
    let mut called = false;
    for (place, discard) in table.river().iter().enumerate() {
        while let Some(call) = self_calls.next_if(|call| call.after <= place) {
            all[call.seat.index()].call();
        }
        let (at, kind) = (discard.seat.index(), discard.tile.kind());
        if called {
            all[at].call();
        }
        for riichi in (0..seats).filter(|seat| *seat != at) {
            all[at].pushes += u8::from(declared[riichi] && !safe[riichi].contains(kind));
        }
        all[at].discard(kind, discard.drawn, discard.riichi);
        declared[at] |= discard.riichi;
        for other in 0..seats {
            if other == at || declared[other] {
                safe[other].insert(kind);
            }
            if other != at {
                all[other].pass(kind);
            }
        }
        called = discard.called;
    }
    for call in self_calls {
        all[call.seat.index()].call();
    }
    if called {
        all[table.actor().index()].call();
    }
    all
}
