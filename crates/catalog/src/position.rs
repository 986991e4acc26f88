//! A position as a document: a seat's view with its game and rules.

use crate::{AnyGame, AnyView, CatalogError, GAMES, game};
use facedown_game::excerpt;
use serde_json::{Map, Value, json};

/// A view together with its game.
pub struct GameView {
    /// The game, with its rules in force.
    pub game: Box<dyn AnyGame>,
    /// What a seat knows.
    pub view: Box<dyn AnyView>,
}

/// Reads a position: `{"game": …, "rules": …, "view": {…}}`, or the view's record alone, which may
/// itself have `game`, `rules` and `seats`.
///
/// `rules` names a preset or is a record of rules; both it and `game` may be left out, where `named`
/// or the game's default says what they are. `game` may name a preset too: `hearts-omnibus`. Options
/// given here replace the document's.
///
/// ```
/// use facedown_catalog as catalog;
/// use serde_json::Map;
///
/// let gin = catalog::game("gin", &Map::new())?;
/// let view = gin.deal(7, None)?.view(0)?;
/// let document = catalog::GameView { game: gin, view }.document();
/// let again = catalog::position(&document, None, &Map::new())?;
/// assert_eq!(again.view.record(), document["view"]);
/// # Ok::<(), catalog::CatalogError>(())
/// ```
pub fn position(
    document: &Value,
    named: Option<&str>,
    options: &Map<String, Value>,
) -> Result<GameView, CatalogError> {
    let Value::Object(fields) = document else {
        let why = format!("a position is a JSON object, not {}", kind(document));
        return Err(CatalogError::BadView(why));
    };
    let known = ["game", "rules", "view"];
    let standalone = if fields.contains_key("view") { None } else { Some(standalone(fields)?) };
    let fields = standalone.as_ref().unwrap_or(fields);
    if let Some(other) = fields.keys().find(|field| !known.contains(&field.as_str())) {
        let why = format!("no field '{}', expected game, rules and view", excerpt(other));
        return Err(CatalogError::BadView(why));
    }
    let game = match fields.get("game") {
        None => None,
        Some(Value::String(name)) => Some(name.as_str()),
        Some(other) => {
            return Err(CatalogError::BadView(format!("game: {other}, expected a name")));
        }
    };
    read(game, fields.get("rules"), &fields["view"], named, options)
}

/// Reads a position of these parts: like [`position`], where the view's record alone may say what the
/// game and the rules are.
pub fn position_of(
    game: Option<&str>,
    rules: Option<&Value>,
    view: &Value,
) -> Result<GameView, CatalogError> {
    match (game, rules) {
        (None, None) => position(view, None, &Map::new()),
        _ => read(game, rules, view, None, &Map::new()),
    }
}

fn read(
    game_name: Option<&str>,
    rules: Option<&Value>,
    view: &Value,
    named: Option<&str>,
    options: &Map<String, Value>,
) -> Result<GameView, CatalogError> {
    let bad = |why: String| Err(CatalogError::BadView(why));
    let (game_name, preset) = game_name.map_or((None, None), split);
    let game_name = match (game_name, named) {
        (None, None) => return bad("game: missing, and the view alone does not say".into()),
        (None, Some(named)) => named,
        (Some(name), Some(named)) if name != named => {
            return bad(format!("game: {name:?}, expected {named:?}"));
        }
        (Some(name), _) => name,
    };
    let mut all = match rules {
        None => Map::new(),
        Some(Value::Object(rules)) => rules.clone(),
        Some(preset) => Map::from_iter([("rules".to_owned(), preset.clone())]),
    };
    if let Some(preset) = preset {
        all.entry("rules").or_insert_with(|| preset.into());
    }
    if options.contains_key("rules") {
        // A preset given here stands for all rules, but as many play as before.
        all.retain(|option, _| option == "seats");
    }
    all.extend(options.clone());
    let game = game(game_name, &all)?;
    let view = game.read_view(view)?;
    Ok(GameView { game, view })
}

/// Converts a standalone record of a view to a document, with game and rules beside the view.
fn standalone(record: &Map<String, Value>) -> Result<Map<String, Value>, CatalogError> {
    let mut view = record.clone();
    let mut document = Map::new();
    document.extend(view.remove_entry("game"));
    let mut rules = match view.remove("rules") {
        Some(Value::Object(rules)) => rules,
        preset => preset.map(|preset| ("rules".to_owned(), preset)).into_iter().collect(),
    };
    if let Some(seats) = view.remove("seats") {
        let same = rules.entry("seats").or_insert_with(|| seats.clone());
        if *same != seats {
            let why = format!("seats: {seats}, but the rules say {same}");
            return Err(CatalogError::BadView(why));
        }
    }
    document.insert("rules".to_owned(), rules.into());
    document.insert("view".to_owned(), view.into());
    Ok(document)
}

/// The game and the preset of a name like `hearts-omnibus`.
fn split(name: &str) -> (Option<&str>, Option<&'static str>) {
    let of = |game: &str, preset: &str| {
        name.strip_prefix(game).and_then(|rest| rest.strip_prefix('-')) == Some(preset)
    };
    let known =
        GAMES.iter().flat_map(|info| info.presets.iter().map(|preset| (info.name, *preset)));
    match known.into_iter().find(|(game, preset)| of(game, preset)) {
        Some((game, preset)) => (Some(game), Some(preset)),
        None => (Some(name), None),
    }
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

impl GameView {
    /// The position as [`position`] reads it.
    pub fn document(&self) -> Value {
        document(&*self.game, &*self.view)
    }
}

/// A view with its game as [`position`] reads it.
pub fn document(game: &dyn AnyGame, view: &dyn AnyView) -> Value {
    json!({"game": game.info().name, "rules": game.rules(), "view": view.record()})
}
