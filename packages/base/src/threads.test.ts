import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { standInForThreads, startThread, type Thread } from './threads.ts';

test('[HOST-2] what stands in for threads gets their entry and their data, until it ends', async () => {
  const started: unknown[] = [];
  const made = { unref: () => {} } as Thread;
  const end = standInForThreads((entry, { workerData }) => {
    started.push([entry.pathname, workerData]);
    return made;
  });
  assert.equal(startThread(new URL('file:///entry.ts'), { workerData: 7 }), made);
  assert.deepEqual(started, [['/entry.ts', 7]]);
  end();
  const real = startThread(new URL('data:text/javascript,'), {});
  await real.terminate();
  assert.equal(started.length, 1);
});

test('[HOST-3] a thread steps back, and stays where it is in a server that was started with less', (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux gives threads a priority');
  const module = new URL('./threads.ts', import.meta.url).pathname;
  const script = `import { getPriority } from 'node:os';
    const { stepBack } = await import(${JSON.stringify(module)});
    stepBack('later');
    process.stdout.write(String(getPriority()));`;
  const startedAt = (niceness: number): number =>
    Number(
      execFileSync('nice', ['-n', String(niceness), process.execPath, '--input-type=module', '-e', script], {
        encoding: 'utf8',
      }),
    );
  const here = startedAt(0);
  assert.ok(here >= 7, 'behind what comes from devices');
  assert.equal(startedAt(19), 19);
});
