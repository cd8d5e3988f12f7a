import type { Clock } from '@rastro/base';
import { host } from '@rastro/base/host';
import type { StatisticsStorage } from '@rastro/storage';
import { Statistics } from '../audit/statistics.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { LiveDevices } from '../pipeline/live-device.ts';
import type { OwnPartitions } from '../pipeline/own-partitions.ts';

interface CountStoredDeps {
  readonly bus: TrackerBus;
  readonly live: LiveDevices;
  readonly own: OwnPartitions;
  readonly storage: StatisticsStorage;
  readonly clock: Clock;
  readonly log: IngestLog;
}

const SAVE_MS = 60_000;

/** Counts stored records and the devices that they are of. @returns ends it, and saves the rest. */
export function countStored({ bus, live, own, storage, clock, log }: CountStoredDeps): () => Promise<void> {
  const statistics = new Statistics(storage, clock);
  const save = (): Promise<void> =>
    statistics.save().catch((error: unknown) => log.error({ err: error }, 'cannot keep statistics'));
  const stops = [
    bus.subscribe('fleet.changed', ({ devices, positions }) => {
      const stored = own.ofOwn(positions).length;
      if (stored > 0) statistics.count('messagesStored', stored);
      for (const { deviceId, position } of own.ofOwn(devices))
        if (position) statistics.deviceActive(deviceId, live.of(deviceId).committed.position?.protocol ?? '');
    }),
    bus.answer('statistics.saved', async () => {
      await save();
      return null;
    }),
  ];
  const timer = host.setInterval(() => void save(), SAVE_MS);
  return async (): Promise<void> => {
    host.clearInterval(timer);
    for (const stop of stops) stop();
    await save();
  };
}
