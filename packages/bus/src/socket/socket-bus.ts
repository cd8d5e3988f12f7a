import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { host } from '@rastro/base/host';
import {
  ANSWER_MS,
  BusError,
  type AnswerOf,
  type Bus,
  type PortMap,
  type QuestionOf,
  type TopicMap,
} from '../bus.ts';
import { withinTime } from '../within-time.ts';
import { readFrames, writeFrame, type Frame } from './frames.ts';

export interface SocketBusOptions {
  /** Where the broker is, on this machine. */
  readonly port: number;
  /** Called for a failing subscriber; must not throw. */
  readonly onError: (topic: string, error: unknown) => void;
  /** The broker is gone. The bus does not reconnect: its owner restarts. */
  readonly onEnd: () => void;
}

/** A bus between processes of one machine, over a broker. For tests: see `startBroker`. */
export async function connectSocketBus<Topics extends TopicMap, Ports extends PortMap = object>(
  options: SocketBusOptions,
): Promise<SocketBus<Topics, Ports>> {
  const socket = connect({ host: '127.0.0.1', port: options.port, noDelay: true });
  await once(socket, 'connect');
  return new SocketBus(socket, options);
}

interface Waiting {
  readonly port: string;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: BusError) => void;
}

export class SocketBus<Topics extends TopicMap, Ports extends PortMap> implements Bus<Topics, Ports> {
  readonly #socket: Socket;
  readonly #options: SocketBusOptions;
  readonly #handlers = new Map<string, Set<(message: never) => void>>();
  readonly #answerers = new Map<string, (question: never) => unknown>();
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #isClosed = false;

  constructor(socket: Socket, options: SocketBusOptions) {
    this.#socket = socket;
    this.#options = options;
    readFrames(socket, (frame) => this.#take(frame));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      const isNews = !this.#isClosed;
      this.#end();
      if (isNews) options.onEnd();
    });
  }

  publish<T extends keyof Topics & string>(topic: T, message: Topics[T]): void {
    this.#send({ kind: 'publish', topic, message });
  }
  subscribe<T extends keyof Topics & string>(topic: T, handler: (message: Topics[T]) => void): () => void {
    const set = this.#handlers.get(topic) ?? new Set();
    this.#handlers.set(topic, set);
    if (set.size === 0) this.#send({ kind: 'subscribe', topic });
    set.add(handler);
    return () => {
      if (set.delete(handler) && set.size === 0) this.#send({ kind: 'unsubscribe', topic });
    };
  }

  ask<P extends keyof Ports & string>(
    port: P,
    question: QuestionOf<Ports[P]>,
    timeoutMs = ANSWER_MS,
  ): Promise<AnswerOf<Ports[P]>> {
    const answer = this.#wait<AnswerOf<Ports[P]>>(port, (id) => ({ kind: 'ask', id, port, question }));
    return withinTime(answer, timeoutMs, () => new BusError(port, 'LOST'));
  }
  answer<P extends keyof Ports & string>(
    port: P,
    answerer: (question: QuestionOf<Ports[P]>) => Promise<AnswerOf<Ports[P]>> | AnswerOf<Ports[P]>,
  ): () => void {
    this.#answerers.set(port, answerer);
    this.#send({ kind: 'answers', port });
    return () => {
      if (this.#answerers.get(port) !== answerer) return;
      this.#answerers.delete(port);
      this.#send({ kind: 'answersNoMore', port });
    };
  }

  flush(): Promise<void> {
    return this.#wait('flush', (id) => ({ kind: 'flush', id }));
  }
  async close(): Promise<void> {
    this.#end();
    if (this.#socket.closed) return;
    this.#socket.destroySoon();
    await once(this.#socket, 'close');
  }

  #take(frame: Frame): void {
    if (frame.kind === 'publish') this.#deliver(frame.topic, frame.message);
    // After what answers and messages before it have set going.
    else if (frame.kind === 'ask') host.setImmediate(() => void this.#reply(frame));
    else if (frame.kind === 'answer') this.#settled(frame.id)?.resolve(frame.answer as never);
    else if (frame.kind === 'flushed') this.#settled(frame.id)?.resolve(null as never);
    else if (frame.kind === 'noAnswer') {
      const one = this.#settled(frame.id);
      one?.reject(new BusError(one.port, frame.code));
    }
  }
  #deliver(topic: string, message: unknown): void {
    for (const handler of this.#handlers.get(topic) ?? []) {
      try {
        handler(message as never);
      } catch (error) {
        this.#options.onError(topic, error);
      }
    }
  }
  async #reply({ id, port, question }: Extract<Frame, { kind: 'ask' }>): Promise<void> {
    const answerer = this.#answerers.get(port);
    try {
      if (!answerer) this.#send({ kind: 'noAnswer', id, code: 'NOBODY' });
      else this.#send({ kind: 'answer', id, answer: (await answerer(question as never)) ?? null });
    } catch (error) {
      this.#options.onError(port, error);
      this.#send({ kind: 'noAnswer', id, code: 'FAILED' });
    }
  }

  #wait<T>(port: string, frameOf: (id: number) => Frame): Promise<T> {
    if (this.#isClosed) return Promise.reject(new BusError(port, 'CLOSED'));
    const id = this.#nextId++;
    const answer = new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { port, resolve, reject });
    });
    this.#send(frameOf(id));
    return answer;
  }
  #settled(id: number): Waiting | undefined {
    const one = this.#waiting.get(id);
    this.#waiting.delete(id);
    return one;
  }
  #send(frame: Frame): void {
    if (!this.#isClosed) writeFrame(this.#socket, frame);
  }
  #end(): void {
    this.#isClosed = true;
    for (const { port, reject } of this.#waiting.values()) reject(new BusError(port, 'LOST'));
    this.#waiting.clear();
  }
}
