import { encodeRights, type Right } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { linkBetween, otherKinds, ownsOther } from './link-kinds.ts';
import { LinksDialog } from './links-dialog.tsx';
import { fill } from '../../testing/fill.ts';

const VAN = { kind: 'device', id: 1, name: 'Ambar' } as const;
const fencesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `Fence ${at + 1}`, description: null }));

/** A server that keeps which geofences the device has. */
function aLinkServer(count: number, linked: Set<number>, ...rights: Right[]): MemoryServer {
  const attributes = rights.length > 0 ? { 'rastro.advancedPerms': encodeRights(rights) } : {};
  const pairs = (body: string): { geofenceId: number }[] => JSON.parse(body) as { geofenceId: number }[];
  return new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': rights.length > 0 } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser({ attributes }) })
    .on('GET /api/drivers', ({ query }) => ({
      body: query.has('deviceId') ? [] : [{ id: 5, name: 'Rui', uniqueId: 'driver-77' }],
    }))
    .on('GET /api/geofences', ({ query }) => ({
      body: fencesOf(count).filter(({ id }) => !query.has('deviceId') || linked.has(id)),
    }))
    .on('POST /api/permissions/bulk', ({ body }) => {
      for (const { geofenceId } of pairs(body)) linked.add(geofenceId);
      return { status: 204 };
    })
    .on('DELETE /api/permissions/bulk', ({ body }) => {
      for (const { geofenceId } of pairs(body)) linked.delete(geofenceId);
      return { status: 204 };
    });
}
const open = async (server: MemoryServer, onClose = vi.fn(), patienceMs = 20_000) => {
  await openPage({
    server,
    at: '/',
    routes: () => [
      { path: '*', element: <LinksDialog subject={VAN} onClose={onClose} patienceMs={patienceMs} /> },
    ],
  });
  return onClose;
};
const list = () => screen.findByRole('listbox');
const row = async (name: string) =>
  within(await list()).findByRole('option', { name: new RegExp(`^${name}(?![0-9])`) });
const names = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));
const bodies = (server: MemoryServer, call: string): unknown[] =>
  server.requests(call).map(({ body }) => JSON.parse(body) as unknown);

test('[WEBLINK-1] the owner stands first', () => {
  expect(linkBetween(VAN, { kind: 'geofence', id: 2 })).toEqual({
    owner: ['deviceId', 1],
    property: ['geofenceId', 2],
  });
  expect(linkBetween({ kind: 'geofence', id: 2 }, { kind: 'group', id: 3 })).toEqual({
    owner: ['groupId', 3],
    property: ['geofenceId', 2],
  });
  expect(linkBetween({ kind: 'user', id: 7 }, VAN)).toEqual({
    owner: ['userId', 7],
    property: ['deviceId', 1],
  });
  expect(ownsOther('command', 'device')).toBe(false);
});

test('[WEBLINK-2] what the user may not see is not offered, and without the right nothing changes', async () => {
  expect(otherKinds('device', (right) => right === 'drivers.view')).toEqual(['driver']);
  expect(otherKinds('group', (right) => right === 'users.view')).toEqual(['user']);
  expect(otherKinds('report', () => true)).toEqual(['device', 'group', 'user']);
  expect(otherKinds('calendar', () => true)).toEqual(['user']);
  expect(otherKinds('calendar', (right) => right !== 'users.view')).toEqual([]);
  const server = aLinkServer(2, new Set(), 'geofences.view');
  await open(server);
  await userEvent.click(await row('Fence 1'));
  expect(screen.getByText('Your account cannot change these links.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('[WEBLINK-11] of a vehicle, the users who have it: the query names the user first', async () => {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/geofences', { body: [] })
    .on('GET /api/users', { body: [aUser({ id: 7, name: 'Has it' }), aUser({ id: 8, name: 'Gets it' })] })
    .on('GET /api/permissions', { body: [{ userId: 7, deviceId: 1 }] })
    .on('POST /api/permissions/bulk', { status: 204 });
  const element = <LinksDialog subject={VAN} onClose={vi.fn()} patienceMs={20_000} />;
  await openPage({ server, at: '/', routes: () => [{ path: '*', element }] });
  await userEvent.selectOptions(await screen.findByRole('combobox'), 'user');
  await userEvent.click(await row('Gets it'));
  await press('Save');
  await waitFor(() =>
    expect(bodies(server, 'POST /api/permissions/bulk')).toEqual([[{ userId: 8, deviceId: 1 }]]),
  );
  const [{ query } = { query: new URLSearchParams() }] = server.requests('GET /api/permissions');
  expect([...query]).toEqual([
    ['userId', '0'],
    ['deviceId', '1'],
  ]);
});

test('[WEBLINK-10] of a user, the users they manage; never themselves', async () => {
  const boss = { kind: 'user', id: 7, name: 'Boss' } as const;
  expect(otherKinds('user', (right) => right === 'users.view')).toEqual(['managedUser']);
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/devices', { body: [] })
    .on('GET /api/users', { body: [aUser({ id: 7, name: 'Boss' }), aUser({ id: 8, name: 'Below' })] })
    .on('GET /api/permissions', { body: [] })
    .on('POST /api/permissions/bulk', { status: 204 });
  const element = <LinksDialog subject={boss} onClose={vi.fn()} patienceMs={20_000} />;
  await openPage({ server, at: '/', routes: () => [{ path: '*', element }] });
  await userEvent.selectOptions(await screen.findByRole('combobox'), 'managedUser');
  await userEvent.click(await row('Below'));
  expect(names()).toHaveLength(1);
  await press('Save');
  await waitFor(() =>
    expect(bodies(server, 'POST /api/permissions/bulk')).toEqual([[{ userId: 7, managedUserId: 8 }]]),
  );
});

test('[WEBLINK-3] of 10,000 only the rows in sight exist, and a search finds one', async () => {
  await open(aLinkServer(10_000, new Set([9_999])));
  await row('Fence 1');
  expect(names().length).toBeLessThan(60);
  await fill(screen.getByRole('searchbox'), 'FENCE 9999');
  await waitFor(() => expect(names()).toEqual(['Fence 9999']));
  expect((await row('Fence 9999')).getAttribute('aria-selected')).toBe('true');
});

test('[WEBLINK-4] linked only, and what is being taken away stays in sight', async () => {
  await open(aLinkServer(5, new Set([2, 4])));
  await row('Fence 1');
  await userEvent.click(screen.getByRole('switch'));
  await waitFor(() => expect(names()).toEqual(['Fence 2', 'Fence 4']));
  await userEvent.click(await row('Fence 2'));
  expect(names()).toEqual(['Fence 2To be unlinked', 'Fence 4']);
});

test('[WEBLINK-5] changes of all kinds are saved together, many in a call', async () => {
  const server = aLinkServer(300, new Set([3]));
  await open(server);
  await userEvent.click(await row('Fence 1'));
  await userEvent.click(await row('Fence 3'));
  await userEvent.click(await row('Fence 2'));
  await userEvent.click(await row('Fence 2'));
  await userEvent.selectOptions(screen.getByRole('combobox'), 'driver');
  await userEvent.click(await row('Rui'));
  expect(screen.getByText('3 unsaved changes')).toBeTruthy();
  expect(server.requests('POST /api/permissions/bulk')).toHaveLength(0);
  await press('Save');
  await screen.findByText('Links saved.');
  expect(bodies(server, 'POST /api/permissions/bulk')).toEqual([
    [{ deviceId: 1, geofenceId: 1 }],
    [{ deviceId: 1, driverId: 5 }],
  ]);
  expect(bodies(server, 'DELETE /api/permissions/bulk')).toEqual([[{ deviceId: 1, geofenceId: 3 }]]);
});

test('[WEBLINK-5] a range by shift is cut into calls of 200', async () => {
  const server = aLinkServer(450, new Set());
  await open(server);
  (await list()).focus();
  await userEvent.keyboard('{Home} {End}{Shift>} {/Shift}');
  await screen.findByText('450 unsaved changes');
  await press('Save');
  await screen.findByText('Links saved.');
  const sizes = bodies(server, 'POST /api/permissions/bulk').map((body) => (body as unknown[]).length);
  expect(sizes).toEqual([200, 200, 50]);
});

test('[WEBLINK-6] a rejected list is tried one by one; failed ones say why and stay', async () => {
  const linked = new Set<number>();
  const server = aLinkServer(3, linked)
    .on('POST /api/permissions/bulk', { status: 403, body: 'Right missing - devices.lock' })
    .on('POST /api/permissions', ({ body }) => {
      const { geofenceId } = JSON.parse(body) as { geofenceId: number };
      if (geofenceId === 2) return { status: 403, body: 'Account is readonly - no' };
      linked.add(geofenceId);
      return { status: 204 };
    });
  await open(server);
  for (const name of ['Fence 1', 'Fence 2', 'Fence 3']) await userEvent.click(await row(name));
  await press('Save');
  await screen.findByText('1 link was not saved.');
  expect([...linked]).toEqual([1, 3]);
  expect((await row('Fence 2')).textContent).toMatch(/read-only.*Not saved/i);
  expect(within(await row('Fence 1')).queryByText('To be linked')).toBeNull();
});

test('[WEBLINK-6] without a connection the rest is not tried', async () => {
  const server = aLinkServer(450, new Set());
  await open(server);
  (await list()).focus();
  await userEvent.keyboard('{Home} {End}{Shift>} {/Shift}');
  await screen.findByText('450 unsaved changes');
  server.on('POST /api/permissions/bulk', { status: 502, body: 'Tracking server unreachable - x' });
  await press('Save');
  await screen.findByText('450 links were not saved.');
  expect(server.requests('POST /api/permissions/bulk')).toHaveLength(1);
  expect(server.requests('POST /api/permissions')).toHaveLength(0);
});

test('[WEBLINK-7] what does not load in time says so and can be tried again', async () => {
  const server = aLinkServer(2, new Set());
  let isSlow = true;
  const answer = server.fetch;
  server.fetch = (input, init) =>
    isSlow && input.includes('/api/geofences')
      ? new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        })
      : answer(input, init);
  await open(server, vi.fn(), 10);
  await screen.findByText('Timeout loading related objects.');
  isSlow = false;
  await press('Try now');
  await row('Fence 1');
});

test('[WEBLINK-8] closing with changes asks first', async () => {
  const onClose = await open(aLinkServer(2, new Set()));
  await userEvent.click(await row('Fence 1'));
  await press('Close');
  expect(onClose).not.toHaveBeenCalled();
  await screen.findByText('Discard 1 change?');
  await press('Discard');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('[WEBLINK-9] anchors stand after ordinary geofences, and say what they are', async () => {
  const server = aLinkServer(0, new Set());
  const anchor = { id: 1, name: 'Ambar', description: null, attributes: { isAnchor: true } };
  server.on('GET /api/geofences', ({ query }) => ({
    body: query.has('deviceId') ? [] : [anchor, { id: 2, name: 'Yard', description: null, attributes: {} }],
  }));
  await open(server);
  await row('Yard');
  expect(names()).toEqual(['Yard', 'AmbarAnchor']);
});
