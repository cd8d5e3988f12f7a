import { createServer, type AddressInfo, type Socket } from 'node:net';
import { readFrames, writeFrame, type Frame } from './frames.ts';

export interface Broker {
  readonly port: number;
  close(): Promise<void>;
}
interface Asked {
  readonly by: Socket;
  readonly id: number;
  readonly answerer: Socket;
}

/**
 * Passes messages between processes of one machine. It keeps nothing, bounds nothing and knows no rights: it is
 * there to prove that the roles work apart, not to run them in earnest. Listens on the loopback address only.
 */
export async function startBroker(): Promise<Broker> {
  const subscribers = new Map<string, Set<Socket>>();
  const answerers = new Map<string, Socket>();
  const asked = new Map<number, Asked>();
  const sockets = new Set<Socket>();
  let nextId = 1;

  const ask = (by: Socket, { id, port, question }: Extract<Frame, { kind: 'ask' }>): void => {
    const answerer = answerers.get(port);
    if (!answerer) {
      writeFrame(by, { kind: 'noAnswer', id, code: 'NOBODY' });
      return;
    }
    const own = nextId++;
    asked.set(own, { by, id, answerer });
    writeFrame(answerer, { kind: 'ask', id: own, port, question });
  };
  const settle = (frame: Extract<Frame, { kind: 'answer' | 'noAnswer' }>): void => {
    const question = asked.get(frame.id);
    asked.delete(frame.id);
    if (question) writeFrame(question.by, { ...frame, id: question.id });
  };
  const take = (socket: Socket, frame: Frame): void => {
    if (frame.kind === 'publish')
      for (const subscriber of subscribers.get(frame.topic) ?? []) writeFrame(subscriber, frame);
    else if (frame.kind === 'subscribe')
      subscribers.set(frame.topic, (subscribers.get(frame.topic) ?? new Set()).add(socket));
    else if (frame.kind === 'unsubscribe') subscribers.get(frame.topic)?.delete(socket);
    else if (frame.kind === 'answers') answerers.set(frame.port, socket);
    else if (frame.kind === 'answersNoMore') {
      if (answerers.get(frame.port) === socket) answerers.delete(frame.port);
    } else if (frame.kind === 'ask') ask(socket, frame);
    else if (frame.kind === 'flush') writeFrame(socket, { kind: 'flushed', id: frame.id });
    else if (frame.kind === 'answer' || frame.kind === 'noAnswer') settle(frame);
  };
  const leave = (socket: Socket): void => {
    sockets.delete(socket);
    for (const set of subscribers.values()) set.delete(socket);
    for (const [port, answerer] of answerers) if (answerer === socket) answerers.delete(port);
    for (const [id, { by, answerer, id: theirs }] of asked) {
      if (answerer !== socket && by !== socket) continue;
      asked.delete(id);
      if (by !== socket) writeFrame(by, { kind: 'noAnswer', id: theirs, code: 'LOST' });
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true));
    readFrames(socket, (frame) => take(socket, frame));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => leave(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
