import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, type CivilDate } from './civil-date.ts';
import { reminderOn, REMINDER_DAYS, suspensionStatusOn, trustFrom } from './suspension.ts';

const DUE: CivilDate = '2026-05-10';
const TERMS = { afterDays: 10, trustDays: 3 };
const on = (days: number): CivilDate => addDays(DUE, days);

test('[DUN-1] suspended when it is overdue for longer than agreed, and never without agreement', () => {
  assert.equal(suspensionStatusOn(on(10), DUE, TERMS, null).isSuspended, false);
  const suspensionStatus = suspensionStatusOn(on(11), DUE, TERMS, null);
  assert.deepEqual(suspensionStatus, {
    isSuspended: true,
    since: on(11),
    trustAvailable: true,
    trustUntil: null,
  });
  assert.equal(suspensionStatusOn(on(300), DUE, { ...TERMS, afterDays: null }, null).isSuspended, false);
  assert.equal(suspensionStatusOn(on(300), null, TERMS, null).isSuspended, false);
  assert.equal(suspensionStatusOn(on(1), DUE, { afterDays: 0, trustDays: 0 }, null).isSuspended, true);
});

test('[DUN-2] trust lifts it once for its days; another debt, once everything is paid, has its own', () => {
  const trust = trustFrom(on(20), 3);
  assert.deepEqual(trust, { takenOn: on(20), until: on(22) });
  assert.deepEqual(suspensionStatusOn(on(22), DUE, TERMS, trust), {
    isSuspended: false,
    since: null,
    trustAvailable: false,
    trustUntil: on(22),
  });
  const after = suspensionStatusOn(on(23), DUE, TERMS, trust);
  assert.deepEqual([after.isSuspended, after.trustAvailable, after.since], [true, false, on(23)]);
  const nextDue = on(40);
  assert.equal(suspensionStatusOn(addDays(nextDue, 11), nextDue, TERMS, trust).trustAvailable, true);
});

test('[DUN-2] whoever pays is free at once, whatever he had taken', () => {
  fc.assert(
    fc.property(fc.integer({ min: 11, max: 400 }), fc.integer({ min: 1, max: 30 }), (late, days) => {
      const trust = trustFrom(on(late), days);
      assert.equal(suspensionStatusOn(on(late), null, TERMS, trust).isSuspended, false);
      assert.equal(suspensionStatusOn(on(late + days), DUE, TERMS, trust).trustAvailable, false);
    }),
  );
});

test('[DUN-3] each reminder comes once, on its day or on the next on which somebody looks', () => {
  let sent: number | null = null;
  const seen: (number | null)[] = [];
  for (let day = -10; day <= 40; day++) {
    const reminder = reminderOn(on(day), DUE, sent);
    if (reminder !== null) {
      seen.push(reminder);
      sent = reminder;
    }
  }
  assert.deepEqual(seen, [...REMINDER_DAYS]);
  assert.equal(reminderOn(on(9), DUE, -5), 7, 'of those that were missed the newest alone');
  assert.equal(reminderOn(on(9), DUE, 7), null);
});
