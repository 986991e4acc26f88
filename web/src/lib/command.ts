/** Positions as command lines. */

/** Returns the command line that advises a seat's view; quotes in it are kept from the shell. */
export function adviseCommand(game: string, rules: unknown, view: unknown): string {
  return `echo ${quoted(JSON.stringify({ game, rules, view }))} | facedown advise ${game} -`;
}

/** Returns the command line that judges the discards of a riichi view. */
export function dangerCommand(rules: string, view: unknown): string {
  return `echo ${quoted(JSON.stringify({ game: "riichi", rules, view }))} | facedown riichi danger -`;
}

/** Returns the command line that reviews a seat of a log. */
export function reviewCommand(log: string, seat: number, worlds: number): string {
  return `facedown riichi review ${quoted(log)} --seat ${seat} --worlds ${worlds}`;
}

/** Returns text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
