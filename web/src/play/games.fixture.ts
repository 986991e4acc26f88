/** The games as the engine describes them, for tests: the answer that is committed and tested against the service. */
import { readFileSync } from "node:fs";
import type { GamesAnswer } from "../engine";
import { setGames } from "./games.svelte";

const file = new URL("../../../docs/reference/games.json", import.meta.url);
export const { games: GAMES } = JSON.parse(readFileSync(file, "utf8")) as GamesAnswer;
setGames(GAMES);
