/** More do not wait at a time. */
const MAX_NAMES = 10_000;

/**
 * Ids of positions that were known already, by the ids under which they came again. What was worked out before that was
 * known still uses the latter.
 */
export class StoredNames {
  readonly #names = new Map<number, number>();

  note(id: number, storedAs: number): void {
    this.#names.set(id, storedAs);
    const oldest = this.#names.keys().next();
    if (this.#names.size > MAX_NAMES && !oldest.done) this.#names.delete(oldest.value);
  }
  /** The id of the row. */
  of(id: number): number {
    return this.#names.get(id) ?? id;
  }
}
