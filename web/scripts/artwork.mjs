// Makes the artwork of the page: an SVG file for each mahjong tile and each court card. As images they
// are one element each; drawn by <use>, every copy of a tile would be a tree of paths in the page.
//
// Tiles: FluffyStuff's riichi-mahjong-tiles (CC0). Courts: @letele/playing-cards (CC0). Both come as
// React components; they are rendered to plain SVG here, so that nothing of React is shipped.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { optimize } from "svgo";
import * as tiles from "riichi-mahjong-tiles";
import * as cards from "../node_modules/@letele/playing-cards/dist/index.esm.js";

const OUT = new URL("../public/art/", import.meta.url);

/** Returns a component's drawing. */
function drawing(component, viewBox) {
  const svg = optimize(renderToStaticMarkup(createElement(component)), {
    multipass: true,
    floatPrecision: 1,
    plugins: [
      { name: "preset-default", params: { overrides: { cleanupIds: { minify: true } } } },
      // The server's policy forbids inline styles.
      "convertStyleToAttrs",
      "removeDimensions",
    ],
  }).data;
  const [, attributes, inner] = /^<svg([^>]*)>(.*)<\/svg>$/s.exec(svg);
  const box = viewBox ?? /viewBox="([^"]*)"/.exec(attributes)?.[1] ?? "0 0 300 400";
  const links = inner.replaceAll("xlink:href", "href");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${links}</svg>\n`;
}

/** The white dragon is blank in the set; a frame distinguishes it from an empty place. */
function whiteDragon() {
  const frame = '<rect x="46" y="62" width="208" height="276" rx="14" fill="none" stroke="#3a6ea5"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400">${frame} stroke-width="14"/></svg>\n`;
}

let [files, bytes] = [0, 0];
function write(name, svg) {
  writeFileSync(new URL(`${name}.svg`, OUT), svg);
  files += 1;
  bytes += svg.length;
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
for (const [suit, word] of [["m", "Man"], ["p", "Pin"], ["s", "Sou"]]) {
  write(`0${suit}`, drawing(tiles[`Regular${word}5Dora`]));
  for (let rank = 1; rank <= 9; rank++) write(`${rank}${suit}`, drawing(tiles[`Regular${word}${rank}`]));
}
["Ton", "Nan", "Shaa", "Pei", null, "Hatsu", "Chun"].forEach((word, index) => {
  write(`${index + 1}z`, word ? drawing(tiles[`Regular${word}`]) : whiteDragon());
});

// The inner frame of a court card: the index is drawn by the page, large enough to read.
const COURT = "-82 -130 164 260";
for (const suit of "CDHS") {
  for (const rank of "jqk") write(`${rank.toUpperCase()}${suit.toLowerCase()}`, drawing(cards[`${suit}${rank}`], COURT));
}
console.log(`${files} drawings, ${(bytes / 1024).toFixed(0)} kB`);

// The opening book of open-face is part of the page, so that it answers without the engine.
const BOOK = new URL("../public/book/", import.meta.url);
mkdirSync(BOOK, { recursive: true });
copyFileSync(new URL("../../crates/ofc-solver/src/book/standard.book", import.meta.url), new URL("standard.book", BOOK));
