import { connect } from 'node:net';
import { once } from 'node:events';
import { ANSWER_MS, BusError, type Bus, type PortMap, type TopicMap } from '../bus.ts';
import { withinTime } from '../within-time.ts';
import { readFrames, writeFrame, type Frame } from './frames.ts';

interface Waiting {
  readonly port: string;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: BusError) => void;
}
export interface SocketBus<Topics extends TopicMap, Ports extends PortMap> extends Bus<Topics, Ports> {
  close(): Promise<void>;
}
export interface SocketBusOptions {
  /** Where the broker is, on this machine. */
  readonly port: number;
  /** Told of a failing subscriber; must not throw. */
  readonly onError: (topic: string, error: unknown) => void;
  /** The broker is gone. There is no way back: whoever holds the bus starts anew. */
  readonly onEnd: () => void;
}

/** A bus between processes of one machine, over a broker. For tests: see `startBroker`. */
export async function connectSocketBus<Topics extends TopicMap, Ports extends PortMap = object>(
  options: SocketBusOptions,
): Promise<SocketBus<Topics, Ports>> {
  const socket = connect({ host: '127.0.0.1', port: options.port, noDelay: true });
  await once(socket, 'connect');
  const handlers = new Map<string, Set<(message: never) => void>>();
  const answerers = new Map<string, (question: never) => unknown>();
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let isClosed = false;

  const send = (frame: Frame): void => {
    if (!isClosed) writeFrame(socket, frame);
  };
  const deliver = (topic: string, message: unknown): void => {
    for (const handler of handlers.get(topic) ?? []) {
      try {
        handler(message as never);
      } catch (error) {
        options.onError(topic, error);
      }
    }
  };
  const reply = async (id: number, port: string, question: unknown): Promise<void> => {
    const answerer = answerers.get(port);
    try {
      if (!answerer) send({ kind: 'noAnswer', id, code: 'NOBODY' });
      else send({ kind: 'answer', id, answer: (await answerer(question as never)) ?? null });
    } catch (error) {
      options.onError(port, error);
      send({ kind: 'noAnswer', id, code: 'FAILED' });
    }
  };
  const settled = (id: number): Waiting | undefined => {
    const one = waiting.get(id);
    waiting.delete(id);
    return one;
  };
  readFrames(socket, (frame) => {
    if (frame.kind === 'publish') deliver(frame.topic, frame.message);
    // After what answers and messages before it have set going.
    else if (frame.kind === 'ask') setImmediate(() => void reply(frame.id, frame.port, frame.question));
    else if (frame.kind === 'answer') settled(frame.id)?.resolve(frame.answer as never);
    else if (frame.kind === 'flushed') settled(frame.id)?.resolve(null as never);
    else if (frame.kind === 'noAnswer') {
      const one = settled(frame.id);
      one?.reject(new BusError(one.port, frame.code));
    }
  });
  const end = (): void => {
    isClosed = true;
    for (const { port, reject } of waiting.values()) reject(new BusError(port, 'LOST'));
    waiting.clear();
  };
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    const isNews = !isClosed;
    end();
    if (isNews) options.onEnd();
  });
  const wait = <T>(port: string, frameOf: (id: number) => Frame): Promise<T> => {
    if (isClosed) return Promise.reject(new BusError(port, 'CLOSED'));
    const id = nextId++;
    const answer = new Promise<T>((resolve, reject) => {
      waiting.set(id, { port, resolve, reject });
    });
    send(frameOf(id));
    return answer;
  };

  return {
    publish: (topic, message) => send({ kind: 'publish', topic, message }),
    subscribe(topic, handler) {
      let set = handlers.get(topic);
      if (!set) handlers.set(topic, (set = new Set()));
      if (set.size === 0) send({ kind: 'subscribe', topic });
      set.add(handler);
      return () => {
        if (set.delete(handler) && set.size === 0) send({ kind: 'unsubscribe', topic });
      };
    },
    ask: (port, question, timeoutMs = ANSWER_MS) =>
      withinTime(
        wait(port, (id) => ({ kind: 'ask', id, port, question })),
        timeoutMs,
        () => new BusError(port, 'LOST'),
      ),
    answer(port, answerer) {
      answerers.set(port, answerer);
      send({ kind: 'answers', port });
      return () => {
        if (answerers.get(port) !== answerer) return;
        answerers.delete(port);
        send({ kind: 'answersNoMore', port });
      };
    },
    flush: () => wait('flush', (id) => ({ kind: 'flush', id })),
    close: async () => {
      end();
      if (socket.closed) return;
      socket.destroySoon();
      await once(socket, 'close');
    },
  };
}
