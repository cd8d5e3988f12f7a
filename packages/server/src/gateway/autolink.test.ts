import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pino from 'pino';
import type { AutolinkCode, Device, LogPage, StockMovement, StockOutcome } from '@rastro/fleet';
import { openExtensionStorage } from '@rastro/storage';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { UserClient } from '../../test/user-client.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'a shelf full of boxes' };
const PASSWORD = 'a shelf of his own';
const folder = mkdtempSync(join(tmpdir(), 'rastro-stock-'));
const folders = { embedded: join(folder, 'embedded'), external: join(folder, 'front') } as const;
type Kind = keyof typeof folders;
const KINDS: readonly Kind[] = ['embedded', 'external'];
const servers = new Map<Kind, RunningServer>();
const start = (environment: Record<string, string>): Promise<RunningServer> =>
  runServer(
    readSettings({ PORT: '0', HOST: '127.0.0.1', LICENSE_MODE: 'plus', ...environment }, null),
    pino({ level: 'silent' }),
  );

before(async () => {
  servers.set('embedded', await start({ DATA_DIR: folders.embedded, PROTOCOLS: '', ...ADMIN }));
  const root = await someone('embedded', ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const token = (await root.call('POST', '/api/session/token')).text;
  const behind = { TRACKING_SERVER_URL: urlOf('embedded'), TRACKING_SERVER_TOKEN: token };
  servers.set('external', await start({ ...behind, DATA_DIR: folders.external }));
});
after(async () => {
  await servers.get('external')?.close();
  await servers.get('embedded')?.close();
  rmSync(folder, { recursive: true });
});
function urlOf(kind: Kind): string {
  const server = servers.get(kind);
  assert.ok(server);
  return server.url;
}
async function someone(kind: Kind, email: string, password = PASSWORD): Promise<UserClient> {
  const userClient = new UserClient(() => urlOf(kind));
  assert.equal(await userClient.signIn(email, password), 200);
  return userClient;
}

let made = 0;
interface Account {
  readonly id: number;
  readonly client: UserClient;
}
/** A reseller with two customers and trackers in stock, and another reseller's customer. */
async function stockedReseller(kind: Kind, limit = -1) {
  const root = await someone(kind, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const n = (made += 1);
  const account = async (maker: UserClient, name: string, more: object = {}): Promise<Account> => {
    const email = `${name}${n}@example.com`;
    const body = { name, email, password: PASSWORD, deviceLimit: -1, ...more };
    const { id } = await maker.json<{ id: number }>('POST', '/api/users', body);
    return { id, client: await someone(kind, email) };
  };
  const attributes = { 'rastro.reseller': true };
  const seller = await account(root, 'seller', { userLimit: -1, attributes });
  const ana = await account(seller.client, 'ana', { deviceLimit: limit });
  const bia = await account(seller.client, 'bia');
  const stranger = await account(root, 'stranger');
  const box = async (part: string, state = 'stock'): Promise<Device> =>
    seller.client.json('POST', '/api/devices', {
      name: `Box ${part}`,
      uniqueId: `box-${n}-${part}`,
      model: 'FMB920',
      attributes: { 'device.state': state, plate: 'OLD1A11' },
    });
  const label = async (device: Device, more: object = {}): Promise<AutolinkCode> => {
    const wish = { deviceIds: [device.id], ...more };
    const [code] = await seller.client.json<AutolinkCode[]>('POST', '/ext/stock/codes', wish);
    assert.ok(code);
    return code;
  };
  const claim = ({ client }: Account, { code }: Pick<AutolinkCode, 'code'>, more: object = {}) =>
    client.call('POST', '/ext/autolink', { code, name: 'Van of mine', ...more });
  const idsOf = async ({ client }: Account): Promise<readonly number[]> =>
    (await client.json<Device[]>('GET', '/api/devices')).map(({ id }) => id);
  return { root, seller, ana, bia, stranger, box, label, claim, idsOf };
}

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test(`[AUTOLINK-1] ${kind}: only who sells prints codes, of what is in stock; renewed ones end the old label`, async () => {
      const { seller, ana, box, label } = await stockedReseller(kind);
      const tracker = await box('1');
      const first = await label(tracker);
      assert.match(first.code, /^[2-9A-Z]{12}$/);
      const days = (Date.parse(first.until) - Date.now()) / 86_400_000;
      assert.ok(days > 89 && days <= 90, first.until);
      assert.deepEqual(await label(tracker), first, 'printed again');
      const second = await label(tracker, { renew: true, days: 3 });
      assert.notEqual(second.code, first.code);
      assert.equal((await ana.client.call('GET', `/ext/autolink/${first.code}`)).status, 404);
      assert.equal((await ana.client.call('GET', `/ext/autolink/${second.code}`)).status, 200);
      const used = await box('2', 'installed');
      const wish = { deviceIds: [tracker.id, used.id] };
      const refused = await seller.client.call('POST', '/ext/stock/codes', wish);
      assert.deepEqual([refused.status, refused.text.split(' - ')[0]], [409, 'Not in stock']);
      const none = await ana.client.call('POST', '/ext/stock/codes', { deviceIds: [tracker.id] });
      assert.equal(none.status, 403);
    });

    test(`[AUTOLINK-2] ${kind}: a label shows model and contact, and makes the tracker his own; who had it before sees it no more`, async () => {
      const { seller, ana, bia, box, label, claim, idsOf } = await stockedReseller(kind);
      const tracker = await box('1');
      await seller.client.json('POST', '/api/permissions', { userId: bia.id, deviceId: tracker.id });
      const group = await ana.client.json<{ id: number }>('POST', '/api/groups', { name: 'Vans of Ana' });
      const code = await label(tracker);
      const offer = await ana.client.json('GET', `/ext/autolink/${code.code.toLowerCase()}`);
      assert.deepEqual(offer, { model: 'FMB920', category: null, lastUpdate: null, until: code.until });
      const more = { plate: 'NEW2B22', category: 'van', groupId: group.id };
      const device: Device = JSON.parse((await claim(ana, code, more)).text);
      const { name, groupId, category, attributes } = device;
      assert.deepEqual([name, groupId, category], ['Van of mine', group.id, 'van']);
      const stored = [attributes['device.state'], attributes['plate'], attributes['install.installer']];
      assert.deepEqual(stored, ['installed', 'NEW2B22', 'ana']);
      assert.deepEqual(await idsOf(ana), [tracker.id]);
      assert.deepEqual(await idsOf(bia), []);
      assert.deepEqual(await idsOf(seller), [tracker.id]);
      const movements = await seller.client.json<StockMovement[]>('GET', '/ext/stock/movements');
      const listed = movements.map(({ deviceId, userName, from, to }) => [deviceId, userName, from, to]);
      assert.deepEqual(listed, [[tracker.id, 'ana', 'stock', 'installed']]);
    });

    test(`[AUTOLINK-3] ${kind}: wrong, used, over, foreign and no longer in stock are refused alike, and guessing ends`, async () => {
      const { root, ana, bia, stranger, box, label, claim, seller } = await stockedReseller(kind);
      const [one, two, three] = [await box('1'), await box('2'), await box('3')];
      const [used, over, moved] = [await label(one), await label(two), await label(three)];
      const wrong = await claim(bia, { code: 'AAAABBBBCCCC' });
      assert.deepEqual([wrong.status, wrong.text.split(' - ')[0]], [404, 'Label code invalid']);
      assert.deepEqual(await claim(stranger, used), wrong, 'of another company');
      assert.equal((await claim(ana, used)).status, 200);
      for (const who of [ana, bia]) assert.deepEqual(await claim(who, used), wrong, 'used');
      const storage = await openExtensionStorage({ folder: folders[kind] });
      const label2 = await storage.document('autolinkCode', over.code);
      const body = { ...Object(label2?.body), until: Date.now() - 1 };
      await storage.commit({ put: [{ kind: 'autolinkCode', key: over.code, body, replaces: null }] });
      await storage.close();
      assert.deepEqual(await claim(bia, over), wrong, 'over');
      const move = { deviceIds: [three.id], to: 'failure' };
      await seller.client.json('POST', '/ext/stock/movements', move);
      assert.deepEqual(await claim(bia, moved), wrong, 'no longer in stock');
      assert.deepEqual(await bia.client.call('GET', `/ext/autolink/${moved.code}`), wrong);
      const statuses = new Set<number>();
      for (let n = 0; n < 20; n++) statuses.add((await claim(bia, { code: 'AAAABBBBCCCC' })).status);
      assert.deepEqual([...statuses], [404, 429]);
      const log = await root.json<LogPage>('GET', `/ext/users/${bia.id}/logs?actionType=autolinkRefused`);
      assert.equal(log.lines.length, 20);
    });

    test(`[AUTOLINK-4] ${kind}: of many at once one gets it, and one limit is never passed`, async () => {
      const { ana, bia, box, label, claim, idsOf } = await stockedReseller(kind, 1);
      const code = await label(await box('1'));
      const replies = await Promise.all([ana, bia, ana, bia].map((who) => claim(who, code)));
      assert.ok(replies.every(({ status }) => [200, 404].includes(status)));
      assert.equal([...(await idsOf(ana)), ...(await idsOf(bia))].length, 1);
      const codes = await Promise.all(['2', '3', '4'].map(async (part) => label(await box(part))));
      const claims = await Promise.all(codes.map((each) => claim(ana, each)));
      const done = claims.filter(({ status }) => status === 200);
      const ownIds = await idsOf(ana);
      assert.equal(ownIds.length, 1, 'his first one, or one of these');
      assert.ok(done.length <= 1);
    });

    test(`[AUTOLINK-5] ${kind}: the limit binds who takes, and who may only look takes none`, async () => {
      const { ana, seller, root, box, label, claim } = await stockedReseller(kind, 1);
      const [one, two] = [await label(await box('1')), await label(await box('2'))];
      assert.equal((await claim(ana, one)).status, 200);
      const full = await claim(ana, two);
      assert.deepEqual([full.status, full.text], [403, 'USER_DEVICE_LIMIT_REACHED']);
      const account = await seller.client.json<object>('GET', `/api/users/${ana.id}`);
      await root.json('PUT', `/api/users/${ana.id}`, { ...account, deviceLimit: 2, deviceReadonly: true });
      assert.equal((await claim(ana, two)).status, 403);
      await root.json('PUT', `/api/users/${ana.id}`, { ...account, deviceLimit: 2 });
      assert.equal((await claim(ana, two)).status, 200);
    });

    test(`[STOCK-1] ${kind}: many are moved with a note, each movement is told to who sees the tracker`, async () => {
      const { root, seller, stranger, box } = await stockedReseller(kind);
      const [one, two] = [await box('1'), await box('2', 'failure')];
      const before = new Date(Date.now() - 60_000).toISOString();
      const move = { deviceIds: [one.id, two.id, 999_999], to: 'failure', note: 'no light' };
      const outcomes = await seller.client.json<StockOutcome[]>('POST', '/ext/stock/movements', move);
      assert.deepEqual(
        outcomes.map(({ outcome }) => outcome),
        ['moved', 'same', 'unknown'],
      );
      await seller.client.json('POST', '/ext/stock/movements', {
        deviceIds: [one.id],
        to: 'withdrawn',
      });
      const path = `/ext/stock/movements?deviceId=${one.id}`;
      const lines = await seller.client.json<StockMovement[]>('GET', path);
      assert.deepEqual(
        lines.map(({ from, to, note, userName }) => [from, to, note, userName]),
        [
          ['failure', 'withdrawn', '', 'seller'],
          ['stock', 'failure', 'no light', 'seller'],
        ],
      );
      assert.equal((await stranger.client.call('GET', path)).status, 403);
      const all = await root.json<StockMovement[]>('GET', `/ext/stock/movements?from=${before}`);
      assert.equal(all.filter(({ deviceId }) => deviceId === one.id).length, 2);
      const log = await root.json<LogPage>('GET', `/ext/devices/${one.id}/logs?actionType=stock`);
      assert.equal(log.lines.length, 2);
      const long = await root.call('GET', '/ext/stock/movements?from=2020-01-01T00:00:00Z');
      assert.equal(long.status, 400);
    });

    test(`[STOCK-2] ${kind}: another state given in the form of a vehicle is a movement`, async () => {
      const { root, seller, box } = await stockedReseller(kind);
      const one = await box('1');
      const save = (state: string, more: object = {}) =>
        seller.client.json('PUT', `/api/devices/${one.id}`, {
          ...one,
          ...more,
          attributes: { ...one.attributes, 'device.state': state },
        });
      await save('stock', { name: 'Renamed' });
      await save('technical');
      await save('technical', { name: 'Again' });
      const path = `/ext/stock/movements?deviceId=${one.id}`;
      const lines = await seller.client.json<StockMovement[]>('GET', path);
      assert.deepEqual(
        lines.map(({ from, to, userName }) => [from, to, userName]),
        [['stock', 'technical', 'seller']],
      );
      const log = await root.json<LogPage>('GET', `/ext/devices/${one.id}/logs?actionType=stock`);
      assert.equal(log.lines.length, 1);
    });
  });
