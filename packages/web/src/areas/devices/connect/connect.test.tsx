import type { Device, DeviceConnection, ServerSettings, User } from '@rastro/fleet';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { choose } from '../../../testing/choose.ts';
import { fill } from '../../../testing/fill.ts';
import { aVehicle, MemoryFleet } from '../../../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../../../testing/memory-server.ts';
import { openPage, type Page } from '../../../testing/open-page.tsx';
import { ConnectPanel } from './connect-panel.tsx';

const IMEI = '356307042441013';
const NEVER_CONNECTED = {
  ...aVehicle({ id: 3, name: 'Van', uniqueId: IMEI, lastUpdate: null, status: 'unknown' }),
  position: null,
};
const LISTENERS = [
  { protocol: 'gt06', port: 15023, lastMessage: null, lastFailure: null },
  { protocol: 'osmand', port: 15055, lastMessage: null, lastFailure: null },
];
const CONNECTION: DeviceConnection = {
  deviceId: 3,
  host: 'track.example.com',
  listeners: LISTENERS,
  refused: null,
  undecoded: null,
  unknown: [],
};
interface World {
  /** null = the tracking server does not know the call. */
  readonly connection?: Partial<DeviceConnection> | null | 'fails';
  readonly user?: Partial<User>;
  readonly settings?: Partial<ServerSettings>;
  readonly device?: Partial<Device>;
}
/** A tracking server that says nothing of connections names its features. */
const headersWith = (connection: World['connection']) => ({
  licensemode: 'plus',
  ...(connection === null ? { features: 'history' } : {}),
});

async function open({ connection = {}, user = {}, settings = {}, device = {} }: World = {}): Promise<{
  server: MemoryServer;
  fleet: MemoryFleet;
  page: Page;
}> {
  const vehicle = { ...NEVER_CONNECTED, device: { ...NEVER_CONNECTED.device, ...device } };
  const server = new MemoryServer()
    .on('GET /api/server', { body: aServer(settings), headers: headersWith(connection) })
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/devices/3', { body: vehicle.device })
    .on('PUT /api/devices/3', ({ body }) => ({ body: JSON.parse(body) as Device }))
    .on('PUT /api/users/1', ({ body }) => ({ body: JSON.parse(body) as User }))
    .on('POST /api/commands/send', { body: {} })
    .on(
      'GET /api/devices/3/connection',
      connection === 'fails' ? { status: 400 } : { body: { ...CONNECTION, ...connection } },
    );
  const fleet = new MemoryFleet([vehicle]);
  const page = await openPage({
    server,
    fleet,
    at: '/devices/3/connect',
    routes: () => [{ path: '/devices/:deviceId/connect', element: <ConnectPanel /> }],
  });
  return { server, fleet, page };
}

test('[CONNECT-611][CONNECT-613] by model: host, real port and messages to copy; what was used is kept', async () => {
  const user = userEvent.setup();
  const { server } = await open();
  await choose('Tracker model', 'Concox / Jimi GT06N');
  expect(screen.getByLabelText<HTMLInputElement>('Server address').value).toBe('track.example.com');
  screen.getByText('15023');
  screen.getByText(/IMEI on the label/);
  screen.getByText('Enter the APN and the address to get the messages.');
  await choose('Mobile carrier', 'Vivo (Brazil)');
  screen.getByText('APN,zap.vivo.com.br,vivo,vivo#');
  screen.getByText('SERVER,1,track.example.com,15023,0#');
  await user.click(screen.getByRole('button', { name: 'Copy: Server' }));
  expect(await navigator.clipboard.readText()).toBe('SERVER,1,track.example.com,15023,0#');
  await waitFor(() => expect(server.requests('PUT /api/users/1')).toHaveLength(1));
  const { attributes } = JSON.parse(server.requests('PUT /api/users/1')[0]?.body ?? '{}') as User;
  const stored = attributes['rastro.connect'];
  expect(JSON.parse(typeof stored === 'string' ? stored : '')).toEqual({
    model: 'concox/GT06N',
    host: '',
    apn: 'zap.vivo.com.br',
    user: 'vivo',
    secret: 'vivo',
  });
  expect(screen.queryByRole('button', { name: /^Send by SMS/ })).toBeNull();
});

test('[CONNECT-611] what would break a message gives none; a model that no manual here knows says so', async () => {
  await open({ device: { model: 'GT06N' } });
  await fill(await screen.findByLabelText('APN'), 'my,apn');
  screen.getByText(/Only letters without accents/);
  screen.getByText('Enter the APN and the address to get the messages.');
  await choose('Tracker model', 'Queclink GV55');
  screen.getByText(/no open port for gl200/);
  expect(screen.queryByText(/4. Messages/)).toBeNull();
});

test('[CONNECT-611] with a gateway and the right, a message is sent by the server', async () => {
  const memory = JSON.stringify({ model: 'concox/GT06N', apn: 'claro.com.br' });
  const { server } = await open({
    device: { phone: '+55 11 91234-5678' },
    user: { administrator: true, attributes: { 'rastro.connect': memory } },
    settings: { textEnabled: true },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send by SMS: APN' }));
  await screen.findByText('Sent to the SMS gateway.');
  expect(JSON.parse(server.requests('POST /api/commands/send')[0]?.body ?? '{}')).toEqual({
    deviceId: 3,
    type: 'custom',
    textChannel: true,
    attributes: { data: 'APN,claro.com.br#' },
  });
});

test('[CONNECT-612] an address that no tracker reaches is warned of; a port of another server is a guess', async () => {
  await open({ connection: null, device: { model: 'GT06N' } });
  await screen.findByText(/A tracker on a mobile network cannot reach/);
  screen.getByText(/usual port of this protocol on a Traccar server/);
  screen.getByText('5023');
  screen.getByText(/cannot be seen from here/);
});

test('[CONNECT-614] the dot turns green with the first message', async () => {
  const { fleet } = await open({ device: { model: 'GT06N' } });
  const status = await screen.findByRole('region', { name: 'Connection' });
  within(status).getByText('Waiting for the first message');
  within(status).getByText(/Nothing has arrived at port/);
  expect(status.dataset['reported']).toBe('false');
  const lastUpdate = '2026-05-01T12:00:00Z';
  act(() =>
    fleet.put({ ...NEVER_CONNECTED, device: { ...NEVER_CONNECTED.device, lastUpdate, status: 'online' } }),
  );
  within(status).getByText('Connected');
  within(status).getByText(/no position yet/);
  expect(status.dataset['reported']).toBe('true');
});

test('[CONNECT-615] the identifier that a tracker says becomes that of the vehicle', async () => {
  const unknown = [{ uniqueId: '356307042441031', protocol: 'gt06', at: new Date().toISOString() }];
  const { server } = await open({ connection: { unknown } });
  await screen.findByText(/identifier that no vehicle has/);
  await userEvent.click(screen.getByRole('button', { name: 'Use identifier 356307042441031' }));
  await waitFor(() => expect(server.requests('PUT /api/devices/3')).toHaveLength(1));
  expect(JSON.parse(server.requests('PUT /api/devices/3')[0]?.body ?? '{}')).toEqual({
    ...NEVER_CONNECTED.device,
    uniqueId: '356307042441031',
  });
});

test('[CONNECT-616] a phone gets a code, and address and identifier as text', async () => {
  await open();
  await choose('Tracker model', 'Android / iPhone Traccar Client');
  screen.getByRole('img', { name: 'Code for Traccar Client' });
  screen.getByText('http://track.example.com:15055');
  expect(screen.getAllByText(IMEI).length).toBeGreaterThan(0);
  expect(screen.queryByLabelText('APN')).toBeNull();
});

test('[CONNECT-611] a failure says why and is tried again', async () => {
  const { server } = await open({ connection: 'fails' });
  const alert = await screen.findByRole('alert');
  within(alert).getByText('The connection data could not be loaded');
  server.on('GET /api/devices/3/connection', { body: CONNECTION });
  await userEvent.click(within(alert).getByRole('button', { name: 'Try now' }));
  await screen.findByText('1. Tracker');
});
