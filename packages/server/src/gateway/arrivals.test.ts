import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ArrivalShare, ArrivalView, NewArrivalShare } from '@rastro/fleet/orders';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';
import { eventually } from '../../test/eventually.ts';
import { company, makeRoute, orderOf, step } from '../../test/road-company.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

/** The page of a guest, who has a link and no session. */
const askFor = (kind: Kind, token: string): Promise<Response> =>
  fetch(`${both.urlOf(kind)}/ext/arrival`, { headers: { 'x-arrival-token': token } });
async function viewOf(kind: Kind, token: string): Promise<ArrivalView> {
  const reply = await askFor(kind, token);
  assert.equal(reply.status, 200);
  const view: ArrivalView = JSON.parse(await reply.text());
  return view;
}
const isDark = async (kind: Kind, token: string): Promise<boolean> =>
  (await askFor(kind, token)).status === 404;
const share = (client: UserClient, id: number, more: object = {}) =>
  client.json<NewArrivalShare>('POST', `/ext/orders/${id}/arrival`, more);

/** A van that drives from the depot to its first stop now, and the route of its company. */
async function underWay(kind: Kind) {
  const world = await company(both, kind);
  const { acme, van1, ids } = world;
  const begin = Date.now() - 600_000;
  const { uniqueId } = van1;
  const port = both.server('embedded').protocols['osmand'];
  for (const [second, latitude] of [
    [300, -23.5],
    [500, -23.502],
    [590, -23.504],
  ] as const) {
    const time = Math.floor(begin / 1000) + second;
    const query = `id=${uniqueId}&lat=${latitude}&lon=-46.6&speed=20&timestamp=${time}`;
    assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
  }
  const [driverUniqueId, day] = [`driver-${uniqueId}`, new Date(begin).toISOString().slice(0, 10)];
  await acme.client.json('POST', '/api/drivers', { name: 'Davi', uniqueId: driverUniqueId });
  await makeRoute(acme.client, van1.id, ids, {
    driverUniqueId,
    day,
    beginsAt: new Date(begin).toISOString(),
  });
  const [first = 0, second = 0] = ids;
  return { ...world, first, second };
}

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[ARRIVAL-4] a customer follows their own stop by a link, and nothing of any other', async () => {
      const { dispatcher, acme, first, second } = await underWay(kind);
      const { token, isShared } = await share(dispatcher.client, first);
      assert.equal(isShared, true);
      const view = await viewOf(kind, token);
      assert.deepEqual([view.customer, view.state, view.driverName], ['Loja 1', 'onTheWay', '']);
      assert.deepEqual([view.vehicle?.latitude, view.vehicle?.longitude], [-23.504, -46.6]);
      assert.ok(view.expected && Date.parse(view.expected.to) > Date.now());
      const text = JSON.stringify(view);
      for (const hidden of ['Loja 2', 'Loja 3', 'Davi', 'Van 1', 'deviceId', 'routeId'])
        assert.equal(text.includes(hidden), false, hidden);
      // The van is on its way to another one: this customer learns when, and not where it is.
      const other = await share(acme.client, second, { showsDriver: true });
      const later = await viewOf(kind, other.token);
      assert.deepEqual([later.state, later.vehicle, later.driverName], ['planned', null, 'Davi']);
      assert.ok(later.expected && later.expected.to > view.expected.to);
      // The former link goes on beside the new one.
      const again = await share(dispatcher.client, first);
      assert.deepEqual(
        [(await askFor(kind, token)).status, (await askFor(kind, again.token)).status],
        [200, 200],
      );
      const known = await dispatcher.client.json<ArrivalShare>('GET', `/ext/orders/${first}/arrival`);
      assert.deepEqual([known.isShared, known.lastUsedTime !== null, 'token' in known], [true, true, false]);
      const { customer, place, load, version } = await orderOf(acme.client, first);
      const content = { customer, place, load, code: '4711', version };
      await acme.client.json('PUT', `/ext/orders/${first}`, content);
      await eventually(async () => (await viewOf(kind, token)).code === '4711');
      await step(acme.client, first, 'arrive');
      await eventually(async () => (await viewOf(kind, token)).state === 'arrived');
      assert.equal((await viewOf(kind, token)).vehicle, null);
      await step(acme.client, first, 'done');
      await eventually(async () => (await viewOf(kind, token)).state === 'done');
      assert.equal((await viewOf(kind, token)).code, '');
      await eventually(async () => (await viewOf(kind, other.token)).state === 'onTheWay');
    });

    test('[ARRIVAL-5] a link is dark when it is ended, its order removed, or its giver may not share it any more', async () => {
      const { root, acme, dispatcher, van1, first, second } = await underWay(kind);
      const ended = await share(dispatcher.client, first);
      const stranger = await both.account(kind, root, 'stranger');
      const path = `/ext/orders/${first}/arrival`;
      for (const [method, body] of [
        ['GET', undefined],
        ['POST', {}],
        ['DELETE', undefined],
      ] as const)
        assert.equal((await stranger.client.call(method, path, body)).status, 404, method);
      assert.equal((await acme.client.call('DELETE', path)).status, 204);
      await eventually(() => isDark(kind, ended.token));
      assert.equal((await acme.client.call('DELETE', path)).status, 404);

      const lost = await share(dispatcher.client, first);
      const own = await share(acme.client, second);
      assert.equal((await askFor(kind, lost.token)).status, 200);
      const link = { userId: dispatcher.id, deviceId: van1.id };
      assert.equal((await acme.client.call('DELETE', '/api/permissions', link)).status, 204);
      await eventually(() => isDark(kind, lost.token));
      await acme.client.json('POST', '/api/permissions', link);
      await eventually(async () => !(await isDark(kind, lost.token)));
      const clerk = await root.json<object>('GET', `/api/users/${dispatcher.id}`);
      await root.json('PUT', `/api/users/${dispatcher.id}`, { ...clerk, disabled: true });
      await eventually(() => isDark(kind, lost.token));
      assert.equal((await askFor(kind, own.token)).status, 200, 'that of another giver goes on');
      assert.equal((await acme.client.call('DELETE', `/ext/orders/${second}`)).status, 204);
      await eventually(() => isDark(kind, own.token));
      assert.equal((await askFor(kind, 'x'.repeat(32))).status, 404);
      assert.equal((await askFor(kind, 'x')).status, 404);
    });

    test('[ARRIVAL-6] nothing of an order that has ended is shared', async () => {
      const { acme, first } = await underWay(kind);
      await step(acme.client, first, 'cancel');
      assert.equal((await acme.client.call('POST', `/ext/orders/${first}/arrival`, {})).status, 409);
      assert.equal((await orderOf(acme.client, first)).state, 'cancelled');
    });
  });
