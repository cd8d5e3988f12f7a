import { z } from 'zod';

/** Events of a person that he has seen to. Of more than these the oldest are forgotten; newer ones have higher ids. */
export const MOST_ACKNOWLEDGED = 5000;

const ids = z.array(z.int().positive()).max(MOST_ACKNOWLEDGED).default([]);

/** What a person has seen to now, and what he has not after all. */
export const acknowledgeBody = z.object({ add: ids, remove: ids }).meta({ title: 'AcknowledgeEvents' });
export type AcknowledgeBody = z.output<typeof acknowledgeBody>;

/** The ids after a change, newest first. An id in both is removed. */
export function acknowledgedAfter(
  known: Iterable<number>,
  { add, remove }: { readonly add: readonly number[]; readonly remove: readonly number[] },
): readonly number[] {
  const next = new Set(known);
  for (const id of add) next.add(id);
  for (const id of remove) next.delete(id);
  return [...next].toSorted((a, b) => b - a).slice(0, MOST_ACKNOWLEDGED);
}
