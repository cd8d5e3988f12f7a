import { createServer, type AddressInfo, type Socket } from 'node:net';
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

/** Subscribers of topics, processes that answer ports, and requests without an answer yet. */
class Switchboard {
  readonly #subscribers = new Map<string, Set<Socket>>();
  readonly #answerers = new Map<string, Socket>();
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
        this.#answerers.set(frame.port, socket);
        break;
      case 'answersNoMore':
        if (this.#answerers.get(frame.port) === socket) this.#answerers.delete(frame.port);
        break;
      case 'ask':
        this.#ask(socket, frame);
        break;
      case 'answer':
      case 'noAnswer':
        this.#settle(frame);
        break;
      case 'flush':
        writeFrame(socket, { kind: 'flushed', id: frame.id });
        break;
      case 'flushed':
        break; // Only the broker sends this.
    }
  }

  #ask(by: Socket, { id, port, question }: Extract<Frame, { kind: 'ask' }>): void {
    const answerer = this.#answerers.get(port);
    if (!answerer) {
      writeFrame(by, { kind: 'noAnswer', id, code: 'NOBODY' });
      return;
    }
    const own = this.#nextId++;
    this.#asked.set(own, { by, id, answerer });
    writeFrame(answerer, { kind: 'ask', id: own, port, question });
  }
  #settle(frame: Extract<Frame, { kind: 'answer' | 'noAnswer' }>): void {
    const question = this.#asked.get(frame.id);
    this.#asked.delete(frame.id);
    if (question) writeFrame(question.by, { ...frame, id: question.id });
  }

  #leave(socket: Socket): void {
    this.#sockets.delete(socket);
    for (const set of this.#subscribers.values()) set.delete(socket);
    for (const [port, answerer] of this.#answerers) if (answerer === socket) this.#answerers.delete(port);
    for (const [id, { by, answerer, id: theirs }] of this.#asked) {
      if (answerer !== socket && by !== socket) continue;
      this.#asked.delete(id);
      if (by !== socket) writeFrame(by, { kind: 'noAnswer', id: theirs, code: 'LOST' });
    }
  }
}
