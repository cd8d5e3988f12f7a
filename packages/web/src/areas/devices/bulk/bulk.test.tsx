import { encodeRights, type Device } from '@rastro/fleet';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { DeviceListPanel } from '../list/device-list-panel.tsx';
import { BulkPanel } from './bulk-panel.tsx';
import { BULK_FIELDS, changesOf } from './plan-bulk.ts';
import { fill } from '../../../testing/fill.ts';

const screens = (): RouteObject[] => [
  { path: '/devices', element: <DeviceListPanel /> },
  { path: '/devices/bulk', element: <BulkPanel /> },
  { path: '/devices/:deviceId', element: <p>One vehicle</p> },
];
const VEHICLES = [1, 2, 3, 4, 5].map((id) =>
  aVehicle({
    id,
    name: `Van ${id}`,
    uniqueId: `unit-${id}`,
    attributes: { own: id, speedLimit: 43.19654, ...(id > 3 && { 'device.state': 'stock' }) },
  }),
);
function serverWith(rights: Parameters<typeof encodeRights>[0] | null = null): MemoryServer {
  const server = new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': rights !== null } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', {
      body: aUser({ attributes: rights === null ? {} : { 'rastro.advancedPerms': encodeRights(rights) } }),
    })
    .on('GET /api/groups', { body: [] })
    .on('GET /api/calendars', { body: [] })
    .on('GET /api/devices', { body: VEHICLES.map(({ device }) => device) });
  for (const { device } of VEHICLES) {
    server
      .on(`PUT /api/devices/${device.id}`, ({ body }) => ({ body: JSON.parse(body) as Device }))
      .on(`DELETE /api/devices/${device.id}`, { status: 204 });
  }
  return server;
}
const open = (server: MemoryServer) =>
  openPage({ server, at: '/devices', routes: screens, fleet: new MemoryFleet(VEHICLES) });
const row = (name: RegExp) => screen.getByRole('option', { name });
async function select(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Select several' }));
}
const written = (server: MemoryServer): readonly Device[] =>
  server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body) as Device);

test('[WEBDEV-21] devices are chosen one by one, by range, all, and by keyboard', async () => {
  const page = await open(serverWith());
  await select();
  await userEvent.click(row(/Van 2/));
  await screen.findByText('1 selected');
  fireEvent.click(row(/Van 4/), { shiftKey: true });
  await screen.findByText('3 selected');
  expect(screen.getAllByRole('option', { selected: true }).map(({ id }) => id)).toEqual([
    'device-2',
    'device-3',
    'device-4',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'All (5)' }));
  await screen.findByText('5 selected');
  screen.getByRole('listbox').focus();
  await userEvent.keyboard('{Home} {ArrowDown}{Enter}');
  await screen.findByText('3 selected');
  expect(page.path()).toBe('/devices');
  await userEvent.click(screen.getByRole('button', { name: 'Exit selection' }));
  await userEvent.click(row(/Van 2/));
  await screen.findByText('One vehicle');
});

test('[WEBPANEL-58] up to four that are chosen are followed on the map', async () => {
  const routes = () => [...screens(), { path: '/home', element: null }];
  const fleet = new MemoryFleet(VEHICLES);
  const page = await openPage({ server: serverWith(), at: '/devices', routes, fleet });
  await select();
  await userEvent.click(screen.getByRole('button', { name: 'All (5)' }));
  const five = await screen.findByRole('button', { name: 'Follow 5 on the map' });
  expect(five.hasAttribute('disabled')).toBe(true);
  await userEvent.click(row(/Van 2/));
  await userEvent.click(await screen.findByRole('button', { name: 'Follow 4 on the map' }));
  expect(page.path()).toBe('/home?together=1,3,4,5');
});

test('[WEBDEV-22] only chosen fields of devices that differ are written', async () => {
  const server = serverWith();
  await open(server);
  await select();
  await userEvent.click(screen.getByRole('button', { name: 'All (5)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Bulk edit' }));
  await screen.findByText('5 vehicles selected.');
  await userEvent.selectOptions(screen.getByLabelText('Add a field'), 'Status');
  await screen.findByText('Now: empty (3), In stock (2)');
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'In stock');
  await screen.findByText('3 of 5 will change; 2 already match.');
  await userEvent.selectOptions(screen.getByLabelText('Add a field'), 'Speed limit (km/h)');
  await userEvent.type(screen.getByLabelText('Speed limit (km/h)'), 'x');
  expect(screen.getByRole('button', { name: 'Change 0 vehicles' }).hasAttribute('disabled')).toBe(true);
  await userEvent.clear(screen.getByLabelText('Speed limit (km/h)'));
  await fill(screen.getByLabelText('Speed limit (km/h)'), '80');
  await userEvent.click(screen.getByRole('button', { name: 'Change 3 vehicles' }));
  await screen.findByText('Changed');
  expect(written(server)).toEqual(
    VEHICLES.slice(0, 3).map(({ device }) => ({
      ...device,
      attributes: { ...device.attributes, 'device.state': 'stock' },
    })),
  );
});

test('[WEBDEV-22] what belongs to one vehicle alone cannot be changed for many', () => {
  for (const name of ['name', 'uniqueId', 'plate', 'vin'] as const) expect(BULK_FIELDS).not.toContain(name);
  const context = { brand: 'acme', language: 'en', speedUnit: 'kmh', zone: 'UTC' } as const;
  const devices = VEHICLES.map(({ device }) => device);
  expect(changesOf(devices, {}, context)).toEqual([]);
  const cleared = changesOf(devices, { state: '', speedLimit: '' }, context);
  expect(cleared).toHaveLength(5);
  expect(cleared.map(({ attributes }) => attributes)).toEqual([1, 2, 3, 4, 5].map((own) => ({ own })));
});

test('[WEBDEV-23] what failed is named and stays chosen', async () => {
  const server = serverWith().on('PUT /api/devices/2', {
    status: 400,
    body: 'Device access denied - Device not found or not yours',
  });
  await open(server);
  await select();
  await userEvent.click(screen.getByRole('button', { name: 'All (5)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Bulk edit' }));
  await userEvent.selectOptions(await screen.findByLabelText('Add a field'), 'Technology');
  await fill(screen.getByLabelText('Technology'), '4G');
  await userEvent.click(screen.getByRole('button', { name: 'Change 5 vehicles' }));
  const failures = within(await screen.findByRole('list', { name: 'Failures' }));
  failures.getByText('Van 2');
  await userEvent.click(screen.getByRole('button', { name: 'See the vehicles' }));
  await screen.findByText('1 selected');
  expect(row(/Van 2/).getAttribute('aria-selected')).toBe('true');
});

test('[WEBDEV-24] a bulk deletion asks with the number', async () => {
  const server = serverWith();
  await open(server);
  await select();
  await userEvent.click(row(/Van 1/));
  await userEvent.click(row(/Van 3/));
  await userEvent.click(screen.getByRole('button', { name: 'Bulk edit' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 2 vehicles' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete 2 vehicles?' });
  expect(server.seen.some(({ method }) => method === 'DELETE')).toBe(false);
  await userEvent.click(within(question).getByRole('button', { name: 'Delete 2 vehicles' }));
  await screen.findByText('Deleted');
  await waitFor(() =>
    expect(server.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/api/devices/1',
      '/api/devices/3',
    ]),
  );
});

test('[WEBDEV-24] without the right there is no deletion, and no bulk edit without either', async () => {
  const page = await open(serverWith(['devices.view', 'devices.edit']));
  await select();
  await userEvent.click(row(/Van 1/));
  await userEvent.click(screen.getByRole('button', { name: 'Bulk edit' }));
  await screen.findByText('1 vehicle selected.');
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  page.unmount();
  await open(serverWith(['devices.view']));
  await select();
  await userEvent.click(row(/Van 1/));
  expect(screen.queryByRole('button', { name: 'Bulk edit' })).toBeNull();
});
