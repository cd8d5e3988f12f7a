import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemClock, type Clock } from '@rastro/base';
import { runJobs } from '@rastro/base/jobs';
import { openExtensionStorage, type ExtensionStorage } from '@rastro/storage';
import { eventually } from '../../test/eventually.ts';
import { countingJob, keyOf, RUNS } from '../../test/jobs/counting-job.ts';
import type { Job } from '../job.ts';

const PROCESS = fileURLToPath(new URL('../../test/jobs/worker-process.ts', import.meta.url));

async function openStore(t: TestContext, clock: Clock = systemClock) {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-work-'));
  const storage = await openExtensionStorage({ folder });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const logged: string[] = [];
  const note = (_fields: object, message: string): void => void logged.push(message);
  const start = (job: Job, pauseMs = 1, leaseMs = 60_000) =>
    runJobs({
      storage,
      jobs: [job],
      clock,
      log: { info: note, warn: note, error: note },
      leaseMs,
      pauseMs,
    });
  return { folder, storage, start, logged };
}

/** Documents in the order of counting, each with its maker. */
async function counted(storage: ExtensionStorage): Promise<readonly [string, unknown][]> {
  const found: [string, unknown][] = [];
  for await (const page of storage.documents({ kind: 'count', prefix: '', pageSize: 500 }))
    found.push(...page.map(({ key, body }): [string, unknown] => [key, body]));
  return found;
}
const ALL = Array.from({ length: RUNS }, (_, at) => keyOf(at + 1));

test('[WORK-1] what is due is done in order, kept with its mark, and not done again after a restart', async (t) => {
  const { storage, start } = await openStore(t);
  const first = start(countingJob(0));
  await eventually(async () => ((await storage.readCursor('count')) ?? 0) > 5);
  await first.close();
  const before = await counted(storage);
  assert.equal(before.length, await storage.readCursor('count'), 'work and mark are never apart');
  const second = start(countingJob(0));
  await eventually(async () => (await storage.readCursor('count')) === RUNS);
  await second.close();
  assert.deepEqual(
    (await counted(storage)).map(([key]) => key),
    ALL,
  );
});

test('[METRICS-8] of each job it is known how often it was done or failed, when, and whether it is done now', async (t) => {
  const { start } = await openStore(t);
  const gate = Promise.withResolvers<null>();
  let isBroken = true;
  const work = start({
    name: 'watched',
    everyMs: 5,
    due: (done) => (done === null ? [1] : []),
    perform: async () => {
      if (isBroken) throw new Error('planted');
      await gate.promise;
      return {};
    },
  });
  await eventually(() => (work.jobs().get('watched')?.failures ?? 0) >= 2);
  isBroken = false;
  await eventually(() => work.jobs().get('watched')?.isRunning === true);
  assert.deepEqual([work.jobs().get('watched')?.done, work.jobs().get('watched')?.doneAt], [0, null]);
  const before = Date.now();
  gate.resolve(null);
  await eventually(() => work.jobs().get('watched')?.done === 1);
  assert.ok((work.jobs().get('watched')?.doneAt ?? 0) >= before);
  await eventually(() => work.jobs().get('watched')?.isRunning === false);
  await work.close();
});

test('[WORK-2] a job that fails is told, tried again after pauses that double, and keeps nothing of the try', async (t) => {
  // Pauses are recorded where they are asked for: timers may fire a little early and, under load, much later.
  const pauses: number[] = [];
  const sleep: Clock['sleep'] = async (ms, signal) => {
    pauses.push(ms);
    await systemClock.sleep(ms, signal);
  };
  const { storage, start, logged } = await openStore(t, { ...systemClock, sleep });
  let tries = 0;
  const work = start(
    {
      name: 'fragile',
      everyMs: 5,
      due: (done) => (done === null ? [1] : []),
      perform: async () => {
        if (++tries < 4) throw new Error('the provider is away');
        return {};
      },
    },
    20,
  );
  await eventually(async () => (await storage.readCursor('fragile')) === 1);
  await work.close();
  assert.deepEqual(logged, Array(3).fill('a job failed'));
  // The lease is renewed by the same clock, and the cursor awaited by `everyMs`.
  const afterFailures = pauses.filter((ms) => ms >= 20 && ms < 1000);
  assert.deepEqual([tries, afterFailures], [4, [20, 40, 80]]);
});

test('[WORK-3] who slept through his lease keeps nothing', async (t) => {
  const { storage, start, logged } = await openStore(t);
  const { promise: isAwake, resolve: wake } = Promise.withResolvers<void>();
  let isAtIt = false;
  const slow = start({
    ...countingJob(0),
    perform: async () => {
      isAtIt = true;
      await isAwake;
      return { put: [{ kind: 'count', key: 'late', body: 0, replaces: null }] };
    },
  });
  await eventually(() => isAtIt);
  const later = systemClock.now() + 120_000;
  assert.equal(await storage.takeLease({ name: 'count', owner: 'other', now: later, until: later }), true);
  wake();
  await eventually(() => logged.length > 0);
  await slow.close();
  assert.deepEqual(
    [logged[0], await counted(storage), await storage.readCursor('count')],
    ['another process has taken over', [], null],
  );
});

test('[WORK-4] of two processes one works; killed, it is followed by the other, and nothing is doubled or left out', async (t) => {
  const { folder, storage } = await openStore(t);
  const start = (): ChildProcess =>
    spawn(process.execPath, [PROCESS, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const processes = [start(), start()];
  t.after(() => processes.forEach((each) => each.kill('SIGKILL')));
  await eventually(async () => (await counted(storage)).length >= 10);
  const [[, worker] = []] = await counted(storage);
  const busy = processes.find(({ pid }) => pid === worker);
  assert.ok(busy);
  busy.kill('SIGKILL');
  await once(busy, 'exit');
  await eventually(async () => {
    const running = processes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    assert.equal(running.length, 1, 'the other one runs');
    return (await storage.readCursor('count')) === RUNS;
  });
  const made = await counted(storage);
  assert.deepEqual(
    made.map(([key]) => key),
    ALL,
  );
  const workers = made.map(([, pid]) => pid);
  const change = workers.findIndex((pid) => pid !== worker);
  assert.ok(change >= 10, 'the first one worked alone until it was killed');
  assert.equal(new Set(workers.slice(change)).size, 1, 'then the other one');
});
