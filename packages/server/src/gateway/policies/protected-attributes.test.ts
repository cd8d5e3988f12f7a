import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { encodeRights, type Attributes, type User } from '@rastro/fleet';
import { runServer, type RunningServer } from '../../run-server.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { forbiddenChange, protectionError } from './protected-attributes.ts';
import { cookieOf, startTrackingStub, type TrackingStub } from '../../../test/tracking-stub.ts';

const OWN = encodeRights(['devices.view', 'users.selfEdit']);
const ALL = 'f'.repeat(OWN.length);
const actor = (fields: Partial<User> = {}): User =>
  ({ id: 1, administrator: false, attributes: { 'acme.advancedPerms': OWN }, ...fields }) as User;
const change = (before: Attributes, after: Attributes, id = 2, who = actor()): string | null =>
  forbiddenChange(who, { id, before, after }, 'acme');

test('[GATE-20] who may write which attribute of whom', () => {
  assert.equal(
    change({}, { colour: 'red', 'rastro.advancedPerms': ALL }),
    null,
    'another brand’s is just a word',
  );
  for (const name of [
    'isShared',
    'acme.isQrDriverId',
    'acme.isQrDeviceId',
    'acme.trustUnlock',
    'acme.billingPrice',
    'acme.reseller',
    'acme.resellerLimit',
    'acme.historyDays',
  ]) {
    assert.equal(change({}, { [name]: 1 }), name);
    assert.equal(change({ [name]: 1 }, {}), name, 'dropping is changing');
    assert.equal(change({ [name]: 1 }, { [name]: 1 }), null, 'keeping is not');
    assert.equal(change({}, { [name]: 1 }, 1, actor({ administrator: true })), null);
  }
  const grant = (value: unknown, id = 2): string | null =>
    change({}, { 'acme.advancedPerms': value } as Attributes, id);
  assert.equal(grant(OWN), null, 'what he has he may hand on');
  assert.equal(grant(encodeRights(['devices.view'])), null);
  assert.equal(grant(''), null);
  for (const more of [ALL, `${OWN}f`, OWN.slice(1), 'z'.repeat(OWN.length), 15, [OWN], { 0: 'f' }]) {
    assert.equal(grant(more), 'acme.advancedPerms', JSON.stringify(more));
  }
  assert.equal(grant(OWN, 1), 'acme.advancedPerms', 'never to himself');
  assert.equal(change({}, { 'acme.advancedPerms': OWN }, 2, actor({ attributes: {} })), 'acme.advancedPerms');
});

test('[GATE-74] a reseller agrees with people below him what they pay, and never what he pays or may sell himself', () => {
  const reseller = actor({ attributes: { 'acme.reseller': true } });
  for (const name of ['acme.billingEnabled', 'acme.billingPrice', 'acme.billingTaxId', 'acme.trustUnlock']) {
    assert.equal(change({}, { [name]: 1 }, 2, reseller), null);
    assert.equal(change({ [name]: 1 }, {}, 2, reseller), null);
    assert.equal(change({}, { [name]: 1 }, 1, reseller), name, 'his own');
    assert.equal(change({}, { [name]: 1 }, 2), name, 'of who sells nothing');
    assert.equal(change({}, { [name]: 1 }, 2, { ...reseller, readonly: true }), name);
  }
  assert.equal(change({}, { 'acme.historyDays': 7 }, 2, reseller), null);
  for (const name of ['isShared', 'acme.reseller', 'acme.resellerDomain'])
    for (const id of [1, 2]) assert.equal(change({}, { [name]: 5 }, id, reseller), name);
});

test('[GATE-75] who sells makes people below him sell, too, within his own limit; never himself', () => {
  const limited = actor({ attributes: { 'acme.subReseller': true, 'acme.resellerLimit': 20 } });
  const limit = (wanted: unknown, before: Attributes = {}, who = limited, id = 2): string | null =>
    change(before, { ...before, 'acme.resellerLimit': wanted } as Attributes, id, who);
  const rank = (wanted: boolean, before: Attributes = {}, who = limited, id = 2): string | null =>
    change(before, { ...before, 'acme.subReseller': wanted }, id, who);
  assert.deepEqual([rank(true), rank(false, { 'acme.subReseller': true })], [null, null]);
  assert.deepEqual([limit(20), limit(0), limit(null), limit(-1)], [null, null, null, null]);
  assert.equal(limit(21), 'acme.resellerLimit');
  assert.equal(limit(9000, {}, actor({ attributes: { 'acme.reseller': true } })), null);
  for (const who of [actor(), { ...limited, readonly: true }]) {
    assert.equal(rank(true, {}, who), 'acme.subReseller');
    assert.equal(limit(5, {}, who), 'acme.resellerLimit');
  }
  assert.equal(rank(true, {}, actor({ attributes: { 'acme.reseller': true } }), 1), 'acme.subReseller');
  assert.equal(limit(19, {}, limited, 1), 'acme.resellerLimit', 'his own');
  const made = { 'acme.reseller': true };
  assert.equal(rank(true, made), 'acme.subReseller', 'whom an administrator made');
  assert.equal(limit(1, made), 'acme.resellerLimit');
});

test('[GATE-400] too high a limit is refused for that reason, anything else as not theirs to change', () => {
  const limited = actor({ attributes: { 'acme.subReseller': true, 'acme.resellerLimit': 20 } });
  const errorText = (who: User, id = 2, before: Attributes = {}): string =>
    protectionError('acme.resellerLimit', who, { id, before, after: {} }, 'acme').text;
  assert.equal(errorText(limited), 'Limit above own - You can give 20 places at most');
  assert.match(errorText(limited, 1), /^Protected attribute - /, 'their own');
  assert.match(errorText(limited, 2, { 'acme.reseller': true }), /^Protected attribute - /);
  assert.match(errorText(actor()), /^Protected attribute - /, 'of who sells nothing');
});

let stub: TrackingStub;
let server: RunningServer;
before(async () => {
  stub = await startTrackingStub({});
  const environment = { PORT: '0', HOST: '127.0.0.1', TRACKING_SERVER_URL: stub.url, DATA_DIR: stub.folder };
  server = await runServer(readSettings(environment, null), pino({ level: 'silent' }));
});
after(async () => {
  await server.close();
  stub.close();
});

test('[GATE-21] no spelling of an address and no encoding of a body gets around the checks', async () => {
  const who = { id: 1, administrator: false, attributes: { 'rastro.advancedPerms': OWN } };
  const raise = JSON.stringify({ id: 1, attributes: { 'rastro.advancedPerms': ALL } });
  const put = async (path: string, body: string | Uint8Array): Promise<number> => {
    const headers = { cookie: cookieOf(who), 'content-type': 'application/json' };
    return (await fetch(server.url + path, { method: 'PUT', headers, body: Buffer.from(body) })).status;
  };
  assert.equal(await put('/api/users/1', raise), 403, 'the plain way');
  for (const path of [
    '/api/%75sers/1',
    '/api/user%73/1',
    '/%61pi/users/1',
    '/api/users/1?x=1',
    '/api/users/%31',
  ]) {
    assert.ok([403, 404].includes(await put(path, raise)), path);
  }
  for (const body of [Buffer.from(raise, 'utf16le'), `\u{feff}${raise}`, `${raise}x`, '']) {
    assert.ok(
      [400, 403].includes(await put('/api/users/1', body)),
      JSON.stringify(String(body).slice(0, 20)),
    );
  }
});

test('[GATE-21] no spelling of the address of the login escapes the count of wrong passwords', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) {
    const form = new URLSearchParams({ email: 'ana@example.com', password: 'x' });
    statuses.push((await fetch(`${server.url}/api/%73ession`, { method: 'POST', body: form })).status);
  }
  assert.ok(!statuses.includes(200) && [429, 404].includes(statuses.at(-1) ?? 0), statuses.join());
});
