import type { ApiFailure, ReportPeriod, TrackingClient } from '@rastro/tracking-client';
import type { ReportKind } from './kinds/report-kind.ts';
import type { ReportRow, RowNames } from './report-row.ts';

/** Maximum of rows that a browser holds and sorts without a stutter; more needs a file. */
export const MAX_ROWS = 100_000;
/** Vehicles asked for at once: soon enough to see it come, not a call for each. */
const BATCH = 10;

export interface RunState {
  readonly state: 'reading' | 'there' | 'stopped' | 'failed' | 'full';
  /** The complete rows at the time of this update. */
  readonly rows: readonly ReportRow[];
  /** Rows read so far, and vehicles that are done, of all. */
  readonly count: number;
  readonly done: number;
  readonly total: number;
  readonly failure: ApiFailure | null;
}
export interface RunWish {
  readonly client: TrackingClient;
  readonly kind: ReportKind;
  readonly query: Omit<ReportPeriod, 'deviceIds' | 'groupIds'>;
  readonly deviceIds: readonly number[];
  /** The same as they were chosen, to be asked for at once; null = some after the others. */
  readonly whole: Pick<ReportPeriod, 'deviceIds' | 'groupIds'> | null;
  readonly names: RowNames;
  readonly onState: (state: RunState) => void;
}

/**
 * Reads a report in batches of vehicles. Rows are published at once, then whenever they have doubled: code that
 * processes all of them runs a few times, not for each batch. It can be stopped, and resumes where it was.
 */
export class ReportRun {
  readonly #wish: RunWish;
  readonly #rows: ReportRow[] = [];
  #published: readonly ReportRow[] = [];
  #done = 0;
  /** Rows of vehicles that are done. */
  #whole = 0;
  #stop: AbortController | null = null;

  constructor(wish: RunWish) {
    this.#wish = wish;
  }

  /** Reads what is missing. */
  async read(): Promise<void> {
    const { deviceIds, kind, whole } = this.#wish;
    const stop = new AbortController();
    this.#stop = stop;
    this.#publish('reading');
    const size = whole ? deviceIds.length : kind.isLong === true ? 1 : BATCH;
    while (this.#done < deviceIds.length) {
      const batch = deviceIds.slice(this.#done, this.#done + size);
      const failure = await this.#readBatch(batch, stop);
      if (this.#stop !== stop) return;
      if (this.#rows.length >= MAX_ROWS) {
        this.#rows.length = MAX_ROWS;
        this.#publishAll('full');
        return;
      }
      if (failure !== null) {
        this.#takeBack();
        this.#publishAll('failed', failure);
        return;
      }
      this.#done += batch.length;
      this.#whole = this.#rows.length;
      this.#publish('reading');
    }
    this.#publishAll('there');
  }
  /** The rows loaded so far stay. */
  cancel(): void {
    const stop = this.#stop;
    this.#stop = null;
    stop?.abort();
    this.#takeBack();
    this.#publishAll('stopped');
  }
  /** Ends the run when the screen is left. */
  leave(): void {
    const stop = this.#stop;
    this.#stop = null;
    stop?.abort();
  }

  async #readBatch(deviceIds: readonly number[], stop: AbortController): Promise<ApiFailure | null> {
    const { client, kind, query, names, whole } = this.#wish;
    const full = new AbortController();
    const take = (rows: readonly ReportRow[]): void => {
      if (this.#stop !== stop) return;
      for (const row of rows) this.#rows.push(row);
      if (this.#rows.length >= MAX_ROWS) full.abort();
      this.#publish('reading');
    };
    const signal = AbortSignal.any([stop.signal, full.signal]);
    try {
      const answer = await kind.read(
        client,
        { ...query, ...(whole ?? { deviceIds }) },
        { names, take },
        signal,
      );
      return answer.ok ? null : answer.error;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }
  /** Part of a batch is dropped: on resume the batch is requested again. */
  #takeBack(): void {
    this.#rows.length = this.#whole;
  }
  #publish(state: RunState['state']): void {
    if (this.#rows.length >= this.#published.length * 2) this.#published = [...this.#rows];
    this.#emit(state, null);
  }
  #publishAll(state: RunState['state'], failure: ApiFailure | null = null): void {
    this.#published = [...this.#rows];
    this.#emit(state, failure);
  }
  #emit(state: RunState['state'], failure: ApiFailure | null): void {
    this.#wish.onState({
      state,
      failure,
      rows: this.#published,
      count: this.#rows.length,
      done: this.#done,
      total: this.#wish.deviceIds.length,
    });
  }
}
