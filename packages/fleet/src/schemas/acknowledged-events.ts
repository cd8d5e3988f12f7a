import { z } from 'zod';
import type { AcknowledgedEvents } from '../entities/acknowledged-events.ts';

/** Limit of individually acknowledged events of a user; beyond it the oldest are dropped. Newer ones have higher ids. */
export const MAX_ACKNOWLEDGED = 5000;

const ids = z.array(z.int().positive()).max(MAX_ACKNOWLEDGED).default([]);

/** Events that the user has seen to now, and those that they have not after all. */
export const acknowledgeBody = z
  .object({
    add: ids,
    remove: ids,
    /** All events until then, in ms since 1970, without a limit; absent = nothing in addition to `add`. */
    until: z.int().positive().max(8.64e15).optional(),
  })
  .meta({ title: 'AcknowledgeEvents' });
export type AcknowledgeBody = z.output<typeof acknowledgeBody>;

/** Applies a change; ids newest first. An id in both lists is removed; a removed one is open, whatever `until` is. */
export function acknowledgedAfter(
  { ids: known, until = 0, open = [] }: AcknowledgedEvents,
  change: {
    readonly add: readonly number[];
    readonly remove: readonly number[];
    readonly until?: number | undefined;
  },
): AcknowledgedEvents {
  const [next, left] = [new Set(known), new Set(change.until === undefined ? open : [])];
  for (const id of change.add) {
    next.add(id);
    left.delete(id);
  }
  for (const id of change.remove) {
    next.delete(id);
    left.add(id);
  }
  const last = Math.max(until, change.until ?? 0);
  return {
    ids: newest(next),
    ...(last > 0 && { until: last }),
    // Without a time until which all is seen to, what is not listed is open anyway.
    ...(last > 0 && left.size > 0 && { open: newest(left) }),
  };
}

const newest = (ids: ReadonlySet<number>): readonly number[] =>
  [...ids].toSorted((a, b) => b - a).slice(0, MAX_ACKNOWLEDGED);

/** Whether an event was seen to: by itself, or with everything until its time. */
export function isAcknowledged(
  {
    ids,
    until = 0,
    open,
  }: { readonly ids: ReadonlySet<number>; readonly until?: number; readonly open: ReadonlySet<number> },
  { id, eventTime }: { readonly id: number; readonly eventTime: string },
): boolean {
  return ids.has(id) || (!open.has(id) && Date.parse(eventTime) <= until);
}
