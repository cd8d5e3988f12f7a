/** Beyond this, who asks is told to come back. */
const MAX_WAITING = 50;

/**
 * Reports that drivers cause are read in the name of the account that gave them access, one after the other: an account
 * has only some at once, and keeps the others for itself.
 */
export class OwnerQueue {
  readonly #waiting = new Map<number, { last: Promise<unknown>; count: number }>();

  /** @returns null = too many wait. */
  async run<T>(ownerId: number, work: () => Promise<T>): Promise<T | null> {
    const line = this.#waiting.get(ownerId) ?? { last: Promise.resolve(), count: 0 };
    if (line.count >= MAX_WAITING) return null;
    this.#waiting.set(ownerId, line);
    line.count++;
    // One that failed does not hold up the next.
    const mine = line.last.then(work, work);
    line.last = mine.catch(() => null);
    try {
      return await mine;
    } finally {
      line.count--;
      if (line.count === 0) this.#waiting.delete(ownerId);
    }
  }
}
