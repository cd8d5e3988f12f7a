import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { EMPTY_THEME, type BrandingConfig, type Theme } from '@rastro/fleet';
import { eventually } from '../test/eventually.ts';
import { UserClient } from '../test/user-client.ts';
import { runServer, type RunningServer } from './run-server.ts';
import { readSettings } from './settings/read-settings.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'brands of two processes' };
const folder = mkdtempSync(join(tmpdir(), 'rastro-two-brands-'));
const start = (environment: Record<string, string>): Promise<RunningServer> => {
  const settings = { PORT: '0', HOST: '127.0.0.1', PROTOCOLS: '', MAP_STYLE_URL: '', POSTCODE_URL: '' };
  return runServer(readSettings({ ...settings, ...environment }, null), pino({ level: 'silent' }));
};
let behind: RunningServer;
const fronts: RunningServer[] = [];
before(async () => {
  behind = await start({ DATA_DIR: join(folder, 'behind'), ...ADMIN });
  const shared = { TRACKING_SERVER_URL: behind.url, DATA_DIR: join(folder, 'front') };
  for (let i = 0; i < 2; i++) fronts.push(await start(shared));
});
after(async () => {
  for (const front of fronts) await front.close();
  await behind.close();
  rmSync(folder, { recursive: true });
});

const at = (index: number): string => fronts[index]?.url ?? assert.fail();
const configAt = async (index: number): Promise<BrandingConfig> =>
  JSON.parse(await (await fetch(`${at(index)}/assets/custom/config.json`)).text());
const within2s = (holds: () => Promise<boolean>): Promise<void> => eventually(holds, 2000);

test('[BRAND-24] what one process publishes another one serves within 2 s, and writes on from there', async () => {
  const [first, second] = [0, 1].map((index) => new UserClient(() => at(index)));
  assert.ok(first && second);
  for (const userClient of [first, second]) await userClient.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const publish = (userClient: UserClient, title: string) =>
    userClient.call('PUT', '/ext/theme', { ...EMPTY_THEME, title });
  const before = await configAt(1);
  assert.equal((await publish(first, 'North Fleet')).status, 200);
  await within2s(async () => (await configAt(1)).title === 'North Fleet');
  assert.notEqual(before.title, 'North Fleet');
  assert.equal((await publish(second, 'South Fleet')).status, 200);
  await within2s(async () => (await configAt(0)).title === 'South Fleet');
  // At once: a write waits for no clock.
  const seen = await second.json<Theme>('GET', '/ext/theme');
  assert.equal((await publish(first, 'West Fleet')).status, 200);
  const late = await second.call('PUT', `/ext/theme?version=${seen.version}`, {
    ...EMPTY_THEME,
    title: 'East',
  });
  assert.equal(late.status, 409);
});
