import { createSocket, type RemoteInfo } from 'node:dgram';
import type { StreamProtocol } from '@rastro/protocols';
import type { DeviceEntity } from '../directory/directory.ts';
import { noteRefusal, profileOf } from './device-gate.ts';
import type { DeviceLink } from './device-sessions.ts';
import { accept, failureText, type Intake } from './intake.ts';
import type { Listener } from './listener.ts';
import type { HeardMessage } from './traffic.ts';

/** Addresses remembered between datagrams; the oldest makes room. */
const MAX_PEERS = 50_000;

/** How long after a datagram its sender can be reached: routers on the way forget it soon. */
const REACHABLE_MS = 30_000;

/** What is known of the sender of datagrams. UDP has no close: the silence sweep ends it. */
interface Peer extends DeviceLink {
  device: DeviceEntity | null;
  state: unknown;
  heardAt: number;
}

/** @throws the system's error when the port is taken. */
export async function listenUdp(
  codec: StreamProtocol,
  address: { readonly host: string; readonly port: number },
  intake: Intake,
): Promise<Listener> {
  const socket = createSocket({ type: address.host.includes(':') ? 'udp6' : 'udp4' });
  const peers = new Map<string, Peer>();
  const send = (bytes: Uint8Array, to: RemoteInfo): void => socket.send(bytes, to.port, to.address);
  const noteTold = (device: DeviceEntity | null, bytes: Uint8Array, to: RemoteInfo): void => {
    if (!intake.traffic.isWatched || !device) return;
    intake.traffic.told({ deviceId: device.id, protocol: codec.name, host: to.address, bytes });
  };

  const note = (
    device: DeviceEntity | null,
    bytes: Uint8Array,
    from: RemoteInfo,
    outcome: Partial<Pick<HeardMessage, 'uniqueId' | 'records' | 'error' | 'intact'>>,
  ): void => {
    if (!intake.traffic.isWatched) return;
    const sender = { deviceId: device?.id ?? null, uniqueId: device?.uniqueId ?? null, host: from.address };
    const empty = { protocol: codec.name, records: [], error: null, intact: true };
    intake.traffic.heard({ ...sender, ...empty, bytes, ...outcome });
  };

  const newPeer = (from: RemoteInfo): Peer => {
    const key = keyOf(from);
    const peer: Peer = {
      protocol: codec.name,
      isReliable: false,
      device: null,
      state: codec.initialState(),
      heardAt: 0,
      isOpen: (now) => peers.get(key) === peer && now - peer.heardAt < REACHABLE_MS,
      encode: (command, profile) => codec.encode(command, profile, peer.state),
      write: (bytes) =>
        new Promise((resolve) => {
          noteTold(peer.device, bytes, from);
          socket.send(bytes, from.port, from.address, (error) => resolve(error ? 'unsure' : 'written'));
        }),
      close: () => peers.delete(key),
    };
    return peer;
  };

  const handle = (datagram: Uint8Array, from: RemoteInfo): void => {
    if (intake.records.isFull) return; // Not acknowledged: the device sends it again.
    const peer = remember(peers, keyOf(from), peers.get(keyOf(from)) ?? newPeer(from));
    peer.heardAt = intake.clock.now();
    const candidates = codec.identify(datagram, peer.state, true);
    if (candidates.length > 0) {
      const admission = intake.gate.admit(candidates);
      if (!admission.ok) {
        const registrable = admission.reason === 'unknown' ? intake.gate.registrable(candidates) : null;
        if (registrable !== null) {
          void intake.gate.register(registrable).catch((error: unknown) => {
            intake.log.error({ err: error }, 'cannot register device');
          });
          return; // Not acknowledged: its next try finds it registered.
        }
        intake.counters.count('refusals', admission.reason);
        const uniqueId = candidates[0] ?? null;
        note(admission.device, datagram, from, { uniqueId, error: `REFUSED: ${admission.reason}` });
        noteRefusal(intake, admission);
        const refusal = codec.refuse(datagram, peer.state, true);
        if (refusal) send(refusal, from);
        return;
      }
      peer.device = admission.device;
    }
    const admission = peer.device ? intake.gate.admit([peer.device.uniqueId]) : null;
    if (!admission?.ok) return;
    const device = admission.device;
    intake.sessions.open(device.id, peer);
    const decoded = codec.decode(datagram, peer.state, {
      device: profileOf(device),
      now: intake.clock.now(),
      udp: true,
    });
    if (!decoded.ok) {
      intake.counters.count('failures', `${codec.name}:${decoded.error.code}`);
      note(device, datagram, from, { error: failureText(decoded.error) });
      intake.diary.undecoded(device.id, failureText(decoded.error), intake.clock.now());
      return;
    }
    const { records, reply, state, intact } = decoded.value;
    peer.state = state;
    if (!intact) intake.counters.count('failures', `${codec.name}:CHECKSUM`);
    note(device, datagram, from, { records, intact });
    const onDurable = (): void => {
      if (!reply) return;
      send(reply, from);
      noteTold(device, reply, from);
    };
    accept(intake, { device, protocol: codec.name }, records, onDurable, () => {});
  };

  socket.on('message', handle);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(address.port, address.host, () => {
      socket.removeListener('error', reject);
      socket.on('error', (error) => intake.log.error({ err: error }, 'UDP socket'));
      resolve();
    });
  });
  return {
    port: socket.address().port,
    stopAccepting: () => void socket.removeListener('message', handle),
    closeAll: () => void socket.close(),
  };
}

const keyOf = ({ address, port }: RemoteInfo): string => `${address}:${port}`;

function remember(peers: Map<string, Peer>, key: string, peer: Peer): Peer {
  if (!peers.delete(key)) {
    const oldest = peers.keys().next();
    if (peers.size >= MAX_PEERS && !oldest.done) peers.delete(oldest.value);
  }
  peers.set(key, peer); // Last in the map = most recently heard.
  return peer;
}
