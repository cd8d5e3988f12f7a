/** Milliseconds, all of them. */
export interface InactivityPeriod {
  readonly lastUpdate: number;
  /** From `lastUpdate` to the first event; 0 = never. */
  readonly startMs: number;
  /** From each event to the next; 0 = only one. */
  readonly periodMs: number;
}

/**
 * The newest moment at which a silent device is to be reported, if it lies in a stretch of time.
 * @param after Not included; the stretch ends now.
 * @source docs/reference/tracking-api.md §6.7 "deviceInactive"
 */
export function inactivityMoment(
  { lastUpdate, startMs, periodMs }: InactivityPeriod,
  after: number,
  now: number,
): number | null {
  if (startMs <= 0) return null;
  const first = lastUpdate + startMs;
  if (first > now) return null;
  const repeats = periodMs > 0 ? Math.floor((now - first) / periodMs) : 0;
  const moment = first + repeats * periodMs;
  return moment > after ? moment : null;
}
