import type { StreamProtocol } from '@rastro/protocols';
import { Deadlines } from './deadlines.ts';
import type { Intake } from './intake.ts';
import type { DeviceSocket, Listener, OpenPort, PortAddress } from './listener.ts';
import { TcpConnection, type TcpLimits, type TcpPort } from './tcp-connection.ts';

/** @throws the system's error when the port is taken. */
export async function listenTcp(
  codec: StreamProtocol,
  { address, openPort }: { readonly address: PortAddress; readonly openPort: OpenPort },
  intake: Intake,
  limits: TcpLimits,
): Promise<Listener> {
  const tcpPort: TcpPort = { codec, intake, limits, deadlines: new Deadlines() };
  const connections = new Map<DeviceSocket, TcpConnection>();
  const { port, stopAccepting } = await openPort(address, (socket) => {
    if (!intake.strangers.admit(socket, intake.addressOf(socket))) {
      intake.counters.count('rejections', 'strangers');
      socket.destroy();
      return;
    }
    connections.set(socket, new TcpConnection(socket, tcpPort));
    intake.counters.connections++;
    socket.on('data', onData).on('error', onError).on('close', onClose);
  });
  // One function for all sockets: three of its own for each would be a quarter of the memory of a silent connection.
  function onData(this: DeviceSocket, chunk: Buffer): void {
    connections.get(this)?.receive(chunk);
  }
  function onError(this: DeviceSocket): void {
    connections.get(this)?.failed();
  }
  function onClose(this: DeviceSocket): void {
    connections.get(this)?.ended();
    connections.delete(this);
    intake.strangers.leave(this);
    intake.counters.connections--;
  }
  return {
    port,
    stopAccepting,
    closeAll: () => {
      for (const connection of connections.values()) connection.close();
    },
  };
}
