//! Reads tenhou/6 logs.

use super::round::RoundReader;
use crate::era::Date;
use crate::error::{LogError, Place, Reason};
use crate::record::builder::Builder;
use crate::record::{GameEnd, LogRules, Record};
use serde_json::Value;

/// Reads a game.
pub fn read(text: &str) -> Result<Record, LogError> {
    let value: Value = serde_json::from_str(text).map_err(|e| {
        let reason = if e.is_eof() { Reason::Truncated } else { Reason::Json(e.to_string()) };
        LogError::new(Place::Column(e.line(), e.column()), reason)
    })?;
    let rounds = value["log"].as_array().ok_or(LogError::file(Reason::Missing("log")))?;
    let rules = rules(&value, rounds);
    let mut builder = Builder::default();
    let names = value["name"].as_array().map_or(Vec::new(), |names| {
        let text = |name: &Value| name.as_str().unwrap_or("").to_owned();
        names.iter().take(rules.seats()).map(text).collect()
    });
    let start = builder.start(rules.seats(), Some(rules), names, None);
    start.map_err(|e| LogError::file(e.into()))?;
    for (number, round) in rounds.iter().enumerate() {
        read_round(number, round, rules, &mut builder)?;
    }
    if let Some(end) = game_end(&value, rules.seats())? {
        builder.end(end).map_err(|e| LogError::file(e.into()))?;
    }
    let record = builder.finish().ok_or(LogError::file(Reason::Missing("log")))?;
    Ok(Record { date: value["ref"].as_str().and_then(Date::in_name), ..record })
}

/// Reads the rules from Tenhou's display text: 三 three seats, 東 east only, 喰 open tanyao, 赤 red
/// fives. Logs of other sites have another text, or none.
fn rules(value: &Value, rounds: &[Value]) -> LogRules {
    let rule = &value["rule"];
    let display = rule["disp"].as_str().unwrap_or("");
    let tenhou = display.contains(['東', '南']);
    let red = ["aka", "aka51", "aka52", "aka53"].iter().any(|n| rule[*n].as_u64() > Some(0));
    // An empty hand of the fourth seat means three seats, whatever the display.
    let empty = |round: &Value| round[13].as_array().is_some_and(Vec::is_empty);
    LogRules {
        three_seats: display.contains('三') || rounds.first().is_some_and(empty),
        east_only: display.contains('東') || display.contains("East"),
        red_fives: red || display.contains('赤'),
        open_tanyao: !tenhou || display.contains('喰'),
        rounded_mangan: false,
    }
}

/// Reads the final scores and results: `"sc":[25000,0.0,…]`.
fn game_end(value: &Value, seats: usize) -> Result<Option<GameEnd>, LogError> {
    let Some(numbers) = value["sc"].as_array() else { return Ok(None) };
    let bad = || LogError::file(Reason::value("sc", value["sc"].to_string()));
    let (mut scores, mut tenths) = ([0; 4], [0; 4]);
    for seat in 0..seats {
        let number = |i: usize| numbers.get(i).and_then(Value::as_f64).ok_or_else(bad);
        scores[seat] = number(2 * seat)?.round() as i32;
        tenths[seat] = (number(2 * seat + 1)? * 10.0).round() as i32;
    }
    Ok(Some(GameEnd { scores: Some(scores), tenths: Some(tenths) }))
}

/// The limit of backtracking. A discard that a call may or may not have taken is a choice: the call
/// is tried first. No real log needs more attempts.
const MAX_TRIES: usize = 500;

/// Reads a round. The format does not state whether a call took this discard or a later equal one, so
/// the first order that uses up all lists is taken.
fn read_round(
    number: usize,
    round: &Value,
    rules: LogRules,
    to: &mut Builder,
) -> Result<(), LogError> {
    let mut choices = Vec::new();
    let mut first_error = None;
    for _ in 0..MAX_TRIES {
        let mut reader = RoundReader::new(number, round, rules, choices)?;
        let Err(error) = reader.read(to) else { return Ok(()) };
        to.retract_round();
        first_error.get_or_insert(error);
        choices = reader.into_choices();
        // Backtrack to the last call that was assumed.
        while choices.pop_if(|called| !*called).is_some() {}
        match choices.last_mut() {
            Some(called) => *called = false,
            None => break,
        }
    }
    first_error.map_or(Ok(()), Err)
}
