import { createSocket } from 'node:dgram';
import { createServer as createHttpServer, type RequestListener, type ServerOptions } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** An open port for devices. */
export interface Listener {
  /** The port in use (the one given, or the free one found for 0). */
  readonly port: number;
  stopAccepting(): void;
  closeAll(): void;
}

/** A connection from a device, as far as it is used. */
export type DeviceSocket = Duplex & Pick<Socket, 'remoteAddress'> & { setNoDelay(): unknown };

/** Port number, and 0 = any free one. */
export interface PortAddress {
  readonly host: string;
  readonly port: number;
}
/** Opens a port for connections. @throws the system's error when the port is taken. */
export type OpenPort = (
  address: PortAddress,
  onConnection: (socket: DeviceSocket) => void,
) => Promise<Pick<Listener, 'port' | 'stopAccepting'>>;

/** A port of this machine. */
export const openMachinePort: OpenPort = async (address, onConnection) => {
  const server = createServer({ keepAlive: true, keepAliveInitialDelay: 120_000 }, onConnection);
  const port = await listenOn(server, address);
  return { port, stopAccepting: () => void server.close() };
};

/** Sender of a datagram. */
export interface Sender {
  readonly address: string;
  readonly port: number;
  /** Load balancer to which answers go; absent = there is none. */
  readonly through?: Sender;
}
/** An open port for datagrams. */
export interface DatagramPort {
  readonly port: number;
  /** @param onSent Called with whether the system took it. */
  send(bytes: Uint8Array, to: Sender, onSent?: (isSent: boolean) => void): void;
  /** Those that came before are lost. */
  take(onDatagram: (bytes: Uint8Array, from: Sender) => void): void;
  stopTaking(): void;
  close(): void;
}
/** Opens a port for datagrams. @throws the system's error when the port is taken. */
export type OpenDatagrams = (address: PortAddress, onError: (error: Error) => void) => Promise<DatagramPort>;

/** A port of this machine. */
export const openMachineDatagrams: OpenDatagrams = async ({ host, port }, onError) => {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, () => {
      socket.removeListener('error', reject);
      socket.on('error', onError);
      resolve();
    });
  });
  return {
    port: socket.address().port,
    send: (bytes, to, onSent) =>
      onSent
        ? socket.send(bytes, to.port, to.address, (error) => onSent(!error))
        : socket.send(bytes, to.port, to.address),
    take: (onDatagram) => void socket.on('message', onDatagram),
    stopTaking: () => void socket.removeAllListeners('message'),
    close: () => void socket.close(),
  };
};

/** Takes what comes to a port for requests. */
export interface RequestTaker {
  readonly onRequest: RequestListener;
  readonly onConnection: (socket: DeviceSocket) => void;
  /** Reads what precedes the requests of a connection, then calls `go`; absent = nothing does. */
  readonly before?: (socket: DeviceSocket, go: () => void) => void;
}
/** Opens a port for HTTP. @throws the system's error when the port is taken. */
export type OpenRequests = (
  address: PortAddress,
  deadlines: ServerOptions,
  taker: RequestTaker,
) => Promise<Listener>;

/** A port of this machine. */
export const openMachineRequests: OpenRequests = async (address, deadlines, taker) => {
  const { onRequest, onConnection, before } = taker;
  const server = createHttpServer(deadlines, onRequest);
  server.on('connection', onConnection);
  if (before) readBefore(server, before);
  const port = await listenOn(server, address);
  return {
    port,
    stopAccepting: () => void server.close(),
    closeAll: () => server.closeAllConnections(),
  };
};

/** The server of requests gets a connection when that has been read. */
function readBefore(server: Server, before: NonNullable<RequestTaker['before']>): void {
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) =>
    before(socket, () => {
      for (const listener of listeners) listener.call(server, socket);
    }),
  );
}

function listenOn(server: Server, { host, port }: PortAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 4096 }, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
