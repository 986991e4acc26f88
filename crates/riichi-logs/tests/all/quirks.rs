//! What real logs do that a first reading of the format does not expect.

#[path = "../../../riichi/tests/all/common/mod.rs"]
mod scripted;

use crate::common::fixtures::FIXTURES;
use crate::common::testdata;
use facedown_game::{Match, Seat, Sink};
use facedown_riichi_logs::{
    Count, Date, LogSource, Reason, Record, Recorder, RoundEnd, StepError, read, replay, tenhou6,
};
use scripted::{Deal, Play};

fn text(name: &str) -> String {
    std::fs::read_to_string(testdata(name)).expect("a log of the repository")
}

#[test]
fn riichi_tags_after_the_discard_are_read_as_before_it() {
    let log = text("logs/tenhou/hanchan.mjlog");
    let whole = read(log.as_bytes()).unwrap();
    let (mut moved, mut rest) = (String::new(), log.as_str());
    let mut late = 0;
    while let Some(at) = rest.find("<REACH") {
        let end = |text: &str| text.find('>').expect("the end of a tag") + 1;
        let (before, from) = rest.split_at(at);
        let (tag, after) = from.split_at(end(from));
        let (discard, after) = after.split_at(end(after));
        moved.push_str(before);
        if tag.contains("step=\"1\"") {
            late += 1;
            moved += discard;
            moved += tag;
        } else {
            moved += tag;
            moved += discard;
        }
        rest = after;
    }
    moved.push_str(rest);
    assert!(late > 2 && moved != log);
    assert_eq!(read(moved.as_bytes()), Ok(whole));
    // Not twice, and not by another seat.
    let again = moved.replacen("step=\"1\"/>", "step=\"1\"/><REACH who=\"0\" step=\"1\"/>", 1);
    for bad in
        [again, log.replacen("<REACH who=\"", "<REACH who=\"3\" step=\"1\"/><REACH who=\"", 1)]
    {
        let error = read(bad.as_bytes()).unwrap_err();
        let refused = matches!(
            error.reason,
            Reason::Step(StepError::OutOfOrder("riichi") | StepError::OutOfTurn(_, "riichi"))
        );
        assert!(refused, "{error}");
    }
}

/// Records a scripted round.
fn record(play: &Play) -> Record {
    let mut recorder = Recorder::new(&play.game, Vec::new(), None);
    recorder.begin_round(play.state.table().setup());
    for (to, event) in &play.log.entries {
        recorder.emit(*to, *event);
    }
    recorder.finish(&play.game.begin())
}

#[test]
fn a_liable_discarder_may_be_named_or_not() {
    let mut play =
        Deal { hands: ["", "556677z123m4s9m9p9s", "", ""], draws: "5z6z8p7z8s4s", ..Deal::TENHOU }
            .play();
    play.go("0 tsumogiri 5z; 1 pon 5z5z; 1 discard 9m; 2 tsumogiri 6z; 1 pon 6z6z; 1 discard 9p");
    play.go("2 tsumogiri 8p; 3 tsumogiri 7z; 1 pon 7z7z; 1 discard 9s; 2 tsumogiri 8s");
    play.go("3 tsumogiri 4s; 1 ron").pass();
    let mut record = record(&play);
    let wins = |record: &mut Record, liable| {
        let Some(RoundEnd::Wins(wins)) = &mut record.rounds[0].end else { panic!("a win") };
        std::mem::replace(&mut wins[0].liable, liable)
    };
    let named = replay(&record).unwrap();
    assert_eq!(named.counts.get(Count::Pao), 1);
    assert_eq!(wins(&mut record, None), Some(Seat::new(3)));
    assert_eq!(replay(&record), Ok(named));
    wins(&mut record, Some(Seat::new(0)));
    assert!(replay(&record).is_err());
}

#[test]
fn the_date_of_a_log_is_in_the_log_or_in_its_name() {
    let log = text("tonpu.mjlog");
    let dated = log.replacen("<TAIKYOKU ", "<TAIKYOKU log=\"2010010203gm-0041-0000-1\" ", 1);
    assert_ne!(dated, log);
    let date = |name: &str, log: &str| (name, log).read().unwrap().date;
    assert_eq!(date("x.mjlog", &log), None);
    assert_eq!(date("2011010203gm-0041-0000-1.mjlog", &log), Date::new(2011, 1, 2));
    assert_eq!(date("2011010203gm-0041-0000-1.mjlog", &dated), Date::new(2010, 1, 2));
    let viewer = tenhou6::write(&read(log.as_bytes()).unwrap());
    let dated = viewer.replacen('{', "{\"ref\":\"2012010203gm-0041-0000-1\",", 1);
    assert_eq!(date("x.json", &dated), Date::new(2012, 1, 2));
}

#[test]
fn a_game_agrees_by_the_results_of_its_time_only() {
    for (game, agrees) in [(FIXTURES[0], [true, false]), (FIXTURES[1], [false, true])] {
        let bytes = game.bytes(game.formats[0]);
        for (date, agrees) in ["2018110500gm-0", "2024041200gm-0"].into_iter().zip(agrees) {
            let record = (date, bytes.as_slice()).read().unwrap();
            assert_eq!(replay(&record).is_ok(), agrees, "{} {date}", game.name);
        }
        assert!(replay(&read(&bytes).unwrap()).is_ok(), "{}", game.name);
    }
}
