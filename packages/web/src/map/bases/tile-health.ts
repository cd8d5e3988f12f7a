/** Tiles that fail in a row, with none that came, before a base counts as down. */
const FAILURES_TO_DOWN = 5;
/** Time for which the offline base stands in before the tiles are tried again. */
export const RETRY_MS = 30_000;

/** A foreign map that does not answer is requested ever more seldom. */
const MAX_RETRY_MS = 480_000;

/** @param misses How often it has not answered in a row before this time. */
export const retryAfterMs = (misses: number): number => Math.min(RETRY_MS * 2 ** misses, MAX_RETRY_MS);

/** Whether a tile source answers. Time is an argument. */
export type TileHealth =
  | { readonly state: 'up'; readonly failures: number }
  | { readonly state: 'down'; readonly retryAt: number };

export const HEALTHY: TileHealth = { state: 'up', failures: 0 };

export function stepTileHealth(
  health: TileHealth,
  input: 'tile' | 'failure' | 'retry',
  now: number,
): TileHealth {
  if (input === 'retry') return { state: 'up', failures: health.state === 'down' ? FAILURES_TO_DOWN - 2 : 0 };
  if (health.state === 'down') return health;
  if (input === 'tile') return HEALTHY;
  const failures = health.failures + 1;
  return failures < FAILURES_TO_DOWN ? { state: 'up', failures } : { state: 'down', retryAt: now + RETRY_MS };
}
