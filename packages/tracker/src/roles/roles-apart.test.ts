import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@rastro/base';
import { startBroker, type Broker } from '@rastro/bus';
import {
  imeiOf,
  PersistentDevice,
  commandTexts,
  dataPacket,
  type TestRecord,
  TestDevice,
} from '@rastro/protocols/testing';
import { openStorage } from '@rastro/storage';
import { LiveClient } from '../../test/live-client.ts';
import { eventually, PLAIN_USER } from '../../test/open-test-tracker.ts';
import { hashPassword } from '../access/passwords.ts';
import { Credentials } from '../access/credentials.ts';
import { Directory } from '../directory/directory.ts';

/**
 * The roles as they will run one day on many machines: a process each, one data folder, a bus of sockets. What
 * holds here holds in one process, where the same messages are function calls.
 */
const SCRIPT = fileURLToPath(new URL('../../test/roles/role-process.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'rastro-apart-'));

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}
let broker: Broker;
let positions: Running;
let api: Running;
let ingest: Running;
let cookie = '';
let userId = 0;
const PASSWORD = 'a good password';

async function start(role: string, node?: string): Promise<Running> {
  const child = spawn(
    process.execPath,
    [SCRIPT, role, String(broker.port), folder, ...(node ? [node] : [])],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, port: (JSON.parse(line) as { port: number }).port };
}
async function stop(running: Running | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!running || running.child.exitCode !== null || running.child.signalCode !== null) return;
  const exit = once(running.child, 'exit');
  running.child.kill(signal);
  await exit;
}

before(async () => {
  const storage = await openStorage({ folder });
  const directory = await Directory.load(storage, 'rastro');
  const passwordHash = await hashPassword(PASSWORD);
  const user = { ...PLAIN_USER, email: 'ana@example.com', administrator: true, passwordHash };
  userId = (await directory.users.create(user)).id;
  await directory.updateServer({ ...directory.server, attributes: { 'command.lock': 'allow' } });
  const credentials = new Credentials(storage, systemClock);
  const { secret } = await credentials.issue({ purpose: 'session', userId, lifeMs: 3_600_000 });
  cookie = `JSESSIONID=${secret}`;
  await storage.close();
  broker = await startBroker();
  [positions, api, ingest] = await Promise.all([start('process'), start('api'), start('ingest', 'a')]);
});
after(async () => {
  // Who asks first, then who is asked.
  for (const running of [api, ingest, positions]) await stop(running, 'SIGTERM');
  await broker.close();
  rmSync(folder, { recursive: true });
});

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}) };
  const reply = await fetch(`http://127.0.0.1:${api.port}/api${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await reply.text();
  assert.ok(reply.ok, `${method} ${path}: ${reply.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}
interface ApiDevice {
  readonly id: number;
  readonly status: string;
  readonly positionId: number;
}
const addDevice = (uniqueId: string): Promise<ApiDevice> =>
  call('POST', '/devices', { name: uniqueId, uniqueId });
const openSocket = (): Promise<LiveClient> =>
  LiveClient.open(`ws://127.0.0.1:${api.port}/api/socket`, { headers: { cookie } });
const at = (seconds: number, values: Partial<TestRecord> = {}): TestRecord => ({
  time: Math.floor(Date.now() / 1000) * 1000 - 600_000 + seconds * 1000,
  latitude: -23.5,
  longitude: -46.6,
  speedKmh: 40,
  ...values,
});
async function send(device: TestDevice, records: readonly TestRecord[]): Promise<void> {
  device.socket.write(dataPacket(records));
  assert.equal((await device.bytes(4)).readUInt32BE(), records.length);
}
const eventTypes = (client: LiveClient): readonly string[] =>
  client.frames.flatMap(({ events }) => (events ?? []).map(({ type }) => type));

test('[ROLE-1] records go from ingest to process to browsers, and are answered after the commit', async () => {
  const imei = imeiOf(1);
  const { id } = await addDevice(imei);
  const client = await openSocket();
  const device = await TestDevice.signedIn(ingest.port, imei);
  await send(device, [at(0), at(10)]);
  const [latest] = await call<{ id: number; deviceId: number }[]>('GET', `/positions?deviceId=${id}`);
  assert.equal(latest?.deviceId, id, 'what was acknowledged is there at once');
  await eventually(() => client.latestPositionIds.get(id) === latest.id);
  assert.equal((await call<ApiDevice>('GET', `/devices/${id}`)).status, 'online');
  device.socket.destroy();
  await eventually(async () => (await call<ApiDevice>('GET', `/devices/${id}`)).status === 'offline');
  client.socket.terminate();
});

test('[ROLE-2] a command goes from the api by process and ingest to the device, and its state comes back', async () => {
  const imei = imeiOf(2);
  const { id: deviceId } = await addDevice(imei);
  const client = await openSocket();
  const waiting = await call<{ id: number }[] | { id: number }>('POST', '/commands/send', {
    deviceId,
    type: 'custom',
    attributes: { data: 'getver' },
  });
  assert.ok(waiting, 'it waits for its device');
  const device = await TestDevice.signedIn(ingest.port, imei);
  // Its first message brings what waits, before anybody reads an answer.
  await eventually(() => commandTexts(device.received).includes('getver'));
  device.socket.write(dataPacket([at(0)]));
  await call('POST', '/commands/send', { deviceId, type: 'engineStop', attributes: {} });
  await eventually(() => commandTexts(device.received).includes('setdigout 1'));
  const states = (): readonly string[] =>
    client.frames.flatMap(({ commands }) => (commands ?? []).map(({ status }) => status));
  await eventually(() => states().filter((status) => status === 'sent').length === 2);
  client.socket.terminate();
  device.socket.destroy();
});

test('[ROLE-3] what people change in the api reaches the other roles', async () => {
  const imei = imeiOf(3);
  const { id: deviceId } = await addDevice(imei);
  const client = await openSocket();
  const device = await TestDevice.signedIn(ingest.port, imei);
  await send(device, [at(0, { latitude: -23.49 })]);
  const { id: geofenceId } = await call<{ id: number }>('POST', '/geofences', {
    name: 'Yard',
    area: 'CIRCLE (-23.5 -46.6, 500)',
  });
  await call('POST', '/permissions', { deviceId, geofenceId });
  await send(device, [at(60)]);
  await eventually(() => eventTypes(client).includes('geofenceEnter'));
  const before_ = await call<object>('GET', `/devices/${deviceId}`);
  await call('PUT', `/devices/${deviceId}`, { ...before_, disabled: true });
  await device.closed;
  client.socket.terminate();
});

test('[ROLE-9] a device that connects to another node of ingest has its connection, commands and traffic there', async () => {
  const imei = imeiOf(8);
  const { id: deviceId } = await addDevice(imei);
  const other = await start('ingest', 'b');
  const former = await TestDevice.signedIn(ingest.port, imei);
  await send(former, [at(0)]);
  await call('POST', `/devices/${deviceId}/traffic`, { seconds: 60 });
  await send(former, [at(1)]);
  const device = await TestDevice.signedIn(other.port, imei);
  await former.closed;
  await send(device, [at(2)]);
  await call('POST', '/commands/send', { deviceId, type: 'engineStop', attributes: {} });
  await eventually(() => commandTexts(device.received).includes('setdigout 1'));
  assert.equal((await call<ApiDevice>('GET', `/devices/${deviceId}`)).status, 'online');
  const recording = await call<{ total: number }>('GET', `/devices/${deviceId}/traffic?after=0`);
  const rest = await call<{ total: number; messages: { sequence: number }[] }>(
    'GET',
    `/devices/${deviceId}/traffic?after=${recording.total - 1}`,
  );
  assert.deepEqual([rest.messages.length, rest.messages.at(-1)?.sequence], [1, recording.total]);
  device.socket.destroy();
  await stop(other, 'SIGTERM');
});

test('[ROLE-30] a session that ends at one process of the api ends at the other, with its socket', async () => {
  const other = await start('api');
  const askAt = async ({ port }: Running, method: string, path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers: { cookie: second } })).status;
  const signedIn = await fetch(`http://127.0.0.1:${other.port}/api/session`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'ana@example.com', password: PASSWORD }),
  });
  const second = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  assert.equal(await askAt(api, 'GET', '/devices'), 200, 'known here before the answer has come');
  const client = await LiveClient.open(`ws://127.0.0.1:${api.port}/api/socket`, {
    headers: { cookie: second },
  });
  assert.equal(await askAt(other, 'DELETE', '/session'), 204);
  const ended = Date.now();
  await eventually(() => client.closeCode === 4000);
  assert.equal(await askAt(api, 'GET', '/devices'), 401);
  assert.ok(Date.now() - ended < 2000);
  await stop(other, 'SIGTERM');
});

test('[ROLE-4] kill -9 of process loses nothing acknowledged and doubles nothing', async () => {
  const fleet = await Promise.all(
    [4, 5, 6, 7].map(async (serial) => {
      const { id } = await addDevice(imeiOf(serial));
      return { id, device: new PersistentDevice(imeiOf(serial), () => ingest.port) };
    }),
  );
  const end = new AbortController();
  const sending = fleet.map(async ({ device }) => {
    for (let step = 0; !end.signal.aborted; step += 5) {
      const records = Array.from({ length: 5 }, (_, i) => at(-3000 + step + i));
      await device.deliver(records, AbortSignal.timeout(60_000));
    }
  });
  for (let round = 0; round < 3; round++) {
    const enough = (round + 1) * 50;
    await eventually(() => fleet.every(({ device }) => device.acknowledged.length >= enough));
    await stop(positions, 'SIGKILL');
    positions = await start('process');
  }
  end.abort();
  await Promise.all(sending);
  for (const { id, device } of fleet) {
    const query = `deviceId=${id}&from=2020-01-01T00:00:00Z&to=2040-01-01T00:00:00Z`;
    const rows = await call<{ fixTime: string }[]>('GET', `/positions?${query}`);
    const times = rows.map(({ fixTime }) => Date.parse(fixTime));
    assert.equal(new Set(times).size, times.length, 'a record is there twice');
    const stored = new Set(times);
    assert.deepEqual(
      device.acknowledged.filter((time) => !stored.has(time)),
      [],
      'acknowledged and lost',
    );
    device.drop();
  }
});
