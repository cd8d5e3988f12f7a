import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import readExcelFile from 'read-excel-file/node';
import { z } from 'zod';
import type { User } from '@rastro/fleet';
import { EXTENSION_ROUTES, type ExtensionKey } from '@rastro/fleet/api';
import { ANSWERS } from '@rastro/fleet/schemas';
import type { ExtensionStorage, NewInvoice } from '@rastro/storage';
import { aCaller } from '../../test/billing/callers.ts';
import { madeInvoice, openTestStore } from '../../test/billing/made-invoices.ts';
import { createTestDeps, paying, SetClock, TestUsers } from '../../test/billing/test-users.ts';
import { bindRoute, type ExtensionReply } from '../extension-route.ts';
import { invoiceHandlers } from './invoice-handlers.ts';

async function setup(t: TestContext, users: TestUsers, clock = new SetClock('2026-05-20')) {
  const { storage } = await openTestStore(t);
  const actions: unknown[] = [];
  const handlers = invoiceHandlers(createTestDeps(storage, users, clock));
  const found: ReadonlyMap<string, Parameters<typeof bindRoute>[0]['handler']> = new Map(
    Object.entries(handlers),
  );
  const call = async (
    key: ExtensionKey,
    caller: User,
    {
      query = {},
      body = null,
      params = {},
    }: { query?: object; body?: unknown; params?: Record<string, string> } = {},
  ): Promise<ExtensionReply> => {
    const handler = found.get(key);
    assert.ok(handler);
    const writeAudit = async (written: readonly unknown[]): Promise<void> => void actions.push(...written);
    const bound = bindRoute({ key, route: EXTENSION_ROUTES[key], handler, writeAudit });
    return bound.answer({ params, query, body, host: 'x', caller, address: '192.0.2.1', header: null });
  };
  return { storage, call, actions };
}
const issue = async (
  storage: ExtensionStorage,
  ...invoices: Partial<NewInvoice>[]
): Promise<readonly (number | null)[]> =>
  storage.issueInvoices({ userId: 0, invoices: invoices.map(madeInvoice) });
const idsIn = ({ body }: ExtensionReply): readonly number[] =>
  ANSWERS.InvoicePage.parse(body).invoices.map(({ id }) => id);

test('[BILL-10] who pays sees his own invoices, with what they cost today', async (t) => {
  const { storage, call } = await setup(t, new TestUsers().put(5).put(6));
  const terms = { fine: { amount: 200, mode: 'percent' }, interest: 100, discount: null } as const;
  await issue(storage, { terms, status: 'OVERDUE' }, { customerId: 6 });
  const { body } = await call('GET /invoices', aCaller(5));
  const [own, ...others] = [body].flat().map((each) => ANSWERS.OwnInvoice.parse(each));
  assert.deepEqual([own?.id, own?.dues.total, others], [1, 9000 + 180 + 30, []]);
  const one = await call('GET /invoices/:id', aCaller(5), { params: { id: '1' } });
  assert.equal(ANSWERS.InvoiceDetail.parse(one.body).ledger.length, 1);
  assert.equal((await call('GET /invoices/:id', aCaller(6), { params: { id: '1' } })).status, 404);
  assert.equal((await call('GET /invoices/:id', aCaller(6), { params: { id: '99' } })).status, 404);
});

test('[BILL-11] the list is paged, sorted and narrowed; what cannot be read is refused', async (t) => {
  const { storage, call } = await setup(t, new TestUsers().put(5));
  await issue(
    storage,
    { value: 100, customerName: 'São João', customerKey: 'sao joao', customerId: 7 },
    { value: 300, dueDate: '2026-06-10' },
    { value: 200, status: 'OVERDUE' },
  );
  const boss = aCaller(1, true);
  const list = (query: object) => call('GET /billing/invoices', boss, { query });
  assert.deepEqual(idsIn(await list({})), [2, 3, 1]);
  const first = await list({ sort: 'value', limit: '2' });
  assert.deepEqual(idsIn(first), [2, 3]);
  const { next } = ANSWERS.InvoicePage.parse(first.body);
  assert.deepEqual(idsIn(await list({ sort: 'value', limit: '2', after: next ?? '' })), [1]);
  assert.deepEqual(idsIn(await list({ text: 'SÃO' })), [1]);
  assert.deepEqual(idsIn(await list({ status: 'OVERDUE' })), [3]);
  assert.deepEqual(idsIn(await list({ from: '2026-06-01', ascending: 'true' })), [2]);
  for (const wrong of [{ status: 'PAID' }, { from: 'May' }, { sort: 'name' }, { after: 'x' }])
    assert.equal((await list(wrong)).status, 400);
});

test('[BILL-11] sums by age, of what was received and of what is expected', async (t) => {
  const users = new TestUsers().put(5, paying({ 'rastro.billingPrice': 700 }));
  const { storage, call } = await setup(t, users);
  await issue(
    storage,
    { dueDate: '2026-05-25', value: 1 },
    { dueDate: '2026-05-10', value: 10, status: 'OVERDUE' },
    { dueDate: '2026-04-10', value: 100, status: 'OVERDUE' },
    { dueDate: '2026-01-10', value: 1000, status: 'OVERDUE' },
    { value: 5000 },
  );
  const boss = aCaller(1, true);
  await call('POST /billing/receive', boss, {
    body: { ids: [5], reason: 'at the counter', day: '2026-05-12' },
  });
  const summary = ANSWERS.BillingSummary.parse((await call('GET /billing/summary', boss)).body);
  assert.deepEqual(summary.due, { count: 1, value: 1 });
  assert.deepEqual(summary.overdue, { count: 3, value: 1110 });
  assert.deepEqual(summary.received, { count: 1, value: 5000 });
  assert.deepEqual(
    summary.ages.map(({ age, value }) => [age, value]),
    [
      ['0', 1],
      ['1-30', 10],
      ['31-60', 100],
      ['61-90', 0],
      ['91', 1000],
    ],
  );
  assert.deepEqual([summary.months.length, summary.months.at(-1)?.value], [12, 5000]);
});

test('[BILL-20] debts are told to administrators, and to a reseller of those below him', async (t) => {
  const users = new TestUsers().put(3, { 'rastro.reseller': true }).put(5, {}, [3]).put(6);
  const { storage, call } = await setup(t, users);
  await issue(
    storage,
    { status: 'OVERDUE', issuerId: 3 },
    { status: 'OVERDUE', customerId: 6 },
    { customerId: 7 },
  );
  const debtors = async (who: User): Promise<readonly number[]> => {
    const { body } = await call('GET /billing/debts', who);
    return z
      .array(ANSWERS.CustomerDebt)
      .parse(body)
      .map(({ customerId }) => customerId);
  };
  assert.deepEqual(await debtors(aCaller(1, true)), [5, 6]);
  assert.deepEqual(await debtors(aCaller(3)), [5]);
});

test('[BILL-20] a reseller is told of nothing that somebody else has issued to a customer of his', async (t) => {
  const reseller = { 'rastro.reseller': true };
  const users = new TestUsers().put(3, reseller).put(4, reseller, [3]).put(5, {}, [3]).put(6, {}, [4]);
  const { storage, call } = await setup(t, users);
  const late = { status: 'OVERDUE' } as const;
  await issue(
    storage,
    { ...late, issuerId: 3, value: 100 },
    { ...late, issuerId: 8, value: 2000, dueDate: '2026-01-10' },
    { ...late, issuerId: 4, customerId: 6, value: 300 },
    { ...late, issuerId: 0, customerId: 3, value: 5000 },
  );
  const { body } = await call('GET /billing/debts', aCaller(3));
  assert.deepEqual(body, [
    { customerId: 5, oldestDue: '2026-05-10', count: 1, value: 100 },
    { customerId: 6, oldestDue: '2026-05-10', count: 1, value: 300 },
  ]);
});

test('[MONEY-101] an invoice by hand bears the prefix of the product, in lists, in itself and in its ledger', async (t) => {
  const { storage, call } = await setup(t, new TestUsers().put(5));
  await issue(storage, {}, {});
  const boss = aCaller(1, true);
  const listed = async (status: readonly string[]): Promise<readonly string[]> => {
    const { body } = await call('GET /billing/invoices', boss, { query: { status } });
    return ANSWERS.InvoicePage.parse(body).invoices.map((invoice) => invoice.status);
  };
  assert.deepEqual(await listed(['rastro_GENERATED']), ['rastro_GENERATED', 'rastro_GENERATED']);
  assert.deepEqual(await listed(['GENERATED', 'PENDING']), ['rastro_GENERATED', 'rastro_GENERATED']);
  assert.deepEqual(await listed(['PENDING']), []);
  const detail = async () =>
    ANSWERS.InvoiceDetail.parse((await call('GET /invoices/:id', boss, { params: { id: '1' } })).body);
  const fresh = await detail();
  assert.deepEqual([fresh.status, fresh.ledger.at(-1)?.to], ['rastro_GENERATED', 'rastro_GENERATED']);
  await call('POST /billing/cancel', boss, { body: { ids: [1], reason: 'a mistake' } });
  const { status, ledger } = await detail();
  assert.deepEqual(
    [status, ledger.at(-1)?.from, ledger.at(-1)?.to],
    ['CANCELED', 'rastro_GENERATED', 'CANCELED'],
  );
});

test('[BILL-13] whoever is a customer now can be billed, and whoever is not any more cannot', async (t) => {
  const reseller = { 'rastro.reseller': true };
  const users = new TestUsers().put(2, reseller).put(3, reseller).put(5, {}, [2]);
  const { call } = await setup(t, users);
  const body = (customerId: number) => ({ customerId, dueDate: '2026-05-20', value: 100, description: '' });
  const status = async (caller: number, customerId: number): Promise<number> =>
    (await call('POST /billing/invoices', aCaller(caller), { body: body(customerId) })).status;
  assert.deepEqual([await status(2, 5), await status(2, 6)], [200, 404]);
  users.put(6, {}, [2]).put(5, {}, [3]);
  assert.deepEqual([await status(2, 6), await status(2, 5), await status(3, 5)], [200, 404, 200]);
});

test('[BILL-12] several are cancelled or received at once, each for itself, with a reason', async (t) => {
  const { storage, call } = await setup(t, new TestUsers().put(5));
  await issue(storage, {}, {}, {});
  const boss = aCaller(1, true);
  const cancel = await call('POST /billing/cancel', boss, { body: { ids: [1, 99], reason: 'a mistake' } });
  assert.deepEqual(cancel.body, [
    { id: 1, outcome: 'changed' },
    { id: 99, outcome: 'unknown' },
  ]);
  const paid = { ids: [1, 2], reason: 'at the counter', day: '2026-05-01' };
  assert.deepEqual((await call('POST /billing/receive', boss, { body: paid })).body, [
    { id: 1, outcome: 'impossible' },
    { id: 2, outcome: 'changed' },
  ]);
  assert.deepEqual((await storage.invoice(2))?.paidDate, '2026-05-01');
  assert.equal((await call('POST /billing/cancel', boss, { body: { ids: [3], reason: ' ' } })).status, 400);
  assert.equal((await storage.invoice(3))?.status, 'GENERATED');
});

test('[BILL-13] an invoice by hand goes to a customer of the caller, due today or later', async (t) => {
  const users = new TestUsers()
    .put(1)
    .put(2, { 'rastro.reseller': true })
    .put(5, paying({ 'rastro.billingInterest': 1 }), [2]);
  const { storage, call, actions } = await setup(t, users);
  const body = { customerId: 5, dueDate: '2026-05-20', value: 100, description: 'Installation' };
  const made = await call('POST /billing/invoices', aCaller(2), { body });
  const { id, issuerId, terms } = ANSWERS.Invoice.parse(made.body);
  assert.deepEqual([issuerId, terms.interest], [2, 100]);
  assert.equal((await storage.ledgerOf(id))[0]?.userId, 2);
  assert.deepEqual(actions, [
    { actionType: 'create', objectType: 'invoice', objectId: id, attributes: { customerId: 5, value: 100 } },
  ]);
  for (const [caller, wrong] of [
    [2, { ...body, customerId: 1 }],
    [2, { ...body, customerId: 2 }],
    [2, { ...body, customerId: 99 }],
    [2, { ...body, dueDate: '2026-05-19' }],
    [2, { ...body, value: 0 }],
  ] as const)
    assert.ok((await call('POST /billing/invoices', aCaller(caller), { body: wrong })).status >= 400);
});

test('[BILL-14] an export has all invoices of the question in words of the caller, and nothing that a spreadsheet would run', async (t) => {
  const { storage, call } = await setup(t, new TestUsers().put(5));
  await issue(storage, { customerName: '=1+1', value: 12_345 }, { customerId: 6, value: 1 });
  const boss = { ...aCaller(1, true), attributes: { 'rastro.lang': 'en' } };
  const { body } = await call('GET /billing/export', boss, { query: { customerId: '5' } });
  assert.ok(body instanceof Readable);
  const [head, line, ...rest] = (await buffer(body)).toString().split('\r\n');
  assert.ok(head?.startsWith('\uFEFFInvoice,Customer,Description,Month,Due on,Status,Amount,'));
  assert.match(line ?? '', /^1,'=1\+1,,,2026-05-10,Open,123\.45,/);
  assert.deepEqual(rest, ['']);
});

test('[BILL-14] a spreadsheet has the same, by pages; another format is refused', async (t) => {
  const { storage, call } = await setup(t, new TestUsers().put(5));
  await issue(
    storage,
    ...Array.from({ length: 1201 }, (_, i) => ({ value: 100 + i, customerName: `C${i}` })),
  );
  const query = { format: 'xlsx', sort: 'value', ascending: 'true' };
  const { body, headers } = await call('GET /billing/export', aCaller(1, true), { query });
  assert.ok(body instanceof Readable);
  assert.match(headers?.['content-disposition'] ?? '', /"Rastro_Faturas_2026-05-20\.xlsx"/);
  const [sheet] = await readExcelFile(await buffer(body));
  assert.deepEqual(
    [sheet?.data.length, sheet?.data[5]?.slice(0, 2), sheet?.data[1206]?.slice(1, 7)],
    [1208, ['Fatura', 'Cliente'], ['C1200', null, null, new Date('2026-05-10'), 'Em aberto', 13]],
  );
  const sum = (1201 * (100 + 1300)) / 200;
  assert.deepEqual(
    [
      sheet?.data[0]?.[0],
      sheet?.data[1]?.[0],
      sheet?.data[1207]?.[0],
      Math.round(Number(sheet?.data[1207]?.[6])),
    ],
    ['Rastro', 'Faturas', 'Total', Math.round(sum)],
  );
  const wrong = await call('GET /billing/export', aCaller(1, true), { query: { format: 'doc' } });
  assert.equal(wrong.status, 400);
});

test('[BILL-15] with nobody to ask who is who, billing says so', async (t) => {
  const { storage } = await openTestStore(t);
  const deps = createTestDeps(storage, new TestUsers(), new SetClock('2026-05-20'), { source: null });
  const handler = invoiceHandlers(deps)['GET /billing/summary'];
  const call = { query: {}, body: null, params: {}, form: null, upload: null, host: 'x', address: 'x' };
  const reply = await Reflect.apply(handler, null, [{ ...call, caller: aCaller(2), method: 'GET' }]);
  assert.equal(reply.status, 501);
});

/** A forest: the manager of each user is an earlier user, or nobody. */
const forest = fc.array(fc.record({ manager: fc.nat(), isReseller: fc.boolean(), isRoot: fc.boolean() }), {
  minLength: 2,
  maxLength: 12,
});

test('[BILL-15] whatever the tree: a reseller sees what he and resellers below him issued, acts on his own, and nobody sees a sibling', async (t) => {
  await fc.assert(
    fc.asyncProperty(forest, async (drawn) => {
      const users = new TestUsers();
      const managerOf = new Map<number, number>();
      for (const [at, { manager, isReseller, isRoot }] of drawn.entries()) {
        const id = at + 2;
        if (at > 0 && !isRoot) managerOf.set(id, 2 + (manager % at));
        const above = managerOf.get(id);
        users.put(id, isReseller ? { 'rastro.reseller': true } : {}, above === undefined ? [] : [above]);
      }
      const isReseller = (id: number): boolean => drawn[id - 2]?.isReseller === true;
      const chain = (id: number): readonly number[] => {
        const above = managerOf.get(id);
        return above === undefined ? [] : [above, ...chain(above)];
      };
      const { storage, call } = await setup(t, users);
      const ids = [...users.all.keys()];
      const issuerOf = (id: number): number => chain(id).find(isReseller) ?? 0;
      await issue(storage, ...ids.map((customerId) => ({ customerId, issuerId: issuerOf(customerId) })));
      for (const who of ids) {
        const caller = aCaller(who);
        const seen = new Set(idsIn(await call('GET /billing/invoices', caller, { query: { limit: '500' } })));
        for (const [at, customer] of ids.entries()) {
          const issuer = issuerOf(customer);
          const isOwn = issuer === who || (issuer !== 0 && chain(issuer).includes(who));
          if (isReseller(who)) assert.equal(seen.has(at + 1), isOwn, `${who} sees ${customer}`);
          const one = await call('GET /invoices/:id', caller, { params: { id: `${at + 1}` } });
          assert.equal(one.status === 200, customer === who || (isReseller(who) && isOwn));
        }
        const reply = await call('POST /billing/cancel', caller, {
          body: { ids: ids.map((_, at) => at + 1), reason: 'not his' },
        });
        for (const { id, outcome } of [reply.body].flat().map((each) => ANSWERS.InvoiceOutcome.parse(each)))
          assert.equal(outcome !== 'unknown', issuerOf(ids[id - 1] ?? 0) === who, `${who} acts on ${id}`);
      }
    }),
    { numRuns: 25 },
  );
});
