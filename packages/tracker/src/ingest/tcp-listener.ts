import { createServer } from 'node:net';
import type { StreamProtocol } from '@rastro/protocols';
import type { Intake } from './intake.ts';
import { listenOn, type Listener } from './listener.ts';
import { TcpConnection, type TcpLimits } from './tcp-connection.ts';

/** @throws the system's error when the port is taken. */
export async function listenTcp(
  codec: StreamProtocol,
  address: { readonly host: string; readonly port: number },
  intake: Intake,
  limits: TcpLimits,
): Promise<Listener> {
  const connections = new Set<TcpConnection>();
  const server = createServer({ keepAlive: true, keepAliveInitialDelay: 120_000 }, (socket) => {
    const onKnown = intake.strangers.admit(socket.remoteAddress ?? '');
    if (!onKnown) {
      intake.counters.count('rejections', 'strangers');
      socket.destroy();
      return;
    }
    const connection = new TcpConnection({ socket, onKnown }, codec, intake, limits);
    connections.add(connection);
    intake.counters.connections++;
    socket.on('close', () => {
      onKnown();
      connections.delete(connection);
      intake.counters.connections--;
    });
  });
  const port = await listenOn(server, address);
  return {
    port,
    stopAccepting: () => void server.close(),
    closeAll: () => {
      for (const connection of connections) connection.close();
    },
  };
}
