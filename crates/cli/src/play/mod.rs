//! `facedown play`: a match in the terminal against bots, for any game of the catalog.
//!
//! Only the player's own view is shown. What the others do is told in the words that this view has
//! for it.

mod choice;

use crate::args::PlayArgs;
use crate::painter::{self, Painter};
use crate::{Answer, advise, games, knobs, layout, one_line};
use anyhow::{Result, bail};
use choice::{Choice, Choices};
use facedown_arena::child_seed;
use facedown_catalog::{AnyBot, AnyGame, AnyHand, AnyMatch, AnyView, SearchSpec, budget, document};
use facedown_game::Turn;
use serde_json::{Map, Value};
use std::io::{BufRead, IsTerminal, Write};
use std::time::SystemTime;

/// The search that `why` asks, where the game has it; else the one that every game has.
const SEARCHES: [&str; 2] = ["search", "ismcts"];

const HELP: &str = "\
Type an action, its number in the list, or the beginning of one.
  hint   what a bot would do
  why    what every choice is worth, by a search of 1 s; why 5s, why 20000
  json   what you know, as 'facedown advise' reads it
  show   the table again
  list   every choice
  quit   leave
Enter alone takes the only choice where there is one.";

pub(crate) fn run(args: &PlayArgs, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Answer> {
    let game = games::chosen(&args.game)?;
    let seats = game.seats();
    let Some(seat) = (0..seats).find(|seat| *seat as u64 == args.seat) else {
        bail!("--seat {}: expected 0 to {}", args.seat, seats - 1);
    };
    let seed = args.seed.unwrap_or_else(new_seed);
    let search = SEARCHES.into_iter().find(|name| game.search_config(name, &Map::new()).is_ok());
    let search = search.unwrap_or(SEARCHES[1]);
    let bot = args.bot.as_deref().unwrap_or(game.info().opponent);
    let knobs = knobs::chosen(&args.knobs, &*game, &[bot, search])?;
    let seating = Seating { bot, seat, seed, search, knobs };
    let mut session = Session::new(&*game, seating, input, out)?;
    writeln!(session.out, "{} against {}, seed {seed}.", game.info().about, bot)?;
    writeln!(session.out, "You are in seat {seat}. 'help' says what to type, 'quit' leaves.")?;
    session.play(args.hands)?;
    Ok(Answer::Done)
}

/// A seed short enough to be typed again.
fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.as_micros() as u64 % 1_000_000
}

/// Why a session stops before the match is over.
enum Stop {
    /// The player left.
    Left,
    /// There is nothing more to read.
    EndOfInput,
}

/// Who plays where, and what for.
struct Seating<'a> {
    bot: &'a str,
    seat: usize,
    seed: u64,
    search: &'static str,
    knobs: Map<String, Value>,
}

/// A match under way.
struct Session<'a> {
    seat: usize,
    /// The others; nobody in the player's seat.
    bots: Vec<Option<Box<dyn AnyBot>>>,
    names: Vec<String>,
    adviser: Box<dyn AnyBot>,
    adviser_name: &'static str,
    search: &'static str,
    knobs: Map<String, Value>,
    game: &'a dyn AnyGame,
    game_match: Box<dyn AnyMatch>,
    input: &'a mut dyn BufRead,
    /// Whether what is read has to be written too, since no terminal shows it.
    echo: bool,
    paint: Painter,
    /// What the player has said beyond the last action.
    next: Option<usize>,
    out: &'a mut dyn Write,
}

impl<'a> Session<'a> {
    fn new(
        game: &'a dyn AnyGame,
        seating: Seating<'_>,
        input: &'a mut dyn BufRead,
        out: &'a mut dyn Write,
    ) -> Result<Self> {
        let Seating { bot: bot_name, seat, seed, search, knobs } = seating;
        let kind = bot_name.split(':').next().unwrap_or_default();
        let (none, own) = (Map::new(), facedown_catalog::searches(kind));
        let seats = game.seats();
        let name = |s: usize| match (s == seat, seats) {
            (true, _) => "you".to_owned(),
            (false, 2) => bot_name.to_owned(),
            (false, _) => format!("{bot_name} {s}"),
        };
        let mut bots = Vec::new();
        for s in 0..seats {
            // Deals are streams of the seed; the bots' luck comes from seeds of their own.
            let luck = child_seed(seed, s as u64);
            let bot = game.bot_with(bot_name, luck, if own { &knobs } else { &none })?;
            bots.push((s != seat).then_some(bot));
        }
        let adviser_name = game.info().opponent;
        Ok(Self {
            seat,
            bots,
            names: (0..seats).map(name).collect(),
            adviser: game.bot(adviser_name, child_seed(seed, seats as u64))?,
            adviser_name,
            search,
            knobs,
            game,
            game_match: game.begin_match(seed),
            input,
            echo: !std::io::stdin().is_terminal(),
            paint: painter::of(game.info().name),
            next: None,
            out,
        })
    }

    /// Plays to the end of the match, of the hands asked for, or of the player's patience.
    fn play(&mut self, hands: Option<u64>) -> Result<()> {
        let mut number = 0;
        while hands.is_none_or(|hands| number < hands) {
            let Some(mut hand) = self.game_match.next_hand() else { break };
            number += 1;
            writeln!(self.out, "\n--- hand {number} ---")?;
            self.bots.iter_mut().flatten().for_each(|bot| bot.new_hand());
            self.adviser.new_hand();
            if let Some(stop) = self.play_hand(&mut *hand)? {
                let why = match stop {
                    Stop::Left => "You left",
                    Stop::EndOfInput => "End of input",
                };
                self.tell_scores(&format!("{why}. The score"), &self.game_match.scores())?;
                return Ok(());
            }
            self.game_match.finish_hand(&*hand);
            let text = hand.view(self.seat)?.text();
            write!(self.out, "\n{}", (self.paint)(&layout::wrap(&text)))?;
            self.tell_scores("This hand", &hand.scores())?;
            self.tell_scores("The score", &self.game_match.scores())?;
        }
        if self.game_match.next_hand().is_none() {
            let winners = self.game_match.winners();
            let names: Vec<&str> = winners.iter().map(|w| self.names[*w].as_str()).collect();
            let verb = if winners == [self.seat] || winners.len() > 1 { "win" } else { "wins" };
            writeln!(self.out, "The match is over: {} {verb}.", names.join(" and "))?;
        }
        Ok(())
    }

    fn play_hand(&mut self, hand: &mut dyn AnyHand) -> Result<Option<Stop>> {
        while let Turn::Act(to_act) = hand.turn() {
            let to_act = to_act.index();
            let view = hand.view(to_act)?;
            let action = match &mut self.bots[to_act] {
                Some(bot) => match bot.choose(&*view) {
                    Some(action) => action,
                    None => bail!("{} does not know what to do", self.names[to_act]),
                },
                None => match self.decide(hand, &*view)? {
                    Ok(action) => action,
                    Err(stop) => return Ok(Some(stop)),
                },
            };
            if to_act != self.seat && hand.is_public(action) {
                let done = hand.view(self.seat)?.describe(action)?;
                writeln!(self.out, "{}", (self.paint)(&format!("{}: {done}", self.names[to_act])))?;
            }
            for told in hand.apply_heard(action, self.seat)? {
                let who = told.seat.map(|seat| format!("{}: ", self.names[seat]));
                let text = format!("{}{}", who.unwrap_or_default(), told.text);
                write!(self.out, "{}", (self.paint)(&layout::wrap(&text)))?;
            }
        }
        Ok(None)
    }

    /// What the player does: what was said before, the only thing to do, or what is typed.
    fn decide(&mut self, hand: &dyn AnyHand, view: &dyn AnyView) -> Result<Result<usize, Stop>> {
        let legal = view.legal();
        if let Some(action) = self.next.take().filter(|action| legal.contains(action)) {
            return Ok(Ok(action));
        }
        if let ([only], false) = (legal.as_slice(), self.game.asks_forced()) {
            let done = format!("you: {}", view.describe(*only)?);
            writeln!(self.out, "{}", (self.paint)(&done))?;
            return Ok(Ok(*only));
        }
        self.ask(hand, view)
    }

    /// Two actions in one line, the second of which depends on nothing that the first tells:
    /// `riichi 5p`.
    fn both(
        &mut self,
        hand: &dyn AnyHand,
        view: &dyn AnyView,
        choices: &Choices,
        line: &str,
    ) -> Result<Option<usize>> {
        let Some((first, second)) = line.split_once(' ') else { return Ok(None) };
        let Choice::One(first) = choices.find(first) else { return Ok(None) };
        if !view.leads_on(first) {
            return Ok(None);
        }
        let mut after = hand.boxed_clone();
        after.apply(first)?;
        let Choice::One(second) = Choices::of(self.game, &*after.view(self.seat)?)?.find(second)
        else {
            return Ok(None);
        };
        self.next = Some(second);
        Ok(Some(first))
    }

    /// Asks until there is a legal action.
    fn ask(&mut self, hand: &dyn AnyHand, view: &dyn AnyView) -> Result<Result<usize, Stop>> {
        let choices = Choices::of(self.game, view)?;
        self.show(view, &choices)?;
        loop {
            write!(self.out, "> ")?;
            self.out.flush()?;
            let Some(line) = self.read_line()? else {
                writeln!(self.out)?;
                return Ok(Err(Stop::EndOfInput));
            };
            if self.echo {
                writeln!(self.out, "{}", one_line(&line))?;
            }
            match line.to_lowercase().as_str() {
                "?" | "help" => writeln!(self.out, "{HELP}")?,
                "hint" => self.hint(view)?,
                "json" => writeln!(self.out, "{}", document(self.game, view))?,
                why if why.split(' ').next() == Some("why") => self.why(view, &why[3..])?,
                "show" => self.show(view, &choices)?,
                "list" => write!(self.out, "{}", (self.paint)(&choices.list()))?,
                "quit" | "q" | "exit" => return Ok(Err(Stop::Left)),
                _ => match choices.find(&line) {
                    Choice::One(action) => return Ok(Ok(action)),
                    Choice::Several(texts) => {
                        let texts = (self.paint)(&texts.join(", "));
                        writeln!(self.out, "'{line}' may mean {texts}: which?")?;
                    }
                    Choice::None if line.is_empty() => {}
                    Choice::None => {
                        if let Some(action) = self.both(hand, view, &choices, &line)? {
                            return Ok(Ok(action));
                        }
                        // Spellings that no list shows.
                        if let Ok(action) = hand.find(&line) {
                            return Ok(Ok(action));
                        }
                        let line = one_line(&line);
                        writeln!(self.out, "'{line}' is none of the choices; 'help' helps.")?;
                    }
                },
            }
        }
    }

    fn show(&mut self, view: &dyn AnyView, choices: &Choices) -> Result<()> {
        write!(self.out, "\n{}", (self.paint)(&layout::wrap(&view.text())))?;
        write!(self.out, "{}", (self.paint)(&choices.short_list()))?;
        Ok(())
    }

    fn hint(&mut self, view: &dyn AnyView) -> Result<()> {
        let name = self.adviser_name;
        match self.adviser.choose(view) {
            Some(action) => {
                let advice = format!("{name} would: {}", view.describe(action)?);
                writeln!(self.out, "{}", (self.paint)(&advice))?;
            }
            None => writeln!(self.out, "{name} has no idea")?,
        }
        Ok(())
    }

    /// What every choice is worth, and why.
    fn why(&mut self, view: &dyn AnyView, spend: &str) -> Result<()> {
        let (name, spend) = (self.search, spend.trim());
        let budget = budget(spend);
        if budget.is_none() && !spend.is_empty() {
            writeln!(self.out, "'why {}': expected why, why 5s or why 20000", one_line(spend))?;
            return Ok(());
        }
        let mut knobs = self.knobs.clone();
        knobs.entry("threads").or_insert_with(|| 0.into());
        match view.search(SearchSpec::new(name, budget, &knobs)) {
            Ok(advice) => write!(self.out, "{}", (self.paint)(&advise::table(&advice)))?,
            Err(why) => writeln!(self.out, "{name} has no answer: {why}")?,
        }
        Ok(())
    }

    /// A line without its end; `None` when there is no more.
    fn read_line(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
    }

    /// Everybody's points, the player's first.
    fn tally(&self, scores: &[i32]) -> String {
        let seats = (self.seat..scores.len()).chain(0..self.seat);
        let each: Vec<String> = seats.map(|s| format!("{} {}", self.names[s], scores[s])).collect();
        each.join(", ")
    }

    fn tell_scores(&mut self, what: &str, scores: &[i32]) -> Result<()> {
        let text = format!("{what}: {}.", self.tally(scores));
        write!(self.out, "{}", layout::wrap(&text))?;
        Ok(())
    }
}
