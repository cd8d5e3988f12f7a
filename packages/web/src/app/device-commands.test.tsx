import { encodeRights, knots, type DeviceCommand, type Right, type User } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { DeviceScreen } from './device-screen.tsx';
import type { Vehicle } from '../live/fleet.ts';
import { aCommand } from '../testing/a-command.ts';
import { aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage, type Page } from '../testing/open-page.tsx';
import { fill } from '../testing/fill.ts';

const TYPES = ['custom', 'engineStop', 'engineResume', 'positionSingle', 'rebootDevice'];
const SAVED = [{ id: 7, attributes: {}, description: 'Buzina', type: 'custom', textChannel: false }];

/** A server whose device understands `TYPES` and has one saved command. */
function aCommandServer(user: Partial<User> = {}): MemoryServer {
  return new MemoryServer()
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/positions', { body: [] })
    .on('GET /api/commands/types', { body: TYPES.map((type) => ({ type })) })
    .on('GET /api/commands/send', { body: SAVED })
    .on('GET /api/commands/queue', { body: [] })
    .on('POST /api/commands/send', { body: {} });
}
const withRights = (...rights: Right[]): MemoryServer =>
  aCommandServer({ attributes: { 'rastro.advancedPerms': encodeRights(rights) } }).on('GET /api/server', {
    body: aServer({ attributes: { 'rastro.enableAdvancedPerms': true } }),
    headers: { licensemode: 'plus' },
  });
const ambar = (
  device: Partial<Vehicle['device']> = {},
  position: Partial<Vehicle['position']> = {},
): Vehicle => aVehicle({ name: 'Ambar', ...device }, position);

async function open(
  server: MemoryServer,
  vehicle = ambar(),
  at = '/devices/1',
): Promise<Page & { fleet: MemoryFleet }> {
  const fleet = new MemoryFleet([vehicle]);
  const routes = () => [
    { path: '/devices/:deviceId', element: <DeviceScreen /> },
    { path: '*', element: null },
  ];
  return Object.assign(await openPage({ server, at, routes, fleet }), { fleet });
}
const button = (name: string) => screen.findByRole('button', { name });
const more = () => press('More actions');
const dialog = () => screen.findByRole('alertdialog');
async function press(name: string): Promise<void> {
  const found = await button(name);
  await waitFor(() => expect(found).toHaveProperty('disabled', false));
  await userEvent.click(found);
}
const sentTo = (server: MemoryServer): unknown[] =>
  server.requests('POST /api/commands/send').map(({ body }) => JSON.parse(body) as unknown);

test('[WEB-6] buttons follow the rights', async () => {
  const page = await open(withRights('devices.view', 'devices.lock'));
  await button('Lock');
  await more();
  expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'More commands' })).toBeNull();
  expect(screen.queryByRole('tab', { name: 'Commands' })).toBeNull();
  page.unmount();
  await open(withRights('devices.unlock', 'devices.sendCommand', 'events.view'));
  await more();
  await button('More commands');
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull();
  expect(screen.getByRole('tab', { name: 'Commands' })).toBeTruthy();
});

test('[WEB-6] a guest has none, even where the server asks for no rights', async () => {
  const server = aCommandServer({ temporary: true }).on('GET /api/server', { body: aServer({}) });
  await open(server);
  await screen.findByRole('heading', { name: 'Ambar' });
  expect(screen.queryByRole('group', { name: 'Commands of the vehicle' })).toBeNull();
  expect(screen.queryByRole('tab', { name: 'Commands' })).toBeNull();
  expect(server.requests('GET /api/commands/types')).toHaveLength(0);
});

test('[WEB-6] what the device does not understand cannot be pressed', async () => {
  const server = aCommandServer().on('GET /api/commands/types', { body: [{ type: 'custom' }] });
  await open(server);
  const lock = await button('Lock');
  await waitFor(() => expect(lock.getAttribute('title')).toBe('This tracker does not support this command.'));
  expect(lock).toHaveProperty('disabled', true);
});

test('[WEB-6] an account with limited commands sends only saved ones', async () => {
  const server = aCommandServer({ limitCommands: true }).on('GET /api/commands/send', {
    body: [...SAVED, { id: 8, attributes: {}, description: 'Corte', type: 'engineStop', textChannel: false }],
  });
  await open(server);
  await more();
  await press('More commands');
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(names).toEqual(['Buzina', 'Corte']);
  expect(await button('Unlock')).toHaveProperty('disabled', true);
  await userEvent.keyboard('{Escape}');
  await press('Lock');
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Lock' }));
  await waitFor(() => expect(sentTo(server)).toEqual([{ deviceId: 1, id: 8 }]));
});

test('[WEB-7] the confirmation names vehicle, speed and place, and warns while it moves', async () => {
  const server = aCommandServer();
  const moving = { attributes: { motion: true }, speed: 27 as never, address: 'Avenida Paulista, 1578' };
  const { fleet } = await open(server, ambar({}, moving));
  await press('Lock');
  const box = await dialog();
  expect(within(box).getByRole('heading').textContent).toBe('Lock Ambar?');
  expect(within(box).getByText('50 km/h')).toBeTruthy();
  expect(within(box).getByText('Avenida Paulista, 1578')).toBeTruthy();
  expect(within(box).getByText(/may cause an accident/)).toBeTruthy();
  fleet.put(ambar({}, { ...moving, attributes: { motion: false }, speed: 0 as never }));
  await waitFor(() => expect(within(box).queryByText(/may cause an accident/)).toBeNull());
  expect(within(box).getByText('0 km/h')).toBeTruthy();
  await userEvent.click(within(box).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sentTo(server)).toEqual([]);
});

test('[WEB-7] the user sees that an offline device gets the command later', async () => {
  const server = aCommandServer().on('POST /api/commands/send', { status: 202, body: { id: 4 } });
  const page = await open(server, ambar({ status: 'offline' }));
  await more();
  await press('Unlock');
  const box = await dialog();
  expect(within(box).getByText(/stays pending and is sent when it connects/)).toBeTruthy();
  await userEvent.click(within(box).getByRole('button', { name: 'Unlock' }));
  await screen.findByText(/the command is pending: it is sent when the tracker connects/i);
  await waitFor(() => expect(page.path()).toBe('/devices/1?tab=commands'));
});

test('[WEB-8] the chosen expiry goes along', async () => {
  const server = aCommandServer();
  await open(server);
  await press('Lock');
  const box = await dialog();
  await userEvent.selectOptions(
    within(box).getByLabelText('If it cannot be delivered, cancel after'),
    '1 hour',
  );
  await userEvent.click(within(box).getByRole('button', { name: 'Lock' }));
  await waitFor(() =>
    expect(sentTo(server)).toEqual([{ deviceId: 1, type: 'engineStop', attributes: { expiresIn: 3600 } }]),
  );
});

test('[WEB-8] a text is needed for a command of words', async () => {
  const server = aCommandServer();
  await open(server);
  await more();
  await press('More commands');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Text command' }));
  const box = await dialog();
  await userEvent.click(within(box).getByRole('button', { name: 'Send command' }));
  await within(box).findByText('Enter the command text.');
  expect(sentTo(server)).toEqual([]);
  await fill(within(box).getByLabelText('Command text'), ' getver ');
  await userEvent.click(within(box).getByRole('button', { name: 'Send command' }));
  await waitFor(() =>
    expect(sentTo(server)).toEqual([
      { deviceId: 1, type: 'custom', attributes: { data: 'getver', expiresIn: 86_400 } },
    ]),
  );
});

test('[WEB-8] a saved command goes by its number', async () => {
  const server = aCommandServer();
  await open(server);
  await more();
  await press('More commands');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Buzina' }));
  const box = await dialog();
  expect(within(box).queryByRole('combobox')).toBeNull();
  await userEvent.click(within(box).getByRole('button', { name: 'Send command' }));
  await waitFor(() => expect(sentTo(server)).toEqual([{ deviceId: 1, id: 7 }]));
});

const log = async (): Promise<string[]> => {
  const list = await screen.findByRole('list', { name: 'Recent commands' });
  return within(list)
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.status')?.textContent ?? '');
};
const later = (seconds: number): string => new Date(Date.UTC(2026, 10, 20, 12, 0, seconds)).toISOString();

test('[WEB-9] the states of a command are shown as they change', async () => {
  const server = aCommandServer().on('GET /api/commands/queue', { body: [aCommand({ id: 5 })] });
  const { fleet } = await open(server, ambar(), '/devices/1?tab=commands');
  await waitFor(async () => expect(await log()).toEqual(['Queued']));
  const steps: Partial<DeviceCommand>[] = [
    { status: 'sent' },
    { status: 'accepted', result: 'DYD=Success!' },
    { status: 'confirmed', result: 'DYD=Success!' },
  ];
  const seen: string[] = [];
  for (const [at, step] of steps.entries()) {
    fleet.emitCommands(
      aCommand({ id: 5, changedTime: later(at + 1), ...step }),
      aCommand({ id: 6, deviceId: 2 }),
    );
    await waitFor(async () => expect(await log()).not.toContain(seen.at(-1) ?? 'Queued'));
    seen.push(...(await log()));
  }
  expect(seen).toEqual(['Sent', 'Accepted by the tracker', 'Confirmed by the vehicle']);
  expect(screen.getByText('Answer: DYD=Success!')).toBeTruthy();
});

test('[WEB-9] after a lost connection the commands are asked for again', async () => {
  const server = aCommandServer().on('GET /api/commands/queue', { body: [aCommand({ id: 5 })] });
  const { fleet } = await open(server, ambar(), '/devices/1?tab=commands');
  await waitFor(async () => expect(await log()).toEqual(['Queued']));
  fleet.connect({ state: 'waiting', retryAt: 0 });
  server.on('GET /api/commands/queue', {
    body: [aCommand({ id: 5, status: 'expired', changedTime: later(60) })],
  });
  fleet.connect({ state: 'live' });
  await waitFor(async () => expect(await log()).toEqual(['Expired']));
});

test('[WEB-10] a command that waits is taken back', async () => {
  const server = aCommandServer()
    .on('GET /api/commands/queue', { body: [aCommand({ id: 5 })] })
    .on('DELETE /api/commands/queue/5', { status: 204 });
  const { fleet } = await open(server, ambar(), '/devices/1?tab=commands');
  await press('Cancel command');
  await waitFor(() => expect(server.requests('DELETE /api/commands/queue/5')).toHaveLength(1));
  fleet.emitCommands(aCommand({ id: 5, status: 'cancelled', changedTime: later(9) }));
  await waitFor(async () => expect(await log()).toEqual(['Canceled']));
  expect(screen.queryByRole('button', { name: 'Cancel command' })).toBeNull();
});

test('[WEB-10] errors are shown where they happen', async () => {
  const server = aCommandServer()
    .on('GET /api/commands/queue', { body: [aCommand({ id: 5 })] })
    .on('DELETE /api/commands/queue/5', { status: 400, body: 'COMMAND_NOT_QUEUED - it was sent' })
    .on('POST /api/commands/send', { status: 400, body: 'COMMAND_QUEUE_FULL - 100 wait' });
  await open(server, ambar(), '/devices/1?tab=commands');
  await press('Cancel command');
  await screen.findByText('This command is no longer in the queue.');
  await press('Lock');
  const box = await dialog();
  await userEvent.click(within(box).getByRole('button', { name: 'Lock' }));
  const alert = await within(box).findByRole('alert');
  expect(alert.textContent).toBe('Too many commands are already waiting for this tracker.');
});

test('[WEB-10] a list that cannot be read says why and can be tried again', async () => {
  const server = aCommandServer().on('GET /api/commands/queue', {
    status: 400,
    body: 'DEVICE_ACCESS_DENIED - no',
  });
  await open(server, ambar(), '/devices/1?tab=commands');
  await screen.findByText('This vehicle does not exist or is not available to your account.');
  server.on('GET /api/commands/queue', { body: [] });
  await press('Try now');
  await screen.findByText('No commands have been sent to this vehicle.');
});

test('[WEB-6] a lock that waits for the vehicle to stand can be forced, after a question of its own', async () => {
  const waiting = aCommand({ id: 31, status: 'waiting', reason: 'moving' });
  const server = aCommandServer()
    .on('GET /api/commands/queue', { body: [waiting] })
    .on('DELETE /api/commands/queue/31', { status: 204 });
  await open(server, ambar({}, { speed: knots(43) }), '/devices/1?tab=commands');
  await screen.findByText('It is moving. It will be locked as soon as it stops.');
  await press('Lock now');
  const box = await dialog();
  expect(within(box).getByText(/may cause an accident and injure people/)).toBeTruthy();
  expect(sentTo(server)).toEqual([]);
  await userEvent.click(within(box).getByRole('button', { name: 'Cut the engine now' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sentTo(server)).toEqual([{ deviceId: 1, type: 'engineStop', attributes: { lockNow: true } }]);
  expect(server.requests('DELETE /api/commands/queue/31')).toHaveLength(1);
});

test('[WEB-6] who may only look has no buttons for commands', async () => {
  await open(
    aCommandServer({ readonly: true, administrator: false }).on('GET /api/server', { body: aServer({}) }),
  );
  await screen.findByRole('heading', { name: 'Ambar' });
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull();
});

test('[WEBSRV-8] buttons that the installation turned off are not offered', async () => {
  const server = aCommandServer({ administrator: true }).on('GET /api/server', {
    body: aServer({ attributes: { 'rastro.lockButtons': false } }),
  });
  const page = await open(server);
  await button('Unlock');
  expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull();
  page.unmount();
  await open(
    server.on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.lockButtons': true, 'rastro.unlockButtons': false } }),
    }),
  );
  await button('Lock');
  expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull();
});

test('[WEBPANEL-701] a command is sent from the tab of commands, too', async () => {
  await open(withRights('devices.view', 'devices.sendCommand', 'events.view'));
  await userEvent.click(await screen.findByRole('tab', { name: 'Commands' }));
  await press('Send a command');
  const [first] = await screen.findAllByRole('menuitem');
  if (first) await userEvent.click(first);
  await dialog();
});
