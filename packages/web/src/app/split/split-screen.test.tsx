import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { readSplit, splitPath } from '../../kernel/map/split-path.ts';
import { SplitScreen } from './split-screen.tsx';

const VEHICLES = [
  aVehicle({ id: 1, name: 'Ambar' }, { speed: 40 as never, attributes: { motion: true } }),
  aVehicle({ id: 2, name: 'Bravo', status: 'offline' }),
  aVehicle({ id: 3, name: 'Cinza' }),
];
const open = (at: string, fleet = new MemoryFleet(VEHICLES)): Promise<Page> =>
  openPage({
    server: new MemoryServer()
      .on('GET /api/session', { body: aUser({}) })
      .on('GET /api/positions', { body: [] }),
    at,
    routes: () => [
      { path: '/split', element: <SplitScreen /> },
      { path: '*', element: null },
    ],
    fleet,
  });

test('[WEBPANEL-33] the address holds up to four vehicles, each once', () => {
  expect(readSplit(new URLSearchParams('ids=3,1,3,x,-2,0,7,8,9'))).toEqual([3, 1, 7, 8]);
  expect(readSplit(new URLSearchParams(''))).toEqual([]);
  expect(splitPath([4, 5])).toBe('/split?ids=4,5');
});

test('[WEBPANEL-33] each pane says who it is and what it does, live', async () => {
  const fleet = new MemoryFleet(VEHICLES);
  const page = await open('/split?ids=1,2', fleet);
  const ambar = within(await screen.findByRole('article', { name: 'Ambar' }));
  ambar.getByText('Moving');
  ambar.getByText('74 km/h');
  within(screen.getByRole('article', { name: 'Bravo' })).getByText('Offline');
  fleet.put(aVehicle({ id: 1, name: 'Ambar' }, { attributes: { motion: false } }));
  await ambar.findByText('Stopped');
  await userEvent.click(screen.getByRole('button', { name: 'Remove Bravo' }));
  await waitFor(() => expect(page.path()).toBe('/split?ids=1'));
});

test('[WEBPANEL-33] one more is found by any word, and one that is shown is not offered', async () => {
  const page = await open('/split?ids=1');
  await userEvent.type(await screen.findByRole('combobox', { name: 'Add a vehicle' }), 'a');
  const found = within(await screen.findByRole('listbox', { name: 'Vehicles found' }));
  await waitFor(() =>
    expect(found.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Bravo/),
      expect.stringMatching(/^Cinza/),
    ]),
  );
  await userEvent.click(found.getByRole('option', { name: /^Cinza/ }));
  await waitFor(() => expect(page.path()).toBe('/split?ids=1,3'));
  await screen.findByRole('article', { name: 'Cinza' });
});
