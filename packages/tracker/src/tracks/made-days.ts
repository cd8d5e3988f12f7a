import {
  decodeTrackHead,
  DayTrack,
  encodeTrack,
  HEAD_BYTES,
  type TrackHead,
  type TrackPoints,
} from '@rastro/fleet/tracks';
import { pickAttributes, type BookReader, type BookRow } from '@rastro/storage';
import type { BookDevice } from '../books/fold-device.ts';
import { bookFor, openBook, type OpenBook } from '../books/open-book.ts';

export const DAY_MS = 86_400_000;
const PAGE_ROWS = 2000;
const KMH_PER_KNOT = 1.852;
const IGNITION = ['ignition'] as const;

/** Both included; days since 1970, UTC. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}
export interface MadeDay {
  readonly head: TrackHead;
  readonly body: Uint8Array;
  /** The books are done with the day: it stays so unless a record comes late. */
  readonly isClosed: boolean;
}

/** Makes the tracks of days out of positions and books. @returns with the revision of the books that they are made from. */
export function makeDays(
  books: BookReader,
  device: BookDevice,
  { from, to }: DayRange,
): { readonly revision: number; readonly days: readonly MadeDay[] } {
  return books.inSnapshot(() => {
    const kept = openBook(books, device);
    const book = kept ?? bookFor(books, device, { from: from * DAY_MS, to: (to + 1) * DAY_MS - 1 });
    const openSince = kept ? (kept.fresh[0]?.start.time ?? Infinity) : -Infinity;
    const rows = new Rows(books, device, from * DAY_MS);
    const days: MadeDay[] = [];
    for (let day = from; day <= to; day++) {
      const points = pointsOf(book, rows, day);
      const body = encodeTrack({ deviceId: device.id, day }, points);
      days.push({ head: headOf(body), body, isClosed: (day + 1) * DAY_MS <= openSince });
    }
    return { revision: books.head(device.id)?.revision ?? 0, days };
  });
}

function pointsOf(book: OpenBook, rows: Rows, day: number): TrackPoints {
  const [from, to] = [day * DAY_MS, (day + 1) * DAY_MS - 1];
  const track = new DayTrack({
    day,
    pieces: book.pieces(from, to),
    episodes: book.episodes(from, to, ['left-out', 'speeding']),
  });
  for (const row of rows.upTo(to)) {
    const key = { time: row.fixTime, deviceTime: row.deviceTime, key: row.contentKey };
    if (!track.wants(key)) continue;
    const { latitude, longitude, speed, attributes } = row;
    const ignition = pickAttributes(attributes, IGNITION)['ignition'] === true;
    track.add({ ...key, latitude, longitude, speedKmh: speed * KMH_PER_KNOT, ignition });
  }
  return track.end();
}

/** Rows of a device, day after day, read page by page: each once. */
class Rows {
  readonly #books: BookReader;
  readonly #device: BookDevice;
  #page: readonly BookRow[] = [];
  #at = 0;
  #last: { readonly time: number; readonly deviceTime: number; readonly key: number };

  constructor(books: BookReader, device: BookDevice, from: number) {
    this.#books = books;
    this.#device = device;
    this.#last = { time: from - 1, deviceTime: Number.MAX_SAFE_INTEGER, key: 0 };
  }

  *upTo(to: number): Generator<BookRow> {
    for (;;) {
      const row = this.#page[this.#at] ?? this.#next();
      if (!row || row.fixTime > to) return;
      this.#at++;
      yield row;
    }
  }

  #next(): BookRow | undefined {
    const { id, settings } = this.#device;
    const most = { rows: PAGE_ROWS, clockAheadS: settings.clockAheadS };
    this.#page = this.#books.rowsAfter(id, this.#last, most);
    this.#at = 0;
    const end = this.#page.at(-1);
    if (end) this.#last = { time: end.fixTime, deviceTime: end.deviceTime, key: end.contentKey };
    return this.#page[0];
  }
}

/** What a chunk of ours says of itself. @throws when it is none. */
export function headOf(body: Uint8Array): TrackHead {
  const head = decodeTrackHead(body.subarray(0, HEAD_BYTES));
  if (!head.ok) throw new Error(head.error);
  return head.value;
}
