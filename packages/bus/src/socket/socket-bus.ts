import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { host } from '@rastro/base/host';
import { Answerers, IN_TIME } from '../answerers.ts';
import { ALL_ANSWERS_MS, BusError, type AllPatience, type Bus, type PortMap, type TopicMap } from '../bus.ts';
import { asking, placeOf, type Answering, type Asking, typed, type PlainBus } from '../plain-bus.ts';
import { Gathering } from '../gathering.ts';
import { Subscribers } from '../subscribers.ts';
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
): Promise<Bus<Topics, Ports> & { close(): Promise<void> }> {
  const socket = connect({ host: '127.0.0.1', port: options.port, noDelay: true });
  await once(socket, 'connect');
  return typed<Topics, Ports, SocketBus>(new SocketBus(socket, options));
}

interface Waiting {
  readonly port: string;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: BusError) => void;
}
class SocketBus implements PlainBus {
  readonly #socket: Socket;
  readonly #options: SocketBusOptions;
  readonly #subscribers: Subscribers;
  readonly #answerers = new Answerers();
  readonly #waiting = new Map<number, Waiting>();
  readonly #gathering = new Map<number, Gathering>();
  #nextId = 1;
  #isClosed = false;

  constructor(socket: Socket, options: SocketBusOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#subscribers = new Subscribers(options.onError);
    readFrames(socket, (frame) => this.#take(frame));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      const isNews = !this.#isClosed;
      this.#end();
      if (isNews) options.onEnd();
    });
  }

  get isConnected(): boolean {
    return !this.#isClosed;
  }
  /** Its owner restarts when the broker is gone: there is never a gap. */
  onGap(): () => void {
    return () => {};
  }
  publish(topic: string, message: unknown): void {
    this.#send({ kind: 'publish', topic, message });
  }
  subscribe(topic: string, handler: (message: unknown) => void): () => void {
    if (this.#subscribers.add(topic, handler)) this.#send({ kind: 'subscribe', topic });
    return () => {
      if (this.#subscribers.remove(topic, handler)) this.#send({ kind: 'unsubscribe', topic });
    };
  }

  ask(port: string, question: unknown, options?: Asking): Promise<unknown> {
    const { to: at, timeoutMs } = asking(options);
    const answer = this.#wait(port, (id) => ({ kind: 'ask', id, port, at, question }));
    return withinTime(answer, timeoutMs, () => new BusError(port, 'LOST'));
  }
  async askAll(port: string, question: unknown, patience: AllPatience = {}): Promise<readonly unknown[]> {
    if (this.#isClosed) throw new BusError(port, 'CLOSED');
    const id = this.#nextId++;
    const gathering = new Gathering(patience);
    this.#gathering.set(id, gathering);
    const { timeoutMs = ALL_ANSWERS_MS } = patience;
    this.#send({ kind: 'askAll', id, port, question, timeoutMs });
    return gathering.done.finally(() => this.#gathering.delete(id));
  }
  answer(port: string, answerer: (question: unknown) => unknown, options?: Answering): () => void {
    const at = placeOf(options);
    if (this.#answerers.add(port, at, answerer)) this.#send({ kind: 'answers', port, at });
    return () => {
      if (this.#answerers.remove(port, at, answerer)) this.#send({ kind: 'answersNoMore', port, at });
    };
  }

  async flush(): Promise<void> {
    await this.#wait('flush', (id) => ({ kind: 'flush', id }));
  }
  async close(): Promise<void> {
    this.#end();
    if (this.#socket.closed) return;
    this.#socket.destroySoon();
    await once(this.#socket, 'close');
  }

  #take(frame: Frame): void {
    if (frame.kind === 'publish') this.#subscribers.deliver(frame.topic, frame.message);
    // After what answers and messages before it have set going.
    else if (frame.kind === 'ask') host.setImmediate(() => void this.#reply(frame));
    else if (frame.kind === 'askAll') host.setImmediate(() => void this.#replyAsAll(frame));
    else if (frame.kind === 'asked') this.#gathering.get(frame.id)?.expect(frame.count);
    else if (frame.kind === 'answer') {
      if (Array.isArray(frame.answer)) this.#gathering.get(frame.id)?.add(frame.answer);
      this.#settled(frame.id)?.resolve(frame.answer);
    } else if (frame.kind === 'flushed') this.#settled(frame.id)?.resolve(null);
    else if (frame.kind === 'noAnswer') {
      this.#gathering.get(frame.id)?.add([]);
      const one = this.#settled(frame.id);
      one?.reject(new BusError(one.port, frame.code));
    }
  }
  async #reply({ id, port, at, question }: Extract<Frame, { kind: 'ask' }>): Promise<void> {
    const answerer = this.#answerers.find(port, at);
    try {
      if (!answerer) this.#send({ kind: 'noAnswer', id, code: 'NOBODY' });
      else this.#send({ kind: 'answer', id, answer: (await answerer(question)) ?? null });
    } catch (error) {
      this.#options.onError(port, error);
      this.#send({ kind: 'noAnswer', id, code: 'FAILED' });
    }
  }
  async #replyAsAll({ id, port, question, timeoutMs }: Extract<Frame, { kind: 'askAll' }>): Promise<void> {
    const patience = { timeoutMs: timeoutMs * IN_TIME };
    const answer = await this.#answerers.askAll(port, question, patience, this.#options.onError).done;
    this.#send({ kind: 'answer', id, answer });
  }

  #wait(port: string, frameOf: (id: number) => Frame): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new BusError(port, 'CLOSED'));
    const id = this.#nextId++;
    const answer = new Promise((resolve, reject) => {
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
    for (const gathering of this.#gathering.values()) gathering.end();
  }
}
