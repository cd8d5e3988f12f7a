/** Remembers the newest ids, so that a repeated one is known. Bounded: the oldest is forgotten first. */
export class EventMemory {
  readonly #ids = new Set<number>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns True the first time an id is seen. */
  isNew(id: number): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > this.#limit) {
      for (const oldest of this.#ids) {
        this.#ids.delete(oldest);
        break;
      }
    }
    return true;
  }
}
