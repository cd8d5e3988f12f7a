import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const WITHIN_MS = 60_000;
const EVERY_MS = 20;

/** Waits until something holds; the time is a limit, not a pace. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  withinMs = WITHIN_MS,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`did not come true within ${withinMs} ms`);
    await sleep(EVERY_MS);
  }
}

/** Waits until a value is as wanted; fails with the difference. */
export async function eventuallyEqual<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  let found = await read();
  for (const end = performance.now() + WITHIN_MS; performance.now() < end; found = await read()) {
    if (isDeepStrictEqual(found, wanted)) return;
    await sleep(EVERY_MS);
  }
  assert.deepEqual(found, wanted);
}

/** Waits until something is there. */
export async function eventuallyFound<T>(find: () => Promise<T | null>): Promise<T> {
  let found: T | null = null;
  await eventually(async () => (found = await find()) !== null);
  assert.ok(found !== null);
  return found;
}
