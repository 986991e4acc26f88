//! Statistics of rounds of four `efficient` players, for the constants of the bots:
//! `cargo research bot_facts -- tenhou 5000`.
//!
//! Tenpai rates by melds and turn, the cost of dealing in, and the shanten of believed and real hands.

use facedown_game::{ActionBuf, Game, Policy, Rng, Seat, SeatSet, Sink, Turn, Worlds};
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Belief, Event, Legal, Phase, Riichi, Rules, State};

/// A sum and its number of terms.
#[derive(Clone, Copy, Default)]
struct Mean(f64, u32);

impl Mean {
    fn add(&mut self, value: f64) {
        self.0 += value;
        self.1 += 1;
    }

    fn text(self) -> String {
        if self.1 < 30 { "    -".into() } else { format!("{:5.2}", self.0 / f64::from(self.1)) }
    }
}

const TURNS: usize = 18;

#[derive(Default)]
struct Facts {
    /// Tenpai by open melds and own discards, without riichi.
    tenpai_rate: [[Mean; TURNS]; 4],
    /// The cost of dealing in, without sticks: riichi hands, then by open melds; dealers apart.
    cost: [[Mean; 5]; 2],
    /// Shanten of the other hands, real and believed, by own discards.
    shanten: [[Mean; TURNS]; 2],
    /// Tenpai rates of the same, of closed and of open hands.
    tenpai: [[[Mean; TURNS]; 2]; 2],
}

struct Observer<'a> {
    facts: &'a mut Facts,
    riichi: SeatSet,
    melds: [usize; 4],
    dealer: Seat,
}

impl Sink<Event> for Observer<'_> {
    fn emit(&mut self, _: SeatSet, event: Event) {
        match event {
            Event::RiichiAccepted(seat) => self.riichi = self.riichi.with(seat),
            Event::Called { seat, .. } => self.melds[seat.index()] += 1,
            Event::Won(victory) if victory.seat != victory.from => {
                let lost = -f64::from(victory.deltas[victory.from.index()]);
                let seat = victory.seat;
                let riichi = self.riichi.contains(seat);
                let kind = if riichi { 0 } else { 1 + self.melds[seat.index()].min(3) };
                self.facts.cost[usize::from(seat == self.dealer)][kind].add(lost);
            }
            _ => {}
        }
    }
}

/// Counts the tenpai hands of all but the seat to act.
fn note_hands(game: &Riichi, state: &State, facts: &mut Facts) {
    let table = state.table();
    for seat in Seat::all(table.seats()) {
        let turn = table.river().of(seat).count();
        if seat == table.actor() || table.is_riichi(seat) || turn >= TURNS {
            continue;
        }
        let open = table.melds(seat).iter().filter(|meld| meld.is_open()).count();
        let tenpai = state.hand(seat).shanten(game.pack()) <= 0;
        facts.tenpai_rate[open.min(3)][turn].add(f64::from(u8::from(tenpai)));
    }
}

/// Compares believed hands with real ones.
fn note_belief(game: &Riichi, state: &State, me: Seat, rng: &mut Rng, facts: &mut Facts) {
    let Ok(belief) = Belief::of(game, &game.view(state, me)) else { return };
    let table = state.table();
    for seat in Seat::all(table.seats()).filter(|seat| *seat != me && !table.is_riichi(*seat)) {
        let turn = table.river().of(seat).count();
        if turn >= TURNS {
            continue;
        }
        let mut add = |which: usize, state: &State| {
            let shanten = state.hand(seat).shanten(game.pack());
            facts.shanten[which][turn].add(f64::from(shanten));
            let open = usize::from(!table.is_closed(seat));
            facts.tenpai[open][which][turn].add(f64::from(u8::from(shanten <= 0)));
        };
        add(0, state);
        (0..4).for_each(|_| add(1, &belief.sample(rng).0));
    }
}

fn play(game: &Riichi, seed: u64, facts: &mut Facts) {
    let mut rng = Rng::stream(11, seed);
    let mut sampling = Rng::stream(12, seed);
    let mut legal = Legal::default();
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    let (mut riichi, mut melds, dealer) = (SeatSet::EMPTY, [0; 4], state.table().setup().dealer);
    loop {
        let mut observer = Observer { facts, riichi, melds, dealer };
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.play_chance(&mut state, &mut rng, &mut observer),
            Turn::Act(seat) => {
                game.legal_actions(&state, &mut legal);
                let view = game.view(&state, seat);
                let action = Efficient::default().choose(game, &view, legal.as_slice(), &mut rng);
                game.apply(&mut state, action, &mut observer);
            }
        }
        (riichi, melds) = (observer.riichi, observer.melds);
        if state.table().phase() == Phase::Drawn {
            note_hands(game, &state, facts);
            if sampling.below(40) == 0 {
                note_belief(game, &state, state.table().actor(), &mut sampling, facts);
            }
        }
    }
}

fn line(name: &str, means: &[Mean]) {
    println!("{name:>22} {}", means.iter().map(|mean| mean.text()).collect::<Vec<_>>().join(" "));
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [preset, rounds] = args.as_slice() else {
        eprintln!("expected: PRESET ROUNDS");
        return;
    };
    let game = Riichi::new(Rules::preset(preset).expect("a preset")).expect("a game");
    let mut facts = Facts::default();
    for seed in 0..rounds.parse().expect("a number of rounds") {
        play(&game, seed, &mut facts);
    }
    println!("by own discards made:");
    for (open, means) in facts.tenpai_rate.iter().enumerate() {
        line(&format!("tenpai, {open} open melds"), means);
    }
    for (name, means) in ["real", "believed"].iter().zip(&facts.shanten) {
        line(&format!("{name} shanten"), means);
    }
    for (kind, both) in ["closed", "open"].iter().zip(&facts.tenpai) {
        for (name, means) in ["real", "believed"].iter().zip(both) {
            line(&format!("{name} tenpai, {kind}"), means);
        }
    }
    for (name, means) in ["others", "dealer"].iter().zip(&facts.cost) {
        line(&format!("cost of {name}: riichi, 0 1 2 3 melds"), means);
    }
}
