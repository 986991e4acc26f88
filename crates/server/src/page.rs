//! The pages, embedded: nothing is loaded from elsewhere.
//!
//! `/` is the page of `web/`, if it was built before the server; `/calls` is a plain page to read and
//! try every call, which stands at `/` otherwise.

use axum::body::Body;
use axum::http::{HeaderValue, Response, header};

/// A file: path, media type, contents.
pub(crate) type File = (&'static str, &'static str, &'static [u8]);

/// The files of the page of `web/`; none if it was not built.
const SITE: &[File] = include!(concat!(env!("OUT_DIR"), "/site.rs"));

const CALLS: File = ("/calls", "text/html; charset=utf-8", include_bytes!("page/index.html"));

/// The files of the plain page.
const PLAIN: [File; 2] = [
    ("/page.js", "text/javascript; charset=utf-8", include_bytes!("page/page.js")),
    ("/page.css", "text/css; charset=utf-8", include_bytes!("page/page.css")),
];

/// Returns every file that is served.
pub(crate) fn files() -> impl Iterator<Item = File> {
    let front = SITE.is_empty().then_some(("/", CALLS.1, CALLS.2));
    SITE.iter().copied().chain(front).chain([CALLS]).chain(PLAIN)
}

/// Returns whether a path is that of a file, which anybody may read.
pub(crate) fn is_file(path: &str) -> bool {
    files().any(|(name, _, _)| name == path)
}

/// Returns a file as a response.
pub(crate) fn file((path, media, body): File) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'self'; frame-ancestors 'none'; base-uri 'none'"),
    );
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // The names of built files change with their contents.
    let keep = if path.starts_with("/assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    response
}
