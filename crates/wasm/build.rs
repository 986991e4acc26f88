//! Asks the linker of the WebAssembly module for short numbers: it pads them for relocation otherwise.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=--compress-relocations");
    }
}
