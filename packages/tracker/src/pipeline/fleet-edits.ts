import type { Clock } from '@rastro/base';
import { StorageError, type IngestStorage, type PositionRange } from '@rastro/storage';
import type { Directory } from '../directory/directory.ts';
import type { Reminder } from '../messages/reminder.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { GroupCommit } from './group-commit.ts';
import type { LiveDevices } from './live-device.ts';
import type { Accumulators } from './accumulators.ts';
import type { Pipeline } from './pipeline.ts';

/** Rows removed in one step; commits of devices go between two steps. */
const STEP_ROWS = 2000;

export interface FleetEditsDeps {
  readonly bus: TrackerBus;
  readonly storage: IngestStorage;
  readonly directory: Directory;
  readonly live: LiveDevices;
  readonly pipeline: Pipeline;
  readonly commits: GroupCommit;
  readonly clock: Clock;
}

/** Edits by users of what devices of a partition sent, in order with what devices send meanwhile. @returns a function that ends it. */
export function answerFleetEdits(deps: FleetEditsDeps, at: number): () => void {
  const stops = [
    deps.bus.answer('totals.set', ({ deviceId, ...totals }) => setTotals(deps, deviceId, totals), { at }),
    deps.bus.answer('reminders.raised', ({ deviceId, reminders }) => raise(deps, deviceId, reminders), {
      at,
    }),
    deps.bus.answer(
      'positions.removed',
      async (range) => {
        await removePositions(deps, range);
        return null;
      },
      { at },
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function setTotals(
  { directory, pipeline, commits, clock }: FleetEditsDeps,
  deviceId: number,
  totals: Accumulators,
): Promise<boolean> {
  const device = directory.devices.get(deviceId);
  const processed = device ? pipeline.accumulate(device, totals, clock.now()) : null;
  if (!processed) return false;
  await new Promise<void>((resolve, reject) => {
    commits.add(processed, resolve, () => reject(new StorageError('set totals', 'UNAVAILABLE')));
  });
  return true;
}

async function raise(
  { directory, pipeline, commits, clock }: FleetEditsDeps,
  deviceId: number,
  reminders: readonly Reminder[],
): Promise<null> {
  if (!directory.devices.get(deviceId)) return null;
  const processed = pipeline.remind(deviceId, reminders, clock.now());
  await new Promise<void>((resolve, reject) => {
    commits.add(processed, resolve, () => reject(new StorageError('raise reminders', 'UNAVAILABLE')));
  });
  return null;
}

async function removePositions(
  { storage, live, commits }: FleetEditsDeps,
  range: PositionRange,
): Promise<void> {
  let removed = STEP_ROWS;
  while (removed === STEP_ROWS) {
    removed = await commits.between(async () => {
      const step = await storage.removePositions(range, STEP_ROWS);
      const { latest } = step;
      if (latest) commits.replaceLatest(live.of(range.deviceId), latest.goneId, latest.newest);
      return step.removed;
    });
  }
}
