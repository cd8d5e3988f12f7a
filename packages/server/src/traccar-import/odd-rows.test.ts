import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { sentEvent, sentPosition, startFakeSource, type FakeSource } from '../../test/fake-source.ts';
import { rowsOf, runImportFrom, storedIn, WHOLE_HISTORY } from '../../test/import-run.ts';

const START = Date.UTC(2026, 0, 5, 8);

let folder: string;
let source: FakeSource;
beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'rastro-import-')), 'data');
  source = await startFakeSource();
  source.entities.set('server', [{ id: 1, attributes: {} }]);
});
afterEach(() => {
  source.close();
  rmSync(join(folder, '..'), { recursive: true });
});
const run = () => runImportFrom({ ...source, folder });
const devices = (...ids: readonly number[]): void => {
  source.entities.set(
    'devices',
    ids.map((id) => ({ id, name: `Vehicle ${id}`, uniqueId: `v${id}`, attributes: {} })),
  );
};

test('[IMPORT-10] rows that cannot be here are refused one by one with a reason; the others are here', async () => {
  devices(1, 2);
  const good = (id: number, deviceId = 1) => sentPosition({ id, deviceId, time: START + id * 1000 });
  source.positions.set(1, [
    good(1),
    { ...good(2), deviceId: 2 },
    { ...good(3), latitude: 'NaN' },
    { ...good(4), longitude: 181 },
    { ...good(5), id: 2 ** 60 },
    { ...good(6), attributes: { text: 'x'.repeat(70_000) } },
    { ...good(7), attributes: 'none' },
    { ...good(8), fixTime: null },
    { ...good(9), speed: undefined },
    { ...good(1), latitude: 1 },
    good(10),
  ]);
  source.positions.set(2, [good(10, 2), good(11, 2)]);
  source.events.set(1, [
    sentEvent({ id: 1, deviceId: 1, time: START }),
    sentEvent({ id: 2, deviceId: 2, time: START }),
    sentEvent({ id: 3, deviceId: 1, time: START }, { type: 'deviceStolen' }),
    sentEvent({ id: 1, deviceId: 1, time: START }),
  ]);
  const { lines, differing, positions, events } = await run();
  assert.deepEqual(differing, []);
  const refused = lines
    .filter((line) => line.startsWith('refused\tposition'))
    .map((line) => line.split('\t').slice(1));
  assert.deepEqual(refused.filter(([row]) => row?.endsWith('of device 1')).slice(0, 9), [
    ['position 2 of device 1', 'a position of another device'],
    ['position 3 of device 1', 'latitude is no number'],
    ['position 4 of device 1', 'longitude is beyond 180'],
    [`position ${2 ** 60} of device 1`, 'it has no id that can be kept'],
    ['position 6 of device 1', 'its attributes are longer than 65536 characters'],
    ['position 7 of device 1', 'attributes are none'],
    ['position null of device 1', 'fixTime is no time'].map((text) => text.replace('null', '8')),
    ['position 9 of device 1', 'speed is no number'],
    ['position 1 of device 1', 'its id is taken by another'],
  ]);
  // Of two devices that claim an id, one has it.
  const tenth = refused.filter(([row]) => row?.startsWith('position 10 of device'));
  assert.deepEqual(
    tenth.map(([, why]) => why),
    ['its id is taken by another'],
  );
  assert.deepEqual([positions, events], [3, 2]);
  assert.ok(lines.includes('refused\tevent 2 of device 1\tan event of another device'));
  assert.ok(lines.includes('refused\tevent 3 of device 1\tevent type deviceStolen has no counterpart'));
  await storedIn(folder, async (storage) => {
    for (const { deviceId, positionId } of await storage.deviceStates()) {
      const [position] = await storage.positionsById([positionId]);
      assert.equal(position?.deviceId, deviceId, 'the last position of a device is its own');
    }
    const rows = await rowsOf(storage.history({ deviceId: 1, ...WHOLE_HISTORY }));
    assert.equal(rows.find(({ id }) => id === 1)?.latitude === 1, false);
  });
});

test('[IMPORT-11] what an entity may lack is left out; what it cannot lack refuses it alone', async () => {
  source.entities.set('users', [
    { id: 1, email: 'ana@example.com', name: 'An', phone: 'x'.repeat(500), attributes: {} },
    { id: 2, email: 'ANA@example.com', name: 'Twin', attributes: {} },
    { id: 3, email: '', name: 'Nobody', attributes: {} },
    { id: 4, email: 'guest@example.com', name: 'Guest', temporary: true, attributes: {} },
    { id: 'five', email: 'five@example.com', name: 'Five' },
  ]);
  source.entities.set('groups', [
    { id: 1, name: 'One', groupId: 2, attributes: {} },
    { id: 2, name: 'Two', groupId: 1, attributes: {} },
  ]);
  source.entities.set('devices', [
    { id: 1, name: 'Van', uniqueId: 'v1', groupId: 99, attributes: { note: 'x'.repeat(5000), plate: 'A' } },
    { id: 2, name: 'Twin', uniqueId: 'v1', attributes: {} },
    { id: 3, name: '\u202e', uniqueId: 'v3', attributes: { 'decoder.timezone': 'Moon/Base' }, newField: 1 },
    { id: 4, uniqueId: null },
    'no device',
  ] as never);
  source.entities.set('geofences', [{ id: 1, name: 'Nowhere', area: 'POLYGON ((1 2))', attributes: {} }]);
  source.links.push(
    { owner: ['user', 1], property: ['device', 1] },
    { owner: ['user', 1], property: ['device', 2] },
    { owner: ['user', 77], property: ['device', 1] },
  );
  const { lines, differing } = await run();
  assert.deepEqual(differing, []);
  await storedIn(folder, async (storage) => {
    assert.deepEqual(
      (await storage.documents('user')).map(({ id, key }) => [id, key]),
      [[1, 'ana@example.com']],
    );
    const [ana] = await storage.documents('user');
    assert.deepEqual([ana?.body['name'], ana?.body['phone']], ['ana@example.com', null]);
    const vehicles = await storage.documents('device');
    assert.deepEqual(
      vehicles.map(({ id, body }) => [id, body['name'], body['groupId'], body['attributes']]),
      [
        [1, 'Van', 0, { plate: 'A' }],
        [3, 'v3', 0, {}],
      ],
    );
    assert.deepEqual(
      (await storage.documents('group')).map(({ body }) => body['groupId']),
      [0, 1],
    );
    assert.deepEqual(await storage.documents('geofence'), []);
    assert.equal((await storage.links()).length, 1);
  });
  const refused = lines.filter((line) => line.startsWith('refused')).map((line) => line.split('\t')[1]);
  assert.deepEqual(refused, [
    'user 2 Twin ANA@example.com',
    'user 3 Nobody',
    'user 4 Guest guest@example.com',
    'user five Five five@example.com',
    'device 2 Twin v1',
    'device 4',
    'device without an id',
    'geofence 1 Nowhere',
    'link user 1 to device 2',
    'link user 77 to device 1',
  ]);
});

test('[IMPORT-12] rows that are here and not there, or other ones, are found by number and checksum', async () => {
  devices(1);
  const rows = [1, 2, 3].map((id) => sentPosition({ id, deviceId: 1, time: START + id * 1000 }));
  source.positions.set(1, rows);
  let answers = 0;
  source.onHistory = () => {
    answers++;
    // Positions and events were copied: what is read from here on is compared.
    if (answers === 3) source.positions.set(1, [...rows.slice(0, 2), { ...rows[2], latitude: 10 }]);
  };
  assert.deepEqual((await run()).differing, ['positions of device 1, 2026-01']);
  // As it is not verified, the same call compares again.
  source.positions.set(1, rows);
  assert.deepEqual((await run()).differing, []);
});

test('[IMPORT-13] what arrives there during the import is counted, and no difference', async () => {
  devices(1);
  source.positions.set(1, [sentPosition({ id: 1, deviceId: 1, time: START })]);
  let answers = 0;
  source.onHistory = () => {
    answers++;
    if (answers === 3) source.positions.get(1)?.push(sentPosition({ id: 2, deviceId: 1, time: Date.now() }));
  };
  const { arrivedSince, differing } = await run();
  assert.deepEqual([arrivedSince, differing], [1, []]);
});

test('[IMPORT-14] events that the reading account does not see are named', async () => {
  devices(1);
  source.entities.set('devices', []);
  source.entities.set('devices?all=true', [{ id: 1, name: 'Van', uniqueId: 'v1' }]);
  const { lines } = await run();
  assert.deepEqual(lines, ['noted\tdevice 1\tnot linked to the reading account: its events are not listed']);
});
