import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { UserPanel } from './user-panel.tsx';
import { fill } from '../../testing/fill.ts';
import { aUserServer, MANAGER, sent } from '../../testing/user-server.ts';

const open = (server: MemoryServer, at: string) =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/users', element: <p>The list</p> },
      { path: '/reseller', element: <p>The customers</p> },
      { path: '/users/:userId', element: <UserPanel /> },
    ],
  });
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));

const SE = { postcode: '01001000', street: 'Praça da Sé', district: 'Sé', city: 'São Paulo', state: 'SP' };
const field = (name: string) => screen.getByLabelText(name);

test('[WEBUSER-20] a whole postcode fills what is empty, and what is typed only when it is asked to', async () => {
  const server = aUserServer().on('GET /ext/postcode/01001000', { body: SE });
  await open(server, '/users/9?tab=address');
  await fill(await screen.findByLabelText('Postal code'), '01001-00');
  expect(server.seen.filter(({ path }) => path.startsWith('/ext/postcode'))).toEqual([]);
  await userEvent.type(field('Postal code'), '0');
  await waitFor(() => expect(field('Street')).toHaveProperty('value', 'Praça da Sé'));
  expect(field('State')).toHaveProperty('value', 'SP');
  expect(field('City')).toHaveProperty('value', 'Recife');
  await userEvent.clear(field('Street'));
  expect(field('Street')).toHaveProperty('value', '');
  await screen.findByText('Address of this postal code: Praça da Sé, Sé, São Paulo, SP');
  await press('Use this address');
  expect(field('City')).toHaveProperty('value', 'São Paulo');
  await press('Save');
  await screen.findByText('The list');
  expect(sent(server, 'PUT /api/users/9').attributes).toMatchObject({
    'rastro.addressPostcode': '01001-000',
    'rastro.addressStreet': 'Praça da Sé',
    'rastro.addressCity': 'São Paulo',
  });
});

test('[WEBUSER-21] an unknown postcode, or a service that does not answer, shows no message', async () => {
  for (const answer of [
    { status: 204 },
    { status: 500, body: 'Internal error - x' },
    { status: 429, body: 'x' },
  ]) {
    const server = aUserServer().on('GET /ext/postcode/99999999', answer);
    const page = await open(server, '/users/9?tab=address');
    await fill(await screen.findByLabelText('Postal code'), '99999999');
    await waitFor(() => expect(server.requests('GET /ext/postcode/99999999')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Looking up the address…')).toBeNull());
    expect(field('Street')).toHaveProperty('value', '');
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
    page.unmount();
  }
});

test('[WEBUSER-22][WEBUSER-601] a new user chooses the password by invitation, where the server keeps them', async () => {
  const server = aUserServer()
    .on('GET /api/users/standing', { body: [] })
    .on('GET /api/users/11', { body: aUser({ id: 11, name: 'Bea Nova' }) });
  const page = await open(server, '/users/new');
  await fill(await screen.findByLabelText(/^Name/), 'Bea Nova');
  await fill(screen.getByLabelText(/^E-mail or username/), 'bea@example.com');
  await userEvent.click(await screen.findByLabelText(/^Invite/));
  expect(screen.queryByLabelText('Password')).toBeNull();
  await press('Save');
  // No mail goes out here: the link is there.
  await screen.findByRole('heading', { name: 'Bea Nova' });
  expect(page.path()).toBe('/users/11');
  expect(server.requests('POST /api/users')[0]?.query.get('invite')).toBe('true');
  expect(sent(server, 'POST /api/users').password).toBeNull();
});

test('[WEBUSER-22] the invitation is sent again, or its link is shown to be copied', async () => {
  const statuses = [{ userId: 9, devices: 0, lastSeen: null, invited: true }];
  const expiration = '2026-06-08T00:00:00.000Z';
  const server = aUserServer()
    .on('GET /api/users/standing', { body: statuses })
    .on('POST /api/users/9/invitation', {
      body: { path: null, mailedTo: 'ben@example.com', notMailed: null, expiration },
    });
  await open(server, '/users/9');
  await press('New invitation');
  await screen.findByText('An invitation was sent to ben@example.com.');
  server.on('POST /api/users/9/invitation', {
    body: { path: '/login/recover/abc', mailedTo: null, notMailed: 'noPublicUrl', expiration },
  });
  await press('New invitation');
  const link = await screen.findByLabelText('Invitation link');
  expect(link).toHaveProperty('value', `${location.origin}/login/recover/abc`);
});

test('[WEBUSER-22] in front of another server there are no invitations', async () => {
  await open(aUserServer(), '/users/new');
  await screen.findByLabelText('Password');
  expect(screen.queryByLabelText(/^Invite/)).toBeNull();
});

test('[WEBUSER-100] an administrator makes an access token for a customer, and no other role does', async () => {
  const server = aUserServer()
    .on('GET /api/users/standing', { body: [] })
    .on('POST /api/session/token', { body: 'secret-token' });
  const page = await open(server, '/users/9');
  await press('New access token');
  await screen.findByText(/Programs with this token have the same access as Ben Costa/);
  await fill(screen.getByLabelText('Purpose'), 'Their ERP');
  await userEvent.clear(screen.getByLabelText('Valid until'));
  await fill(screen.getByLabelText('Valid until'), '2099-01-01');
  await press('Create');
  await screen.findByText('secret-token');
  const sent = new URLSearchParams(server.requests('POST /api/session/token')[0]?.body);
  expect([sent.get('userId'), sent.get('name')]).toEqual(['9', 'Their ERP']);
  expect(server.requests('PUT /api/users/9')).toHaveLength(0);
  page.unmount();
  const below = aUserServer(MANAGER).on('GET /api/users/standing', { body: [] });
  await open(below, '/users/9');
  await screen.findByLabelText(/^Name/);
  await waitFor(() => expect(below.requests('GET /api/users/standing')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'New access token' })).toBeNull();
});

test('[WEBUSER-600] a new customer has a price with the account, is invited, and leads back to the customers', async () => {
  const server = aUserServer().on('GET /api/users/standing', { body: [] });
  const settings = { 'rastro.enableBilling': true };
  server.on('GET /api/server', {
    body: aServer({ emailEnabled: true, attributes: settings }),
    headers: { licensemode: 'plus' },
  });
  await open(server, '/users/new?as=customer');
  await screen.findByRole('heading', { name: 'New customer' });
  await fill(screen.getByLabelText(/^Name/), 'Frota Alfa');
  await fill(screen.getByLabelText(/^E-mail or username/), 'alfa@example.com');
  await fill(screen.getByLabelText('Monthly price'), '49.90');
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
  await press('Save');
  await screen.findByText('The customers');
  expect(server.requests('POST /api/users')[0]?.query.get('invite')).toBe('true');
  expect(sent(server, 'POST /api/users').attributes).toEqual({
    'rastro.billingEnabled': true,
    'rastro.billingPrice': 4990,
  });
});

test('[WEBUSER-600] where no money is taken a customer is a user', async () => {
  const server = aUserServer().on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } });
  await open(server, '/users/new?as=customer');
  await screen.findByRole('heading', { name: 'New customer' });
  expect(screen.queryByLabelText('Monthly price')).toBeNull();
});
