import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { systemClock } from '@rastro/base';
import type { InvoiceStatus } from '@rastro/fleet/billing';
import type { NewInvoice } from '@rastro/storage';
import { madeInvoice, openTestStore } from '../../test/billing/made-invoices.ts';
import { changeStatus, type WantedStatus } from './change-status.ts';

async function setup(t: TestContext, more: Partial<NewInvoice> = {}) {
  const { storage } = await openTestStore(t);
  const logged: string[] = [];
  const note = (_fields: object, message: string): void => void logged.push(message);
  const deps = { storage, audit: null, clock: systemClock, log: { info: note, warn: note, error: note } };
  const [id = 0] = await storage.issueInvoices({ invoices: [madeInvoice(more)], userId: 0 });
  assert.ok(id);
  const actions = async () => {
    const found = [];
    for await (const page of storage.actions({ from: 0, to: Date.now() + 1, pageSize: 100 }))
      found.push(...page);
    return found;
  };
  return { storage, deps, id, logged, actions };
}
const wanted = (to: InvoiceStatus, more: Partial<WantedStatus> = {}): WantedStatus => ({
  to,
  userId: 3,
  address: '192.0.2.1',
  provider: null,
  eventId: null,
  reason: 'at the counter',
  day: '2026-05-12',
  paidValue: null,
  ...more,
});

test('[BILL-1] a status is changed with its line of the ledger and of the audit log', async (t) => {
  const { storage, deps, id, actions } = await setup(t);
  const outcome = await changeStatus(deps, id, wanted('RECEIVED_IN_CASH'));
  assert.equal(outcome.kind, 'changed');
  assert.equal((await storage.invoice(id))?.status, 'RECEIVED_IN_CASH');
  assert.deepEqual(
    (await storage.ledgerOf(id)).map(({ kind, amount }) => [kind, amount]),
    [
      ['issued', 9000],
      ['paid', -9000],
    ],
  );
  const [action] = await actions();
  assert.deepEqual(
    [action?.actionType, action?.objectType, action?.objectId, action?.userId, action?.attributes],
    ['paid', 'invoice', id, 3, { from: 'GENERATED', to: 'RECEIVED_IN_CASH', reason: 'at the counter' }],
  );
  assert.equal((await changeStatus(deps, id, wanted('RECEIVED_IN_CASH'))).kind, 'same');
  assert.equal((await storage.ledgerOf(id)).length, 2);
  assert.equal((await changeStatus(deps, 99, wanted('CANCELED'))).kind, 'unknown');
});

test('[BILL-1] of two who change it at once both are asked whether it may become that', async (t) => {
  const { storage, deps, id } = await setup(t);
  const outcomes = await Promise.all([
    changeStatus(deps, id, wanted('RECEIVED_IN_CASH')),
    changeStatus(deps, id, wanted('CANCELED')),
    changeStatus(deps, id, wanted('RECEIVED_IN_CASH')),
  ]);
  assert.equal(outcomes.filter(({ kind }) => kind === 'changed').length, 1);
  assert.equal((await storage.ledgerOf(id)).length, 2);
});

test('[BILL-2] what is impossible changes nothing and is logged; a provider who says so leaves a conflict, once', async (t) => {
  const { storage, deps, id, logged } = await setup(t, { status: 'PENDING', provider: 'asaas' });
  await changeStatus(deps, id, wanted('CANCELED'));
  assert.equal((await changeStatus(deps, id, wanted('RECEIVED_IN_CASH'))).kind, 'impossible');
  assert.deepEqual(logged, ['an impossible status was refused']);
  assert.equal((await storage.ledgerOf(id)).length, 2);
  const paid = wanted('RECEIVED', { userId: 0, provider: 'asaas', eventId: 'evt_1' });
  for (let day = 0; day < 2; day++) assert.equal((await changeStatus(deps, id, paid)).kind, 'impossible');
  const lines = await storage.ledgerOf(id);
  assert.deepEqual(
    lines.slice(2).map(({ kind, from, to, amount, eventId }) => [kind, from, to, amount, eventId]),
    [['conflict', 'CANCELED', 'RECEIVED', 0, 'evt_1']],
  );
  assert.equal((await storage.invoice(id))?.status, 'CANCELED');
});
