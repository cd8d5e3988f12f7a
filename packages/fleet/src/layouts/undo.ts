/** Steps back; the oldest is forgotten beyond this. */
const MAX_STEPS = 50;

/** Former values of something, before each change, the latest last. Values are never mutated, so going back is exact. */
export interface History<T> {
  readonly now: T;
  readonly past: readonly T[];
}
export const changed = <T>({ now, past }: History<T>, next: T): History<T> =>
  next === now ? { now, past } : { now: next, past: [...past, now].slice(-MAX_STEPS) };
export const undone = <T>(history: History<T>): History<T> => {
  const now = history.past.at(-1);
  return now === undefined ? history : { now, past: history.past.slice(0, -1) };
};
