import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { HOUR_MS } from '@rastro/base';
import type { Device, Group, NewShare, AccessLogPage } from '@rastro/fleet';
import { TRACKING_ROUTES } from '@rastro/fleet/api';
import { WebSocket } from 'ws';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';
import { eventuallyEqual } from '../../test/eventually.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

let made = 0;
/** A reseller with a customer who has two vehicles, one of them in a group; and an unrelated user. */
async function fleetAt(kind: Kind) {
  const root = await both.root(kind);
  const attributes = { 'rastro.reseller': true };
  const seller = await both.account(kind, root, 'seller', { userLimit: -1, attributes });
  const ana = await both.account(kind, seller.client, 'ana');
  const stranger = await both.account(kind, root, 'stranger', { userLimit: -1 });
  const n = (made += 1);
  const { id: groupId } = await ana.client.json<Group>('POST', '/api/groups', { name: 'Yard' });
  const vehicle = (name: string, more: object = {}) =>
    ana.client.json<Device>('POST', '/api/devices', { name, uniqueId: `seen-${n}-${name}`, ...more });
  const [van, truck] = [await vehicle('van'), await vehicle('truck', { groupId })];
  await root.json('POST', '/api/permissions', { userId: seller.id, deviceId: van.id });
  const report = `http://127.0.0.1:${both.server('embedded').protocols['osmand']}/?id=${van.uniqueId}&lat=-23.5&lon=-46.6`;
  assert.equal((await fetch(report)).status, 200);
  const seen = async (who = seller.client, deviceId = van.id, query = ''): Promise<readonly string[]> => {
    const page = await who.json<AccessLogPage>('GET', `/ext/devices/${deviceId}/viewings${query}`);
    return page.lines
      .map(({ userName, kind: how, byToken }) => `${userName} ${how}${byToken ? ' token' : ''}`)
      .toSorted();
  };
  return { root, seller, ana, stranger, van, truck, groupId, seen };
}
const period = (): string =>
  `from=${new Date(Date.now() - HOUR_MS).toISOString()}&to=${new Date().toISOString()}`;

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[VIEW-4] whoever reads positions is told to who looks after them, by kind and way', async () => {
      const { ana, van, truck, groupId, seller, seen } = await fleetAt(kind);
      assert.deepEqual(await seen(), []);
      await ana.client.call('GET', `/api/positions?deviceId=${van.id}&${period()}`);
      await eventuallyEqual(() => seen(), ['ana history']);
      await ana.client.call('GET', `/api/reports/trips?groupId=${groupId}&${period()}`);
      await ana.client.call('GET', `/api/reports/stops/csv?deviceId=${van.id}&${period()}`);
      await eventuallyEqual(() => seen(), ['ana export', 'ana history']);
      const line = async () => (await ana.client.call('GET', `/ext/devices/${truck.id}/viewings`)).status;
      assert.equal(await line(), 403, 'who looks after nobody is told nothing');
      assert.equal((await seller.client.call('GET', `/ext/devices/${truck.id}/viewings`)).status, 404);
      const token = (await ana.client.call('POST', '/api/session/token')).text;
      const byToken = await fetch(`${both.urlOf(kind)}/api/positions`, {
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(byToken.status, 200);
      await byToken.text();
      await eventuallyEqual(() => seen(), ['ana export', 'ana history', 'ana latest token']);
    });

    test('[VIEW-5] a live connection counts, by cookie and by token, and that of a guest', async () => {
      const { ana, van, seen } = await fleetAt(kind);
      const expiration = new Date(Date.now() + HOUR_MS).toISOString();
      const share = await ana.client.json<NewShare>('POST', '/ext/shares', { deviceId: van.id, expiration });
      const token = (await ana.client.call('POST', '/api/session/token')).text;
      const sockets = [token, share.token].map(
        (each) => new WebSocket(`${both.urlOf(kind).replace('http', 'ws')}/api/socket?token=${each}`),
      );
      await Promise.all(sockets.map((socket) => once(socket, 'open')));
      await eventuallyEqual(async () => (await seen()).length, 2);
      assert.ok((await seen()).includes('ana live token'));
      for (const socket of sockets) socket.terminate();
    });

    test('[VIEW-6] what somebody read is told to who answers for him; positions by number lead to their vehicle', async () => {
      const { root, seller, ana, stranger, van, seen } = await fleetAt(kind);
      const [position] = await ana.client.json<{ id: number }[]>('GET', `/api/positions?deviceId=${van.id}`);
      await seller.client.call('GET', `/api/positions?id=${position?.id}`);
      await eventuallyEqual(() => seen(), ['ana latest', 'seller latest']);
      const of = async (who: typeof root) => {
        const { status, text } = await who.call('GET', `/ext/users/${ana.id}/viewings`);
        if (status !== 200) return status;
        const page: AccessLogPage = JSON.parse(text);
        return page.lines.map(({ deviceIds, devices }) => [devices, deviceIds]);
      };
      await eventuallyEqual(() => of(seller.client), [[1, [van.id]]]);
      assert.deepEqual(await of(root), [[1, [van.id]]]);
      assert.equal(await of(stranger.client), 404);
      assert.equal(await of(ana.client), 403);
    });

    test('[VIEW-6] what a route does not read narrows nothing', async () => {
      const { ana, van, stranger, seen, root } = await fleetAt(kind);
      const own = { name: 'own', uniqueId: `own-${kind}-${van.id}` };
      const mine = await stranger.client.json<Device>('POST', '/api/devices', own);
      await stranger.client.call('GET', `/api/reports/devices/xlsx?deviceId=${van.id}`);
      await ana.client.call('GET', `/api/positions?deviceId=${van.id}`);
      await eventuallyEqual(() => seen(root, mine.id), ['stranger export']);
      assert.deepEqual(await seen(), ['ana latest']);
    });

    test('[VIEW-7] what is refused is not read, and lines are narrowed and paged', async () => {
      const { ana, stranger, van, seen, seller } = await fleetAt(kind);
      await stranger.client.call('GET', `/api/positions?deviceId=${van.id}&${period()}`);
      // A report on a vehicle that the caller does not see is empty.
      await stranger.client.json('GET', `/api/reports/trips?deviceId=${van.id}&${period()}`);
      await ana.client.call('GET', `/api/tracks/${van.id}?${period()}`);
      await ana.client.call('GET', `/api/positions?deviceId=${van.id}`);
      await eventuallyEqual(() => seen(), ['ana history', 'ana latest']);
      assert.deepEqual(await seen(seller.client, van.id, '?kind=history'), ['ana history']);
      assert.deepEqual(await seen(seller.client, van.id, '?text=nobody'), []);
      const first = await seller.client.json<AccessLogPage>('GET', `/ext/devices/${van.id}/viewings?limit=1`);
      const rest = await seen(seller.client, van.id, `?limit=1&after=${first.next}`);
      assert.deepEqual([first.lines.length, rest.length, first.keptDays], [1, 1, 730]);
      for (const wrong of ['after=x', 'kind=x'])
        assert.equal(
          (await seller.client.call('GET', `/ext/devices/${van.id}/viewings?${wrong}`)).status,
          400,
        );
    });
  });

test('[VIEW-8] no route that tells positions is forgotten', () => {
  for (const [key, route] of Object.entries(TRACKING_ROUTES)) {
    const answer = 'answer' in route ? route.answer : undefined;
    const isReading = answer?.entity === 'Position' || /\/(reports\/\w|tracks|positions)/.test(key);
    const reads = isReading && key.startsWith('GET ');
    assert.equal('accessLog' in route && route.accessLog !== undefined, reads, key);
  }
});
