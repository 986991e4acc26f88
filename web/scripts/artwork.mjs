// Makes the artwork of the page: one SVG sprite of mahjong tiles, one of court cards.
//
// Tiles: FluffyStuff's riichi-mahjong-tiles (CC0). Courts: @letele/playing-cards (CC0). Both come as
// React components; they are rendered to plain SVG here, so that nothing of React is shipped.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { optimize } from "svgo";
import * as tiles from "riichi-mahjong-tiles";
import * as cards from "../node_modules/@letele/playing-cards/dist/index.esm.js";

const OUT = new URL("../public/art/", import.meta.url);

/** Returns a component's drawing as a `<symbol>`, its ids prefixed so that sprites can be joined. */
function symbol(id, component, viewBox) {
  const svg = optimize(renderToStaticMarkup(createElement(component)), {
    multipass: true,
    floatPrecision: 1,
    plugins: [
      { name: "preset-default", params: { overrides: { cleanupIds: { minify: true } } } },
      // The server's policy forbids inline styles.
      "convertStyleToAttrs",
      { name: "prefixIds", params: { prefix: id, delim: "-" } },
      "removeXMLNS",
      "removeDimensions",
    ],
  }).data;
  const [, attributes, inner] = /^<svg([^>]*)>(.*)<\/svg>$/s.exec(svg);
  const box = viewBox ?? /viewBox="([^"]*)"/.exec(attributes)?.[1] ?? "0 0 300 400";
  const links = inner.replaceAll("xlink:href", "href");
  return `<symbol id="${id}" viewBox="${box}">${links}</symbol>`;
}

/** The white dragon is blank in the set; a frame distinguishes it from an empty place. */
function whiteDragon(id) {
  const frame = '<rect x="46" y="62" width="208" height="276" rx="14" fill="none" stroke="#3a6ea5"';
  return `<symbol id="${id}" viewBox="0 0 300 400">${frame} stroke-width="14"/></symbol>`;
}

function write(name, symbols) {
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
  writeFileSync(new URL(name, OUT), sprite);
  console.log(`${name}: ${symbols.length} drawings, ${(sprite.length / 1024).toFixed(0)} kB`);
}

const tileSymbols = [];
for (const [suit, word] of [["m", "Man"], ["p", "Pin"], ["s", "Sou"]]) {
  tileSymbols.push(symbol(`t-0${suit}`, tiles[`Regular${word}5Dora`]));
  for (let rank = 1; rank <= 9; rank++) {
    tileSymbols.push(symbol(`t-${rank}${suit}`, tiles[`Regular${word}${rank}`]));
  }
}
["Ton", "Nan", "Shaa", "Pei", null, "Hatsu", "Chun"].forEach((word, index) => {
  const id = `t-${index + 1}z`;
  tileSymbols.push(word ? symbol(id, tiles[`Regular${word}`]) : whiteDragon(id));
});

// The inner frame of a court card: the index is drawn by the page, large enough to read.
const COURT = "-82 -130 164 260";
const courtSymbols = [];
for (const suit of "CDHS") {
  for (const rank of "jqk") {
    const id = `c-${rank.toUpperCase()}${suit.toLowerCase()}`;
    courtSymbols.push(symbol(id, cards[`${suit}${rank}`], COURT));
  }
}

mkdirSync(OUT, { recursive: true });
write("tiles.svg", tileSymbols);
write("courts.svg", courtSymbols);

// The opening book of open-face is part of the page, so that it answers without the engine.
const BOOK = new URL("../public/book/", import.meta.url);
mkdirSync(BOOK, { recursive: true });
copyFileSync(new URL("../../crates/ofc-solver/src/book/standard.book", import.meta.url), new URL("standard.book", BOOK));
