import { host, nextTurn } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import type { TripStorage } from '@rastro/storage';
import { DAY_MS } from '@rastro/base';
import type { IngestLog } from '../ingest/ingest-log.ts';

export interface DropDeps {
  readonly storage: Pick<TripStorage, 'dropPositions' | 'dropTraces'>;
  readonly deviceIds: () => Iterable<number>;
  /** Days of vehicles whose customers have a limit. */
  readonly retentionDays: (breathe: () => Promise<void>) => Promise<ReadonlyMap<number, number>>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: IngestLog;
}

/** In one transaction, which takes a few milliseconds: commits of devices go between. */
const ROWS_AT_ONCE = 500;

/**
 * Drops the positions of all devices that are older than so many days, as far as derived history includes them. Trips,
 * stops and sums remain. Where the customers of a device have a shorter limit, that counts, and its events and stored
 * tracks are dropped, too.
 * @param days Of the installation; 0 = forever.
 * @returns how many positions were dropped.
 */
export async function dropOldPositions(days: number, deps: DropDeps, signal: AbortSignal): Promise<number> {
  const { storage, clock, log } = deps;
  const limits = await deps.retentionDays(() => nextTurn());
  const now = clock.now();
  let dropped = 0;
  for (const id of deps.deviceIds()) {
    const limit = limits.get(id) ?? 0;
    const own = Math.min(...[days, limit].filter((each) => each > 0));
    if (!Number.isFinite(own)) continue;
    dropped += await all((max) => storage.dropPositions(id, now - own * DAY_MS, max), signal);
    if (limit > 0) await all((max) => storage.dropTraces(id, now - own * DAY_MS, max), signal);
    if (signal.aborted) return dropped;
  }
  if (dropped > 0) log.info({ positions: dropped, days }, 'old positions were dropped; their books stay');
  return dropped;
}

async function all(drop: (max: number) => Promise<number>, signal: AbortSignal): Promise<number> {
  let dropped = 0;
  for (let gone = ROWS_AT_ONCE; gone >= ROWS_AT_ONCE && !signal.aborted; dropped += gone)
    gone = await drop(ROWS_AT_ONCE);
  return dropped;
}

/** Does so every hour. @param days 0 = for ever, where no customer has a limit. @returns ends it. */
export function startDropping(days: number, deps: DropDeps): () => void {
  const ending = new AbortController();
  let isRunning = false;
  const timer = host.setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    dropOldPositions(days, deps, ending.signal)
      .catch((error: unknown) =>
        deps.log.error({ err: error }, 'cannot drop old positions; it is tried again'),
      )
      .finally(() => {
        isRunning = false;
      });
  }, 3_600_000);
  timer.unref();
  return () => {
    host.clearInterval(timer);
    ending.abort();
  };
}
