import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { DeviceListScreen } from './device-list-screen.tsx';
import { DeviceScreen } from './device-screen.tsx';
import { GuestStart } from './shell/guest-start.tsx';
import { Header } from './shell/header.tsx';
import { useMapTools } from './use-map-tools.ts';

const van = () =>
  aVehicle(
    { name: 'Van', uniqueId: '', attributes: { plate: 'ABC1D23', deviceImage: 'device.webp' } },
    { attributes: { motion: true }, speed: 27 as never, address: 'Main street 5' },
  );
const open = (at: string, vehicles = [van()], attributes = {}) => {
  const guest = aUser({
    attributes: { isShared: true, ...attributes },
    expirationTime: '2099-01-01T00:00:00.000+00:00',
  });
  const server = new MemoryServer().on('GET /api/session', { body: guest });
  const routes = () => [
    { path: '/devices', element: <DeviceListScreen /> },
    { path: '/devices/:deviceId', element: <DeviceScreen /> },
    {
      path: '/home',
      element: (
        <>
          <Header menu={null} />
          <GuestStart />
        </>
      ),
    },
    { path: '*', element: null },
  ];
  return openPage({ server, at, routes, fleet: new MemoryFleet(vehicles) }).then(() => server);
};

test('[WEBPANEL-49] the map of a guest has no tools', async () => {
  const Tools = () => <p>{useMapTools() === undefined ? 'none' : 'some'}</p>;
  const openAs = (attributes: Readonly<Record<string, boolean>>) =>
    openPage({
      server: new MemoryServer().on('GET /api/session', { body: aUser({ attributes }) }),
      at: '/',
      routes: () => [{ path: '*', element: <Tools /> }],
      fleet: new MemoryFleet([]),
    });
  const page = await openAs({ isShared: true });
  await screen.findByText('none');
  page.unmount();
  await openAs({});
  await screen.findByText('some');
});

test('[WEBPANEL-49] a guest sees name, picture, plate, state, speed and place, and nothing else', async () => {
  const server = await open('/devices/1');
  await screen.findByRole('heading', { name: 'Van' });
  for (const text of ['Moving', '50 km/h', 'ABC1D23', 'Main street 5'])
    expect(screen.getByText(text)).toBeTruthy();
  const picture = screen.getByRole('img', { name: 'Picture of Van' });
  expect(picture.getAttribute('src')).toBe('/api/devices/1/image?v=0');
  expect(screen.queryAllByRole('tab')).toEqual([]);
  for (const name of ['More actions', 'Share', 'Edit vehicle', 'Expand', 'Lock'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  screen.getByRole('button', { name: 'Follow' });
  const asked = server.seen.map(({ path }) => path).filter((path) => path.startsWith('/api/'));
  expect(new Set(asked)).toEqual(new Set(['/api/session', '/api/server']));
});

test('[WEBPANEL-49] the list of a guest has nothing to add, choose or import', async () => {
  await open('/devices?expand=true');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(screen.getByRole('option').textContent).not.toMatch(/·\s*$/);
  for (const name of ['More actions', 'Add', 'Expand'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('[WEBPANEL-52] who comes home to one vehicle sees its card at once', async () => {
  await open('/home');
  await screen.findByRole('heading', { name: 'Van' });
});

test('[WEBPANEL-49] the header of a guest has the brand and the countdown, no search and no sounds', async () => {
  await open('/home', [van(), aVehicle({ id: 2, name: 'Bus' })]);
  await screen.findByRole('timer');
  expect(screen.getByText('Frota Teste')).toBeTruthy();
  for (const name of [/Search/, /sound/i, /alarm/i])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('[WEBPANEL-70] a guest sees the distance, in a straight line, to the destination of the share', async () => {
  await open('/devices/1', [aVehicle({}, { latitude: 0, longitude: 0 })], { 'share.destination': '0,1' });
  expect((await screen.findByText(/straight line/)).textContent).toMatch(/^111(\.\d+)? km/);
});
