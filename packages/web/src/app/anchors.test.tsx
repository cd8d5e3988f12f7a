import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage, type Page } from '../testing/open-page.tsx';
import { Anchors } from './anchors.tsx';

const FENCES = [{ id: 9, name: 'A', attributes: { isAnchor: true, deviceId: 2 } }];
const serverFor = (user: Parameters<typeof aUser>[0]): MemoryServer =>
  new MemoryServer().on('GET /api/session', { body: aUser(user) }).on('GET /api/geofences', { body: FENCES });
const twoVehicles = (): MemoryFleet => new MemoryFleet([aVehicle({ id: 1 }), aVehicle({ id: 2 })]);
const open = (server: MemoryServer, fleet: MemoryFleet): Promise<Page> =>
  openPage({ server, at: '/', routes: () => [{ path: '*', element: <Anchors /> }], fleet });

test('[WEB-16] fences are asked for only while anchors count', async () => {
  const server = serverFor({});
  const fleet = twoVehicles();
  await open(server, fleet);
  fleet.setQuery({ text: '', status: 'all', motion: 'all', sort: 'speed-desc' });
  await waitFor(() => expect(fleet.list().query.sort).toBe('speed-desc'));
  expect(server.requests('GET /api/geofences')).toHaveLength(0);
  fleet.setQuery({ text: '', status: 'all', motion: 'all', sort: 'name-asc', advanced: { anchor: true } });
  await waitFor(() => expect([...fleet.list().ids]).toEqual([2]));
});

test('[WEB-16] a guest does not ask for fences', async () => {
  const server = serverFor({ temporary: true });
  const fleet = twoVehicles();
  fleet.setQuery({ text: '', status: 'all', motion: 'all', sort: 'anchor-asc' });
  const page = await open(server, fleet);
  await waitFor(() => expect(page.session.state().kind).toBe('signedIn'));
  expect(server.requests('GET /api/geofences')).toHaveLength(0);
});
