/** The drawings of tiles and court cards: one SVG file each, fetched ahead of their first use. */
import { KINDS } from "./tiles";

const TILES = [...KINDS, "0m", "0p", "0s"];
const COURTS = [..."cdhs"].flatMap((suit) => [..."JQK"].map((rank) => rank + suit));
/** Held, so that the browser keeps them in memory. */
const held = new Map<string, HTMLImageElement>();

/** Returns the address of a drawing. */
export function artOf(name: string): string {
  return `./art/${name}.svg`;
}

/** Fetches all tiles, or all court cards, so that none of them appears late. */
export function loadArt(name: "tiles" | "courts"): void {
  for (const one of name === "tiles" ? TILES : COURTS) {
    if (held.has(one)) continue;
    const image = new Image();
    image.src = artOf(one);
    held.set(one, image);
  }
}
