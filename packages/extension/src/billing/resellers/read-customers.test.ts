import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { HOUR_MS } from '@rastro/base';
import fc from 'fast-check';
import { type ResellerView, type User } from '@rastro/fleet';
import { EXTENSION_ROUTES } from '@rastro/fleet/api';
import { ANSWERS } from '@rastro/fleet/schemas';
import { aCaller } from '../../../test/billing/callers.ts';
import { madeInvoice, openTestStore } from '../../../test/billing/made-invoices.ts';
import { createTestDeps, SetClock, TestUsers } from '../../../test/billing/test-users.ts';
import { bindRoute, type ExtensionReply } from '../../extension-route.ts';
import { readCustomers } from './read-customers.ts';

const RESELLER = { 'rastro.reseller': true, 'rastro.resellerLimit': 50 };
const MANAGER = { userLimit: -1 };

const owning = (users: TestUsers, userId: number, ...ids: number[]): void =>
  void users.devices.set(
    userId,
    ids.map((deviceId) => ({ deviceId, monthlyValue: 0 })),
  );

async function openCockpit(t: TestContext, users: TestUsers) {
  const { storage } = await openTestStore(t);
  const clock = new SetClock('2026-05-20');
  const billing = createTestDeps(storage, users, clock);
  const handler = readCustomers({ billing, isSuspended: (id) => id === 6 });
  const key = 'GET /reseller';
  const bound = { key, route: EXTENSION_ROUTES[key], handler, writeAudit: async () => {} };
  const ask = (caller: User, of: number | null = null): Promise<ExtensionReply> =>
    bindRoute(bound).answer({
      params: {},
      query: of === null ? {} : { of: String(of) },
      body: null,
      host: 'x',
      caller,
      address: '192.0.2.1',
      header: null,
    });
  const view = async (caller: User, of: number | null = null): Promise<ResellerView> =>
    ANSWERS.ResellerView.parse((await ask(caller, of)).body);
  return { storage, clock, ask, view };
}

test('[RESELL-1] each customer with all below him: vehicles once, contact, limits, debts, state', async (t) => {
  const users = new TestUsers()
    .put(1, {}, [], { administrator: true })
    .put(2, RESELLER, [1], MANAGER)
    .put(5, {}, [2], { deviceLimit: 3 })
    .put(6, {}, [2])
    .put(7, {}, [5], { disabled: true });
  owning(users, 5, 10, 11);
  owning(users, 6, 11, 12);
  owning(users, 7, 10);
  const { storage, clock, view } = await openCockpit(t, users);
  users.contact.set(10, { isOnline: true, at: clock.now() });
  users.contact.set(11, { isOnline: false, at: clock.now() - 25 * HOUR_MS });
  users.contact.set(12, { isOnline: false, at: clock.now() - HOUR_MS });
  users.seen.set(5, clock.now());
  await storage.issueInvoices({
    userId: 0,
    invoices: [
      madeInvoice({ customerId: 5, issuerId: 2, status: 'OVERDUE', value: 900 }),
      // From before they were a customer of this reseller.
      madeInvoice({ customerId: 5, issuerId: 8, status: 'OVERDUE', value: 70 }),
    ],
  });
  const top = await view(aCaller(1, true));
  assert.deepEqual(top.total, { devices: 3, online: 1, silent: 1 });
  const [reseller, ...others] = top.customers;
  assert.deepEqual(others, []);
  assert.deepEqual(
    [reseller?.userId, reseller?.isReseller, reseller?.users, reseller?.devices, reseller?.resellerLimit],
    [2, true, 3, 3, 50],
  );
  const { customers, path } = await view(aCaller(2));
  assert.deepEqual(path, []);
  assert.deepEqual(
    customers.map(({ userId, devices, state, overdue, lastSeen }) => ({
      userId,
      devices,
      state,
      owes: overdue?.value,
      isSeen: lastSeen !== null,
    })),
    [
      { userId: 5, devices: 2, state: 'active', owes: 900, isSeen: true },
      { userId: 6, devices: 2, state: 'suspended', owes: 0, isSeen: false },
    ],
  );
  const below = await view(aCaller(1, true), 5);
  assert.deepEqual([below.path.map(({ userId }) => userId), below.customers[0]?.state], [[2, 5], 'disabled']);
});

test('[RESELL-1] where billing is off nobody owes anything', async (t) => {
  const users = new TestUsers().put(2, RESELLER, [], MANAGER).put(5, {}, [2]);
  users.attributes = {};
  const { view } = await openCockpit(t, users);
  assert.equal((await view(aCaller(2))).customers[0]?.overdue, null);
});

test('[RESELL-2] in any tree nobody sees more than those below him, and no way leads elsewhere', async (t) => {
  const trees = fc.array(fc.nat(), { minLength: 2, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(trees, async (picks) => {
      // Each user is below an earlier one, or below nobody.
      const users = new TestUsers();
      const above = new Map<number, number>();
      for (const [index, pick] of picks.entries()) {
        const id = index + 1;
        const manager = pick % id;
        above.set(id, manager);
        users.put(id, RESELLER, manager === 0 ? [] : [manager], MANAGER);
        owning(users, id, id * 100);
      }
      const isBelow = (id: number, of: number): boolean => {
        const next = above.get(id) ?? 0;
        return next !== 0 && (next === of || isBelow(next, of));
      };
      const { ask, view } = await openCockpit(t, users);
      for (const who of above.keys()) {
        for (const of of above.keys()) {
          const { status } = await ask(aCaller(who), of);
          assert.equal(status, of === who || isBelow(of, who) ? 200 : 404);
        }
        const { customers, total } = await view(aCaller(who));
        assert.ok(customers.every(({ userId }) => isBelow(userId, who)));
        assert.equal(total.devices, [...above.keys()].filter((id) => isBelow(id, who)).length);
      }
    }),
    { numRuns: 20 },
  );
});

test('[RESELL-3] somebody unknown is not there; circles end', async (t) => {
  const users = new TestUsers().put(2, RESELLER, [3], MANAGER).put(3, RESELLER, [2], MANAGER).put(4, {}, [3]);
  const { ask, view } = await openCockpit(t, users);
  assert.equal((await ask(aCaller(2), 99)).status, 404);
  assert.deepEqual(
    (await view(aCaller(2), 3)).customers.map(({ userId }) => userId),
    [2, 4],
  );
});
