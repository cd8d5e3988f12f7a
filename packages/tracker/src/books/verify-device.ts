import { isDeepStrictEqual } from 'node:util';
import { BookFold, type BookKey, type BookPiece, type Episode } from '@rastro/fleet/books';
import type { BookChange, BookReader, StoredPiece } from '@rastro/storage';
import { bookRecordOf } from './book-record-of.ts';
import { daysAfterReplacement } from './days-of.ts';
import { bookText, type BookDevice } from './fold-device.ts';

export interface Verdict {
  readonly rows: number;
  /** What is not as a fresh derivation over the sorted history gives; empty = the books are true. */
  readonly wrong: readonly ('head' | 'pieces' | 'episodes' | 'days')[];
  /** Puts it right. */
  readonly repair: BookChange;
}

const PAGE_ROWS = 2000;
const ALWAYS = [0, Number.MAX_SAFE_INTEGER] as const;
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

/** Derives the books of a device up to where they are, from its positions alone, and compares. */
export function verifyDevice(reader: BookReader, device: BookDevice): Verdict | null {
  return reader.inSnapshot(() => {
    const head = reader.head(device.id);
    // Those that are not made yet, or are about to be made anew, are not wrong.
    if (!head || head.late || head.settings !== bookText(device)) return null;
    const fold = BookFold.start(device.settings);
    const pieces: BookPiece[] = [];
    let rows = 0;
    let last: BookKey | null = null;
    scan: for (;;) {
      const page = reader.rowsAfter(device.id, last, {
        rows: PAGE_ROWS,
        clockAheadS: device.settings.clockAheadS,
      });
      for (const row of page) {
        const record = bookRecordOf(row, device.limits);
        if (isAfter(record, head.last)) break scan;
        fold.add(record);
        rows++;
        last = { time: record.time, deviceTime: record.deviceTime, key: record.key };
      }
      pieces.push(...fold.take());
      if (page.length < PAGE_ROWS) break;
    }
    pieces.push(...fold.take());
    const state = fold.state();
    const { days, replacesDays } = daysAfterReplacement(reader, device.id, {
      after: null,
      cutTime: 0,
      upTo: null,
      pieces,
    });
    const wrong = [
      ...(state === head.state ? [] : (['head'] as const)),
      ...(isDeepStrictEqual(reader.pieces(device.id, ...ALWAYS), pieces.map(asStored))
        ? []
        : (['pieces'] as const)),
      ...(isDeepStrictEqual(reader.episodes(device.id, ...ALWAYS, KINDS), episodesOf(pieces))
        ? []
        : (['episodes'] as const)),
      ...(isDeepStrictEqual(reader.days(device.id, ...ALWAYS), days) ? [] : (['days'] as const)),
    ];
    const repair: BookChange = {
      deviceId: device.id,
      revision: head.revision,
      head: { settings: head.settings, last: last ?? head.last, state },
      replaces: { after: null, upTo: null },
      pieces,
      days,
      replacesDays,
    };
    return { rows, wrong, repair };
  });
}

const isAfter = (a: BookKey, b: BookKey): boolean =>
  a.time > b.time ||
  (a.time === b.time && (a.deviceTime > b.deviceTime || (a.deviceTime === b.deviceTime && a.key > b.key)));

function asStored({
  state: _,
  decidedAt: __,
  quarters: ___,
  episodes: ____,
  ...piece
}: BookPiece): StoredPiece {
  return piece;
}
const episodesOf = (pieces: readonly BookPiece[]): readonly Episode[] =>
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
