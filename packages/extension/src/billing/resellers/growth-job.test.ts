import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTestStore } from '../../../test/billing/made-invoices.ts';
import { createTestDeps, SetClock, TestUsers } from '../../../test/billing/test-users.ts';
import type { Outcome } from '../../job.ts';
import { growthJob, growthOf } from './growth-job.ts';

const RESELLER = { 'rastro.reseller': true };
const owning = (users: TestUsers, userId: number, ...ids: readonly number[]): void =>
  void users.devices.set(
    userId,
    ids.map((deviceId) => ({ deviceId, monthlyValue: 0 })),
  );

/** A reseller 2 with a customer 5 and the customer's sub-user 7. */
async function openOffice(t: TestContext, plus = true) {
  const { storage } = await openTestStore(t);
  const users = new TestUsers()
    .put(1, {}, [], { administrator: true })
    .put(2, RESELLER, [1])
    .put(5, {}, [2])
    .put(7, {}, [5]);
  owning(users, 1, 10, 11, 12, 99);
  owning(users, 5, 10);
  owning(users, 7, 10, 11);
  const clock = new SetClock('2026-05-30');
  const deps = createTestDeps(storage, users, clock, { plus });
  const job = growthJob(deps);
  const runOn = async (day: string): Promise<void> => {
    clock.put(day);
    const save = (part: Outcome): Promise<void> => storage.commit(part);
    const signal = new AbortController().signal;
    const outcome = await job.perform(clock.now(), { signal, save, lease: { name: 'x', owner: 'x' } });
    await storage.commit(outcome);
  };
  return { users, deps, runOn, of: (owner: number) => growthOf(deps, owner) };
}

test('[GROWTH-2] once a day, for the installation and each reseller: customers, and vehicles with all below, each once', async (t) => {
  const { users, runOn, of } = await openOffice(t);
  assert.equal(await of(0), null);
  await runOn('2026-05-30');
  await runOn('2026-05-30');
  assert.deepEqual(
    [await of(0), await of(2)],
    [
      { since: '2026-05-30', months: [] },
      { since: '2026-05-30', months: [] },
    ],
  );
  assert.equal(await of(5), null, 'no reseller');
  users.put(6, {}, [2]);
  owning(users, 6, 12);
  owning(users, 7, 10);
  await runOn('2026-05-31');
  await runOn('2026-05-31');
  const here = { month: '2026-05', devices: { come: 1, gone: 1 } };
  assert.deepEqual((await of(2))?.months, [{ ...here, customers: { come: 1, gone: 0 } }]);
  assert.deepEqual((await of(0))?.months, [{ ...here, customers: { come: 0, gone: 0 } }]);
  users.all.delete(6);
  await runOn('2026-06-01');
  assert.deepEqual((await of(2))?.months.at(-1), {
    month: '2026-06',
    customers: { come: 0, gone: 1 },
    devices: { come: 0, gone: 1 },
  });
});

test('[GROWTH-2] without Plus nobody looks', async (t) => {
  const { runOn, of } = await openOffice(t, false);
  await runOn('2026-05-30');
  assert.equal(await of(0), null);
});
