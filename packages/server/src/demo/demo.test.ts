import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@rastro/base';
import pino from 'pino';
import { attributeName, DRIVER_ATTRIBUTES, fitsAttribute, type Attributes } from '@rastro/fleet';
import { REPORT_TYPES } from '@rastro/fleet/schemas';
import { PROTOCOLS } from '@rastro/protocols';
import { openStorage } from '@rastro/storage';
import { verifyTrips } from '@rastro/tracker';
import { runServer } from '../run-server.ts';
import { pipelineOptions } from '../settings/pipeline-options.ts';
import { readSettings } from '../settings/read-settings.ts';
import { runDemo } from './run-demo.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** The lorry is robbed 12 days before today. */
const DAYS = 14;
const ENVIRONMENT = {
  PORT: '0',
  HOST: '127.0.0.1',
  PROTOCOLS: PROTOCOLS.map(({ name }) => `${name}:0`).join(),
};

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-demo-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
async function startDemo(folder: string, days: number) {
  mkdirSync(folder, { recursive: true });
  const environment = { ...ENVIRONMENT, DATA_DIR: folder, DEMO_DAYS: String(days) };
  const settings = readSettings(environment, null);
  const log = pino({ level: 'silent' });
  const server = await runServer(settings, log);
  const demo = await runDemo(server, settings, log);
  const close = async (): Promise<void> => {
    demo.stop();
    await server.close();
  };
  return { settings, server, demo, close };
}

test('[DEMO-1] nothing in the demonstration is empty, and its books are true', async (t) => {
  const folder = folderOf(t);
  const { settings, server, demo, close } = await startDemo(folder, DAYS);
  let isOpen = true;
  t.after(() => (isOpen ? close() : undefined));
  await demo.whole;
  const users = [...(server.tracker?.directory.users.inOrder() ?? [])];
  assert.ok(users.some(({ administrator }) => administrator));
  const authorization = `Basic ${Buffer.from(`customer@demo.rastro:${demo.password}`).toString('base64')}`;
  const get = async (path: string): Promise<readonly unknown[]> => {
    const headers = { authorization, accept: 'application/json' };
    const answer = await fetch(`${server.url}/api/${path}`, { headers });
    const text = await answer.text();
    assert.equal(answer.status, 200, `${path}: ${text}`);
    return JSON.parse(text);
  };
  const lists =
    'geofences drivers maintenance calendars notifications commands reports orders devices groups';
  for (const list of [...lists.split(' '), 'attributes/computed'])
    assert.ok((await get(list)).length > 0, `${list} is empty`);
  const [driver] = (await get('drivers')) as readonly { attributes: Attributes }[];
  const validity = driver?.attributes[attributeName(settings.BRAND, DRIVER_ATTRIBUTES.validity)];
  assert.ok(
    fitsAttribute(DRIVER_ATTRIBUTES.validity, validity),
    'the licences are where the product looks for them',
  );
  const groups = (await get('groups')) as readonly { id: number }[];
  const now = Date.now();
  const lastDays = (days: number): string =>
    `from=${new Date(now - days * DAY_MS).toISOString()}&to=${new Date(now).toISOString()}`;
  const fences = (await get('geofences')) as readonly { id: number }[];
  const of = [...groups.map(({ id }) => `groupId=${id}`), ...fences.map(({ id }) => `geofenceId=${id}`)].join(
    '&',
  );
  for (const type of REPORT_TYPES.filter((each) => each !== 'route'))
    assert.ok((await get(`reports/${type}?${of}&${lastDays(3)}`)).length > 0, `report ${type} is empty`);
  const fuelings = (await get(`reports/fuelings?${of}&${lastDays(13)}`)) as readonly { type: string }[];
  assert.equal(new Set(fuelings.map(({ type }) => type)).size, 2);
  isOpen = false;
  await close();

  const storage = await openStorage({ folder });
  const wrong: unknown[] = [];
  const onProgress = (progress: { readonly wrong: readonly string[] }) => void wrong.push(...progress.wrong);
  const { BRAND: brand } = settings;
  t.after(() => storage.close());
  const result = await verifyTrips({ storage, brand, pipeline: pipelineOptions(settings), onProgress });
  assert.deepEqual(wrong, []);
  assert.ok(result.checked > 60);
});

test('[DEMO-2] a start that was killed while the past was written goes on with it: no hole, nothing twice', async (t) => {
  const folder = folderOf(t);
  const env = { ...process.env, ...ENVIRONMENT, DATA_DIR: folder, DEMO_DAYS: '6', LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [MAIN, '--demo'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const text of child.stderr.setEncoding('utf8'))
    if (String(text).includes('is being written')) break;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  const again = await startDemo(join(folder, 'demo'), 6);
  await again.demo.whole;
  await again.close();
  // From here on vehicles drive, and may say two things in a second.
  const driving = Number(readFileSync(join(folder, 'demo', 'demo-began'), 'utf8')) - 2_400_000;
  const storage = await openStorage({ folder: join(folder, 'demo') });
  t.after(() => storage.close());
  let withPast = 0;
  for (const { id } of await storage.documents('device')) {
    const times: number[] = [];
    const all = { deviceId: id, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 5000 };
    // A word without a place of its own, as a heartbeat is, stands at the last one.
    for await (const page of storage.history(all))
      times.push(...page.flatMap(({ fixTime, deviceTime }) => (fixTime === deviceTime ? fixTime : [])));
    if (times.length > 0) withPast++;
    for (const [at, time] of times.filter((each) => each < driving).entries()) {
      const gap = time - (times[at - 1] ?? time);
      assert.ok(at === 0 || gap > 0, `device ${id}: the same instant twice`);
      assert.ok(gap < DAY_MS / 8, `device ${id}: nothing for ${gap} ms`);
    }
  }
  assert.ok(withPast > 60);
});
