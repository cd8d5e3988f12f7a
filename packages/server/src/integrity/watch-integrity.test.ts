import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import pino from 'pino';
import { systemClock } from '@rastro/base';
import { knots, type Health } from '@rastro/fleet';
import { openStorage, type StoredPosition } from '@rastro/storage';
import { damageTable } from '@rastro/storage/testing';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { eventually } from '../../test/eventually.ts';
import { runServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { watchIntegrity, type IntegrityWatch } from './watch-integrity.ts';

const START = Date.UTC(2026, 0, 1);
const position = (id: number): StoredPosition => ({
  id,
  deviceId: 1,
  protocol: 'osmand',
  serverTime: START + id * 1000,
  deviceTime: START + id * 1000,
  fixTime: START + id * 1000,
  valid: true,
  latitude: 1,
  longitude: 2,
  altitude: 3,
  speed: knots(4),
  course: 5,
  accuracy: 0,
  address: null,
  network: null,
  geofenceIds: null,
  attributes: { note: 'x'.repeat(50) },
  contentKey: id,
});
async function filled(t: TestContext): Promise<string> {
  const folder = temporaryFolder(t, 'integrity');
  const storage = await openStorage({ folder });
  await storage.insertDocument('device', 'one', { name: 'One', uniqueId: 'one', groupId: 0, attributes: {} });
  const positions = Array.from({ length: 3000 }, (_, i) => position(i + 1));
  await storage.commit({ positions, events: [], states: [] });
  await storage.close();
  return folder;
}
/** A watch, and what it logs. */
function watched(folder: string): { readonly watch: IntegrityWatch; readonly lines: string[] } {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  return { watch: watchIntegrity({ folder, log, clock: systemClock }), lines };
}

test('[HEALTH-9] a check of everything finds damage, which is remembered until one after a later start finds none', async (t) => {
  const folder = await filled(t);
  const sound = join(temporaryFolder(t, 'sound'), 'rastro.sqlite');
  copyFileSync(join(folder, 'rastro.sqlite'), sound);
  damageTable(folder, 'positions', 3);
  const first = watched(folder);
  t.after(() => first.watch.close());
  assert.deepEqual([first.watch.isSound(), first.watch.read().checkedAt], [true, null]);
  await Promise.all([first.watch.checkNow(), first.watch.checkNow()]);
  assert.equal(first.watch.isSound(), false);
  assert.equal(first.watch.read().damages[0]?.database, 'rastro.sqlite');
  await first.watch.checkNow();
  assert.equal(first.lines.length, 1, `reported once: ${first.lines.join('')}`);
  assert.match(first.lines[0] ?? '', /stored data are damaged\. Stop the server, run check-data/);
  first.watch.close();
  const second = watched(folder);
  assert.equal(second.watch.isSound(), false, 'after a restart');
  copyFileSync(sound, join(folder, 'rastro.sqlite'));
  await second.watch.checkNow();
  assert.deepEqual(second.watch.read().damages, []);
  assert.ok(second.watch.read().checkedAt);
  second.watch.close();
});

test('[HEALTH-9] damage that a request comes upon makes the server not ready, and health says where', async (t) => {
  const folder = await filled(t);
  damageTable(folder, 'positions', 3);
  const account = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' };
  const settings = readSettings(
    { PORT: '0', HOST: '127.0.0.1', PROTOCOLS: '', DATA_DIR: folder, ...account },
    null,
  );
  const server = await runServer(settings, pino({ level: 'silent' }));
  t.after(() => server.close());
  const authorization = `Basic ${btoa('admin@example.com:correct horse')}`;
  const ask = (path: string): Promise<Response> =>
    fetch(`${server.url}${path}`, { headers: { authorization } });
  const span = 'deviceId=1&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
  // The first rows may be on their way already: then the answer breaks off.
  await ask(`/api/positions?${span}`).then(
    (answer) => assert.rejects(answer.json()),
    () => {},
  );
  await eventually(async () => (await ask('/health/ready')).status === 503);
  assert.match(await (await ask('/health/ready')).text(), /^Stored data damaged/);
  const { integrity } = (await (await ask('/ext/health')).json()) as Health;
  assert.equal(integrity.damages[0]?.database, 'rastro.sqlite');
});
