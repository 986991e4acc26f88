/** How far the engine is loaded: a share of one; the server's is there from the start. */
let share = $state(1);
let failure = $state("");

export function engineLoaded(): number {
  return share;
}

export function engineFailure(): string {
  return failure;
}

export function setEngineLoaded(value: number): void {
  share = value;
}

export function setEngineFailure(text: string): void {
  failure = text;
}
