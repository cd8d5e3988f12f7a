import { isDeepStrictEqual } from 'node:util';
import {
  addSums,
  DRIVING_EVENT_KINDS,
  NO_SUMS,
  TripReducer,
  type RecordKey,
  type StretchSegment,
  type Episode,
} from '@rastro/fleet/trips';
import type {
  DriverDay,
  TripChange,
  TripDay,
  TripHead,
  TripReader,
  TripSnapshot,
  RetentionStart,
  StoredStretch,
} from '@rastro/storage';
import { tripRecordOf } from '../pending-records/trip-record-of.ts';
import { daysAfterReplacement } from './days-of.ts';
import { settingsKey, type TripDevice } from './reduce-device.ts';

export interface Verdict {
  readonly rows: number;
  /** Differences from a fresh derivation over the sorted history; empty = none. */
  readonly wrong: readonly ('head' | 'pieces' | 'episodes' | 'days')[];
  /** Puts it right. */
  readonly repair: TripChange;
}

const PAGE_ROWS = 2000;
/** Later than any record. */
const LAST_DAY = 1_000_000;
const SLOTS = (LAST_DAY + 1) * 96;
const KINDS: readonly Episode['kind'][] = [
  'visit',
  'drive',
  'speeding',
  'idle',
  ...DRIVING_EVENT_KINDS,
  'fill',
  'drain',
  'levelSpike',
  'odometerReset',
  'left-out',
];

/** Derives the history of a device up to its present end, from its positions alone, and compares. */
export function verifyDevice(reader: TripReader, device: TripDevice): Promise<Verdict | null> {
  return reader.inSnapshot(async (snapshot) => {
    const head = await snapshot.head(device.id);
    // History that is not made yet, or is about to be made again, is not wrong.
    if (!head || head.late || head.settings !== settingsKey(device)) return null;
    const { retentionStart } = head;
    const { rows, last, pieces, state } = await derivedAgain(snapshot, device, head);
    const { days, driverDays, replacesDays } = await daysAfterReplacement(snapshot, device.id, {
      after: retentionStart?.decidedAt ?? null,
      cutTime: retentionStart?.time ?? 0,
      upTo: null,
      pieces,
    });
    const stored = await storedSince(snapshot, device.id, retentionStart);
    const wrong = [
      ...(state === head.state ? [] : (['head'] as const)),
      ...(isDeepStrictEqual(stored.pieces, pieces.map(asStored)) ? [] : (['pieces'] as const)),
      ...(isDeepStrictEqual(stored.episodes, episodesOf(pieces)) ? [] : (['episodes'] as const)),
      ...(isDeepStrictEqual([stored.days, stored.driverDays], [days, driverDays]) && stored.areAddedUp
        ? []
        : (['days'] as const)),
    ];
    const repair: TripChange = {
      deviceId: device.id,
      revision: head.revision,
      head: { settings: head.settings, last: last ?? head.last, state },
      replaces: { after: retentionStart?.decidedAt ?? null, upTo: null },
      pieces,
      days,
      driverDays,
      replacesDays,
    };
    return { rows, wrong, repair };
  });
}

interface DerivedAgain {
  readonly rows: number;
  /** The last record that was read; null = there was none. */
  readonly last: RecordKey | null;
  readonly pieces: readonly StretchSegment[];
  readonly state: string;
}

/** History from its positions, up to the last record of a head. */
async function derivedAgain(
  snapshot: TripSnapshot,
  device: TripDevice,
  { retentionStart, last: end }: TripHead,
): Promise<DerivedAgain> {
  const { id, settings } = device;
  const begin = retentionStart ? beginningOf(retentionStart) : FROM_THE_FIRST;
  const reducer =
    begin.state === null ? TripReducer.start(settings) : TripReducer.from(begin.state, settings);
  const pieces: StretchSegment[] = [];
  let rows = 0;
  let last = begin.readsAfter;
  const query = { pageSize: PAGE_ROWS, clockAheadS: settings.clockAheadS };
  for await (const page of snapshot.rowsAfter(id, last, query)) {
    const records = page.map((row) => tripRecordOf(row, device)).filter((record) => !isAfter(record, end));
    for (const record of records) reducer.add(record);
    rows += records.length;
    const newest = records.at(-1);
    if (newest) last = { time: newest.time, deviceTime: newest.deviceTime, key: newest.key };
    pieces.push(...reducer.take());
    if (records.length < page.length) break;
  }
  return { rows, last, pieces, state: reducer.state() };
}

const dayOf = (time: number): number => Math.floor(time / 86_400_000);
interface Beginning {
  readonly state: string | null;
  readonly readsAfter: RecordKey | null;
}
const FROM_THE_FIRST: Beginning = { state: null, readsAfter: null };
const beginningOf = ({ time, decidedAt, state }: RetentionStart): Beginning => ({
  state,
  readsAfter: state === null ? { time, deviceTime: Number.MIN_SAFE_INTEGER, key: 0 } : decidedAt,
});

/** Stored history of the time whose positions are there. */
async function storedSince(
  snapshot: TripSnapshot,
  deviceId: number,
  retentionStart: RetentionStart | null,
): Promise<{
  readonly pieces: readonly StoredStretch[];
  readonly episodes: readonly Episode[];
  readonly days: readonly TripDay[];
  readonly driverDays: readonly DriverDay[];
  /** Sums over many days are those of the days. */
  readonly areAddedUp: boolean;
}> {
  const from = retentionStart?.time ?? 0;
  const to = Number.MAX_SAFE_INTEGER;
  const pieces = await snapshot.pieces(deviceId, from, to);
  const episodes = await snapshot.episodes(deviceId, from, to, KINDS);
  return {
    pieces: pieces.filter(({ start }) => start.time >= from),
    episodes: episodes.filter(({ end }) => retentionStart === null || end.time > from),
    days: await snapshot.days(deviceId, dayOf(from), to),
    driverDays: inOrder(await snapshot.driverDays(deviceId, dayOf(from), to)),
    areAddedUp: await areAddedUp(snapshot, deviceId),
  };
}

/** As texts, not as a database orders what it has for them. */
const inOrder = (days: readonly DriverDay[]): readonly DriverDay[] =>
  days.toSorted((a, b) => a.day - b.day || (a.driver < b.driver ? -1 : 1));

/** Of all days, by device and by driver. */
async function areAddedUp(snapshot: TripSnapshot, deviceId: number): Promise<boolean> {
  const all = { from: 0, to: SLOTS };
  const [ofDevice] = await snapshot.sumsOfMany([deviceId], all, 'device');
  const days = (await snapshot.days(deviceId, 0, LAST_DAY)).map(({ sums }) => sums);
  if (!isDeepStrictEqual(ofDevice?.sums ?? NO_SUMS, days.reduce(addSums, NO_SUMS))) return false;
  const drivers = Map.groupBy(await snapshot.driverDays(deviceId, 0, LAST_DAY), ({ driver }) => driver);
  const added = new Map(
    (await snapshot.sumsOfMany([deviceId], all, 'driver')).map(({ driver, sums }) => [driver, sums]),
  );
  return (
    added.size === drivers.size &&
    [...drivers].every(([driver, some]) =>
      isDeepStrictEqual(added.get(driver), some.map(({ sums }) => sums).reduce(addSums, NO_SUMS)),
    )
  );
}

const isAfter = (a: RecordKey, b: RecordKey): boolean =>
  a.time > b.time ||
  (a.time === b.time && (a.deviceTime > b.deviceTime || (a.deviceTime === b.deviceTime && a.key > b.key)));

function asStored({
  state: _,
  decidedAt: __,
  quarters: ___,
  episodes: ____,
  ...piece
}: StretchSegment): StoredStretch {
  return piece;
}
const episodesOf = (pieces: readonly StretchSegment[]): readonly Episode[] =>
  pieces
    .flatMap(({ episodes }) => episodes)
    .sort(
      (a, b) =>
        a.start.time - b.start.time ||
        a.end.time - b.end.time ||
        // As they are stored.
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
        a.geofenceId - b.geofenceId ||
        a.start.key - b.start.key,
    );
