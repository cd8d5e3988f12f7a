import type { Clock } from '@rastro/base';
import type { IngestCounters } from './counters.ts';
import type { IngestLog } from './ingest-log.ts';

/** One line a minute for each language: a sender who can make us fail once can do it a thousand times a second. */
const QUIET_MS = 60_000;
/** Enough to find the fault with `npm run decode`. */
const LOGGED_BYTES = 512;

/**
 * Our own faults while bytes of a device are read. They cost that connection or datagram, never the process: every
 * transport catches them in one place and reports them here.
 */
export class FaultLog {
  readonly #log: IngestLog;
  readonly #clock: Clock;
  readonly #counters: IngestCounters;
  readonly #loggedAt = new Map<string, number>();

  constructor({
    log,
    clock,
    counters,
  }: {
    readonly log: IngestLog;
    readonly clock: Clock;
    readonly counters: IngestCounters;
  }) {
    this.#log = log;
    this.#clock = clock;
    this.#counters = counters;
  }

  note(protocol: string, error: unknown, bytes: Uint8Array | null): void {
    this.#counters.count('failures', `${protocol}:FAULT`);
    const now = this.#clock.now();
    if (now - (this.#loggedAt.get(protocol) ?? -QUIET_MS) < QUIET_MS) return;
    this.#loggedAt.set(protocol, now);
    const hex = bytes && Buffer.from(bytes.subarray(0, LOGGED_BYTES)).toString('hex');
    this.#log.error({ err: error, protocol, bytes: hex }, 'cannot read what a device sent');
  }
}
