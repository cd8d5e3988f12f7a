import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  DEBT_AGES,
  INVOICE_STATUSES,
  NO_TERMS,
  type BillingSummary,
  type Invoice,
  type InvoiceDetail,
  type OwnInvoice,
} from '@rastro/fleet/billing';
import { expect, test, vi } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { BillingPanel } from './billing-panel.tsx';
import { STATUS_GROUPS } from './invoice-question.ts';
import { InvoicesPanel } from './invoices-panel.tsx';
import { choose } from '../../testing/choose.ts';
import { fill } from '../../testing/fill.ts';

const INVOICE: Invoice = {
  id: 7,
  issuerId: 0,
  customerId: 5,
  customerName: 'Transportes Lima',
  month: '2026-05',
  dueDate: '2026-05-10',
  originalDueDate: '2026-05-10',
  value: 15_000,
  status: 'GENERATED',
  paidDate: null,
  paidValue: null,
  count: 3,
  description: '',
  terms: NO_TERMS,
  reason: null,
  provider: 'manual',
  charge: null,
  createdTime: '2026-05-01T03:00:00.000Z',
  version: 1,
};
const SUMMARY: BillingSummary = {
  today: '2026-05-20',
  due: { count: 1, value: 15_000 },
  overdue: { count: 2, value: 30_000 },
  received: { count: 0, value: 0 },
  forecast: { count: 4, value: 60_000 },
  ages: DEBT_AGES.map((age) => ({ age, count: 1, value: 100 })),
  months: [{ month: '2026-05', count: 1, value: 4200 }],
};
const DETAIL: InvoiceDetail = {
  ...INVOICE,
  lines: [],
  ledger: [
    {
      id: 1,
      invoiceId: 7,
      time: '2026-05-01T03:00:00.000Z',
      kind: 'issued',
      from: null,
      to: 'GENERATED',
      amount: 15_000,
      userId: 0,
      provider: null,
      eventId: null,
      reason: null,
    },
  ],
};
/** Of a shared link. */
const GUEST = aUser({ id: 8, name: 'Lima 02', attributes: { isShared: true } });
const serverOf = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableBilling': true } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/users', { body: [aUser({}), aUser({ id: 5, name: 'Transportes Lima' }), GUEST] })
    .on('GET /ext/billing/summary', { body: SUMMARY })
    .on('GET /ext/invoices/7', { body: DETAIL })
    .on('GET /ext/billing/invoices', ({ query }) =>
      query.get('after') === '7 x'
        ? { body: { invoices: [{ ...INVOICE, id: 6, status: 'OVERDUE' }], next: null } }
        : { body: { invoices: [INVOICE], next: '7 x' } },
    );
const open = (server: MemoryServer, search = '') =>
  openPage({
    server,
    at: `/billing${search}`,
    routes: () => [{ path: '/billing', element: <BillingPanel /> }],
  });
const own = (invoices: readonly OwnInvoice[], server = serverOf()) =>
  openPage({
    server: server.on('GET /ext/invoices', { body: invoices }),
    at: '/invoices',
    routes: () => [{ path: '/invoices', element: <InvoicesPanel /> }],
  });

/** Names of the files that the browser was handed, as they come. */
function savedFiles(): readonly string[] {
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}

test('[WEBBILL-1] who issues sees how the money stands, and all invoices in pages', async () => {
  await open(serverOf());
  const head = await screen.findByRole('region', { name: 'Summary' });
  await waitFor(() => expect(head.textContent).toContain('Overdue$ 300.002 invoices'));
  expect(head.textContent).toContain('Next month$ 600.004 customers');
  expect(head.textContent).toContain('May 2026: $ 42.00');
  const list = await screen.findByRole('list', { name: 'Billing' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
});

test('[WEBBILL-2] what narrows the list stands in the address and is asked of the server', async () => {
  const server = serverOf();
  const page = await open(server, '?from=2026-05-01');
  await userEvent.selectOptions(await screen.findByLabelText('Invoices shown'), 'Overdue');
  await userEvent.selectOptions(screen.getByLabelText('Order'), 'Smallest amount');
  await fill(screen.getByLabelText('Search by customer or number'), 'lima');
  await waitFor(() => {
    const asked = server.requests('GET /ext/billing/invoices').at(-1)?.query;
    expect(asked?.get('text')).toBe('lima');
    expect(asked?.getAll('status')).toEqual(['OVERDUE', 'DUNNING_REQUESTED']);
    expect([asked?.get('from'), asked?.get('sort'), asked?.get('ascending')]).toEqual([
      '2026-05-01',
      'value',
      'true',
    ]);
  });
  expect(page.path()).toBe('/billing?from=2026-05-01&status=overdue&sort=value&order=up&q=lima');
});

test('[WEBBILL-2] each status stands in one of the groups', () => {
  expect(Object.values(STATUS_GROUPS).flat().toSorted()).toEqual(INVOICE_STATUSES.toSorted());
});

test('[WEBBILL-3] several are marked as paid at once, after a question with the amount; failures are listed', async () => {
  const server = serverOf().on('POST /ext/billing/receive', { body: [{ id: 7, outcome: 'impossible' }] });
  await open(server);
  await userEvent.click(await screen.findByLabelText('Invoice 7 of Transportes Lima'));
  const bar = screen.getByRole('toolbar');
  expect(bar.textContent).toContain('1 selected, $ 150.00');
  await userEvent.click(within(bar).getByRole('button', { name: 'Received in cash' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Received in cash?' });
  expect(dialog.textContent).toContain('$ 150.00 from Transportes Lima will count as paid.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Received in cash' }));
  expect(dialog.textContent).toContain('Give a reason');
  expect(server.requests('POST /ext/billing/receive')).toHaveLength(0);
  await fill(within(dialog).getByLabelText('Reason'), 'at the counter');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Received in cash' }));
  await screen.findByText('1 invoice could not be changed.');
  const [sent] = server.requests('POST /ext/billing/receive');
  expect(JSON.parse(sent?.body ?? '')).toEqual({ ids: [7], reason: 'at the counter', day: '2026-05-20' });
});

test('[WEBBILL-4] an invoice by hand is checked before it is sent', async () => {
  const server = serverOf().on('POST /ext/billing/invoices', { body: INVOICE });
  await open(server);
  const button = await screen.findByRole('button', { name: 'New invoice' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'New invoice' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Issue' }));
  expect(dialog.textContent).toContain('Choose a customer.');
  await userEvent.type(within(dialog).getByRole('combobox', { name: 'Customer' }), 'lima');
  const rows = await screen.findByRole('listbox', { name: 'Customer' });
  expect(within(rows).getAllByRole('option'), 'a guest owes nothing').toHaveLength(1);
  await choose('Customer', 'lima', /^Transportes Lima/);
  const amount = within(dialog).getByLabelText('Amount in $');
  await fill(amount, '10000000.01');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Issue' }));
  await within(dialog).findByText('Enter an amount of up to $ 10,000,000.00.');
  await userEvent.clear(amount);
  await fill(amount, '99.90');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Issue' }));
  await waitFor(() => expect(server.requests('POST /ext/billing/invoices')).toHaveLength(1));
  expect(JSON.parse(server.requests('POST /ext/billing/invoices')[0]?.body ?? '')).toEqual({
    customerId: 5,
    dueDate: '2026-05-20',
    value: 9990,
    description: '',
  });
});

test('[WEBBILL-4] one opens with what became of it', async () => {
  const page = await open(serverOf());
  await userEvent.click(await screen.findByRole('button', { name: /Transportes Lima/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Invoice 7' });
  await within(dialog).findByText('Issued · Open');
  expect(dialog.textContent).toContain('Vehicles3');
  expect(page.path()).toBe('/billing?invoice=7');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(page.path()).toBe('/billing');
});

test('[WEBBILL-7] the customer of an unpaid invoice is reminded by mail or in a chat, after a look at the words', async () => {
  const reminder = {
    to: 'ana@example.com',
    subject: 'Due',
    text: 'Hello Ana',
    whatsapp: 'https://wa.me/55?text=x',
  };
  const server = serverOf()
    .on('GET /ext/billing/reminders/7', { body: reminder })
    .on('POST /ext/billing/reminders/7', { body: reminder });
  await open(server, '?invoice=7');
  await userEvent.click(await screen.findByRole('button', { name: 'Remind the customer' }));
  await screen.findByText('Hello Ana');
  expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe(reminder.whatsapp);
  await userEvent.click(screen.getByRole('button', { name: 'Send to ana@example.com' }));
  await screen.findByText('The e-mail is on its way.');
  expect(server.requests('POST /ext/billing/reminders/7')).toHaveLength(1);
});

test('[WEBBILL-5] a customer sees the debt of today and its reason, and pays by Pix', async () => {
  const dues = { value: 15_000, discount: 0, fine: 300, interest: 50, total: 15_350 };
  const charge = { id: 'p', invoiceUrl: null, bankSlipUrl: 'https://pay.example/7', pixPayload: 'PIX' };
  await own([{ ...INVOICE, status: 'OVERDUE', dues, pix: '00020126PIX', charge }]);
  const list = await screen.findByRole('list', { name: 'My invoices' });
  expect(list.textContent).toContain('$ 153.50');
  expect(list.textContent).toContain('Fine$ 3.00');
  expect(screen.getByRole('link', { name: 'Bank slip' }).getAttribute('href')).toBe('https://pay.example/7');
  await userEvent.click(screen.getByRole('button', { name: 'Pay by Pix' }));
  expect(screen.getByRole('img', { name: 'Pix code' })).toBeTruthy();
  expect(list.textContent).toContain('00020126PIX');
});

test('[WEBBILL-5] a user without debts sees that', async () => {
  await own([]);
  await screen.findByText('You owe nothing.');
});

test('[WEBBILL-2] an address with one customer shows only their invoices, says so, and leads back to all', async () => {
  const server = serverOf();
  const page = await open(server, '?customer=5&status=overdue');
  await screen.findByText('Only of Transportes Lima');
  expect(server.requests('GET /ext/billing/invoices')[0]?.query.get('customerId')).toBe('5');
  await userEvent.click(screen.getByRole('button', { name: 'Show all customers' }));
  await waitFor(() => expect(page.path()).toBe('/billing?status=overdue'));
  expect(server.requests('GET /ext/billing/invoices').at(-1)?.query.get('customerId')).toBeNull();
});

test('[WEBBILL-4] all of the question are saved, as the format that was chosen', async () => {
  const saved = savedFiles();
  const server = serverOf().on('GET /ext/billing/export', { body: 'file' });
  await open(server, '?status=overdue&customer=5');
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Spreadsheet (XLSX)' }));
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/_invoices_\d{4}-\d\d-\d\d\.xlsx$/)]));
  const [asked] = server.requests('GET /ext/billing/export');
  expect([asked?.query.get('format'), asked?.query.get('customerId')]).toEqual(['xlsx', '5']);
  expect(asked?.query.getAll('status')).toEqual(['OVERDUE', 'DUNNING_REQUESTED']);
});

test('[WEBBILL-8] who has paid saves the receipt; of what is open there is none', async () => {
  const saved = savedFiles();
  const dues = { value: 15_000, discount: 0, fine: 0, interest: 0, total: 15_000 };
  const paid = { status: 'RECEIVED', paidDate: '2026-05-09', paidValue: 15_000 } as const;
  const server = serverOf().on('GET /ext/invoices/7/receipt', { body: '%PDF' });
  const open8 = { ...INVOICE, id: 8, dues, pix: null };
  await own([{ ...INVOICE, ...paid, dues, pix: null }, open8], server);
  await userEvent.click(await screen.findByRole('button', { name: 'Receipt of invoice 7' }));
  await waitFor(() => expect(saved).toEqual(['receipt-7.pdf']));
  expect(screen.queryByRole('button', { name: 'Receipt of invoice 8' })).toBeNull();
});

test('[WEBBILL-8] the issuer saves it where the invoice is open, and sees why it fails', async () => {
  const paid = { status: 'RECEIVED', paidDate: '2026-05-09', paidValue: 15_000 } as const;
  const server = serverOf()
    .on('GET /ext/invoices/7', { body: { ...DETAIL, ...paid } })
    .on('GET /ext/invoices/7/receipt', { status: 503, body: 'Too many at once - Try again in a moment' });
  await open(server, '?invoice=7');
  await userEvent.click(await screen.findByRole('button', { name: 'Receipt of invoice 7' }));
  await screen.findByRole('alert');
});

test('[WEBBILL-601] an address opens the invoice by hand; without a customer it leads to a new one', async () => {
  const server = serverOf().on('GET /api/users', { body: [] });
  const page = await openPage({
    server,
    at: '/billing?new=1',
    routes: () => [{ path: '/billing', element: <BillingPanel /> }],
  });
  const dialog = await screen.findByRole('dialog', { name: 'New invoice' });
  const link = await within(dialog).findByRole('link', { name: 'New customer' });
  expect(link.getAttribute('href')).toBe('/users/new?as=customer');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(page.path()).toBe('/billing'));
});
