import { type Clock, DAY_MS, HOUR_MS, type Limits, Throttle } from '@rastro/base';
import { joinedParts } from '../files/joined-parts.ts';
import { REPORT_KINDS } from '../kinds/registry.ts';
import type { ReportJob } from '../request/report-job.ts';
import type { ReportFor, ReportPool } from './report-pool.ts';

/** Days of devices in one turn of a thread: few, so that others get theirs. */
const DEVICE_DAYS_PER_BATCH = 64;
const MIN_DEVICES_PER_BATCH = 4;
/** The same, where they are read at once, or a turn answers with one line. */
const DEVICES_PER_SUM = 512;
/** Reports that one account may have under way. */
const MAX_CONCURRENT = 4;
/** Characters of lines that are put together without a thread, within a millisecond or two. */
const JOINED_HERE = 32_768;
const MAILS_AN_HOUR = 30;
type Piece = string | Uint8Array;

/** Takes reports in, parts them into turns, and puts the parts together again. */
export class ReportService {
  readonly #pool: Pick<ReportPool, 'make' | 'size'>;
  readonly #mails: Throttle;
  readonly #inFlight = new Map<number, number>();

  constructor(
    pool: Pick<ReportPool, 'make' | 'size'>,
    { clock, limits }: { readonly clock: Clock; readonly limits: Limits },
  ) {
    this.#pool = pool;
    this.#mails = new Throttle(MAILS_AN_HOUR, HOUR_MS, clock).sharedAs('report-mails', limits);
  }

  /** @returns to be called when the report is over; null = the account has too many under way. */
  enter(userId: number): (() => void) | null {
    const now = this.#inFlight.get(userId) ?? 0;
    if (now >= MAX_CONCURRENT) return null;
    this.#inFlight.set(userId, now + 1);
    let entered = true;
    return () => {
      if (!entered) return;
      entered = false;
      const left = (this.#inFlight.get(userId) ?? 1) - 1;
      if (left > 0) this.#inFlight.set(userId, left);
      else this.#inFlight.delete(userId);
    };
  }

  /** As `enter`, for one that goes by mail: nobody waits for it, so an hour has an end to them, too. */
  enterMail(userId: number): (() => void) | null {
    const leave = this.enter(userId);
    if (leave && this.#mails.take(String(userId))) return leave;
    leave?.();
    return null;
  }

  sheet(job: ReportJob, wanted: ReportFor): AsyncGenerator<Piece> {
    return this.#pool.make(job, wanted);
  }

  /** A JSON array of all items, device after device. */
  async *json(job: Omit<ReportJob, 'output'>, wanted: ReportFor): AsyncGenerator<Piece> {
    const whole: ReportJob = { ...job, output: 'json' };
    const isJoined = REPORT_KINDS[job.type].joined(job) !== null;
    let isFirst = true;
    for await (const piece of isJoined ? this.#joined(whole, wanted) : this.#pieces(whole, wanted)) {
      if (isFirst) yield '[';
      // Every piece begins with a comma.
      yield isFirst ? piece.slice(1) : piece;
      isFirst = false;
    }
    yield isFirst ? '[]' : ']';
  }

  /** The lines that all turns add up to. Many are put together by a thread: others are served meanwhile. */
  async *#joined({ page, ...job }: ReportJob, wanted: ReportFor): AsyncGenerator<Piece> {
    const parts: Uint8Array[] = [];
    // A page is of the lines, and they are not known before all turns are over.
    for await (const piece of this.#pieces({ ...job, page: null }, wanted)) parts.push(Buffer.from(piece));
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const joining: ReportJob = { ...job, page, devices: [], verdicts: {}, withdrawn: {}, parts };
    if (length > JOINED_HERE) yield* this.#pool.make(joining, wanted);
    else yield* joinedParts(joining, parts);
  }

  /** As many turns at once as there are threads; what they give is handed on in the order of the devices. */
  async *#pieces(job: ReportJob, wanted: ReportFor): AsyncGenerator<Piece> {
    // A page of the list counts from its beginning: one thread counts.
    const batches = job.page === null ? batchesOf(job) : [job];
    // Whole tracks are long: they are passed on as they come, one after the other.
    const concurrent = job.page !== null || REPORT_KINDS[job.type].isLong ? 1 : this.#pool.size;
    if (concurrent === 1) {
      for (const batch of batches) yield* this.#pool.make(batch, wanted);
      return;
    }
    const failed = new AbortController();
    const either = { ...wanted, signal: AbortSignal.any([wanted.signal, failed.signal]) };
    const running: Promise<Piece[]>[] = [];
    const start = (at: number): void => {
      const batch = batches[at];
      if (!batch) return;
      const collected = this.#collect(batch, { ...either, lane: at % concurrent });
      // A failure is met in its order; until then it is nobody's.
      collected.catch(() => {});
      running.push(collected);
    };
    try {
      for (let lane = 0; lane < concurrent; lane++) start(lane);
      for (let at = 0, collected = running.shift(); collected; at++, collected = running.shift()) {
        const pieces = await collected;
        start(at + concurrent);
        yield* pieces;
      }
    } finally {
      failed.abort();
    }
  }

  async #collect(job: ReportJob, wanted: ReportFor): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for await (const piece of this.#pool.make(job, wanted)) pieces.push(piece);
    return pieces;
  }
}

function batchesOf(job: ReportJob): readonly ReportJob[] {
  const batches: ReportJob[] = [];
  const { isOfMany, joined } = REPORT_KINDS[job.type];
  const days = Math.max(1, Math.ceil((job.period.to - job.period.from) / DAY_MS));
  const few = Math.max(MIN_DEVICES_PER_BATCH, Math.floor(DEVICE_DAYS_PER_BATCH / days));
  const size = isOfMany || joined(job) ? DEVICES_PER_SUM : few;
  for (let i = 0; i < job.devices.length; i += size)
    batches.push(partOf(job, job.devices.slice(i, i + size)));
  return batches;
}

/** A turn is copied to its thread: with what is known of all others, copying would take longer than the report. */
function partOf(job: ReportJob, devices: ReportJob['devices']): ReportJob {
  const own = <T>(values: Readonly<Record<number, T>>): Record<number, T> => {
    const some: Record<number, T> = {};
    for (const { id } of devices) {
      const value = values[id];
      if (value !== undefined) some[id] = value;
    }
    return some;
  };
  return { ...job, devices, verdicts: own(job.verdicts), withdrawn: own(job.withdrawn) };
}
