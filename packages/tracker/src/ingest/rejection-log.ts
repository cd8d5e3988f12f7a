import type { Clock } from '@rastro/base';
import type { IngestLog } from './ingest-log.ts';

const WINDOW_MS = 60_000;
/** Lines a minute and protocol: enough to find a new device by its identifier. */
const MAX_LINES = 10;

interface Window {
  readonly until: number;
  lines: number;
  leftOut: number;
}

/**
 * Logs devices that were rejected at their login. Anybody may open connections with made-up identifiers: of many in a
 * minute the first are logged, and the next one after it has the number of those left out.
 */
export class RejectionLog {
  readonly #log: Pick<IngestLog, 'info'>;
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor({ log, clock }: { readonly log: Pick<IngestLog, 'info'>; readonly clock: Clock }) {
    this.#log = log;
    this.#clock = clock;
  }

  note(protocol: string, id: string | undefined, reason: string): void {
    const now = this.#clock.now();
    const before = this.#windows.get(protocol);
    const isOver = before === undefined || before.until <= now;
    const window = isOver ? { until: now + WINDOW_MS, lines: 0, leftOut: 0 } : before;
    this.#windows.set(protocol, window);
    if (window.lines >= MAX_LINES) {
      window.leftOut++;
      return;
    }
    window.lines++;
    const leftOut = isOver ? (before?.leftOut ?? 0) : 0;
    this.#log.info({ protocol, id, reason, ...(leftOut > 0 && { leftOut }) }, 'refused');
  }
}
