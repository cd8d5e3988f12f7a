import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { holdFolder, openTripReader, type Storage } from '@rastro/storage';
import { sentEvent, sentPosition, startFakeSource, type FakeSource } from '../../test/fake-source.ts';
import { rowsOf, runImportFrom, storedIn, WHOLE_HISTORY } from '../../test/import-run.ts';
import { silentLog } from '../../test/silent-log.ts';
import { runServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { ApiSource } from './api-source.ts';
import { dryRun } from './dry-run.ts';
import { ImportReport } from './import-report.ts';

const START = Date.UTC(2026, 0, 5, 8);
const MINUTE = 60_000;
const ROWS = 70;
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let folder: string;
let source: FakeSource;
beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'rastro-import-')), 'data');
  source = await startFakeSource();
});
afterEach(() => {
  source.close();
  rmSync(join(folder, '..'), { recursive: true });
});

const run = () => runImportFrom({ ...source, folder });
const stored = <T>(read: (storage: Storage) => Promise<T>): Promise<T> => storedIn(folder, read);

const user = (id: number, email: string, fields = {}) => ({
  id,
  email,
  name: `User ${id}`,
  attributes: {},
  ...fields,
});
const device = (id: number, fields = {}) => ({
  id,
  name: `Vehicle ${id}`,
  uniqueId: `v${id}`,
  groupId: 0,
  attributes: {},
  status: 'online',
  lastUpdate: new Date(START + DAY_MS).toISOString(),
  ...fields,
});

/** Two users, two vehicles in a group, a drive of forty minutes and a stop. */
function fill(): void {
  const { entities, links, positions, events } = source;
  entities.set('server', [{ id: 1, registration: true, attributes: { 'acme.zoom': 9 }, version: '6.14.5' }]);
  entities.set('users', [user(3, 'ana@example.com', { administrator: true }), user(9, 'bea@example.com')]);
  entities.set('groups', [{ id: 5, name: 'Vans', groupId: 0, attributes: {} }]);
  entities.set('devices', [
    device(40, { groupId: 5, attributes: { 'acme.plate': 'ABC1D23', deviceImage: 'device.png' } }),
    device(41),
  ]);
  entities.set('geofences', [{ id: 7, name: 'Yard', area: 'CIRCLE (-23.5 -46.6, 500)', attributes: {} }]);
  entities.set('notifications', [
    { id: 2, type: 'alarm', notificators: 'web,pushover', always: true, attributes: { alarms: 'sos' } },
  ]);
  links.push(
    { owner: ['user', 9], property: ['device', 40] },
    { owner: ['user', 3], property: ['managedUser', 9] },
    { owner: ['group', 5], property: ['geofence', 7] },
    { owner: ['device', 40], property: ['linkedDevice', 41] },
  );
  source.pictures.set('v40/device.png', IMAGE);
  positions.set(
    40,
    Array.from({ length: ROWS }, (_, at) =>
      sentPosition(
        { id: 100 + at, deviceId: 40, time: START + at * MINUTE },
        {
          latitude: -23.5 + Math.min(at, 40) * 0.007,
          speed: at < 40 ? 25 : 0,
          geofenceIds: at === 0 ? [7] : null,
          attributes: { ignition: at < 40, batteryLevel: 87 },
        },
      ),
    ),
  );
  events.set(40, [
    sentEvent({ id: 1, deviceId: 40, time: START }, { positionId: 100 }),
    sentEvent({ id: 2, deviceId: 40, time: START + MINUTE }, { type: 'alarm', attributes: { alarm: 'sos' } }),
  ]);
}

test('[IMPORT-1] entities, links, pictures, positions and events are here under the ids that they have there', async () => {
  fill();
  const outcome = await run();
  assert.deepEqual(outcome.differing, []);
  assert.deepEqual([outcome.positions, outcome.events], [ROWS, 2]);
  await stored(async (storage) => {
    const ids = async (
      kind: 'user' | 'group' | 'device' | 'geofence' | 'notification',
    ): Promise<readonly number[]> => (await storage.documents(kind)).map(({ id }) => id);
    assert.deepEqual(await ids('user'), [3, 9]);
    assert.deepEqual(await ids('group'), [5]);
    assert.deepEqual(await ids('device'), [40, 41]);
    assert.deepEqual(await ids('geofence'), [7]);
    assert.equal((await storage.links()).length, 4);
    const [first, ...others] = await rowsOf(storage.history({ deviceId: 40, ...WHOLE_HISTORY }));
    assert.deepEqual([first?.id, first?.geofenceIds, others.length], [100, [7], ROWS - 1]);
    assert.equal(first?.attributes['batteryLevel'], 87);
    const [event] = await rowsOf(storage.events({ deviceId: 40, ...WHOLE_HISTORY }));
    assert.deepEqual([event?.type, event?.positionId], ['ignitionOn', 100]);
    const states = new Map((await storage.deviceStates()).map((state) => [state.deviceId, state]));
    assert.deepEqual([states.get(40)?.positionId, states.get(41)?.positionId], [99 + ROWS, 0]);
    assert.equal(states.get(41)?.lastUpdate, START + DAY_MS);
  });
  assert.ok(existsSync(join(folder, 'media/40/device.webp')));
});

test('[IMPORT-2] that server is only asked, never written to', async () => {
  fill();
  const before = source.digest();
  await run();
  assert.equal(source.digest(), before);
  assert.deepEqual(
    source.asked.filter((each) => !each.startsWith('GET /api/')),
    [],
  );
});

test('[IMPORT-3] trips and sums are derived from the positions', async () => {
  fill();
  await run();
  await stored(async (storage) => {
    const reader = await openTripReader(storage.location);
    try {
      const [day] = await reader.inSnapshot((snapshot) => snapshot.days(40, 0, Number.MAX_SAFE_INTEGER));
      // Forty steps of 0.007 degrees of latitude.
      assert.ok(day && Math.abs(day.sums.distanceM - 31_170) < 500, JSON.stringify(day));
    } finally {
      await reader.close();
    }
  });
});

test('[IMPORT-4] attributes of another brand have our prefix', async () => {
  fill();
  await run();
  await stored(async (storage) => {
    const [van] = await storage.documents('device');
    assert.deepEqual(van?.body['attributes'], { 'rastro.plate': 'ABC1D23', deviceImage: 'device.webp' });
    const [server] = await storage.documents('server');
    assert.deepEqual(server?.body['attributes'], { 'rastro.zoom': 9 });
  });
});

test('[IMPORT-5] nobody is asked to acknowledge alarms of before', async () => {
  fill();
  await run();
  await stored(async (storage) => assert.deepEqual(await storage.openAlarms(0), []));
});

test('[IMPORT-6] accounts have no password unless it is known; the named administrator has one', async () => {
  fill();
  assert.equal((await run()).withoutPassword, 1);
  await stored(async (storage) => {
    const [ana, bea] = await storage.documents('user');
    assert.deepEqual([ana?.body['passwordHash'], bea?.body['passwordHash']], ['$argon2id$known', null]);
  });
});

test('[IMPORT-7] only an empty folder that nobody uses is filled, and only from one server', async () => {
  fill();
  const held = holdFolder(folder);
  await assert.rejects(run(), /use the data folder/);
  held.release();
  await run();
  await assert.rejects(run(), /already has everything/);
  rmSync(folder, { recursive: true });
  await stored((storage) => storage.insertDocument('user', 'somebody', {}));
  await assert.rejects(run(), /not empty/);
  rmSync(folder, { recursive: true });
  await stored(async (storage) => {
    await storage.putPrivateValue({ ownerId: 0, name: 'importSource', value: 'https://else' });
    await storage.setCursor('import.directory', 1);
  });
  await assert.rejects(run(), /has a part of https:\/\/else/);
});

test('[IMPORT-20] a server does not start on an import that has not come to its end', async () => {
  fill();
  const own = {
    PORT: '0',
    HOST: '127.0.0.1',
    PROTOCOLS: '',
    POSTCODE_URL: '',
    MAP_STYLE_URL: '',
    DATA_DIR: folder,
  };
  const start = () => runServer(readSettings(own, null), silentLog());
  await stored((storage) => storage.setCursor('import.directory', 1));
  await assert.rejects(start(), /^ImportError: Cannot start: an import from a Traccar/);
  rmSync(folder, { recursive: true });
  await run();
  await (await start()).close();
});

test('[IMPORT-8] a dry run counts, says what has no counterpart, and writes nothing', async () => {
  fill();
  source.entities.get('notifications')?.push({ id: 3, type: 'deviceStolen', notificators: 'web' });
  source.entities.set('statistics', [{ messagesStored: 1000 }, { messagesStored: 500 }]);
  const reader = new ApiSource(source.url, source.token);
  const report = new ImportReport(() => {});
  const lines = await dryRun({ source: reader, prefixes: new Map(), report }, new AbortController().signal);
  await reader.close();
  assert.ok(lines.includes('device: 2 of 2 can be taken over'), lines.join('\n'));
  assert.ok(lines.includes('notification: 1 of 2 can be taken over'));
  assert.ok(lines.includes('positions: 1500'));
  assert.ok(lines.some((line) => /^about \d+ MiB and \d+ s$/.test(line)));
  assert.match(report.lines().join('\n'), /event type deviceStolen has no counterpart/);
  assert.equal(existsSync(folder), false);
});

test('[IMPORT-9] a quiet history comes in one answer, a long one in several that fit into memory', async () => {
  fill();
  const many = 60_000;
  source.positions.set(
    41,
    Array.from({ length: many }, (_, at) =>
      // Half of them within two hours, the others over two years.
      sentPosition({ id: 1000 + at, deviceId: 41, time: START + (at < many / 2 ? at * 240 : at * 500_000) }),
    ),
  );
  const outcome = await run();
  assert.deepEqual([outcome.positions, outcome.differing], [ROWS + many, []]);
  const asked = (id: number): number =>
    source.asked.filter((each) => each.startsWith(`GET /api/positions?deviceId=${id}&`)).length;
  // Once to copy and once to compare.
  assert.equal(asked(40), 2);
  assert.ok(asked(41) > 4 && asked(41) < 60, String(asked(41)));
});
