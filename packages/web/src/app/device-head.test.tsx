import { HOUR_MS } from '@rastro/base';
import { encodeRights, formatArea } from '@rastro/fleet';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Vehicle } from '../live/fleet.ts';
import { aPosition, aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage, type Page } from '../testing/open-page.tsx';
import { DeviceScreen } from './device-screen.tsx';

afterEach(() => vi.restoreAllMocks());

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const server = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/positions', { body: [] })
    .on('GET /api/geofences', { body: [] })
    .on('GET /api/reports/events', { body: [] })
    .on('GET /api/reports/trips', { body: [] })
    .on('GET /api/commands/types', { body: [{ type: 'engineStop' }, { type: 'engineResume' }] })
    .on('GET /api/commands/send', { body: [] })
    .on('GET /api/commands/queue', { body: [] });
const open = (vehicle: Vehicle, from = server()): Promise<Page> =>
  openPage({
    server: from,
    at: '/devices/1',
    fleet: new MemoryFleet([vehicle]),
    routes: () => [
      { path: '/devices/:deviceId', element: <DeviceScreen /> },
      { path: '*', element: null },
    ],
  });

test('[WEBPANEL-40] lock and follow are at hand, the others one press away', async () => {
  await open(aVehicle({ name: 'Ambar' }));
  await screen.findByRole('button', { name: 'Lock' });
  screen.getByRole('button', { name: 'Follow' });
  expect(screen.queryByRole('button', { name: 'Trail' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  const tray = within(screen.getByRole('group', { name: 'More actions' }));
  for (const name of ['Trail', 'Today', 'History', 'Only this', 'Unlock', 'More commands', 'Anchor'])
    await tray.findByRole('button', { name });
  await userEvent.click(screen.getByRole('tab', { name: 'Commands' }));
  expect(screen.queryByRole('group', { name: 'More actions' })).toBeNull();
});

test('[WEBPANEL-700] the other actions stand under headings, and none is there twice', async () => {
  await open(aVehicle({ name: 'Ambar' }));
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  const tray = screen.getByRole('group', { name: 'More actions' });
  await within(tray).findByRole('button', { name: 'More commands' });
  expect(
    within(tray)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual(['On the map', 'Vehicle', 'Commands and safety']);
  const safety = within(tray).getByRole('region', { name: 'Commands and safety' });
  for (const name of ['Unlock', 'More commands', 'Anchor']) within(safety).getByRole('button', { name });
  const names = within(tray)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(names).toEqual([...new Set(names)]);
});

test('[WEBPANEL-61] on a phone form and traffic are among the other actions, not next to the name', async () => {
  const wide = await open(aVehicle({ name: 'Ambar' }));
  await screen.findByRole('button', { name: 'Edit vehicle' });
  wide.unmount();
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), { media, matches: media.includes('768px') }) as MediaQueryList,
  );
  await open(aVehicle({ name: 'Ambar' }));
  await screen.findByRole('button', { name: 'Follow' });
  expect(screen.queryByRole('button', { name: 'Edit vehicle' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  const tray = within(screen.getByRole('group', { name: 'More actions' }));
  for (const name of ['Edit vehicle', 'Tracker traffic']) tray.getByRole('button', { name });
});

test('[WEBPANEL-40] what is locked is unlocked first', async () => {
  await open(aVehicle({ name: 'Ambar' }, { attributes: { blocked: true } }));
  await screen.findByRole('button', { name: 'Unlock' });
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull();
});

test('[WEBPANEL-41] the head says locked, outside its anchor and silent, and for how long', async () => {
  const anchor = {
    id: 7,
    name: 'Ambar',
    description: null,
    area: formatArea({ kind: 'circle', centre: { latitude: 10, longitude: 20 }, radiusM: 150 }),
    calendarId: 0,
    attributes: { isAnchor: true, deviceId: 1 },
  };
  const left = { id: 3, deviceId: 1, type: 'geofenceExit', positionId: 0, geofenceId: 7, maintenanceId: 0 };
  const from = server()
    .on('GET /api/geofences', { body: [anchor] })
    .on('GET /api/reports/events', {
      body: [{ ...left, eventTime: ago(2 * HOUR_MS), attributes: { isAnchor: true } }],
    });
  await open(
    aVehicle(
      { name: 'Ambar', status: 'offline', lastUpdate: ago(HOUR_MS) },
      { latitude: 11, longitude: 20, attributes: { blocked: true } },
    ),
    from,
  );
  await screen.findByText(/^Locked, reported /);
  await screen.findByText(/^Outside its anchor for 2 /);
  screen.getByText(/^No signal for 1 /);
});

test('[WEBPANEL-42] [WEBPANEL-44] gauges come first with their chart, and the model next to the protocol', async () => {
  const history = [aPosition({ fixTime: ago(9 * 60_000) }), aPosition({ fixTime: ago(60_000) })];
  await open(
    aVehicle({ name: 'Ambar', model: 'FMB920' }, { attributes: { power: 12.5 } }),
    server().on('GET /api/positions', { body: history }),
  );
  const power = await screen.findByText('External power');
  expect(power.nextElementSibling?.textContent).toBe('12.5 V');
  expect(screen.getAllByText('Speed')).toHaveLength(1);
  expect(screen.getByText('Tracker model').nextElementSibling?.textContent).toBe('FMB920');
});

test('[WEBPANEL-43] the last trip leads to its time in the history, for who may see reports', async () => {
  const trip = (startTime: string) => ({ startTime, endTime: ago(0), distance: 12_300 });
  const trips = [trip('2026-11-20T10:00:00.000+00:00'), trip('2026-11-20T12:00:00.000+00:00')];
  const from = server().on('GET /api/reports/trips', { body: trips });
  const page = await open(aVehicle({ name: 'Ambar' }), from);
  const link = await screen.findByRole('link', { name: /Last trip.*12\.3 km/ });
  expect(link.getAttribute('href')).toContain(`at=${Date.parse('2026-11-20T12:00:00Z') / 1000}`);
  page.unmount();

  const rights = { 'rastro.advancedPerms': encodeRights(['devices.view']) };
  const looking = server()
    .on('GET /api/session', { body: aUser({ attributes: rights }) })
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': true } }),
      headers: { licensemode: 'plus' },
    });
  await open(aVehicle({ name: 'Ambar' }), looking);
  await screen.findByRole('button', { name: 'Follow' });
  expect(looking.requests('GET /api/reports/trips')).toEqual([]);
});
