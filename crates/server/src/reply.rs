//! Answers and errors as HTTP responses.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use facedown_service::{ErrorKind, ServiceError};
use serde_json::json;

/// Seconds after which a client that was turned away may ask again.
const RETRY_SECONDS: &str = "1";

/// Returns the status of an error.
pub(crate) fn status(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::Invalid => StatusCode::BAD_REQUEST,
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::Forbidden => StatusCode::FORBIDDEN,
        ErrorKind::Conflict => StatusCode::CONFLICT,
        ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::Busy => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::Cancelled => StatusCode::REQUEST_TIMEOUT,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Returns a response of JSON.
pub(crate) fn json(status: StatusCode, body: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Returns the body of an error.
pub(crate) fn error_body(error: &ServiceError) -> String {
    json!(error).to_string()
}

/// Returns the response of an error with the status of its kind.
pub(crate) fn error(error: &ServiceError) -> Response<Body> {
    error_with(status(error.kind), error)
}

/// Returns the response of an error with a status of its own.
pub(crate) fn error_with(status: StatusCode, error: &ServiceError) -> Response<Body> {
    let mut response = json(status, error_body(error));
    if status == StatusCode::TOO_MANY_REQUESTS {
        let seconds = HeaderValue::from_static(RETRY_SECONDS);
        response.headers_mut().insert(header::RETRY_AFTER, seconds);
    }
    response
}
