import { compareKeys, type Episode } from '@rastro/fleet/books';
import type { TrackMark, TrackMarkKind } from '@rastro/fleet/tracks';
import type { BookReader } from '@rastro/storage';
import type { BookDevice } from '../books/fold-device.ts';
import type { OpenBook } from '../books/open-book.ts';

const DAY_MS = 86_400_000;
const KINDS: Readonly<Record<string, TrackMarkKind>> = {
  nowhere: 'nowhere',
  approximate: 'approximate',
  noFix: 'noFix',
  clockAhead: 'clockAhead',
  poorFix: 'poorFix',
  spike: 'spike',
};

/** What is to be known of the records of a day, one by one: those that came late, those that the books leave out. */
export function marksOf(
  books: BookReader,
  book: OpenBook,
  { device, day }: { readonly device: BookDevice; readonly day: number },
): readonly TrackMark[] {
  const [first, last] = [day * DAY_MS, (day + 1) * DAY_MS - 1];
  const mark = (time: number, kind: TrackMarkKind): TrackMark => ({
    second: Math.floor((time - first) / 1000),
    kind,
  });
  const late = books.lateRecords(device.id, first, last).map(({ fixTime }) => mark(fixTime, 'late'));
  const leftOut = book
    .episodes(first, last, ['left-out'])
    .flatMap((run) => timesOf(books, device, run, { first, last }).map((time) => mark(time, kindOf(run))));
  return [...late, ...leftOut];
}

const kindOf = ({ note }: Episode): TrackMarkKind => KINDS[note ?? ''] ?? 'noFix';

/** Of the records of a run; among those that are nowhere there may be some that were put off. */
function timesOf(
  books: BookReader,
  { id, settings: { clockAheadS } }: BookDevice,
  { start, end, note }: Episode,
  { first, last }: { readonly first: number; readonly last: number },
): readonly number[] {
  const period = { from: Math.max(first, start.time), to: Math.min(last, end.time), clockAheadS };
  return books
    .trackRows(id, period)
    .filter((row) => {
      const key = { time: row.fixTime, deviceTime: row.deviceTime, key: row.contentKey };
      const isNowhere = row.latitude === 0 && row.longitude === 0;
      const isOfRun = compareKeys(key, start) >= 0 && compareKeys(key, end) <= 0;
      return isOfRun && isNowhere === (note === 'nowhere');
    })
    .map(({ fixTime }) => fixTime);
}
