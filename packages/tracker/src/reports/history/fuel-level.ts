import { levelOf, median } from '@rastro/fleet/trips';
import { allRows } from '../../trips/all-rows.ts';
import type { DeviceTrips } from '../../trips/device-trips.ts';
import type { TripDevice } from '../../trips/reduce-device.ts';
import { tripRecordOf } from '../../pending-records/trip-record-of.ts';
import { litres } from './with-trips.ts';

/** Records that are searched; without a fuel value in them there is no level. */
const SCAN_ROWS = 16;
/** As in derived history: the median of so many samples, within so long. */
const SAMPLES = 5;
const WINDOW_MS = 900_000;

/** Liters in the tank at an instant, by the last values before it; null = nothing measures them. */
async function fuelLevelAt(
  { snapshot }: DeviceTrips,
  device: TripDevice,
  instant: number,
): Promise<number | null> {
  const before = { time: instant + 1, deviceTime: Number.MIN_SAFE_INTEGER, key: 0 };
  const { settings } = device;
  const query = { pageSize: SCAN_ROWS, limit: SCAN_ROWS, clockAheadS: settings.clockAheadS };
  const rows = await allRows(snapshot.rowsBefore(device.id, before, query));
  const samples = rows
    .map((row) => tripRecordOf(row, device))
    // Per cent of a tank whose size nobody knows are no litres.
    .filter(({ fuelL }) => fuelL !== null || settings.tankL > 0)
    .flatMap((record) => {
      const level = levelOf(record, settings);
      return level === null ? [] : [{ level, time: record.time }];
    });
  const newest = samples[0];
  if (!newest) return null;
  const near = samples.slice(0, SAMPLES).filter(({ time }) => newest.time - time <= WINDOW_MS);
  return litres(Math.round(median(near.map(({ level }) => level))));
}

/**
 * For consecutive lines: at the begin and end of each, the earliest by the first record. Without a level at the last
 * end there is none.
 */
export async function fuelLevels(
  deviceTrips: DeviceTrips,
  device: TripDevice,
  lines: readonly { readonly from: number; readonly to: number }[],
): Promise<readonly { readonly startFuel: number | null; readonly endFuel: number | null }[]> {
  const first = (await deviceTrips.span())?.from ?? 0;
  const known = new Map<number, number | null>();
  const at = async (instant: number): Promise<number | null> => {
    let level = known.get(instant);
    if (level === undefined) known.set(instant, (level = await fuelLevelAt(deviceTrips, device, instant)));
    return level;
  };
  const isMeasured = lines.length > 0 && (await at(lines.at(-1)?.to ?? 0)) !== null;
  if (!isMeasured) return lines.map(() => ({ startFuel: null, endFuel: null }));
  const levels: { readonly startFuel: number | null; readonly endFuel: number | null }[] = [];
  // One line after the other: the end of one is the begin of the next, and is read once.
  for (const { from, to } of lines)
    levels.push({ startFuel: await at(Math.max(from, first)), endFuel: await at(to) });
  return levels;
}
