import { ANSWER_MS, BusError, type Bus, type PortMap, type TopicMap } from './bus.ts';
import { withinTime } from './within-time.ts';

/**
 * The bus of a single process: delivery is a function call, before `publish` returns.
 * @param onError Called for a failing subscriber; must not throw.
 */
export function createInProcessBus<Topics extends TopicMap, Ports extends PortMap = object>(
  onError: (topic: string, error: unknown) => void,
): Bus<Topics, Ports> {
  const handlers = new Map<string, Set<(message: never) => void>>();
  const answerers = new Map<string, (question: never) => unknown>();
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
    async ask(port, question, timeoutMs = ANSWER_MS) {
      const answerer = answerers.get(port);
      if (!answerer) throw new BusError(port, 'NOBODY');
      const answer = (async () => answerer(question as never))().catch((cause: unknown) => {
        throw new BusError(port, 'FAILED', { cause });
      });
      return (await withinTime(answer, timeoutMs, () => new BusError(port, 'LOST'))) as never;
    },
    answer(port, answerer) {
      answerers.set(port, answerer);
      return () => {
        if (answerers.get(port) === answerer) answerers.delete(port);
      };
    },
    flush: async () => {},
  };
}
