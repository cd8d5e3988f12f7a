import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { InvoiceIntegration, User } from '@rastro/fleet';
import { EXTENSION_ROUTES } from '@rastro/fleet/api';
import {
  INVOICE_STATUSES,
  NO_TERMS,
  type InvoiceStatus,
  type PaymentTerms,
  type PaymentMethod,
} from '@rastro/fleet/billing';
import { makePng, readPdf } from '@rastro/outgoing/testing';
import type { NewInvoice } from '@rastro/storage';
import { aCaller } from '../../../test/billing/callers.ts';
import { madeInvoice, openTestStore } from '../../../test/billing/made-invoices.ts';
import { createTestDeps, SetClock, TestUsers } from '../../../test/billing/test-users.ts';
import { bindRoute, type ExtensionReply } from '../../extension-route.ts';
import { changeStatus } from '../change-status.ts';
import { printReceipts } from './receipt-handler.ts';

const RESELLER = { 'rastro.reseller': true };
const ISSUER: InvoiceIntegration = {
  companyName: 'Frota & Viva',
  taxId: '11222333000181',
  address: 'Rua das Flores 12, Campinas',
  pixKey: '',
  pixCity: '',
  terms: NO_TERMS,
};
const IN: Readonly<Record<string, string>> = { 'rastro.lang': 'en' };

/** A reseller 2, their customers 5 and 6, and customer 9 of another issuer. */
async function office(t: TestContext, isThere = true) {
  const { storage } = await openTestStore(t);
  const users = new TestUsers()
    .put(2, RESELLER)
    .put(3, RESELLER)
    .put(5, {}, [2])
    .put(6, {}, [2])
    .put(9, {}, [3]);
  const billing = createTestDeps(storage, users, new SetClock('2026-05-20'));
  const logo = makePng(40, 20);
  const handler = printReceipts({
    billing,
    integrationStore: { invoice: async () => ISSUER },
    payerOf: async () => {
      if (!isThere) throw new Error('Cannot ask');
      return { name: 'Ana Souza', taxId: '52998224725', email: 'ana@example.com', phone: '' };
    },
    headOf: (owner) => (owner === 2 ? { name: 'Norte Rastreamento', colour: '#0a7d4f' } : null),
    logoOf: async (owner) => (owner === 2 ? logo : null),
    titleOf: () => 'Central',
  });
  const key = 'GET /invoices/:id/receipt';
  const bound = { key, route: EXTENSION_ROUTES[key], handler, writeAudit: async () => {} };
  const ask = (caller: User, id: number): Promise<ExtensionReply> =>
    bindRoute(bound).answer({
      params: { id: String(id) },
      query: {},
      body: null,
      host: 'x',
      caller,
      address: '192.0.2.1',
      header: null,
    });
  const texts = async (caller: User, id: number): Promise<string> => {
    const { status, body } = await ask(caller, id);
    assert.equal(status, 200);
    assert.ok(body instanceof Uint8Array);
    const { pages, texts: visibleTexts } = readPdf(body);
    assert.equal(pages, 1);
    return visibleTexts.join('\n');
  };
  const issue = async (more: Partial<NewInvoice> = {}): Promise<number> => {
    const [id] = await storage.issueInvoices({
      userId: 0,
      invoices: [madeInvoice({ issuerId: 2, customerName: 'Ana', ...more })],
    });
    assert.ok(id);
    return id;
  };
  /** Somewhere at the provider. */
  const charged = async (id: number): Promise<void> => {
    const charge = { id: `pay_${id}`, invoiceUrl: null, bankSlipUrl: null, pixPayload: null };
    const line = { userId: 0, provider: 'asaas', eventId: null, reason: null, amount: 0 } as const;
    const entry = { ...line, kind: 'charged', from: 'PENDING', to: 'PENDING' } as const;
    await storage.changeInvoice({ id, replaces: 1, set: { charge }, entry, at: 0 });
  };
  const become = (
    id: number,
    to: InvoiceStatus,
    paidValue: number | null = null,
    paidBy: PaymentMethod | null = null,
  ) =>
    changeStatus(billing, id, {
      to,
      paidBy,
      userId: 1,
      provider: null,
      eventId: null,
      reason: to === 'RECEIVED_IN_CASH' ? 'at the counter' : null,
      day: '2026-05-13',
      paidValue,
      address: '',
    });
  return { ask, texts, issue, become, charged };
}

test('[RECEIPT-1] it says what was paid, when, how, by whom and to whom, under the brand of the issuer', async (t) => {
  const { texts, issue, become } = await office(t);
  const id = await issue({ month: '2026-04', count: 3, description: 'Rastreamento' });
  await become(id, 'RECEIVED_IN_CASH');
  const own = await texts({ ...aCaller(5), attributes: IN }, id);
  for (const each of [
    'Norte Rastreamento',
    'Payment receipt',
    `Invoice no. ${id}`,
    '$ 90.00',
    '5/13/26',
    'Frota & Viva',
    'Tax ID: 11.222.333/0001-81',
    'Rua das Flores 12, Campinas',
    'Ana Souza',
    'Tax ID: 529.982.247-25',
    'April 2026',
    'Received directly by the issuer',
    'at the counter',
  ])
    assert.ok(own.includes(each), each);
  const spanish = await texts({ ...aCaller(2), attributes: { 'rastro.lang': 'es' } }, id);
  assert.match(spanish, /Recibo de pago/);
  assert.match(spanish, /R\$ 90,00/);
  assert.match(await texts(aCaller(1, true), id), /Recibo de pagamento/);
});

test('[RECEIPT-5] a payment at the provider is told by its way, one of before by the provider alone', async (t) => {
  const { texts, issue, become, charged } = await office(t);
  const methods = { pix: 'Pix', slip: 'Bank slip (boleto)', card: 'Card', transfer: 'Bank transfer' };
  for (const [paidBy, label] of Object.entries(methods)) {
    const id = await issue({ provider: 'asaas', status: 'PENDING' });
    await charged(id);
    await become(id, 'RECEIVED', null, paidBy as PaymentMethod);
    assert.ok(
      (await texts({ ...aCaller(5), attributes: IN }, id)).includes(`${label} · Charged through Asaas`),
    );
  }
  const before = await issue({ provider: 'asaas', status: 'PENDING' });
  await charged(before);
  await become(before, 'RECEIVED');
  assert.match(await texts({ ...aCaller(5), attributes: IN }, before), /^Charged through Asaas$/m);
});

test('[RECEIPT-2] the parts add up to what was paid; what nobody has explained is told as it is', async (t) => {
  const terms: PaymentTerms = {
    fine: { amount: 200, mode: 'percent' },
    interest: 100,
    discount: { amount: 1000, mode: 'fixed', days: 3 },
  };
  const { texts, issue, become } = await office(t);
  const lines = async (more: Partial<NewInvoice>, paidValue: number | null): Promise<string> => {
    const id = await issue({ status: 'PENDING', provider: 'asaas', terms, ...more });
    await become(id, 'RECEIVED', paidValue);
    return texts({ ...aCaller(5), attributes: IN }, id);
  };
  // Three days late: 2 % and 1 % a month.
  const late = await lines({}, 9000 + 180 + 9);
  assert.match(late, /Fine\n\$ 1\.80\nInterest\n\$ 0\.09\nTotal paid\n\$ 91\.89/);
  assert.match(late, /Charged through Asaas/);
  const early = await lines({ dueDate: '2026-05-20' }, 8000);
  assert.match(early, /Discount\n\$ -10\.00\nTotal paid\n\$ 80\.00/);
  assert.match(await lines({}, 9500), /Added at payment\n\$ 5\.00\nTotal paid\n\$ 95\.00/);
  assert.match(await lines({}, 8500), /Deducted at payment\n\$ -5\.00\nTotal paid\n\$ 85\.00/);
});

test('[RECEIPT-3] there is none of what is not paid, or was asked back, and none for who does not see the invoice', async (t) => {
  const { ask, issue, become } = await office(t);
  const id = await issue();
  assert.equal((await ask(aCaller(5), id)).status, 409);
  await become(id, 'RECEIVED_IN_CASH');
  assert.equal((await ask(aCaller(5), id)).status, 200);
  for (const stranger of [6, 9, 3]) assert.equal((await ask(aCaller(stranger), id)).status, 404);
  assert.equal((await ask(aCaller(5), 99)).status, 404);
  const received = ['RECEIVED_IN_CASH', 'RECEIVED', 'CONFIRMED', 'DUNNING_RECEIVED'];
  for (const status of INVOICE_STATUSES.filter((each) => !received.includes(each)))
    assert.equal((await ask(aCaller(5), await issue({ status }))).status, 409, status);
  const { ask: askAway, issue: issueAway, become: becomeAway } = await office(t, false);
  const away = await issueAway();
  await becomeAway(away, 'RECEIVED_IN_CASH');
  assert.equal((await askAway(aCaller(5), away)).status, 502);
});

test('[RECEIPT-4] long names and addresses, and letters of any alphabet, stay within one sheet; of many at once some are refused', async (t) => {
  const { ask, texts, issue, become } = await office(t);
  const id = await issue({ description: 'Łódź ação '.repeat(60) });
  await become(id, 'RECEIVED_IN_CASH');
  assert.match(await texts(aCaller(5), id), /Recibo de pagamento/);
  const statuses = await Promise.all(
    Array.from({ length: 25 }, async () => (await ask(aCaller(5), id)).status),
  );
  assert.deepEqual(
    [...new Set(statuses)].toSorted((a, b) => a - b),
    [200, 503],
  );
  assert.equal((await ask(aCaller(5), id)).status, 200);
});
