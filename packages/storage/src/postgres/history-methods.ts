import type { ServerUrls } from '../location.ts';
import type { HistoryQuery, HistoryReader, HistoryStorage } from '../history-port.ts';
import { pages } from '../pages.ts';
import type { RawEvent, RawPosition } from '../records.ts';
import { EVENT_COLUMNS, toRawEvent, toStoredEvent } from '../rows/event-rows.ts';
import { toEvent } from '../rows/values.ts';
import { JSON_TEXTS, POSITIONS, TEXTS, trackForm, type PositionForm } from './position-forms.ts';
import { beforeTime, positionPages } from './position-pages.ts';
import { OpenedRun } from './position-stretch.ts';
import { placesById, positionsById } from './positions-by-id.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';
import { ReplicaReads } from './read-replica.ts';
import { SCHEMA } from './schema.ts';

/** Of a thread: one reads while the other is on its way. */
const READER_CONNECTIONS = 2;

/** Reads what devices sent. @param reads For what users wait for. */
export const historyMethods = (db: PostgresDatabase, reads: ReplicaReads): HistoryStorage => ({
  positionsById: (ids) => positionsById(db, ids),
  history: (query) => from(reads, (queries) => historyPages(queries, POSITIONS, query)),
  async *historyJson(query) {
    for await (const texts of historyPages(await reads.queries(), JSON_TEXTS, query)) {
      let page = '';
      for (const text of texts) page += `,${text}`;
      yield Buffer.from(page);
    }
  },
  async eventById(id) {
    const [row] = await db.all('SELECT * FROM events WHERE id = $1', [id]);
    return row ? toEvent(row) : null;
  },
  events: (query) => from(reads, (queries) => eventPages(queries, query, toStoredEvent)),
});

/** Pages of a request, whose first one decides where it reads. */
async function* from<Page>(
  reads: ReplicaReads,
  pages: (queries: Queries) => AsyncIterable<Page>,
): AsyncGenerator<Page> {
  yield* pages(await reads.queries());
}

/** For a thread: connections of its own. */
export function openPostgresHistory({ url, readUrl }: ServerUrls): HistoryReader {
  const reads = new ReplicaReads({ url, schema: SCHEMA }, readUrl, { connections: READER_CONNECTIONS });
  const opened = { positions: new OpenedRun<RawPosition>(), texts: new OpenedRun<string>() };
  return {
    positions: (query) => from(reads, (queries) => historyPages(queries, TEXTS, query, opened.positions)),
    positionTexts: (query) =>
      from(reads, (queries) => historyPages(queries, JSON_TEXTS, query, opened.texts)),
    track: (query, names) => from(reads, (queries) => historyPages(queries, trackForm(names), query)),
    events: (query) => from(reads, (queries) => eventPages(queries, query, toRawEvent)),
    placesById: async (ids) => placesById(await reads.queries(), ids),
    positionsById: async (ids) => positionsById(await reads.queries(), ids),
    close: () => reads.close(),
  };
}

function historyPages<Item>(
  queries: Queries,
  form: PositionForm<Item>,
  { deviceId, from: start, to: end, pageSize }: HistoryQuery,
  opened = new OpenedRun<Item>(),
): AsyncIterable<readonly Item[]> {
  const range = { deviceId, from: beforeTime(start), end, limit: Infinity, clockAheadMs: null };
  return positionPages(queries, form, range, { pageSize, opened });
}

function eventPages<Event extends Pick<RawEvent, 'eventTime' | 'id'>>(
  queries: Queries,
  { deviceId, from, to, pageSize }: HistoryQuery,
  ofRow: (row: readonly unknown[]) => Event,
): AsyncIterable<readonly Event[]> {
  const first = { eventTime: from - 1, id: Number.MAX_SAFE_INTEGER };
  return pages<Pick<RawEvent, 'eventTime' | 'id'>, Event>(first, pageSize, async ({ eventTime, id }) => {
    const rows = await queries.planned(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE device_id = $1 AND event_time <= $2 AND (event_time, id) > ($3, $4)
       ORDER BY event_time, id LIMIT $5`,
      [deviceId, to, eventTime, id, pageSize],
    );
    return rows.map(ofRow);
  });
}
