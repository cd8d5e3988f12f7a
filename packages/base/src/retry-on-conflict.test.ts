import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryOnConflict } from './retry-on-conflict.ts';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

test('[BASE-4] an attempt overtaken by another write is made again, within a bound; other errors end it', async () => {
  let attempts = 0;
  const overtaken = (times: number, code = 'CONFLICT') => {
    attempts = 0;
    return async (): Promise<number> => {
      attempts++;
      if (attempts <= times) throw failure(code);
      return attempts;
    };
  };
  assert.equal(await retryOnConflict(overtaken(3)), 4);
  await assert.rejects(retryOnConflict(overtaken(99)), /CONFLICT/);
  assert.equal(attempts, 12);
  await assert.rejects(retryOnConflict(overtaken(1, 'UNAVAILABLE')), /UNAVAILABLE/);
  assert.equal(attempts, 1);
});
