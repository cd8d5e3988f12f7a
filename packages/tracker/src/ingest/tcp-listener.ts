import type { StreamProtocol } from '@rastro/protocols';
import type { Intake } from './intake.ts';
import type { Listener, OpenPort, PortAddress } from './listener.ts';
import { TcpConnection, type TcpLimits } from './tcp-connection.ts';

/** @throws the system's error when the port is taken. */
export async function listenTcp(
  codec: StreamProtocol,
  { address, openPort }: { readonly address: PortAddress; readonly openPort: OpenPort },
  intake: Intake,
  limits: TcpLimits,
): Promise<Listener> {
  const connections = new Set<TcpConnection>();
  const { port, stopAccepting } = await openPort(address, (socket) => {
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
  return {
    port,
    stopAccepting,
    closeAll: () => {
      for (const connection of connections) connection.close();
    },
  };
}
