import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { StorageError, type SentMessages } from '@rastro/storage';
import { eventually } from '../../test/open-test-tracker.ts';
import { MessageWatch, type CountedBus } from './message-watch.ts';

const QUIET = { info: () => {}, warn: () => {}, error: () => {} };
/** Counts that the database has; an error = it is away. */
let noted: ReadonlyMap<string, SentMessages> | StorageError;
let received: number;
let readings: number;
let watch: MessageWatch;

const bus: CountedBus = {
  publisher: 'own',
  sent: {},
  missing: (counts) => ([...counts.values()].some(({ x = 0 }) => x > received) ? ['x'] : []),
  catchUp: (counts) => {
    for (const { x = 0 } of counts.values()) received = Math.max(received, x);
  },
  readAgain: async () => void readings++,
  flush: async () => {},
};
beforeEach(async () => {
  noted = new Map([['other', { x: 4 }]]);
  [received, readings] = [4, 0];
  const noteSent = async () => {
    if (noted instanceof StorageError) throw noted;
    return noted;
  };
  watch = new MessageWatch({ bus, partitions: { noteSent }, log: QUIET });
  await watch.open();
});
afterEach(() => watch.close());
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('[ROLE-35] what others have sent and did not arrive is read again, at once when it is asked for', async () => {
  assert.equal(watch.certain(), null);
  noted = new Map([['other', { x: 5 }]]);
  await eventually(() => readings === 1);
  assert.equal(watch.certain(), null);
  await sleep(700);
  assert.equal(readings, 1, 'once');
});

test('[METRICS-7] a process counts how often messages were lost, and says whether it knows all', async () => {
  assert.deepEqual([watch.gaps, watch.isCertain], [0, true]);
  noted = new Map([['other', { x: 5 }]]);
  await eventually(() => watch.gaps === 1);
  noted = new StorageError('read', 'UNAVAILABLE');
  await eventually(() => !watch.isCertain);
  assert.equal(watch.gaps, 1);
});

test('[ROLE-35] a message that is only late is awaited', async () => {
  noted = new Map([['other', { x: 5 }]]);
  await sleep(350);
  received = 5;
  await sleep(500);
  assert.equal(readings, 0);
});

test('[ROLE-35] a process that ended may have told nobody of its last write', async () => {
  noted = new Map();
  await eventually(() => readings === 1);
});

test('[ROLE-35] a process that stood still answers nobody by what it knew', async () => {
  const until = performance.now() + 1500;
  while (performance.now() < until);
  noted = new Map([['other', { x: 9 }]]);
  const certain = watch.certain();
  assert.ok(certain);
  await certain;
  assert.equal(readings, 1);
  assert.equal(watch.certain(), null);
});

test('[ROLE-35] while the database is away nothing is certain', async () => {
  noted = new StorageError('note', 'UNAVAILABLE');
  await sleep(1200);
  const certain = watch.certain();
  assert.ok(certain);
  await assert.rejects(certain, StorageError);
  noted = new Map([['other', { x: 4 }]]);
  await watch.certain();
  assert.equal(watch.certain(), null);
});
