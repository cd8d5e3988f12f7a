/** Events of a person that he has seen to. Of more than these the oldest are forgotten. */
export const MOST_ACKNOWLEDGED = 5000;

/** @param stored What `storeAcknowledged` wrote; anything else is nothing. */
export function readAcknowledged(stored: string | null, userId: number): ReadonlySet<number> {
  const ids = parse(stored)[userId];
  return new Set(Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : []);
}

/** Keeps what other people of this browser acknowledged. Newer events have higher ids. */
export function storeAcknowledged(stored: string | null, userId: number, ids: ReadonlySet<number>): string {
  const kept = [...ids].toSorted((a, b) => b - a).slice(0, MOST_ACKNOWLEDGED);
  return JSON.stringify({ ...parse(stored), [userId]: kept });
}

function parse(stored: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Written by another version, or by hand: begun anew.
    return {};
  }
}
