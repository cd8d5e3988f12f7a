import { isDeepStrictEqual } from 'node:util';
import { TripReducer, type RecordKey, type StretchSegment, type Episode } from '@rastro/fleet/trips';
import type { TripChange, TripReader, RetentionStart, StoredStretch } from '@rastro/storage';
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
const KINDS: readonly Episode['kind'][] = [
  'visit',
  'drive',
  'speeding',
  'idle',
  'fill',
  'drain',
  'levelSpike',
  'odometerReset',
  'left-out',
];

/** Derives the history of a device up to its present end, from its positions alone, and compares. */
export function verifyDevice(reader: TripReader, device: TripDevice): Verdict | null {
  return reader.inSnapshot(() => {
    const head = reader.head(device.id);
    // History that is not made yet, or is about to be made again, is not wrong.
    if (!head || head.late || head.settings !== settingsKey(device)) return null;
    const { retentionStart } = head;
    const begin = retentionStart ? beginningOf(retentionStart) : FROM_THE_FIRST;
    const reducer =
      begin.state === null
        ? TripReducer.start(device.settings)
        : TripReducer.from(begin.state, device.settings);
    const pieces: StretchSegment[] = [];
    let rows = 0;
    let last: RecordKey | null = begin.readsAfter;
    scan: for (;;) {
      const page = reader.rowsAfter(device.id, last, {
        rows: PAGE_ROWS,
        clockAheadS: device.settings.clockAheadS,
      });
      for (const row of page) {
        const record = tripRecordOf(row, device);
        if (isAfter(record, head.last)) break scan;
        reducer.add(record);
        rows++;
        last = { time: record.time, deviceTime: record.deviceTime, key: record.key };
      }
      pieces.push(...reducer.take());
      if (page.length < PAGE_ROWS) break;
    }
    pieces.push(...reducer.take());
    const state = reducer.state();
    const { days, replacesDays } = daysAfterReplacement(reader, device.id, {
      after: retentionStart?.decidedAt ?? null,
      cutTime: retentionStart?.time ?? 0,
      upTo: null,
      pieces,
    });
    const from = retentionStart?.time ?? 0;
    const stored = storedSince(reader, device.id, retentionStart);
    const wrong = [
      ...(state === head.state ? [] : (['head'] as const)),
      ...(isDeepStrictEqual(stored.pieces, pieces.map(asStored)) ? [] : (['pieces'] as const)),
      ...(isDeepStrictEqual(stored.episodes, episodesOf(pieces)) ? [] : (['episodes'] as const)),
      ...(isDeepStrictEqual(reader.days(device.id, dayOf(from), Number.MAX_SAFE_INTEGER), days)
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
      replacesDays,
    };
    return { rows, wrong, repair };
  });
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
function storedSince(
  reader: TripReader,
  deviceId: number,
  retentionStart: RetentionStart | null,
): { readonly pieces: readonly StoredStretch[]; readonly episodes: readonly Episode[] } {
  const from = retentionStart?.time ?? 0;
  const to = Number.MAX_SAFE_INTEGER;
  return {
    pieces: reader.pieces(deviceId, from, to).filter(({ start }) => start.time >= from),
    episodes: reader
      .episodes(deviceId, from, to, KINDS)
      .filter(({ end }) => retentionStart === null || end.time > from),
  };
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
