//! Reviews a log and prints the totals and the time:
//! `cargo research review -- LOG SEAT|all WORLDS [FILE.html]`.

use facedown_game::Control;
use facedown_riichi_logs::fs::read_file;
use facedown_riichi_review::{ReviewOptions, Reviewer, html};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [log, seat, worlds, rest @ ..] = args.as_slice() else {
        return Err("expected: LOG SEAT|all WORLDS [FILE.html]".into());
    };
    let seat = if seat == "all" { None } else { Some(seat.parse()?) };
    let options = ReviewOptions { seat, worlds: worlds.parse()?, ..ReviewOptions::default() };
    let start = Instant::now();
    let mut reviewer = Reviewer::begin(log, read_file(log)?, options)?;
    reviewer.run(0, &mut Control::default());
    let review = reviewer.answer();
    let time = start.elapsed().as_secs_f64();
    println!("{} rounds, {} seats, {time:.2} s", review.rounds.len(), review.seats);
    for total in &review.totals {
        println!(
            "seat {}: {} decisions, {} mistakes, {:.0} points lost, {:.1} a decision",
            total.seat, total.decisions, total.mistakes, total.loss, total.loss_per_decision
        );
    }
    for place in &review.worst {
        let decision = &review.rounds[place.round].decisions[place.decision];
        println!(
            "{} turn {}: {} {:?} {:?}: {} -> {}, {:.0} {:?} {:?}",
            review.rounds[place.round].round,
            decision.turn,
            decision.hand,
            decision.drawn,
            decision.offered,
            decision.played,
            decision.advised,
            decision.loss,
            decision.interval,
            decision.class
        );
    }
    if let Some(path) = rest.first() {
        std::fs::write(path, html(&review))?;
    }
    Ok(())
}
