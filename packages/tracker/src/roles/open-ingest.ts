import type { Clock } from '@rastro/base';
import type { AddressRanges } from '@rastro/base/addresses';
import type { Protocol } from '@rastro/protocols';
import type { Directory } from '../directory/directory.ts';
import { Arrivals } from '../ingest/arrivals.ts';
import { Checksums } from '../ingest/checksums.ts';
import { answerLinks } from '../ingest/answer-links.ts';
import type { IngestCounters } from '../ingest/counters.ts';
import { DeviceGate, type RegisterUnknown } from '../ingest/device-gate.ts';
import { DeviceSessions } from '../ingest/device-sessions.ts';
import { listenHttp } from '../ingest/http-listener.ts';
import { FaultLog } from '../ingest/fault-log.ts';
import { RejectionLog } from '../ingest/rejection-log.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { Intake } from '../ingest/intake.ts';
import { ConnectionLog } from '../ingest/connection-log.ts';
import {
  openMachineDatagrams,
  openMachinePort,
  openMachineRequests,
  type Listener,
  type OpenDatagrams,
  type OpenPort,
  type OpenRequests,
} from '../ingest/listener.ts';
import { deviceMedia } from '../ingest/media-store.ts';
import { LoadBalancers } from '../ingest/proxy/load-balancers.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { Strangers } from '../ingest/strangers.ts';
import type { TcpLimits } from '../ingest/tcp-connection.ts';
import { listenTcp } from '../ingest/tcp-listener.ts';
import { Traffic } from '../ingest/traffic.ts';
import { listenUdp } from '../ingest/udp-listener.ts';
import type { RecordSink } from '../messages/records.ts';
import type { Attributes } from '@rastro/fleet';
import type { ArrivalStatus, IngestStatus, TrackerBus } from '../messages/topics.ts';

export interface IngestOptions {
  /** Name of this node among several of ingest, the same after a restart; absent = there is no other. */
  readonly node?: string;
  readonly clock: Clock;
  readonly log: IngestLog;
  readonly tcp: TcpLimits;
  readonly registerUnknown: RegisterUnknown | null;
  /** Devices that this installation may have, given the attributes of the server record. */
  readonly deviceLimit: (serverAttributes: Attributes) => number;
  /** For files that devices send. */
  readonly media: MediaFiles;
  /** Load balancers whose connections begin with a PROXY header; absent or null = none. */
  readonly balancers?: AddressRanges | null;
  /** Opens a port for TCP; absent = one of this machine. */
  readonly openPort?: OpenPort;
  /** Opens a port for UDP; absent = one of this machine. */
  readonly openDatagrams?: OpenDatagrams;
  /** Opens a port for HTTP; absent = one of this machine. */
  readonly openRequests?: OpenRequests;
}
/** Dependencies of ingest: its replica of the directory, and the path to the process of positions. */
export interface IngestDeps {
  readonly bus: TrackerBus;
  readonly directory: Directory;
  readonly records: RecordSink;
  readonly counters: IngestCounters;
}
export interface ListenerOptions {
  readonly protocol: Protocol;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
}
/** Holds the connections of devices. */
export interface IngestRole {
  /** @returns the port in use. @throws the system's error when the port is taken. */
  listen(listenerOptions: ListenerOptions): Promise<number>;
  /** Those that are listened to, by protocol. */
  readonly ports: ReadonlyMap<string, number>;
  stopAccepting(): void;
  endConnections(): void;
  /** Answers no more questions. Call it last: others may ask while they close. */
  close(): void;
}

/** Name of ingest when there is one. */
const ONLY_NODE = 'ingest';

export function openIngest(options: IngestOptions, deps: IngestDeps): IngestRole {
  const { clock, log, tcp, node = ONLY_NODE } = options;
  const { bus, directory, records, counters } = deps;
  const [connectionLog, traffic, arrivals] = [new ConnectionLog(), new Traffic(clock), new Arrivals(clock)];
  const sessions = openSessions(options, deps, connectionLog);
  const balancers = options.balancers ? openBalancers(options, options.balancers, counters) : null;
  const intake: Intake = {
    clock,
    log,
    bus,
    records,
    counters,
    connectionLog,
    traffic,
    sessions,
    faults: new FaultLog({ log, clock, counters }),
    arrivals,
    checksums: new Checksums(),
    rejections: new RejectionLog({ log, clock }),
    strangers: new Strangers(tcp.maxStrangers, (address) => balancers?.has(address) ?? false),
    addressOf: balancers
      ? (socket) => balancers.addressOf(socket)
      : ({ remoteAddress }) => remoteAddress ?? '',
    gate: new DeviceGate(directory, {
      clock,
      registerUnknown: options.registerUnknown,
      deviceLimit: () => options.deviceLimit(directory.server.attributes),
    }),
    media: deviceMedia(options.media),
  };
  const startedAt = clock.now();
  const ports = new Map<string, number>();
  const listeners: Listener[] = [];
  const stops = [
    answerLinks({ node, bus, sessions, connectionLog, traffic, clock }),
    bus.answer('ingest.described', () => describe(startedAt, ports, counters), { at: node }),
    bus.answer('arrivals.noted', () => arrivalStatus(arrivals, ports), { at: node }),
    followDevices(directory, sessions, connectionLog),
    ...(node === ONLY_NODE ? [] : [followMoves(bus, node, sessions)]),
  ];
  return {
    ports,
    listen: async (listenerOptions) => {
      const opened = await openListeners(listenerOptions, intake, { ...options, balancers });
      listeners.push(...opened);
      const port = opened[0]?.port ?? 0;
      ports.set(listenerOptions.protocol.name, port);
      return port;
    },
    stopAccepting: () => {
      for (const listener of listeners) listener.stopAccepting();
    },
    endConnections: () => {
      for (const listener of listeners) listener.closeAll();
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
}

const describe = (
  startedAt: number,
  ports: ReadonlyMap<string, number>,
  { messages }: IngestCounters,
): IngestStatus => ({
  startedAt,
  protocols: [...ports.keys()],
  messages: Iterator.from(messages.values()).reduce((a, b) => a + b, 0),
});

/** @param ports By protocol. */
const arrivalStatus = (arrivals: Arrivals, ports: ReadonlyMap<string, number>): ArrivalStatus => ({
  listeners: Array.from(ports, ([protocol, port]) => ({
    protocol,
    port,
    lastMessage: arrivals.lastMessage(protocol),
    lastFailure: arrivals.lastFailure(protocol),
  })),
  unknown: arrivals.recentUnknown,
});

/** Connections by device; a second one from elsewhere is logged for diagnosis. */
function openSessions(
  { clock, log, node = ONLY_NODE }: IngestOptions,
  { bus }: IngestDeps,
  connectionLog: ConnectionLog,
): DeviceSessions {
  return new DeviceSessions(
    { node, number: clock.now() },
    (deviceId, isConnected, protocol) => bus.publish('presence', { deviceId, isConnected, node, protocol }),
    (deviceId, { host: formerHost }, { protocol, host }) => {
      connectionLog.takenOver(deviceId, protocol, clock.now());
      const claim = { security: true, deviceId, protocol, host, formerHost };
      log.info(claim, 'another address took over the open connection of a device');
    },
  );
}

/** A device has one connection: the newest, at whatever node. */
const followMoves = (bus: TrackerBus, node: string, sessions: DeviceSessions): (() => void) =>
  bus.subscribe('presence', (change) => {
    if (change.isConnected && change.node !== node) sessions.movedAway(change.deviceId, change.protocol);
  });

/** Cuts off devices that may no longer connect, or are another one now; forgets removed devices. */
function followDevices(
  directory: Directory,
  sessions: DeviceSessions,
  connectionLog: ConnectionLog,
): () => void {
  return directory.devices.watch(({ before, after }) => {
    if (!before) return;
    if (!after || after.disabled || after.uniqueId !== before.uniqueId) sessions.drop(before.id);
    if (!after) connectionLog.forget(before.id);
  });
}

const openBalancers = (
  { clock, log, tcp }: IngestOptions,
  ranges: AddressRanges,
  counters: IngestCounters,
): LoadBalancers => new LoadBalancers({ ranges, headerMs: tcp.loginMs, clock, log, counters });

/** Opens ports as the options have it, through load balancers if there are any. */
function openersOf({
  openPort = openMachinePort,
  openDatagrams = openMachineDatagrams,
  openRequests = openMachineRequests,
  balancers,
}: ListenerDeps): Required<Pick<IngestOptions, 'openPort' | 'openDatagrams' | 'openRequests'>> {
  if (!balancers) return { openPort, openDatagrams, openRequests };
  return {
    openPort: balancers.port(openPort),
    openDatagrams: balancers.datagrams(openDatagrams),
    openRequests: balancers.requests(openRequests),
  };
}
type ListenerDeps = Pick<IngestOptions, 'tcp' | 'openPort' | 'openDatagrams' | 'openRequests'> & {
  readonly balancers: LoadBalancers | null;
};

const MAX_TRIES = 10;
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** A protocol with TCP and UDP has both on one port number. */
async function openListeners(
  { protocol, host, port }: ListenerOptions,
  intake: Intake,
  deps: ListenerDeps,
): Promise<Listener[]> {
  const { tcp } = deps;
  const { openPort, openDatagrams, openRequests } = openersOf(deps);
  if (protocol.kind === 'http')
    return [await listenHttp(protocol, { address: { host, port }, openRequests }, intake, tcp)];
  const openBoth = async (): Promise<Listener[]> => {
    const opened: Listener[] = [];
    try {
      if (protocol.transports.includes('tcp'))
        opened.push(await listenTcp(protocol, { address: { host, port }, openPort }, intake, tcp));
      if (protocol.transports.includes('udp')) {
        const address = { host, port: opened[0]?.port ?? port };
        opened.push(await listenUdp(protocol, { address, openDatagrams }, intake));
      }
      return opened;
    } catch (error) {
      for (const listener of opened) listener.stopAccepting();
      throw error;
    }
  };
  // A number that is free for connections may be taken for datagrams: of any number, another one is tried.
  for (let triesLeft = port === 0 ? MAX_TRIES : 1; ; triesLeft--)
    try {
      return await openBoth();
    } catch (error) {
      if (triesLeft === 1 || !isTaken(error)) throw error;
    }
}
