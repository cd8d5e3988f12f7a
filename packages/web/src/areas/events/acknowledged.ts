/**
 * Acknowledged events that earlier versions stored in the browser.
 * @param stored As those versions wrote it; anything else counts as empty.
 */
export function readAcknowledged(stored: string | null, userId: number): ReadonlySet<number> {
  const ids = parse(stored)[userId];
  return new Set(Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : []);
}

/** The rest, which belongs to other users of this browser. */
export function withoutAcknowledged(stored: string | null, userId: number): string {
  const { [userId]: _moved, ...others } = parse(stored);
  return JSON.stringify(others);
}

function parse(stored: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Written by another version, or by hand: start from nothing.
    return {};
  }
}
