import type { Clock } from '@rastro/base';
import type { CommandAnswer, DecodeFailure, DeviceRecord } from '@rastro/protocols';
import type { DeviceEntity } from '../directory/directory.ts';
import type { RecordSink } from '../messages/records.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { Arrivals } from './arrivals.ts';
import type { Checksums } from './checksums.ts';
import type { IngestCounters } from './counters.ts';
import type { DeviceGate } from './device-gate.ts';
import type { DeviceSessions } from './device-sessions.ts';
import type { FaultLog } from './fault-log.ts';
import type { RejectionLog } from './rejection-log.ts';
import type { IngestLog } from './ingest-log.ts';
import type { ConnectionLog } from './connection-log.ts';
import type { DeviceSocket } from './listener.ts';
import type { MediaStore } from './media-store.ts';
import type { Strangers } from './strangers.ts';
import type { Traffic } from './traffic.ts';

/** Dependencies of every listener: the path of a message from its port to the process of positions. */
export interface Intake {
  readonly clock: Clock;
  readonly gate: DeviceGate;
  readonly sessions: DeviceSessions;
  readonly records: RecordSink;
  readonly bus: TrackerBus;
  readonly counters: IngestCounters;
  readonly arrivals: Arrivals;
  readonly checksums: Checksums;
  readonly media: MediaStore;
  readonly traffic: Traffic;
  readonly connectionLog: ConnectionLog;
  readonly faults: FaultLog;
  readonly rejections: RejectionLog;
  readonly strangers: Strangers;
  /** The other side of a connection, as limits, logs and viewers of the traffic know it. */
  readonly addressOf: (socket: Pick<DeviceSocket, 'remoteAddress'>) => string;
  readonly log: IngestLog;
}

/** Reason why a damaged frame is rejected, for viewers of the traffic. */
export const DAMAGED = 'CHECKSUM: damaged on the way, to be sent again';

/** Counts what a protocol could not read, and keeps when that was. */
export function countFailure(
  intake: Pick<Intake, 'counters' | 'arrivals'>,
  protocol: string,
  code: string,
): void {
  intake.counters.count('failures', `${protocol}:${code}`);
  intake.arrivals.failure(protocol);
}

/** Text for a failure of a protocol. */
export const failureText = (failure: DecodeFailure): string =>
  `${failure.code}: ${failure.code === 'FRAME_TOO_LONG' ? `over ${failure.limitBytes} bytes` : failure.detail}`;

/**
 * Hands one message over. `onDurable` is the moment to acknowledge, and reports whether commands wait; after `onFailed`
 * the device must resend.
 */
export function accept(
  intake: Intake,
  from: {
    readonly device: DeviceEntity;
    readonly protocol: string;
    /** Answer of the message to a command; null = none. */
    readonly answer: CommandAnswer | null;
  },
  records: readonly DeviceRecord[],
  onDurable: (isAwaited: boolean) => void,
  onFailed: () => void,
): void {
  const { device, protocol, answer } = from;
  intake.counters.count('messages', protocol);
  intake.arrivals.message(protocol);
  intake.counters.count('records', protocol, records.length);
  intake.connectionLog.understood(device.id);
  const arrivedAt = intake.clock.now();
  const entry = { kind: 'records', deviceId: device.id, protocol, arrivedAt, records } as const;
  const linkId = answer ? (intake.sessions.current(device.id)?.linkId ?? null) : null;
  const settle = intake.counters.await(records.length);
  intake.records.send(
    answer ? { ...entry, answer: { ...answer, linkId } } : entry,
    (isAwaited) => {
      settle(true);
      onDurable(isAwaited);
    },
    () => {
      settle(false);
      onFailed();
    },
  );
}
