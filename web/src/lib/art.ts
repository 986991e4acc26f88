/** Loads a sprite of drawings into the document once, so that `<use href="#t-1m">` finds them. */

const loading = new Map<string, Promise<void>>();

export function loadArt(name: "tiles" | "courts"): Promise<void> {
  let promise = loading.get(name);
  if (!promise) {
    promise = insert(name).catch((error: unknown) => {
      // The faces stay readable without drawings; a later room tries again.
      loading.delete(name);
      console.warn(`artwork '${name}' did not load`, error);
    });
    loading.set(name, promise);
  }
  return promise;
}

async function insert(name: string): Promise<void> {
  const response = await fetch(`./art/${name}.svg`);
  if (!response.ok) throw new Error(`${response.status}`);
  const holder = document.createElement("div");
  holder.hidden = true;
  holder.setAttribute("aria-hidden", "true");
  holder.innerHTML = await response.text();
  document.body.append(holder);
}
