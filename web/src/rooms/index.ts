import type { Component } from "svelte";
import { t } from "../texts";

/** A room of the page: its place in the address, its texts, and its code, loaded when opened. */
export interface Room {
  id: string;
  title: string;
  summary: string;
  group: "play" | "study" | "frame";
  load: () => Promise<{ default: Component }>;
}

function room(id: string, group: Room["group"], [title, summary]: readonly [string, string], load: Room["load"]): Room {
  return { id, group, title, summary, load };
}

export const ROOMS: readonly Room[] = [
  room("play", "play", t.rooms.play, () => import("./play/Play.svelte")),
  room("train", "play", t.rooms.train, () => import("./train/Train.svelte")),
  room("riichi", "study", t.rooms.riichiHand, () => import("./riichi-hand/RiichiHand.svelte")),
  room("review", "study", t.rooms.riichiReview, () => import("./riichi-review/RiichiReview.svelte")),
  room("ofc", "study", t.rooms.ofc, () => import("./ofc/OpenFace.svelte")),
  room("gin", "study", t.rooms.gin, () => import("./gin/GinHand.svelte")),
  room("tricks", "study", t.rooms.tricks, () => import("./tricks/Tricks.svelte")),
  room("profile", "play", t.rooms.profile, () => import("./profile/Profile.svelte")),
];

const HIDDEN: readonly Room[] = [
  room("", "frame", [t.name, ""], () => import("./Front.svelte")),
  room("docs", "frame", [t.front.docs, ""], () => import("./docs/Docs.svelte")),
];

/** Returns the room of an address, the front if there is none by that name. */
export function findRoom(id: string): Room {
  return [...ROOMS, ...HIDDEN].find((room) => room.id === id) ?? HIDDEN[0]!;
}
