/** How far the engine is loaded: a share of one; the server's is there from the start. */
let share = $state(1);
let failure = $state("");
let locked = $state(false);

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

/** Whether the server has asked for its token. */
export function engineLocked(): boolean {
  return locked;
}

export function setEngineLocked(value: boolean): void {
  locked = value;
}
