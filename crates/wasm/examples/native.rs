//! Answers the requests on standard input, a line each, with the native build.

use std::io::{self, BufRead};

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        println!("{}", facedown_wasm::answer(&line?));
    }
    Ok(())
}
