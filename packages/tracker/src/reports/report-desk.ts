import { Throttle, type Clock } from '@rastro/base';
import { REPORT_KINDS } from './kinds/index.ts';
import type { ReportJob } from './report-job.ts';
import type { ReportFor, ReportPool } from './report-pool.ts';

/** Devices in one turn of a thread: few, so that others get theirs. */
const DEVICES_A_TURN = 4;
/** Reports that one account may have under way. */
const MOST_AT_ONCE = 4;
const MAILS_AN_HOUR = 30;
const HOUR_MS = 3_600_000;
type Piece = string | Uint8Array;

/** Takes reports in, parts them into turns, and puts the parts together again. */
export class ReportDesk {
  readonly #pool: ReportPool;
  readonly #mails: Throttle;
  readonly #underWay = new Map<number, number>();

  constructor(pool: ReportPool, clock: Clock) {
    this.#pool = pool;
    this.#mails = new Throttle(MAILS_AN_HOUR, HOUR_MS, clock);
  }

  /** @returns to be called when the report is over; null = the account has too many under way. */
  enter(userId: number): (() => void) | null {
    const now = this.#underWay.get(userId) ?? 0;
    if (now >= MOST_AT_ONCE) return null;
    this.#underWay.set(userId, now + 1);
    let entered = true;
    return () => {
      if (!entered) return;
      entered = false;
      const left = (this.#underWay.get(userId) ?? 1) - 1;
      if (left > 0) this.#underWay.set(userId, left);
      else this.#underWay.delete(userId);
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
    let isFirst = true;
    for await (const piece of this.#pieces({ ...job, output: 'json' }, wanted)) {
      if (isFirst) yield '[';
      // Every piece begins with a comma.
      yield isFirst ? piece.slice(1) : piece;
      isFirst = false;
    }
    yield isFirst ? '[]' : ']';
  }

  /** As many turns at once as there are threads; what they give is handed on in the order of the devices. */
  async *#pieces(job: ReportJob, wanted: ReportFor): AsyncGenerator<Piece> {
    // A page of the list counts from its beginning: one thread counts.
    const turns = job.page === null ? turnsOf(job) : [job];
    // Whole tracks are long: they are passed on as they come, one after the other.
    const ahead = job.page !== null || REPORT_KINDS[job.type].isLong ? 1 : this.#pool.size;
    if (ahead === 1) {
      for (const turn of turns) yield* this.#pool.make(turn, wanted);
      return;
    }
    const failed = new AbortController();
    const either = { ...wanted, signal: AbortSignal.any([wanted.signal, failed.signal]) };
    const running: Promise<Piece[]>[] = [];
    let next = 0;
    const start = (): void => {
      const turn = turns[next++];
      if (!turn) return;
      const collected = this.#collect(turn, either);
      // A failure is met in its order; until then it is nobody's.
      collected.catch(() => {});
      running.push(collected);
    };
    try {
      for (let i = 0; i < ahead; i++) start();
      for (let turn = running.shift(); turn; turn = running.shift()) {
        const pieces = await turn;
        start();
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

function turnsOf(job: ReportJob): readonly ReportJob[] {
  const turns: ReportJob[] = [];
  for (let i = 0; i < job.devices.length; i += DEVICES_A_TURN)
    turns.push({ ...job, devices: job.devices.slice(i, i + DEVICES_A_TURN) });
  return turns;
}
