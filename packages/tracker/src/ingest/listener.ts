import type { AddressInfo, Server } from 'node:net';

/** An open port for devices. */
export interface Listener {
  /** The port in use (the one given, or the free one found for 0). */
  readonly port: number;
  stopAccepting(): void;
  closeAll(): void;
}

export function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 4096 }, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
