//! Makes `src/fantasy/worth.in`: what Fantasyland is worth in royalties, for each preset.
//!
//! Run with `cargo run --release -p facedown-ofc --example worth > crates/ofc/src/fantasy/worth.in`.

use facedown_ofc::Rules;
use facedown_ofc::fantasy::fantasyland_alone;

const HANDS: u32 = 4_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("[");
    for name in ["standard", "tonybet", "progressive", "ultimate", "joker-ultimate", "2-7"] {
        let worth = fantasyland_alone(&Rules::preset(name)?, HANDS, 7)?;
        let worth = worth.map(|points| format!("{points:.2}")).join(", ");
        println!("    (\"{name}\", [{worth}]),");
    }
    println!("]");
    Ok(())
}
