import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { systemClock, type Clock } from '@rastro/base';
import { auditInto, bindRoute } from '@rastro/extension';
import type { ExtensionStorage, StoredAction } from '@rastro/storage';
import { startFront } from '../../test/front.ts';
import { cookieOf } from '../../test/tracking-stub.ts';

const ADMIN = cookieOf({ id: 9, administrator: true, attributes: {} });
const USER = cookieOf({ id: 7, administrator: false, attributes: {} });

/** A node in front of an external server, with one route that changes something. */
async function start(t: TestContext) {
  const paint = (storage: ExtensionStorage, clock: Clock) =>
    bindRoute({
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
      writeAudit: auditInto(storage, clock),
    });
  const { app, storage } = await startFront(t, { extension: (...deps) => [paint(...deps)] });
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
