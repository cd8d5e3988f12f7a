import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { HOUR_MS } from '@rastro/base';
import type { NewAccessLogEntry } from '@rastro/storage';
import { openAccessLog, type Reading } from './access-log.ts';

const ANA: Reading = { readerId: 7, readerName: 'Ana', isGuest: false, kind: 'live', byToken: false };

function open(t: TestContext) {
  const state = { now: 10 * HOUR_MS, isAway: false };
  const stored: NewAccessLogEntry[] = [];
  const errors: string[] = [];
  const fields: unknown[] = [];
  const log = openAccessLog({
    storage: {
      addAccessLogEntries: async (rows) => {
        if (state.isAway) throw new Error('the disk is full');
        stored.push(...rows);
      },
    },
    clock: { now: () => state.now, sleep: async () => {} },
    log: {
      error: (field, message) => {
        fields.push(field);
        errors.push(message);
      },
    },
  });
  t.after(() => log.close());
  const takeStored = (): readonly string[] =>
    stored
      .splice(0)
      .map(({ hour, kind, parts }) => `${hour} ${kind} ${parts.map(({ part }) => part).join()}`);
  return { state, log: log, takeStored, errors, fields };
}

test('[VIEW-1] what was noted is written once an hour, however often it is read', async (t) => {
  const { state, log, takeStored } = open(t);
  for (let i = 0; i < 1000; i++) log.note(ANA, [1, 2, 5000]);
  assert.deepEqual(takeStored(), [], 'nobody waits for it');
  await log.flush();
  assert.deepEqual(takeStored(), ['10 live 0,4']);
  log.note(ANA, [1, 2]);
  await log.flush();
  assert.deepEqual(takeStored(), []);
  log.note(ANA, [3]);
  log.note({ ...ANA, kind: 'report' }, [1]);
  await log.flush();
  assert.deepEqual(takeStored(), ['10 live 0', '10 report 0']);
  state.now += HOUR_MS;
  log.note(ANA, [1]);
  await log.flush();
  assert.deepEqual(takeStored(), ['11 live 0']);
});

test('[VIEW-2] what lasts is looked at again in each hour, until it ends', async (t) => {
  const { state, log, takeStored } = open(t);
  const end = log.follow(() => log.note(ANA, [1]));
  await log.flush();
  await log.flush();
  assert.deepEqual(takeStored(), ['10 live 0']);
  state.now += HOUR_MS;
  await log.flush();
  assert.deepEqual(takeStored(), ['11 live 0']);
  end();
  state.now += HOUR_MS;
  await log.flush();
  assert.deepEqual(takeStored(), []);
});

test('[VIEW-3] what cannot be kept is told to the operator and kept later', async (t) => {
  const { state, log, takeStored, errors } = open(t);
  state.isAway = true;
  log.note(ANA, [1]);
  await log.flush();
  assert.equal(errors.length, 1);
  state.isAway = false;
  state.now += HOUR_MS;
  await log.flush();
  assert.deepEqual(takeStored(), ['10 live 0']);
});

test('[VIEW-100] what waits for the database has a bound, and how much was lost is told', async (t) => {
  const { state, log, takeStored, errors, fields } = open(t);
  state.isAway = true;
  for (let i = 0; i < 6; i++) {
    for (let reader = 0; reader < 2000; reader++) log.note({ ...ANA, readerId: reader }, [1]);
    await log.flush();
    state.now += HOUR_MS;
  }
  const { waiting, dropped } = Object(fields.at(-1));
  assert.deepEqual([waiting, dropped], [10_000, 2000]);
  state.isAway = false;
  await log.flush();
  assert.equal(takeStored().filter((each) => each.startsWith('10 ')).length, 0, 'the oldest are gone');
  assert.deepEqual(fields.at(-1), { dropped: 2000 });
  assert.match(errors.at(-1) ?? '', /lost meanwhile/);
});

test('[VIEW-10] many connections are looked at over the first minute of an hour, and none that has ended', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { state, log } = open(t);
  const seen: number[] = [];
  const ends = Array.from({ length: 300 }, (_, i) => log.follow(() => void seen.push(i)));
  seen.length = 0;
  state.now += HOUR_MS;
  await log.flush();
  assert.deepEqual(seen, [0, 1, 2, 3, 4]);
  ends[5]?.();
  t.mock.timers.tick(1000);
  assert.deepEqual(seen.slice(5), [6, 7, 8, 9]);
  for (let second = 2; second < 60; second++) t.mock.timers.tick(1000);
  assert.equal(seen.length, 299);
});
