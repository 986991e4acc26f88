/**
 * The state of a room is in the address: `#/ofc?deal=As+Kd&street=1`.
 *
 * A room reads its parameters once and writes them back as they change, so that any position can be
 * linked to, and the browser's back button leads from room to room.
 */

export interface Address {
  room: string;
  params: Record<string, string>;
}

/** Reads the part of an address behind `#`. */
export function parseAddress(hash: string): Address {
  const text = hash.replace(/^#\/?/, "");
  const cut = text.indexOf("?");
  const room = cut < 0 ? text : text.slice(0, cut);
  const params: Record<string, string> = {};
  if (cut >= 0) {
    for (const [key, value] of new URLSearchParams(text.slice(cut + 1))) params[key] = value;
  }
  return { room, params };
}

/** Writes an address; empty parameters are left out. */
export function formatAddress(address: Address): string {
  const entries = Object.entries(address.params).filter(([, value]) => value !== "");
  const query = new URLSearchParams(entries).toString();
  return `#/${address.room}${query === "" ? "" : `?${query}`}`;
}

let current = $state<Address>(parseAddress(globalThis.location?.hash ?? ""));

if (typeof window !== "undefined") {
  window.addEventListener("hashchange", () => {
    current = parseAddress(location.hash);
  });
}

/** The present address; reading it in a component follows it. */
export function address(): Address {
  return current;
}

/** Goes to a room, as a new step in the browser's history. */
export function go(room: string, params: Record<string, string> = {}): void {
  location.hash = formatAddress({ room, params });
}

/** Replaces the parameters of the present room without a new step in the history. */
export function keep(params: Record<string, string>): void {
  const text = formatAddress({ room: parseAddress(location.hash).room, params });
  if (text !== location.hash) history.replaceState(null, "", text);
}
