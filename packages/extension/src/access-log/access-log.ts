import { type Timer, host } from '@rastro/base/host';
import { HOUR_MS } from '@rastro/base';
import type { Clock, Log } from '@rastro/base';
import type { AccessKind } from '@rastro/fleet';
import { ACCESS_LOG_SPAN, type NewAccessLogEntry, type AccessLogStorage } from '@rastro/storage';

const FLUSH_MS = 5000;
/** Rows that wait for a database which takes none: an hour of a thousand readers, and some MiB. */
const MAX_WAITING = 10_000;
/** A thousand connections are not all checked in the second in which an hour begins. */
const SPREAD_S = 60;

/** Reader of positions, and the kind of access. */
export interface Reading {
  readonly readerId: number;
  readonly readerName: string;
  readonly isGuest: boolean;
  readonly kind: AccessKind;
  readonly byToken: boolean;
}
export interface AccessLog {
  /** Notes a read of these vehicles' positions; costs one bit per vehicle, and nobody waits. */
  note(reading: Reading, deviceIds: Iterable<number>): void;
  /** Notes an ongoing access now and again in each hour that it lasts. @returns a function that ends it. */
  follow(check: () => void): () => void;
  /** Keeps what was noted; done every 5 s. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
interface Options {
  readonly storage: Pick<AccessLogStorage, 'addAccessLogEntries'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}
interface Noted {
  readonly reading: Reading;
  readonly parts: Map<number, Uint8Array>;
  /** Parts that have something new. */
  readonly fresh: Set<number>;
}

/**
 * Access log: which readers saw positions of which vehicles. For one reader, kind and hour a vehicle is one bit:
 * reading again costs nothing and writes nothing. Notes of the last seconds are lost when the process is killed.
 */
export function openAccessLog({ storage, clock, log }: Options): AccessLog {
  const hourNow = (): number => Math.floor(clock.now() / HOUR_MS);
  const lasting = new Lasting();
  let hour = hourNow();
  let noted = new Map<string, Noted>();
  const waiting = new Waiting();

  const fresh = (): NewAccessLogEntry[] => {
    const rows = [...noted.values()].flatMap(({ reading, parts, fresh: news }) => {
      if (news.size === 0) return [];
      const changed = [...news].map((part) => ({ part, bits: new Uint8Array(parts.get(part) ?? []) }));
      news.clear();
      return [{ ...reading, hour, parts: changed }];
    });
    return rows;
  };
  const startNewHour = (): void => {
    if (hourNow() === hour) return;
    waiting.add(fresh());
    noted = new Map();
    hour = hourNow();
    lasting.checkAgain();
  };
  const flush = async (): Promise<void> => {
    startNewHour();
    const rows = [...waiting.take(), ...fresh()];
    if (rows.length === 0) return;
    try {
      await storage.addAccessLogEntries(rows);
    } catch (error) {
      waiting.add(rows);
      log.error({ err: error, ...waiting.logFields }, 'cannot write down who read positions; tried again');
      return;
    }
    const dropped = waiting.takeDropped();
    if (dropped > 0)
      log.error({ dropped }, 'who read positions is kept again; some of it was lost meanwhile');
  };
  const timer = host.setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  return {
    note: (reading, deviceIds) => {
      startNewHour();
      const { readerId, kind, byToken } = reading;
      const key = `${readerId} ${kind} ${byToken}`;
      const at = noted.get(key) ?? { reading, parts: new Map(), fresh: new Set() };
      noted.set(key, at);
      for (const id of deviceIds) setBit(at, id);
    },
    follow: (check) => lasting.add(check),
    flush,
    close: async () => {
      host.clearInterval(timer);
      await flush();
      lasting.stop();
    },
  };
}

/** Entries of past hours, or that could not be stored. The oldest go first: recent reads are queried most. */
class Waiting {
  #rows: NewAccessLogEntry[] = [];
  #dropped = 0;

  add(rows: readonly NewAccessLogEntry[]): void {
    this.#rows.push(...rows);
    const tooMany = this.#rows.length - MAX_WAITING;
    if (tooMany <= 0) return;
    this.#rows.splice(0, tooMany);
    this.#dropped += tooMany;
  }
  take(): readonly NewAccessLogEntry[] {
    return this.#rows.splice(0);
  }
  /** @returns how many were lost until now. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }
  get logFields(): { readonly waiting: number; readonly dropped?: number } {
    return { waiting: this.#rows.length, ...(this.#dropped > 0 && { dropped: this.#dropped }) };
  }
}

/** Checks that run when an access begins, and again over the first minute of each hour. */
class Lasting {
  readonly #checks = new Set<() => void>();
  #timer: Timer | undefined;

  /** @returns ends it. */
  add(check: () => void): () => void {
    this.#checks.add(check);
    check();
    return () => this.#checks.delete(check);
  }
  checkAgain(): void {
    this.stop();
    this.#checkBatch([...this.#checks], Math.ceil(this.#checks.size / SPREAD_S));
  }
  stop(): void {
    host.clearTimeout(this.#timer);
  }

  #checkBatch(left: (() => void)[], atOnce: number): void {
    for (const check of left.splice(0, atOnce)) if (this.#checks.has(check)) check();
    if (left.length > 0) this.#timer = host.setTimeout(() => this.#checkBatch(left, atOnce), 1000).unref();
  }
}

function setBit({ parts, fresh }: Noted, id: number): void {
  const part = Math.floor(id / ACCESS_LOG_SPAN);
  const bits = parts.get(part) ?? new Uint8Array(ACCESS_LOG_SPAN / 8);
  parts.set(part, bits);
  const [at, bit] = [(id % ACCESS_LOG_SPAN) >> 3, 1 << (id & 7)];
  const before = bits[at] ?? 0;
  if ((before & bit) !== 0) return;
  bits[at] = before | bit;
  fresh.add(part);
}
