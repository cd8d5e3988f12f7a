import type { Clock } from '@rastro/base';
import type { BookStorage } from '@rastro/storage';
import type { IngestLog } from '../ingest/ingest-log.ts';

export interface DropRoom {
  readonly storage: Pick<BookStorage, 'dropPositions'>;
  readonly deviceIds: () => Iterable<number>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: IngestLog;
}

const DAY_MS = 86_400_000;
/** In one transaction: commits of devices go between. */
const ROWS_AT_ONCE = 1000;

/**
 * Drops the positions of all devices that are older than so many days, as far as their books know them. Trips, stops and
 * sums stay.
 * @returns how many went.
 */
export async function dropOldPositions(days: number, room: DropRoom, signal: AbortSignal): Promise<number> {
  const oldest = room.clock.now() - days * DAY_MS;
  let dropped = 0;
  for (const id of room.deviceIds()) {
    for (let gone = ROWS_AT_ONCE; gone === ROWS_AT_ONCE && !signal.aborted; dropped += gone)
      gone = await room.storage.dropPositions(id, oldest, ROWS_AT_ONCE);
    if (signal.aborted) return dropped;
  }
  if (dropped > 0)
    room.log.info({ positions: dropped, days }, 'old positions were dropped; their books stay');
  return dropped;
}

/** Does so every hour. @param days 0 = never. @returns ends it. */
export function startDropping(days: number, room: DropRoom): () => void {
  if (days === 0) return () => {};
  const ending = new AbortController();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    dropOldPositions(days, room, ending.signal)
      .catch((error: unknown) =>
        room.log.error({ err: error }, 'cannot drop old positions; it is tried again'),
      )
      .finally(() => {
        isRunning = false;
      });
  }, 3_600_000);
  timer.unref();
  return () => {
    clearInterval(timer);
    ending.abort();
  };
}
