/**
 * What former versions kept in the browser of events that people have seen to.
 * @param stored As they wrote it; anything else is nothing.
 */
export function readAcknowledged(stored: string | null, userId: number): ReadonlySet<number> {
  const ids = parse(stored)[userId];
  return new Set(Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : []);
}

/** What stays for other people of this browser. */
export function withoutAcknowledged(stored: string | null, userId: number): string {
  const { [userId]: _moved, ...others } = parse(stored);
  return JSON.stringify(others);
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
