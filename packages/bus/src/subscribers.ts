type Handler = (message: unknown) => void;

/** Those who listen to topics in this process. */
export class Subscribers {
  readonly #byTopic = new Map<string, Set<Handler>>();
  readonly #onError: (topic: string, error: unknown) => void;

  /** @param onError Called for a failing subscriber; must not throw. */
  constructor(onError: (topic: string, error: unknown) => void) {
    this.#onError = onError;
  }

  /** @returns true when it is the first of the topic. */
  add(topic: string, handler: Handler): boolean {
    const handlers = this.#byTopic.get(topic);
    if (handlers) handlers.add(handler);
    else this.#byTopic.set(topic, new Set([handler]));
    return !handlers;
  }
  /** @returns true when none of the topic is left. */
  remove(topic: string, handler: Handler): boolean {
    const handlers = this.#byTopic.get(topic);
    if (!handlers?.delete(handler) || handlers.size > 0) return false;
    return this.#byTopic.delete(topic);
  }
  deliver(topic: string, message: unknown): void {
    for (const handler of this.#byTopic.get(topic) ?? []) {
      try {
        handler(message);
      } catch (error) {
        this.#onError(topic, error);
      }
    }
  }
}
