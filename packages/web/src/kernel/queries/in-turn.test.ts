import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('[OVER-13] few reports are under way at once; one that nobody waits for any more is not asked for', async () => {
  const { signal } = new AbortController();
  const ends: (() => void)[] = [];
  const ask = () => new Promise<void>((resolve) => ends.push(resolve));
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const all = [1, 2, 3, 4].map(() => inTurn(ask, signal));
  const gone = new AbortController();
  const abandoned = inTurn(ask, gone.signal).catch(() => 'abandoned');
  await settle();
  expect(ends).toHaveLength(2);
  gone.abort();
  for (const end of ends) end();
  await settle();
  expect(ends).toHaveLength(4);
  for (const end of ends) end();
  await Promise.all(all);
  expect(await abandoned).toBe('abandoned');
  expect(ends).toHaveLength(4);
  const failing = inTurn(() => Promise.reject(new Error('HTTP 500')), signal);
  await expect(failing).rejects.toThrow('HTTP 500');
  await expect(inTurn(() => Promise.resolve('again'), signal)).resolves.toBe('again');
});
