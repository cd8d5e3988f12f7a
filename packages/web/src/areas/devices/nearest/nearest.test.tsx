import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage, type Page } from '../../../testing/open-page.tsx';
import { readPlace } from '../../../kernel/map/place-param.ts';
import { nearestPath } from './nearest-place.ts';
import { NearestPanel } from './nearest-panel.tsx';

const fleet = (): MemoryFleet =>
  new MemoryFleet([
    aVehicle({ id: 1, name: 'Far' }, { latitude: -23, longitude: -46 }),
    aVehicle({ id: 2, name: 'Near' }, { latitude: -23.551, longitude: -46.63 }),
    aVehicle({ id: 3, name: 'Nowhere' }, null),
  ]);
const open = (at: string, server = new MemoryServer()): Promise<Page> =>
  openPage({
    server: server.on('GET /api/session', { body: aUser({}) }),
    at,
    fleet: fleet(),
    routes: () => [
      { path: '/nearest', element: <NearestPanel /> },
      { path: '*', element: null },
    ],
  });
const names = (): readonly string[] =>
  screen.getAllByRole('listitem').map((row) => row.querySelector('.name')?.textContent ?? '');

test('[WEBPANEL-50] the nearest come first, with distance, and a press opens one', async () => {
  const page = await open('/nearest?at=-23.55,-46.63');
  await waitFor(() => expect(names()).toEqual(['Near', 'Far']));
  expect(screen.getByRole('button', { name: /Near/ }).textContent).toContain('111 m');
  await userEvent.click(screen.getByRole('button', { name: /Near/ }));
  await waitFor(() => expect(page.path()).toBe('/devices/2'));
});

test('[WEBPANEL-50] coordinates are taken at once, an address is looked up where the server can', async () => {
  const server = new MemoryServer()
    .on('GET /api/server', { body: aServer({ geocoderEnabled: true }), headers: { licensemode: 'plus' } })
    .on('GET /api/server/geocode/search', {
      body: [
        { name: 'Main street, A', latitude: -23.55, longitude: -46.63 },
        { name: 'Main street, B', latitude: -23, longitude: -46 },
      ],
    });
  const page = await open('/nearest', server);
  const field = await screen.findByLabelText('Address or coordinates');
  await userEvent.type(field, '-23.1, -46.2{Enter}');
  await waitFor(() => expect(page.path()).toBe('/nearest?at=-23.10000,-46.20000'));
  await userEvent.clear(field);
  await userEvent.type(field, 'main street{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Main street, B' }));
  await waitFor(() => expect(page.path()).toBe('/nearest?at=-23.00000,-46.00000'));
  await waitFor(() => expect(names()).toEqual(['Far', 'Near']));
});

test('[WEBPANEL-50] a place reads back from its address; what is none is none', () => {
  expect(readPlace('-23.55000,179.90000')).toEqual({ latitude: -23.55, longitude: 179.9 });
  expect(nearestPath({ latitude: 1.0000049, longitude: -2 })).toBe('/nearest?at=1.00000,-2.00000');
  for (const text of [null, '', '91,0', '0,181', 'a,b', '1']) expect(readPlace(text)).toBeNull();
});
