//! Tic-tac-toe: perfect information, so that views are states.

use crate::exact::Enumerate;
use facedown_game::{
    ActionBuf, ActionList, Game, Hidden, ImpossibleView, Notation, PerSeat, Rng, Searchable, Seat,
    SeatSet, Sink, Turn, Worlds,
};

/// Three in a row on nine squares. Both seats can hold the draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// The marks on the board, one set of squares for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board {
    squares: [u16; 2],
}

const _: () = assert!(size_of::<Board>() <= 4);

const FULL: u16 = 0x1ff;
const LINES: [u16; 8] = [0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054];

impl Board {
    fn taken(self) -> u16 {
        self.squares[0] | self.squares[1]
    }

    fn winner(self) -> Option<Seat> {
        let has_line = |s: &Seat| LINES.iter().any(|l| self.squares[s.index()] & l == *l);
        Seat::all(2).find(has_line)
    }
}

impl Searchable for TicTacToe {}

impl Game for TicTacToe {
    type Setup = ();
    type State = Board;
    type Action = u8;
    type LegalActions = ActionList<u8, 9>;
    type View = (Seat, Board);
    type Event = u8;

    fn seats(&self) -> usize {
        2
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), _: &mut Rng, _: &mut impl Sink<u8>) -> Board {
        Board::default()
    }

    fn turn(&self, state: &Board) -> Turn {
        if state.winner().is_some() || state.taken() == FULL {
            return Turn::Over;
        }
        Turn::Act(Seat::new(state.taken().count_ones() as usize % 2))
    }

    fn legal_actions(&self, state: &Board, out: &mut Self::LegalActions) {
        out.clear();
        if matches!(self.turn(state), Turn::Act(_)) {
            (0..9).filter(|s| state.taken() >> s & 1 == 0).for_each(|s| out.push(s));
        }
    }

    fn apply(&self, state: &mut Board, square: u8, log: &mut impl Sink<u8>) {
        state.squares[state.taken().count_ones() as usize % 2] |= 1 << square;
        log.emit(SeatSet::all(2), square);
    }

    fn scores(&self, state: &Board) -> PerSeat<i32> {
        let winner = state.winner();
        PerSeat::from_fn(2, |seat| winner.map_or(0, |w| if w == seat { 1 } else { -1 }))
    }

    fn score_total(&self, _: &Board) -> Option<i32> {
        Some(0)
    }

    fn view(&self, state: &Board, seat: Seat) -> (Seat, Board) {
        (seat, *state)
    }

    fn blank_view(&self, (): &(), seat: Seat) -> (Seat, Board) {
        (seat, Board::default())
    }

    fn observe(&self, view: &mut (Seat, Board), square: u8) {
        self.apply(&mut view.1, square, &mut ());
    }

    fn view_turn(&self, view: &(Seat, Board)) -> Option<Turn> {
        Some(self.turn(&view.1))
    }

    fn view_actions(&self, view: &(Seat, Board), out: &mut Self::LegalActions) {
        out.clear();
        if self.turn(&view.1) == Turn::Act(view.0) {
            self.legal_actions(&view.1, out);
        }
    }
}

/// The one world that a board shows.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToeWorld(Board);

impl Worlds<TicTacToe> for TicTacToeWorld {
    fn sample(&self, _: &mut Rng) -> (Board, f32) {
        (self.0, 1.0)
    }
}

impl Hidden for TicTacToe {
    type Worlds = TicTacToeWorld;

    fn worlds(&self, view: &(Seat, Board)) -> Result<TicTacToeWorld, ImpossibleView> {
        Ok(TicTacToeWorld(view.1))
    }
}

impl Notation for TicTacToe {
    /// Column and row: `a1` to `c3`.
    fn action_text(&self, square: u8) -> String {
        format!("{}{}", char::from(b'a' + square % 3), square / 3 + 1)
    }
}

impl Enumerate for TicTacToe {
    fn each_deal<S: Sink<u8> + Default>(&self, each: &mut dyn FnMut(Board, S, u64)) {
        each(Board::default(), S::default(), 1);
    }
}
