import { encodeRights, type SavedCommand } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { SavedListPanel } from './saved-list-panel.tsx';
import { SavedPanel } from './saved-panel.tsx';
import { changedCommand, savedValues, wrongParameters } from './saved-values.ts';
import { fill } from '../../../testing/fill.ts';

const HORN: SavedCommand = {
  id: 7,
  deviceId: 0,
  description: 'Horn',
  type: 'outputControl',
  textChannel: false,
  attributes: { index: 2, data: '1', noQueue: true },
};
const STOP: SavedCommand = {
  id: 8,
  deviceId: 0,
  description: 'Cut',
  type: 'engineStop',
  textChannel: true,
  attributes: {},
};

test('[WEBCMD-1] each type has what it needs', () => {
  const values = savedValues(HORN);
  expect(values.parameters).toEqual({ index: '2', data: '1' });
  const wrong = (parameters: Record<string, string>): string[] => [...wrongParameters(HORN.type, parameters)];
  expect(wrong({ index: '2', data: '0' })).toEqual([]);
  expect(wrong({ index: 'two', data: ' ' })).toEqual(['index', 'data']);
  expect([...wrongParameters(STOP.type, savedValues(STOP).parameters)]).toEqual([]);
});

test('[WEBCMD-2] what belongs to another type goes, the rest stays', () => {
  const values = savedValues(HORN);
  expect(changedCommand(HORN, values)).toEqual(HORN);
  expect(changedCommand(HORN, { ...values, type: 'engineStop' }).attributes).toEqual({ noQueue: true });
});

function aCommandServer(user: Parameters<typeof aUser>[0] = {}): MemoryServer {
  return new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': user.attributes !== undefined } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/commands', { body: [HORN, STOP] })
    .on('POST /api/commands', ({ body }) => ({ body: { ...(JSON.parse(body) as SavedCommand), id: 9 } }))
    .on('PUT /api/commands/7', ({ body }) => ({ body: JSON.parse(body) as SavedCommand }))
    .on('DELETE /api/commands/7', { status: 204 });
}
const open = (server: MemoryServer, at: string) =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/commands', element: <SavedListPanel /> },
      { path: '/commands/:commandId', element: <SavedPanel /> },
    ],
  });
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));
const sent = (server: MemoryServer, call: string): unknown =>
  JSON.parse(server.requests(call)[0]?.body ?? 'null');

test('[WEBCMD-4] a new one is created with the parameters of its type', async () => {
  const server = aCommandServer();
  const page = await open(server, '/commands/new');
  await fill(await screen.findByLabelText(/^Title/), 'Where');
  await press('Save');
  await screen.findByText('Fill in this field.');
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'positionPeriodic');
  await fill(screen.getByLabelText(/^Interval/), '30');
  await press('Save');
  await waitFor(() => expect(page.path()).toBe('/commands'));
  expect(sent(server, 'POST /api/commands')).toEqual({
    deviceId: 0,
    description: 'Where',
    type: 'positionPeriodic',
    textChannel: false,
    attributes: { frequency: 30 },
  });
});

test('[WEBCMD-4] one that is there is updated', async () => {
  const server = aCommandServer();
  await open(server, '/commands/7');
  await fill(await screen.findByLabelText(/^Title/), ' 2');
  await press('Save');
  await waitFor(() =>
    expect(sent(server, 'PUT /api/commands/7')).toEqual({ ...HORN, description: 'Horn 2' }),
  );
});

test('[WEBCMD-3] only what the user may send can be chosen', async () => {
  const rights = encodeRights(['commands.view', 'commands.edit', 'devices.sendCommand']);
  await open(aCommandServer({ attributes: { 'rastro.advancedPerms': rights } }), '/commands/8');
  const types = within(await screen.findByLabelText('Type')).getAllByRole('option');
  const names = types.map((option) => (option as HTMLOptionElement).value);
  expect(names).toContain('engineStop');
  expect(names).not.toContain('engineResume');
  expect(names).toContain('rebootDevice');
});

test('[WEBCMD-5] deleting asks first', async () => {
  const server = aCommandServer();
  const page = await open(server, '/commands/7');
  await press('Delete the command');
  const box = await screen.findByRole('alertdialog');
  expect(box.textContent).toMatch(/notifications that send it/);
  await userEvent.click(within(box).getByRole('button', { name: 'Delete the command' }));
  await waitFor(() => expect(page.path()).toBe('/commands'));
  expect(server.requests('DELETE /api/commands/7')).toHaveLength(1);
});

test('[WEBCMD-6] limited commands are looked at only', async () => {
  const page = await open(aCommandServer({ limitCommands: true }), '/commands');
  await screen.findByRole('option', { name: /Horn/ });
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
  page.unmount();
  await open(aCommandServer({ limitCommands: true }), '/commands/7');
  expect(await screen.findByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Delete the command' })).toBeNull();
});

test('[WEBCMD-7] words find a command by its title and its type', async () => {
  const page = await open(aCommandServer(), '/commands?q=lock');
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toEqual(['CutEngine lock · by SMS']));
  await userEvent.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(names()).toHaveLength(2));
  expect(page.path()).toBe('/commands');
});

test('[WEBCMD-8] a star is kept with the account and puts the command first', async () => {
  const server = aCommandServer({ administrator: true });
  server.on('PUT /api/users/1', ({ body }) => ({ body: JSON.parse(body) as object }));
  const page = await open(server, '/commands/7');
  const star = await screen.findByRole('button', { name: 'Favorite' });
  expect(star.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(star);
  await waitFor(() => expect(server.requests('PUT /api/users/1')).toHaveLength(1));
  expect(server.requests('PUT /api/users/1')[0]?.body).toContain('"rastro.favouriteCommands":"7"');
  page.unmount();
  server.on('GET /api/session', {
    body: aUser({ administrator: true, attributes: { 'rastro.favouriteCommands': '7,x' } }),
  });
  await open(server, '/commands');
  await screen.findByRole('img', { name: 'Favorite' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent?.slice(0, 3))).toEqual([
    'Hor',
    'Cut',
  ]);
});
