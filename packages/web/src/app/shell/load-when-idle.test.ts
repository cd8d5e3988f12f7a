import { expect, test } from 'vitest';
import { loadWhenIdle } from './load-when-idle.ts';

test('[WEB-83] likely code comes one after another while the page is idle, whatever fails', async () => {
  const idle: (() => void)[] = [];
  const loaded: string[] = [];
  const part = (name: string) => (): Promise<void> => {
    loaded.push(name);
    return name === 'list' ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve();
  };
  const ending = new AbortController();
  const all = loadWhenIdle(
    [part('list'), part('device'), part('events')],
    (callback) => void idle.push(callback),
    ending.signal,
  );
  const next = async (): Promise<void> => {
    idle.pop()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  expect(loaded).toEqual([]);
  await next();
  expect(loaded).toEqual(['list']);
  await next();
  expect(loaded).toEqual(['list', 'device']);
  ending.abort();
  await next();
  await all;
  expect(loaded).toEqual(['list', 'device']);
});
