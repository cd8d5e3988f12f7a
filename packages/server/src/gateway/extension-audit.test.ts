import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { NO_SUSPENSIONS } from '../../test/no-suspensions.ts';
import { NO_ACCESS_LOG } from '../../test/no-access-log.ts';
import pino from 'pino';
import { ALONE, systemClock } from '@rastro/base';
import { auditInto, bindRoute } from '@rastro/extension';
import { openExtensionStorage, type StoredAction } from '@rastro/storage';
import { Registry } from 'prom-client';
import { readSettings } from '../settings/read-settings.ts';
import { noBrands } from '../../test/no-brands.ts';
import { createWebServer } from '../web-server.ts';
import { connectTo, externalServer } from './external-server.ts';
import { Gateway } from './gateway.ts';
import { cookieOf, startTrackingStub } from '../../test/tracking-stub.ts';
import { ClosingGate } from '../closing-gate.ts';

const ADMIN = cookieOf({ id: 9, administrator: true, attributes: {} });
const USER = cookieOf({ id: 7, administrator: false, attributes: {} });

/** A node in front of an external server, with one route that changes something. */
async function start(t: TestContext) {
  const stub = await startTrackingStub({});
  const folder = mkdtempSync(join(tmpdir(), 'rastro-audit-'));
  const storage = await openExtensionStorage({ folder });
  const tracking = externalServer(connectTo(stub.url));
  const gateway = new Gateway({
    onDeviceWritten: async () => {},
    tracking,
    suspensions: NO_SUSPENSIONS,
    accessLog: NO_ACCESS_LOG,
    brand: 'rastro',
    plus: true,
    deviceLimit: 10,
    saveAuditEntries: (entries, who) =>
      storage.appendActions(
        entries.map((entry) => ({ ...entry, ...who, attributes: {}, actionTime: systemClock.now() })),
      ),
    publicUrl: null,
    hostOf: ({ headers }) => headers.host,
    clientOf: ({ socket }) => socket.remoteAddress ?? '',
    clock: systemClock,
    limits: ALONE,
    onError: () => {},
  });
  const paint = bindRoute({
    key: 'PUT /paint/:id',
    route: {
      area: 'extension',
      summary: 'Paints',
      access: 'administrator',
      audit: ({ params }) => [
        { actionType: 'edit', objectType: 'paint', objectId: Number(params['id']), attributes: { hue: 7 } },
      ],
    },
    handler: () => ({ status: 200, body: { done: true } }),
    writeAudit: auditInto(storage, systemClock),
  });
  const app = await createWebServer({
    others: null,
    closing: new ClosingGate(),
    complaint: async () => null,
    archives: [],
    brands: await noBrands(),
    settings: readSettings({ TRACKING_SERVER_URL: stub.url }, null),
    gateway,
    metrics: new Registry(),
    log: pino({ level: 'silent' }),
    extension: [paint],
  });
  const close = async (): Promise<void> => {
    await app.close();
    tracking.close();
  };
  t.after(async () => {
    await close();
    await storage.close();
    stub.close();
    rmSync(folder, { recursive: true });
  });
  const put = async (cookie: string, url = '/ext/paint/3'): Promise<number> =>
    (await app.inject({ method: 'PUT', url, headers: { cookie }, remoteAddress: '192.0.2.7' })).statusCode;
  const log = async (): Promise<readonly StoredAction[]> => {
    const found: StoredAction[] = [];
    const pages = storage.actions({ from: 0, to: systemClock.now(), pageSize: 100 });
    for await (const page of pages) found.push(...page);
    return found;
  };
  return { app, put, log, storage };
}

test('[EXTAUDIT-1] an act is in the log of the extension before it is confirmed, in front of any server', async (t) => {
  const { put, log } = await start(t);
  assert.equal(await put(ADMIN), 200);
  const [line, ...more] = await log();
  assert.equal(more.length, 0);
  assert.ok(line && line.actionTime > 0);
  const { id: _id, actionTime: _at, ...what } = line;
  assert.deepEqual(what, {
    userId: 9,
    address: '192.0.2.7',
    actionType: 'edit',
    objectType: 'paint',
    objectId: 3,
    attributes: { hue: 7 },
  });
});

test('[EXTAUDIT-2] what the gateway or the schemas refuse stays out of the log', async (t) => {
  const { put, log } = await start(t);
  assert.equal(await put(''), 401);
  assert.equal(await put(USER), 403);
  assert.equal(await put(ADMIN, '/ext/paint/x'), 400);
  assert.deepEqual(await log(), []);
});

test('[EXTAUDIT-3] an act that cannot be written down is not confirmed', async (t) => {
  const { put, storage } = await start(t);
  await storage.close();
  assert.equal(await put(ADMIN), 500);
});

test('[GATE-53] in front of somebody else what was done is in the log of the extension before it is confirmed', async (t) => {
  const { app, log, storage } = await start(t);
  const put = (cookie: string, id: number) =>
    app.inject({
      method: 'PUT',
      url: `/api/devices/${id}`,
      headers: { cookie, 'content-type': 'application/json' },
      payload: { id, name: 'Van', uniqueId: '1', attributes: {} },
      remoteAddress: '192.0.2.7',
    });
  assert.equal((await put(ADMIN, 5)).statusCode, 200);
  assert.equal((await put('', 6)).statusCode, 401);
  assert.deepEqual(
    (await log()).map(({ userId, address, actionType, objectType, objectId }) => [
      userId,
      address,
      actionType,
      objectType,
      objectId,
    ]),
    [[9, '192.0.2.7', 'edit', 'device', 5]],
  );
  const odd = await app.inject({
    method: 'POST',
    url: '/api/permissions',
    headers: { cookie: ADMIN, 'content-type': 'application/json' },
    payload: { userId: 1, deviceId: {} },
  });
  assert.equal(odd.statusCode, 200, 'what the other server takes is kept, however odd');
  assert.deepEqual(
    (await log()).map(({ objectId }) => objectId),
    [5, 0],
  );
  await storage.close();
  assert.equal((await put(ADMIN, 5)).statusCode, 502, 'what cannot be kept is not confirmed');
});
