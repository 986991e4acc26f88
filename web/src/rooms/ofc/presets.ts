/** The presets of the rules, with what the room must know of each. */
export interface Preset {
  name: string;
  jokers: number;
  /** Cards dealt on later streets. */
  dealt: number;
}

export const PRESETS: readonly Preset[] = [
  { name: "standard", jokers: 0, dealt: 3 },
  { name: "tonybet", jokers: 0, dealt: 3 },
  { name: "progressive", jokers: 0, dealt: 3 },
  { name: "ultimate", jokers: 0, dealt: 3 },
  { name: "joker-ultimate", jokers: 2, dealt: 3 },
  { name: "classic", jokers: 0, dealt: 1 },
  { name: "2-7", jokers: 0, dealt: 3 },
];

export function preset(name: string): Preset {
  return PRESETS.find((one) => one.name === name) ?? PRESETS[0]!;
}
