import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ok, fail, type Result } from '@rastro/base';
import type { Attributes, InvoiceIntegration } from '@rastro/fleet';
import { addDays, NO_TERMS, type CivilDate } from '@rastro/fleet/billing';
import { renderMail, type DeliveryFailure, type Mail, type MailHead } from '@rastro/outgoing';
import { madeInvoice, openTestStore } from '../../../test/billing/made-invoices.ts';
import { createTestDeps, paying, SetClock, TestUsers } from '../../../test/billing/test-users.ts';
import type { IssuerMailer } from '../integrations/issuer-mail.ts';
import { changeStatus } from '../change-status.ts';
import { pixOf } from '../pix-of-invoice.ts';
import { remindCustomers, type ReminderDeps } from './remind-customers.ts';
import { writeReminder } from './write-reminder.ts';

const ISSUER: InvoiceIntegration = {
  companyName: 'Frota & Viva',
  taxId: '',
  address: '',
  pixKey: 'pix@example.com',
  pixCity: 'Campinas',
  terms: NO_TERMS,
};
const FRAME = {
  name: 'Rastro',
  colour: null,
  logo: null,
  contacts: [],
  publicUrl: null,
  zone: 'UTC',
} as const;
const DUE: CivilDate = '2026-05-10';

interface Branding {
  readonly issuerId?: number;
  /** The mail server is the issuer's own. */
  readonly isOwn?: boolean;
  /** Of brands, by owner. */
  readonly heads?: Readonly<Record<number, Pick<MailHead, 'name' | 'colour'>>>;
}

/** An issuer with a mail server that says what a test wants. */
async function office(
  t: TestContext,
  attributes: Attributes = paying(),
  installation: Attributes = {},
  { issuerId = 0, isOwn = false, heads = {} }: Branding = {},
) {
  const { storage } = await openTestStore(t);
  const clock = new SetClock('2026-05-01');
  const integrationStore = { invoice: async () => ISSUER };
  const users = new TestUsers().put(2).put(3, {}, [2]).put(5, attributes, [3]);
  Object.assign(users.attributes, installation);
  const billing = createTestDeps(storage, users, clock, { pixOf: pixOf(integrationStore) });
  const mails: Mail[] = [];
  let answer: Result<void, DeliveryFailure> = ok(undefined);
  const mailer: IssuerMailer = {
    enabled: true,
    isOwn,
    send: async (mail) => {
      if (answer.ok) mails.push(mail);
      return answer;
    },
  };
  const pushed: {
    readonly userId: number;
    readonly title: string;
    readonly text: string;
    readonly path: string;
  }[] = [];
  const browsers = { of: new Set<number>(), outcome: 'sent' as 'sent' | 'later' | 'gone' };
  const deps: ReminderDeps = {
    billing,
    push: {
      reaches: (userId) => browsers.of.has(userId),
      send: async (userId, message) => {
        if (browsers.outcome === 'sent') pushed.push({ userId, ...message });
        return browsers.outcome;
      },
    },
    integrationStore,
    mailerOf: async () => mailer,
    headOf: (owner) => heads[owner] ?? null,
    mails: {
      headOf: async (owner) => ({ name: null, colour: null, ...heads[owner], logo: null, contacts: [] }),
      product: 'Rastro',
      addressOf: () => 'https://fleet.example.com',
    },
    payerOf: async () => ({ name: 'Ana', email: 'ana@example.com', phone: '+5519999990000', taxId: '' }),
  };
  const runJob = async (): Promise<void> => {
    const save = async (part: object): Promise<void> => storage.commit(part);
    const signal = new AbortController().signal;
    await remindCustomers(deps).perform(clock.now(), { signal, save, lease: { name: 'x', owner: 'x' } });
  };
  const [id] = await storage.issueInvoices({
    invoices: [madeInvoice({ dueDate: DUE, issuerId })],
    userId: 0,
  });
  assert.ok(id);
  return {
    clock,
    storage,
    mails,
    pushed,
    browsers,
    runJob,
    id,
    billing,
    answerWith: (next: typeof answer) => void (answer = next),
  };
}

test('[DUN-6] reminders come by day, each once, and end when it is paid', async (t) => {
  const { clock, mails, runJob, id, billing } = await office(t);
  const days: number[] = [];
  for (let late = -8; late <= 20; late++) {
    clock.put(addDays(DUE, late));
    await runJob();
    await runJob();
    while (days.length < mails.length) days.push(late);
    if (late === 8)
      await changeStatus(billing, id, {
        to: 'RECEIVED_IN_CASH',
        userId: 1,
        provider: null,
        eventId: null,
        reason: 'paid',
        day: DUE,
        paidValue: null,
        address: '',
      });
  }
  assert.deepEqual(days, [-5, -1, 0, 3, 7]);
  assert.equal(mails[0]?.to, 'ana@example.com');
  assert.match(mails[0]?.subject ?? '', /Sua fatura vence em 10\/05\/2026 · Frota & Viva/);
  assert.match(mails[2]?.text ?? '', /vence hoje/);
  assert.match(mails[4]?.text ?? '', /Pix copia e cola:\n000201/);
});

test('[DUN-8] who chose no language is written to in that of the installation', async (t) => {
  const texts = async (own: Attributes, installation: Attributes): Promise<string> => {
    const { clock, mails, runJob } = await office(t, { ...paying(), ...own }, installation);
    clock.put(addDays(DUE, 1));
    await runJob();
    return mails[0]?.text ?? '';
  };
  assert.match(await texts({}, { 'rastro.lang': 'en' }), /suspended|invoice/i);
  assert.match(await texts({}, { language: 'es' }), /factura/i);
  assert.match(await texts({ 'rastro.lang': 'pt-BR' }, { 'rastro.lang': 'en' }), /fatura/i);
  assert.match(await texts({}, {}), /fatura/i);
});

test('[DUN-9] it is headed by the brand of its issuer, else by the nearest above him, else by that of the installation', async (t) => {
  const mailed = async (branding: Branding): Promise<Mail> => {
    const { clock, mails, runJob } = await office(t, paying(), {}, branding);
    clock.put(DUE);
    await runJob();
    const [mail] = mails;
    assert.ok(mail);
    return mail;
  };
  const heads = {
    0: { name: 'Central', colour: null },
    2: { name: 'Norte & <Sul>', colour: '#0a7d4f' },
    5: { name: 'Own', colour: null },
  };
  const above = await mailed({ issuerId: 3, heads });
  assert.equal(above.sender, 'Norte & <Sul>');
  assert.match(above.html, /border-top:5px solid #0a7d4f[^]*>Norte &amp; &lt;Sul&gt;<\/span>/);
  const near = await mailed({ issuerId: 3, heads: { ...heads, 3: { name: 'Leste', colour: null } } });
  assert.equal(near.sender, 'Leste');
  assert.match(near.html, />Leste<\/span>[^]*R\$/);
  assert.equal((await mailed({ heads })).sender, 'Central', 'nobody issued it but the installation');
  const plain = await mailed({ issuerId: 3 });
  assert.deepEqual(
    ['sender' in plain, plain.usualSender],
    [false, 'Rastro'],
    'the product where nobody has a brand',
  );
  const own = await mailed({ issuerId: 3, isOwn: true, heads });
  assert.deepEqual(['sender' in own, own.html.includes('Norte &amp;')], [false, true]);
});

test('[DUN-7] a server that is away is another try, an address that is none is not; at night nobody is written to', async (t) => {
  const { clock, storage, mails, runJob, answerWith } = await office(t);
  clock.put(addDays(DUE, 0));
  clock.instant -= 12 * 3_600_000;
  await runJob();
  assert.equal(mails.length, 0, 'at nine in the evening of the day before');
  clock.put(DUE);
  answerWith(fail({ code: 'unauthorized', detail: 'no' }));
  await runJob();
  answerWith(ok(undefined));
  await runJob();
  assert.equal(mails.length, 1);
  clock.put(addDays(DUE, 3));
  answerWith(fail({ code: 'invalid_target', detail: 'not a mail address' }));
  await runJob();
  answerWith(ok(undefined));
  await runJob();
  assert.equal(mails.length, 1);
  const outcomes: unknown[] = [];
  for await (const page of storage.actions({ from: 0, to: clock.now(), pageSize: 50 }))
    outcomes.push(
      ...page
        .filter(({ actionType }) => actionType === 'remind')
        .map(({ attributes }) => attributes['outcome']),
    );
  assert.deepEqual(outcomes, ['sent', 'not a mail address']);
});

test('[DUN-8] it is in the language of the customer, says when the account is suspended, and is safe as HTML', () => {
  const more = { id: 9, version: 1, charge: null, paidDate: null, paidValue: null };
  const invoice = { ...madeInvoice({ dueDate: DUE }), ...more };
  const input = {
    invoice,
    name: '<b>Ana</b>',
    company: 'A',
    pix: null,
    today: addDays(DUE, 3),
    publicUrl: null,
  };
  const terms = { afterDays: 10, trustDays: 0 };
  const en = writeReminder({ ...input, terms, language: 'en' });
  assert.match(en.text, /Amount due today: \$ 90\.00/);
  assert.match(en.text, /suspended on 5\/21\/26/);
  const { html } = renderMail(en.content, { ...FRAME, language: 'en' });
  assert.match(html, /&lt;b&gt;Ana/);
  assert.doesNotMatch(html, /<b>/);
  const es = writeReminder({ ...input, terms: { ...terms, afterDays: null }, language: 'es' });
  assert.match(es.text, /venció el 10\/5\/26/);
  assert.doesNotMatch(es.text, /suspende/);
});

test('[DUN-10] browsers of the customer are told the same days, each once, whatever becomes of the mail', async (t) => {
  const { clock, storage, mails, pushed, browsers, runJob, answerWith } = await office(
    t,
    paying({ 'rastro.lang': 'es' }),
  );
  clock.put(addDays(DUE, -5));
  await runJob();
  assert.deepEqual([mails.length, pushed.length], [1, 0], 'nobody has subscribed');
  browsers.of.add(5).add(3);
  clock.put(DUE);
  answerWith(fail({ code: 'unavailable', detail: 'away', afterMs: null }));
  await runJob();
  await runJob();
  assert.deepEqual([mails.length, pushed.length], [1, 1]);
  assert.deepEqual(pushed[0], {
    userId: 5,
    title: 'Su factura vence hoy · Frota & Viva',
    text: 'La factura n.º 1, de R$ 90,00, vence hoy.',
    path: '/invoices',
  });
  answerWith(ok(undefined));
  await runJob();
  assert.deepEqual([mails.length, pushed.length], [2, 1]);
  clock.put(addDays(DUE, 3));
  browsers.outcome = 'later';
  await runJob();
  assert.deepEqual([mails.length, pushed.length], [3, 1]);
  browsers.outcome = 'sent';
  await runJob();
  await runJob();
  assert.deepEqual([mails.length, pushed.length], [3, 2]);
  const texts: string[] = [];
  for await (const page of storage.actions({ from: 0, to: clock.now(), pageSize: 50 }))
    for (const { actionType, attributes } of page)
      if (actionType === 'remind') texts.push(attributes['by'] === 'push' ? 'push' : 'mail');
  assert.deepEqual(
    texts.toSorted((a, b) => a.localeCompare(b)),
    ['mail', 'mail', 'mail', 'push', 'push'],
  );
});

test('[DUN-10] what was mailed before there was push is not told again by it', async (t) => {
  const { clock, storage, pushed, browsers, runJob, id } = await office(t);
  browsers.of.add(5);
  const body = { sent: 0 };
  await storage.commit({ put: [{ kind: 'reminder', key: String(id), body, replaces: 0 }] });
  clock.put(DUE);
  await runJob();
  assert.equal(pushed.length, 0);
  clock.put(addDays(DUE, 3));
  await runJob();
  assert.equal(pushed.length, 1);
});
