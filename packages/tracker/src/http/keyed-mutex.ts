/**
 * Lets requests that check and then write take turns, so that two of them do not both pass a check that only
 * one may pass. Turns of different keys do not wait for each other.
 */
export class KeyedMutex {
  readonly #last = new Map<string | number, Promise<unknown>>();

  run<T>(key: string | number, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(key, mine);
    const leave = (): void => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  }
}
