import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { systemClock } from '@rastro/base';
import { loginPacket, imeiOf } from '@rastro/protocols/testing';
import type { DeviceCommand } from '@rastro/fleet';
import { AREAS, Mover, randomFrom, report, Vehicle } from '@rastro/simulator';
import { eventually } from '../test/eventually.ts';
import { runServer } from './run-server.ts';
import { readSettings } from './settings/read-settings.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'commands-test' };
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

function temporaryFolder(t: { after: (work: () => void) => void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-commands-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An operator at the API of a server. */
class Operator {
  readonly #url: string;
  readonly #cookie: string;

  constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }
  static async signIn(url: string): Promise<Operator> {
    const body = new URLSearchParams({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
    const login = await fetch(`${url}/api/session`, { method: 'POST', body });
    assert.equal(login.status, 200);
    return new Operator(url, login.headers.get('set-cookie')?.split(';')[0] ?? '');
  }
  async call(method: string, path: string, body?: object): Promise<{ status: number; json: never }> {
    const response = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: { cookie: this.#cookie, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, json: (/^[[{]/.test(text) ? JSON.parse(text) : null) as never };
  }
  async addDevice(uniqueId: string): Promise<number> {
    const { id }: { id: number } = (await this.call('POST', '/devices', { name: uniqueId, uniqueId })).json;
    return id;
  }
  async queue(deviceId: number): Promise<readonly DeviceCommand[]> {
    return (await this.call('GET', `/commands/queue?deviceId=${deviceId}&limit=500`)).json;
  }
}

/** Users who may lock may do so while the vehicle moves. */
const stopNow = (deviceId: number) => ({ deviceId, type: 'engineStop', attributes: { lockNow: true } });

for (const channel of ['gt06', 'teltonika'] as const) {
  test(`[CMD-32] ${channel}: a simulated vehicle is stopped and started again, and its reports confirm it`, async (t) => {
    const environment = {
      ...ADMIN,
      PORT: '0',
      HOST: '127.0.0.1',
      PROTOCOLS: `${channel}:0`,
      DATA_DIR: temporaryFolder(t),
    };
    const server = await runServer(readSettings(environment, null), pino({ level: 'silent' }));
    t.after(() => server.close());
    const operator = await Operator.signIn(server.url);
    const imei = imeiOf(1001);
    const deviceId = await operator.addDevice(imei);
    const vehicle = new Vehicle(
      { uniqueId: imei, cadence: { movingS: 5, stoppedS: 10 }, ignition: 'follows the trip' },
      new Mover({ kind: 'city', breakS: [30, 60] }, AREAS.saoPaulo, randomFrom(3)),
    );
    const stop = new AbortController();
    const address = { host: '127.0.0.1', port: server.protocols[channel] ?? 0 };
    const reporting = report(vehicle, channel, { address, clock: systemClock }, stop.signal);
    let now = Date.now();
    const live = (): void => vehicle.tick((now += 1000));
    const confirmed = async (): Promise<boolean> => {
      live();
      return (await operator.queue(deviceId))[0]?.status === 'confirmed';
    };
    try {
      while (vehicle.controls().report.speedKmh < 20) live();
      assert.equal((await operator.call('POST', '/commands/send', stopNow(deviceId))).status < 300, true);
      await eventually(confirmed);
      assert.equal(vehicle.blocked, true);
      const [stopped] = await operator.queue(deviceId);
      assert.notEqual(stopped?.result, null, 'the device answered too');
      await operator.call('POST', '/commands/send', { deviceId, type: 'engineResume' });
      await eventually(confirmed);
      assert.equal(vehicle.blocked, false);
    } finally {
      stop.abort();
      await reporting;
    }
  });
}

const ROUNDS = 8;

test('[CMD-33] kill -9 while sending, 8 rounds: no command comes twice, and what did not come is known to be uncertain', async (t) => {
  const folder = temporaryFolder(t);
  const stops: (() => void)[] = [];
  // Also when the test fails: senders and servers would keep the process alive for ever.
  t.after(() => stops.forEach((stop) => stop()));
  const start = async (): Promise<{ child: ChildProcess; url: string; port: number }> => {
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        ...ADMIN,
        PORT: '0',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'error',
        DATA_DIR: folder,
        PROTOCOLS: 'teltonika:0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    stops.push(() => child.kill('SIGKILL'));
    const ended = new AbortController();
    child.once('exit', () => ended.abort(new Error('the server ended before it listened')));
    const [line] = (await once(createInterface(child.stdout), 'line', { signal: ended.signal })) as [string];
    const { url, protocols } = JSON.parse(line) as { url: string; protocols: { teltonika: number } };
    return { child, url, port: protocols.teltonika };
  };
  const imei = imeiOf(1002);
  const received: string[] = [];
  /** Signs in and reads until the end of the connection. */
  const device = async (port: number): Promise<{ ended: Promise<unknown>; end: () => void }> => {
    const socket = connect(port, '127.0.0.1');
    let collected = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => (collected += chunk.toString('latin1')));
    const ended = once(socket, 'close').then(() => received.push(...(collected.match(/<c\d+>/g) ?? [])));
    await once(socket, 'connect');
    socket.write(loginPacket(imei));
    return { ended, end: () => socket.end() };
  };
  let deviceId = 0;
  let count = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { child, url, port } = await start();
    const operator = await Operator.signIn(url);
    if (round === 0) deviceId = await operator.addDevice(imei);
    const { ended } = await device(port);
    const over = new AbortController();
    stops.push(() => over.abort());
    const sender = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const order = { deviceId, type: 'custom', attributes: { data: `<c${count++}>` } };
        await operator.call('POST', '/commands/send', order).catch(() => {}); // The server dies under it.
      }
    };
    const senders = Promise.all([sender(), sender(), sender()]);
    const soFar = count;
    await eventually(() => count > soFar + 5 + round, 120_000);
    child.kill('SIGKILL');
    over.abort();
    await Promise.all([once(child, 'exit'), senders, ended]);
  }
  const { child, url, port } = await start();
  const operator = await Operator.signIn(url);
  const { ended, end } = await device(port);
  const isSettled = ({ status }: DeviceCommand): boolean => status !== 'queued' && status !== 'sending';
  await eventually(async () => (await operator.queue(deviceId)).every(isSettled));
  const commands = await operator.queue(deviceId);
  end();
  await ended;
  child.kill('SIGTERM');
  await once(child, 'exit');

  assert.ok(received.length > ROUNDS * 3, `only ${received.length} came: the test proves little`);
  assert.equal(new Set(received).size, received.length, 'one came twice');
  for (const { status, attributes } of commands) {
    const came = received.includes(attributes['data'] as string);
    if (status === 'sent') assert.ok(came, `${JSON.stringify(attributes)} is "sent" and did not come`);
    else assert.equal(status, 'unknown');
  }
});
