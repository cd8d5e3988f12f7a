import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import {
  findProtocol,
  type DeviceRecord,
  type HttpProtocol,
  type OutgoingCommand,
  type StreamProtocol,
} from '@rastro/protocols';

/** Result of one message of a device. */
export interface Received {
  readonly uniqueId: string;
  readonly records: readonly DeviceRecord[];
  /** Hexadecimal, as it came. */
  readonly frame: string;
  readonly answered: boolean;
}

export interface Behaviour {
  /** Whether to answer; asked for every message that has an answer. */
  readonly answers?: (message: {
    readonly records: readonly DeviceRecord[];
    readonly count: number;
  }) => boolean;
  readonly knows?: (uniqueId: string) => boolean;
}

/** A small server for tests: decodes with the product's protocols and answers as configured. */
export interface TestServer {
  readonly port: number;
  readonly received: Received[];
  /** Connections so far. */
  connections: number;
  readonly sockets: Set<Socket>;
  /** Writes a command to every connected device that has identified itself. */
  command(command: OutgoingCommand): void;
  close(): Promise<void>;
}
export type MessageServer = Pick<TestServer, 'port' | 'received' | 'close'>;

const profile = (uniqueId: string) => ({ uniqueId, model: null, timeZone: null, options: {} });

export async function tcpServer(
  t: TestContext,
  name: string,
  { port = 0, ...behaviour }: Behaviour & { readonly port?: number } = {},
): Promise<TestServer> {
  const protocol = findProtocol(name);
  assert.ok(protocol?.kind === 'stream');
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const devices = new Map<Socket, (command: OutgoingCommand) => void>();
  const listener = createServer((socket) => {
    server.connections++;
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      devices.delete(socket);
    });
    socket.on('error', () => socket.destroy());
    devices.set(socket, serve(socket, protocol, { behaviour, received }));
  });
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  const server: TestServer = {
    port: (listener.address() as AddressInfo).port,
    received,
    sockets,
    connections: 0,
    command: (command) => {
      for (const order of devices.values()) order(command);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => listener.close(() => resolve()));
    },
  };
  t.after(() => server.close());
  return server;
}

interface Service {
  readonly behaviour: Behaviour;
  readonly received: Received[];
}

/** @returns Writes a command to the device. */
function serve(
  socket: Socket,
  protocol: StreamProtocol,
  { behaviour, received }: Service,
): (command: OutgoingCommand) => void {
  const framer = protocol.createFramer();
  let state = protocol.initialState();
  let uniqueId: string | null = null;
  socket.on('data', (bytes: Buffer) => {
    for (const frame of framer.push(bytes)) {
      assert.ok(frame.ok);
      uniqueId = protocol.identify(frame.value, state, false)[0] ?? uniqueId;
      if (uniqueId === null || behaviour.knows?.(uniqueId) === false) {
        const refusal = protocol.reject(frame.value, state, false);
        if (refusal) socket.write(refusal);
        continue;
      }
      const decoded = protocol.decode(frame.value, state, {
        device: profile(uniqueId),
        now: Date.now(),
        udp: false,
      });
      assert.ok(decoded.ok);
      assert.equal(decoded.value.intact, true);
      ({ state } = decoded.value);
      const { records, reply } = decoded.value;
      const answered = reply !== null && (behaviour.answers?.({ records, count: received.length }) ?? true);
      received.push({ uniqueId, records, frame: Buffer.from(frame.value).toString('hex'), answered });
      if (reply && answered) socket.write(reply);
    }
  });
  return (command) => {
    if (uniqueId === null) return;
    const encoded = protocol.encode(command, profile(uniqueId), state);
    assert.ok(encoded.ok);
    socket.write(encoded.value);
  };
}

export async function udpServer(t: TestContext, name: string): Promise<MessageServer> {
  const protocol = findProtocol(name);
  assert.ok(protocol?.kind === 'stream');
  const received: Received[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (frame: Buffer, from) => {
    const state = protocol.initialState();
    const [uniqueId] = protocol.identify(frame, state, true);
    if (uniqueId === undefined) return;
    const decoded = protocol.decode(frame, state, { device: profile(uniqueId), now: Date.now(), udp: true });
    assert.ok(decoded.ok);
    received.push({ uniqueId, records: decoded.value.records, frame: frame.toString('hex'), answered: true });
    if (decoded.value.reply) socket.send(decoded.value.reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const close = (): Promise<void> => new Promise((resolve) => socket.close(() => resolve()));
  t.after(close);
  return { port: socket.address().port, received, close };
}

export async function httpServer(t: TestContext, behaviour: Behaviour = {}): Promise<MessageServer> {
  const protocol = findProtocol('osmand') as HttpProtocol;
  const received: Received[] = [];
  const listener = createHttpServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const message = {
        method: incoming.method ?? 'GET',
        target: incoming.url ?? '/',
        contentType: incoming.headers['content-type'] ?? null,
        body: Buffer.concat(chunks),
      };
      const uniqueId = protocol.identify(message)[0] ?? '';
      const decoded = protocol.decode(message, { device: profile(uniqueId), now: Date.now(), udp: false });
      assert.ok(decoded.ok);
      const answered = behaviour.answers?.({ records: decoded.value, count: received.length }) ?? true;
      received.push({ uniqueId, records: decoded.value, frame: message.target, answered });
      const { status, body } = answered ? protocol.accept(null) : { status: 503, body: '' };
      outgoing.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> => {
    listener.closeAllConnections();
    return new Promise((resolve) => listener.close(() => resolve()));
  };
  t.after(close);
  return { port: (listener.address() as AddressInfo).port, received, close };
}

/** Waits until `holds` does. @throws after five seconds. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 5000; !holds();) {
    assert.ok(Date.now() < end, `not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
