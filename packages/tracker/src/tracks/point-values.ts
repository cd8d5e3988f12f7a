import type { TrackValues } from '@rastro/fleet/tracks';
import { pickAttributes, type TripSnapshot, type TrackRow } from '@rastro/storage';
import { allRows } from '../trips/all-rows.ts';
import type { TripDevice } from '../trips/reduce-device.ts';
import { numberOf } from '../pending-records/pending-record.ts';
import { DAY_MS } from '@rastro/base';

/** Trackers do not send every value in each record: the last value is valid for so long. */
const VALID_MS = 300_000;

export interface MeasuredPoints {
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Of its points, in order. */
  readonly second: readonly number[];
  /** Attributes, or `altitude`. */
  readonly names: readonly string[];
}

/** Values measured at points of a day, a column for each name. Reads only records around the points. */
export async function valuesAt(
  snapshot: TripSnapshot,
  device: TripDevice,
  { day, second, names }: MeasuredPoints,
): Promise<readonly TrackValues[]> {
  const columns: (number | null)[][] = names.map(() => []);
  const { clockAheadS } = device.settings;
  for (const run of runsOf(second.map((each) => day * DAY_MS + each * 1000))) {
    // A point says its second, a record its millisecond.
    const [from, to] = [(run[0] ?? 0) - VALID_MS, (run.at(-1) ?? 0) + 999];
    const rows = await allRows(snapshot.trackRows(device.id, { from, to, clockAheadS }));
    addValues(columns, { run, names, rows });
  }
  return columns;
}

/** Adds the values at the points of a run to the columns. */
function addValues(
  columns: readonly (number | null)[][],
  {
    run,
    names,
    rows,
  }: {
    readonly run: readonly number[];
    readonly names: readonly string[];
    readonly rows: readonly TrackRow[];
  },
): void {
  const keys = names.filter((name) => name !== 'altitude');
  const measured = names.map((): { value: number; at: number } => ({ value: 0, at: -Infinity }));
  let next = 0;
  for (const at of run) {
    for (let row = rows[next]; row && row.fixTime <= at + 999; row = rows[++next])
      for (const [i, value] of measuredIn(row, names, keys).entries())
        if (value !== null) measured[i] = { value, at: row.fixTime };
    for (const [i, last] of measured.entries())
      columns[i]?.push(at - last.at <= VALID_MS ? last.value : null);
  }
}

function measuredIn(
  { altitude, attributes }: TrackRow,
  names: readonly string[],
  keys: readonly string[],
): TrackValues {
  const picked = pickAttributes(attributes, keys);
  return names.map((name) => (name === 'altitude' ? altitude : numberOf(picked[name])));
}

/** Times whose records overlap are read together. */
function runsOf(times: readonly number[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const time of times) {
    const run = runs.at(-1);
    if (run !== undefined && time - (run.at(-1) ?? 0) <= VALID_MS) run.push(time);
    else runs.push([time]);
  }
  return runs;
}
