import { partitionOf } from '@rastro/storage';
import type { TrackerBus } from './topics.ts';

/** Resolves when derived history of devices lacks no records but the newest, in whatever partitions. @throws BusError */
export async function settleTrips(
  bus: TrackerBus,
  deviceIds: readonly number[],
  timeoutMs: number,
): Promise<void> {
  const byPartition = Map.groupBy(deviceIds, partitionOf);
  const settled = Array.from(byPartition, ([to, ids]) =>
    bus.ask('trips.settled', { deviceIds: ids }, { to, timeoutMs }),
  );
  await Promise.all(settled);
}
