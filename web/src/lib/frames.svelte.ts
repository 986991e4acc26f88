/** Parts of a room that are drawn one frame after the other, so that no frame draws everything. */

export class Frames {
  /** The number of parts that are drawn. */
  count = $state(0);
  readonly #parts: number;
  #frame = 0;

  constructor(parts: number) {
    this.#parts = parts;
  }

  /** Starts anew: the first part at once, the others a frame later each. */
  restart(): void {
    cancelAnimationFrame(this.#frame);
    this.count = 1;
    const next = (): void => {
      this.count += 1;
      if (this.count < this.#parts) this.#frame = requestAnimationFrame(next);
    };
    // The first call comes before the frame of the first part is drawn.
    this.#frame = requestAnimationFrame(() => (this.#frame = requestAnimationFrame(next)));
  }
}
