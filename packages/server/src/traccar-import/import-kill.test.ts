import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sentEvent, sentPosition, startFakeSource, type FakeSource } from '../../test/fake-source.ts';
import { rowsOf, storedIn, WHOLE_HISTORY } from '../../test/import-run.ts';

const START = Date.UTC(2025, 0, 1);
const DEVICES = [1, 2, 3, 4];
const ROWS = 40_000;
const ROUNDS = 12;
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

function fill(source: FakeSource): void {
  source.entities.set('server', [{ id: 1, attributes: {} }]);
  source.entities.set(
    'devices',
    DEVICES.map((id) => ({ id, name: `Vehicle ${id}`, uniqueId: `v${id}` })),
  );
  for (const deviceId of DEVICES) {
    const id = (at: number): number => deviceId * ROWS + at;
    const time = (at: number): number => START + at * 60_000;
    source.positions.set(
      deviceId,
      Array.from({ length: ROWS }, (_, at) => sentPosition({ id: id(at), deviceId, time: time(at) })),
    );
    source.events.set(
      deviceId,
      Array.from({ length: 1000 }, (_, at) =>
        sentEvent({ id: id(at), deviceId, time: time(at) }, { positionId: id(at) }),
      ),
    );
  }
}

/** @param killAt Answer of history at which it is killed; null = it comes to its end. */
async function run(source: FakeSource, folder: string, killAt: number | null): Promise<number | null> {
  const { HOME, PATH, NODE_COMPILE_CACHE } = process.env;
  const args = [MAIN, '--from', source.url, '--token', source.token, '--data', folder];
  const child = spawn(process.execPath, args, {
    cwd: join(folder, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      HOME,
      PATH,
      NODE_COMPILE_CACHE,
      ADMIN_EMAIL: 'ana@example.com',
      ADMIN_PASSWORD: 'a path along the river',
    },
  });
  let answers = 0;
  source.onHistory = () => {
    answers++;
    // Now and then in the middle of what follows: reading, storing, or nothing at all.
    if (answers === killAt) setTimeout(() => child.kill('SIGKILL'), (killAt * 37) % 120);
  };
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

test('[IMPORT-15] killed at any time, the same call goes on: no row is missing or here twice', async (t) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'rastro-import-')), 'data');
  const source = await startFakeSource();
  t.after(() => {
    source.close();
    rmSync(join(folder, '..'), { recursive: true });
  });
  fill(source);
  const codes: (number | null)[] = [];
  for (let round = 0; round < ROUNDS; round++) codes.push(await run(source, folder, 2 + ((round * 5) % 13)));
  assert.ok(codes.filter((code) => code === null).length > 5, codes.join());
  if (!codes.includes(0)) assert.equal(await run(source, folder, null), 0);
  assert.equal(readFileSync(join(folder, 'import-report.txt'), 'utf8'), '');
  await storedIn(folder, async (storage) => {
    for (const deviceId of DEVICES) {
      const positions = await rowsOf(storage.history({ deviceId, ...WHOLE_HISTORY }));
      assert.deepEqual(
        positions.map(({ id }) => id),
        source.positions.get(deviceId)?.map((row) => row['id']),
      );
      const events = await rowsOf(storage.events({ deviceId, ...WHOLE_HISTORY }));
      assert.deepEqual(
        events.map(({ positionId }) => positionId),
        source.events.get(deviceId)?.map((row) => row['positionId']),
      );
    }
    assert.notEqual(await storage.readCursor('import.done'), null);
    assert.deepEqual(
      (await storage.documents('user')).map(({ key }) => key),
      ['ana@example.com'],
    );
  });
});
