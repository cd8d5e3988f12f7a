import type { Clock } from '@rastro/base';
import type { DecodeFailure, DeviceRecord } from '@rastro/protocols';
import type { CommandDesk } from '../commands/command-desk.ts';
import type { DeviceEntity } from '../directory/directory.ts';
import type { GroupCommit } from '../pipeline/group-commit.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { IngestCounters } from './counters.ts';
import type { DeviceGate } from './device-gate.ts';
import type { DeviceSessions } from './device-sessions.ts';
import type { IngestLog } from './ingest-log.ts';
import type { LinkDiary } from './link-diary.ts';
import type { MediaStore } from './media-store.ts';
import type { Traffic } from './traffic.ts';

/** What every listener needs: the way of a message from its door into the pipeline and to the commit. */
export interface Intake {
  readonly clock: Clock;
  readonly gate: DeviceGate;
  readonly sessions: DeviceSessions;
  readonly pipeline: Pipeline;
  readonly commits: GroupCommit;
  readonly counters: IngestCounters;
  readonly media: MediaStore;
  readonly traffic: Traffic;
  readonly diary: LinkDiary;
  /** Told of every message, once it is answered. */
  readonly desk: CommandDesk;
  readonly log: IngestLog;
}

/** A failure of a protocol in words. */
export const failureText = (failure: DecodeFailure): string =>
  `${failure.code}: ${failure.code === 'FRAME_TOO_LONG' ? `over ${failure.limitBytes} bytes` : failure.detail}`;

/** Hands one message over. `onDurable` is the moment to acknowledge; after `onFailed` the device must resend. */
export function accept(
  intake: Intake,
  from: { readonly device: DeviceEntity; readonly protocol: string },
  records: readonly DeviceRecord[],
  onDurable: () => void,
  onFailed: () => void,
): void {
  const { device, protocol } = from;
  intake.counters.count('messages', protocol);
  intake.counters.count('records', protocol, records.length);
  intake.diary.understood(device.id);
  const processed = intake.pipeline.process(device, protocol, records, intake.clock.now());
  if (processed.positions.length > 0) intake.diary.kept(device.id);
  const onAnswered = (): void => {
    onDurable();
    intake.desk.heard(device.id);
  };
  intake.commits.add(processed, onAnswered, onFailed);
}
