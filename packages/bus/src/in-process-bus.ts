import type { Bus, TopicMap } from './bus.ts';

/**
 * The bus of a single process: delivery is a function call, before `publish` returns.
 * @param onError Told of a failing subscriber; must not throw.
 */
export function createInProcessBus<Topics extends TopicMap>(
  onError: (topic: string, error: unknown) => void,
): Bus<Topics> {
  const handlers = new Map<string, Set<(message: never) => void>>();
  return {
    publish(topic, message) {
      for (const handler of handlers.get(topic) ?? []) {
        try {
          handler(message as never);
        } catch (error) {
          onError(topic, error);
        }
      }
    },
    subscribe(topic, handler) {
      let set = handlers.get(topic);
      if (!set) handlers.set(topic, (set = new Set()));
      set.add(handler);
      return () => void set.delete(handler);
    },
  };
}
