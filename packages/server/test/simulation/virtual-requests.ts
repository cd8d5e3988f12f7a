import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { TrackerOptions } from '@rastro/tracker';
import type { Life } from './scheduler.ts';
import type { VirtualNetwork } from './virtual-network.ts';

type OpenRequests = NonNullable<TrackerOptions['openRequests']>;

/** Ports for HTTP of a process: connections of the virtual network, read as Node reads them. */
export const requestPortsOf =
  (network: VirtualNetwork, life: Life): OpenRequests =>
  async (address, _deadlines, { onRequest, onConnection }) => {
    // Its own deadlines are of the machine's clock: virtual connections end otherwise.
    const server = createServer((request, response) => {
      // The date is the machine's.
      response.sendDate = false;
      onRequest(request, response);
    });
    const open = new Set<{ destroy(): unknown }>();
    const { port, stopAccepting } = await network.portsOf(life)(address, (socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      onConnection(socket);
      if (!socket.destroyed) server.emit('connection', socket as Socket);
    });
    return {
      port,
      stopAccepting,
      closeAll: () => {
        for (const socket of open) socket.destroy();
      },
    };
  };
