import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rastro/base';
import { LINKED_KIND_NAMES, LINKED_KINDS, OWNER_KINDS, propertiesOf, type Device } from '@rastro/fleet';
import { withoutReference } from '../../../../tools/reference.ts';
import { eventually } from '../../test/eventually.ts';
import { startTraccar, TRACCAR_ADMIN, type RealTraccar } from '../../test/real-traccar.ts';
import { RoleClient } from '../../test/role-accounts.ts';
import { silentLog } from '../../test/silent-log.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const BEGIN = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 9 * HOUR_MS;
const WITHIN_MS = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'rastro-back-'));
let traccar: RealTraccar;
let front: RunningServer;

/** Hashes of everything that the Traccar stores, as its API tells an administrator. */
async function everything(deviceId: number): Promise<Readonly<Record<string, string>>> {
  const period = `from=${new Date(BEGIN - DAY_MS).toISOString()}&to=${new Date(BEGIN + 2 * DAY_MS).toISOString()}`;
  const paths = [
    '/api/server',
    ...['users', 'devices', 'groups', ...LINKED_KIND_NAMES.map((kind) => LINKED_KINDS[kind].path)].map(
      (path) => `/api/${path}?all=true`,
    ),
    `/api/positions?deviceId=${deviceId}&${period}`,
    `/api/reports/events?deviceId=${deviceId}&${period}`,
  ];
  const links = OWNER_KINDS.flatMap((owner) =>
    propertiesOf(owner)
      .filter((property) => property !== 'linkedDevice')
      .map((property) => `/api/permissions?${owner}Id=0&${property}Id=0`),
  );
  const digests: Record<string, string> = {};
  for (const path of [...paths, ...links]) {
    const answer = await traccar.call<object>('GET', path).catch((error: unknown) => String(error));
    // The free space of its disks is no data.
    const json = JSON.stringify(answer, (name, value: unknown) => (name === 'storageSpace' ? null : value));
    digests[path] = createHash('sha256').update(json).digest('hex');
  }
  return digests;
}

describe('in front of a real Traccar', { skip: withoutReference }, () => {
  const client = (): RoleClient => new RoleClient(front.url);
  let device: Device;

  before(async () => {
    traccar = await startTraccar();
    device = await traccar.call<Device>('POST', '/api/devices', { name: 'Van', uniqueId: 'van-1' });
    for (let minute = 0; minute < 90; minute++) {
      const query = new URLSearchParams({
        id: device.uniqueId,
        timestamp: String((BEGIN + minute * MINUTE_MS) / 1000),
        lat: String(-23.5 + Math.min(minute, 60) * 0.005),
        lon: '-46.6',
        speed: minute < 60 ? '20' : '0',
      });
      await fetch(`http://127.0.0.1:${traccar.osmandPort}/?${query.toString()}`);
    }
    await eventually(async () => {
      const period = `from=${new Date(BEGIN).toISOString()}&to=${new Date(BEGIN + DAY_MS).toISOString()}`;
      const found = await traccar.call<readonly unknown[]>(
        'GET',
        `/api/positions?deviceId=${device.id}&${period}`,
      );
      return found.length === 90;
    });
    front = await runServer(
      readSettings(
        {
          PORT: '0',
          HOST: '127.0.0.1',
          POSTCODE_URL: '',
          LICENSE_MODE: 'plus',
          DATA_DIR: join(folder, 'data'),
          TRACKING_SERVER_URL: traccar.url,
          TRACKING_SERVER_TOKEN: traccar.token,
        },
        null,
      ),
      silentLog(),
    );
  });
  after(async () => {
    await front?.close();
    traccar?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('[GATE-119] what is read, derived, saved and shared here leaves the data of the Traccar as they were', async () => {
    const before = await everything(device.id);
    const user = client();
    assert.equal((await user.signIn(TRACCAR_ADMIN.email, TRACCAR_ADMIN.password)).status, 200);
    const period = `from=${new Date(BEGIN - HOUR_MS).toISOString()}&to=${new Date(BEGIN + DAY_MS).toISOString()}`;
    const of = `deviceId=${device.id}&${period}`;
    for (const path of [
      '/api/devices',
      '/api/positions',
      `/api/reports/trips?${of}`,
      `/api/reports/stops?${of}`,
      `/api/reports/summary?${of}`,
      `/api/reports/events?${of}`,
      `/api/reports/trips/xlsx?${of}`,
      `/api/tracks/${device.id}?${period}`,
    ])
      assert.equal((await user.call('GET', path)).status, 200, path);
    const report = { type: 'trips', description: 'Trips', calendarId: 0, attributes: {} };
    const saved = await user.json<{ readonly id: number }>('POST', '/api/reports', report);
    await user.json('POST', '/api/permissions', { deviceId: device.id, reportId: saved.id });
    const expiration = new Date(Date.now() + HOUR_MS).toISOString();
    const share = await user.json<{ readonly token: string; readonly id: number }>('POST', '/api/shares', {
      deviceIds: [device.id],
      expiration,
    });
    const guest = client();
    assert.equal((await guest.openShare(share.token)).status, 200);
    assert.equal((await guest.call('GET', '/api/devices')).status, 200);
    const live = await user.openSocket();
    await eventually(() => live.texts.length > 0);
    live.close();
    const service = { deviceId: device.id, type: 'oil', doneAt: new Date(BEGIN).toISOString() };
    await user.call('POST', '/api/services', { json: service });
    assert.deepEqual(await everything(device.id), before);
  });

  test('[GATE-118] people stay signed in through a restart of the Traccar, and all comes back within ten seconds', async () => {
    const user = client();
    await user.signIn(TRACCAR_ADMIN.email, TRACCAR_ADMIN.password);
    const live = await user.openSocket();
    await eventually(() => live.texts.length > 0);
    traccar.stop();
    await eventually(async () => (await user.call('GET', '/api/devices')).status === 502);
    const rejected = await user.call('PUT', `/api/devices/${device.id}`, { json: device });
    assert.equal(rejected.status, 502);
    assert.match(rejected.text, /^Tracking server unreachable/);
    await traccar.start();
    await eventually(async () => (await user.call('GET', '/api/devices')).status === 200, WITHIN_MS);
    const seen = await user.json<readonly Device[]>('GET', '/api/devices');
    assert.equal(seen[0]?.id, device.id);
    const again = await user.openSocket();
    await eventually(() => again.texts.some((text) => text.includes('"positions"')), WITHIN_MS);
    again.close();
  });
});
