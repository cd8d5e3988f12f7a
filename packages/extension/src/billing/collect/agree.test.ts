import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INVOICE_STATUSES, isOpen, mayBecome } from '@rastro/fleet/billing';
import { agree, isDecidedHere } from './agree.ts';

test('[COLLECT-1] what happened there is followed by the table of statuses, without guessing refunds', () => {
  const follow = (...steps: readonly string[]) => ({ kind: 'follow', steps });
  assert.deepEqual(agree('PENDING', 'RECEIVED', false), follow('RECEIVED'));
  assert.deepEqual(agree('PENDING', 'REFUNDED', false), follow('RECEIVED', 'REFUNDED'));
  assert.deepEqual(
    agree('PENDING', 'DUNNING_RECEIVED', false),
    follow('OVERDUE', 'DUNNING_REQUESTED', 'DUNNING_RECEIVED'),
  );
  assert.deepEqual(agree('CANCELED', 'RECEIVED', false), follow('PENDING', 'RECEIVED'));
  assert.deepEqual(agree('RECEIVED', 'CONFIRMED', false), follow('CHARGEBACK_REQUESTED', 'CONFIRMED'));
  assert.deepEqual(agree('OVERDUE', 'PENDING', false), { kind: 'same' });
  assert.deepEqual(agree('RECEIVED', 'PENDING', false), { kind: 'conflict', to: 'PENDING' });
  assert.deepEqual(agree('REFUNDED', 'RECEIVED', false), { kind: 'conflict', to: 'RECEIVED' });
});

test('[COLLECT-2] what was decided here is told there; money that came all the same is a conflict', () => {
  assert.deepEqual(agree('CANCELED', 'OVERDUE', true), { kind: 'notify', what: 'cancel' });
  assert.deepEqual(agree('RECEIVED_IN_CASH', 'PENDING', true), { kind: 'notify', what: 'cash' });
  assert.deepEqual(agree('OVERDUE', 'RECEIVED_IN_CASH', true), { kind: 'notify', what: 'undoCash' });
  assert.deepEqual(agree('CANCELED', 'RECEIVED', true), { kind: 'conflict', to: 'RECEIVED' });
  assert.deepEqual(agree('RECEIVED_IN_CASH', 'RECEIVED', true), { kind: 'conflict', to: 'RECEIVED' });
  const [ours, theirs] = [
    { kind: 'cancelled', provider: null },
    { kind: 'status', provider: 'asaas' },
  ] as const;
  const [aged, charged] = [
    { kind: 'status', provider: null },
    { kind: 'charged', provider: 'asaas' },
  ] as const;
  assert.equal(isDecidedHere([ours]), true);
  assert.equal(isDecidedHere([ours, aged, charged]), true);
  assert.equal(isDecidedHere([ours, theirs]), false, 'it has been told');
  assert.equal(isDecidedHere([aged]), false);
});

test('[COLLECT-3] every pair of statuses has an answer, and every step is one that may be', () => {
  for (const ours of INVOICE_STATUSES)
    for (const theirs of INVOICE_STATUSES)
      for (const isOurs of [true, false]) {
        const agreement = agree(ours, theirs, isOurs);
        if (agreement.kind === 'notify') assert.ok(isOurs && (isOpen(theirs) || isOpen(ours)));
        if (agreement.kind !== 'follow') continue;
        let at = ours;
        for (const step of agreement.steps) {
          assert.ok(mayBecome(at, step), `${ours} ${theirs}: ${at} ${step}`);
          at = step;
        }
        assert.equal(at, theirs);
      }
});
