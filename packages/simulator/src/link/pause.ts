import type { Clock } from '@rastro/base';

/** Sleeps. @returns false when `signal` ended it early. */
export async function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return true;
  } catch (error) {
    if (!signal.aborted) throw error;
    return false;
  }
}
