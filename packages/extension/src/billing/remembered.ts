import type { Clock, Log } from '@rastro/base';

const USUAL_MS = 30_000;
/** At most a twentieth of the time is the server that is asked busy with us. */
const SHARE = 20;
/** Callers that could use the previous value wait no longer than this. */
const SLOW_MS = 200;

export interface Remembered<T> {
  /** Failures are not cached; concurrent callers wait for the same answer. */
  readonly known: () => Promise<T>;
  /** Asked again, whatever is cached. */
  readonly now: () => Promise<T>;
}
interface Known<T> {
  readonly at: number;
  readonly value: Promise<T>;
  /** Duration of the request; null = it is pending. */
  tookMs: number | null;
}

/**
 * Caches a value of the tracking server for half a minute. If the answer takes long (20,000 users of an external server
 * are hundreds of calls), it is requested less often; meanwhile callers get the previous value, unless it is twice as
 * old.
 */
export function remembered<T>(
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'warn'> },
  read: () => Promise<T>,
): Remembered<T> {
  let known: Known<T> | null = null;
  let isRefreshing = false;
  const asked = async (replace: (next: Known<T> | null) => void): Promise<T> => {
    const next: Known<T> = { at: clock.now(), value: read(), tookMs: null };
    replace(next);
    try {
      const value = await next.value;
      next.tookMs = clock.now() - next.at;
      return value;
    } catch (error) {
      replace(known === next ? null : known);
      throw error;
    }
  };
  const now = (): Promise<T> => asked((next) => (known = next));
  const refresh = async (): Promise<void> => {
    isRefreshing = true;
    const former = known;
    let fresh: Known<T> | null = null;
    try {
      await asked((next) => (fresh = next));
      // A newer request may have finished meanwhile.
      if (known === former) known = fresh;
    } catch (error) {
      log.warn({ err: error }, 'cannot ask the tracking server anew; what was known before counts');
    }
    isRefreshing = false;
  };
  return {
    now,
    known: () => {
      if (!known || known.tookMs === null) return known?.value ?? now();
      const age = Math.abs(clock.now() - known.at);
      const cacheMs = Math.max(USUAL_MS, known.tookMs * SHARE);
      if (age < cacheMs) return known.value;
      if (known.tookMs <= SLOW_MS || age >= 2 * cacheMs) return now();
      if (!isRefreshing) void refresh();
      return known.value;
    },
  };
}
