import type { Device, User } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage, type Page } from '../../../testing/open-page.tsx';
import { ImportPanel } from './import-panel.tsx';
import { readTable } from '../../../ui/sheets/read-table.ts';

const screens = (): RouteObject[] => [
  { path: '/devices', element: <p>The list</p> },
  { path: '/devices/import', element: <ImportPanel readTable={readTable} /> },
];
const VAN = aVehicle({ id: 3, name: 'Van', uniqueId: '1', attributes: { own: 'x' } }).device;
/** Keeps devices like a tracking server; `rejected` names an identifier that it does not take. */
function serverWith(
  user: Partial<User> = {},
  rejected = '',
): { server: MemoryServer; devices: Map<number, Device> } {
  const devices = new Map([[VAN.id, VAN]]);
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/groups', { body: [] })
    .on('GET /api/calendars', { body: [] })
    .on('GET /api/devices', () => ({ body: [...devices.values()] }));
  const store = (device: Device) => {
    devices.set(device.id, device);
    server
      .on(`GET /api/devices/${device.id}`, () => ({ body: devices.get(device.id) }))
      .on(`PUT /api/devices/${device.id}`, ({ body }) => {
        devices.set(device.id, JSON.parse(body) as Device);
        return { body: devices.get(device.id) };
      })
      .on(`DELETE /api/devices/${device.id}`, () => {
        devices.delete(device.id);
        return { status: 204 };
      });
    return { body: device };
  };
  store(VAN);
  server.on('POST /api/devices', ({ body }) => {
    const device = JSON.parse(body) as Device;
    if (device.uniqueId === rejected)
      return { status: 400, body: 'Already in use - Another entry has this identifier' };
    return store({ ...device, id: 100 + devices.size });
  });
  return { server, devices };
}
const open = (server: MemoryServer): Promise<Page> =>
  openPage({ server, at: '/devices/import', routes: screens, fleet: new MemoryFleet([]) });
async function choose(text: string, name = 'fleet.csv'): Promise<void> {
  await userEvent.upload(await screen.findByLabelText('Choose a file'), new File([text], name), {
    applyAccept: false,
  });
}
const FILE = 'Nome;IMEI;Placa;Teto\nVan 2;1;ABC1234;x\nTruck;2;BRA2E19;x\nBus;3;;x\nBad;;;x\n';
const press = (name: string | RegExp): Promise<void> =>
  screen.findByRole('button', { name }).then((button) => userEvent.click(button));

test('[WEBDEV-15] columns are matched, and another choice moves a field', async () => {
  await open(serverWith().server);
  await choose(FILE);
  const field = (column: string) => screen.findByLabelText<HTMLSelectElement>(`Field for ${column}`);
  expect([(await field('Nome')).value, (await field('IMEI')).value, (await field('Teto')).value]).toEqual([
    'name',
    'uniqueId',
    '',
  ]);
  await userEvent.selectOptions(await field('Teto'), 'Identifier (IMEI)');
  expect((await field('IMEI')).value).toBe('');
  await userEvent.selectOptions(await field('Teto'), 'Do not import');
  await screen.findByText('Choose the column of the identifier (IMEI).');
  expect(screen.getByRole('button', { name: 'Check' }).hasAttribute('disabled')).toBe(true);
});

test('[WEBDEV-16] the dry run writes nothing and names the wrong rows', async () => {
  const { server, devices } = serverWith();
  await open(server);
  await choose(FILE);
  await press('Check');
  await screen.findByRole('button', { name: 'Import 3 vehicles' });
  const tile = (name: string): string | null | undefined =>
    screen.getByText(name).nextElementSibling?.textContent;
  expect([tile('New'), tile('Changed'), tile('Same'), tile('With errors')]).toEqual(['2', '1', '0', '1']);
  const wrong = within(screen.getByRole('list', { name: /Lines with errors/ }));
  wrong.getByText('Line 5');
  wrong.getByText('Identifier (IMEI): Fill in this field.');
  expect([...devices.values()]).toEqual([VAN]);
});

test('[WEBDEV-17] failed rows are listed next to saved ones', async () => {
  const { server, devices } = serverWith({}, '3');
  await open(server);
  await choose(FILE);
  await press('Check');
  await press('Import 3 vehicles');
  const failures = within(await screen.findByRole('list', { name: 'Failures' }));
  failures.getByText('Line 4');
  failures.getByText('Line 5');
  expect([...devices.values()].map(({ name }) => name)).toEqual(['Van 2', 'Truck']);
  expect(devices.get(3)?.attributes).toEqual({ own: 'x', plate: 'ABC-1234' });
  await screen.findByRole('button', { name: 'Download failures (CSV)' });
});

test('[WEBDEV-18] an import is undone after a question', async () => {
  const { server, devices } = serverWith();
  await open(server);
  await choose(FILE);
  await press('Check');
  await press('Import 3 vehicles');
  await press('Undo the import');
  await screen.findByText('Added: 2, which will be deleted. Changed: 1, which will be restored.');
  expect(devices.size).toBe(3);
  await press('Undo');
  await waitFor(() => expect([...devices.values()]).toEqual([VAN]));
  await screen.findByText('Undone');
  await press('See the vehicles');
  await screen.findByText('The list');
});

test('[WEBDEV-14] a file that is no spreadsheet is an error, and another one can be chosen', async () => {
  await open(serverWith().server);
  await choose('PK not a workbook', 'fleet.xlsx');
  await screen.findByText('The file is neither CSV nor XLSX.');
  await choose(FILE);
  await screen.findByText(/4 lines in fleet.csv/);
});

test('[WEBDEV-11] an account that only looks imports nothing', async () => {
  await open(serverWith({ deviceReadonly: true }).server);
  await screen.findByText('Your account cannot add or edit vehicles.');
  expect(screen.queryByLabelText('Choose a file')).toBeNull();
});

test('[WEBDEV-25] groups that are missing are made on demand, and the lines fit then', async () => {
  const { server, devices } = serverWith();
  let made = 10;
  server.on('POST /api/groups', ({ body }) => ({ body: { ...JSON.parse(body), id: made++ } }));
  await open(server);
  await choose('Nome;IMEI;Grupo;Chip\nTruck;2;North / Yard;+55 11\nBus;3;north;\n');
  expect((await screen.findByLabelText<HTMLSelectElement>('Field for Chip')).value).toBe('phone');
  await press('Check');
  await screen.findByText('2 groups are missing: North / Yard, north.');
  await press('Create 2 groups');
  await press('Import 2 vehicles');
  await screen.findByText(/Imported|imported/);
  const groups = server.requests('POST /api/groups').map(({ body }) => JSON.parse(body) as object);
  expect(groups).toEqual([
    { name: 'North', groupId: 0, attributes: {} },
    { name: 'Yard', groupId: 10, attributes: {} },
  ]);
  const placed = [...devices.values()].filter(({ id }) => id >= 100);
  expect(placed.map(({ groupId, phone }) => [groupId, phone])).toEqual([
    [11, '+55 11'],
    [10, null],
  ]);
});
