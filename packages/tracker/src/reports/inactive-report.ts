import type { InactiveItem } from '@rastro/fleet';
import type { BookPoint } from '@rastro/fleet/books';
import type { OpenBook } from '../books/open-book.ts';
import { apiDate } from '../views/api-date.ts';
import type { Period, ReportDevice } from './device-reports.ts';
import type { ReportReader } from './report-reader.ts';
import { withBook } from './with-book.ts';

const DAY_MS = 86_400_000;

/** One line for a vehicle that reported nothing in a period, or did not move in it; none for any other. */
export function* bookInactive(
  reader: ReportReader,
  device: ReportDevice,
  period: Period,
): Generator<readonly InactiveItem[]> {
  yield withBook(reader, device, period, (book) => {
    const last = lastOf(book, period.to, []);
    const trip = lastOf(book, period.to, ['trip']);
    if (last && trip && trip.time >= period.from) return [];
    const reason = last === null ? 'never' : last.time < period.from ? 'silent' : 'standing';
    return [
      {
        deviceId: device.id,
        deviceName: device.name,
        reason,
        lastReport: last && apiDate(last.time),
        lastMovement: trip && apiDate(trip.time),
        latitude: last && last.latitude,
        longitude: last && last.longitude,
        address: null,
      },
    ];
  });
}

/** Where the last piece of some kinds before an instant ended. Each look back reaches four times as far. */
function lastOf(book: OpenBook, to: number, kinds: Parameters<OpenBook['pieces']>[2]): BookPoint | null {
  const first = book.span()?.from ?? to;
  for (let from = to, reach = DAY_MS; from > first; reach *= 4) {
    from -= reach;
    const end = book.pieces(from, to, kinds).at(-1)?.end;
    if (end) return end;
  }
  return null;
}
