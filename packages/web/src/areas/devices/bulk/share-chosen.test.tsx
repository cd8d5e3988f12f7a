import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { ShareChosen } from './share-chosen.tsx';
import { fill } from '../../../testing/fill.ts';

test('[WEBPANEL-71] all that are chosen become one share, with a label', async () => {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({}) })
    .on('POST /ext/shares', { body: { token: 'tok' } });
  const vehicles = [aVehicle({ id: 1, name: 'Van' }), aVehicle({ id: 2, name: 'Bus' })];
  const routes = () => [{ path: '/', element: <ShareChosen ids={new Set([1, 2])} /> }];
  await openPage({ server, at: '/', routes, fleet: new MemoryFleet(vehicles) });
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share 2 vehicles' }));
  await fill(dialog.getByLabelText('Label'), 'Rescue');
  await userEvent.click(dialog.getByLabelText('Also show the earlier route'));
  await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
  await waitFor(() => expect(server.requests('POST /ext/shares')).toHaveLength(1));
  const sent: unknown = JSON.parse(server.requests('POST /ext/shares')[0]?.body ?? '{}');
  expect(sent).toMatchObject({ deviceIds: [1, 2], label: 'Rescue', history: true });
});

test('[WEBPANEL-71] more than a share holds cannot be chosen', async () => {
  const server = new MemoryServer().on('GET /api/session', { body: aUser({}) });
  const ids = new Set(Array.from({ length: 101 }, (_, i) => i + 1));
  const routes = () => [{ path: '/', element: <ShareChosen ids={ids} /> }];
  await openPage({ server, at: '/', routes, fleet: new MemoryFleet([]) });
  const button = await screen.findByRole('button', { name: 'Share' });
  expect(button.hasAttribute('disabled')).toBe(true);
});
