//! Requests that several tests share.
use facedown_catalog::{GAMES, game};
use facedown_game::Turn;
use facedown_service::tables::StoreError;
use facedown_service::{Limits, MemoryStore, Request, Service, ServiceError};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A service with secrets that tests can predict.
pub(crate) fn service() -> Service {
    with_store(Arc::new(MemoryStore::default()))
}

/// The same with a store of its own.
pub(crate) fn with_store(store: Arc<MemoryStore>) -> Service {
    let next = AtomicU64::new(1);
    let random = move || -> Result<u128, StoreError> {
        let n = next.fetch_add(1, Ordering::Relaxed);
        Ok(u128::from(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)) << 64 | u128::from(n))
    };
    Service::new(Limits::default(), store, Arc::new(random))
}

/// Answers a request as JSON.
pub(crate) fn ask(service: &Service, call: &str, body: &Value) -> Result<Value, ServiceError> {
    let request = Request::read(call, body.to_string().as_bytes())?;
    let answer = service.answer(&request)?;
    Ok(serde_json::to_value(answer).expect("answers are JSON"))
}

/// The view of the seat to act after so many random actions, as a document.
pub(crate) fn position(name: &str, seed: u64, steps: usize) -> Value {
    let game = game(name, &Map::new()).unwrap();
    let mut hand = game.deal(seed, Some(0)).unwrap();
    let mut random = game.bot("random", seed).unwrap();
    for _ in 0..steps {
        let Turn::Act(seat) = hand.turn() else { break };
        let view = hand.view(seat.index()).unwrap();
        let action = random.choose(&*view).unwrap().unwrap();
        let before = hand.boxed_clone();
        hand.apply(action).unwrap();
        if hand.turn() == Turn::Over {
            hand = before;
            break;
        }
    }
    let Turn::Act(seat) = hand.turn() else { panic!("the hand is over") };
    let view = hand.view(seat.index()).unwrap();
    json!({"game": name, "rules": game.rules(), "view": view.record()})
}

/// The names of all games.
pub(crate) fn games() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|info| info.name)
}
