import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Layouts, Widget } from '@rastro/fleet/layouts';
import { expect, test, vi } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { MemoryFleet } from '../../testing/memory-fleet.ts';
import { openPage } from '../../testing/open-page.tsx';
import { OverviewScreen } from './overview-screen.tsx';

const widget = (id: string, kind: string, x: number): Widget => ({
  id,
  kind,
  x,
  y: 0,
  w: 4,
  h: 3,
  settings: {},
});
const WIDGETS = [
  widget('l', 'licences', 0),
  widget('f', 'fromTheFuture', 4),
  widget('c', 'customers', 8),
] as const;
const KNOWN: Layouts = {
  layouts: [
    {
      id: 1,
      revision: 1,
      name: 'Morning',
      period: { preset: 'today' },
      groupIds: [],
      deviceIds: [],
      widgets: WIDGETS,
    },
  ],
  standard: null,
  forCustomers: null,
};

async function openOverview() {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({}) })
    .on('GET /ext/layouts', { body: KNOWN })
    .on('GET /api/devices', { body: [] })
    .on('GET /api/groups', { body: [] })
    .on('GET /api/drivers', { body: [] })
    .on('PUT /ext/layouts/1', ({ body }) => ({ body: { ...JSON.parse(body).layout, id: 1, revision: 2 } }));
  const page = await openPage({
    server,
    at: '/overview',
    routes: () => [{ path: '/overview', element: <OverviewScreen /> }],
    fleet: new MemoryFleet([]),
  });
  await screen.findByText('No license ends within 30 days.');
  return { server, page };
}
const placeOf = (name: string): string => screen.getByRole('region', { name }).style.gridColumn;

test('[OVER-9] a widget is moved and resized by keyboard, kept by Enter and put back by Escape', async () => {
  const { server } = await openOverview();
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const handle = screen.getByRole('button', { name: 'Move Driver licenses' });
  const press = (key: string, shiftKey = false) => fireEvent.keyDown(handle, { key, shiftKey });
  press('ArrowDown');
  press('ArrowRight');
  press('ArrowRight', true);
  expect(screen.getByText(/column 2, row 1, 5 wide, 3 high/)).toBeDefined();
  press('Escape');
  expect(placeOf('Driver licenses')).toBe('1 / span 4');
  press('ArrowRight', true);
  press('Enter');
  expect(placeOf('Driver licenses')).toBe('1 / span 5');
  await vi.waitFor(() => expect(server.requests('PUT /ext/layouts/1')).toHaveLength(1));
  await screen.findByText('Saved');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(placeOf('Driver licenses')).toBe('1 / span 4');
});

test('[OVER-10] an unknown kind and a missing right are quiet boxes that say why, and can be removed', async () => {
  const { server } = await openOverview();
  const unknown = screen.getByRole('region', { name: 'fromTheFuture' });
  expect(unknown.textContent).toContain('This version does not know this widget.');
  const forbidden = screen.getByRole('region', { name: 'Customers' });
  expect(forbidden.textContent).toContain('You do not have access to this.');
  expect(server.requests('GET /ext/reseller')).toEqual([]);
  expect(within(unknown).queryByRole('button')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  fireEvent.click(within(unknown).getByRole('button', { name: 'Remove' }));
  expect(screen.queryByRole('region', { name: 'fromTheFuture' })).toBeNull();
});

test('[OVER-10] a right that is taken away empties the widget at once', async () => {
  const { page } = await openOverview();
  const state = page.session.state();
  if (state.kind !== 'signedIn') throw new Error('Cannot go on: nobody is signed in');
  const rights = { 'rastro.advancedPerms': '00800000000000000000000000000000' };
  act(() => page.session.setUser(aUser({ attributes: { 'rastro.isQrDriverId': 0, ...rights } })));
  // Still allowed: advanced permissions are off. A guest has nothing.
  expect(screen.queryByText('No license ends within 30 days.')).not.toBeNull();
  act(() => page.session.setUser(aUser({ attributes: { isShared: true } })));
  expect(screen.queryByText('No license ends within 30 days.')).toBeNull();
});
