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
export type DeviceSocket = Duplex & Pick<Socket, 'remoteAddress' | 'bytesRead'> & { setNoDelay(): unknown };

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

export function listenOn(server: Server, { host, port }: PortAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 4096 }, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
