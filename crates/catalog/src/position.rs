//! A position as a document: a seat's view, and the game and rules that it is of.

use crate::{AnyGame, AnyView, CatalogError, game};
use serde_json::{Map, Value, json};

/// A view together with its game.
pub struct Position {
    /// The game, with its rules in force.
    pub game: Box<dyn AnyGame>,
    /// What a seat knows.
    pub view: Box<dyn AnyView>,
}

/// Reads a position: `{"game": …, "rules": …, "view": {…}}`, or the view's record alone.
///
/// `rules` names a preset or is a record of rules; both it and `game` may be left out, where `named`
/// or the game's default says what they are. Options given here replace the document's.
///
/// ```
/// use facedown_catalog as catalog;
/// use serde_json::Map;
///
/// let gin = catalog::game("gin", &Map::new())?;
/// let view = gin.deal(7).view(0)?;
/// let document = catalog::Position { game: gin, view }.document();
/// let again = catalog::position(&document, None, &Map::new())?;
/// assert_eq!(again.view.record(), document["view"]);
/// # Ok::<(), catalog::CatalogError>(())
/// ```
pub fn position(
    document: &Value,
    named: Option<&str>,
    options: &Map<String, Value>,
) -> Result<Position, CatalogError> {
    let bad = |why: String| Err(CatalogError::BadView(why));
    let Value::Object(fields) = document else {
        return bad(format!("a position is a JSON object, not {}", kind(document)));
    };
    let (game_name, rules, record) = match fields.get("view") {
        None => (None, None, document),
        Some(record) => {
            let known = ["game", "rules", "view"];
            if let Some(other) = fields.keys().find(|field| !known.contains(&field.as_str())) {
                return bad(format!("no field '{other}', expected game, rules and view"));
            }
            (fields.get("game"), fields.get("rules"), record)
        }
    };
    let game_name = match (game_name, named) {
        (None, None) => return bad("game: missing, and the view alone does not say".into()),
        (None, Some(named)) => named,
        (Some(Value::String(name)), None) => name,
        (Some(Value::String(name)), Some(named)) if name == named => name,
        (Some(name), Some(named)) => return bad(format!("game: {name}, expected \"{named}\"")),
        (Some(name), None) => return bad(format!("game: {name}, expected a name")),
    };
    let mut all = match rules {
        // A preset given here stands for all rules.
        _ if options.contains_key("rules") => Map::new(),
        None => Map::new(),
        Some(Value::Object(rules)) => rules.clone(),
        Some(preset) => Map::from_iter([("rules".to_owned(), preset.clone())]),
    };
    all.extend(options.clone());
    let game = game(game_name, &all)?;
    let view = game.read_view(record)?;
    Ok(Position { game, view })
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

impl Position {
    /// The position as [`position`] reads it.
    pub fn document(&self) -> Value {
        document(&*self.game, &*self.view)
    }
}

/// A view with its game as [`position`] reads it.
pub fn document(game: &dyn AnyGame, view: &dyn AnyView) -> Value {
    json!({"game": game.info().name, "rules": game.rules(), "view": view.record()})
}
