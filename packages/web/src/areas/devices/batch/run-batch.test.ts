// @vitest-environment node
import { failureOf, type ApiFailure } from '@rastro/tracking-client';
import { expect, test } from 'vitest';
import { runBatch } from './run-batch.ts';

const rejection = (text: string): ApiFailure => failureOf(400, text, { kind: 'other', authenticate: null });
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const never = new AbortController().signal;

test('[WEBDEV-20] a few at once, each once, failures by item', async () => {
  let running = 0;
  let maxRunning = 0;
  const seen: number[] = [];
  const result = await runBatch(
    {
      items: numbers(50),
      work: async (item) => {
        seen.push(item);
        maxRunning = Math.max(maxRunning, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return item % 10 === 3 ? rejection('Already in use - x') : null;
      },
      onProgress: () => undefined,
    },
    never,
  );
  expect(maxRunning).toBe(4);
  expect(seen).toEqual(numbers(50));
  expect(result.done).toHaveLength(45);
  expect(result.failures.map(({ item, failure }) => [item, failure.code])).toEqual(
    [3, 13, 23, 33, 43].map((item) => [item, 'ALREADY_IN_USE']),
  );
  expect(result.untried).toEqual([]);
});

test('[WEBDEV-20] cancelled, it finishes what was begun and says what was not', async () => {
  const stop = new AbortController();
  const result = await runBatch(
    {
      items: numbers(20),
      work: async (item) => {
        if (item === 5) stop.abort();
        await new Promise((resolve) => setImmediate(resolve));
        return null;
      },
      onProgress: () => undefined,
    },
    stop.signal,
  );
  expect(result.done.length + result.untried.length).toBe(20);
  expect(result.done).toContain(5);
  expect(result.untried.length).toBeGreaterThan(10);
});

test('[WEBDEV-20] a limit that is reached ends it: the rest would fail, too', async () => {
  const progress: number[] = [];
  const result = await runBatch(
    {
      items: numbers(100),
      work: (item) => Promise.resolve(item < 10 ? null : rejection('User device limit reached - x')),
      onProgress: (tried) => progress.push(tried),
    },
    never,
  );
  expect(result.done).toHaveLength(10);
  expect(result.failures.length).toBeLessThanOrEqual(4);
  expect(result.untried.length).toBe(100 - 10 - result.failures.length);
  expect(progress.at(-1)).toBe(10 + result.failures.length);
});
