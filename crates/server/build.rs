//! Embeds the page: the files of `site`, which a published package carries, or else of `web/dist` if it
//! has been built, none otherwise, so that a build needs no Node.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let home = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let (own, web) = (home.join("site"), home.join("../../web"));
    let dist = if own.is_dir() { own } else { web.join("dist") };
    // A path that is missing would rebuild the server every time: without a page the source of the
    // page is watched, and scripts/web.sh touches this file when it has built one.
    let watched = [dist.clone(), web.join("index.html")].into_iter().find(|path| path.exists());
    if let Some(watched) = watched {
        println!("cargo::rerun-if-changed={}", watched.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    if dist.join("index.html").is_file() {
        collect(&dist, &mut files);
    }
    files.sort();
    let mut code = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&dist).expect("the file is below the folder");
        let path = format!("/{}", name.display()).replace('\\', "/");
        let path = if path == "/index.html" { "/".to_owned() } else { path };
        writeln!(
            code,
            "({path:?}, {:?}, include_bytes!({:?})),",
            media(file),
            file.to_string_lossy()
        )
        .expect("text");
    }
    code.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("site.rs"), code).expect("the output folder can be written");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if !entry.file_name().to_string_lossy().starts_with('.') {
            files.push(path);
        }
    }
}

fn media(file: &Path) -> &'static str {
    match file.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
