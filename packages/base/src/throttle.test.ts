import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from './clock.ts';
import { Throttle } from './throttle.ts';

function throttle(limit: number, windowMs: number) {
  let now = 1_000_000;
  const counted = new Throttle(limit, windowMs, { ...systemClock, now: () => now });
  return { counted, later: (ms: number): void => void (now += ms) };
}

test('[LIMIT-1] failures within the window close a key until the window of the first is over', () => {
  const { counted, later } = throttle(3, 60_000);
  for (let i = 0; i < 2; i++) counted.count('a');
  assert.equal(counted.waitSeconds('a'), 0);
  later(10_000);
  counted.count('a');
  assert.equal(counted.waitSeconds('a'), 50);
  assert.equal(counted.waitSeconds('b'), 0);
  later(49_999);
  assert.equal(counted.waitSeconds('a'), 1);
  later(1);
  assert.equal(counted.waitSeconds('a'), 0);
  counted.count('a');
  assert.equal(counted.waitSeconds('a'), 0, 'a new window begins');
});

test('[LIMIT-1] success forgives, and memory is bounded: the oldest key makes room', () => {
  const { counted } = throttle(1, 60_000);
  counted.count('a');
  counted.forgive('a');
  assert.equal(counted.waitSeconds('a'), 0);
  counted.count('first');
  for (let i = 0; i < 100_000; i++) counted.count(`key ${i}`);
  assert.equal(counted.waitSeconds('first'), 0);
  assert.ok(counted.waitSeconds('key 99999') > 0);
});

test('[LIMIT-1] taking counts what may pass, and nothing passes where nothing may', () => {
  const { counted, later } = throttle(2, 1000);
  assert.deepEqual([counted.take('a'), counted.take('a'), counted.take('a')], [true, true, false]);
  later(1000);
  assert.ok(counted.take('a'));
  assert.ok(!throttle(0, 1000).counted.take('a'));
});

test('[LIMIT-2] what is given back was never counted; another limit may be asked about the same count', () => {
  const { counted } = throttle(2, 60_000);
  counted.count('a');
  counted.count('a');
  assert.ok(counted.waitSeconds('a') > 0);
  assert.equal(counted.waitSeconds('a', 3), 0);
  counted.giveBack('a');
  assert.equal(counted.waitSeconds('a'), 0);
  assert.ok(counted.waitSeconds('a', 1) > 0);
  counted.giveBack('a');
  counted.giveBack('a');
  counted.count('a');
  assert.equal(counted.waitSeconds('a'), 0, 'nothing is given back twice');
});
