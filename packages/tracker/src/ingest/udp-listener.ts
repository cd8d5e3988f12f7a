import type { StreamProtocol } from '@rastro/protocols';
import type { DeviceEntity } from '../directory/directory.ts';
import { noteRejection, profileOf, type Rejection } from './device-gate.ts';
import type { DeviceLink } from './device-sessions.ts';
import { accept, countFailure, DAMAGED, failureText, type Intake } from './intake.ts';
import type { DatagramPort, Listener, OpenDatagrams, PortAddress, Sender } from './listener.ts';
import type { ReceivedMessage } from './traffic.ts';

/** Addresses remembered between datagrams; a new one replaces the oldest. */
const MAX_PEERS = 50_000;

/** Time for which the sender of a datagram can be reached: routers on the path forget it soon. */
const REACHABLE_MS = 30_000;

/** State of a sender of datagrams. UDP has no close: the sweep of silent peers ends it. */
interface Peer extends DeviceLink {
  device: DeviceEntity | null;
  state: unknown;
  lastMessageAt: number;
}

/** @throws the system's error when the port is taken. */
export async function listenUdp(
  codec: StreamProtocol,
  { address, openDatagrams }: { readonly address: PortAddress; readonly openDatagrams: OpenDatagrams },
  intake: Intake,
): Promise<Listener> {
  const socket = await openDatagrams(address, (error) => intake.log.error({ err: error }, 'UDP socket'));
  const listener = new UdpListener(socket, codec, intake);
  socket.take((datagram, from) => listener.take(datagram, from));
  return { port: socket.port, stopAccepting: () => socket.stopTaking(), closeAll: () => socket.close() };
}

/** One socket for all senders of a protocol. */
class UdpListener {
  readonly #socket: DatagramPort;
  readonly #codec: StreamProtocol;
  readonly #intake: Intake;
  readonly #peers = new Map<string, Peer>();

  constructor(socket: DatagramPort, codec: StreamProtocol, intake: Intake) {
    this.#socket = socket;
    this.#codec = codec;
    this.#intake = intake;
  }

  /** A fault of ours in reading costs this datagram and what was known of its sender. */
  take(datagram: Uint8Array, from: Sender): void {
    try {
      this.#take(datagram, from);
    } catch (error) {
      this.#intake.faults.note(this.#codec.name, error, datagram);
      this.#peers.delete(keyOf(from));
    }
  }

  #take(datagram: Uint8Array, from: Sender): void {
    const { records, clock, sessions } = this.#intake;
    if (records.isFull) return; // Not acknowledged: the device sends it again.
    const peer = remember(this.#peers, keyOf(from), this.#peers.get(keyOf(from)) ?? this.#newPeer(from));
    peer.lastMessageAt = clock.now();
    const device = this.#identify(datagram, from, peer);
    if (!device) return;
    sessions.open(device.id, peer, clock.now());
    this.#decode(datagram, from, { peer, device });
  }

  /** @returns the device behind a datagram, as it is now; null = it must not be decoded. */
  #identify(datagram: Uint8Array, from: Sender, peer: Peer): DeviceEntity | null {
    const { gate } = this.#intake;
    const candidates = this.#codec.identify(datagram, peer.state, true);
    if (candidates.length > 0) {
      const admission = gate.admit(candidates);
      if (!admission.ok) {
        this.#reject(datagram, from, { peer, candidates, admission });
        return null;
      }
      peer.device = admission.device;
    }
    const admission = peer.device ? gate.admit([peer.device.uniqueId]) : null;
    return admission?.ok ? admission.device : null;
  }

  #reject(
    datagram: Uint8Array,
    from: Sender,
    {
      peer,
      candidates,
      admission,
    }: { readonly peer: Peer; readonly candidates: readonly string[]; readonly admission: Rejection },
  ): void {
    const { gate, log, counters } = this.#intake;
    const registrable = admission.reason === 'unknown' ? gate.registrable(candidates) : null;
    if (registrable !== null) {
      // Not acknowledged: its next try finds it registered.
      void gate.register(registrable).catch((error: unknown) => {
        log.error({ err: error }, 'cannot register device');
      });
      return;
    }
    counters.count('rejections', admission.reason);
    const uniqueId = candidates[0] ?? null;
    this.#note(admission.device, datagram, from, { uniqueId, error: `REFUSED: ${admission.reason}` });
    noteRejection(this.#intake, admission, { protocol: this.#codec.name, candidates });
    const rejection = this.#codec.reject(datagram, peer.state, true);
    if (rejection) this.#send(rejection, from);
  }

  #decode(
    datagram: Uint8Array,
    from: Sender,
    { peer, device }: { readonly peer: Peer; readonly device: DeviceEntity },
  ): void {
    const { checksums, counters, connectionLog, clock } = this.#intake;
    const context = { device: profileOf(device), now: clock.now(), udp: true };
    const decoded = this.#codec.decode(datagram, peer.state, context);
    if (!decoded.ok) {
      countFailure(this.#intake, this.#codec.name, decoded.error.code);
      this.#note(device, datagram, from, { error: failureText(decoded.error) });
      connectionLog.undecoded(device.id, failureText(decoded.error), clock.now());
      return;
    }
    const { records, reply, state, intact } = decoded.value;
    if (!intact) counters.count('failures', `${this.#codec.name}:CHECKSUM`);
    const checked = { deviceId: device.id, bytes: datagram, intact, hasRecords: records.length > 0 };
    if (!checksums.accepts(this.#codec, checked)) {
      this.#note(device, datagram, from, { error: DAMAGED, intact });
      return;
    }
    peer.state = state;
    this.#note(device, datagram, from, { records, intact });
    const onDurable = (): void => {
      if (!reply) return;
      this.#send(reply, from);
      this.#noteSent(device, reply, from);
    };
    const answer = this.#codec.answerOf(datagram, true);
    accept(this.#intake, { device, protocol: this.#codec.name, answer }, records, onDurable, () => {});
  }

  #newPeer(from: Sender): Peer {
    const key = keyOf(from);
    const peer: Peer = {
      protocol: this.#codec.name,
      isReliable: false,
      host: from.address,
      device: null,
      state: this.#codec.initialState(),
      lastMessageAt: 0,
      isOpen: (now) => this.#peers.get(key) === peer && now - peer.lastMessageAt < REACHABLE_MS,
      encode: (command, profile) => this.#codec.encode(command, profile, peer.state),
      write: (bytes) =>
        new Promise((resolve) => {
          this.#noteSent(peer.device, bytes, from);
          this.#socket.send(bytes, from, (isSent) => resolve(isSent ? 'written' : 'unsure'));
        }),
      close: () => this.#peers.delete(key),
    };
    return peer;
  }

  #send(bytes: Uint8Array, to: Sender): void {
    this.#socket.send(bytes, to);
  }
  #noteSent(device: DeviceEntity | null, bytes: Uint8Array, to: Sender): void {
    const { traffic } = this.#intake;
    if (!traffic.isWatched || !device) return;
    traffic.sent({ deviceId: device.id, protocol: this.#codec.name, host: to.address, bytes });
  }
  #note(
    device: DeviceEntity | null,
    bytes: Uint8Array,
    from: Sender,
    outcome: Partial<Pick<ReceivedMessage, 'uniqueId' | 'records' | 'error' | 'intact'>>,
  ): void {
    const { traffic } = this.#intake;
    if (!traffic.isWatched) return;
    const sender = { deviceId: device?.id ?? null, uniqueId: device?.uniqueId ?? null, host: from.address };
    const empty = { protocol: this.#codec.name, records: [], error: null, intact: true };
    traffic.received({ ...sender, ...empty, bytes, ...outcome });
  }
}

/** One sender is another one behind another load balancer: it is answered through that. */
const keyOf = ({ address, port, through }: Sender): string =>
  through ? `${address}:${port} ${keyOf(through)}` : `${address}:${port}`;

function remember(peers: Map<string, Peer>, key: string, peer: Peer): Peer {
  if (!peers.delete(key)) {
    const oldest = peers.keys().next();
    if (peers.size >= MAX_PEERS && !oldest.done) peers.delete(oldest.value);
  }
  peers.set(key, peer); // Last in the map = most recent datagram.
  return peer;
}
