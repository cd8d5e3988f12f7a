import { encodeRights, type Geofence, type Right } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import type { Vehicle } from '../../live/fleet.ts';
import { AnchorToggle } from './anchor-toggle.tsx';

const ANCHOR = {
  id: 30,
  name: 'Ambar',
  description: null,
  area: 'CIRCLE (-23.5 -46.6, 150)',
  calendarId: 0,
  attributes: { isAnchor: true, deviceId: 1 },
};
const van = (position: Partial<Vehicle['position']> = {}): Vehicle =>
  aVehicle({ id: 1, name: 'Ambar' }, { latitude: -23.5, longitude: -46.6, ...position });

/** Keeps the geofences that it is given. */
function aFenceServer(fences: Geofence[] = [], ...rights: Right[]): MemoryServer {
  const attributes = rights.length > 0 ? { 'rastro.advancedPerms': encodeRights(rights) } : {};
  return new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': rights.length > 0 } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser({ attributes }) })
    .on('GET /api/geofences', () => ({ body: fences }))
    .on('POST /api/geofences', ({ body }) => {
      const fence = { ...(JSON.parse(body) as Geofence), id: 30 };
      fences.push(fence);
      return { body: fence };
    })
    .on('POST /api/permissions', { status: 204 })
    .on('DELETE /api/geofences/30', () => {
      fences.splice(0);
      return { status: 204 };
    });
}
const open = (server: MemoryServer, vehicle = van()) =>
  openPage({
    server,
    at: '/',
    routes: () => [{ path: '*', element: <AnchorToggle deviceId={1} /> }],
    fleet: new MemoryFleet([vehicle]),
  });
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));
const confirm = async (name: string): Promise<void> =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
const status = (): string | null => screen.getByRole('status').textContent;

test('[WEBFENCE-20] anchoring asks, then makes a circle of 150 m around the last position and links it', async () => {
  const server = aFenceServer();
  await open(server);
  await press('Anchor');
  expect((await screen.findByRole('alertdialog')).textContent).toMatch(/Anchor Ambar\?.*150 m/);
  await confirm('Anchor');
  await screen.findByText('Anchored within 150 m');
  expect(status()).toBe('Vehicle anchored.');
  const created = JSON.parse(server.requests('POST /api/geofences')[0]?.body ?? '') as Geofence;
  expect(created).toEqual({ ...ANCHOR, id: -1 });
  expect(JSON.parse(server.requests('POST /api/permissions')[0]?.body ?? '')).toEqual({
    deviceId: 1,
    geofenceId: 30,
  });
});

test('[WEBFENCE-20] raising asks, then deletes it', async () => {
  const server = aFenceServer([ANCHOR]);
  await open(server);
  await press('Raise anchor');
  await confirm('Raise anchor');
  await screen.findByText('Not anchored');
  expect(status()).toBe('Anchor raised.');
  expect(server.requests('DELETE /api/geofences/30')).toHaveLength(1);
});

test('[WEBFENCE-21] cancelling says that the user cancelled, and nothing is sent', async () => {
  const server = aFenceServer();
  await open(server);
  await press('Anchor');
  await confirm('Cancel');
  await waitFor(() => expect(status()).toBe('Action canceled by the user.'));
  expect(server.requests('POST /api/geofences')).toHaveLength(0);
});

test('[WEBFENCE-22] when the link fails the geofence is removed again, and the failure is shown', async () => {
  const server = aFenceServer().on('POST /api/permissions', {
    status: 403,
    body: 'Account is readonly - No',
  });
  await open(server);
  await press('Anchor');
  await confirm('Anchor');
  expect((await screen.findByRole('alert')).textContent).toMatch(/read-only/i);
  expect(server.requests('DELETE /api/geofences/30')).toHaveLength(1);
  expect(screen.getByText('Not anchored')).toBeTruthy();
});

test('[WEBFENCE-22] a geofence that cannot be removed again is shown, too', async () => {
  const server = aFenceServer()
    .on('POST /api/permissions', { status: 500, body: '' })
    .on('DELETE /api/geofences/30', { status: 500, body: '' });
  await open(server);
  await press('Anchor');
  await confirm('Anchor');
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be removed/);
});

test('[WEBFENCE-23] the right to toggle is enough, and asks for anchors alone', async () => {
  const server = aFenceServer([ANCHOR], 'anchor.view', 'anchor.toggle');
  await open(server);
  await screen.findByText('Anchored within 150 m');
  expect(server.requests('GET /api/geofences')[0]?.query.get('anchors')).toBe('true');
  expect(screen.getByRole('button', { name: 'Raise anchor' })).toBeTruthy();
});

test('[WEBFENCE-23] without it the state is shown and there is nothing to press', async () => {
  await open(aFenceServer([ANCHOR], 'anchor.view'));
  await screen.findByText('Anchored within 150 m');
  expect(screen.queryByRole('button')).toBeNull();
});

test('[WEBFENCE-24] a vehicle without a place cannot be anchored; one that moves is warned of', async () => {
  const page = await open(aFenceServer(), van({ latitude: 0, longitude: 0 }));
  expect(await screen.findByRole('button', { name: 'Anchor' })).toHaveProperty('disabled', true);
  page.unmount();
  await open(aFenceServer(), van({ attributes: { motion: true } }));
  await press('Anchor');
  expect((await screen.findByRole('alertdialog')).textContent).toMatch(/is moving/);
});
