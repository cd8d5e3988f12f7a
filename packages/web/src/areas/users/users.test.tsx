import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { orderedUsers } from './ordered-users.ts';
import { UserListPanel } from './user-list-panel.tsx';
import { fill } from '../../testing/fill.ts';

const BEN = aUser({ id: 9, name: 'Ben Costa', email: 'ben@example.com', phone: '+55 11 9999' });
const EVA = aUser({ id: 4, name: 'Eva', email: 'eva@example.com', userLimit: 3, disabled: true });
const USER_STATUSES = [
  {
    userId: 9,
    devices: 3,
    lastSeen: '2026-11-20T10:00:00.000+00:00',
    invited: false,
    deletionRequested: null,
  },
  { userId: 4, devices: 0, lastSeen: null, invited: false, deletionRequested: null },
];
function aUserServer(me: Parameters<typeof aUser>[0] = { administrator: true }): MemoryServer {
  return new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser(me) })
    .on('GET /api/users', { body: [BEN, EVA] })
    .on('GET /api/users/standing', { body: USER_STATUSES });
}
const open = (server: MemoryServer, at = '/users') =>
  openPage({ server, at, routes: () => [{ path: '/users', element: <UserListPanel /> }] });
const lines = (): (string | null)[] => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('[WEBUSER-1] role, devices, last visit, and that an account is disabled', async () => {
  await open(aUserServer());
  await waitFor(() => expect(lines()[0]).toMatch(/^Ben CostaUser · ben@example.com3 vehiclesLast seen .*11/));
  expect(lines()[1]).toBe('EvaUser manager · eva@example.comDisabled0 vehiclesLast visit unknown');
});

test('[WEBUSER-1] what the server does not tell is unknown', async () => {
  await open(aUserServer().on('GET /api/users/standing', { status: 404, body: '' }));
  await waitFor(() => expect(lines()[0]).toMatch(/UnknownLast visit unknown$/));
});

test('[WEBUSER-2] search by phone, and the order of the address', async () => {
  const page = await open(aUserServer(), '/users?sort=devices');
  await waitFor(() => expect(lines()[0]).toMatch(/^Ben/));
  await fill(screen.getByLabelText('Search users'), '9999');
  await waitFor(() => expect(lines()).toHaveLength(1));
  expect(page.path()).toContain('q=9999');
});

test('[WEBUSER-2] what is unknown stands at the end of either order', () => {
  const statuses = new Map(USER_STATUSES.map((each) => [each.userId, each]));
  const order = { sort: 'seen', statuses, debts: new Map(), now: 0 } as const;
  const names = (isDown: boolean): string[] =>
    orderedUsers([EVA, BEN], { ...order, isDown }).map(({ name }) => name);
  expect([names(false), names(true)]).toEqual([
    ['Ben Costa', 'Eva'],
    ['Ben Costa', 'Eva'],
  ]);
});

test('[WEBUSER-3] who may have no users asks for none', async () => {
  const server = aUserServer({ userLimit: 0 });
  await open(server);
  await screen.findByText('No users yet');
  expect(server.requests('GET /api/users')).toHaveLength(0);
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
});

test('[WEBUSER-4] of 10,000 users only those in sight are rows', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) =>
    aUser({ id: at + 1, name: `User ${at}`, email: `u${at}@example.com` }),
  );
  await open(aUserServer().on('GET /api/users', { body: many }));
  await waitFor(() => expect(lines().length).toBeGreaterThan(0));
  expect(lines().length).toBeLessThan(100);
});

test('[WEBUSER-22] who has not chosen a password yet is invited', async () => {
  const statuses = USER_STATUSES.map((each) => ({ ...each, invited: each.userId === BEN.id }));
  await open(aUserServer().on('GET /api/users/standing', { body: statuses }));
  await screen.findByText('Invited');
});

test('[WEBUSER-12] with billing the list shows who owes money, and can sort them first', async () => {
  const server = aUserServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableBilling': true } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /ext/billing/debts', {
      body: [{ customerId: 4, oldestDue: '2026-05-10', count: 2, value: 18_000 }],
    });
  await open(server, '/users?sort=owing');
  await waitFor(() => expect(lines()[0]).toMatch(/^Eva.*Owes \$ 180\.00/));
  expect(lines()[1]).not.toContain('Owes');
});
