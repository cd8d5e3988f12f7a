import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ServerSettings, User } from '@rastro/fleet';
import { Link, Outlet, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { UserMenu } from './shell/user-menu.tsx';
import { useBases } from '../kernel/map-defaults/use-map-base.ts';
import { aServer, aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage, type Page } from '../testing/open-page.tsx';
import { ServerPanel } from '../areas/server/server-panel.tsx';
import { fill } from '../testing/fill.ts';

const HERE = { id: 'here', name: 'HERE', url: 'https://h/{z}?k={key}', attribution: '', maxZoom: 19 };

function Frame() {
  const bases = useBases();
  return (
    <>
      <UserMenu />
      <Link to="/home">Away</Link>
      <output>{bases.map(({ id }) => id).join(' ')}</output>
      <Outlet />
    </>
  );
}
const screens = (): RouteObject[] => [
  {
    element: <Frame />,
    children: [
      { path: '/server', element: <ServerPanel /> },
      { path: '/home', element: <p>Home</p> },
    ],
  },
];

/** A server that keeps its record. */
function serverWith({ settings = {}, user = {}, plus = true, bases = [] as unknown[] } = {}): MemoryServer {
  let stored: ServerSettings = aServer(settings);
  return new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true, ...(user as Partial<User>) }) })
    .on('GET /api/server', () => ({ body: stored, headers: plus ? { licensemode: 'plus' } : {} }))
    .on('PUT /api/server', ({ body }) => {
      stored = JSON.parse(body) as ServerSettings;
      return { body: stored };
    })
    .on('GET /ext/assets/custom/config.json', {
      body: { brand: 'rastro', title: 'T', tileSources: bases },
    });
}
const open = (server: MemoryServer, at = '/server'): Promise<Page> =>
  openPage({ server, at, routes: screens });
const written = (server: MemoryServer): ServerSettings =>
  JSON.parse(server.requests('PUT /api/server').at(-1)?.body ?? '{}') as ServerSettings;
const save = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('[WEBSRV-1] the menu leads an administrator there', async () => {
  const page = await open(serverWith(), '/home');
  await userEvent.click(await screen.findByRole('button', { name: /'s menu$/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Server' }));
  await screen.findByLabelText(/^Vehicle limit/);
  expect(page.path()).toBe('/server');
});

test('[WEBSRV-1] no other role has an entry, and opening the address says so', async () => {
  const server = serverWith({ user: { administrator: false } });
  await open(server);
  await screen.findByText('Only for administrators');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /'s menu$/ }));
  await screen.findByRole('menuitem', { name: 'My account' });
  expect(screen.queryByRole('menuitem', { name: 'Server' })).toBeNull();
});

test('[WEBSRV-2] what would do nothing here is not offered', async () => {
  const page = await open(serverWith({ plus: false }));
  await screen.findByLabelText(/^Vehicle limit/);
  for (const name of [/^HERE key/, /^MapTiler key/, /^Advanced permissions/, /^Group vehicles/]) {
    expect(screen.queryByLabelText(name), name.source).toBeNull();
  }
  page.unmount();
  await open(serverWith({ bases: [{ ...HERE, keyAttribute: 'hereKey' }] }));
  await screen.findByLabelText('HERE key');
  expect(screen.queryByLabelText('MapTiler key')).toBeNull();
  expect(screen.getByLabelText(/^Advanced permissions/)).toBeTruthy();
});

test('[WEBSRV-6] a key that was saved unlocks its base maps at once, and the form is reset', async () => {
  const server = serverWith({
    settings: { attributes: { theirs: 1 } },
    bases: [{ ...HERE, keyAttribute: 'hereKey' }],
  });
  const page = await open(server);
  await fill(await screen.findByLabelText('HERE key'), 'abc');
  await userEvent.click(screen.getByLabelText(/^Safe deletion/));
  await save();
  await screen.findByText('Changes saved.');
  expect(written(server).attributes).toEqual({ theirs: 1, hereKey: 'abc', 'rastro.safeDeletion': true });
  expect(document.querySelector('output')?.textContent).toBe('here');
  await userEvent.click(screen.getByRole('link', { name: 'Away' }));
  await screen.findByText('Home');
  expect(page.path()).toBe('/home');
});

test('[WEBSRV-3] changes of another user stay', async () => {
  const server = serverWith({ settings: { attributes: { speedUnit: 'kn' } } });
  await open(server);
  await userEvent.click(await screen.findByLabelText(/^Registration is open/));
  server.on('GET /api/server', {
    body: aServer({ announcement: 'Theirs', attributes: { speedUnit: 'mph', colorPrimary: '#123456' } }),
  });
  await save();
  await screen.findByText('Changes saved.');
  expect(written(server)).toMatchObject({
    registration: true,
    announcement: 'Theirs',
    attributes: { speedUnit: 'mph', colorPrimary: '#123456' },
  });
});

test('[WEBSRV-4] an invalid value is shown in place and not sent', async () => {
  const server = serverWith();
  await open(server);
  await fill(await screen.findByLabelText(/^Vehicle limit/), 'many');
  await fill(screen.getByLabelText('Latitude of the center'), '95');
  await save();
  await screen.findByText('Enter a whole number, or leave it empty.');
  await screen.findByText(/Enter a latitude from -90 to 90/);
  expect(server.requests('PUT /api/server')).toHaveLength(0);
});

test('[WEBSRV-5] an error is shown in place, the input stays and is not left without a question', async () => {
  const server = serverWith().on('PUT /api/server', { status: 400, body: 'WRITE_ACCESS_DENIED - x' });
  const page = await open(server);
  await fill(await screen.findByLabelText(/^Vehicle limit/), '70');
  await save();
  const alert = screen.getByRole('alert');
  await waitFor(() => expect(alert.textContent).not.toBe(''));
  expect(screen.getByLabelText(/^Vehicle limit/)).toHaveProperty('value', '70');
  await userEvent.click(screen.getByRole('link', { name: 'Away' }));
  const question = await screen.findByRole('alertdialog');
  expect(page.path()).toBe('/server');
  await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText(/^Vehicle limit/)).toHaveProperty('value', '70');
});
