import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { runImportFrom, rowsOf, storedIn, WHOLE_HISTORY } from '../../test/import-run.ts';
import { DatabaseSource } from './database-source.ts';
import type { Database } from './open-database.ts';
import { openSource } from './open-source.ts';

/** Tables of a Traccar; columns of theirs that no test needs are left out, as in a former version. */
const TABLES = `
  CREATE TABLE tc_servers (id, registration, attributes);
  CREATE TABLE tc_users (id, name, email, hashedpassword, salt, temporary, expirationtime, devicelimit, attributes);
  CREATE TABLE tc_groups (id, name, groupid, attributes);
  CREATE TABLE tc_devices (id, name, uniqueid, groupid, lastupdate, disabled, attributes);
  CREATE TABLE tc_calendars (id, name, data, attributes);
  CREATE TABLE tc_user_user (userid, manageduserid);
  CREATE TABLE tc_user_device (userid, deviceid);
  CREATE TABLE tc_device_device (deviceid, linkeddeviceid);
  CREATE TABLE tc_positions (id, protocol, deviceid, servertime, devicetime, fixtime, valid, latitude, longitude,
    altitude, speed, course, address, attributes, accuracy, network, geofenceids);
  CREATE TABLE tc_events (id, type, eventtime, deviceid, positionid, geofenceid, maintenanceid, attributes);
  INSERT INTO tc_servers VALUES (1, 1, '{"a":1}');
  INSERT INTO tc_users VALUES
    (1, 'Ana Lima', 'ana@example.com', '9ED01935D307B496BE9E22C34310AD56B4CEB5EDBE33F38B',
      '000102030405060708090A0B0C0D0E0F1011121314151617', 0, '2030-01-01 00:00:00', 5, NULL),
    (2, 'Bea Luz', 'bea@example.com', NULL, NULL, 0, NULL, 0, 'no JSON');
  INSERT INTO tc_groups VALUES (3, 'Vans', NULL, '{}');
  INSERT INTO tc_devices VALUES
    (7, 'Van', 'v7', 3, '2026-01-05 08:00:00', 0, '{"deviceImage":"device.png"}'),
    (8, 'Car', 'v8', NULL, NULL, 1, '{}');
  INSERT INTO tc_calendars VALUES (4, 'Nights', x'424547494e', '{}');
  INSERT INTO tc_user_user VALUES (1, 2);
  INSERT INTO tc_user_device VALUES (1, 7), (2, 8);
  INSERT INTO tc_device_device VALUES (7, 8);
`;
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const ROWS = 20_000;

let place: string;
let tables: DatabaseSync;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'rastro-import-'));
  tables = new DatabaseSync(':memory:');
  tables.exec(TABLES);
});
afterEach(() => {
  tables.close();
  rmSync(place, { recursive: true });
});

/** SQL is answered by another engine, which knows what is asked of the two. */
const database = (): Database => ({
  rows: async (sql, values) => {
    try {
      const rows = tables.prepare(sql).all(...values);
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            value instanceof Uint8Array ? Buffer.from(value) : value,
          ]),
        ),
      );
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('no such table')) return null;
      throw error;
    }
  },
  close: async () => {},
});

function addHistory(): void {
  const position = tables.prepare(
    `INSERT INTO tc_positions VALUES (?, 'h02', 7, ?2, ?2, ?2, 1, -23.5, -46.6, 700, 10, 90, NULL, '{"sat":9}', 0, 'null', ?3)`,
  );
  // A position a minute from midnight on, by the clock of the machine.
  for (let at = 0; at < ROWS; at++) {
    const wall = new Date(Date.UTC(2026, 0, 5) + at * 60_000).toISOString().replace('T', ' ').slice(0, 23);
    position.run(at + 1, wall, at === 0 ? '[5]' : null);
  }
  tables.exec(
    `INSERT INTO tc_events VALUES (1, 'ignitionOn', '2026-01-05 00:00:00', 7, 1, NULL, NULL, '{}')`,
  );
}

const run = (zone: string, filesFolder: string | null = null) => {
  const source = new DatabaseSource({ database: database(), name: 'jdbc:test', zone });
  const at = { url: 'http://none', token: '', folder: join(place, 'data') };
  return runImportFrom(at, { source, filesFolder, administrator: null });
};
const stored = <T>(read: Parameters<typeof storedIn<T>>[1]): Promise<T> =>
  storedIn(join(place, 'data'), read);

test('[IMPORT-16] a database gives what the API gives, and the hashes of passwords', async () => {
  addHistory();
  const files = join(place, 'media');
  mkdirSync(join(files, 'v7'), { recursive: true });
  writeFileSync(join(files, 'v7/device.png'), IMAGE);
  const outcome = await run('UTC', files);
  assert.deepEqual([outcome.positions, outcome.events, outcome.differing], [ROWS, 1, []]);
  assert.equal(outcome.withoutPassword, 1);
  await stored(async (storage) => {
    const [ana, bea] = await storage.documents('user');
    assert.match(String(ana?.body['passwordHash']), /^\$traccar\$sha1\$1000\$0001/);
    assert.equal(ana?.body['expirationTime'], '2030-01-01T00:00:00.000+00:00');
    assert.deepEqual([bea?.body['passwordHash'], bea?.body['attributes']], [null, {}]);
    const [van, car] = await storage.documents('device');
    assert.deepEqual([van?.body['groupId'], van?.body['attributes']], [3, { deviceImage: 'device.webp' }]);
    assert.deepEqual([car?.body['groupId'], car?.body['disabled']], [0, true]);
    assert.equal((await storage.documents('calendar'))[0]?.body['data'], 'QkVHSU4=');
    assert.equal((await storage.links()).length, 4);
    const [first] = await rowsOf(storage.history({ deviceId: 7, ...WHOLE_HISTORY }));
    assert.deepEqual([first?.geofenceIds, first?.network, first?.valid], [[5], null, true]);
    assert.equal(first?.fixTime, Date.UTC(2026, 0, 5));
  });
});

test('[IMPORT-17] times of a database are of the zone that is given', async () => {
  addHistory();
  const outcome = await run('America/Sao_Paulo');
  assert.deepEqual([outcome.positions, outcome.differing], [ROWS, []]);
  await stored(async (storage) => {
    const rows = await rowsOf(storage.history({ deviceId: 7, ...WHOLE_HISTORY }));
    assert.equal(rows[0]?.fixTime, Date.UTC(2026, 0, 5, 3));
    assert.equal(rows.length, ROWS);
  });
});

test('[IMPORT-18] a source that cannot be read says what to do', async () => {
  const open = (from: string) =>
    openSource({ from, token: 't', user: '', password: 'a secret', zone: 'UTC' });
  await assert.rejects(open('jdbc:h2:./data/database'), /read by Java alone.*by its API/s);
  await assert.rejects(open('jdbc:oracle://host/traccar'), /jdbc:postgresql:\/\/… and jdbc:mysql/);
  await assert.rejects(open('ftp://host'), /Cannot import from ftp:\/\/host/);
  const gone = await openSource({
    from: 'jdbc:postgresql://127.0.0.1:9/t?password=x',
    token: '',
    user: 'u',
    password: 'a secret',
    zone: 'UTC',
  });
  await assert.rejects(gone.list('user', new AbortController().signal), (error: Error) => {
    assert.match(error.message, /^Cannot read jdbc:postgresql:\/\/127.0.0.1:9\/t: /);
    assert.doesNotMatch(error.message, /secret|password/);
    return true;
  });
  await gone.close();
  tables.exec('DROP TABLE tc_devices');
  await assert.rejects(run('UTC'), /it has no table tc_devices/);
});
