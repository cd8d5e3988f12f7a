import {
  TripReducer,
  settingsText,
  type RecordKey,
  type StretchSegment,
  type TripSettings,
} from '@rastro/fleet/trips';
import type { TripChange, TripHead, TripReader, TripSnapshot, RetentionStart } from '@rastro/storage';
import { tripRecordOf, type Reading } from '../pending-records/trip-record-of.ts';
import { daysAfterAppend, daysAfterReplacement } from './days-of.ts';
import { storedBoundaries, type StoredBoundaries } from './stored-boundaries.ts';

/** A device with derived history. */
export interface TripDevice extends Reading {
  readonly id: number;
  readonly settings: TripSettings;
  /** Minimum visits of geofences, by their ids. Reports depend on them, derived history does not. */
  readonly dwellMs: Readonly<Record<number, number>>;
}
export interface ReduceResult {
  /** Null = derived history is up to date. */
  readonly change: TripChange | null;
  /** Records that were read. */
  readonly rows: number;
  /** There is more: once again, after this is stored. */
  readonly isPartial: boolean;
  /** There are late records that were not reviewed. */
  readonly hasLate: boolean;
}
/** Start of a run, and the part of stored derived history that it replaces. */
interface Start {
  /** History up to here is decided and stays; null = from the first record. */
  readonly after: RecordKey | null;
  /** The records after this one are read; null = from the first. */
  readonly readsAfter: RecordKey | null;
  /** End of the last piece that remains. */
  readonly cutTime: number;
  readonly state: string | null;
  /**
   * Newest of the late records: beyond it derived history may agree with what is stored. Null = continue to the end.
   */
  readonly agreesAfter: number | null;
  readonly replaces: boolean;
}
interface Run {
  readonly pieces: readonly StretchSegment[];
  readonly rows: number;
  /** The last record; null = there was none. */
  readonly last: RecordKey | null;
  readonly state: string;
  /** From here on stored derived history is valid. */
  readonly agreed: StretchSegment | null;
}

/** Around a late record a few hundred are read, else as many as there are. */
const NEAR_ROWS = 200;
const PAGE_ROWS = 2000;
const NONE_YET: RecordKey = { time: 0, deviceTime: 0, key: 0 };

/** Settings that derived history was made with, as text: others would give another history. */
export const settingsKey = ({ settings, limits, gauge }: TripDevice): string =>
  JSON.stringify([settingsText(settings), limits, ...(gauge === null ? [] : [gauge])]);

/** Of a device that is up to date. */
export const NOTHING_NEW: ReduceResult = { change: null, rows: 0, isPartial: false, hasLate: false };

/** Devices that need no work: after a start most of a fleet, whose states need not even be read one by one. */
export function upToDate(reader: TripReader, devices: readonly TripDevice[]): Promise<ReadonlySet<number>> {
  const byId = new Map(devices.map((device) => [device.id, device]));
  return reader.inSnapshot(async (snapshot) => {
    const found = new Set<number>();
    for (const { head, hasNews } of await snapshot.ends([...byId.keys()])) {
      const device = byId.get(head.deviceId);
      if (!device || hasNews || head.late || head.settings !== settingsKey(device)) continue;
      if ((await snapshot.firstOpenLate(device.id)) === null) found.add(device.id);
    }
    return found;
  });
}

/**
 * Brings the derived history of one device up to date with its positions: by the newest records, around late ones until
 * it agrees again with what is stored, or from the beginning when it was made with other settings.
 * @param maxRows Records after which the rest waits for another run.
 */
export function reduceDevice(reader: TripReader, device: TripDevice, maxRows: number): Promise<ReduceResult> {
  return reader.inSnapshot(async (snapshot) => {
    const hasLate = (await snapshot.firstOpenLate(device.id)) !== null;
    const head = await snapshot.head(device.id);
    return { ...(await changeOf(snapshot, device, { head, maxRows })), hasLate };
  });
}

/** The change that brings derived history up to date, for who stores it and for who cannot wait until it is stored. */
export async function changeOf(
  snapshot: TripSnapshot,
  device: TripDevice,
  { head, maxRows }: { readonly head: TripHead | null; readonly maxRows: number },
): Promise<Omit<ReduceResult, 'hasLate'>> {
  const settings = settingsKey(device);
  const start = await startOf(snapshot, head, settings);
  const run = await runReducer(snapshot, device, start, maxRows);
  if (run.rows === 0 && !start.replaces && !head?.late) return { change: null, rows: 0, isPartial: false };
  const { pieces, agreed } = run;
  const upTo = agreed?.decidedAt ?? null;
  const days = start.replaces
    ? await daysAfterReplacement(snapshot, device.id, { ...start, upTo: agreed, pieces })
    : { replacesDays: null, ...(await daysAfterAppend(snapshot, device.id, pieces)) };
  const change: TripChange = {
    deviceId: device.id,
    revision: head?.revision ?? 0,
    head:
      agreed || run.rows + Number(start.replaces) === 0
        ? null
        : { settings, last: run.last ?? start.after ?? NONE_YET, state: run.state },
    beginsAnew: start.replaces && start.state === null && head?.retentionStart != null,
    replaces: start.replaces ? { after: start.after, upTo } : null,
    pieces,
    ...days,
  };
  return { change, rows: run.rows, isPartial: agreed === null && run.rows >= maxRows };
}

async function startOf(snapshot: TripSnapshot, head: TripHead | null, settings: string): Promise<Start> {
  if (!head) return FROM_THE_FIRST;
  const { deviceId, late, last, state, retentionStart } = head;
  const anew: Start = retentionStart
    ? startAtRetained(retentionStart)
    : { ...FROM_THE_FIRST, replaces: true };
  if (head.settings !== settings) return anew;
  const onward = {
    after: last,
    readsAfter: last,
    cutTime: last.time,
    state,
    agreesAfter: null,
    replaces: false,
  };
  if (!late) return onward;
  // A record older than all stored ones has no neighbors to compare it with.
  if (retentionStart && late.to < retentionStart.time) return onward;
  const isAtEdge = retentionStart !== null && late.from <= retentionStart.decidedAt.time;
  const before = isAtEdge ? null : await snapshot.boundaryBefore(deviceId, late.from);
  if (!before) return { ...anew, agreesAfter: late.to };
  const { decidedAt, end } = before;
  const from = { after: decidedAt, readsAfter: decidedAt, cutTime: end.time, state: before.state };
  return { ...from, agreesAfter: late.to, replaces: true };
}
const FROM_THE_FIRST: Start = {
  after: null,
  readsAfter: null,
  cutTime: 0,
  state: null,
  agreesAfter: null,
  replaces: false,
};
const startAtRetained = ({ time, decidedAt }: RetentionStart): Start => ({
  ...FROM_THE_FIRST,
  after: decidedAt,
  readsAfter: { time, deviceTime: Number.MIN_SAFE_INTEGER, key: 0 },
  cutTime: time,
  replaces: true,
});

async function runReducer(
  snapshot: TripSnapshot,
  device: TripDevice,
  start: Start,
  maxRows: number,
): Promise<Run> {
  const { id, settings } = device;
  const reducer =
    start.state === null ? TripReducer.start(settings) : TripReducer.from(start.state, settings);
  const isNear = start.agreesAfter !== null;
  const stored: StoredBoundaries | null = isNear ? storedBoundaries(snapshot, id, start.after) : null;
  const pieces: StretchSegment[] = [];
  let rows = 0;
  let last = start.readsAfter;
  const query = {
    pageSize: isNear ? NEAR_ROWS : PAGE_ROWS,
    limit: maxRows,
    clockAheadS: settings.clockAheadS,
  };
  for await (const page of snapshot.rowsAfter(id, last, query)) {
    for (const row of page) {
      const record = tripRecordOf(row, device);
      reducer.add(record);
      rows++;
      last = { time: record.time, deviceTime: record.deviceTime, key: record.key };
      const decided = reducer.take();
      pieces.push(...decided);
      const newest = decided.at(-1);
      if (!newest || !stored || record.time <= (start.agreesAfter ?? 0)) continue;
      if (await stored.has(newest)) return { pieces, rows, last, state: newest.state, agreed: newest };
    }
  }
  return { pieces, rows, last: rows === 0 ? null : last, state: reducer.state(), agreed: null };
}
