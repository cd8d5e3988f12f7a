import type { Server } from 'node:http';

/**
 * Ends connections whose peer takes nothing of what is to be sent for so long. Those that only wait for us stay.
 */
export function closeStalled(server: Server, afterMs: number): void {
  server.timeout = afterMs;
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
}
