import { DAY_MS } from '@rastro/base';
import type { Clock } from '@rastro/base';
import type { TrackStorage } from '@rastro/storage';
import type { TrackJob } from '../../tracks/track-job.ts';
import { storeDays } from './stored-days.ts';
import type { ReportPool } from '../jobs/report-pool.ts';

/** Nearly all requests for a vehicle are about its last year at most. */
const PREFETCH_DAYS = 366;
/** Vehicles whose days are known to be made. */
const MAX_KNOWN = 10_000;

/**
 * Makes the days before those that a user views, in spare threads: a longer period requested next finds them made. One
 * vehicle at a time, the one that was viewed last.
 */
export class DayPrefetcher {
  readonly #storage: TrackStorage;
  readonly #reports: Pick<ReportPool, 'makeSpare'>;
  readonly #clock: Pick<Clock, 'now'>;
  /** The last day up to which there is nothing left to do, by device. */
  readonly #done = new Map<number, number>();
  #now = new AbortController();

  constructor(storage: TrackStorage, reports: Pick<ReportPool, 'makeSpare'>, clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    this.#storage = storage;
    this.#reports = reports;
  }

  /** An answer is asked for: it may be about the same days. */
  stop(): void {
    this.#now.abort();
  }

  /** @returns when it is over, done or stopped; never fails. */
  async go(viewed: TrackJob, userId: number): Promise<void> {
    const [{ id }] = viewed.devices;
    const to = Math.min(viewed.days.to, Math.floor(this.#clock.now() / DAY_MS));
    this.stop();
    if ((this.#done.get(id) ?? -Infinity) >= to) return;
    this.#now = new AbortController();
    const { signal } = this.#now;
    const days = { from: to - PREFETCH_DAYS, to };
    const job: TrackJob = { ...viewed, days, part: 'prefetch' };
    try {
      await storeDays(this.#storage, id, this.#reports.makeSpare(job, { userId, signal }));
      if (signal.aborted) return;
      if (this.#done.size >= MAX_KNOWN) this.#done.clear();
      this.#done.set(id, to);
    } catch {
      // Nobody waits for it: what is not stored is made on request.
    }
  }
}
