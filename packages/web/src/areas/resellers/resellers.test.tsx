import type { ResellerCustomer, GrowthReport } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { CustomersPanel } from './customers-panel.tsx';
import { fill } from '../../testing/fill.ts';

const aCustomer = (userId: number, more: Partial<ResellerCustomer> = {}): ResellerCustomer => ({
  userId,
  name: `Customer ${userId}`,
  email: `c${userId}@example.com`,
  isReseller: false,
  users: 0,
  devices: 0,
  online: 0,
  silent: 0,
  deviceLimit: -1,
  resellerLimit: -1,
  userLimit: 0,
  lastSeen: null,
  state: 'active',
  expirationTime: null,
  overdue: { count: 0, value: 0 },
  ...more,
});
const CUSTOMERS = [
  aCustomer(7, { devices: 3, online: 2, silent: 1, overdue: { count: 2, value: 4500 }, state: 'suspended' }),
  aCustomer(8, { devices: 9, users: 4, isReseller: true, resellerLimit: 50 }),
];
const TOTAL = { devices: 12, online: 2, silent: 1 };

const resellerServer = (
  customers: readonly ResellerCustomer[] = CUSTOMERS,
  growth: GrowthReport | null = null,
) =>
  new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableBilling': true } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser({ id: 5, administrator: true }) })
    .on('GET /ext/reseller', ({ query }) => ({
      body: {
        path: query.get('of') === '8' ? [{ userId: 8, name: 'Customer 8' }] : [],
        customers,
        total: TOTAL,
        growth,
      },
    }));
const open = (server: MemoryServer, at = '/reseller') =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/reseller', element: <CustomersPanel /> },
      { path: '/billing', element: <p>invoices</p> },
      { path: '/users/:id', element: <p>the account</p> },
    ],
  });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const texts = (): readonly string[] => screen.getAllByRole('option').map((row) => row.textContent ?? '');

test('[WEBRESELL-1] customers with contact, state and debts, found and ordered; the sums of all', async () => {
  const page = await open(resellerServer());
  await screen.findAllByRole('option');
  const tiles = screen.getByRole('group', { name: 'Totals' });
  expect(tiles.textContent).toMatch(/2Customers12Vehicles2Online1No signal for a day.*45\.00Overdue/u);
  expect(texts()[0]).toMatch(/Suspendedowes .*45\.003 vehicles · 2 online · 1 without signal/u);
  await fill(screen.getByRole('searchbox'), 'c7@');
  expect(page.path()).toContain('q=c7');
  expect(await screen.findAllByRole('option')).toHaveLength(1);
});

test('[WEBRESELL-1] most vehicles first, when sorted so', async () => {
  await open(resellerServer(), '/reseller?sort=devices');
  await screen.findAllByRole('option');
  expect(texts()[0]).toContain('Customer 8');
});

test('[WEBRESELL-1] ten thousand customers make as many rows as there is room for', async () => {
  await open(resellerServer(Array.from({ length: 10_000 }, (_, index) => aCustomer(index + 1))));
  expect((await screen.findAllByRole('option')).length).toBeLessThan(100);
});

test('[WEBRESELL-2] one opens with the limits, and leads to the customers and invoices', async () => {
  const page = await open(resellerServer());
  await userEvent.click(await screen.findByRole('option', { name: /Customer 8/u }));
  const dialog = await screen.findByRole('dialog', { name: 'Customer 8' });
  within(dialog).getByText('50');
  await press('Their invoices');
  expect(page.path()).toBe('/billing?customer=8');
});

test('[WEBRESELL-700] what a customer pays is two presses from the list of customers', async () => {
  const page = await open(resellerServer());
  await userEvent.click(await screen.findByRole('option', { name: /Customer 8/u }));
  await press('Price and terms');
  expect(page.path()).toBe('/users/8?tab=billing');
});

test('[WEBRESELL-3] customers of a customer have an address and the way back', async () => {
  const page = await open(resellerServer());
  await userEvent.click(await screen.findByRole('option', { name: /Customer 8/u }));
  await press('Their customers');
  expect(page.path()).toBe('/reseller?of=8');
  await screen.findByRole('heading', { name: 'Customers of Customer 8' });
});

test('[WEBRESELL-1] an empty list and a failure say so', async () => {
  await open(resellerServer([]));
  await screen.findByText('No customers');
});

test('[WEBRESELL-2] a user with all permissions of a customer impersonates them from the cockpit; otherwise it is not offered', async () => {
  const server = resellerServer()
    .on('GET /api/users/7', { body: aUser({ id: 7, name: 'Customer 7' }) })
    .on('GET /api/users/8', { status: 404, body: 'not there' })
    .on('GET /api/session/7', { status: 403, body: 'No - not you' });
  await open(server);
  await userEvent.click(await screen.findByRole('option', { name: /Customer 7/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as this user' }));
  await waitFor(() => expect(server.requests('GET /api/session/7')).toHaveLength(1));
  await screen.findByRole('alert');
  await press('Close');
  await userEvent.click(screen.getByRole('option', { name: /Customer 8/ }));
  await waitFor(() => expect(server.requests('GET /api/users/8')).not.toHaveLength(0));
  expect(screen.queryByRole('button', { name: 'Sign in as this user' })).toBeNull();
});

test('[WEBRESELL-4] the cockpit shows growth of vehicles and customers by month, and unknown months', async () => {
  const change = {
    month: '2026-05',
    customers: { come: 2, gone: 0 },
    devices: { come: 1200, gone: 3 },
  } as const;
  const months = [
    { month: '2026-04', change: null },
    { month: '2026-05', change },
    { month: '2026-06', change: { ...change, month: '2026-06', devices: { come: 1, gone: 0 } } },
  ] as const;
  await open(resellerServer(CUSTOMERS, { since: '2026-05-02', months }));
  const head = await screen.findByText('Growth in 12 months');
  expect(head.closest('summary')?.textContent).toContain('vehicles +1,201 −3 · customers +4 −0');
  await userEvent.click(head);
  expect(screen.getByText('May 2026: +1,200 −3')).toBeTruthy();
  expect(screen.getAllByText('April 2026: unknown')).toHaveLength(2);
  expect(screen.getByText(/^Counted daily since .*26/)).toBeTruthy();
});

test('[WEBRESELL-4] before the first count it shows no growth', async () => {
  await open(resellerServer());
  await screen.findByRole('option', { name: /Customer 7/ });
  expect(screen.queryByText('Growth in 12 months')).toBeNull();
});

test('[WEBRESELL-600] a new customer is made from the list, an empty one too, by who may', async () => {
  const page = await openPage({
    server: resellerServer([]),
    at: '/reseller',
    routes: () => [
      { path: '/reseller', element: <CustomersPanel /> },
      { path: '/users/new', element: <p>The form</p> },
    ],
  });
  const [button] = await screen.findAllByRole('button', { name: 'New customer' });
  if (button === undefined) throw new Error('no button');
  await userEvent.click(button);
  await screen.findByText('The form');
  expect(page.path()).toBe('/users/new?as=customer');
  page.unmount();
  const reseller = { id: 5, userLimit: 0, attributes: { 'rastro.reseller': true } };
  const server = resellerServer().on('GET /api/session', { body: aUser(reseller) });
  await openPage({
    server,
    at: '/reseller',
    routes: () => [{ path: '/reseller', element: <CustomersPanel /> }],
  });
  await screen.findByText('Customer 7');
  expect(screen.queryByRole('button', { name: 'New customer' })).toBeNull();
});
