import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runWithError } from '../test/power-loss/io-errors.ts';
import { hasStrace, recordRun, type RecordedRun } from '../test/power-loss/record-run.ts';
import { loadRun } from '../test/power-loss/saved-run.ts';
import { tryImages } from '../test/power-loss/try-images.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';

const skip = hasStrace() ? false : 'strace is not installed';

test('[POWER-1] losses of power in a run that was recorded before: all that was promised is there, once', async (t) => {
  const tried = await tryImages(loadRun(), { images: 12, seed: 1, place: temporaryFolder(t, 'power-loss') });
  assert.deepEqual(tried.wrong, []);
  assert.ok(tried.promised > 20, `${tried.promised} promised records`);
});

test('[POWER-1] losses of power in a server under load', { skip }, async (t) => {
  const place = temporaryFolder(t, 'power-loss');
  const run = await recordRun(place, 1500);
  const seed = Math.floor(Math.random() * 1e6);
  const tried = await tryImages(run, { images: 20, seed, place });
  assert.deepEqual(tried.wrong, []);
  assert.ok(tried.promised > 1500, `${tried.promised} promised records`);
});

test('[POWER-1] a server that did not wait for the disk would be found out', async (t) => {
  const { calls, ...run } = loadRun();
  const hasty: RecordedRun = {
    ...run,
    calls: calls.filter(({ kind, path }) => kind !== 'sync' || path !== 'rastro.sqlite-wal'),
  };
  const tried = await tryImages(hasty, { images: 12, seed: 1, place: temporaryFolder(t, 'power-loss') });
  assert.ok(tried.wrong.length > 0);
});

test(
  '[POWER-2] calls to the disk that fail, once or from then on: what is acknowledged stays, and nothing else is',
  { skip },
  async (t) => {
    const place = temporaryFolder(t, 'io-errors');
    for (const error of [
      { call: 'pwrite64', nth: 300, goesOn: false },
      { call: 'pwrite64', nth: 300, goesOn: true },
      { call: 'fsync', nth: 40, goesOn: true },
    ] as const) {
      const outcome = await runWithError(place, error);
      assert.ok(outcome, 'it started');
      assert.deepEqual(outcome.wrong, []);
      assert.ok(outcome.acknowledged > 0);
      if (error.goesOn) assert.deepEqual([outcome.afterwards, outcome.readiness], [0, 503]);
      else assert.deepEqual([outcome.acknowledged >= 1000, outcome.readiness], [true, 200]);
    }
  },
);
