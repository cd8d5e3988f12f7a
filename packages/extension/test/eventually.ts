import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something holds; the time is a limit, not a pace. */
export async function eventually(holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`did not come true within ${withinMs} ms`);
    await sleep(5);
  }
}
