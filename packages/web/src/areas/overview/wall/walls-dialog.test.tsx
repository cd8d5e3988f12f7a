import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Layout, Wall } from '@rastro/fleet/layouts';
import { expect, test } from 'vitest';
import { aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { WallsDialog } from './walls-dialog.tsx';

const layout = (id: number, name: string): Layout => ({
  id,
  name,
  revision: 1,
  period: { preset: 'today' },
  groupIds: [],
  deviceIds: [],
  widgets: [],
});
const LAYOUTS = [layout(3, 'Morning'), layout(5, 'Fuel')];
const wall = (id: number, name: string, more: Partial<Wall> = {}): Wall => ({
  id,
  name,
  layoutIds: [3],
  map: true,
  seconds: 30,
  personal: false,
  expiration: '2030-01-01T00:00:00Z',
  createdTime: `2026-11-0${id}T00:00:00Z`,
  lastUsedTime: null,
  ...more,
});

async function openDialog(walls: Wall[]) {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ attributes: { timezone: 'America/Bahia' } }) })
    .on('GET /ext/walls', () => ({ body: walls }));
  const answer = server.fetch;
  // As in a browser.
  server.fetch = async (input, init) => {
    init.signal?.throwIfAborted();
    return answer(input, init);
  };
  const page = await openPage({
    server,
    at: '/overview',
    routes: () => [
      { path: '/overview', element: <WallsDialog layouts={LAYOUTS} openId={3} onClose={() => undefined} /> },
    ],
  });
  await screen.findByRole('dialog', { name: 'TV screens' });
  return { server, page, user: userEvent.setup() };
}

test('[WEBWALL-7] a screen is made with a login token, and its link is shown once', async () => {
  const { server, user } = await openDialog([]);
  server
    .on('POST /api/session/token', { body: 'login-token' })
    .on('POST /ext/walls', { body: { ...wall(1, 'Hall'), token: 'secret-link' } });
  await user.click((await screen.findAllByRole('button', { name: 'New TV screen' }))[0] ?? document.body);
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  await screen.findByText('Give the screen a name.');
  await user.type(screen.getByLabelText('Name'), ' Hall ');
  expect(screen.getByLabelText<HTMLInputElement>('Morning').checked).toBe(true);
  await user.click(screen.getByLabelText('Fuel'));
  await user.click(screen.getByLabelText('Map with the vehicles'));
  await user.selectOptions(screen.getByLabelText('Each page stays for'), '60');
  await user.selectOptions(screen.getByLabelText('Ends in'), 'd7');
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  const link = await screen.findByLabelText<HTMLInputElement>('Link');
  expect(new URL(link.value).pathname).toBe('/overview/wall/secret-link');
  const [token] = server.requests('POST /api/session/token');
  const form = new URLSearchParams(token?.body);
  const [made] = server.requests('POST /ext/walls');
  const sent: Record<string, unknown> = JSON.parse(made?.body ?? '{}');
  expect(sent).toMatchObject({
    name: 'Hall',
    layoutIds: [3, 5],
    map: false,
    seconds: 60,
    personal: false,
    loginToken: 'login-token',
    zone: 'America/Bahia',
    language: 'en',
  });
  expect([form.get('name'), form.get('expiration')]).toEqual(['Hall', sent['expiration']]);
});

test('[WEBWALL-7] when the screen is not made, its login token ends', async () => {
  const { server, user } = await openDialog([]);
  server
    .on('POST /api/session/token', { body: 'login-token' })
    .on('POST /api/session/token/revoke', { status: 204 })
    .on('POST /ext/walls', { status: 409, body: 'Too many walls - There are 20 already; end one before' });
  await user.click((await screen.findAllByRole('button', { name: 'New TV screen' }))[0] ?? document.body);
  await user.type(screen.getByLabelText('Name'), 'Hall');
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  await screen.findByText('You have as many TV screens as there may be. End one first.');
  expect(server.requests('POST /api/session/token/revoke').map(({ body }) => body)).toEqual([
    'token=login-token',
  ]);
});

test('[WEBWALL-7] a dialog that is left while the screen is made ends its login token, too', async () => {
  const { server, user, page } = await openDialog([]);
  server
    .on('POST /api/session/token', { body: 'login-token' })
    .on('POST /api/session/token/revoke', { status: 204 })
    .on('POST /ext/walls', () => {
      page.unmount();
      return { status: 502, body: 'Tracking server unreachable' };
    });
  await user.click((await screen.findAllByRole('button', { name: 'New TV screen' }))[0] ?? document.body);
  await user.type(screen.getByLabelText('Name'), 'Hall');
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  await waitFor(() => expect(server.requests('POST /api/session/token/revoke')).toHaveLength(1));
});

test('[WEBWALL-8] the list is searched and sorted, says what hangs where, and asks before it ends one', async () => {
  const walls = [
    wall(2, 'Yard', { layoutIds: [0, 5], map: false, personal: true, expiration: '2028-01-01T00:00:00Z' }),
    wall(1, 'Hall', { lastUsedTime: '2026-11-20T10:00:00Z' }),
  ];
  const { server, user } = await openDialog(walls);
  const rows = () => within(screen.getByRole('list', { name: 'TV screens' })).getAllByRole('listitem');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[0]?.textContent).toMatch(
    /^YardOverview \(default\), Fuel · until .*never opened · with data of drivers/,
  );
  expect(rows()[1]?.textContent).toMatch(/^HallMorning, Map · until .*last opened/);
  await user.selectOptions(screen.getByLabelText('Order'), 'name');
  expect(rows()[0]?.textContent).toMatch(/^Hall/);
  await user.type(screen.getByRole('searchbox', { name: 'Search TV screens' }), 'nothing');
  await screen.findByText('No TV screen has these words.');
  await user.clear(screen.getByRole('searchbox', { name: 'Search TV screens' }));
  server.on('DELETE /ext/walls/2', () => {
    walls.shift();
    return { status: 204 };
  });
  await user.click(screen.getByRole('button', { name: 'End Yard' }));
  await screen.findByText(/“Yard” goes dark within 2 seconds/);
  await user.click(screen.getByRole('button', { name: 'End' }));
  await waitFor(() => expect(rows().map(({ textContent }) => textContent?.slice(0, 4))).toEqual(['Hall']));
});
