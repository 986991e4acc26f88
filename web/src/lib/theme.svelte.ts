/** Looks: light or dark, two or four colours of suits; choices are kept in the browser. */

export type Theme = "system" | "light" | "dark";
export type Deck = "two" | "four";

function stored<T extends string>(key: string, other: T, allowed: readonly T[]): T {
  const text = globalThis.localStorage?.getItem(key);
  return allowed.find((one) => one === text) ?? other;
}

let currentTheme = $state<Theme>(stored("facedown.theme", "system", ["light", "dark"]));
let currentDeck = $state<Deck>(stored("facedown.deck", "two", ["four"]));

export function theme(): Theme {
  return currentTheme;
}

export function deck(): Deck {
  return currentDeck;
}

/** Keeps a choice in the browser and on the document; the usual one leaves no trace. */
function keep(name: "theme" | "deck", value: string, usual: string): void {
  if (value === usual) {
    localStorage.removeItem(`facedown.${name}`);
    delete document.documentElement.dataset[name];
  } else {
    localStorage.setItem(`facedown.${name}`, value);
    document.documentElement.dataset[name] = value;
  }
}

export function setTheme(value: Theme): void {
  currentTheme = value;
  keep("theme", value, "system");
}

export function setDeck(value: Deck): void {
  currentDeck = value;
  keep("deck", value, "two");
}

/** Applies the stored choices when the page starts. */
export function applyLooks(): void {
  if (currentTheme !== "system") document.documentElement.dataset["theme"] = currentTheme;
  if (currentDeck !== "two") document.documentElement.dataset["deck"] = currentDeck;
}
