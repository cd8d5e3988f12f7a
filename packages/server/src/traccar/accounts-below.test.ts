import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makePng } from '@rastro/outgoing/testing';
import { startFakeTraccar, type FakeTraccar } from '../../test/fake-traccar.ts';
import { silentLog } from '../../test/silent-log.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const [VAN, OTHER] = [1, 2];
/** Ana manages 20, who manages 21, who manages 22 and an administrator; 30 is beside them. */
const LINKS = [
  { USERID: 7, MANAGEDUSERID: 20 },
  { USERID: 20, MANAGEDUSERID: 21 },
  { USERID: 21, MANAGEDUSERID: 22 },
  { USERID: 21, MANAGEDUSERID: 23 },
  // Round in a circle.
  { USERID: 22, MANAGEDUSERID: 20 },
];
const ACCOUNTS = [7, 20, 21, 22, 23, 30].map((id) => ({
  id,
  name: `Account ${id}`,
  email: `${id}@example.com`,
  administrator: id === 23,
  userLimit: id === 7 ? 10 : 0,
  attributes: {},
}));
const FENCES = [
  { GEOFENCEID: 4, GROUPID: 9 },
  { GEOFENCEID: 4, GROUPID: 10 },
];

const folder = mkdtempSync(join(tmpdir(), 'rastro-below-'));
let traccar: FakeTraccar;
let front: RunningServer;
/** Writes that reached the Traccar, with whose account. */
const written: string[] = [];
let pictureType = '';

function answer(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', url = '', headers } = request;
  const [path = '', query = ''] = url.split('?', 2);
  const isOwn = headers.authorization === 'Bearer service';
  const send = (body: unknown, status = 200): true => {
    // An account of the installation never leaves its session anywhere.
    response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'JSESSIONID=secret' });
    response.end(JSON.stringify(body));
    return true;
  };
  if (method !== 'GET' && path !== '/api/session') {
    written.push(`${isOwn ? 'own' : 'caller'} ${method} ${path}`);
    if (path.endsWith('/image')) {
      pictureType = headers['content-type'] ?? '';
      response.writeHead(200, { 'content-type': 'text/plain' }).end('device.webp');
      return true;
    }
    return send({ id: 21 });
  }
  if (path === '/api/permissions') return send(query.includes('managedUserId') ? LINKS : FENCES);
  if (path === '/api/session' && headers.cookie?.includes('ana') === true) return send(ACCOUNTS[0]);
  if (path === '/api/users') return send(isOwn ? ACCOUNTS : [ACCOUNTS[1]]);
  if (path === '/api/groups') return send([{ id: 9 }]);
  if (path === '/api/geofences') return send([{ id: 4 }]);
  const [, id] = /^\/api\/users\/(\d+)$/.exec(path) ?? [];
  const found = ACCOUNTS.find((each) => each.id === Number(id));
  if (found && (isOwn || found.id === 20)) return send(found);
  return id === undefined ? false : send('User access denied - none', 400);
}

before(async () => {
  traccar = await startFakeTraccar();
  traccar.sees.set('ana', [VAN]).set('bea', [OTHER]);
  traccar.special = answer;
  front = await runServer(
    readSettings(
      {
        PORT: '0',
        HOST: '127.0.0.1',
        POSTCODE_URL: '',
        DATA_DIR: join(folder, 'data'),
        TRACKING_SERVER_URL: traccar.url,
        TRACKING_SERVER_TOKEN: 'service',
      },
      null,
    ),
    silentLog(),
  );
});
after(async () => {
  await front.close();
  traccar.close();
  rmSync(folder, { recursive: true });
});

interface Sent {
  readonly json?: object;
  readonly bytes?: Uint8Array;
  readonly type?: string;
}
async function call(method: string, path: string, { json, bytes, type = 'application/json' }: Sent = {}) {
  const body = json ? JSON.stringify(json) : bytes;
  const reply = await fetch(`${front.url}/api${path}`, {
    method,
    headers: { cookie: 'JSESSIONID=ana', origin: front.url, 'content-type': type },
    ...(body === undefined ? {} : { body }),
  });
  return { status: reply.status, text: await reply.text(), cookies: reply.headers.getSetCookie() };
}

test('[DELEG-24] deeper accounts are listed, read and written with the account of the installation; administrators and others are not', async () => {
  const list = JSON.parse((await call('GET', '/users')).text) as readonly { readonly id: number }[];
  assert.deepEqual(
    list.map(({ id }) => id),
    [20, 21, 22],
  );
  const deep = await call('GET', '/users/22');
  assert.deepEqual([deep.status, deep.cookies], [200, []]);
  for (const id of [23, 30]) assert.equal((await call('GET', `/users/${id}`)).status, 400, String(id));
  assert.equal((await call('DELETE', '/users/21')).status, 200);
  assert.equal((await call('POST', '/permissions', { json: { userId: 22, deviceId: VAN } })).status, 200);
  const foreign = await call('POST', '/permissions', { json: { userId: 22, deviceId: OTHER } });
  assert.deepEqual([foreign.status, foreign.text.split(' - ')[0]], [400, 'Invalid permission']);
  const above = await call('POST', '/permissions', { json: { userId: 22, managedUserId: 7 } });
  assert.equal(above.status, 400);
  await call('POST', '/permissions', { json: { userId: 20, deviceId: VAN } });
  assert.deepEqual(written, [
    'own DELETE /api/users/21',
    'own POST /api/permissions',
    'caller POST /api/permissions',
  ]);
});

test('[GATE-116] links are listed to whoever sees both ends, under the names that they have everywhere', async () => {
  const { text } = await call('GET', '/permissions?groupId=0&geofenceId=4');
  assert.deepEqual(JSON.parse(text), [{ groupId: 9, geofenceId: 4 }]);
  assert.equal((await call('GET', '/permissions?groupId=0')).status, 403);
});

test('[GATE-117] a picture of a vehicle goes on as its pixels alone; what is none does not', async () => {
  const send = (bytes: Uint8Array, type = 'image/png') =>
    call('POST', `/devices/${VAN}/image`, { bytes, type });
  assert.equal((await send(makePng(8, 8))).status, 200);
  assert.equal(pictureType, 'image/webp');
  pictureType = '';
  assert.equal((await send(Buffer.from('GIF89a'))).status, 400);
  assert.equal((await send(Buffer.from('<svg/>'), 'image/svg+xml')).status, 415);
  assert.equal((await send(Buffer.alloc(500_001))).status, 400);
  assert.equal(pictureType, '');
});
