import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import type { DeviceCommand, QrCheckIn, QrCode } from '@rastro/fleet';
import { eventually } from '../../test/eventually.ts';
import { UserClient } from '../../test/user-client.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'a yard full of vans' };
const folder = mkdtempSync(join(tmpdir(), 'rastro-qr-'));
const start = (environment: Record<string, string>): Promise<RunningServer> =>
  runServer(readSettings({ PORT: '0', HOST: '127.0.0.1', ...environment }, null), pino({ level: 'silent' }));
const servers = new Map<string, RunningServer>();
const started = (kind: string): RunningServer => {
  const server = servers.get(kind);
  assert.ok(server);
  return server;
};

/** Longer than the two seconds between checks of the rules: time for what must not happen. */
const ROUND_MS = 2500;

/** A driver, who checks in. */
class Driver extends UserClient {
  checkIn = (id: number | string, more: object = {}): Promise<QrCheckIn | null> =>
    this.json('POST', '/ext/qr-driver', { id, ...more });
}

before(async () => {
  const embedded = await start({ DATA_DIR: join(folder, 'embedded'), PROTOCOLS: 'osmand:0', ...ADMIN });
  servers.set('embedded', embedded);
  const boss = new UserClient(() => embedded.url);
  await boss.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const token = (await boss.call('POST', '/api/session/token')).text;
  const behind = { TRACKING_SERVER_URL: embedded.url, TRACKING_SERVER_TOKEN: token };
  servers.set('external', await start({ ...behind, DATA_DIR: join(folder, 'front') }));
});
after(async () => {
  await started('external').close();
  await started('embedded').close();
  rmSync(folder, { recursive: true });
});

let made = 0;
const post = (boss: UserClient, path: string, body: object) => boss.json<{ id: number }>('POST', path, body);

/** A customer with two vans and two drivers that may check in. */
async function yard(kind: string, rules: object = {}) {
  const server = () => started(kind);
  const root = new UserClient(() => server().url);
  assert.equal(await root.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD), 200);
  const n = (made += 1);
  const account = { name: 'Owner', email: `owner${n}@example.com`, password: 'a yard of his own' };
  const owner = await post(root, '/api/users', { ...account, deviceLimit: -1, userLimit: -1 });
  const boss = new UserClient(() => server().url);
  assert.equal(await boss.signIn(account.email, account.password), 200);
  const vans: number[] = [];
  const drivers: { readonly id: number; readonly client: Driver }[] = [];
  for (const part of [1, 2]) {
    vans.push((await post(boss, '/api/devices', { name: `Van ${part}`, uniqueId: `van-${n}-${part}` })).id);
    const attributes = Object.fromEntries(
      Object.entries(rules).map(([key, value]) => [`rastro.${key}`, value]),
    );
    const card = `card-${n}-${part}`;
    const { id } = await post(boss, '/api/drivers', { name: `Dana ${part}`, uniqueId: card, attributes });
    const login = { username: `dana${n}.${part}`, password: 'keys in the drawer' };
    await boss.json('PUT', `/ext/drivers/${id}/qr-access`, login);
    const client = new Driver(() => server().url);
    assert.equal(await client.signIn(login.username, login.password), 200);
    drivers.push({ id, client });
  }
  const [van = 0, other = 0] = vans;
  const [dana, eli] = drivers;
  assert.ok(dana && eli);
  const report = async (part: number, more: string): Promise<void> => {
    const query = `id=van-${n}-${part}&lat=-23.5&lon=-46.6&${more}`;
    await fetch(`http://127.0.0.1:${started('embedded').protocols['osmand']}/?${query}`);
  };
  const commands = (id = van): Promise<readonly DeviceCommand[]> =>
    boss.json('GET', `/api/commands/queue?deviceId=${id}&limit=50`);
  return { boss, root, owner, van, other, dana, eli, report, commands, n };
}

for (const kind of ['embedded', 'external'])
  describe(`${kind} server`, () => {
    test(`[QR-1] ${kind}: a driver signs in, checks in by the code of a van, and may do nothing else`, async () => {
      const { boss, van, dana, owner } = await yard(kind);
      const [code] = await boss.json<readonly QrCode[]>('POST', '/ext/qr-codes', { deviceIds: [van] });
      assert.ok(code);
      assert.equal(await dana.client.json('GET', '/ext/qr-driver'), null);
      const checkIn = await dana.client.checkIn(
        `https://x.example/qr-driver/scan/${code.code.toLowerCase()}`,
      );
      assert.deepEqual([checkIn?.deviceId, checkIn?.driverId, checkIn?.until], [van, dana.id, null]);
      assert.deepEqual(await dana.client.json('GET', '/ext/qr-driver'), checkIn);
      for (const path of ['/api/devices', '/api/users', `/api/users/${owner.id}`, '/ext/qr-check-ins'])
        assert.equal((await dana.client.call('GET', path)).status, 403, path);
      const now = await boss.json<readonly QrCheckIn[]>('GET', '/ext/qr-check-ins');
      assert.deepEqual(now, [checkIn]);
      assert.equal(await dana.client.checkIn(0), null);
      const from = encodeURIComponent(new Date(Date.now() - 60_000).toISOString());
      const past = await boss.json<readonly QrCheckIn[]>('GET', `/ext/qr-check-ins?from=${from}`);
      assert.deepEqual([past.length, past[0]?.end], [1, 'driver']);
    });

    test(`[QR-2] ${kind}: one driver a van and one van a driver; who comes replaces, of two at once one`, async () => {
      const { boss, van, other, dana, eli } = await yard(kind);
      await dana.client.checkIn(van);
      await dana.client.checkIn(other);
      await eli.client.checkIn(other);
      assert.equal(await dana.client.json('GET', '/ext/qr-driver'), null);
      const from = encodeURIComponent(new Date(Date.now() - 60_000).toISOString());
      const all = await boss.json<readonly QrCheckIn[]>('GET', `/ext/qr-check-ins?from=${from}`);
      const endOf = (driver: number, device: number) =>
        all.find(({ driverId, deviceId }) => driverId === driver && deviceId === device)?.end;
      assert.deepEqual(
        [all.length, endOf(dana.id, van), endOf(dana.id, other), endOf(eli.id, other)],
        [3, 'replaced', 'replaced', null],
      );
      for (let round = 0; round < 5; round++) {
        await Promise.all([
          dana.client.call('POST', '/ext/qr-driver', { id: van }),
          eli.client.call('POST', '/ext/qr-driver', { id: van }),
        ]);
        const now = await boss.json<readonly QrCheckIn[]>('GET', '/ext/qr-check-ins');
        assert.equal(now.filter(({ deviceId }) => deviceId === van).length, 1);
      }
    });

    test(`[QR-6] ${kind}: a van of somebody else is not there, by its code neither, and guessing ends`, async () => {
      const { dana } = await yard(kind);
      const foreign = await yard(kind);
      const [code] = await foreign.boss.json<readonly QrCode[]>('POST', '/ext/qr-codes', {
        deviceIds: [foreign.van],
      });
      const tried = (id: number | string) => dana.client.call('POST', '/ext/qr-driver', { id });
      const refused = await tried(code?.code ?? '');
      assert.equal(refused.status, 404);
      assert.deepEqual(refused, await tried('AAAABBBBCCCC'));
      assert.equal((await tried(foreign.van)).status, 404);
      const statuses = new Set<number>();
      for (let n = 0; n < 20; n++) statuses.add((await tried('AAAABBBBCCCC')).status);
      assert.deepEqual([...statuses], [404, 429]);
    });

    test(`[QR-8] ${kind}: a check-in unlocks at once, and its end locks after the time of the rule`, async (t) => {
      const { van, dana, commands, report } = await yard(kind, { qrUnlock: true, qrLockAfter: 1 });
      await report(1, 'speed=0&ignition=false');
      const begun = performance.now();
      await dana.client.checkIn(van);
      const unlocks = (await commands()).filter(({ type }) => type === 'engineResume');
      const tookMs = performance.now() - begun;
      t.diagnostic(`check-in to unlock command, ${kind}: ${tookMs.toFixed(0)} ms`);
      assert.equal(unlocks.length, 1);
      assert.equal(
        (await commands()).some(({ type }) => type === 'engineStop'),
        false,
      );
      await dana.client.checkIn(0);
      await eventually(async () => (await commands()).some(({ type }) => type === 'engineStop'));
      // No second lock may follow.
      await sleep(ROUND_MS);
      assert.equal((await commands()).filter(({ type }) => type === 'engineStop').length, 1, 'once');
    });

    test(`[QR-9] ${kind}: the ignition turned off, or the time of the rule, ends a check-in`, async () => {
      const { boss, van, other, dana, eli, report } = await yard(kind, { qrLogoutOnIgnitionOff: true });
      await dana.client.checkIn(van);
      await report(1, 'ignition=false');
      await report(1, 'ignition=true');
      // The check-in must not end: the ignition was off before it.
      await sleep(ROUND_MS);
      assert.ok(await dana.client.json('GET', '/ext/qr-driver'), 'it was not on before');
      await report(1, 'ignition=false');
      await eventually(async () => (await dana.client.json('GET', '/ext/qr-driver')) === null);
      const attributes = { 'rastro.qrLogoutAfter': 1 };
      const [driver] = (
        await boss.json<readonly { id: number; attributes: object }[]>('GET', '/api/drivers')
      ).filter(({ id }) => id === eli.id);
      await boss.json('PUT', `/api/drivers/${eli.id}`, { ...driver, attributes });
      await eli.client.checkIn(other);
      await eventually(async () => (await eli.client.json('GET', '/ext/qr-driver')) === null);
    });
  });

test('[QR-10] turned off, nobody checks in, and who drives can still check out', async () => {
  const { root, dana, eli, van, other } = await yard('embedded');
  assert.equal((await dana.client.checkIn(van))?.deviceId, van);
  const server = await root.json<{ attributes: object }>('GET', '/api/server');
  const setCheckIn = (qrCheckIn: boolean) =>
    root.json('PUT', '/api/server', {
      ...server,
      attributes: { ...server.attributes, 'rastro.qrCheckIn': qrCheckIn },
    });
  await setCheckIn(false);
  const refused = await eli.client.call('POST', '/ext/qr-driver', { id: other });
  assert.deepEqual(
    [refused.status, refused.text],
    [403, 'Check in disabled - The administrator has turned it off'],
  );
  assert.equal(await dana.client.checkIn(0), null);
  await setCheckIn(true);
  assert.equal((await eli.client.checkIn(other))?.deviceId, other);
});

test('[QR-100] by printed code only: a number is refused, the code and checking out are not; numbers count by default', async () => {
  const { root, boss, dana, van } = await yard('embedded');
  assert.equal((await dana.client.checkIn(van))?.deviceId, van);
  const server = await root.json<{ attributes: object }>('GET', '/api/server');
  const setCheckIn = (isOn: boolean) =>
    root.json('PUT', '/api/server', {
      ...server,
      attributes: { ...server.attributes, 'rastro.qrPrintedCodeOnly': isOn },
    });
  await setCheckIn(true);
  assert.equal(await dana.client.checkIn(0), null);
  const refused = await dana.client.call('POST', '/ext/qr-driver', { id: van });
  assert.deepEqual(
    [refused.status, refused.text],
    [403, 'Printed code needed - Check in with the code on the sheet in the vehicle'],
  );
  const [printed] = await boss.json<readonly QrCode[]>('POST', '/ext/qr-codes', { deviceIds: [van] });
  assert.equal((await dana.client.checkIn(printed?.code ?? ''))?.deviceId, van);
  await setCheckIn(false);
});

test('[QR-3] an act that waited counts at its own time, once; old, replayed and overtaken ones are refused', async () => {
  const { van, dana, eli } = await yard('embedded');
  const at = (msAgo: number): string => new Date(Date.now() - msAgo).toISOString();
  const action = { at: at(600_000), clientId: 'act-number-one' };
  const first = await dana.client.checkIn(van, action);
  assert.equal(first?.since, action.at);
  assert.deepEqual(await dana.client.checkIn(van, action), first, 'the same act again changes nothing');
  assert.equal(await dana.client.checkIn(0, { at: at(300_000), clientId: 'act-number-two' }), null);
  assert.equal(await dana.client.checkIn(van, action), null, 'a replayed one neither');
  const refused = async (body: object) =>
    (await dana.client.call('POST', '/ext/qr-driver', { id: van, ...body })).text;
  assert.match(await refused({ at: at(400_000) }), /^Check in overtaken/);
  assert.match(await refused({ at: at(25 * 3_600_000) }), /^Check in too old/);
  assert.match(await refused({ at: at(-3_600_000) }), /^Clock wrong/);
  await eli.client.checkIn(van);
  assert.match(await refused({ at: at(60_000) }), /^Check in overtaken/);
});

test('[QR-4] positions carry the driver while he is checked in, by the time at which they were', async () => {
  const { boss, van, dana, report, n } = await yard('embedded');
  const at = (msAgo: number): string => `timestamp=${Date.now() - msAgo}`;
  await dana.client.checkIn(van, { at: new Date(Date.now() - 60_000).toISOString() });
  await report(1, at(90_000));
  await report(1, at(30_000));
  await dana.client.checkIn(0, { at: new Date(Date.now() - 20_000).toISOString() });
  await report(1, at(25_000));
  await report(1, at(5000));
  const span = `from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date(Date.now() + 1000).toISOString()}`;
  const rows = await boss.json<readonly { attributes: { driverUniqueId?: string } }[]>(
    'GET',
    `/api/positions?deviceId=${van}&${span}`,
  );
  const card = `card-${n}-1`;
  assert.deepEqual(
    rows.map(({ attributes }) => attributes.driverUniqueId ?? null),
    [null, card, card, null],
  );
});

test('[QR-5] check-ins and what their rules have still to do outlive a restart', async () => {
  const { van, dana } = await yard('external', { qrLogoutAfter: 6 });
  const checkIn = await dana.client.checkIn(van);
  const { url } = started('embedded');
  const token = servers.get('external');
  assert.ok(token);
  await token.close();
  const settings = readSettings(
    {
      PORT: '0',
      HOST: '127.0.0.1',
      TRACKING_SERVER_URL: url,
      TRACKING_SERVER_TOKEN: await aToken(),
      DATA_DIR: join(folder, 'front'),
    },
    null,
  );
  servers.set('external', await runServer(settings, pino({ level: 'silent' })));
  assert.deepEqual(await dana.client.json('GET', '/ext/qr-driver'), checkIn);
  await eventually(async () => (await dana.client.json('GET', '/ext/qr-driver')) === null);
});
async function aToken(): Promise<string> {
  const boss = new UserClient(() => started('embedded').url);
  await boss.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  return (await boss.call('POST', '/api/session/token')).text;
}

test('[QR-7] an access taken away ends the check-in and the session; a name is given once; passwords are kept nowhere else', async () => {
  const { boss, van, dana, eli, n } = await yard('embedded');
  await dana.client.checkIn(van);
  const again = { username: `dana${n}.1`, password: 'keys in the drawer' };
  const taken = await boss.call('PUT', `/ext/drivers/${eli.id}/qr-access`, again);
  assert.deepEqual([taken.status, taken.text.split(' - ')[0]], [409, 'Username taken']);
  const access = await boss.json('GET', `/ext/drivers/${dana.id}/qr-access`);
  assert.deepEqual(access, { driverId: dana.id, username: `dana${n}.1` });
  await boss.json('DELETE', `/ext/drivers/${dana.id}/qr-access`);
  assert.equal((await dana.client.call('GET', '/ext/qr-driver')).status, 401);
  assert.deepEqual(await boss.json('GET', '/ext/qr-check-ins'), []);
  const [code] = await boss.json<readonly QrCode[]>('POST', '/ext/qr-codes', { deviceIds: [van] });
  await boss.json('POST', '/ext/qr-codes', { deviceIds: [van], renew: true });
  assert.equal(
    (await eli.client.call('POST', '/ext/qr-driver', { id: code?.code })).status,
    404,
    'an old sheet',
  );
});
