import type { Component } from "svelte";
import { t } from "../texts";

/** A room of the page: its place in the address, its texts, and its code, loaded when opened. */
export interface Room {
  id: string;
  title: string;
  summary: string;
  load: () => Promise<{ default: Component }>;
}

function room(id: string, [title, summary]: readonly [string, string], load: Room["load"]): Room {
  return { id, title, summary, load };
}

export const ROOMS: readonly Room[] = [
  room("riichi", t.rooms.riichiHand, () => import("./riichi-hand/RiichiHand.svelte")),
  room("review", t.rooms.riichiReview, () => import("./riichi-review/RiichiReview.svelte")),
  room("ofc", t.rooms.ofc, () => import("./ofc/OpenFace.svelte")),
  room("gin", t.rooms.gin, () => import("./gin/GinHand.svelte")),
  room("tricks", t.rooms.tricks, () => import("./tricks/Tricks.svelte")),
];

const FRONT: Room = { id: "", title: t.name, summary: "", load: () => import("./Front.svelte") };

/** Returns the room of an address, the front if there is none by that name. */
export function findRoom(id: string): Room {
  return ROOMS.find((room) => room.id === id) ?? FRONT;
}
