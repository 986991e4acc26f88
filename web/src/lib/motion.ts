/** Returns the milliseconds of a step of motion: none for readers who want no motion. */
export function pace(milliseconds: number): number {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ? 0 : milliseconds;
}
