//! Writes the shanten tables: see `src/tables.rs` for their contents and use.

#[path = "../src/layout.rs"]
mod layout;

mod classes;
mod suits;

use classes::Classes;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=src/layout.rs");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let out = Path::new(&out);

    let suits = suits::all();
    let honors = suits::honors();
    let classes = Classes::closed(&suits, &honors);
    fs::write(out.join("suit_class.bin"), suit_table(&suits, &classes))?;
    fs::write(out.join("honor_class.bin"), honor_table(&honors, &classes))?;
    let (merge, finals) = (classes.merge_table(), classes.final_table());
    fs::write(out.join("odd.bin"), classes::odd_table(&merge, &finals))?;
    fs::write(out.join("merge.bin"), merge)?;
    fs::write(out.join("final.bin"), finals)
}

/// Returns the class of every suit vector, in the order of the layout.
fn suit_table(suits: &[suits::Vector], classes: &Classes) -> Vec<u8> {
    let (bases, ranks) = (layout::bases(), layout::ranks());
    let mut table = vec![0; layout::PLACES];
    for vector in suits {
        let low = vector.index & ((1 << layout::LOW_BITS) - 1);
        let high = vector.index >> layout::LOW_BITS;
        let place = bases[high as usize] as usize + ranks[low as usize] as usize;
        table[place] = classes.id(&vector.costs);
    }
    table
}

/// Returns the class of every set of honours, by the index of the honours.
fn honor_table(honors: &[suits::Vector], classes: &Classes) -> Vec<u8> {
    let mut table = vec![0; 512];
    for vector in honors {
        table[vector.index as usize] = classes.id(&vector.costs);
    }
    table
}
