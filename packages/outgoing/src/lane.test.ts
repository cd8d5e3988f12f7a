import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, ok, systemClock, type Result } from '@rastro/base';
import type { DeliveryFailure } from './delivery-failure.ts';
import { Lane, type Delivery, type DeliveryChange, type LaneEnd, type LaneOptions } from './lane.ts';

type Try = (target: string, signal: AbortSignal) => Promise<Result<unknown, DeliveryFailure>>;
const AWAY: DeliveryFailure = { code: 'unavailable', detail: 'answered 503', afterMs: null };
const OPTIONS: LaneOptions = { maxWaiting: 2, sideBySide: 1, pauseMs: 5, maxAttempts: 3 };

/** Opens a lane to one service, with its log in order. */
function openLane(attempt: Try, end: Partial<LaneEnd<Delivery, string>> = {}, options = OPTIONS) {
  const changes: DeliveryChange[] = [];
  const forgotten: string[] = [];
  let wake = (): void => {};
  const lane = new Lane<Delivery, string>(
    {
      name: 'test',
      repeatsUncertain: true,
      mask: (target) => `${target[0]}…`,
      prepare: (_delivery, letter) => ({
        targets: letter.split(','),
        send: attempt,
        forget: async (target) => void forgotten.push(target),
      }),
      ...end,
    },
    options,
    {
      save: async (delivery, change) => {
        changes.push(change);
        wake();
        return { ...delivery, ...(change.attempts === undefined ? {} : { attempts: change.attempts }) };
      },
      clock: systemClock,
      log: { info: () => {}, warn: () => {}, error: (fields) => assert.fail(JSON.stringify(fields)) },
      onSent: () => {},
    },
  );
  const until = async (status: string): Promise<void> => {
    while (changes.at(-1)?.status !== status) await new Promise<void>((resolve) => (wake = resolve));
  };
  const add = (letter: string): boolean => lane.add({ attempts: 0, createdAt: systemClock.now() }, letter);
  return { lane, add, until, forgotten, statuses: () => changes.map(({ status }) => status), changes };
}

test('[LANE-1] a delivery is durably under way before anything leaves', async () => {
  const seen: string[] = [];
  const opened = openLane(async () => {
    seen.push(opened.statuses().join());
    return ok(undefined);
  });
  opened.add('ana');
  await opened.until('sent');
  assert.deepEqual(seen, ['sending']);
  assert.deepEqual(opened.changes[0], { status: 'sending', attempts: 1, target: 'a…' });
  const nobody = openLane(async () => ok(undefined), { prepare: () => null });
  nobody.add('ana');
  await nobody.until('skipped');
});

test('[LANE-2] a passing failure is tried again, a final one is not, and a dead address is forgotten', async () => {
  const away = openLane(async () => fail(AWAY));
  away.add('ana');
  await away.until('failed');
  assert.deepEqual(away.statuses(), ['sending', 'waiting', 'sending', 'waiting', 'sending', 'failed']);
  const gone = openLane(async (target) =>
    target === 'ana' ? fail({ code: 'invalid_target', detail: 'answered 410' }) : ok(undefined),
  );
  gone.add('ana,bia');
  await gone.until('sent');
  assert.deepEqual(gone.forgotten, ['ana']);
  assert.deepEqual(gone.statuses(), ['sending', 'sent']);
});

test('[LANE-3] what may have left is not sent again where that costs', async () => {
  const silent: DeliveryFailure = { code: 'unavailable', detail: 'no answer in time', afterMs: null };
  const opened = openLane(async () => fail(silent), { repeatsUncertain: false });
  opened.add('ana');
  await opened.until('unknown');
  assert.deepEqual(opened.statuses(), ['sending', 'unknown']);
});

test('[LANE-4] what does not fit is refused', async () => {
  const opened = openLane((_target, signal) => untilAborted(signal));
  assert.deepEqual(
    [opened.add('a'), opened.add('b'), opened.add('c'), opened.add('d')],
    [true, true, true, false],
  );
  await opened.lane.close();
});

test('[LANE-5] closing breaks off what is under way, whose end nobody knows', async () => {
  const opened = openLane((_target, signal) => untilAborted(signal));
  opened.add('ana');
  await opened.until('sending');
  await opened.lane.close();
  assert.deepEqual(opened.statuses(), ['sending', 'unknown']);
});

async function untilAborted(signal: AbortSignal): Promise<Result<unknown, DeliveryFailure>> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  return fail({ code: 'unavailable', detail: 'stopped', afterMs: null });
}
