import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RejectionLog } from './rejection-log.ts';

test('[INGEST-100] of many refused logins ten a minute and protocol are logged, and how many were left out', () => {
  const lines: object[] = [];
  let now = 0;
  const log = new RejectionLog({
    log: { info: (fields) => void lines.push(fields) },
    clock: { now: () => now, sleep: async () => {} },
  });
  for (let i = 0; i < 1000; i++) log.note('gt06', `id ${i}`, 'unknown');
  log.note('h02', 'other', 'disabled');
  assert.equal(lines.length, 11);
  assert.deepEqual(lines.at(-1), { protocol: 'h02', id: 'other', reason: 'disabled' });
  now += 60_000;
  log.note('gt06', 'later', 'unknown');
  assert.deepEqual(lines.at(-1), { protocol: 'gt06', id: 'later', reason: 'unknown', leftOut: 990 });
  log.note('gt06', 'again', 'unknown');
  assert.deepEqual(lines.at(-1), { protocol: 'gt06', id: 'again', reason: 'unknown' });
});
