import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@rastro/base';
import { Arrivals } from './arrivals.ts';

test('[CONNECT-604] of made-up identifiers the last fifty are kept, for an hour, and none that is too long', () => {
  let now = 1_000_000;
  const arrivals = new Arrivals({ ...systemClock, now: () => now });
  for (let i = 0; i < 1000; i++) arrivals.unknown('h02', [String(i)]);
  arrivals.unknown('h02', ['x'.repeat(65)]);
  arrivals.unknown('h02', []);
  assert.equal(arrivals.recentUnknown.length, 50);
  assert.equal(arrivals.recentUnknown[0]?.uniqueId, '999');
  // Reported again, it is the newest, once.
  arrivals.unknown('gt06', ['990']);
  assert.deepEqual(arrivals.recentUnknown[0], { uniqueId: '990', protocol: 'gt06', at: now });
  assert.equal(arrivals.recentUnknown.length, 50);
  now += 3_600_001;
  assert.deepEqual(arrivals.recentUnknown, []);
});
