/** Work behind calls that are answered already; it ends with its process. */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #onFailure: (error: unknown) => void;

  /** @param onFailure Told when work fails: nobody waits for it. */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }
  /** @param work Given a signal that says that the process ends. */
  begin(work: (closing: AbortSignal) => Promise<void>): void {
    const running = work(this.#closing.signal)
      .catch(this.#onFailure)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
  /** Breaks the work off and waits for it. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running);
  }
}
