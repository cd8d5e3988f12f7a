/** A timer that is on its way. */
export interface Timer {
  /** The process need not stay for it. */
  unref(): Timer;
  /** Begins anew. */
  refresh(): Timer;
  /** Stops it. */
  [Symbol.dispose](): void;
}

/**
 * Time, timers and chance: everything that a program takes from the machine that it runs on. The whole server takes
 * them from here, so that a simulation can put its own in their place.
 */
export interface Host {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds since some moment, for durations: no clock that somebody sets. */
  elapsed(): number;
  setTimeout(work: () => void, ms: number): Timer;
  clearTimeout(timer: Timer | null | undefined): void;
  setInterval(work: () => void, ms: number): Timer;
  clearInterval(timer: Timer | null | undefined): void;
  /** Does something in the next turn of the event loop. */
  setImmediate(work: () => void): void;
  /** Aborts after a time. */
  timeout(ms: number): AbortSignal;
  /** From 0 to below 1; for pauses, not for secrets. */
  random(): number;
  /** For secrets. */
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
}

/* oxlint-disable no-restricted-globals, no-restricted-properties -- The one place where the machine is asked. */
const machine: Host = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimeout: (work, ms) => setTimeout(work, ms),
  clearTimeout: (timer) => timer?.[Symbol.dispose](),
  setInterval: (work, ms) => setInterval(work, ms),
  clearInterval: (timer) => timer?.[Symbol.dispose](),
  setImmediate: (work) => {
    setImmediate(work);
  },
  timeout: (ms) => AbortSignal.timeout(ms),
  random: () => Math.random(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
};
/* oxlint-enable no-restricted-globals, no-restricted-properties */

let current = machine;

/** The machine, or what stands for it in a simulation. */
export const host: Host = {
  now: () => current.now(),
  elapsed: () => current.elapsed(),
  setTimeout: (work, ms) => current.setTimeout(work, ms),
  clearTimeout: (timer) => current.clearTimeout(timer),
  setInterval: (work, ms) => current.setInterval(work, ms),
  clearInterval: (timer) => current.clearInterval(timer),
  setImmediate: (work) => current.setImmediate(work),
  timeout: (ms) => current.timeout(ms),
  random: () => current.random(),
  randomBytes: (count) => current.randomBytes(count),
};

/** Waits for the next turn of the event loop: others get theirs. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => host.setImmediate(resolve));
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => void host.setTimeout(resolve, ms));

/** Puts something else in the place of the machine. @returns ends it. */
export function standIn(other: Host): () => void {
  current = other;
  return () => {
    current = machine;
  };
}
