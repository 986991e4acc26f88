/** Light, dark, or as the system says; the choice is kept in the browser. */

export type Theme = "system" | "light" | "dark";
const KEY = "facedown.theme";

function stored(): Theme {
  const text = globalThis.localStorage?.getItem(KEY);
  return text === "light" || text === "dark" ? text : "system";
}

let current = $state<Theme>(stored());

export function theme(): Theme {
  return current;
}

export function setTheme(value: Theme): void {
  current = value;
  if (value === "system") {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset["theme"];
  } else {
    localStorage.setItem(KEY, value);
    document.documentElement.dataset["theme"] = value;
  }
}

/** Applies the stored choice when the page starts. */
export function applyTheme(): void {
  if (current !== "system") document.documentElement.dataset["theme"] = current;
}
