import type { Server } from 'node:http';

/** Ends connections whose peer reads nothing of the pending data for so long. Those that only wait for us stay open. */
export function closeStalled(server: Server, afterMs: number): void {
  server.timeout = afterMs;
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
}
