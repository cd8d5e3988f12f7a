const LONGEST_MS = 24 * 3_600_000;

/**
 * Reads a `Retry-After` header: seconds or a date.
 * @returns Milliseconds from `now`, 0 to a day; null = absent or unreadable.
 */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_MS) : null;
}
