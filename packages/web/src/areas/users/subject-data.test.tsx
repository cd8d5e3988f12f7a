import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ErasurePreview } from '@rastro/fleet';
import type { RouteObject } from 'react-router';
import { expect, test, vi } from 'vitest';
import { SubjectData } from '../../kernel/accounts/subject-data.tsx';
import { choose } from '../../testing/choose.ts';
import { fill } from '../../testing/fill.ts';
import { MemoryServer } from '../../testing/memory-server.ts';
import { MoveButton } from '../../kernel/accounts/move-button.tsx';
import { aServer, aUser } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';

const PREVIEW: ErasurePreview = { name: 'Ana Lima', people: 0, devices: 2, invoices: 3, checkIns: 0 };
const routes = (): RouteObject[] => [
  {
    path: '/users/7',
    element: (
      <SubjectData of={{ kind: 'user', id: 7 }} mayTake mayErase list={{ path: '/users', key: ['users'] }} />
    ),
  },
  { path: '/users', element: <p>list</p> },
];
const open = (server: MemoryServer) => openPage({ server, at: '/users/7', routes });

test('[WEBPERSON-1] all stored data about a user is downloaded as a file', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const server = new MemoryServer().on('GET /ext/users/7/data', { body: '{"account":{}}' });
  await open(server);
  await userEvent.click(screen.getByRole('button', { name: 'Export data' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
});

test('[WEBPERSON-2] the dialog says what is erased and what stays, and does nothing before the name is typed', async () => {
  const server = new MemoryServer()
    .on('GET /ext/users/7/erasure', { body: PREVIEW })
    .on('POST /ext/users/7/erasure', { status: 204 });
  const page = await open(server);
  await userEvent.click(screen.getByRole('button', { name: 'Erase person' }));
  await screen.findByText('3 invoices, with the name, as tax law requires.');
  const press = async () => {
    const buttons = screen.getAllByRole('button', { name: 'Erase person' });
    const last = buttons.at(-1);
    if (last) await userEvent.click(last);
  };
  await press();
  await screen.findByText('The name does not match.');
  expect(server.requests('POST /ext/users/7/erasure')).toHaveLength(0);
  await fill(screen.getByLabelText('Type the name to confirm: Ana Lima'), 'Ana Lima');
  await press();
  await screen.findByText('list');
  expect(server.requests('POST /ext/users/7/erasure').map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    [{ name: 'Ana Lima' }],
  );
  expect(page.path()).toBe('/users');
});

test('[WEBPERSON-2] a user with accounts below is not erased, and the dialog says why', async () => {
  const server = new MemoryServer().on('GET /ext/users/7/erasure', { body: { ...PREVIEW, people: 2 } });
  await open(server);
  await userEvent.click(screen.getByRole('button', { name: 'Erase person' }));
  await screen.findByText('2 users are below this account. Move or erase them first.');
  expect(screen.queryByLabelText(/Type the name/)).toBeNull();
});

test('[WEBPERSON-3] a reseller moves a user to another who may have accounts below, after a description of the consequences', async () => {
  const seller = aUser({ userLimit: -1, attributes: { 'rastro.reseller': true } });
  const users = [
    aUser({ id: 7, name: 'Ana', userLimit: 3 }),
    aUser({ id: 8, name: 'Bia', userLimit: 0 }),
    aUser({ id: 9, name: 'Cai', userLimit: 5, email: 'cai@example.com' }),
  ];
  const at = (of: { readonly kind: 'user' | 'device'; readonly id: number; readonly name: string }) => () => [
    { path: '/x', element: <MoveButton of={of} touches={['users']} onMoved={() => moved.push(of.id)} /> },
  ];
  const moved: number[] = [];
  const server = (user: ReturnType<typeof aUser>) =>
    new MemoryServer()
      .on('GET /api/session', { body: user })
      .on('GET /api/users', { body: users })
      .on('POST /api/users/7/move', { status: 204 });
  const used = server(seller);
  const page = await openPage({ server: used, at: '/x', routes: at({ kind: 'user', id: 7, name: 'Ana' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Move to another customer' }));
  await screen.findByText(/The previous reseller and its users no longer see/);
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  await screen.findByText('Choose a customer.');
  await userEvent.click(screen.getByRole('combobox', { name: 'New customer' }));
  await screen.findByRole('option', { name: 'Cai (cai@example.com)' });
  expect(screen.queryByRole('option', { name: /^Bia/ })).toBeNull();
  expect(screen.queryByRole('option', { name: /^(Ana \(|Nobody)/ })).toBeNull();
  await choose('New customer', 'cai@', 'Cai (cai@example.com)');
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(moved).toEqual([7]));
  expect(used.requests('POST /api/users/7/move').map(({ body }) => body)).toEqual(['{"userId":9}']);
  page.unmount();
  const plain = at({ kind: 'device', id: 7, name: 'Van' });
  const other = await openPage({ server: server(aUser({ userLimit: -1 })), at: '/x', routes: plain });
  expect(other.container.querySelector('button')).toBeNull();
});

test('[WEBPERSON-3] where the tracking server moves nothing, nothing offers it', async () => {
  const server = new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/server', {
      body: aServer({}),
      headers: { licensemode: 'plus', trackingserver: 'traccar 6.14.5', features: 'history' },
    });
  const of = { kind: 'device', id: 7, name: 'Van' } as const;
  const element = (
    <>
      <p>Van</p>
      <MoveButton of={of} touches={['users']} onMoved={() => undefined} />
    </>
  );
  await openPage({ server, at: '/x', routes: () => [{ path: '/x', element }] });
  await screen.findByText('Van');
  expect(screen.queryByRole('button', { name: 'Move to another customer' })).toBeNull();
});
