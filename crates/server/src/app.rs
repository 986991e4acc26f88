//! Routes.

use crate::config::Config;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::{calls, guard, openapi, page, reply, tables};
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request};
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, delete, get, post};
use facedown_service::{CALLS, ErrorKind, Service, ServiceError};
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// What all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) service: Arc<Service>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) pool: Pool,
}

/// Calls at a table: the method, the end of the path, the name.
pub(crate) const TABLE_CALLS: [(Method, &str, &str); 7] = [
    (Method::GET, "", "tables/look"),
    (Method::POST, "/act", "tables/act"),
    (Method::GET, "/history", "tables/history"),
    (Method::GET, "/record", "tables/record"),
    (Method::POST, "/undo", "tables/undo"),
    (Method::POST, "/resign", "tables/resign"),
    (Method::DELETE, "", "tables/remove"),
];

/// Calls of the El Dorado app, by their paths.
pub(crate) const ELDORADO: [(&str, &str); 2] =
    [("/api/v1/bid", "eldorado/bid"), ("/api/v1/play", "eldorado/play")];

/// Returns the path of a call that has one of its own: `/v1/act`.
pub(crate) fn path(call: &str) -> Option<String> {
    match call {
        "tables/create" => Some("/v1/tables".to_owned()),
        call if call.starts_with("tables/") => None,
        call => match ELDORADO.iter().find(|(_, name)| *name == call) {
            Some((path, _)) => Some((*path).to_owned()),
            None => Some(format!("/v1/{call}")),
        },
    }
}

/// Returns the routes of an application.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let mut router = Router::new();
    for info in CALLS {
        let Some(path) = path(info.name) else { continue };
        router = router.route(&path, call_route(app, info.name));
    }
    for (method, end, name) in TABLE_CALLS {
        let route = table_route(app, &method, name);
        router = router.route(&format!("/v1/tables/{{id}}{end}"), route);
    }
    let metrics = Arc::clone(&app.metrics);
    router = router
        .route("/health", get(async || reply::json(StatusCode::OK, r#"{"status":"ok"}"#)))
        .route("/metrics", get(async move || text("text/plain; version=0.0.4", metrics.text())))
        .route("/openapi.json", get(async || reply::json(StatusCode::OK, openapi::text())));
    for file in page::files() {
        router = router.route(file.0, get(async move || page::file(file)));
    }
    router
        .fallback(async || reply::error(&ServiceError::new(ErrorKind::NotFound, "no such path")))
        .method_not_allowed_fallback(async || {
            let error = ServiceError::new(ErrorKind::Invalid, "the path has another method");
            reply::error_with(StatusCode::METHOD_NOT_ALLOWED, &error)
        })
        .layer(CatchPanicLayer::custom(|_| {
            reply::error(&ServiceError::new(ErrorKind::Internal, "the request failed"))
        }))
        .layer(from_fn_with_state(Arc::clone(app), guard::guard))
        .layer(cors(&app.config))
}

fn call_route(app: &Arc<App>, name: &'static str) -> MethodRouter {
    let for_post = Arc::clone(app);
    let route = post(async move |request: Request| calls::call(for_post, name, request).await);
    if name != "games" {
        return route;
    }
    // The one call without parameters is read like a document.
    let for_get = Arc::clone(app);
    route.get(async move || {
        let request = facedown_service::Request::read(name, b"{}");
        calls::respond(for_get, name, request, std::time::Instant::now(), false).await
    })
}

fn table_route(app: &Arc<App>, method: &Method, name: &'static str) -> MethodRouter {
    let app = Arc::clone(app);
    let handler = async move |Path(id): Path<String>, request: Request| {
        tables::call(app, name, id, request).await
    };
    match *method {
        Method::GET => get(handler),
        Method::DELETE => delete(handler),
        _ => post(handler),
    }
}

fn text(media: &'static str, body: String) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    response
}

/// Lets pages of the configured origins call the server; by default there are none.
fn cors(config: &Config) -> CorsLayer {
    let origins: Vec<HeaderValue> =
        config.origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    if origins.is_empty() {
        return CorsLayer::new();
    }
    let seat = header::HeaderName::from_static(tables::SEAT);
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers([header::CONTENT_TYPE, header::AUTHORIZATION, header::ACCEPT, seat])
        .max_age(Duration::from_hours(1))
}
