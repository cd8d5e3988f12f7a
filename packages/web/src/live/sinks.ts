/** Subscribers to one kind of message. One that unsubscribes during a publish gets no more. */
export class Sinks<T> {
  readonly #sinks = new Set<(news: T) => void>();

  /** @returns ends it. */
  add(sink: (news: T) => void): () => void {
    this.#sinks.add(sink);
    return () => void this.#sinks.delete(sink);
  }
  notify(news: T | undefined): void {
    if (news === undefined) return;
    for (const sink of Array.from(this.#sinks)) if (this.#sinks.has(sink)) sink(news);
  }
  clear(): void {
    this.#sinks.clear();
  }
}
