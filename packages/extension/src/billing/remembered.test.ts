import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remembered } from './remembered.ts';

/** Answers that take a while, each with its number. */
function slowServer(tookMs: number) {
  let now = 1_000_000;
  let asked = 0;
  let fails = false;
  const clock = { now: () => now, sleep: async () => {} };
  const warned: string[] = [];
  const log = { warn: (_fields: object, text: string) => void warned.push(text) };
  const answers = remembered({ clock, log }, async () => {
    await Promise.resolve();
    now += tookMs;
    asked++;
    if (fails) throw new Error('Cannot ask');
    return asked;
  });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    ...answers,
    warned,
    settled,
    pass: (ms: number) => void (now += ms),
    fail: (does: boolean) => void (fails = does),
  };
}

test('[BILL-23] what is quick to ask is asked once in half a minute, and a failure is not remembered', async () => {
  const server = slowServer(10);
  assert.deepEqual(await Promise.all([server.known(), server.known()]), [1, 1]);
  server.pass(29_000);
  assert.equal(await server.known(), 1);
  server.pass(2000);
  assert.equal(await server.known(), 2);
  assert.equal(await server.now(), 3);
  assert.equal(await server.known(), 3);
  server.pass(31_000);
  server.fail(true);
  await assert.rejects(server.known());
  server.fail(false);
  assert.equal(await server.known(), 5);
});

test('[BILL-23] what takes long is asked at most a twentieth of the time, and nobody waits for it who could have the former', async () => {
  const server = slowServer(5000);
  assert.equal(await server.known(), 1);
  server.pass(90_000);
  assert.equal(await server.known(), 1, 'twenty times five seconds are not over');
  server.pass(10_000);
  assert.equal(await server.known(), 1, 'the former, while it is asked anew');
  await server.settled();
  assert.equal(await server.known(), 2);
  server.pass(101_000);
  server.fail(true);
  assert.equal(await server.known(), 2);
  await server.settled();
  assert.equal(server.warned.length, 1);
  assert.equal(await server.known(), 2, 'a failure leaves the former');
  await server.settled();
  server.pass(100_000);
  await assert.rejects(server.known(), /Cannot ask/, 'as long as it is not twice as old');
});

test('[BILL-23] what was asked for later is not replaced by an answer that took longer', async () => {
  let now = 1_000_000;
  const waiting: ((answer: string) => void)[] = [];
  const clock = { now: () => now, sleep: async () => {} };
  const { known, now: anew } = remembered(
    { clock, log: { warn: () => assert.fail() } },
    () => new Promise<string>((resolve) => waiting.push(resolve)),
  );
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const first = known();
  now += 5000;
  waiting[0]?.('first');
  assert.equal(await first, 'first');
  now += 101_000;
  assert.equal(await known(), 'first', 'while it is asked in the background');
  const later = anew();
  waiting[2]?.('later');
  assert.equal(await later, 'later');
  waiting[1]?.('earlier');
  await settled();
  assert.equal(await known(), 'later');
});
