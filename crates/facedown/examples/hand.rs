//! A hand of gin in which every seat takes the advice that it gets: the example of the README.

use facedown::{Budget, Hand};

fn main() -> Result<(), facedown::Error> {
    let mut hand = Hand::deal("gin", 7)?;
    while let Some(seat) = hand.to_act() {
        let view = hand.view(seat)?; // what the seat knows, and nothing else
        let advice = view.advise(Budget::iterations(50))?; // every legal action with its value
        println!("seat {seat}: {}", advice.best().about);
        hand.apply(advice.best)?;
    }
    println!("{:?}", hand.scores());
    Ok(())
}
