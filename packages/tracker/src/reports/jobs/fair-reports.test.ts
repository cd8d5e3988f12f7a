import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { knots } from '@rastro/fleet';
import { StorageError, type StoredPosition } from '@rastro/storage';
import { openTestTracker, type TestTracker } from '../../../test/open-test-tracker.ts';

/** Its JSON is many times what sockets hold. */
const LONG = 40_000;
const FROM = Date.UTC(2026, 4, 1);
const DAY = `from=${new Date(FROM).toISOString()}&to=${new Date(FROM + 86_400_000).toISOString()}`;
const PATIENCE_MS = 20_000;

let t: TestTracker;
let httpServer: Server;
let isFull = false;
let deviceId: number;
let greedy: string;
let other: string;

before(async () => {
  t = await openTestTracker({}, (storage) => ({
    ...storage,
    appendActions: (actions) =>
      isFull ? Promise.reject(new StorageError('write', 'CLOSED')) : storage.appendActions(actions),
  }));
  deviceId = await t.addDevice('long');
  for (let at = 0; at < LONG; at += 5000)
    await t.storage.commit({ positions: track(at, 5000), events: [], states: [] });
  [greedy = '', other = ''] = await Promise.all([newUser(), newUser()]);
  httpServer = createServer((request, response) => t.tracker.api.routing(request, response));
  httpServer.listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
});
after(async () => {
  httpServer.closeAllConnections();
  httpServer.close();
  await t.dispose();
});

async function newUser(): Promise<string> {
  const id = await t.addUser();
  const link = { ownerKind: 'user', ownerId: id, propertyKind: 'device', propertyId: deviceId };
  await t.tracker.directory.links.change([link], []);
  return t.signIn(id);
}

const track = (first: number, count: number): StoredPosition[] =>
  Array.from({ length: count }, (_, i) => ({
    id: 1000 + first + i,
    deviceId,
    protocol: 'test',
    serverTime: FROM,
    deviceTime: FROM + (first + i) * 1000,
    fixTime: FROM + (first + i) * 1000,
    valid: true,
    latitude: -23.5,
    longitude: -46.6,
    altitude: 0,
    speed: knots(0),
    course: 0,
    accuracy: 0,
    address: null,
    network: null,
    geofenceIds: null,
    attributes: { motion: false, odometer: 1_000_000 + first + i },
    contentKey: first + i,
  }));

const url = (path: string): string =>
  `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}/api/reports/${path}?deviceId=${deviceId}&${DAY}`;

/** Asks, and reads nothing of the answer. */
async function stall(cookie: string): Promise<{ request: ClientRequest; answer: IncomingMessage }> {
  const request = get(url('route'), { headers: { cookie }, agent: false });
  request.on('error', () => {});
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  assert.equal(answer.statusCode, 200);
  answer.on('error', () => {});
  return { request, answer };
}
const ask = (path: string, cookie: string): Promise<Response> =>
  fetch(url(path), { headers: { cookie }, signal: AbortSignal.timeout(PATIENCE_MS) });

test('[REPORT-21] readers who stop reading hold nobody up, and get the rest when they go on', async () => {
  const stalled = [];
  for (let i = 0; i < 4; i++) stalled.push(await stall(greedy));
  for (const path of ['summary', 'route']) {
    const answer = await ask(path, other);
    assert.equal(answer.status, 200);
    assert.equal(((await answer.json()) as unknown[]).length, path === 'route' ? LONG : 1);
  }
  assert.equal((await ask('summary', greedy)).status, 429, 'four at once are enough for anybody');
  const patient = stalled.pop();
  for (const { request } of stalled) request.destroy();
  let text = '';
  for await (const bytes of patient?.answer.setEncoding('utf8') ?? []) text += String(bytes);
  assert.equal((JSON.parse(text) as unknown[]).length, LONG);
});

test('[REPORT-22] a report that is refused after all gives its place back', async () => {
  isFull = true;
  for (let i = 0; i < 10; i++) {
    const answer = await ask('route', other);
    assert.ok(answer.status >= 500, `${answer.status}`);
  }
  isFull = false;
  const answer = await ask('route', other);
  assert.equal(answer.status, 200);
  assert.equal(((await answer.json()) as unknown[]).length, LONG);
});
