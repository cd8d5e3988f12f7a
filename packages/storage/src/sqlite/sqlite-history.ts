import type { HistoryQuery, HistoryReader } from '../history-port.ts';
import type { TrackPosition } from '../records.ts';
import { EVENT_COLUMNS, toRawEvent } from '../rows/event-rows.ts';
import { arrivalReads } from './arrival-reads.ts';
import { arrayRows } from './array-rows.ts';
import { historyById } from './history-by-id.ts';
import { JSON_TEXTS, TEXTS, trackForm } from './history-forms.ts';
import { historyPages, type HistoryForm } from './history-pages.ts';
import { inOneState } from './in-transaction.ts';
import { openReadOnly, type ReadOnlyDatabase } from './open-read-only.ts';
import { rowPages } from '../row-pages.ts';

const CACHE_KIB = 16_384;

/**
 * Reads where it is called, so it belongs into a thread of its own.
 * Rows come as arrays: naming the columns of each of millions of rows costs more than reading them.
 */
export function openSqliteHistory(path: string): HistoryReader {
  const source = openReadOnly(path, CACHE_KIB);
  const { db, answered } = source;
  const events = arrayRows(
    db,
    `SELECT ${EVENT_COLUMNS} FROM events WHERE device_id = ? AND event_time <= ? AND (event_time, id) > (?, ?)
     ORDER BY event_time, id LIMIT ?`,
  );
  const byId = historyById(db);
  return {
    positions: pagesOf(source, TEXTS),
    positionTexts: pagesOf(source, JSON_TEXTS),
    track: tracks(source),
    async *events({ deviceId, from, to, pageSize }) {
      let after = { eventTime: from - 1, id: Number.MAX_SAFE_INTEGER };
      for (;;) {
        const { eventTime, id } = after;
        const page = answered(() => events(deviceId, to, eventTime, id, pageSize)).map(toRawEvent);
        const last = page.at(-1);
        if (!last) return;
        yield page;
        if (page.length < pageSize) return;
        after = last;
      }
    },
    placesById: async (ids) => answered(() => byId.placesById(ids)),
    positionsById: async (ids) => answered(() => byId.positionsById(ids)),
    close: async () => db.close(),
  };
}

/** Reads pages of a device's positions in a form. Each is of one state; packing goes on between them. */
function pagesOf<Item>(
  { db, answered }: ReadOnlyDatabase,
  form: HistoryForm<Item>,
): (query: HistoryQuery) => AsyncIterable<readonly Item[]> {
  const { after } = historyPages(db, form, arrivalReads(db));
  return ({ deviceId, from: start, to: end, pageSize }) => {
    const first = { time: start - 1, deviceTime: Number.MAX_SAFE_INTEGER, key: 0 };
    const range = { deviceId, end, clockAheadMs: null };
    return rowPages(first, { pageSize }, (from, limit) =>
      answered(() => inOneState(db, () => after({ ...range, from, limit }))),
    );
  };
}

function tracks(source: ReadOnlyDatabase): HistoryReader['track'] {
  const byNames = new Map<string, ReturnType<typeof pagesOf<TrackPosition>>>();
  return (query, names) => {
    const key = JSON.stringify(names);
    const read = byNames.get(key) ?? pagesOf(source, trackForm(names));
    byNames.set(key, read);
    return read(query);
  };
}
