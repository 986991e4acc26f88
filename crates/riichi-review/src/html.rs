//! A review as one HTML file: nothing is loaded from elsewhere, so that it can be sent to a friend.

use super::report::{DecisionReview, Review, ReviewRound, SeatTotal};
use facedown_tiles::{Tile, notation};
use std::fmt::{self, Display, Write};

/// Returns a review as one self-contained HTML document.
pub fn html(review: &Review) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = document(review, &mut out);
    out
}

const STYLE: &str = include_str!("review.css");

fn document(review: &Review, out: &mut String) -> fmt::Result {
    let title = format!("Review of {}", review.log);
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n<main>\n<h1>{}</h1>",
        Escaped(&title),
        Escaped(&title)
    )?;
    let stopped = if review.stopped { " The review was stopped before its end." } else { "" };
    writeln!(
        out,
        "<p>Losses are points of match equity, by a network that has learnt from the strongest players, \
         and by playouts of every option in the same {} worlds that the seat cannot distinguish. The \
         interval in brackets covers the loss and that by playouts alone, with the 95&nbsp;% sampling \
         error of the paired differences; a decision is a mistake only if it excludes zero.{stopped}</p>",
        review.iterations
    )?;
    totals(review, out)?;
    worst(review, out)?;
    for (number, round) in review.rounds.iter().enumerate() {
        write_round(review, number, round, out)?;
    }
    writeln!(out, "<footer>Written by Facedown.</footer>\n</main>\n</html>")
}

/// Returns the name of a seat's player.
fn player(review: &Review, seat: usize) -> String {
    match review.names.get(seat).filter(|name| !name.is_empty()) {
        Some(name) => format!("{name} (seat {seat})"),
        None => format!("seat {seat}"),
    }
}

fn totals(review: &Review, out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "<table><tr><th>player<th>decisions<th>mistakes<th>points lost<th>a decision<th>by class\
         <th>points<th>luck<th>play</tr>"
    )?;
    for total in &review.totals {
        let SeatTotal { seat, decisions, mistakes, loss, loss_per_decision, points, .. } = total;
        let half = total.interval.map_or(0.0, |[low, high]| (high - low) / 2.0);
        let classes = total
            .classes
            .iter()
            .map(|(class, sum)| format!("{} {} (&minus;{:.0})", sum.count, class.name(), sum.loss));
        let luck = total.luck.map_or("–".to_owned(), signed);
        let play = total.luck.map_or("–".to_owned(), |luck| signed(f64::from(*points) - luck));
        writeln!(
            out,
            "<tr><td>{}<td>{decisions}<td>{mistakes}<td>{loss:.0}<td>{loss_per_decision:.1} ± \
             {half:.1}<td class=left>{}<td>{}<td>{luck}<td>{play}</tr>",
            Escaped(&player(review, *seat)),
            classes.collect::<Vec<_>>().join(", "),
            signed(f64::from(*points)),
        )?;
    }
    writeln!(out, "</table>")
}

fn worst(review: &Review, out: &mut String) -> fmt::Result {
    writeln!(out, "<h2>Worst decisions</h2>")?;
    if review.worst.is_empty() {
        return writeln!(out, "<p>No mistake was found.</p>");
    }
    writeln!(out, "<ol>")?;
    for place in &review.worst {
        let round = &review.rounds[place.round];
        let decision = &round.decisions[place.decision];
        write!(out, "<li><a href=\"#d{}-{}\">", place.round, place.decision)?;
        write!(out, "{}, turn {}</a> ", round_name(round), decision.turn)?;
        if review.seat.is_none() {
            write!(out, "{} ", Escaped(&player(review, decision.seat)))?;
        }
        summary(decision, out)?;
        writeln!(out, "</li>")?;
    }
    writeln!(out, "</ol>")
}

fn round_name(round: &ReviewRound) -> String {
    match round.honba {
        0 => round.round.clone(),
        honba => format!("{}-{honba}", round.round),
    }
}

fn write_round(
    review: &Review,
    number: usize,
    round: &ReviewRound,
    out: &mut String,
) -> fmt::Result {
    let seats: Vec<usize> = review.totals.iter().map(|total| total.seat).collect();
    writeln!(out, "<h2>{}</h2>\n<p class=quiet>", round_name(round))?;
    for seat in seats {
        let (points, loss) = (f64::from(round.deltas[seat]), round.loss[seat]);
        write!(out, "{}: {} points", Escaped(&player(review, seat)), signed(points))?;
        if let Some(luck) = &round.luck {
            write!(out, ", luck {}, play {}", signed(luck[seat]), signed(points - luck[seat]))?;
        }
        writeln!(out, ", lost by decisions {loss:.0}.<br>")?;
    }
    writeln!(out, "</p>")?;
    for (place, decision) in round.decisions.iter().enumerate() {
        write_decision(review, (number, place), decision, out)?;
    }
    Ok(())
}

fn write_decision(
    review: &Review,
    (round, place): (usize, usize),
    decision: &DecisionReview,
    out: &mut String,
) -> fmt::Result {
    let kind = match (decision.mistake, decision.played == decision.advised) {
        (true, _) => "bad",
        (false, true) => "same",
        (false, false) => "within",
    };
    write!(out, "<details id=d{round}-{place} class={kind}")?;
    write!(out, "{}><summary>", if decision.mistake { " open" } else { "" })?;
    write!(out, "<span class=turn>{}</span> ", decision.turn)?;
    if review.seat.is_none() {
        write!(out, "<span class=turn>seat {}</span> ", decision.seat)?;
    }
    tiles(&decision.hand, out)?;
    if let Some(drawn) = &decision.drawn {
        write!(out, "<span class=gap></span>")?;
        tiles(drawn, out)?;
    }
    if let Some(offered) = &decision.offered {
        write!(out, " offered ")?;
        tiles(offered, out)?;
    }
    write!(out, " ")?;
    summary(decision, out)?;
    writeln!(out, "</summary>")?;
    options(decision, out)?;
    if let Some(both) = &decision.acceptance {
        let (mine, best) = (both.played, both.advised);
        write!(
            out,
            "<p>Accepts {} tiles of {} kinds at {}-shanten; advised {} of {} at {}-shanten.",
            mine.left, mine.kinds, mine.shanten, best.left, best.kinds, best.shanten
        )?;
        for (name, kinds) in [(" Gained ", &both.gained), (" Lost ", &both.lost)] {
            if !kinds.is_empty() {
                write!(out, "{name}")?;
                kinds.iter().try_for_each(|kind| tiles(kind, out))?;
            }
        }
        writeln!(out, "</p>")?;
    }
    writeln!(out, "</details>")
}

/// Writes what was played, what was advised, and the loss.
fn summary(decision: &DecisionReview, out: &mut String) -> fmt::Result {
    option(&decision.played, out)?;
    if decision.played != decision.advised {
        write!(out, " → ")?;
        option(&decision.advised, out)?;
        write!(out, " <b>&minus;{:.0}</b>", decision.loss)?;
        if let Some([low, high]) = decision.interval {
            write!(out, " <span class=quiet>({low:.0} … {high:.0})</span>")?;
        }
    }
    match decision.class {
        Some(class) => write!(out, " <span class=class>{}</span>", class.name()),
        None => Ok(()),
    }
}

fn options(decision: &DecisionReview, out: &mut String) -> fmt::Result {
    let values = || decision.options.iter().filter_map(|option| option.value);
    let best = values().fold(f64::NEG_INFINITY, f64::max);
    let span = (best - values().fold(f64::INFINITY, f64::min)).max(1.0);
    writeln!(out, "<table class=options>")?;
    for one in &decision.options {
        let Some(value) = one.value else { continue };
        let width = 100.0 * (1.0 - (best - value) / span);
        let mark = if one.text == decision.played { " class=played" } else { "" };
        write!(out, "<tr{mark}><td>")?;
        option(&one.text, out)?;
        let half = one.ci.map_or(0.0, |[low, high]| (high - low) / 2.0);
        writeln!(
            out,
            "<td><i style=\"width:{width:.0}%\"></i><td>{} ± {half:.0}</tr>",
            signed(value)
        )?;
    }
    writeln!(out, "</table>")
}

/// Writes an option, its tiles as tiles.
fn option(text: &str, out: &mut String) -> fmt::Result {
    let (word, rest) = match text.rsplit_once(' ') {
        Some((word, rest)) => (Some(word), rest),
        None => (None, text),
    };
    if let Some(word) = word {
        write!(out, "{} ", Escaped(word))?;
    }
    if notation::parse_tiles(rest).is_ok_and(|found| !found.is_empty()) {
        tiles(rest, out)
    } else {
        write!(out, "{}", Escaped(rest))
    }
}

/// Writes tiles: a number and the colour of its suit, or the letter of an honour.
fn tiles(text: &str, out: &mut String) -> fmt::Result {
    for tile in notation::parse_tiles(text).unwrap_or_default() {
        let (face, suit) = face(tile);
        write!(out, "<span class=\"tile {suit}\" title=\"{tile}\">{face}</span>")?;
    }
    Ok(())
}

fn face(tile: Tile) -> (String, &'static str) {
    let kind = tile.kind();
    if kind.is_honor() {
        let letter = ["E", "S", "W", "N", "P", "F", "C"][kind.index() - 27];
        return (letter.to_owned(), ["wind", "dragon"][usize::from(kind.index() >= 31)]);
    }
    let suit = ["man", "pin", "sou"][kind.index() / 9];
    let red = if tile.is_red() { "<u>5</u>".to_owned() } else { kind.number().to_string() };
    (format!("{red}<sub>{}</sub>", &suit[..1]), suit)
}

fn signed(points: f64) -> String {
    let rounded = points.round();
    if rounded < 0.0 { format!("&minus;{:.0}", -rounded) } else { format!("+{rounded:.0}") }
}

/// A text in HTML.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c if c.is_control() => {}
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
