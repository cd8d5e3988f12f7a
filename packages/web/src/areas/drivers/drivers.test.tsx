import { encodeRights, type Attributes, type Driver } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { DriverListPanel } from './driver-list-panel.tsx';
import { DriverPanel } from './driver-panel.tsx';
import { changedDriver, checkDriver, driverValues } from './driver-values.ts';
import { licenceOf } from './licence.ts';
import { fill } from '../../testing/fill.ts';

const driver = (id: number, name: string, attributes: Attributes = {}): Driver => ({
  id,
  name,
  uniqueId: `card-${id}`,
  attributes,
});
const EVA = driver(1, 'Eva', {
  'rastro.licenceNumber': 'L-77',
  'rastro.licenceValidity': '2001-02-03',
  'rastro.fuelCost': 588,
  'rastro.birthDate': 'long ago',
  'rastro.qrUnlock': true,
  'rastro.qrAccess': true,
  'other.thing': { a: 1 },
});

function aDriverServer(user: Parameters<typeof aUser>[0] = {}): MemoryServer {
  const echo = ({ body }: { readonly body: string }) => ({
    body: { ...(JSON.parse(body) as Driver), id: 9 },
  });
  return new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': user.attributes !== undefined } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/drivers', {
      body: [EVA, driver(2, 'Ana'), driver(3, 'Rui', { 'rastro.licenceValidity': '2099-12-31' })],
    })
    .on('GET /ext/drivers/1/qr-access', { body: { driverId: 1, username: 'eva.lima' } })
    .on('POST /api/drivers', echo)
    .on('PUT /api/drivers/1', echo)
    .on('DELETE /api/drivers/1', { status: 204 });
}
const open = (server: MemoryServer, at: string) =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/drivers', element: <DriverListPanel /> },
      { path: '/drivers/:driverId', element: <DriverPanel /> },
    ],
  });
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));
const sent = (server: MemoryServer, call: string): Driver =>
  JSON.parse(server.requests(call)[0]?.body ?? 'null') as Driver;
const lines = async (): Promise<readonly (string | null)[]> =>
  (await screen.findAllByRole('option')).map(({ textContent }) => textContent);

test('[WEBDRV-1] a license is valid on its last day and announced from thirty days before', () => {
  expect(licenceOf('2026-12-24', '2026-11-23')).toEqual({ kind: 'valid', day: '2026-12-24' });
  expect(licenceOf('2026-12-23', '2026-11-23')).toEqual({ kind: 'ends', days: 30 });
  expect(licenceOf('2026-11-23', '2026-11-23')).toEqual({ kind: 'ends', days: 0 });
  expect(licenceOf('2026-11-22', '2026-11-23')).toEqual({ kind: 'ended', day: '2026-11-22' });
  expect(licenceOf(null, '2026-11-23')).toEqual({ kind: 'unknown' });
});

test('[WEBDRV-1] [WEBDRV-2] the list says how licences stand; unknown ones are last in either order', async () => {
  await open(aDriverServer(), '/drivers?sort=licence');
  const [eva, rui, ana] = await lines();
  expect(eva).toMatch(/^Evacard-1License expired on 2\/3\/01/);
  expect(rui).toMatch(/^Ruicard-3License until 12\/31\/99/);
  expect(ana).toMatch(/^Anacard-2License unknown/);
});

test('[WEBDRV-2] found by any word, sorted in the address', async () => {
  const page = await open(aDriverServer(), '/drivers?sort=-licence');
  expect((await lines()).map((line) => line?.slice(0, 3))).toEqual(['Rui', 'Eva', 'Ana']);
  await fill(screen.getByLabelText('Search drivers'), 'l-77');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.click(screen.getByRole('option', { name: /Eva/ }));
  expect(page.path()).toBe('/drivers/1');
});

test('[WEBDRV-2] newest first', async () => {
  await open(aDriverServer(), '/drivers?sort=newest');
  expect((await lines()).map((line) => line?.slice(0, 3))).toEqual(['Rui', 'Ana', 'Eva']);
});

test('[WEBDRV-3] a new driver is what the form says; what is wrong is not sent', async () => {
  const server = aDriverServer();
  const page = await open(server, '/drivers/new');
  await press('Save');
  expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
  await fill(screen.getByLabelText(/^Name/), ' Eli ');
  await fill(screen.getByLabelText(/^Identifier/), 'card-9');
  await fill(screen.getByLabelText('License valid until'), '02/30/2031');
  await fill(screen.getByLabelText(/Lock without a driver after/), '1.5');
  await press('Save');
  await screen.findByText('Enter a valid date.');
  await screen.findByText(/Enter a number/);
  expect(server.requests('POST /api/drivers')).toHaveLength(0);
  await userEvent.clear(screen.getByLabelText('License valid until'));
  await fill(screen.getByLabelText('License valid until'), '02/28/2031');
  expect(screen.getByText(/License until 2\/28\/31/)).toBeDefined();
  await userEvent.clear(screen.getByLabelText(/Lock without a driver after/));
  await fill(screen.getByLabelText(/Lock without a driver after/), '60');
  await fill(screen.getByLabelText(/Fuel cost per liter \(\$\)/), '5.88');
  await userEvent.click(screen.getByLabelText('Unlock the vehicle on check-in'));
  await press('Save');
  await waitFor(() => expect(page.path()).toBe('/drivers'));
  expect(sent(server, 'POST /api/drivers')).toEqual({
    name: 'Eli',
    uniqueId: 'card-9',
    attributes: {
      'rastro.licenceValidity': '2031-02-28',
      'rastro.fuelCost': 588,
      'rastro.qrLockAfter': 60,
      'rastro.qrUnlock': true,
    },
  });
  await screen.findByText('Driver saved.');
});

test('[WEBDRV-3] numbers are read as the language writes them', () => {
  const context = { brand: 'rastro', language: 'pt-BR' } as const;
  const values = driverValues(EVA, context);
  expect(values.fuelCost).toBe('5,88');
  const typed = { litresPer100Km: '31,5', fuelCost: '-1' };
  expect(checkDriver(EVA, { ...values, ...typed }, context)).toEqual({ fuelCost: 'number' });
  expect(changedDriver(EVA, { ...values, ...typed }, context).attributes['rastro.litresPer100Km']).toBe(31.5);
});

test('[WEBDRV-4] untouched fields keep their value, and emptied ones are removed', async () => {
  const server = aDriverServer();
  await open(server, '/drivers/1');
  await userEvent.clear(await screen.findByLabelText('License number'));
  await fill(screen.getByLabelText('License category'), 'AE');
  await press('Save');
  await screen.findByText('Driver saved.');
  const { 'rastro.licenceNumber': _gone, ...remaining } = EVA.attributes;
  expect(sent(server, 'PUT /api/drivers/1')).toEqual({
    ...EVA,
    attributes: { ...remaining, 'rastro.licenceCategory': 'AE' },
  });
});

test('[WEBDRV-5] the effects of a check-in are disabled for users without the permission', async () => {
  const attributes = {
    'rastro.advancedPerms': encodeRights(['drivers.view', 'drivers.edit', 'devices.lock']),
  };
  await open(aDriverServer({ administrator: false, attributes }), '/drivers/1');
  const isOff = (label: RegExp): boolean => screen.getByLabelText(label).matches(':disabled');
  await screen.findByLabelText(/^Name/);
  expect(isOff(/^Unlock the vehicle/)).toBe(true);
  expect([/^Lock without/, /^Check out after/, /^Check out when/, /^Name/].map(isOff)).toEqual(
    Array.from({ length: 4 }, () => false),
  );
  await screen.findByText('eva.lima');
  expect(screen.queryByLabelText(/password/i)).toBeNull();
  expect(screen.queryByLabelText('Username')).toBeNull();
});

test('[WEBDRV-9] a login is given with a password, which is never read back', async () => {
  const server = aDriverServer();
  const access = { driverId: 1, username: '' };
  server
    .on('GET /ext/drivers/1/qr-access', () => ({ body: access }))
    .on('PUT /ext/drivers/1/qr-access', ({ body }) => {
      access.username = (JSON.parse(body) as { username: string }).username;
      return { body: access };
    });
  await open(server, '/drivers/1');
  await press('Give access');
  expect(await screen.findAllByText(/^Enter at least/)).toHaveLength(2);
  await fill(screen.getByLabelText('Username'), 'eva.lima');
  await userEvent.type(screen.getByLabelText('Password'), 'cobra-lamp-9{Enter}');
  expect(await screen.findByLabelText('New password')).toHaveProperty('value', '');
  expect(sent(server, 'PUT /ext/drivers/1/qr-access')).toEqual({
    username: 'eva.lima',
    password: 'cobra-lamp-9',
  });
  expect(server.requests('PUT /api/drivers/1')).toHaveLength(0);
});

test('[WEBDRV-9] an error is shown at the login, and switching it off asks', async () => {
  const server = aDriverServer()
    .on('PUT /ext/drivers/1/qr-access', {
      status: 409,
      body: 'Username taken - Somebody else signs in with it',
    })
    .on('DELETE /ext/drivers/1/qr-access', { body: { driverId: 1, username: '' } });
  await open(server, '/drivers/1');
  await userEvent.type(await screen.findByLabelText('Username'), '2');
  await press('Change access');
  expect((await screen.findAllByRole('alert')).some(({ textContent }) => textContent !== '')).toBe(true);
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'eva.lima2');
  expect(sent(server, 'PUT /ext/drivers/1/qr-access')).toEqual({ username: 'eva.lima2', password: null });
  await press('Turn off access');
  const question = await screen.findByRole('alertdialog');
  expect(server.requests('DELETE /ext/drivers/1/qr-access')).toHaveLength(0);
  server.on('GET /ext/drivers/1/qr-access', { body: { driverId: 1, username: '' } });
  await userEvent.click(within(question).getByRole('button', { name: 'Turn off access' }));
  await screen.findByText('This driver cannot sign in to check in.');
});

test('[WEBDRV-6] an error is shown, the input stays, and deleting asks', async () => {
  const server = aDriverServer();
  server.on('PUT /api/drivers/1', { status: 400, body: 'Invalid data - uniqueId' });
  const page = await open(server, '/drivers/1');
  await fill(await screen.findByLabelText(/^Name/), ' Lima');
  await press('Save');
  await screen.findByRole('alert');
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Eva Lima');
  await userEvent.clear(screen.getByLabelText(/^Name/));
  await fill(screen.getByLabelText(/^Name/), 'Eva');
  await press('Delete driver');
  const question = await screen.findByRole('alertdialog');
  expect(server.requests('DELETE /api/drivers/1')).toHaveLength(0);
  await userEvent.click(within(question).getByRole('button', { name: 'Delete driver' }));
  await waitFor(() => expect(page.path()).toBe('/drivers'));
  expect(server.requests('DELETE /api/drivers/1')).toHaveLength(1);
});

test('[WEBDRV-12] an attribute that the server rejects is an error at its field, until it is changed', async () => {
  const error = 'Invalid data - attributes.rastro.licenceValidity: must be a day of the calendar';
  const server = aDriverServer().on('PUT /api/drivers/1', { status: 400, body: error });
  await open(server, '/drivers/1');
  const name = await screen.findByLabelText(/^Name/);
  await fill(name, ' Lima');
  await press('Save');
  await screen.findByText('Enter a valid date.');
  await fill(name, ' jr');
  await waitFor(() => expect(screen.queryByText('Enter a valid date.')).toBeNull());
});

test('[WEBLOG-6] a manager of users is led from a driver to the access log', async () => {
  const page = await open(aDriverServer({ userLimit: 5 }), '/drivers/1');
  await screen.findByRole('button', { name: 'Who saw this driver' });
  page.unmount();
  await open(aDriverServer(), '/drivers/1');
  await screen.findByLabelText(/^Name/);
  expect(screen.queryByRole('button', { name: 'Who saw this driver' })).toBeNull();
});

test('[WEBDRV-7] without the right there is nothing to create, save or delete', async () => {
  const attributes = { 'rastro.advancedPerms': encodeRights(['drivers.view']) };
  const page = await open(aDriverServer({ administrator: false, attributes }), '/drivers');
  const eva = await screen.findByRole('option', { name: /Eva/ });
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
  await userEvent.click(eva);
  await screen.findByLabelText(/^Name/);
  expect(page.path()).toBe('/drivers/1');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Delete driver' })).toBeNull();
});

const drove = (deviceId: number, driverUniqueId: string | null): object => ({
  deviceId,
  driverUniqueId,
  drives: 2,
  distance: 60_500,
  duration: 5_400_000,
});

test('[WEBDRV-8] this month of a driver is the sum of all vehicles', async () => {
  const server = aDriverServer();
  server.on('GET /api/reports/drivers', {
    body: [drove(1, 'card-1'), drove(2, 'card-1'), drove(1, 'card-2'), drove(1, null)],
  });
  await open(server, '/drivers/1');
  const month = within(await screen.findByRole('region', { name: 'This month' }));
  await month.findByText('121 km');
  expect(month.getByText(/^3 hr/)).toBeDefined();
  expect(month.getByText('4')).toBeDefined();
  const [{ query } = { query: new URLSearchParams() }] = server.requests('GET /api/reports/drivers');
  const from = Date.parse(query.get('from') ?? '');
  expect(Date.parse(query.get('to') ?? '') - from).toBeLessThanOrEqual(31 * 86_400_000 + 3_600_000);
  expect(new Date(from + 12 * 3_600_000).getUTCDate()).toBe(1);
});

test('[WEBDRV-8] what is not known is no zero', async () => {
  const server = aDriverServer().on('GET /api/reports/drivers', { body: [drove(1, null)] });
  const page = await open(server, '/drivers/1');
  await screen.findByText('No known trips of this driver this month.');
  page.unmount();
  await open(aDriverServer(), '/drivers/1');
  await screen.findByText(/^Unknown: /);
});

test('[WEBDRV-8] without the right to reports nothing is asked', async () => {
  const attributes = { 'rastro.advancedPerms': encodeRights(['drivers.view']) };
  const server = aDriverServer({ administrator: false, attributes });
  await open(server, '/drivers/1');
  await screen.findByLabelText(/^Name/);
  expect(server.requests('GET /api/reports/drivers')).toHaveLength(0);
  expect(screen.queryByRole('region', { name: 'This month' })).toBeNull();
});
