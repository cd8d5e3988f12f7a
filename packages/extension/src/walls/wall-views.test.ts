import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CountedWall } from '@rastro/fleet/figures';
import { WallViews } from './wall-views.ts';

const viewOf = (countedAt: number): CountedWall => ({
  name: 'Hall',
  seconds: 30,
  expiration: '2027-01-01T00:00:00Z',
  formats: {
    language: 'en',
    zone: 'UTC',
    hour12: false,
    speedUnit: 'kmh',
    distanceUnit: 'km',
    temperatureUnit: 'celsius',
    coordinateFormat: 'dd',
  },
  pages: [],
  map: null,
  mapLeftOut: 0,
  version: '1',
  countedAt,
});

/** Walls whose figures come when the test says so. */
function open() {
  let now = 1_000_000;
  const views = new WallViews({ now: () => now });
  const waiting: { end: () => void; fail: () => void }[] = [];
  const ask = (key: string, print = 'p', ownerId = 1) =>
    views.of({
      key,
      ownerId,
      print,
      count: () => {
        const countedAt = now;
        return new Promise((resolve, reject) =>
          waiting.push({ end: () => resolve(viewOf(countedAt)), fail: () => reject(new Error('down')) }),
        );
      },
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { ask, waiting, settle, pass: (ms: number) => (now += ms), at: () => now };
}

test('[WALL-6] figures are counted once for all who ask, again after 15 seconds, and the former are shown meanwhile', async () => {
  const { ask, waiting, settle, pass, at } = open();
  const start = at();
  const first = [ask('a'), ask('a')];
  await settle();
  assert.equal(waiting.length, 1);
  waiting[0]?.end();
  assert.deepEqual(
    (await Promise.all(first)).map(({ countedAt }) => countedAt),
    [start, start],
  );
  pass(14_000);
  assert.equal((await ask('a')).countedAt, start);
  assert.equal(waiting.length, 1);
  pass(1000);
  assert.equal((await ask('a')).countedAt, start, 'nobody waits');
  await settle();
  assert.equal(waiting.length, 2);
  waiting[1]?.fail();
  await settle();
  assert.equal((await ask('a')).countedAt, start, 'a failure leaves the former figures');
  pass(15_000);
  await ask('a');
  await settle();
  waiting[2]?.end();
  await settle();
  assert.equal((await ask('a')).countedAt, start + 30_000);
});

test('[WALL-6] figures that cannot be counted for five minutes are shown no longer', async () => {
  const { ask, waiting, settle, pass } = open();
  const first = ask('a');
  await settle();
  waiting[0]?.end();
  await first;
  // Somebody asks every second, and every count fails.
  for (let second = 0; second < 290; second++) {
    pass(1000);
    await ask('a');
    await settle();
    waiting.at(-1)?.fail();
    await settle();
  }
  assert.ok(waiting.length < 25, `${waiting.length} counts`);
  pass(20_000);
  const late = ask('a');
  await settle();
  waiting.at(-1)?.fail();
  await assert.rejects(late);
  const counts = waiting.length;
  await assert.rejects(ask('a'));
  assert.equal(waiting.length, counts, 'nor is it tried with each question');
});

test('[WALL-6] a clock that is set back has figures counted anew', async () => {
  const { ask, waiting, settle, pass, at } = open();
  const first = ask('a');
  await settle();
  waiting[0]?.end();
  await first;
  pass(-900_000);
  await ask('a');
  await settle();
  waiting[1]?.end();
  await settle();
  assert.equal((await ask('a')).countedAt, at());
});

test('[WALL-3] when the rights of the owner change, nothing of before is shown', async () => {
  const { ask, waiting, settle } = open();
  const first = ask('a');
  await settle();
  waiting[0]?.end();
  await first;
  let isShown = false;
  const second = ask('a', 'other').then(() => (isShown = true));
  await settle();
  assert.equal(isShown, false);
  waiting[1]?.end();
  await second;
});

test('[WALL-6] walls of one owner are counted one after the other, of others at once', async () => {
  const { ask, waiting, settle } = open();
  const asked = [ask('a'), ask('b'), ask('c', 'p', 2)];
  await settle();
  assert.equal(waiting.length, 2);
  waiting[0]?.fail();
  await assert.rejects(asked[0] ?? Promise.resolve());
  await settle();
  assert.equal(waiting.length, 3, 'a failure holds up nobody');
  for (const { end } of waiting) end();
  await Promise.all(asked.slice(1));
});
