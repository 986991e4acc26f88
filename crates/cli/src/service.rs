//! Calls of the service from the command line.

use anyhow::{Error, Result, anyhow};
use facedown_service::{Answer, Request, Service, ServiceError};

/// The options that fill the fields of a request, by field.
pub(crate) type Options = [(&'static str, &'static str)];

/// Answers a request; an error names the option at fault.
pub(crate) fn answer(request: &Request, options: &Options) -> Result<Answer> {
    Service::local().answer(request).map_err(|error| named(&error, options))
}

/// Returns an error of the service with the option instead of the field.
pub(crate) fn named(error: &ServiceError, options: &Options) -> Error {
    let field = error.field.as_deref().and_then(|field| field.split('[').next());
    let option = options.iter().find(|(of, _)| Some(*of) == field);
    match option {
        // A message about a text begins with it.
        Some((_, option)) if error.message.starts_with('\'') => {
            anyhow!("{option} {}", error.message)
        }
        Some((_, option)) => anyhow!("{option}: {}", error.message),
        None => anyhow!("{}", error.message),
    }
}

/// Takes the answer of one call out of that of any.
macro_rules! expect_answer {
    ($answer:expr, $call:ident) => {
        match $answer {
            facedown_service::Answer::$call(answer) => *answer,
            _ => anyhow::bail!("the service answered another call"),
        }
    };
}
pub(crate) use expect_answer;
