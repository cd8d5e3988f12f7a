import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeInvoice, openTestStore } from '../../../test/billing/made-invoices.ts';
import { chargedInvoice } from '../../../test/billing/memory-store.ts';
import { collectWorld } from '../../../test/billing/collect-world.ts';

test('[COLLECT-4] an invoice is charged once, with links and Pix code; it is known there by the tag of the account', async () => {
  const world = collectWorld();
  const id = world.issue('2026-03-10');
  await world.charge();
  await world.charge();
  assert.equal(world.liveCharges(id).length, 1);
  const charge = world.storage.all.get(id)?.charge;
  assert.match(charge?.pixPayload ?? '', /^000201/);
  assert.match(charge?.invoiceUrl ?? '', /^https:/);
  const late = world.issue('2026-02-01');
  await world.charge();
  assert.equal(world.liveCharges(late)[0]?.dueDate, '2026-03-01', 'nothing is due there before today');
});

test('[COLLECT-5] a charge that nobody answered is looked for after a minute, never made blindly', async () => {
  const world = collectWorld();
  const id = world.issue('2026-03-10');
  world.asaas.fault = ({ method, target }) =>
    method === 'POST' && target.endsWith('/payments') ? 'lostAnswer' : null;
  await world.charge();
  world.asaas.fault = () => null;
  await world.charge();
  assert.equal(world.storage.all.get(id)?.charge, null, 'it may still be on its way');
  world.hours(1);
  await world.charge();
  assert.equal(world.liveCharges(id).length, 1);
  assert.equal(world.storage.all.get(id)?.charge?.id, world.liveCharges(id)[0]?.id);
});

test('[COLLECT-6] what the provider finds wrong is shown in its words, once; others go on, and a wrong key pauses the issuer', async () => {
  const world = collectWorld();
  const id = world.issue('2026-03-10');
  const description = 'x'.repeat(3);
  const next = world.issue('2026-03-11');
  world.asaas.fault = ({ body }) =>
    body.includes(`K3F9X2-${id}"`)
      ? { status: 400, body: '{"errors":[{"code":"invalid_value","description":"Valor"}]}' }
      : null;
  await world.charge();
  world.hours(7);
  await world.charge();
  const lines = (await world.storage.ledgerOf(id)).filter(({ kind }) => kind === 'conflict');
  assert.deepEqual(
    lines.map(({ reason }) => reason),
    ['answered 400 - invalid_value: Valor'],
  );
  assert.equal(world.liveCharges(next).length, 1, description);
  world.asaas.keys.clear();
  world.issue('2026-03-12');
  await world.charge();
  assert.match(world.problems.at(-1) ?? '', /invalid_access_token/);
  const calls = world.asaas.requests.length;
  await world.charge();
  assert.equal(world.asaas.requests.length, calls, 'left alone for an hour');
  world.asaas.keys.add('$aact_hmlg_simulated');
  world.hours(7);
  await world.charge();
  assert.equal(world.problems.at(-1), '');
});

test('[COLLECT-7] a message is believed by its token alone, counts once and in any order: what the charge says now counts', async () => {
  const world = collectWorld();
  const id = world.issue('2026-03-10');
  await world.charge();
  const [payment] = world.liveCharges(id);
  assert.ok(payment);
  world.asaas.account.pay(payment, 'BOLETO');
  world.hours(24);
  const { events } = world.asaas.account;
  const forged = {
    ...events[0],
    id: 'evt_forged',
    payment: { ...payment, status: 'REFUNDED' },
  } as (typeof events)[0];
  for (const header of [null, '', 'another']) assert.equal(await world.notify(forged, header), 401);
  for (const event of events.toReversed()) assert.equal(await world.notify(event), 200);
  for (const event of events) assert.equal(await world.notify(event), 200, 'told twice');
  assert.equal(await world.notify(forged), 200, 'even with the token a message is only a hint');
  assert.equal(
    await world.notify({ ...forged, id: 'evt_x', payment: { ...payment, id: 'pay_unknown' } }),
    200,
  );
  assert.equal(await world.notify({ id: 'evt_t', event: 'TRANSFER_DONE' } as unknown as typeof forged), 200);
  await world.work();
  await world.work();
  assert.equal(world.storage.all.get(id)?.status, 'RECEIVED');
  assert.deepEqual(
    (await world.storage.ledgerOf(id)).map(({ kind, to }) => [kind, to]),
    [
      ['issued', 'PENDING'],
      ['charged', 'PENDING'],
      ['paid', 'RECEIVED'],
    ],
  );
  assert.deepEqual(await world.storage.openProviderEvents(10), []);
});

test('[RECEIPT-5] the way of a payment is kept as the provider tells it; what it does not tell stays open', async () => {
  const world = collectWorld();
  const methods = ['PIX', 'BOLETO', 'CREDIT_CARD', 'UNDEFINED'] as const;
  const ids = methods.map(() => world.issue('2026-03-10'));
  await world.charge();
  for (const [index, method] of methods.entries()) {
    const [payment] = world.liveCharges(ids[index] ?? 0);
    assert.ok(payment);
    world.asaas.account.pay(payment, method === 'UNDEFINED' ? 'PIX' : method);
    payment.billingType = method;
  }
  await world.reconcile();
  assert.deepEqual(
    ids.map((id) => world.storage.all.get(id)?.charge?.paidBy),
    ['pix', 'slip', 'card', undefined],
  );
});

test('[COLLECT-9] of two charges for one invoice the unpaid one goes; when both are paid people are told, once', async () => {
  const world = collectWorld();
  const id = world.issue('2026-03-10');
  await world.charge();
  const [first] = world.liveCharges(id);
  assert.ok(first);
  const twin = () => world.asaas.account.addPayment({ ...first, description: 'twin' });
  twin();
  await world.reconcile();
  assert.deepEqual(world.liveCharges(id), [first]);
  const paid = world.asaas.account.addPayment({ ...first, description: 'paid twin' });
  world.asaas.account.pay(paid, 'PIX');
  await world.reconcile();
  await world.reconcile();
  const conflicts = (await world.storage.ledgerOf(id)).filter(({ kind }) => kind === 'conflict');
  assert.deepEqual(
    conflicts.map(({ to, amount }) => [to, amount]),
    [['RECEIVED', 0]],
  );
});

test('[COLLECT-10] what was cancelled while its charge was on its way is removed there', async () => {
  const world = collectWorld();
  const id = world.issue('2026-03-10');
  world.asaas.fault = ({ method, target }) =>
    method === 'POST' && target.endsWith('/payments') ? 'lostAnswer' : null;
  await world.charge();
  world.asaas.fault = () => null;
  await world.byHand(id, 'CANCELED');
  assert.equal(world.liveCharges(id).length, 1, 'somebody could pay it');
  world.hours(1);
  await world.charge();
  assert.equal(world.liveCharges(id).length, 0);
  assert.equal(world.storage.all.get(id)?.status, 'CANCELED');
});

test('[COLLECT-11] cash and cancellations reach the provider, and can be undone on either side; money for what was cancelled is told', async () => {
  const world = collectWorld();
  const id = world.issue('2026-03-10');
  const other = world.issue('2026-03-10');
  await world.charge();
  const theirs = (invoice: number) =>
    world.asaas.account.payments.get(world.storage.all.get(invoice)?.charge?.id ?? '');
  await world.byHand(id, 'RECEIVED_IN_CASH');
  await world.reconcile();
  assert.equal(theirs(id)?.status, 'RECEIVED_IN_CASH');
  await world.byHand(id, 'PENDING');
  await world.reconcile();
  assert.equal(theirs(id)?.status, 'PENDING');
  await world.byHand(other, 'CANCELED');
  await world.reconcile();
  const removed = theirs(other) ?? assert.fail();
  assert.equal(removed.deleted, true);
  removed.deleted = false;
  await world.reconcile();
  assert.equal(world.storage.all.get(other)?.status, 'PENDING', 'given back there, after we had told them');
  await world.byHand(other, 'CANCELED');
  world.asaas.account.pay(removed, 'PIX');
  await world.reconcile();
  await world.reconcile();
  assert.equal(world.storage.all.get(other)?.status, 'CANCELED');
  const conflicts = (await world.storage.ledgerOf(other)).filter(({ kind }) => kind === 'conflict');
  assert.deepEqual(
    conflicts.map(({ to }) => to),
    ['RECEIVED'],
  );
});

test('[COLLECT-12] an answer that is older than what is known of the invoice changes nothing', async () => {
  const world = collectWorld();
  const id = world.issue('2026-03-10');
  await world.charge();
  for (const event of world.asaas.account.events) await world.notify(event);
  const [payment] = world.liveCharges(id);
  assert.ok(payment);
  let isNewer = false;
  world.asaas.fault = () => {
    // While the answer is on its way, another process learns that it was paid.
    if (isNewer) return null;
    isNewer = true;
    const old = JSON.stringify(payment);
    world.asaas.account.pay(payment, 'PIX');
    void world.byHand(id, 'RECEIVED_IN_CASH');
    return { status: 200, body: old };
  };
  await world.work();
  const kinds = (await world.storage.ledgerOf(id)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['issued', 'charged', 'paid']);
});

test('[COLLECT-4] [COLLECT-7] [COLLECT-11] the same in the real store: charged, paid by a message, cancelled at once', async (t) => {
  const { storage } = await openTestStore(t);
  const world = collectWorld(storage);
  const invoice = madeInvoice({ ...chargedInvoice('2026-03-10'), month: '2026-03' });
  const ids = await storage.issueInvoices({
    invoices: [invoice, { ...invoice, customerId: 6 }],
    userId: 0,
  });
  const [paid = 0, cancelled = 0] = ids.flatMap((id) => id ?? []);
  await world.charge();
  const chargeOf = async (id: number) =>
    world.asaas.account.payments.get((await storage.invoice(id))?.charge?.id ?? '') ?? assert.fail();
  assert.deepEqual(await storage.pendingCharges(0, 10), []);
  world.asaas.account.pay(await chargeOf(paid), 'PIX');
  for (const event of world.asaas.account.events) {
    assert.equal(await world.notify(event), 200);
    assert.equal(await world.notify(event), 200);
  }
  await world.work();
  assert.deepEqual(await storage.openProviderEvents(10), []);
  assert.equal((await storage.invoice(paid))?.paidDate, '2026-03-01');
  await world.byHand(cancelled, 'CANCELED');
  const deadline = Date.now() + 5000;
  while (!(await chargeOf(cancelled)).deleted && Date.now() < deadline) await new Promise(setImmediate);
  assert.equal((await chargeOf(cancelled)).deleted, true, 'told at once, not when both are compared');
  await world.reconcile();
  assert.deepEqual(
    (await storage.invoiceSums({ issuers: null, statuses: null, dueFrom: null, dueTo: null })).map(
      ({ status }) => status,
    ),
    ['CANCELED', 'RECEIVED'],
  );
});
