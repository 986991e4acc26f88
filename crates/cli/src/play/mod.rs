//! `facedown play`: a match in the terminal against bots, for every game.
//!
//! Only the player's own view is shown; actions of other seats are described as that view sees them.

mod choice;

use crate::args::PlayArgs;
use crate::color::{self, Colorizer};
use crate::search_params::{self, Chosen};
use crate::{Answer, advise, games, layout, one_line, players};
use anyhow::{Context, Result, bail};
use choice::{Choice, Choices};
use facedown_arena::child_seed;
use facedown_catalog::{
    Advice, AdviseSpec, AnyBot, AnyGame, AnyHand, AnyMatch, AnyView, CatalogError, DEFAULT_BOT,
    document, params_of_bots, parse_budget,
};
use facedown_game::{MAX_LINE_BYTES, Selection, Turn, excerpt, path_excerpt, read_line_at_most};
use facedown_service::calls::review::{GameRecord, RECORD_VERSION};
use serde_json::{Map, Value};
use std::collections::VecDeque;
use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::SystemTime;

const HELP: &str = "\
Type an action, its number in the list, or the beginning of one.
Several cards are chosen at once, in any order: pass As Kd 4c.
  hint   the best action by a search of 1 s; hint 5s, hint 20000
  why    the value of every action by the same search
  json   your view, as 'facedown advise' reads it
  show   the table again
  list   every action
  quit   leave
Enter alone takes the only action if there is one.";

pub(crate) fn run(args: &PlayArgs, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Answer> {
    let game = games::chosen(&args.game)?;
    let seats = game.seats();
    let Some(seat) = (0..seats).find(|seat| *seat as u64 == args.seat) else {
        bail!("--seat {}: expected 0 to {}", args.seat, seats - 1);
    };
    let seed = args.seed.unwrap_or_else(new_seed);
    let bot = args.bot.as_deref().unwrap_or(game.info().opponent);
    let set = search_params::chosen(&args.params)?;
    let seating = Seating { bot, seat, seed, set };
    let mut session = Session::new(&*game, seating, input, out)?;
    writeln!(session.out, "{} against {}, seed {seed}.", game.info().about, bot)?;
    writeln!(session.out, "You are in seat {seat}. Type 'help' for help, 'quit' to leave.")?;
    session.play(args.hands)?;
    if let Some(path) = &args.record {
        let (names, actions) = (session.names, session.actions);
        write_record(path, &*game, seed, names, actions)?;
    }
    Ok(Answer::Done)
}

/// Writes the record of a game.
fn write_record(
    path: &Path,
    game: &dyn AnyGame,
    seed: u64,
    names: Vec<String>,
    actions: Vec<usize>,
) -> Result<()> {
    let Value::Object(rules) = game.rules() else { bail!("the rules are no record") };
    let name = game.info().name.to_owned();
    let version = RECORD_VERSION;
    let record = GameRecord { version, game: name, rules, names, seed, actions };
    let named = || format!("'{}'", path_excerpt(path));
    std::fs::write(path, serde_json::to_string(&record)? + "\n").with_context(named)
}

/// Returns a seed that is short enough to type again.
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

/// The seats of a session and its random seed.
struct Seating<'a> {
    bot: &'a str,
    seat: usize,
    seed: u64,
    set: Chosen,
}

/// A match under way.
struct Session<'a> {
    seat: usize,
    /// The bots of the other seats; `None` in the player's seat.
    bots: Vec<Option<Box<dyn AnyBot>>>,
    names: Vec<String>,
    /// The random seed of advice.
    seed: u64,
    params: Map<String, Value>,
    game: &'a dyn AnyGame,
    game_match: Box<dyn AnyMatch>,
    input: &'a mut dyn BufRead,
    /// Whether input is echoed, since no terminal shows it.
    echo: bool,
    color: Colorizer,
    /// The rest of a move of several actions.
    next: VecDeque<usize>,
    /// The actions of all seats so far, over all hands.
    actions: Vec<usize>,
    out: &'a mut dyn Write,
}

impl<'a> Session<'a> {
    fn new(
        game: &'a dyn AnyGame,
        seating: Seating<'_>,
        input: &'a mut dyn BufRead,
        out: &'a mut dyn Write,
    ) -> Result<Self> {
        let Seating { bot: bot_name, seat, seed, set: Chosen { params, network } } = seating;
        let player = players::player(bot_name)?;
        let shared = params_of_bots(game, &[bot_name, DEFAULT_BOT], &params)?;
        let [own, params] = <[_; 2]>::try_from(shared).expect("one for each bot");
        let seats = game.seats();
        let name = |s: usize| match (s == seat, seats) {
            (true, _) => "you".to_owned(),
            (false, 2) => bot_name.to_owned(),
            (false, _) => format!("{bot_name} {s}"),
        };
        let mut bots = Vec::new();
        for s in 0..seats {
            // Deals are streams of the seed; bots have seeds of their own.
            let bot_seed = child_seed(seed, s as u64);
            let bot = game.player(&player, bot_seed, &own, network.as_ref())?;
            bots.push((s != seat).then_some(bot));
        }
        Ok(Self {
            seat,
            bots,
            names: (0..seats).map(name).collect(),
            seed: child_seed(seed, seats as u64),
            params,
            game,
            game_match: game.begin_match(seed),
            input,
            echo: !std::io::stdin().is_terminal(),
            color: color::of(game.info().name),
            next: VecDeque::new(),
            actions: Vec::new(),
            out,
        })
    }

    /// Plays until the match or the requested hands are over, or the player leaves.
    fn play(&mut self, hands: Option<u64>) -> Result<()> {
        let mut number = 0;
        while hands.is_none_or(|hands| number < hands) {
            let Some(mut hand) = self.game_match.next_hand() else { break };
            number += 1;
            writeln!(self.out, "\n--- hand {number} ---")?;
            self.bots.iter_mut().flatten().for_each(|bot| bot.new_hand());
            if let Some(stop) = self.play_hand(&mut *hand)? {
                let why = match stop {
                    Stop::Left => "You left",
                    Stop::EndOfInput => "End of input",
                };
                self.write_scores(&format!("{why}. The score"), &self.game_match.scores())?;
                return Ok(());
            }
            self.game_match.finish_hand(&*hand);
            let text = hand.view(self.seat)?.text();
            write!(self.out, "\n{}", (self.color)(&layout::wrap(&text)))?;
            self.write_scores("This hand", &hand.scores())?;
            self.write_scores("The score", &self.game_match.scores())?;
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
                Some(bot) => match bot.choose(&*view)? {
                    Some(action) => action,
                    None => bail!("{} has no action", self.names[to_act]),
                },
                None => match self.decide(&*view)? {
                    Ok(action) => action,
                    Err(stop) => return Ok(Some(stop)),
                },
            };
            if to_act != self.seat && hand.is_public(action) {
                let done = hand.view(self.seat)?.describe(action)?;
                writeln!(self.out, "{}", (self.color)(&format!("{}: {done}", self.names[to_act])))?;
            }
            self.actions.push(action);
            for narration in hand.apply_narrated(action, self.seat)? {
                let who = narration.seat.map(|seat| format!("{}: ", self.names[seat.index()]));
                let text = format!("{}{}", who.unwrap_or_default(), narration.text);
                write!(self.out, "{}", (self.color)(&layout::wrap(&text)))?;
            }
        }
        Ok(None)
    }

    /// Returns the player's action: the rest of a move, the only legal action, or what is typed.
    fn decide(&mut self, view: &dyn AnyView) -> Result<Result<usize, Stop>> {
        let legal = view.legal();
        if let Some(action) = self.next.pop_front() {
            if legal.contains(&action) {
                return Ok(Ok(action));
            }
            self.next.clear();
        }
        if let ([only], false) = (legal.as_slice(), self.game.asks_forced()) {
            let done = format!("you: {}", view.describe(*only)?);
            writeln!(self.out, "{}", (self.color)(&done))?;
            return Ok(Ok(*only));
        }
        self.ask(view)
    }

    /// Asks until there is a legal action.
    fn ask(&mut self, view: &dyn AnyView) -> Result<Result<usize, Stop>> {
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
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match (word.to_lowercase().as_str(), rest.trim()) {
                ("?" | "help", "") => writeln!(self.out, "{HELP}")?,
                ("hint", spend) => self.hint(view, spend)?,
                ("why", spend) => self.why(view, spend)?,
                ("json", "") => writeln!(self.out, "{}", document(self.game, view))?,
                ("show", "") => self.show(view, &choices)?,
                ("list", "") => write!(self.out, "{}", (self.color)(&choices.list()))?,
                ("quit" | "q" | "exit", "") => return Ok(Err(Stop::Left)),
                _ => {
                    if let Some(action) = self.typed(view, &choices, &line)? {
                        return Ok(Ok(action));
                    }
                }
            }
        }
    }

    /// Returns the first action of what was typed, if it is legal; the rest of a move of several
    /// actions is kept.
    fn typed(
        &mut self,
        view: &dyn AnyView,
        choices: &Choices,
        line: &str,
    ) -> Result<Option<usize>> {
        if line.is_empty() {
            return Ok(match choices.find(line) {
                Choice::One(action) => Some(action),
                _ => None,
            });
        }
        match view.parse(line) {
            Ok(actions) => {
                self.next = actions.into();
                return Ok(self.next.pop_front());
            }
            Err(why @ CatalogError::BadMove(_)) => {
                writeln!(self.out, "{why}")?;
                return Ok(None);
            }
            Err(_) => {}
        }
        match choices.find(line) {
            Choice::One(action) => return Ok(Some(action)),
            Choice::Several(texts) => {
                let texts = (self.color)(&texts.join(", "));
                writeln!(self.out, "'{line}' may mean {texts}: which?", line = excerpt(line))?;
            }
            Choice::None => {
                let line = one_line(line);
                writeln!(
                    self.out,
                    "'{line}' is not a legal action; type 'help' for help.",
                    line = excerpt(&line)
                )?;
            }
        }
        Ok(None)
    }

    fn show(&mut self, view: &dyn AnyView, choices: &Choices) -> Result<()> {
        write!(self.out, "\n{}", (self.color)(&layout::wrap(&view.text())))?;
        if let Some(selection) = view.selection() {
            let Selection { verb, count, cards, example } = selection;
            let all = if count == cards.len() { String::new() } else { format!("{count} of ") };
            let text = format!("  {verb} {all}{}, for example: {example}", cards.join(" "));
            write!(self.out, "{}", (self.color)(&layout::wrap(&text)))?;
            return Ok(());
        }
        write!(self.out, "{}", (self.color)(&choices.short_list()))?;
        Ok(())
    }

    fn hint(&mut self, view: &dyn AnyView, spend: &str) -> Result<()> {
        if let Some(advice) = self.advise(view, "hint", spend)? {
            let best = advice.best();
            let value = best.value.map(|value| format!(" ({})", layout::points(value)));
            let hint = format!("{DEFAULT_BOT}: {}{}", best.about, value.unwrap_or_default());
            writeln!(self.out, "{}", (self.color)(&hint))?;
        }
        Ok(())
    }

    /// Shows the value of every action.
    fn why(&mut self, view: &dyn AnyView, spend: &str) -> Result<()> {
        if let Some(advice) = self.advise(view, "why", spend)? {
            write!(self.out, "{}", (self.color)(&advise::table(&advice, "")))?;
        }
        Ok(())
    }

    /// Asks the strongest searcher; says why if there is no answer.
    fn advise(&mut self, view: &dyn AnyView, command: &str, spend: &str) -> Result<Option<Advice>> {
        let budget = parse_budget(spend);
        if budget.is_none() && !spend.is_empty() {
            let spend = one_line(&excerpt(spend).to_string());
            writeln!(
                self.out,
                "'{command} {spend}': expected {command}, {command} 5s or {command} 20000"
            )?;
            return Ok(None);
        }
        let mut params = self.params.clone();
        params.entry("threads").or_insert_with(|| 0.into());
        params.entry("seed").or_insert_with(|| self.seed.into());
        match view.advise(&AdviseSpec::new(DEFAULT_BOT, budget, &params)) {
            Ok(advice) => Ok(Some(advice)),
            Err(why) => {
                writeln!(self.out, "{DEFAULT_BOT} has no answer: {why}")?;
                Ok(None)
            }
        }
    }

    /// Reads a line without its end; `None` at the end of input.
    fn read_line(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        let found =
            read_line_at_most(self.input, &mut bytes, MAX_LINE_BYTES).context("standard input")?;
        Ok(found.then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
    }

    /// Formats the points of all seats, the player's first.
    fn scores_text(&self, scores: &[i32]) -> String {
        let seats = (self.seat..scores.len()).chain(0..self.seat);
        let each: Vec<String> = seats.map(|s| format!("{} {}", self.names[s], scores[s])).collect();
        each.join(", ")
    }

    fn write_scores(&mut self, what: &str, scores: &[i32]) -> Result<()> {
        let text = format!("{what}: {}.", self.scores_text(scores));
        write!(self.out, "{}", layout::wrap(&text))?;
        Ok(())
    }
}
