import { type Timer, host } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import type { LinkInfo, TrackerBus } from '../messages/topics.ts';
import type { DeviceSessions } from './device-sessions.ts';
import type { ConnectionLog } from './connection-log.ts';
import type { Traffic } from './traffic.ts';

/** Time for which raw traffic is published after it was last requested. */
const WANTED_MS = 60_000;

export interface LinkDeps {
  /** Name of this node of ingest. */
  readonly node: string;
  readonly bus: TrackerBus;
  readonly sessions: DeviceSessions;
  readonly connectionLog: ConnectionLog;
  readonly traffic: Traffic;
  readonly clock: Clock;
}

/** Answers requests about the connections of devices. @returns a function that ends it. */
export function answerLinks({ node, bus, sessions, connectionLog, traffic, clock }: LinkDeps): () => void {
  const infoOf = (deviceId: number): LinkInfo | null => {
    const current = sessions.current(deviceId);
    if (!current) return null;
    const { linkId, link } = current;
    const { protocol, isReliable } = link;
    return { linkId, node, protocol, isReliable, isOpen: link.isOpen(clock.now()) };
  };
  const linkOf = (deviceId: number, linkId: string) => {
    const current = sessions.current(deviceId);
    return current?.linkId === linkId && current.link.isOpen(clock.now()) ? current.link : null;
  };
  const at = node;
  const stops = [
    bus.answer('connection.found', ({ deviceId }) => infoOf(deviceId), { at }),
    bus.answer(
      'connection.encoded',
      ({ deviceId, linkId, command, profile }) => {
        const encoded = linkOf(deviceId, linkId)?.encode(command, profile);
        if (!encoded) return null;
        return encoded.ok
          ? { bytes: Buffer.from(encoded.value).toString('base64') }
          : { failure: encoded.error };
      },
      { at },
    ),
    bus.answer(
      'connection.written',
      ({ deviceId, linkId, bytes }) =>
        linkOf(deviceId, linkId)?.write(Buffer.from(bytes, 'base64')) ?? 'unsent',
      { at },
    ),
    bus.answer('connection.noted', ({ deviceId }) => connectionLog.of(deviceId), { at }),
    bus.answer('traffic.started', ({ deviceId, seconds }) => traffic.start(deviceId, seconds), { at }),
    bus.answer(
      'traffic.read',
      ({ deviceId, after }) => ({
        node,
        firstAt: traffic.firstAt(deviceId),
        recording: traffic.read(deviceId, after),
      }),
      { at },
    ),
    bus.answer(
      'traffic.stopped',
      ({ deviceId }) => {
        traffic.stop(deviceId);
        return null;
      },
      { at },
    ),
    showTraffic(bus, traffic),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Publishes raw traffic only while it is requested again and again. */
function showTraffic(bus: TrackerBus, traffic: Traffic): () => void {
  let stopWatching: (() => void) | null = null;
  let end: Timer | null = null;
  const stop = (): void => {
    if (end) host.clearTimeout(end);
    stopWatching?.();
    stopWatching = null;
  };
  const unsubscribe = bus.subscribe('traffic.requested', ({ isWanted }) => {
    if (end) host.clearTimeout(end);
    if (!isWanted) return stop();
    stopWatching ??= traffic.watch((log) => bus.publish('traffic.received', log));
    end = host.setTimeout(stop, WANTED_MS).unref();
  });
  return () => {
    unsubscribe();
    stop();
  };
}
