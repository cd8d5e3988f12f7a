import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Address } from '../bus.ts';
import { readFrames, writeFrame, type Frame } from './frames.ts';

export interface Broker {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Passes messages between processes of one machine. It keeps nothing, bounds nothing and knows no rights: it is
 * there to prove that the roles work apart, not to run them in earnest. Listens on the loopback address only.
 */
export async function startBroker(): Promise<Broker> {
  const board = new Switchboard();
  const server = createServer((socket) => board.join(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        board.endAll();
      }),
  };
}

interface Asked {
  readonly by: Socket;
  readonly id: number;
  readonly answerer: Socket;
}
const placeOf = ({ port, at }: { readonly port: string; readonly at: Address | null }): string =>
  JSON.stringify([port, at]);

/** Subscribers of topics, processes that answer ports, and requests without an answer yet. */
class Switchboard {
  readonly #subscribers = new Map<string, Set<Socket>>();
  /** By port and address; the newest of those at one place is asked. */
  readonly #answerers = new Map<string, { readonly port: string; readonly sockets: Set<Socket> }>();
  readonly #asked = new Map<number, Asked>();
  readonly #sockets = new Set<Socket>();
  #nextId = 1;

  join(socket: Socket): void {
    this.#sockets.add(socket.setNoDelay(true));
    readFrames(socket, (frame) => this.#take(socket, frame));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#leave(socket));
  }
  endAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #take(socket: Socket, frame: Frame): void {
    switch (frame.kind) {
      case 'publish':
        for (const subscriber of this.#subscribers.get(frame.topic) ?? []) writeFrame(subscriber, frame);
        break;
      case 'subscribe':
        this.#subscribers.set(
          frame.topic,
          (this.#subscribers.get(frame.topic) ?? new Set<Socket>()).add(socket),
        );
        break;
      case 'unsubscribe':
        this.#subscribers.get(frame.topic)?.delete(socket);
        break;
      case 'answers':
        this.#answers(socket, frame);
        break;
      case 'answersNoMore':
        this.#answerers.get(placeOf(frame))?.sockets.delete(socket);
        break;
      case 'ask':
        this.#ask(socket, frame);
        break;
      case 'askAll':
        this.#askAll(socket, frame);
        break;
      case 'answer':
      case 'noAnswer':
        this.#settle(frame);
        break;
      case 'flush':
        writeFrame(socket, { kind: 'flushed', id: frame.id });
        break;
      case 'asked':
      case 'flushed':
        break; // Only the broker sends these.
    }
  }

  #answers(socket: Socket, frame: Extract<Frame, { kind: 'answers' }>): void {
    const place = placeOf(frame);
    const there = this.#answerers.get(place) ?? { port: frame.port, sockets: new Set() };
    this.#answerers.set(place, there);
    there.sockets.add(socket);
  }
  #ask(by: Socket, frame: Extract<Frame, { kind: 'ask' }>): void {
    const answerer = [...(this.#answerers.get(placeOf(frame))?.sockets ?? [])].at(-1);
    if (answerer) this.#pass(by, answerer, frame);
    else writeFrame(by, { kind: 'noAnswer', id: frame.id, code: 'NOBODY' });
  }
  #askAll(by: Socket, frame: Extract<Frame, { kind: 'askAll' }>): void {
    const places = Iterator.from(this.#answerers.values()).filter(({ port }) => port === frame.port);
    const all = new Set(places.flatMap(({ sockets }) => sockets));
    writeFrame(by, { kind: 'asked', id: frame.id, count: all.size });
    for (const answerer of all) this.#pass(by, answerer, frame);
  }
  #pass(by: Socket, answerer: Socket, frame: Extract<Frame, { kind: 'ask' | 'askAll' }>): void {
    const own = this.#nextId++;
    this.#asked.set(own, { by, id: frame.id, answerer });
    writeFrame(answerer, { ...frame, id: own });
  }
  #settle(frame: Extract<Frame, { kind: 'answer' | 'noAnswer' }>): void {
    const question = this.#asked.get(frame.id);
    this.#asked.delete(frame.id);
    if (question) writeFrame(question.by, { ...frame, id: question.id });
  }

  #leave(socket: Socket): void {
    this.#sockets.delete(socket);
    for (const set of this.#subscribers.values()) set.delete(socket);
    for (const { sockets } of this.#answerers.values()) sockets.delete(socket);
    for (const [id, { by, answerer, id: theirs }] of this.#asked) {
      if (answerer !== socket && by !== socket) continue;
      this.#asked.delete(id);
      if (by !== socket) writeFrame(by, { kind: 'noAnswer', id: theirs, code: 'LOST' });
    }
  }
}
