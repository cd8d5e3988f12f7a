import type { LatLng } from '@rastro/fleet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAddressCache, type AddressCache } from './address-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const at = (latitude: number, longitude = 10): LatLng => ({ latitude, longitude });
const failed = (status: number) =>
  ({
    ok: false,
    error: { status, code: 'X', message: '', body: null, challenge: null, trustAvailable: false },
  }) as const;

/** A server that names places by their latitude and counts what it is asked. */
function aCache({ isLearning = false }: { isLearning?: boolean } = {}) {
  const asked: (readonly LatLng[])[] = [];
  const server = { status: 200, prefix: 'Street', isLeft: false, asked };
  const cache = createAddressCache({
    isPaused: () => server.isLeft,
    isLearning: () => isLearning,
    ask: (places) => {
      asked.push(places);
      if (server.status !== 200) return Promise.resolve(failed(server.status));
      const value = places.map((place) => ({
        ...place,
        address: `${server.prefix} ${place.latitude}`,
        town: null,
      }));
      return Promise.resolve({ ok: true, value });
    },
  });
  return { cache, server };
}
const observe = (cache: AddressCache, place: LatLng, wake = (): void => undefined): (() => void) =>
  cache.watch(place, 'en', wake);
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

test('[PLACE-1] places that are looked at together are asked for together, once a second', async () => {
  const { cache, server } = aCache();
  const woken = vi.fn();
  observe(cache, at(1), woken);
  observe(cache, at(2));
  await pass(200);
  observe(cache, at(3));
  await pass(300);
  expect(server.asked).toEqual([[at(1), at(2)]]);
  await pass(1000);
  expect(server.asked).toEqual([[at(1), at(2)], [at(3)]]);
  expect([cache.read(at(1), 'en'), woken.mock.calls.length]).toEqual(['Street 1', 1]);
});

test('[PLACE-1] no request names more than 100 places', async () => {
  const { cache, server } = aCache();
  for (let each = 0; each < 230; each++) observe(cache, at(each / 10));
  await pass(5000);
  expect(server.asked.map(({ length }) => length)).toEqual([100, 100, 30]);
});

test('[PLACE-2] a square is asked for once, and stands for the next one while that is not known', async () => {
  const { cache, server } = aCache();
  observe(cache, at(1));
  await pass(2000);
  observe(cache, at(1.0002));
  await pass(2000);
  expect(server.asked).toHaveLength(1);
  observe(cache, at(1.001));
  expect(cache.read(at(1.001), 'en')).toBe('Street 1');
  await pass(2000);
  expect(cache.read(at(1.001), 'en')).toBe('Street 1.001');
  expect(cache.read(at(1.5), 'en')).toBeNull();
  expect(cache.read(at(1), 'es')).toBeNull();
});

test('[PLACE-3] what is no longer visible is not requested', async () => {
  const { cache, server } = aCache();
  const leave = observe(cache, at(1));
  observe(cache, at(2));
  leave();
  await pass(5000);
  expect(server.asked).toEqual([[at(2)]]);
});

test('[PLACE-4] where the server learns, what is still looked at is asked for twice more', async () => {
  const { cache, server } = aCache({ isLearning: true });
  const woken = vi.fn();
  observe(cache, at(1), woken);
  const leave = observe(cache, at(2));
  await pass(2000);
  leave();
  server.prefix = 'Town';
  await pass(300_000);
  expect(server.asked).toEqual([[at(1), at(2)], [at(1)], [at(1)]]);
  expect([cache.read(at(1), 'en'), woken.mock.calls.length]).toEqual(['Town 1', 2]);
});

test('[PLACE-5] a server that cannot say it is asked once, one that is away again', async () => {
  const old = aCache();
  old.server.status = 404;
  observe(old.cache, at(1));
  await pass(1000);
  observe(old.cache, at(2));
  await pass(120_000);
  expect(old.server.asked).toHaveLength(1);

  const away = aCache();
  away.server.status = 0;
  observe(away.cache, at(1));
  await pass(1000);
  away.server.status = 200;
  expect(away.cache.read(at(1), 'en')).toBeNull();
  await pass(40_000);
  expect(away.cache.read(at(1), 'en')).toBe('Street 1');
  expect(away.server.asked).toHaveLength(2);
});

test('[PLACE-8] who signs out asks for nothing more', async () => {
  const { cache, server } = aCache();
  server.isLeft = true;
  observe(cache, at(1));
  await pass(3000);
  expect(server.asked).toEqual([]);
  server.isLeft = false;
  await pass(2000);
  expect(server.asked.length).toBe(1);
});
