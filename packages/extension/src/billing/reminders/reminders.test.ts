import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ok, fail, type Result } from '@rastro/base';
import type { Attributes, InvoiceIntegration } from '@rastro/fleet';
import { addDays, NO_TERMS, type CivilDate } from '@rastro/fleet/billing';
import type { DeliveryFailure, Mail, Mailer } from '@rastro/outgoing';
import { madeInvoice, openTestStore } from '../../../test/billing/made-invoices.ts';
import { openTestRoom, paying, SetClock, TestPeople } from '../../../test/billing/test-people.ts';
import { changeStatus } from '../change-status.ts';
import { pixOf } from '../pix-of-invoice.ts';
import { remindCustomers, type ReminderRoom } from './remind-customers.ts';
import { writeReminder } from './write-reminder.ts';

const ISSUER: InvoiceIntegration = {
  companyName: 'Frota & Viva',
  taxId: '',
  address: '',
  pixKey: 'pix@example.com',
  pixCity: 'Campinas',
  terms: NO_TERMS,
};
const DUE: CivilDate = '2026-05-10';

/** An issuer with a mail server that says what a test wants. */
async function office(t: TestContext, attributes: Attributes = paying(), installation: Attributes = {}) {
  const { storage } = await openTestStore(t);
  const clock = new SetClock('2026-05-01');
  const book = { invoice: async () => ISSUER };
  const people = new TestPeople().put(5, attributes);
  Object.assign(people.attributes, installation);
  const billing = openTestRoom(storage, people, clock, { pixOf: pixOf(book) });
  const mails: Mail[] = [];
  let answer: Result<void, DeliveryFailure> = ok(undefined);
  const mailer: Mailer = {
    enabled: true,
    send: async (mail) => {
      if (answer.ok) mails.push(mail);
      return answer;
    },
  };
  const room: ReminderRoom = {
    billing,
    book,
    mailerOf: async () => mailer,
    payerOf: async () => ({ name: 'Ana', email: 'ana@example.com', phone: '+5519999990000', taxId: '' }),
  };
  const look = async (): Promise<void> => {
    const keep = async (part: object): Promise<void> => storage.commit(part);
    const signal = new AbortController().signal;
    await remindCustomers(room).perform(clock.now(), { signal, keep, lease: { name: 'x', owner: 'x' } });
  };
  const [id] = await storage.issueInvoices({ invoices: [madeInvoice({ dueDate: DUE })], userId: 0 });
  assert.ok(id);
  return { clock, storage, mails, look, id, billing, says: (next: typeof answer) => void (answer = next) };
}

test('[DUN-6] reminders come by day, each once, and end when it is paid', async (t) => {
  const { clock, mails, look, id, billing } = await office(t);
  const days: number[] = [];
  for (let late = -8; late <= 20; late++) {
    clock.put(addDays(DUE, late));
    await look();
    await look();
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
  const words = async (own: Attributes, installation: Attributes): Promise<string> => {
    const { clock, mails, look } = await office(t, { ...paying(), ...own }, installation);
    clock.put(addDays(DUE, 1));
    await look();
    return mails[0]?.text ?? '';
  };
  assert.match(await words({}, { 'rastro.lang': 'en' }), /suspended|invoice/i);
  assert.match(await words({}, { language: 'es' }), /factura/i);
  assert.match(await words({ 'rastro.lang': 'pt-BR' }, { 'rastro.lang': 'en' }), /fatura/i);
  assert.match(await words({}, {}), /fatura/i);
});

test('[DUN-7] a server that is away is another try, an address that is none is not; at night nobody is written to', async (t) => {
  const { clock, storage, mails, look, says } = await office(t);
  clock.put(addDays(DUE, 0));
  clock.instant -= 12 * 3_600_000;
  await look();
  assert.equal(mails.length, 0, 'at nine in the evening of the day before');
  clock.put(DUE);
  says(fail({ code: 'unauthorized', detail: 'no' }));
  await look();
  says(ok(undefined));
  await look();
  assert.equal(mails.length, 1);
  clock.put(addDays(DUE, 3));
  says(fail({ code: 'invalid_target', detail: 'not a mail address' }));
  await look();
  says(ok(undefined));
  await look();
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
  const parts = { invoice, name: '<b>Ana</b>', company: 'A', pix: null, today: addDays(DUE, 3) };
  const terms = { afterDays: 10, trustDays: 0 };
  const en = writeReminder({ ...parts, terms, language: 'en' });
  assert.match(en.text, /Today it costs \$ 90\.00/);
  assert.match(en.text, /suspended on 5\/21\/26/);
  assert.match(en.html, /&lt;b&gt;Ana/);
  const es = writeReminder({ ...parts, terms: { ...terms, afterDays: null }, language: 'es' });
  assert.match(es.text, /venció el 10\/5\/26/);
  assert.doesNotMatch(es.text, /suspende/);
});
