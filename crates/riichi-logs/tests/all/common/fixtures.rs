//! The committed fixtures: games of our own bots in `testdata/riichi/logs`.

use super::self_play::bot_play;
use super::testdata;
use facedown_riichi::Rules;
use facedown_riichi::rules::Length;
use facedown_riichi_logs::{Record, mjai, mjlog, read, tenhou6};
use std::path::PathBuf;

/// A recorded game, in one or more formats.
#[derive(Clone, Copy)]
pub(crate) struct Fixture {
    /// Preset and length; the file names without their extension.
    pub(crate) name: &'static str,
    pub(crate) rules: Rules,
    pub(crate) seed: u64,
    pub(crate) formats: &'static [Format],
}

/// A format by its file extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Mjlog,
    Tenhou6,
    Mjai,
}
use Format::{Mjai, Mjlog, Tenhou6};

const fn east(rules: Rules) -> Rules {
    rules.with_length(Length::Tonpu)
}

/// Tenhou's rules until 2022, with rounded results.
const fn rounded(mut rules: Rules) -> Rules {
    rules.matches.round_results = true;
    rules
}

const fn fixture(
    name: &'static str,
    rules: Rules,
    seed: u64,
    formats: &'static [Format],
) -> Fixture {
    Fixture { name, rules, seed, formats }
}

/// All games. Seeds were chosen for games with many different events.
pub(crate) const FIXTURES: [Fixture; 8] = [
    fixture("tenhou/hanchan", rounded(Rules::TENHOU), 93, &[Mjlog, Tenhou6]),
    fixture("tenhou/east", east(Rules::TENHOU), 48, &[Mjlog, Tenhou6, Mjai]),
    fixture("tenhou/hanchan3", rounded(Rules::TENHOU3), 324, &[Mjlog, Tenhou6]),
    fixture("tenhou/east3", east(Rules::TENHOU3), 338, &[Mjlog, Tenhou6, Mjai]),
    fixture("mjsoul/hanchan", Rules::MJSOUL, 154, &[Mjlog, Tenhou6]),
    fixture("mjsoul/east", east(Rules::MJSOUL), 82, &[Mjlog, Tenhou6, Mjai]),
    fixture("mjsoul/hanchan3", Rules::MJSOUL3, 319, &[Mjlog, Tenhou6]),
    fixture("mjsoul/east3", east(Rules::MJSOUL3), 85, &[Mjlog, Tenhou6, Mjai]),
];

impl Format {
    const fn extension(self) -> &'static str {
        match self {
            Mjlog => "mjlog",
            Tenhou6 => "json",
            Mjai => "jsonl",
        }
    }

    fn write(self, record: &Record) -> String {
        match self {
            Mjlog => mjlog::write(record).expect("tiles of one pack"),
            Tenhou6 => tenhou6::write(record),
            Mjai => mjai::write(record),
        }
    }
}

impl Fixture {
    pub(crate) fn path(&self, format: Format) -> PathBuf {
        testdata(&format!("logs/{}.{}", self.name, format.extension()))
    }

    pub(crate) fn bytes(&self, format: Format) -> Vec<u8> {
        let path = self.path(format);
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(crate) fn record(&self, format: Format) -> Record {
        read(&self.bytes(format)).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Whether logs can state the rules.
    pub(crate) fn is_tenhou(&self) -> bool {
        self.name.starts_with("tenhou")
    }

    /// Plays the game again and writes its files.
    pub(crate) fn bless(&self) {
        let record = bot_play(self.rules, self.seed);
        for format in self.formats {
            let path = self.path(*format);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, format.write(&record)).expect("the fixture is written");
        }
    }
}
