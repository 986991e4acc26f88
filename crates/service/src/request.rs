//! Every call by name, with its request and its answer.

use crate::call::Call;
use crate::calls::{act, eldorado, games, gin, ofc, review, riichi, tricks};
use crate::tables::{self, TableCall, Tables};
use crate::{Budget, ErrorKind, Job, Limits, ServiceError};
use facedown_game::excerpt;
use serde::Serialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::{Map, Value};

/// A call, as lists of calls show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CallInfo {
    /// The name: `gin/deadwood`.
    pub name: &'static str,
    /// A description, in one sentence.
    pub about: &'static str,
}

/// The schemas of a call.
#[cfg(feature = "schema")]
#[non_exhaustive]
pub struct CallSchema {
    /// The call.
    pub call: CallInfo,
    /// The name of the request's schema, and of the answer's.
    pub names: [String; 2],
}

macro_rules! calls {
    (
        calls {$($kind:ident $name:literal ($request:ty) -> $answer:ty : $about:literal;)*}
        tables {$($table:ident $table_name:literal ($table_request:ty) -> $table_answer:ty :
            $table_about:literal;)*}
    ) => {
        /// A request of any kind.
        #[derive(Clone, PartialEq, Debug)]
        #[non_exhaustive]
        pub enum Request {
            $(#[doc = $about] $kind(Box<$request>),)*
            $(#[doc = $table_about] $table(Box<$table_request>),)*
        }

        /// An answer of any kind.
        #[derive(Clone, PartialEq, Debug, Serialize)]
        #[serde(untagged)]
        #[non_exhaustive]
        pub enum Answer {
            $(#[doc = $about] $kind(Box<$answer>),)*
            $(#[doc = $table_about] $table(Box<$table_answer>),)*
        }

        /// Every call.
        pub const CALLS: &[CallInfo] = &[
            $(CallInfo { name: $name, about: $about },)*
            $(CallInfo { name: $table_name, about: $table_about },)*
        ];

        impl Request {
            /// Returns the name of the call.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $name,)*
                    $(Self::$table(_) => $table_name,)*
                }
            }

            fn parse<'de, D: Deserializer<'de>>(call: &str, body: D) -> Result<Self, ServiceError> {
                match call {
                    $($name => fields(body).map(|request| Self::$kind(Box::new(request))),)*
                    $($table_name => {
                        fields(body).map(|request| Self::$table(Box::new(request)))
                    })*
                    _ => Err(unknown(call)),
                }
            }

            /// Checks the request and begins to answer it.
            pub(crate) fn begin(
                &self,
                limits: &Limits,
                tables: &Tables,
            ) -> Result<Job, ServiceError> {
                Ok(match self {
                    $(Self::$kind(request) => {
                        Job::of(request.begin(limits)?, |answer| Answer::$kind(Box::new(answer)))
                    })*
                    $(Self::$table(request) => {
                        Job::of(request.begin_at(tables, limits)?, |answer| {
                            Answer::$table(Box::new(answer))
                        })
                    })*
                })
            }
        }

        /// Returns the schemas of every call and of all that they consist of.
        #[cfg(feature = "schema")]
        pub fn schemas() -> (Vec<CallSchema>, Vec<(String, Value)>) {
            use utoipa::{PartialSchema, ToSchema};
            let mut all = Vec::new();
            let mut calls = Vec::new();
            macro_rules! add { ($call:expr, $in:ty, $out:ty) => {{
                let names = [<$in>::name().into_owned(), <$out>::name().into_owned()];
                all.push((names[0].clone(), <$in>::schema()));
                all.push((names[1].clone(), <$out>::schema()));
                <$in>::schemas(&mut all);
                <$out>::schemas(&mut all);
                calls.push(CallSchema { call: $call, names });
            }}; }
            $(add!((CallInfo { name: $name, about: $about }), $request, $answer);)*
            $(add!(
                (CallInfo { name: $table_name, about: $table_about }),
                $table_request,
                $table_answer
            );)*
            all.push((ServiceError::name().into_owned(), ServiceError::schema()));
            ServiceError::schemas(&mut all);
            let value = |schema| serde_json::to_value(schema).unwrap_or_default();
            (calls, all.into_iter().map(|(name, schema)| (name, value(schema))).collect())
        }
    };
}

calls! {
    calls {
    Act "act" (act::ActRequest) -> act::ActAnswer:
        "Advises the seat of a view: an action, and every option with its statistics.";
    Deadwood "gin/deadwood" (gin::DeadwoodRequest) -> gin::DeadwoodAnswer:
        "Returns the exact deadwood, melds and loose cards of gin hands.";
    Fantasy "ofc/fantasy" (ofc::FantasyRequest) -> ofc::FantasyAnswer:
        "Returns the best Fantasyland setting of 13 to 17 cards.";
    Solve "ofc/solve" (ofc::SolveRequest) -> ofc::SolveAnswer:
        "Returns every placement of the cards dealt with its expected value.";
    Score "ofc/score" (ofc::ScoreRequest) -> ofc::ScoreAnswer:
        "Scores boards of open-face Chinese poker.";
    RiichiHand "riichi/hand" (riichi::HandRequest) -> riichi::HandAnswer:
        "Returns shanten and acceptance of a riichi hand, its expected value, or the score of a win.";
    RiichiDanger "riichi/danger" (riichi::DangerRequest) -> riichi::DangerAnswer:
        "Returns the probability that each discard deals in, against each opponent.";
    RiichiOpinion "riichi/opinion" (riichi::OpinionRequest) -> riichi::OpinionAnswer:
        "Returns the reviewer's value of every option of a riichi view, in points.";
    RiichiReplay "riichi/replay" (riichi::ReplayRequest) -> riichi::ReplayAnswer:
        "Replays riichi logs through the engine and verifies every step.";
    RiichiReview "riichi/review" (riichi::ReviewRequest) -> riichi::Review:
        "Reviews the decisions of a riichi log: the bot's opinion, points lost, the worst first.";
    Review "review" (review::GameReviewRequest) -> review::GameReview:
        "Reviews the decisions of a recorded game of any kind, the worst first.";
    Deals "tricks/deals" (tricks::DealsRequest) -> tricks::DealsAnswer:
        "Samples deals that are consistent with a view of a trick-taking game, uniformly.";
    Games "games" (games::GamesRequest) -> games::GamesAnswer:
        "Lists the games with their rules and bots.";
    ElDoradoBid "eldorado/bid" (eldorado::BidRequest) -> eldorado::BidAnswer:
        "Bids in El Dorado, by the call of the original card app.";
    ElDoradoPlay "eldorado/play" (eldorado::PlayRequest) -> eldorado::PlayAnswer:
        "Plays a card in El Dorado, by the call of the original card app.";
    }
    tables {
    CreateTable "tables/create" (tables::CreateRequest) -> tables::CreateAnswer:
        "Opens a table: a hand or a match against bots.";
    Look "tables/look" (tables::LookRequest) -> tables::TableAnswer:
        "Returns what a seat of a table sees and has witnessed.";
    TableAct "tables/act" (tables::ActAtRequest) -> tables::TableAnswer:
        "Acts for a seat of a table; the bots after it act too.";
    History "tables/history" (tables::HistoryRequest) -> tables::HistoryAnswer:
        "Returns everything that a seat of a table has witnessed.";
    Record "tables/record" (tables::RecordRequest) -> crate::calls::review::GameRecord:
        "Returns the record of a table that is over, for a review.";
    Undo "tables/undo" (tables::UndoRequest) -> tables::TableAnswer:
        "Takes back a seat's last action if it has learnt nothing hidden since.";
    Resign "tables/resign" (tables::ResignRequest) -> tables::TableAnswer:
        "Ends a table for a seat that gives up.";
    Remove "tables/remove" (tables::RemoveRequest) -> tables::RemoveAnswer:
        "Removes a table at which no other person plays on.";
    }
}

impl Request {
    /// Reads the request of a call from JSON; an error names the field.
    pub fn read(call: &str, body: &[u8]) -> Result<Self, ServiceError> {
        let mut reader = serde_json::Deserializer::from_slice(body);
        let request = Self::parse(call, &mut reader)?;
        reader.end().map_err(|error| ServiceError::new(ErrorKind::Invalid, error))?;
        Ok(request)
    }

    /// Reads a request that names its call: `{"call": "gin/deadwood", "hands": [...]}`.
    pub fn read_named(text: &str) -> Result<Self, ServiceError> {
        let bad = |why: String| ServiceError::new(ErrorKind::Invalid, why);
        let document: Value = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
        let Value::Object(mut fields) = document else {
            return Err(bad("a request is a JSON object".to_owned()));
        };
        match fields.remove("call") {
            Some(Value::String(call)) => Self::read_fields(&call, fields),
            Some(other) => Err(ServiceError::invalid("call", format!("{other}, expected a name"))),
            None => Err(ServiceError::invalid("call", "missing")),
        }
    }

    /// Reads the request of a call from its fields.
    pub fn read_fields(call: &str, fields: Map<String, Value>) -> Result<Self, ServiceError> {
        Self::parse(call, Value::Object(fields))
    }

    /// Returns the budget of a search; none for calls that do not search.
    pub fn budget(&self) -> Option<Budget> {
        match self {
            Self::Act(request) => Some(request.budget()),
            Self::Solve(request) => Some(request.budget()),
            Self::RiichiReview(request) => Some(request.budget()),
            Self::RiichiOpinion(request) => Some(request.budget()),
            Self::Review(request) => Some(request.budget()),
            Self::ElDoradoBid(request) => Some(request.0.budget()),
            Self::ElDoradoPlay(request) => Some(request.0.budget()),
            _ => None,
        }
    }

    /// Returns whether the answer takes microseconds, so that it is not worth a queue.
    pub fn is_small(&self) -> bool {
        match self {
            Self::Deadwood(request) => request.hands.len() <= 256,
            Self::RiichiHand(request) => request.ev.is_none(),
            Self::Score(_) | Self::Games(_) => true,
            _ => false,
        }
    }
}

fn unknown(call: &str) -> ServiceError {
    let known: Vec<&str> = CALLS.iter().map(|call| call.name).collect();
    let why = format!("no call '{}', expected one of {}", excerpt(call), known.join(", "));
    ServiceError { field: Some("call".to_owned()), ..ServiceError::new(ErrorKind::NotFound, why) }
}

/// Reads a record; an error names the field that it is about.
fn fields<'de, T: DeserializeOwned, D: Deserializer<'de>>(body: D) -> Result<T, ServiceError> {
    serde_path_to_error::deserialize(body).map_err(|error| {
        let path = error.path().to_string();
        let why = plain(&error.into_inner().to_string());
        match path.as_str() {
            // The whole request, or nothing that has a name.
            "." | "?" => ServiceError::new(ErrorKind::Invalid, why),
            _ => ServiceError::invalid(excerpt(&path).to_string(), why),
        }
    })
}

/// Returns a message of serde with the value first, as ours have it: `-1, expected a whole number`.
fn plain(why: &str) -> String {
    let kinds = ["invalid value: ", "invalid type: ", "unknown variant "];
    let Some((why, expected)) = kinds
        .iter()
        .find_map(|kind| why.strip_prefix(kind))
        .and_then(|why| why.split_once(", expected "))
    else {
        return why.to_owned();
    };
    // A number follows its kind, between marks; so does the name of a variant.
    let value =
        match why.split_once('`').and_then(|(kind, rest)| Some((kind, rest.strip_suffix('`')?))) {
            Some(("", name)) => format!("'{name}'"),
            Some((_, number)) => number.to_owned(),
            None => why.to_owned(),
        };
    let (kind, rest) = expected.split_once(' ').unwrap_or((expected, ""));
    let rest = if rest.is_empty() { String::new() } else { format!(" {rest}") };
    let kind = match kind {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, not below 0",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        other => other,
    };
    format!("{value}, expected {kind}{rest}")
}
