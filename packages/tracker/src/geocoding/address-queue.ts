/** A place that users are likely to read, and the number of its failed requests. */
export interface WantedCell {
  readonly cell: number;
  readonly attempts: number;
}

/** Squares to look up, each once; those that a caller waits for come first. Bounded: the oldest are dropped. */
export class AddressQueue {
  readonly #maxSize: number;
  readonly #awaited = new Map<number, number>();
  readonly #wanted = new Map<number, number>();

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get size(): number {
    return this.#awaited.size + this.#wanted.size;
  }

  add(cell: number, { isAwaited = false, attempts = 0 } = {}): void {
    if (this.#awaited.has(cell)) return;
    if (isAwaited) this.#wanted.delete(cell);
    else if (this.#wanted.has(cell)) return;
    if (this.size >= this.#maxSize) this.#dropOldest();
    (isAwaited ? this.#awaited : this.#wanted).set(cell, attempts);
  }

  take(max: number): readonly WantedCell[] {
    const taken: WantedCell[] = [];
    for (const queue of [this.#awaited, this.#wanted])
      for (const [cell, attempts] of queue) {
        if (taken.length === max) return taken;
        taken.push({ cell, attempts });
        queue.delete(cell);
      }
    return taken;
  }

  #dropOldest(): void {
    const queue = this.#wanted.size > 0 ? this.#wanted : this.#awaited;
    const [oldest] = queue.keys();
    if (oldest !== undefined) queue.delete(oldest);
  }
}
