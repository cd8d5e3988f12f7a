import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Host, type Timer, host, standIn } from '@rastro/base/host';
import { Deadlines, type Expiring } from './deadlines.ts';

/** Time that the test moves, and the timer that is on its way. */
function standStill(t: { after(end: () => void): void }) {
  const machine: Host = { ...host };
  let [elapsed, timers] = [0, 0];
  let due: { readonly at: number; readonly work: () => void } | null = null;
  const timer: Timer = { unref: () => timer, refresh: () => timer, [Symbol.dispose]: () => (due = null) };
  const setTimeout = (work: () => void, ms: number): Timer => {
    timers++;
    due = { at: elapsed + ms, work };
    return timer;
  };
  const clearTimeout = (old: Timer | null | undefined): void => old?.[Symbol.dispose]();
  t.after(standIn({ ...machine, elapsed: () => elapsed, setTimeout, clearTimeout }));
  return {
    timers: () => timers,
    moveTo: (ms: number): void => {
      while (due && due.at <= ms) {
        const { at, work }: { readonly at: number; readonly work: () => void } = due;
        [elapsed, due] = [at, null];
        work();
      }
      elapsed = ms;
    },
  };
}

test('[INGEST-9] one timer serves all deadlines: none ends early, none much late, what is put off stays', (t) => {
  const time = standStill(t);
  const deadlines = new Deadlines();
  const ended: string[] = [];
  const takeEnded = (): readonly string[] => ended.splice(0);
  const item = (name: string, ms: number): Expiring => {
    const made = {
      dueStep: deadlines.stepAfter(ms),
      slot: 0,
      expire: (): void => void ended.push(name),
    };
    deadlines.watch(made);
    return made;
  };
  for (let i = 0; i < 1000; i++) item('silent', 60_000);
  assert.equal(time.timers(), 1);
  const busy = item('busy', 60_000);
  const gone = item('gone', 60_000);
  const sooner = item('sooner', 60_000);
  time.moveTo(30_000);
  busy.dueStep = deadlines.stepAfter(60_000);
  deadlines.forget(gone);
  sooner.dueStep = deadlines.stepAfter(1000);
  deadlines.watch(sooner);
  time.moveTo(30_999);
  assert.deepEqual(takeEnded(), []);
  time.moveTo(31_250);
  assert.deepEqual(takeEnded(), ['sooner']);
  time.moveTo(59_999);
  assert.deepEqual(takeEnded(), []);
  time.moveTo(60_250);
  assert.deepEqual(
    takeEnded(),
    Array.from({ length: 1000 }, () => 'silent'),
  );
  time.moveTo(89_999);
  assert.deepEqual(takeEnded(), []);
  time.moveTo(200_000);
  assert.deepEqual(takeEnded(), ['busy']);
});
