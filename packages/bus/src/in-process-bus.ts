import { Answerers } from './answerers.ts';
import { BusError, type Bus, type PortMap, type TopicMap } from './bus.ts';
import { asking, placeOf, typed } from './plain-bus.ts';
import { Subscribers } from './subscribers.ts';
import { withinTime } from './within-time.ts';

/**
 * The bus of a single process: delivery is a function call, before `publish` returns.
 * @param onError Called for a failing subscriber; must not throw.
 */
export function createInProcessBus<Topics extends TopicMap, Ports extends PortMap = object>(
  onError: (topic: string, error: unknown) => void,
): Bus<Topics, Ports> {
  const subscribers = new Subscribers(onError);
  const answerers = new Answerers();
  return typed<Topics, Ports>({
    publish: (topic, message) => subscribers.deliver(topic, message),
    subscribe(topic, handler) {
      subscribers.add(topic, handler);
      return () => void subscribers.remove(topic, handler);
    },
    async ask(port, question, options) {
      const { to, timeoutMs } = asking(options);
      const answerer = answerers.find(port, to);
      if (!answerer) throw new BusError(port, 'NOBODY');
      const answer = (async () => answerer(question))().catch((cause: unknown) => {
        throw new BusError(port, 'FAILED', { cause });
      });
      return withinTime(answer, timeoutMs, () => new BusError(port, 'LOST'));
    },
    askAll: (port, question, patience) => answerers.askAll(port, question, patience, onError).done,
    answer(port, answerer, options) {
      const at = placeOf(options);
      answerers.add(port, at, answerer);
      return () => void answerers.remove(port, at, answerer);
    },
    onGap: () => () => {},
    isConnected: true,
    flush: async () => {},
  });
}
