import { createSocket } from 'node:dgram';
import { connect } from 'node:net';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** An open way to the server. */
export interface Link {
  send(bytes: Uint8Array): void;
  close(): void;
}

/** Events that a link sends its owner. `closed` is the last one. */
export type LinkEvent = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'closed' };

/** @returns null when the server cannot be reached. */
export type OpenLink = (address: Address, tell: (event: LinkEvent) => void) => Promise<Link | null>;

const CONNECT_MS = 10_000;

export const openTcp: OpenLink = ({ host, port }, tell) =>
  new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    const link: Link = {
      send: (bytes) => void socket.write(bytes),
      close: () => void socket.destroy(),
    };
    socket.setTimeout(CONNECT_MS, () => socket.destroy());
    socket.once('connect', () => {
      socket.setTimeout(0);
      resolve(link);
    });
    socket.on('data', (bytes: Buffer) => tell({ kind: 'bytes', bytes }));
    // The reason does not matter to a device: it retries. 'close' follows every error.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      resolve(null);
      tell({ kind: 'closed' });
    });
  });

export const openUdp: OpenLink = ({ host, port }, tell) =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    let open = true;
    const close = (): void => {
      if (!open) return;
      open = false;
      socket.close();
      resolve(null);
      tell({ kind: 'closed' });
    };
    socket.on('message', (bytes: Buffer) => tell({ kind: 'bytes', bytes }));
    socket.on('error', close);
    socket.connect(port, host, () => {
      resolve({
        send: (bytes) => {
          if (open) socket.send(bytes);
        },
        close,
      });
    });
  });
