import { encodeRights } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { UserPanel } from './user-panel.tsx';
import { choose } from '../../testing/choose.ts';
import { fill } from '../../testing/fill.ts';
import { aUserServer, BEN, MANAGER, RIGHTS, sent } from '../../testing/user-server.ts';

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

test('[WEBUSER-5] a new user: a missing field is shown in its tab, then the user is created', async () => {
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

test('[WEBUSER-5] what the server rejects leaves what was typed', async () => {
  const server = aUserServer().on('PUT /api/users/9', { status: 400, body: 'Something - went wrong' });
  await open(server, '/users/9');
  await fill(await screen.findByLabelText(/^Name/), ' Jr');
  await press('Save');
  await waitFor(() => expect(server.requests('PUT /api/users/9')).toHaveLength(1));
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Ben Costa Jr');
});

test('[WEBUSER-24] an error of the server is shown at its field, in its tab, until it is changed', async () => {
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

test('[WEBUSER-6] the tab of the address; untouched fields keep their value', async () => {
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

test('[WEBUSER-7] deleting asks, and says what happens to users below', async () => {
  const server = aUserServer(MANAGER);
  await open(server, '/users/9');
  await press('Delete the user');
  const box = await screen.findByRole('alertdialog');
  expect(box.textContent).toMatch(/move to their manager/);
  await userEvent.click(within(box).getByRole('button', { name: 'Delete the user' }));
  await screen.findByText('The list');
});

test('[WEBUSER-8] a manager gives no limit and no right beyond their own, and one call saves', async () => {
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

test('[WEBUSER-9] the permissions that result from the form', async () => {
  await open(aUserServer(), '/users/9?tab=permissions');
  const region = await screen.findByRole('region', { name: /can do, and why not/ });
  expect(region.textContent).toContain('Vehicles: no access, permission missing');
  await press('Operator');
  expect(region.textContent).toMatch(/Vehicles: can view, 4 permissions missing/);
  await press('Everything');
  expect(region.textContent).toContain('Vehicles: everything');
});

test('[WEBUSER-10] money as users write it, not for users who only manage others', async () => {
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

test('[WEBUSER-10] a reseller has it too, for the accounts below', async () => {
  const attributes = { 'rastro.reseller': true };
  await open(aUserServer({ ...MANAGER, attributes }), '/users/9?tab=billing');
  expect(await screen.findByLabelText('Monthly price')).toHaveProperty('disabled', false);
});

test('[WEBUSER-13] an administrator makes a reseller with limits for all below', async () => {
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

test('[WEBUSER-13] a reseller makes sub-resellers within their own limits; it is not shown to other users', async () => {
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
