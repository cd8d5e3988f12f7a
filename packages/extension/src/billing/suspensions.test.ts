import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { StoredInvoice } from '@rastro/storage';
import { madeInvoice, openTestStore } from '../../test/billing/made-invoices.ts';
import { createTestDeps, paying, SetClock, TestUsers } from '../../test/billing/test-users.ts';
import { changeStatus } from './change-status.ts';
import { Suspensions } from './suspensions.ts';

const STRICT = paying({
  'rastro.billingAutoSuspension': true,
  'rastro.billingAutoSuspensionDays': 10,
  'rastro.trustUnlock': true,
  'rastro.billingTrustUnlockDays': 3,
});

/** A customer with sub-users, one of whom has sub-users too, and a neighbor who is not billed. */
async function yard(t: TestContext) {
  const { storage } = await openTestStore(t);
  const clock = new SetClock('2026-05-20');
  const users = new TestUsers()
    .put(1)
    .put(5, STRICT, [1])
    .put(6, {}, [5])
    .put(7, {}, [6])
    .put(8, paying(), [1]);
  const deps = createTestDeps(storage, users, clock);
  const addOverdue = async (customerId: number, dueDate: StoredInvoice['dueDate']): Promise<number> => {
    const made = madeInvoice({
      customerId,
      dueDate,
      originalDueDate: dueDate,
      month: null,
      status: 'OVERDUE',
    });
    const [id] = await storage.issueInvoices({ invoices: [made], userId: 0 });
    assert.ok(id);
    return id;
  };
  const pay = (id: number) =>
    changeStatus(deps, id, {
      to: 'RECEIVED_IN_CASH',
      userId: 1,
      provider: null,
      eventId: null,
      reason: 'paid',
      day: '2026-05-21',
      paidValue: null,
      address: '',
    });
  const suspensions = new Suspensions(deps);
  const suspended = (): readonly number[] => [5, 6, 7, 8, 1].filter((id) => suspensions.of(id) !== null);
  return { clock, deps, users, storage, addOverdue, pay, suspensions, suspended };
}

test('[DUN-4] who has not paid is suspended with everybody below him, and nobody else', async (t) => {
  const { clock, addOverdue, pay, suspensions, suspended } = await yard(t);
  const fresh: number[] = [];
  suspensions.watch((ids) => fresh.push(...ids));
  const id = await addOverdue(5, '2026-05-10');
  await addOverdue(8, '2026-01-10');
  await suspensions.refresh();
  assert.deepEqual(suspended(), []);
  clock.put('2026-05-21');
  await suspensions.refresh();
  assert.deepEqual(suspended(), [5, 6, 7]);
  assert.equal(suspensions.of(7)?.customerId, 5);
  assert.deepEqual(
    fresh.toSorted((a, b) => a - b),
    [5, 6, 7],
  );
  await pay(id);
  await suspensions.refresh();
  assert.deepEqual(suspended(), []);
});

test('[DUN-5] trust is taken once, by himself, and holds over a restart; of two at once one counts', async (t) => {
  const { clock, addOverdue, deps, storage, suspensions, suspended } = await yard(t);
  await addOverdue(5, '2026-05-10');
  clock.put('2026-05-25');
  assert.equal(await suspensions.takeTrust({ userId: 6, address: '' }), false);
  const both = await Promise.all([
    suspensions.takeTrust({ userId: 5, address: '10.0.0.1' }),
    new Suspensions(deps).takeTrust({ userId: 5, address: '10.0.0.2' }),
  ]);
  assert.equal(both.filter(Boolean).length, 1);
  await suspensions.refresh();
  assert.deepEqual(suspended(), []);
  clock.put('2026-05-27');
  const restarted = new Suspensions(deps);
  await restarted.refresh();
  assert.equal(restarted.of(5), null);
  clock.put('2026-05-28');
  await suspensions.refresh();
  assert.deepEqual(suspended(), [5, 6, 7]);
  assert.equal(suspensions.of(5)?.status.trustAvailable, false);
  assert.equal(await suspensions.takeTrust({ userId: 5, address: '' }), false);
  const taken: number[] = [];
  for await (const page of storage.actions({ from: 0, to: clock.now(), pageSize: 100 }))
    taken.push(...page.filter(({ actionType }) => actionType === 'trust').map(({ userId }) => userId));
  assert.deepEqual(taken, [5]);
});
