//! Calls over HTTP: the body is the request, the answer is JSON or a stream of events.

use crate::app::App;
use crate::pool::{Done, Ticket};
use crate::{log, reply};
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, Response, StatusCode, header};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use facedown_service::{self as service, ErrorKind, ServiceError, Spent};
use futures_util::stream;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Reports on progress that a slow client may lag behind.
const REPORTS: usize = 8;

/// Answers a call whose request is the body.
pub(crate) async fn call(
    app: Arc<App>,
    call: &'static str,
    request: Request<Body>,
) -> Response<Body> {
    let arrived = Instant::now();
    let streams = wants_events(request.headers());
    let read = read_body(&app, request).await;
    let read = read.and_then(|body| service::Request::read(call, &body));
    respond(app, call, read, arrived, streams).await
}

/// Answers a request.
pub(crate) async fn respond(
    app: Arc<App>,
    call: &'static str,
    request: Result<service::Request, ServiceError>,
    arrived: Instant,
    streams: bool,
) -> Response<Body> {
    let request = match request {
        Ok(request) => request,
        Err(error) => return refused(&app, call, &error, arrived),
    };
    if streams {
        return stream(app, call, request, arrived);
    }
    let done = if request.is_small() {
        at_once(&app, &request)
    } else {
        match app.pool.submit(request, arrived, None) {
            Ok(ticket) => wait(ticket).await,
            Err(error) => Err(error),
        }
    };
    match done {
        Ok(Done { body, spent }) => {
            app.finished(call, StatusCode::OK, arrived, spent);
            reply::json(StatusCode::OK, body)
        }
        Err(error) => refused(&app, call, &error, arrived),
    }
}

fn refused(app: &App, call: &str, error: &ServiceError, arrived: Instant) -> Response<Body> {
    let response = reply::error(error);
    app.finished(call, response.status(), arrived, Spent::default());
    response
}

/// Answers a request that takes microseconds, without a queue.
fn at_once(app: &App, request: &service::Request) -> Result<Done, ServiceError> {
    let answer = app.service.answer(request)?;
    let internal = |error| ServiceError::new(ErrorKind::Internal, error);
    let body = serde_json::to_vec(&answer).map_err(internal)?;
    Ok(Done { body, spent: Spent::default() })
}

async fn wait(mut ticket: Ticket) -> Result<Done, ServiceError> {
    let gone = || ServiceError::new(ErrorKind::Internal, "the request could not be answered");
    (&mut ticket.answer).await.unwrap_or_else(|_| Err(gone()))
}

/// Reads the body, within the limits of size and time.
pub(crate) async fn read_body(
    app: &App,
    request: Request<Body>,
) -> Result<axum::body::Bytes, ServiceError> {
    let most = app.config.body_bytes;
    let body = to_bytes(request.into_body(), most);
    match tokio::time::timeout(app.config.read_timeout, body).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => {
            let why = format!("the request has more than {most} bytes, or broke off");
            Err(ServiceError::new(ErrorKind::TooLarge, why))
        }
        Err(_) => {
            let why = "the request did not arrive in time";
            Err(ServiceError::new(ErrorKind::Cancelled, why))
        }
    }
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

/// An open stream, counted until it is dropped.
struct Open {
    app: Arc<App>,
    ticket: Option<Ticket>,
    progress: mpsc::Receiver<Vec<u8>>,
    call: &'static str,
    arrived: Instant,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.app.metrics.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Answers with a stream: `progress` events, then one `answer` or `error`. Closing the connection
/// cancels the work.
fn stream(
    app: Arc<App>,
    call: &'static str,
    request: service::Request,
    arrived: Instant,
) -> Response<Body> {
    let open = app.metrics.streams.fetch_add(1, Ordering::Relaxed);
    let (sender, progress) = mpsc::channel(REPORTS);
    let ticket = if open < app.config.streams as u64 {
        app.pool.submit(request, arrived, Some(sender))
    } else {
        Err(ServiceError::new(ErrorKind::Busy, format!("{open} streams are open")))
    };
    let mut open = Open { app, ticket: None, progress, call, arrived };
    match ticket {
        Ok(ticket) => open.ticket = Some(ticket),
        Err(error) => return refused(&open.app, call, &error, arrived),
    }
    let events = stream::unfold(open, |mut open| async move {
        let event = open.next().await?;
        Some((Ok::<Event, Infallible>(event), open))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(5))).into_response()
}

impl Open {
    /// Returns the next event; `None` after the last.
    async fn next(&mut self) -> Option<Event> {
        let ticket = self.ticket.as_mut()?;
        tokio::select! {
            biased;
            Some(report) = self.progress.recv() => {
                Some(Event::default().event("progress").data(String::from_utf8_lossy(&report)))
            }
            done = &mut ticket.answer => {
                self.ticket = None;
                let gone =
                    || ServiceError::new(ErrorKind::Internal, "the request could not be answered");
                Some(match done.unwrap_or_else(|_| Err(gone())) {
                    Ok(Done { body, spent }) => {
                        self.app.finished(self.call, StatusCode::OK, self.arrived, spent);
                        let text = String::from_utf8_lossy(&body).into_owned();
                        Event::default().event("answer").data(text)
                    }
                    Err(error) => {
                        let status = reply::status(error.kind);
                        self.app.finished(self.call, status, self.arrived, Spent::default());
                        Event::default().event("error").data(reply::error_body(&error))
                    }
                })
            }
        }
    }
}

impl App {
    /// Counts and logs a request.
    pub(crate) fn finished(&self, call: &str, status: StatusCode, arrived: Instant, spent: Spent) {
        let time = arrived.elapsed();
        self.metrics.request(call, status.as_u16(), time);
        if self.config.log {
            log::request(call, status.as_u16(), time, spent);
        }
    }
}
