/** A place that somebody is likely to read, and how often it was asked for in vain. */
export interface WantedCell {
  readonly cell: number;
  readonly tries: number;
}

/** Squares to ask a service for, each once; what somebody waits for comes first. Bounded: the oldest give way. */
export class AddressQueue {
  readonly #most: number;
  readonly #awaited = new Map<number, number>();
  readonly #wanted = new Map<number, number>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#awaited.size + this.#wanted.size;
  }

  add(cell: number, { isAwaited = false, tries = 0 } = {}): void {
    if (this.#awaited.has(cell)) return;
    if (isAwaited) this.#wanted.delete(cell);
    else if (this.#wanted.has(cell)) return;
    if (this.size >= this.#most) this.#dropOldest();
    (isAwaited ? this.#awaited : this.#wanted).set(cell, tries);
  }

  take(most: number): readonly WantedCell[] {
    const taken: WantedCell[] = [];
    for (const queue of [this.#awaited, this.#wanted])
      for (const [cell, tries] of queue) {
        if (taken.length === most) return taken;
        taken.push({ cell, tries });
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
