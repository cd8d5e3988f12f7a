import { encodeRights, type Device, type Right, type ServerSettings, type User } from '@rastro/fleet';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Outlet, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage, type Page } from '../../../testing/open-page.tsx';
import { DeviceListPanel } from '../list/device-list-panel.tsx';
import { DevicePanel } from '../panel/device-panel.tsx';
import { DeviceFormPanel } from './device-form-panel.tsx';
import { choose } from '../../../testing/choose.ts';
import { fill } from '../../../testing/fill.ts';

const screens = (): RouteObject[] => [
  {
    element: (
      <>
        <Link to="/elsewhere">Elsewhere</Link>
        <Outlet />
      </>
    ),
    children: [
      { path: '/devices', element: <DeviceListPanel /> },
      { path: '/devices/new', element: <DeviceFormPanel /> },
      { path: '/devices/:deviceId/edit', element: <DeviceFormPanel /> },
      { path: '/devices/:deviceId', element: <DevicePanel /> },
      { path: '/devices/:deviceId/connect', element: <p>Connect</p> },
      { path: '/elsewhere', element: <p>Somewhere else</p> },
    ],
  },
];
const VEHICLE = aVehicle(
  { id: 3, name: 'Van', uniqueId: '490154203237518', attributes: { own: 'kept', speedLimit: 43.19654 } },
  { attributes: { totalDistance: 12_000 } },
);
interface World {
  readonly user?: Partial<User>;
  readonly settings?: Partial<ServerSettings>;
  readonly headers?: Readonly<Record<string, string>>;
}
function serverWith({ user = {}, settings = {}, headers = {} }: World = {}): MemoryServer {
  const echo = ({ body }: { body: string }) => ({ body: { ...(JSON.parse(body) as Device), id: 3 } });
  return new MemoryServer()
    .on('GET /api/server', { body: aServer(settings), headers: { licensemode: 'plus', ...headers } })
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/devices/3', { body: VEHICLE.device })
    .on('GET /api/groups', { body: [{ id: 4, attributes: {}, name: 'North', groupId: 0 }] })
    .on('GET /api/calendars', { body: [] })
    .on('GET /api/drivers', ({ query }) => ({
      body: query.has('deviceId')
        ? [{ id: 8, name: 'Bia', uniqueId: 'b', attributes: {} }]
        : [
            { id: 8, name: 'Bia', uniqueId: 'b', attributes: {} },
            { id: 9, name: 'Caio', uniqueId: 'c', attributes: {} },
          ],
    }))
    .on('POST /api/devices', echo)
    .on('PUT /api/devices/3', echo)
    .on('DELETE /api/devices/3', { status: 204 });
}
const open = (server: MemoryServer, at: string): Promise<Page> =>
  openPage({ server, at, routes: screens, fleet: new MemoryFleet([VEHICLE]) });
const sent = (server: MemoryServer, call: string): Device =>
  JSON.parse(server.requests(call)[0]?.body ?? '{}') as Device;
const save = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('[WEBDEV-5][CONNECT-610] a new device is created with what was typed; its tracker is connected next', async () => {
  const server = serverWith();
  const page = await open(server, '/devices');
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }));
  await fill(await screen.findByLabelText(/^Name/), 'Truck 9');
  await fill(screen.getByLabelText(/^Identifier/), 'unit-9');
  await fill(screen.getByLabelText('Plate'), 'bra2e19');
  await choose('Group', 'North');
  await fill(screen.getByLabelText(/Monthly value/), '49.90');
  await save();
  await waitFor(() => expect(page.path()).toBe('/devices/3/connect'));
  const { name, uniqueId, groupId, attributes } = sent(server, 'POST /api/devices');
  expect({ name, uniqueId, groupId, attributes }).toEqual({
    name: 'Truck 9',
    uniqueId: 'unit-9',
    groupId: 4,
    attributes: { plate: 'BRA2E19', monthlyValue: 4990 },
  });
  expect(server.requests('POST /api/permissions')).toHaveLength(0);
});

test('[WEBDEV-5] an edit writes the whole device and keeps what it does not know', async () => {
  const server = serverWith();
  const page = await open(server, '/devices/3');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit vehicle' }));
  const name = await screen.findByLabelText(/^Name/);
  await userEvent.clear(name);
  await fill(name, 'Van 2');
  await save();
  await waitFor(() => expect(page.path()).toBe('/devices/3'));
  expect(sent(server, 'PUT /api/devices/3')).toEqual({ ...VEHICLE.device, name: 'Van 2' });
});

test('[WEBDEV-26] attributes that no field knows are changed, added and removed; those of fields stay', async () => {
  const server = serverWith();
  await open(server, '/devices/3/edit');
  const ownValue = await screen.findByLabelText('Value of own');
  await userEvent.clear(ownValue);
  await userEvent.type(ownValue, '7');
  await userEvent.click(screen.getByRole('button', { name: 'New attribute' }));
  const name = screen.getAllByLabelText('Attribute').at(-1);
  if (!name) throw new Error('no new line');
  const offered = document.getElementById(name.getAttribute('list') ?? '');
  expect([...(offered?.querySelectorAll('option') ?? [])].map(({ value }) => value)).toContain('filter.zero');
  await fill(name, 'filter.zero');
  await fill(screen.getByLabelText('Value of filter.zero'), 'true');
  await userEvent.click(screen.getByRole('button', { name: 'New attribute' }));
  await fill(screen.getAllByLabelText('Attribute').at(-1)!, 'speedLimit');
  await userEvent.type(screen.getByLabelText('Value of speedLimit'), '1');
  await save();
  await waitFor(() => expect(server.requests('PUT /api/devices/3')).toHaveLength(1));
  expect(sent(server, 'PUT /api/devices/3').attributes).toEqual({
    own: 7,
    speedLimit: 43.19654,
    'filter.zero': true,
  });
});

test('[WEBDEV-4] missing fields are marked and the first one gets the focus', async () => {
  const server = serverWith();
  await open(server, '/devices/new');
  await screen.findByLabelText(/^Name/);
  await save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Name/)));
  expect(screen.getAllByText('Fill in this field.')).toHaveLength(2);
  expect(server.requests('POST /api/devices')).toHaveLength(0);
  await fill(screen.getByLabelText(/^Identifier/), '490154203237519');
  await screen.findByText('The check digit of the IMEI does not match.');
});

test('[WEBDEV-6] a taken identifier is an error at its field, other errors are at the end; the input stays', async () => {
  const server = serverWith().on('POST /api/devices', {
    status: 400,
    body: 'Already in use - Another entry has this identifier',
  });
  await open(server, '/devices/new');
  await fill(await screen.findByLabelText(/^Name/), 'Truck');
  await fill(screen.getByLabelText(/^Identifier/), 'unit-9');
  await save();
  await screen.findByText('Another vehicle has this identifier.');
  expect(screen.getByLabelText(/^Identifier/).getAttribute('aria-invalid')).toBe('true');
  server.on('POST /api/devices', { status: 400, body: 'Account is readonly - no' });
  await userEvent.type(screen.getByLabelText(/^Identifier/), '0');
  await save();
  await screen.findByText(/read-only/i);
  await screen.findByDisplayValue('unit-90');
});

test('[WEBDEV-7] the limit is named by the add button, in the form, and after an error', async () => {
  const server = serverWith({ user: { deviceLimit: 1 } });
  const page = await open(server, '/devices');
  // How many there are is known once the fleet is there.
  await screen.findByRole('option');
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }));
  await screen.findByText('The limit of your account has been reached (1 vehicles).');
  expect(page.path()).toBe('/devices');
  page.unmount();
  await open(serverWith({ headers: { devicelimit: '0' } }), '/devices/new');
  await screen.findByText('The limit of this installation has been reached (0 vehicles).');
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
});

test('[WEBDEV-7] a limit that only the server knows is an error in words', async () => {
  const server = serverWith().on('POST /api/devices', {
    status: 400,
    body: 'Server device limit reached - This installation may have 9 devices',
  });
  await open(server, '/devices/new');
  await fill(await screen.findByLabelText(/^Name/), 'Truck');
  await fill(screen.getByLabelText(/^Identifier/), 'unit-9');
  await save();
  await screen.findByText(/limit/i, { selector: '[role=alert]' });
});

test('[WEBDEV-8] leaving unsaved input asks; staying keeps it, leaving leaves', async () => {
  const page = await open(serverWith(), '/devices/3/edit');
  const name = await screen.findByLabelText(/^Name/);
  await fill(name, ' X');
  await userEvent.click(screen.getByText('Elsewhere'));
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(page.path()).toBe('/devices/3/edit');
  await screen.findByDisplayValue('Van X');
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  await userEvent.click(screen.getByText('Elsewhere'));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await screen.findByText('Somewhere else');
});

test('[WEBDEV-8] nothing changed, nothing asked', async () => {
  await open(serverWith(), '/devices/3/edit');
  await screen.findByLabelText(/^Name/);
  await userEvent.click(screen.getByText('Elsewhere'));
  await screen.findByText('Somewhere else');
});

test('[WEBDEV-9] odometer and driver are written after the device, a failure is named', async () => {
  const server = serverWith()
    .on('PUT /api/devices/3/accumulators', { status: 400, body: 'Account is readonly - no' })
    .on('POST /api/permissions', { status: 204 })
    .on('DELETE /api/permissions', { status: 204 });
  const page = await open(server, '/devices/3/edit');
  const odometer = await screen.findByLabelText('Virtual odometer (km)');
  expect((odometer as HTMLInputElement).value).toBe('12');
  await userEvent.clear(odometer);
  await fill(odometer, '15.5');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Driver' }).value).toBe('Bia'),
  );
  await choose('Driver', 'Caio');
  await save();
  await screen.findByText(/The vehicle is saved, except: odometer/);
  expect(page.path()).toBe('/devices/3/edit');
  expect(server.requests('PUT /api/devices/3/accumulators')[0]?.body).toBe(
    '{"deviceId":3,"totalDistance":15500}',
  );
  expect(server.requests('POST /api/permissions')[0]?.body).toBe('{"deviceId":3,"driverId":9}');
  expect(server.requests('DELETE /api/permissions')[0]?.body).toBe('{"deviceId":3,"driverId":8}');
});

test('[WEBDEV-10] deleting asks, says what goes with it, and updates the list', async () => {
  const server = serverWith();
  const page = await open(server, '/devices/3/edit');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete vehicle' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete Van?' });
  within(question).getByText(/positions, events, commands/);
  expect(server.requests('DELETE /api/devices/3')).toHaveLength(0);
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Vehicle deleted.');
  expect(page.path().startsWith('/devices')).toBe(true);
  expect(server.requests('DELETE /api/devices/3')).toHaveLength(1);
});

test('[WEBDEV-10] a safe deletion says what stays', async () => {
  await open(serverWith({ settings: { attributes: { 'rastro.safeDeletion': true } } }), '/devices/3/edit');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete vehicle' }));
  await screen.findByText(/its history remains/);
});

const withRights = (...rights: readonly Right[]): World => ({
  user: { attributes: { 'rastro.advancedPerms': encodeRights(rights) } },
  settings: { attributes: { 'rastro.enableAdvancedPerms': true } },
});

test('[WEBDEV-11] without the right nothing is offered; a form opened by its address only shows', async () => {
  const list = await open(serverWith(withRights('devices.view')), '/devices');
  await screen.findByRole('listbox');
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
  list.unmount();
  const panel = await open(serverWith(withRights('devices.view')), '/devices/3');
  await screen.findByRole('heading', { name: 'Van' });
  expect(screen.queryByRole('button', { name: 'Edit vehicle' })).toBeNull();
  panel.unmount();
  await open(serverWith(withRights('devices.view')), '/devices/3/edit');
  await screen.findByText('You can view this vehicle but not change it.');
  expect(screen.queryByRole('button', { name: 'Delete vehicle' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
});

test('[WEBDEV-11] money and install data need bit 15; only administrators disable', async () => {
  const page = await open(serverWith(withRights('devices.view', 'devices.edit')), '/devices/3/edit');
  expect((await screen.findByLabelText(/Monthly value/)).hasAttribute('disabled')).toBe(true);
  expect(screen.getByLabelText('Installer').hasAttribute('disabled')).toBe(true);
  expect(screen.getByLabelText('Plate').hasAttribute('disabled')).toBe(false);
  expect(screen.queryByLabelText(/^Disabled/)).toBeNull();
  page.unmount();
  await open(serverWith({ user: { administrator: true } }), '/devices/3/edit');
  expect((await screen.findByLabelText('Installer')).hasAttribute('disabled')).toBe(false);
  await screen.findByLabelText(/^Disabled/);
  await screen.findByLabelText('Expires');
});

test('[WEBDEV-12] an icon is chosen by keyboard among all of them', async () => {
  const server = serverWith();
  await open(server, '/devices/3/edit');
  const icons = within(await screen.findByRole('group', { name: 'Icon' })).getAllByRole('radio');
  expect(icons).toHaveLength(24);
  expect((icons[0] as HTMLInputElement).checked).toBe(true);
  icons[0]?.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect((icons[1] as HTMLInputElement).checked).toBe(true);
  await userEvent.click(screen.getByLabelText('Helicopter'));
  await save();
  await waitFor(() => expect(sent(server, 'PUT /api/devices/3').category).toBe('helicopter'));
});

test('[WEBDEV-13] a picture is chosen, sent with the form, shown, and removed', async () => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  const server = serverWith()
    .on('POST /api/devices/3/image', { body: 'device.webp' })
    .on('DELETE /api/devices/3/image', { status: 404 });
  await open(server, '/devices/3/edit');
  const input = await screen.findByLabelText('Choose a picture');
  await userEvent.upload(input, new File(['x'], 'van.png', { type: 'image/png' }));
  expect((await screen.findByAltText('Picture of the vehicle')).getAttribute('src')).toBe('blob:picture');
  expect(server.requests('POST /api/devices/3/image')).toHaveLength(0);
  await save();
  await waitFor(() => expect(server.requests('PUT /api/devices/3')).toHaveLength(2));
  expect(JSON.parse(server.requests('PUT /api/devices/3')[1]?.body ?? '{}')).toMatchObject({
    attributes: { own: 'kept', deviceImage: 'device.webp' },
  });
  expect(server.requests('POST /api/devices/3/image')).toHaveLength(1);
});

test('[WEBDEV-13] the panel shows the picture; removing it takes its name away', async () => {
  const device = {
    ...VEHICLE.device,
    attributes: { ...VEHICLE.device.attributes, deviceImage: 'device.webp' },
  };
  const server = serverWith()
    .on('GET /api/devices/3', { body: device })
    .on('DELETE /api/devices/3/image', { status: 404 });
  const fleet = new MemoryFleet([{ ...VEHICLE, device }]);
  await openPage({ server, at: '/devices/3', routes: screens, fleet });
  const picture = await screen.findByAltText('Picture of Van');
  expect(picture.getAttribute('src')).toContain('/api/media/490154203237518/device.webp');
  await userEvent.click(screen.getByRole('button', { name: 'Edit vehicle' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the picture' }));
  await save();
  await waitFor(() => expect(server.requests('DELETE /api/devices/3/image')).toHaveLength(1));
  expect(sent(server, 'PUT /api/devices/3').attributes).toEqual(VEHICLE.device.attributes);
  expect(screen.queryByText(/The vehicle is saved, except/)).toBeNull();
});

test('[WEB-63] the form of a vehicle that is gone says so, and keeps what was typed', async () => {
  const fleet = new MemoryFleet([VEHICLE]);
  const page = await openPage({ server: serverWith(), at: '/devices/3/edit', routes: screens, fleet });
  await fill(await screen.findByLabelText(/^Name/), ' 2');
  act(() => fleet.take(3));
  expect(screen.getByText(/This vehicle is no longer available/).getAttribute('role')).toBe('alert');
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Van 2');
  expect(page.path()).toBe('/devices/3/edit');
});
