//! Tables over HTTP: the table is in the path, the seat's token in a header.

use crate::app::App;
use crate::calls::{read_body, respond};
use axum::body::Body;
use axum::http::{HeaderMap, Request, Response};
use facedown_service::{self as service, ErrorKind, ServiceError};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Instant;

/// The header of the seat's token.
pub(crate) const SEAT: &str = "facedown-seat";

/// Answers a call at a table.
pub(crate) async fn call(
    app: Arc<App>,
    call: &'static str,
    table: String,
    request: Request<Body>,
) -> Response<Body> {
    let arrived = Instant::now();
    let token = token(request.headers());
    let since = since(request.uri().query());
    let posted = request.method() == axum::http::Method::POST;
    let read = async {
        let body = if posted { read_body(&app, request).await? } else { axum::body::Bytes::new() };
        let mut fields = fields(&body)?;
        fields.insert("table".to_owned(), table.into());
        fields.insert("token".to_owned(), token?.into());
        if let Some(since) = since? {
            fields.insert("since".to_owned(), since.into());
        }
        service::Request::read_fields(call, fields)
    };
    let read = read.await;
    respond(app, call, read, arrived, false).await
}

fn token(headers: &HeaderMap) -> Result<String, ServiceError> {
    let token = headers.get(SEAT).and_then(|token| token.to_str().ok());
    token.map(str::to_owned).ok_or_else(|| {
        let why = format!("expected the seat's token in the header {SEAT}");
        ServiceError::new(ErrorKind::Forbidden, why)
    })
}

/// Reads the query: `since=12`.
fn since(query: Option<&str>) -> Result<Option<u64>, ServiceError> {
    let value = query.unwrap_or_default().split('&').find_map(|part| part.strip_prefix("since="));
    let bad = |_| ServiceError::invalid("since", "expected a number of events");
    value.map(|text| text.parse().map_err(bad)).transpose()
}

/// Reads the fields of a body, which may be empty.
fn fields(body: &[u8]) -> Result<Map<String, Value>, ServiceError> {
    if body.is_empty() {
        return Ok(Map::new());
    }
    let bad = |why: String| ServiceError::new(ErrorKind::Invalid, why);
    match serde_json::from_slice(body).map_err(|error| bad(error.to_string()))? {
        Value::Object(fields) => Ok(fields),
        _ => Err(bad("a request is a JSON object".to_owned())),
    }
}
