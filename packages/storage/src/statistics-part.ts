import { DAY_MS } from '@rastro/base';

/** A process that stood still may add to yesterday. */
export const SEEN_STORED_MS = 2 * DAY_MS;

type Body = Readonly<Record<string, unknown>>;

/**
 * The figures of a day with more counted.
 * @param numbers How many things of a name were seen so far; an earlier version knew only their number.
 */
export function withPart(
  body: Body,
  counts: Readonly<Record<string, number>>,
  numbers: Readonly<Record<string, number>>,
): Body {
  const of = (name: string): number => Number(body[name] ?? 0);
  return {
    ...body,
    ...Object.fromEntries(Object.entries(counts).map(([name, by]) => [name, of(name) + by])),
    ...Object.fromEntries(Object.entries(numbers).map(([name, n]) => [name, Math.max(of(name), n)])),
  };
}
