/** Topics and the message each carries. */
export type TopicMap = object;

/**
 * Carries facts between rooms that do not know each other. A message reaches every subscriber of its topic
 * in the order it was published; a subscriber that fails harms neither the publisher nor the others.
 */
export interface Bus<Topics extends TopicMap> {
  publish<T extends keyof Topics & string>(topic: T, message: Topics[T]): void;
  /** @returns the end of the subscription. */
  subscribe<T extends keyof Topics & string>(topic: T, handler: (message: Topics[T]) => void): () => void;
}
