//! Who may ask: the host that was called, the origin of the page, the token, the media type.

use crate::app::App;
use crate::{page, reply};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, header};
use axum::middleware::Next;
use facedown_service::{ErrorKind, ServiceError};
use std::net::IpAddr;
use std::sync::Arc;

/// Paths that need no token: they hold nothing secret and answer at once.
const OPEN: [&str; 2] = ["/health", "/openapi.json"];

/// Lets a request through, or refuses it.
pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    request: Request<Body>,
    next: Next,
) -> Response<Body> {
    match check(&app, &request) {
        Ok(()) => next.run(request).await,
        Err((status, why)) => {
            let kind = if status == StatusCode::UNSUPPORTED_MEDIA_TYPE {
                ErrorKind::Invalid
            } else {
                ErrorKind::Forbidden
            };
            let mut response = reply::error_with(status, &ServiceError::new(kind, why));
            if status == StatusCode::UNAUTHORIZED {
                let scheme = header::HeaderValue::from_static("Bearer");
                response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
            }
            response
        }
    }
}

fn check(app: &App, request: &Request<Body>) -> Result<(), (StatusCode, &'static str)> {
    let headers = request.headers();
    let config = &app.config;
    let host = text(headers, &header::HOST).or(request.uri().host());
    // A name that someone else owns may lead here: DNS rebinding. Addresses cannot be rebound.
    if !host.is_some_and(|host| is_own_host(host, &config.hosts)) {
        return Err((StatusCode::MISDIRECTED_REQUEST, "the server is not known by this host name"));
    }
    if let Some(origin) = text(headers, &header::ORIGIN) {
        let own = origin.split_once("://").map(|(_, host)| host) == host;
        if !own && !config.origins.iter().any(|other| other == origin) {
            return Err((StatusCode::FORBIDDEN, "pages of this origin may not call the server"));
        }
    }
    let preflight = request.method() == Method::OPTIONS;
    if let Some(token) = config.token.as_deref().filter(|_| !preflight)
        && !OPEN.contains(&request.uri().path())
        && !page::is_file(request.uri().path())
    {
        let given = text(headers, &header::AUTHORIZATION).and_then(|h| h.strip_prefix("Bearer "));
        if !given.is_some_and(|given| same(given.as_bytes(), token.as_bytes())) {
            return Err((StatusCode::UNAUTHORIZED, "expected Authorization: Bearer and the token"));
        }
    }
    // Other media types reach a server without the browser asking first.
    let media = text(headers, &header::CONTENT_TYPE).unwrap_or_default();
    let is_json = media.split(';').next().is_some_and(|m| m.trim() == "application/json");
    if request.method() == Method::POST && !is_json {
        let why = "expected Content-Type: application/json";
        return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    Ok(())
}

fn text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Returns whether a host is an address, `localhost`, or a name that the server was given.
fn is_own_host(host: &str, names: &[String]) -> bool {
    let bare = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    bare.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok()
        || names.iter().any(|name| name.eq_ignore_ascii_case(bare))
}

/// Compares secrets in a time that depends on their lengths alone.
fn same(a: &[u8], b: &[u8]) -> bool {
    let differ = a.iter().zip(b).fold(0, |differ, (x, y)| differ | (x ^ y));
    std::hint::black_box(differ) == 0 && a.len() == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_known_names_are_own_hosts() {
        let names = ["cards.example".to_owned()];
        for host in ["localhost", "LOCALHOST:7070", "127.0.0.1:7070", "[::1]:80", "10.0.0.2"] {
            assert!(is_own_host(host, &names), "{host}");
        }
        assert!(is_own_host("cards.example:443", &names));
        for host in ["evil.example", "localhost.evil.example:7070", "", "127.0.0.1.nip.io"] {
            assert!(!is_own_host(host, &names), "{host}");
        }
    }
}
