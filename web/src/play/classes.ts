/** Classes of decisions, by which mistakes are counted. */

export const CLASSES = {
  gin: ["draw", "discard", "knock", "layoff"],
  ofc: ["opening", "placement", "fantasyland"],
  riichi: ["discard", "riichi", "call", "kan", "win"],
  tricks: ["pass", "bid", "lead", "follow"],
} as const;

export type MistakeClass = (typeof CLASSES)[keyof typeof CLASSES][number];

/** Returns the class of a decision from its view and what was played. */
export function classOf(game: string, view: Record<string, unknown>, played: string): MistakeClass {
  if (game === "gin") return ginClass(String(view["phase"] ?? ""), played);
  if (game === "ofc") return ofcClass(view);
  if (game === "riichi") return riichiClass(view, played);
  const now = (view["now"] ?? {}) as { phase?: string };
  if (now.phase === "pass" || played.startsWith("pass ")) return "pass";
  if (!/[cdhs]$/.test(played) || now.phase === "bid") return "bid";
  const tricks = (view["tricks"] ?? []) as { cards: string[] }[];
  const cards = tricks.at(-1)?.cards.length ?? 0;
  const seats = ((view["scores"] ?? [0, 0, 0, 0]) as unknown[]).length;
  return cards === 0 || cards === seats ? "lead" : "follow";
}

function ginClass(phase: string, played: string): MistakeClass {
  if (/^(knock|gin|big gin)/.test(played) || phase.startsWith("knock")) return "knock";
  if (phase === "layoff" || phase === "defender_melds") return "layoff";
  return phase === "discard" ? "discard" : "draw";
}

function ofcClass(view: Record<string, unknown>): MistakeClass {
  const seat = Number(view["seat"] ?? 0);
  if (((view["fantasy"] ?? []) as number[])[seat]) return "fantasyland";
  return ((view["streets"] ?? []) as unknown[][])[seat]?.length === 0 ? "opening" : "placement";
}

function riichiClass(view: Record<string, unknown>, played: string): MistakeClass {
  if (/^(tsumo|ron)/.test(played)) return "win";
  if (/kan|nuki/.test(played)) return "kan";
  if (played.startsWith("riichi")) return "riichi";
  if (view["asked"] === true) return "call";
  return "discard";
}
