import assert from 'node:assert/strict';
import { test } from 'node:test';
import { host, pause, standIn, type Host } from './host.ts';

test('[HOST-1] what stands in for the machine gives time, timers and chance, until it ends', async () => {
  const due: { readonly at: number; readonly work: () => void }[] = [];
  let now = 1000;
  const timer = { unref: () => timer, refresh: () => timer, [Symbol.dispose]: () => {} };
  const made: Host = {
    now: () => now,
    elapsed: () => now,
    setTimeout: (work, ms) => {
      due.push({ at: now + ms, work });
      return timer;
    },
    clearTimeout: () => {},
    setInterval: () => timer,
    clearInterval: () => {},
    setImmediate: (work) => work(),
    timeout: () => new AbortController().signal,
    random: () => 0.25,
    randomBytes: (count) => new Uint8Array(count).fill(7),
  };
  const end = standIn(made);
  try {
    let isOver = false;
    const waiting = pause(500).then(() => (isOver = true));
    assert.deepEqual([host.now(), host.random(), ...host.randomBytes(2)], [1000, 0.25, 7, 7]);
    assert.equal(due[0]?.at, 1500);
    assert.equal(isOver, false);
    now = 1500;
    due[0]?.work();
    await waiting;
  } finally {
    end();
  }
  const before = Date.now();
  assert.ok(host.now() >= before && host.elapsed() > 0);
  const stopped = host.setTimeout(() => assert.fail('it was stopped'), 1);
  host.clearTimeout(stopped);
  let rounds = 0;
  await new Promise<void>((resolve) => {
    const interval = host.setInterval(() => {
      rounds += 1;
      if (rounds < 2) return;
      host.clearInterval(interval);
      resolve();
    }, 1);
  });
  assert.equal(host.timeout(1).aborted, false);
});
