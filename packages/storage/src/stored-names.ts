/** More do not wait at a time. */
const MAX_NAMES = 10_000;

/**
 * Ids of positions that were known already, by the ids under which they came again. What was worked out before that was
 * known still uses the latter.
 */
export class StoredNames {
  readonly #names = new Map<number, number>();

  /** @param known The id of the row, by the id under which it came again. */
  noteAll(known: Iterable<readonly [id: number, storedAs: number]>): void {
    for (const [id, storedAs] of known) this.#names.set(id, storedAs);
    for (const oldest of this.#names.keys()) {
      if (this.#names.size <= MAX_NAMES) return;
      this.#names.delete(oldest);
    }
  }
  /** The id of the row. */
  of(id: number): number {
    return this.#names.get(id) ?? id;
  }
}
