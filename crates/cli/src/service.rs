//! Calls of the service from the command line.

use anyhow::{Error, Result, anyhow};
use facedown_game::Control;
use facedown_service::{Answer, Progress, Request, Service, ServiceError};

/// The options that fill the fields of a request, by field.
pub(crate) type Options = [(&'static str, &'static str)];

/// Answers a request; an error names the option at fault.
pub(crate) fn answer(request: &Request, options: &Options) -> Result<Answer> {
    answer_with(request, options, Control::default())
}

/// Answers a request that can be cancelled and observed; an error names the option at fault.
pub(crate) fn answer_with(
    request: &Request,
    options: &Options,
    mut control: Control<'_, Progress>,
) -> Result<Answer> {
    let answer = Service::local().answer_with(request, &mut control);
    answer.map_err(|error| named(&error, options))
}

/// Returns an error of the service with the option instead of the field.
pub(crate) fn named(error: &ServiceError, options: &Options) -> Error {
    let field = error.field.as_deref().and_then(|field| field.split('[').next());
    match options.iter().find(|(of, _)| Some(*of) == field) {
        Some((_, option)) => anyhow!("{}", error.about(option)),
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
