import { encodeRights, type User } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { UserPanel } from './user-panel.tsx';
import { choose } from '../../testing/choose.ts';
import { fill } from '../../testing/fill.ts';

const RIGHTS = 'rastro.advancedPerms';
const BEN = aUser({
  id: 9,
  name: 'Ben Costa',
  email: 'ben@example.com',
  deviceLimit: 5,
  attributes: { note: 'kept', 'rastro.addressCity': 'Recife', 'rastro.billingPrice': 1250 },
});
function aUserServer(me: Partial<User> = { administrator: true }, of: User = BEN): MemoryServer {
  return new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': true, 'rastro.enableBilling': true } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser(me) })
    .on('GET /api/users', { body: [of, aUser({ id: 10, name: 'Eva', attributes: { [RIGHTS]: LOCKS } })] })
    .on(`GET /api/users/${of.id}`, { body: of })
    .on('POST /api/users', ({ body }) => ({ body: { ...(JSON.parse(body) as User), id: 11 } }))
    .on('PUT /api/users/9', ({ body }) => ({ body: JSON.parse(body) as User }))
    .on('DELETE /api/users/9', { status: 204 });
}
const LOCKS = encodeRights(['devices.view', 'devices.lock', 'users.view', 'users.edit']);
const MANAGER: Partial<User> = {
  userLimit: 4,
  deviceLimit: 20,
  attributes: { [RIGHTS]: encodeRights(['devices.view', 'users.view', 'users.edit', 'users.delete']) },
};
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
const sent = (server: MemoryServer, call: string): User & { readonly password: string | null } =>
  JSON.parse(server.requests(call)[0]?.body ?? 'null');

test('[WEBUSER-5] a new user: what is missing is told in its tab, then he is made', async () => {
  const server = aUserServer();
  const page = await open(server, '/users/new?tab=address');
  await press('Save');
  await screen.findByText(/at least 3 characters/);
  expect(page.path()).toBe('/users/new');
  await fill(screen.getByLabelText(/^Name/), 'Ana Lima');
  await fill(screen.getByLabelText(/^E-mail or username/), 'ana.lima');
  await fill(screen.getByLabelText('Password'), 'secret pass');
  await fill(screen.getByLabelText('Confirm the password'), 'secret pass');
  await press('Save');
  await screen.findByText('The list');
  expect(sent(server, 'POST /api/users')).toMatchObject({
    name: 'Ana Lima',
    email: 'ana.lima',
    password: 'secret pass',
    deviceLimit: -1,
    userLimit: 0,
    attributes: {},
  });
});

test('[WEBUSER-5] what the server refuses leaves what was typed', async () => {
  const server = aUserServer().on('PUT /api/users/9', { status: 400, body: 'Something - went wrong' });
  await open(server, '/users/9');
  await fill(await screen.findByLabelText(/^Name/), ' Jr');
  await press('Save');
  await waitFor(() => expect(server.requests('PUT /api/users/9')).toHaveLength(1));
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Ben Costa Jr');
});

test('[WEBUSER-24] what the server does not take is told at its field, in its tab, until it is changed', async () => {
  const error = 'Invalid data - attributes.rastro.billingFine: must be a number, 0 or more';
  const server = aUserServer().on('PUT /api/users/9', { status: 400, body: error });
  const page = await open(server, '/users/9');
  await fill(await screen.findByLabelText(/^Name/), ' Jr');
  await press('Save');
  await waitFor(() => expect(page.path()).toBe('/users/9?tab=billing'));
  await screen.findByText('This value is not valid here.');
  const fine = screen.getByLabelText('Fine');
  expect(fine.getAttribute('aria-invalid')).toBe('true');
  await fill(fine, '2');
  expect(fine.getAttribute('aria-invalid')).not.toBe('true');
});

test('[WEBUSER-24] what stood there wrongly does not hold up another change', async () => {
  const attributes = { 'rastro.billingFirstDueDay': 45 };
  const server = aUserServer({ administrator: true }, { ...BEN, attributes });
  await open(server, '/users/9');
  await fill(await screen.findByLabelText(/^Name/), ' Jr');
  await press('Save');
  await screen.findByText('The list');
  expect(sent(server, 'PUT /api/users/9')).toMatchObject({ name: 'Ben Costa Jr', attributes });
});

test('[WEBUSER-6] the tab of the address; what nobody touched stays as it was', async () => {
  const server = aUserServer();
  const page = await open(server, '/users/9?tab=address');
  await fill(await screen.findByLabelText('Street'), 'Rua A');
  await userEvent.click(screen.getByRole('tab', { name: 'Permissions' }));
  expect(page.path()).toBe('/users/9?tab=permissions');
  await press('Save');
  await screen.findByText('The list');
  const street = { 'rastro.addressStreet': 'Rua A' };
  expect(sent(server, 'PUT /api/users/9')).toEqual({ ...BEN, attributes: { ...BEN.attributes, ...street } });
});

test('[WEBUSER-7] neither oneself nor an administrator above', async () => {
  const above = aUser({ id: 9, name: 'Boss', administrator: true });
  const page = await open(aUserServer(MANAGER, above), '/users/9');
  await screen.findByText(/This administrator is above you/);
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Delete the user' })).toBeNull();
  page.unmount();
  await open(aUserServer({ administrator: true }, aUser({ id: 1 })), '/users/1');
  await screen.findByText(/Change your own account under My account/);
});

test('[WEBUSER-7] deleting asks, and says what becomes of those below', async () => {
  const server = aUserServer(MANAGER);
  await open(server, '/users/9');
  await press('Delete the user');
  const box = await screen.findByRole('alertdialog');
  expect(box.textContent).toMatch(/move to their manager/);
  await userEvent.click(within(box).getByRole('button', { name: 'Delete the user' }));
  await screen.findByText('The list');
});

test('[WEBUSER-8] a manager gives no limit and no right beyond his own, and one call saves', async () => {
  const server = aUserServer(MANAGER);
  await open(server, '/users/9?tab=permissions');
  const limit = await screen.findByLabelText('Vehicle limit');
  await userEvent.clear(limit);
  await press('Save');
  await screen.findByText('It cannot be more than your own limit.');
  await fill(limit, '20');
  const devices = screen.getByRole('group', { name: 'Vehicles' });
  expect(within(devices).queryByLabelText('Lock'), 'what cannot be given is not offered').toBeNull();
  await choose('Copy from another user', 'Eva', /^Eva/);
  await press('Save');
  await screen.findByText('The list');
  expect(server.requests('PUT /api/users/9')).toHaveLength(1);
  const { deviceLimit, attributes } = sent(server, 'PUT /api/users/9');
  expect(deviceLimit).toBe(20);
  expect(attributes[RIGHTS]).toBe(encodeRights(['devices.view', 'users.view', 'users.edit']));
});

test('[WEBUSER-9] what he may do, as the form stands', async () => {
  await open(aUserServer(), '/users/9?tab=permissions');
  const region = await screen.findByRole('region', { name: /can do, and why not/ });
  expect(region.textContent).toContain('Vehicles: no access, permission missing');
  await press('Operator');
  expect(region.textContent).toMatch(/Vehicles: can view, 4 permissions missing/);
  await press('Everything');
  expect(region.textContent).toContain('Vehicles: everything');
});

test('[WEBUSER-10] money as people write it, not for who only looks after people', async () => {
  const server = aUserServer();
  const page = await open(server, '/users/9?tab=billing');
  const price = await screen.findByLabelText('Monthly price');
  expect(price).toHaveProperty('value', '12.50');
  await userEvent.clear(price);
  await fill(price, '99,90');
  await press('Save');
  await screen.findByText('The list');
  expect(sent(server, 'PUT /api/users/9').attributes['rastro.billingPrice']).toBe(9990);
  page.unmount();
  await open(aUserServer(MANAGER), '/users/9?tab=billing');
  await screen.findByLabelText(/^Name/);
  expect(screen.queryByRole('tab', { name: 'Billing' })).toBeNull();
});

test('[WEBUSER-10] a reseller has it too, for people below him', async () => {
  const attributes = { 'rastro.reseller': true };
  await open(aUserServer({ ...MANAGER, attributes }), '/users/9?tab=billing');
  expect(await screen.findByLabelText('Monthly price')).toHaveProperty('disabled', false);
});

test('[WEBUSER-13] an administrator makes a reseller with places for all below him', async () => {
  const server = aUserServer();
  await open(server, '/users/9?tab=permissions');
  const selling = within(await screen.findByRole('group', { name: 'Reseller account' }));
  await userEvent.click(selling.getByRole('switch', { name: 'Reseller' }));
  await fill(selling.getByLabelText('Vehicle limit including sub-accounts'), '50');
  const domain = selling.getByLabelText('Domain');
  await fill(domain, 'no domain');
  await press('Save');
  expect(domain.getAttribute('aria-invalid')).toBe('true');
  await userEvent.clear(domain);
  await fill(domain, 'fleet.example.com');
  await press('Save');
  await screen.findByText('The list');
  const { attributes } = sent(server, 'PUT /api/users/9');
  expect([
    attributes['rastro.reseller'],
    attributes['rastro.resellerLimit'],
    attributes['rastro.resellerDomain'],
  ]).toEqual([true, 50, 'fleet.example.com']);
});

test('[WEBUSER-13] a reseller makes sellers below him within his own places; who sells nothing is not shown it', async () => {
  const attributes = {
    ...MANAGER.attributes,
    // Every bit, those that another product keeps about reselling, too.
    [RIGHTS]: 'f'.repeat(32),
    'rastro.reseller': true,
    'rastro.resellerLimit': 20,
  };
  const server = aUserServer({ ...MANAGER, attributes });
  const page = await open(server, '/users/9?tab=permissions');
  const selling = within(await screen.findByRole('group', { name: 'Reseller account' }));
  expect(selling.queryByRole('switch', { name: 'Reseller' })).toBeNull();
  expect(selling.queryByLabelText('Domain')).toBeNull();
  expect(screen.queryAllByLabelText(/reseller/i)).toHaveLength(1);
  await userEvent.click(selling.getByRole('switch', { name: /^Sub-reseller/ }));
  const limit = selling.getByLabelText('Vehicle limit including sub-accounts');
  await fill(limit, '21');
  await press('Save');
  await screen.findByText('It cannot be more than your own limit.');
  await userEvent.clear(limit);
  await fill(limit, '20');
  await press('Save');
  await screen.findByText('The list');
  const sentOn = sent(server, 'PUT /api/users/9').attributes;
  expect([sentOn['rastro.subReseller'], sentOn['rastro.resellerLimit']]).toEqual([true, 20]);
  page.unmount();
  await open(aUserServer(MANAGER), '/users/9?tab=permissions');
  await screen.findByLabelText('Vehicle limit');
  expect(screen.queryByRole('group', { name: 'Reseller account' })).toBeNull();
});

test('[WEBUSER-23] who sells says how long the history of vehicles is kept; a manager who sells nothing is not asked', async () => {
  const attributes = { ...MANAGER.attributes, 'rastro.reseller': true };
  const server = aUserServer({ ...MANAGER, attributes });
  const page = await open(server, '/users/9?tab=permissions');
  const days = await screen.findByLabelText('Days of history');
  await fill(days, 'x');
  await press('Save');
  expect(server.requests('PUT /api/users/9')).toHaveLength(0);
  await userEvent.clear(days);
  await fill(days, '90');
  await press('Save');
  await screen.findByText('The list');
  expect(sent(server, 'PUT /api/users/9').attributes['rastro.historyDays']).toBe(90);
  page.unmount();
  await open(aUserServer(MANAGER), '/users/9?tab=permissions');
  await screen.findByLabelText('Vehicle limit');
  expect(screen.queryByLabelText('Days of history')).toBeNull();
});

test('[WEBUSER-10] where no money is taken there is no such tab', async () => {
  const server = aUserServer().on('GET /api/server', {
    body: aServer({ attributes: { 'rastro.enableBilling': true } }),
  });
  await open(server, '/users/9?tab=billing');
  await screen.findByLabelText(/^Name/);
  expect(screen.queryByRole('tab', { name: 'Billing' })).toBeNull();
});

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

test('[WEBUSER-21] where nobody knows the postcode, or the service is away, nothing is said', async () => {
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

test('[WEBUSER-22] in front of another server nobody is invited', async () => {
  await open(aUserServer(), '/users/new');
  await screen.findByLabelText('Password');
  expect(screen.queryByLabelText(/^Invite/)).toBeNull();
});

test('[WEBUSER-100] an administrator makes an access token for a customer, and nobody else does', async () => {
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
