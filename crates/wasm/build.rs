//! Asks the linker for a small WebAssembly module.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // A profile that has options for this package forgets to strip it.
        println!("cargo::rustc-link-arg-cdylib=--strip-all");
        // Otherwise numbers are padded for relocation.
        println!("cargo::rustc-link-arg-cdylib=--compress-relocations");
    }
}
