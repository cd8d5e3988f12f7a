import type { Geofence } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useFenceShapes } from './use-fence-shapes.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { FenceListPanel } from '../areas/geofences/fence-list-panel.tsx';

const DEPOT: Geofence = {
  id: 4,
  attributes: {},
  name: 'Depot',
  description: null,
  area: 'CIRCLE (-23.55 -46.63, 1000)',
  calendarId: 0,
};
const FILE = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Yard', radius: 50 },
      geometry: { type: 'Point', coordinates: [1, 2] },
    },
    {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    },
    { type: 'Feature', properties: { name: 'Pin' }, geometry: { type: 'Point', coordinates: [1, 2] } },
  ],
});
function aFenceServer(): MemoryServer {
  return new MemoryServer()
    .on('GET /api/session', { body: aUser({}) })
    .on('GET /api/geofences', { body: [DEPOT, { ...DEPOT, id: 5, name: 'Yard' }] })
    .on('POST /api/geofences', ({ body }) => ({ body: { ...(JSON.parse(body) as Geofence), id: 9 } }));
}
/** Shows the data that the map receives. */
function OnTheMap(): ReactNode {
  return (
    <ul aria-label="map">
      {useFenceShapes(false).map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
const open = (server: MemoryServer, at = '/geofence') =>
  openPage({
    server,
    at,
    routes: () => [
      {
        path: '/geofence/:fenceId?',
        element: (
          <>
            <FenceListPanel />
            <OnTheMap />
          </>
        ),
      },
    ],
  });
async function openImport(text: string, name = 'fences.geojson'): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Import and export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Import a file' }));
  await userEvent.upload(await screen.findByLabelText('File'), new File([text], name));
}

test('[WEBFENCE-27] the dry run says what can be created and why the rest cannot', async () => {
  const server = aFenceServer();
  await open(server);
  await openImport(FILE);
  await screen.findByText('2 geofences can be created');
  expect(screen.getByText('1 circle · 1 line')).toBeTruthy();
  expect(screen.getByText('Pin: point without a radius')).toBeTruthy();
  expect(server.requests('POST /api/geofences')).toHaveLength(0);
});

test('[WEBFENCE-31] readable geofences are created, and those that the server rejects are named', async () => {
  const server = aFenceServer().on('POST /api/geofences', ({ body }) =>
    body.includes('"Yard"')
      ? { status: 400, body: 'Account is readonly - No' }
      : { body: { ...(JSON.parse(body) as Geofence), id: 9 } },
  );
  await open(server);
  await openImport(FILE);
  await userEvent.click(await screen.findByRole('button', { name: 'Create 2' }));
  await screen.findByText('1 geofence created.');
  expect(screen.getByRole('alert').textContent).toMatch(/^Yard: .*read-only/i);
  expect(server.requests('POST /api/geofences').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { name: 'Yard', description: null, area: 'CIRCLE (2 1, 50)', calendarId: 0, attributes: {} },
    { name: 'Geofence 2', description: null, area: 'LINESTRING (2 1, 4 3)', calendarId: 0, attributes: {} },
  ]);
});

test('[WEBFENCE-28] a rejected file says why', async () => {
  await open(aFenceServer());
  await openImport('<!DOCTYPE kml []><kml/>', 'bad.kml');
  await screen.findByText(/defines a document type/);
  expect(screen.getByRole('button', { name: 'Create 0' })).toHaveProperty('disabled', true);
});

test('[WEBFENCE-29] text, sort and kind stand in the address', async () => {
  const page = await open(aFenceServer(), '/geofence?q=yar&sort=name-desc');
  const list = within(await screen.findByRole('listbox'));
  await waitFor(() => expect(list.getAllByRole('option')).toHaveLength(1));
  await userEvent.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(page.path()).toBe('/geofence?sort=name-desc'));
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Yard3.14 km²',
    'Depot3.14 km²',
  ]);
  await userEvent.click(screen.getByText('Anchors (0)'));
  await waitFor(() => expect(page.path()).toBe('/geofence?sort=name-desc&kind=anchors'));
});

test('[WEBFENCE-30] geofences are left off the map when asked, and it is remembered', async () => {
  const page = await open(aFenceServer());
  const map = within(screen.getByRole('list', { name: 'map' }));
  await waitFor(() => expect(map.getAllByRole('listitem')).toHaveLength(2));
  await userEvent.click(screen.getByRole('switch', { name: 'Hide geofences on the map' }));
  await waitFor(() => expect(map.queryAllByRole('listitem')).toHaveLength(0));
  expect(page.preferences.read('fencesHidden')).toBe('true');
  await userEvent.click(screen.getByRole('switch', { name: 'Hide geofences on the map' }));
  await waitFor(() => expect(map.getAllByRole('listitem')).toHaveLength(2));
});

test('[WEBFENCE-30] the one whose form is open is shown all the same', async () => {
  await open(aFenceServer(), '/geofence/5');
  const map = within(screen.getByRole('list', { name: 'map' }));
  await userEvent.click(await screen.findByRole('switch', { name: 'Hide geofences on the map' }));
  await waitFor(() =>
    expect(map.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Yard']),
  );
});
