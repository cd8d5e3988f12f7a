// A driver checks out of one vehicle and into the next: time until the command to unlock is recorded, and until the
// rule that locks vehicles without a driver has locked the first one. In front of our own server and of another one.
// Target: under 1 s from the check-in to the command.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceCommand } from '@rastro/fleet';
import { UserClient } from '../packages/server/test/user-client.ts';
import { runServer, type RunningServer } from '../packages/server/src/run-server.ts';
import { readSettings } from '../packages/server/src/settings/read-settings.ts';
import { printFigure, rounded } from './support/print-figure.ts';
import { silentLog } from '../packages/server/test/silent-log.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'a yard full of vans' };
const ROUNDS = 21;
const LOCKS = 5;
const LOCK_AFTER_S = 1;
const folder = mkdtempSync(join(tmpdir(), 'rastro-bench-'));
const start = (environment: Record<string, string>): Promise<RunningServer> => {
  const quiet = { PORT: '0', HOST: '127.0.0.1', MAP_STYLE_URL: '', POSTCODE_URL: '' };
  return runServer(readSettings({ ...quiet, ...environment }, null), silentLog());
};
const median = (values: readonly number[]): number =>
  rounded(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);

const own = await start({ DATA_DIR: join(folder, 'own'), PROTOCOLS: 'osmand:0', ...ADMIN });
const boss = new UserClient(() => own.url);
await boss.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
const token = (await boss.call('POST', '/api/session/token')).text;
const behind = { TRACKING_SERVER_URL: own.url, TRACKING_SERVER_TOKEN: token };
const front = await start({ DATA_DIR: join(folder, 'front'), PROTOCOLS: '', ...behind });
for (const [server, node] of [
  ['own', own],
  ['another', front],
] as const)
  await measure(server, node);
await front.close();
await own.close();
rmSync(folder, { recursive: true });

async function measure(server: string, { url }: RunningServer): Promise<void> {
  const owner = new UserClient(() => url);
  await owner.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const post = (path: string, body: object) => owner.json<{ id: number }>('POST', path, body);
  const vans = [];
  for (const part of [1, 2]) {
    const uniqueId = `${server}-${part}`;
    vans.push((await post('/api/devices', { name: `Van ${part}`, uniqueId })).id);
    const place = `id=${uniqueId}&lat=-23.5&lon=-46.6&speed=0&ignition=false`;
    await fetch(`http://127.0.0.1:${own.protocols['osmand']}/?${place}`);
  }
  const attributes = { 'rastro.qrUnlock': true, 'rastro.qrLockAfter': LOCK_AFTER_S };
  const { id } = await post('/api/drivers', { name: 'Dana', uniqueId: `card-${server}`, attributes });
  const login = { username: `dana.${server}`, password: 'keys in the drawer' };
  await owner.json('PUT', `/ext/drivers/${id}/qr-access`, login);
  const dana = new UserClient(() => url);
  await dana.signIn(login.username, login.password);

  const count = async (van: number, type: string): Promise<number> => {
    const path = `/api/commands/queue?deviceId=${van}&limit=200`;
    const commands = await owner.json<readonly DeviceCommand[]>('GET', path);
    return commands.filter((command) => command.type === type).length;
  };
  const until = async (van: number, type: string, wanted: number): Promise<void> => {
    while ((await count(van, type)) < wanted) await pause(5);
  };
  const unlockMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const van = vans[round % 2] ?? 0;
    const before = await count(van, 'engineResume');
    const at = performance.now();
    await dana.json('POST', '/ext/qr-driver', { id: van });
    await until(van, 'engineResume', before + 1);
    unlockMs.push(performance.now() - at);
  }
  const lockMs: number[] = [];
  const van = vans[0] ?? 0;
  for (let round = 0; round < LOCKS; round++) {
    await dana.json('POST', '/ext/qr-driver', { id: van });
    const before = await count(van, 'engineStop');
    await dana.json('POST', '/ext/qr-driver', { id: 0 });
    const at = performance.now() + LOCK_AFTER_S * 1000;
    await until(van, 'engineStop', before + 1);
    lockMs.push(performance.now() - at);
  }
  printFigure('check-in', {
    server,
    toUnlockMs: median(unlockMs),
    worstUnlockMs: rounded(Math.max(...unlockMs)),
    targetMs: 1000,
    lockAfterItsTimeMs: median(lockMs),
  });
}
