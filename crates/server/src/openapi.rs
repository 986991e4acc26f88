//! The OpenAPI document, from the types of requests and answers.

use crate::app::{ELDORADO, TABLE_CALLS, path};
use crate::tables::SEAT;
use facedown_service::{CallSchema, schemas};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// Statuses of errors, with descriptions.
const ERRORS: [(&str, &str); 10] = [
    ("400", "The request is malformed, or what it says is impossible: the error names the field."),
    ("401", "The server needs its bearer token."),
    ("403", "The seat's token is missing or wrong, or the page's origin may not call."),
    ("404", "There is no such table."),
    ("408", "The request did not arrive in time."),
    ("409", "The request does not fit the state of the table."),
    ("413", "The request is larger than the limits allow."),
    ("415", "The body is not declared as application/json."),
    ("421", "The server is not known by the host name of the request."),
    ("429", "There is no room for more work now: ask again after Retry-After seconds."),
];

/// Returns the OpenAPI document as indented JSON.
pub fn openapi() -> String {
    let (calls, all) = schemas();
    let mut schemas: Map<String, Value> = all.into_iter().collect();
    let mut paths = Map::new();
    for call in &calls {
        if let Some(path) = path(call.call.name) {
            let mut methods = json!({ "post": operation(call) });
            if call.call.name == "games" {
                methods["get"] = operation(call);
                if let Value::Object(get) = &mut methods["get"] {
                    get.remove("requestBody");
                    get.insert("operationId".to_owned(), "get_games".into());
                }
            }
            paths.insert(path, methods);
        }
    }
    for (method, end, name) in TABLE_CALLS {
        let Some(call) = calls.iter().find(|call| call.call.name == name) else { continue };
        let method = method.as_str().to_ascii_lowercase();
        let body = at_table(&mut schemas, &call.names[0]);
        let operation = at_path(operation(call), &method, name, body);
        let path = format!("/v1/tables/{{id}}{end}");
        let methods = paths.entry(path).or_insert_with(|| json!({}));
        methods[method] = operation;
    }
    paths.insert(
        "/health".to_owned(),
        json!({ "get": document("health", "Answers if alive.", "application/json") }),
    );
    paths.insert(
        "/metrics".to_owned(),
        json!({ "get": document("metrics", "Counts for Prometheus.", "text/plain") }),
    );
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Facedown",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Hidden-information card and tile games: exact answers, advice, tables \
                against bots. With `Accept: text/event-stream` a call streams `progress` events, \
                then one `answer` or `error`; closing the connection cancels the work.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } },
        },
        "security": [{}, { "bearer": [] }],
    });
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

/// Returns the document, built once.
pub(crate) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(openapi);
    &TEXT
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn operation(call: &CallSchema) -> Value {
    let [request, answer] = &call.names;
    let name = call.call.name;
    let mut responses = json!({
        "200": {
            "description": "The answer.",
            "content": {
                "application/json": { "schema": reference(answer) },
                "text/event-stream": { "schema": { "type": "string" } },
            },
        },
    });
    for (status, about) in ERRORS {
        responses[status] = json!({
            "description": about,
            "content": { "application/json": { "schema": reference("ServiceError") } },
        });
    }
    let tag = if ELDORADO.iter().any(|(_, call)| *call == name) { "eldorado" } else { name };
    json!({
        "operationId": name.replace('/', "_"),
        "summary": call.call.about,
        "tags": [tag.split('/').next()],
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": reference(request) } },
        },
        "responses": responses,
    })
}

/// Returns the schema of a request without what the path and the header hold.
fn at_table(schemas: &mut Map<String, Value>, name: &str) -> Option<Value> {
    let mut schema = schemas.remove(name)?;
    let kept = |field: &str| !["table", "token", "since"].contains(&field);
    let fields = schema["properties"].as_object_mut()?;
    fields.retain(|field, _| kept(field));
    if fields.is_empty() {
        return None;
    }
    let required = schema["required"].as_array_mut()?;
    required.retain(|field| field.as_str().is_some_and(kept));
    schemas.insert(name.to_owned(), schema);
    Some(reference(name))
}

/// Returns the operation of a call at a table.
fn at_path(mut operation: Value, method: &str, name: &str, body: Option<Value>) -> Value {
    let mut parameters = vec![
        json!({
            "name": "id", "in": "path", "required": true, "description": "The table.",
            "schema": { "type": "string" },
        }),
        json!({
            "name": SEAT, "in": "header", "required": true, "description": "The seat's token.",
            "schema": { "type": "string" },
        }),
    ];
    if name == "tables/look" {
        parameters.push(json!({
            "name": "since", "in": "query", "required": false,
            "description": "The number of events that the client has already.",
            "schema": { "type": "integer", "minimum": 0 },
        }));
    }
    operation["parameters"] = parameters.into();
    match (method, body) {
        ("post", Some(schema)) => {
            operation["requestBody"]["content"]["application/json"]["schema"] = schema;
        }
        ("post", None) => {
            operation["requestBody"] = json!({
                "required": false,
                "content": { "application/json": { "schema": { "type": "object", "additionalProperties": false } } },
            });
        }
        _ => {
            if let Value::Object(fields) = &mut operation {
                fields.remove("requestBody");
            }
        }
    }
    operation
}

fn document(id: &str, about: &str, media: &str) -> Value {
    let schema = if media == "text/plain" { "string" } else { "object" };
    json!({
        "operationId": id,
        "summary": about,
        "tags": ["server"],
        "responses": {
            "200": { "description": about, "content": { media: { "schema": { "type": schema } } } },
        },
    })
}
