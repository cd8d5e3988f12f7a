import { encodeRights, type Group } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { GroupListPanel } from './group-list-panel.tsx';
import { GroupPanel } from './group-panel.tsx';
import { foundRows, groupRows, possibleParents } from './group-tree.ts';
import { fill } from '../../testing/fill.ts';

const group = (id: number, name: string, groupId = 0, attributes = {}): Group => ({
  id,
  name,
  groupId,
  attributes,
});
const { compare } = new Intl.Collator('en');
const rowsOf = (groups: readonly Group[]) => groupRows(groups, (id) => id, compare);
const lines = (rows: ReturnType<typeof rowsOf>): string[] =>
  rows.map(({ group: { name }, depth, devices }) => `${'-'.repeat(depth)}${name} ${devices.below}`);
const TREE = [
  group(1, 'South'),
  group(2, 'North'),
  group(3, 'Trucks', 1),
  group(4, 'Cars', 1),
  group(5, 'Old', 3),
];

test('[WEBGROUP-1] the tree, with the vehicles below; nothing is lost in a cycle', () => {
  expect(lines(rowsOf(TREE))).toEqual(['North 2', 'South 13', '-Cars 4', '-Trucks 8', '--Old 5']);
  expect(lines(rowsOf([group(1, 'A', 99), group(2, 'B', 3), group(3, 'C', 2)]))).toEqual([
    'A 1',
    'B 5',
    '-C 3',
  ]);
});

test('[WEBGROUP-2] a search keeps the way to what it finds', () => {
  expect(lines(foundRows(rowsOf(TREE), 'OLD'))).toEqual(['South 13', '-Trucks 8', '--Old 5']);
  expect(foundRows(rowsOf(TREE), 'nothing')).toEqual([]);
});

test('[WEBGROUP-3] a group stands neither below itself nor below what is below it', () => {
  const names = (id: number): string[] => possibleParents(rowsOf(TREE), id).map((row) => row.group.name);
  expect(names(1)).toEqual(['North']);
  expect(names(3)).toEqual(['North', 'South', 'Cars']);
  expect(names(0)).toHaveLength(5);
});

function aGroupServer(user: Parameters<typeof aUser>[0] = {}): MemoryServer {
  return new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': user.attributes !== undefined } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/groups', {
      body: [group(1, 'South', 0, { speedLimit: '40', note: 'x' }), group(3, 'Trucks', 1)],
    })
    .on('GET /api/devices', { body: [{ groupId: 1 }, { groupId: 3 }, { groupId: 3 }] })
    .on('POST /api/groups', ({ body }) => ({ body: { ...(JSON.parse(body) as Group), id: 9 } }))
    .on('PUT /api/groups/1', ({ body }) => ({ body: JSON.parse(body) as Group }))
    .on('DELETE /api/groups/1', { status: 204 });
}
const open = (server: MemoryServer, at: string) =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/groups', element: <GroupListPanel /> },
      { path: '/groups/:groupId', element: <GroupPanel /> },
    ],
  });
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));
const sent = (server: MemoryServer, call: string): unknown =>
  JSON.parse(server.requests(call)[0]?.body ?? 'null');

test('[WEBGROUP-1] the list counts the vehicles and opens a group', async () => {
  const page = await open(aGroupServer(), '/groups');
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'South3 vehicles',
      'Trucks2 vehicles',
    ]),
  );
  await userEvent.click(screen.getByRole('option', { name: /South/ }));
  expect(page.path()).toBe('/groups/1');
});

test('[WEBGROUP-4] a new one is created below its parent', async () => {
  const server = aGroupServer();
  const page = await open(server, '/groups/new');
  await press('Save');
  await screen.findByText('The Name field is required.');
  await fill(screen.getByLabelText(/^Name/), ' Vans ');
  await userEvent.selectOptions(screen.getByLabelText('Parent group'), '1');
  await press('Save');
  await waitFor(() => expect(page.path()).toBe('/groups'));
  expect(sent(server, 'POST /api/groups')).toEqual({ name: 'Vans', groupId: 1, attributes: {} });
  await screen.findByText('Group saved.');
});

test('[WEBGROUP-6] untouched fields keep their value', async () => {
  const server = aGroupServer();
  await open(server, '/groups/1');
  await userEvent.type(await screen.findByLabelText(/^Name/), '!');
  await userEvent.clear(screen.getByLabelText('Value of note'));
  await fill(screen.getByLabelText('Value of note'), '12.5');
  await press('Save');
  await waitFor(() =>
    expect(sent(server, 'PUT /api/groups/1')).toEqual(
      group(1, 'South!', 0, { speedLimit: '40', note: 12.5 }),
    ),
  );
});

test('[WEBGROUP-9] a speed limit is written in the unit and language of the user; an invalid one is an error', async () => {
  const server = aGroupServer();
  await open(server, '/groups/1');
  const field = await screen.findByLabelText<HTMLInputElement>('Speed limit (km/h)');
  expect(field.value).toBe('74.1');
  await userEvent.clear(field);
  await fill(field, 'fast');
  await press('Save');
  await screen.findByText('Enter a number of 0 or more.');
  await userEvent.clear(field);
  await fill(field, '80');
  await press('Save');
  await waitFor(() => expect(server.requests('PUT /api/groups/1')).toHaveLength(1));
  const { attributes } = sent(server, 'PUT /api/groups/1') as Group;
  expect(attributes).toEqual({ speedLimit: expect.closeTo(43.1965, 3) as number, note: 'x' });
});

test('[WEBGROUP-3] a cycle that the server rejects is an error, and the input stays', async () => {
  const server = aGroupServer().on('PUT /api/groups/1', {
    status: 400,
    body: 'Cycle in group hierarchy - A group cannot be inside itself',
  });
  await open(server, '/groups/1');
  await fill(await screen.findByLabelText(/^Name/), ' 2');
  await press('Save');
  expect(await screen.findByText('A group cannot be inside itself.')).toBeTruthy();
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'South 2');
});

test('[WEBGROUP-5] deleting asks, says what happens to the vehicles, and goes back', async () => {
  const server = aGroupServer();
  const page = await open(server, '/groups/1');
  await press('Delete the group');
  const box = await screen.findByRole('alertdialog');
  expect(box.textContent).toMatch(/1 vehicle.*No vehicle is deleted/);
  await userEvent.click(within(box).getByRole('button', { name: 'Delete the group' }));
  await waitFor(() => expect(page.path()).toBe('/groups'));
  expect(server.requests('DELETE /api/groups/1')).toHaveLength(1);
});

test('[WEBGROUP-4] an id that is not above 0 is no group', async () => {
  for (const id of ['0', '-1', 'x']) {
    const page = await open(aGroupServer(), `/groups/${id}`);
    await screen.findByText(/no longer exists/);
    expect(screen.queryByRole('button', { name: 'Delete the group' })).toBeNull();
    page.unmount();
  }
});

test('[WEBGROUP-7] without the right there is nothing to change', async () => {
  const attributes = { 'rastro.advancedPerms': encodeRights(['groups.view']) };
  const page = await open(aGroupServer({ attributes }), '/groups');
  await screen.findByRole('option', { name: /South/ });
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
  page.unmount();
  await open(aGroupServer({ attributes }), '/groups/1');
  expect(await screen.findByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Delete the group' })).toBeNull();
});

test('[WEBGROUP-8] a link to the whole group is made from its form; one without vehicles has none', async () => {
  const server = aGroupServer().on('POST /ext/shares', { body: { token: 'tok' } });
  const routes = () => [{ path: '/groups/:groupId', element: <GroupPanel /> }];
  const page = await openPage({ server, at: '/groups/3', routes });
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Group Trucks' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
  await dialog.findByDisplayValue(/\/share\/tok$/);
  const sent: unknown = JSON.parse(server.requests('POST /ext/shares')[0]?.body ?? '{}');
  expect(sent).toEqual({ groupId: 3, expiration: expect.any(String) as string });
  page.unmount();

  await openPage({ server: aGroupServer().on('GET /api/devices', { body: [] }), at: '/groups/3', routes });
  await screen.findByRole('button', { name: 'Links' });
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});
