import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Health } from '@rastro/fleet';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { HealthPanel } from '../areas/server/health-panel.tsx';
import { ServerPanel } from '../areas/server/server-panel.tsx';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';

const HEALTH: Health = {
  startedAt: '2026-01-01T00:00:00.000Z',
  ingest: { perSecond: 12, perMinute: [3, 0, 700], connections: 41, doors: [], refused: {} },
  devices: { total: 100, online: 40, silent: 55, never: 5, assigned: 100, unassigned: 0 },
  queues: { rows: 0, mostRows: 20_000, commands: 3, deliveries: 0, books: 0 },
  disk: {
    freeBytes: 90e9,
    totalBytes: 100e9,
    databaseBytes: 2.5e9,
    walBytes: 4e6,
    growthPerDay: null,
    daysLeft: null,
  },
  integrity: { checkedAt: '2026-01-01T00:00:00.000Z', damages: [] },
  memory: { usedBytes: 300e6, mostBytes: 4e9 },
  loop: { p99Ms: 4, longestMs: 80 },
  address: { publicUrl: 'https://fleet.example.com', hasMail: false },
  versions: { product: '2.0.1', runtime: 'Node.js 26.0.0', database: 'SQLite 3.50.0' },
};
const screens = (): RouteObject[] => [
  { path: '/server', element: <ServerPanel /> },
  { path: '/server/health', element: <HealthPanel /> },
];
const serverWith = (health: Health | null): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/statistics', { body: [] })
    .on('GET /ext/health', health === null ? { status: 500, body: 'Internal error - x' } : { body: health });
const open = (server: MemoryServer, at = '/server/health') => openPage({ server, at, routes: screens });
const part = async (name: string): Promise<HTMLElement> => {
  const section = (await screen.findByRole('heading', { name })).closest('section');
  if (section === null) throw new Error(`${name} is in no section`);
  return section;
};

test('[WEBSRV-10] each part says whether it is well or what to do, and what is not known', async () => {
  await open(serverWith(HEALTH));
  expect(within(await part('Memory')).getByText('OK')).toBeTruthy();
  const vehicles = within(await part('Vehicles'));
  vehicles.getByText('Action needed');
  vehicles.getByText(/Many vehicles have had no signal/);
  vehicles.getByText('55');
  const disk = within(await part('Disk'));
  disk.getByText('2.5 GB');
  expect(disk.getAllByText('unknown')).toHaveLength(2);
  within(await part('Incoming data')).getByRole('img', { name: /Records per minute/ });
  await screen.findByText('No data yet.');
});

test('[HEALTH-600] a missing public address is reported with advice', async () => {
  await open(serverWith({ ...HEALTH, address: { publicUrl: null, hasMail: true } }));
  const address = within(await part('Address'));
  address.getByText('Action needed');
  address.getByText(/^PUBLIC_URL is not set/);
});

test('[WEBSRV-11] in front of another tracking server what is unknown is called so', async () => {
  await open(serverWith({ ...HEALTH, ingest: null, devices: null, queues: null }));
  const vehicles = within(await part('Vehicles'));
  vehicles.getByText('Unknown');
  vehicles.getByText('The tracking server does not report this.');
  expect(vehicles.queryByText('Online')).toBeNull();
});

test('[WEBSRV-12] a failure is shown with a button to retry, and the tabs have addresses', async () => {
  const server = serverWith(null);
  const page = await open(server);
  await screen.findByText('The server health could not be loaded');
  server.on('GET /ext/health', { body: HEALTH });
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await part('Disk');
  await userEvent.click(screen.getByRole('tab', { name: 'Settings' }));
  await screen.findByLabelText(/^Vehicle limit/);
  expect(page.path()).toBe('/server');
});

test('[WEBSRV-13] damage of stored data is reported with its place and with advice', async () => {
  const damages = [
    { database: 'rastro.sqlite', table: 'positions', detail: 'malformed' },
    { database: 'extension.sqlite', table: null, detail: 'malformed' },
  ];
  await open(serverWith({ ...HEALTH, integrity: { checkedAt: null, damages } }));
  const data = within(await part('Stored data'));
  data.getByText('Action needed');
  data.getByText(/run check-data/);
  data.getByText('rastro.sqlite, positions; extension.sqlite');
  data.getByText('unknown');
});

test('[WEBSRV-14] a replica for reading says whether it is used', async () => {
  await open(serverWith({ ...HEALTH, versions: { ...HEALTH.versions, replica: 'behind' } }));
  within(await part('Versions')).getByText('not used: behind');
});
