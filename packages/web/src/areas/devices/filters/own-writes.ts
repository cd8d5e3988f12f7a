/**
 * Tells our own changes of the address from others. An address is written at once and arrives later, on a slow
 * machine after the next was written: what arrives late must not be taken for a navigation.
 */
export class OwnWrites {
  /** The one that stands in the address, then those on their way. Empty = nothing has arrived yet. */
  #texts: readonly string[] = [];

  /** The address, now or once all writes have arrived; undefined = nothing has arrived yet. */
  get latest(): string | undefined {
    return this.#texts.at(-1);
  }

  wrote(text: string): void {
    this.#texts = [...this.#texts, text];
  }

  /** @returns True for a foreign write: a link, back or forward. */
  isForeign(arrived: string): boolean {
    const isFirst = this.#texts.length === 0;
    const at = this.#texts.lastIndexOf(arrived);
    // Those before it were overtaken and never arrive.
    this.#texts = at === -1 ? [arrived] : this.#texts.slice(at);
    return at === -1 && !isFirst;
  }
}
