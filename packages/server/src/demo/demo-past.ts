import type { Logger } from 'pino';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { pastOf, type DemoPast, type LifeBefore, type PastRecord } from '@rastro/simulator';
import type { PastEntry, Tracker } from '@rastro/tracker';
import type { DemoRoster } from './demo-drivers.ts';

/** Records that are handed over at once. */
const AT_ONCE = 4000;
const PROGRESS_INTERVAL = 10;

interface PastPlan {
  readonly beganAt: number;
  readonly days: number;
  /** Number of vehicles. */
  readonly vehicles: number;
  readonly roster: DemoRoster;
}

/**
 * History of the vehicles before the demonstration began, sent through the pipeline as if it had arrived then. After a
 * kill, a start makes the same records and continues after the newest stored one.
 */
export function demoPast(
  { past, directory }: Pick<Tracker, 'past' | 'directory'>,
  { beganAt, days, vehicles, roster }: PastPlan,
  log: Logger,
): DemoPast & { readonly whole: Promise<void> } {
  const whole = Promise.withResolvers<void>();
  let left = vehicles;
  let records = 0;
  const startedAt = performance.now();
  const make: DemoPast['make'] = async (before, signal) => {
    const device = directory.devices.byKey(before.vehicle.uniqueId);
    if (!device || past.newestTime(device.id) > before.end) return null;
    const write = (entries: readonly PastEntry[]) => past.add(device.id, before.vehicle.protocol, entries);
    const driverAt = (time: number): string | null =>
      roster.driverAt(before.vehicle.name, time)?.uniqueId ?? null;
    const made = await writePast(
      { ...before, days, driverAt },
      { after: past.newestTime(device.id), write },
      signal,
    );
    past.complete(device.id);
    records += made.records;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (left % PROGRESS_INTERVAL === 0)
      log.info({ vehicles, left, records, seconds }, 'the past of the demonstration is being written');
    return made.odometerM;
  };
  return {
    beganAt,
    whole: whole.promise,
    make: async (before, signal) => {
      left--;
      const odometerM = await make(before, signal);
      if (left === 0) whole.resolve();
      return odometerM;
    },
  };
}

async function writePast(
  { driverAt, ...request }: LifeBefore & { readonly days: number; readonly driverAt: DriverAt },
  to: { readonly after: number; readonly write: (entries: readonly PastEntry[]) => Promise<void> },
  signal: AbortSignal,
): Promise<{ readonly records: number; readonly odometerM: number }> {
  const lived = pastOf(request);
  let waiting: PastEntry[] = [];
  let records = 0;
  const flush = async (): Promise<void> => {
    signal.throwIfAborted();
    records += waiting.length;
    await to.write(waiting);
    waiting = [];
  };
  for (let day = lived.next(); ; day = lived.next()) {
    if (day.done) {
      await flush();
      return { records, odometerM: day.value };
    }
    for (const record of day.value)
      if (record.time > to.after) waiting.push(entryOf(record, driverAt(record.time)));
    if (waiting.length >= AT_ONCE) await flush();
  }
}

type DriverAt = (time: number) => string | null;

const entryOf = (
  { time, speedKmh, attributes, ...place }: PastRecord,
  driverUniqueId: string | null,
): PastEntry => ({
  deviceTime: time,
  fix: { ...place, time, valid: true, speed: knotsFromKmPerHour(speedKmh), accuracy: 0 },
  network: null,
  attributes: driverUniqueId === null ? attributes : { ...attributes, driverUniqueId },
});
