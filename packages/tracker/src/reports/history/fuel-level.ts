import { levelOf, median } from '@rastro/fleet/trips';
import type { TripReader } from '@rastro/storage';
import type { TripDevice } from '../../trips/reduce-device.ts';
import { tripRecordOf } from '../../pending-records/trip-record-of.ts';
import { litres } from './with-trips.ts';

/** Records that are searched; without a fuel value in them there is no level. */
const SCAN_ROWS = 16;
/** As in derived history: the median of so many samples, within so long. */
const SAMPLES = 5;
const WINDOW_MS = 900_000;

/** Liters in the tank at an instant, by the last values before it; null = nothing measures them. */
export function fuelLevelAt(tripReader: TripReader, device: TripDevice, instant: number): number | null {
  const before = { time: instant + 1, deviceTime: Number.MIN_SAFE_INTEGER, key: 0 };
  const { settings } = device;
  const samples = tripReader
    .rowsBefore(device.id, before, { rows: SCAN_ROWS, clockAheadS: settings.clockAheadS })
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
export function fuelLevels(
  tripReader: TripReader,
  device: TripDevice,
  lines: readonly { readonly from: number; readonly to: number }[],
  first: number,
): readonly { readonly startFuel: number | null; readonly endFuel: number | null }[] {
  const known = new Map<number, number | null>();
  const at = (instant: number): number | null => {
    let level = known.get(instant);
    if (level === undefined) known.set(instant, (level = fuelLevelAt(tripReader, device, instant)));
    return level;
  };
  const isMeasured = lines.length > 0 && at(lines.at(-1)?.to ?? 0) !== null;
  return lines.map(({ from, to }) => ({
    startFuel: isMeasured ? at(Math.max(from, first)) : null,
    endFuel: isMeasured ? at(to) : null,
  }));
}
