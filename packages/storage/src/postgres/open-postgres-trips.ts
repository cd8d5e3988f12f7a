import type { ServerUrls } from '../location.ts';
import type { TripReader, TripRow, TripSnapshot } from '../trip-port.ts';
import { lateReads } from './late-methods.ts';
import { OpenedRun } from './position-stretch.ts';
import type { Queries } from './postgres-database.ts';
import { ReplicaReads } from './read-replica.ts';
import { SCHEMA } from './schema.ts';
import { manyReads } from './many-reads.ts';
import { trackReads, type OpenedTracks } from './track-methods.ts';
import { dayReads, episodeReads, headReads, pieceReads, recordReads } from './trip-reads.ts';

/** Between two reads of a snapshot its reader may calculate, or wait for a slow browser. */
const IDLE_IN_SNAPSHOT_MS = 300_000;

/** For a thread: one connection of its own, so snapshots wait for one another. */
export function openPostgresTrips({ url, readUrl }: ServerUrls): TripReader {
  const settings = { url, schema: SCHEMA, idleInTransactionMs: IDLE_IN_SNAPSHOT_MS };
  const db = new ReplicaReads(settings, readUrl, { connections: 1, pipeline: true });
  /** Settles when the last snapshot that was asked for is over. */
  let last: Promise<unknown> = Promise.resolve();
  const after = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    // Its caller gets the failure; the next one begins all the same.
    last = done.catch(() => {});
    return done;
  };
  const opened: Opened = {
    records: new OpenedRun(),
    tracks: { rows: new OpenedRun(), paths: new OpenedRun() },
  };
  return {
    inSnapshot: (read) => after(() => db.snapshot((queries) => read(snapshotReads(queries, opened)))),
    close: () => after(() => db.close()),
  };
}

/** Runs that were opened last. They never change: those of other snapshots will do. */
interface Opened {
  readonly records: OpenedRun<TripRow>;
  readonly tracks: OpenedTracks;
}

const snapshotReads = (queries: Queries, opened: Opened): TripSnapshot => ({
  ...headReads(queries),
  ...recordReads(queries, opened.records),
  ...pieceReads(queries),
  ...episodeReads(queries),
  ...dayReads(queries),
  ...manyReads(queries),
  ...trackReads(queries, opened.tracks),
  ...lateReads(queries),
});
