/**
 * The turn of a batch among others that are stored one after the other. The next one may copy its positions while the
 * rest of this one is stored, in a transaction of its own that waits for the end of this one. It does not begin before
 * this one has copied: of two equal records the first one is then in its place. Nor is a batch tried again that the next
 * one has begun behind: each would wait for the other.
 */
export class BatchTurn {
  /** Null = there is none, or all is over: a turn does not hold those before it in memory. */
  #before: BatchTurn | null;
  readonly #copied = Promise.withResolvers<void>();
  readonly #over = Promise.withResolvers<void>();
  #isFollowed = false;
  #isTriedAgain = false;
  #isOver = false;

  constructor(before: BatchTurn | null) {
    this.#before = before === null || before.#isOver ? null : before;
  }

  /** Waits for all before it. */
  async own(): Promise<void> {
    if (this.#before) await this.#before.#over.promise;
  }

  /** Waits until its positions may be copied, though the one before it is not over. @returns false = it has to be over. */
  async early(): Promise<boolean> {
    const before = this.#before;
    if (before === null) return false;
    await before.#copied.promise;
    if (before.#isOver || before.#isTriedAgain) return false;
    before.#isFollowed = true;
    return true;
  }

  /** Its positions are copied, and its own turn has come. */
  copied(): void {
    this.#copied.resolve();
  }

  /** Asks for another attempt. @returns whether it is allowed. */
  again(): boolean {
    if (this.#isFollowed) return false;
    this.#isTriedAgain = true;
    return true;
  }

  over(): void {
    this.#isOver = true;
    this.#before = null;
    this.#copied.resolve();
    this.#over.resolve();
  }
}
