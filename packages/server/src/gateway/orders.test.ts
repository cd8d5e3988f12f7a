import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Device, Driver } from '@rastro/fleet';
import {
  MAX_IMPORTED_ORDERS,
  type OrderPage,
  type RoadOrder,
  type RoadOrderDetail,
} from '@rastro/fleet/orders';
import { KINDS, startBothKinds, type BothKinds, type Kind, type TestAccount } from '../../test/both-kinds.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

interface Page {
  readonly orders: readonly RoadOrder[];
  readonly next: string | null;
  readonly counts: readonly { readonly state: string; readonly count: number }[];
}
interface Import {
  readonly created: number;
  readonly known: number;
  readonly problems: readonly { readonly row: number; readonly field: string; readonly problem: string }[];
}
let made = 0;
const bread = (more: object = {}) => ({
  customer: 'Padaria São João',
  place: { address: 'Rua das Flores, 12' },
  ...more,
});

/** A company with a dispatcher and two vans, of which the dispatcher sees one, below a reseller; and another company. */
async function companies(kind: Kind) {
  const root = await both.root(kind);
  const reseller = await both.account(kind, root, 'seller', {
    userLimit: -1,
    attributes: { 'rastro.reseller': true },
  });
  const acme = await both.account(kind, reseller.client, 'acme', { userLimit: -1 });
  const dispatcher = await both.account(kind, acme.client, 'dispatcher');
  const other = await both.account(kind, reseller.client, 'other');
  const van = async (name: string): Promise<Device> =>
    acme.client.json<Device>('POST', '/api/devices', { name, uniqueId: `order-${kind}-${(made += 1)}` });
  const [van1, van2] = [await van('Van 1'), await van('Van 2')];
  await acme.client.json('POST', '/api/permissions', { userId: dispatcher.id, deviceId: van1.id });
  return { root, reseller, acme, dispatcher, other, van1, van2 };
}
const makeAs = ({ client }: TestAccount, more: object = {}) =>
  client.json<RoadOrderDetail>('POST', '/ext/orders', bread(more));
const step = (client: UserClient, id: number, kind: string, more: object = {}) =>
  client.call('POST', `/ext/orders/${id}/steps`, { id: randomUUID(), kind, ...more });
const listOf = async (client: UserClient, query = ''): Promise<Page> =>
  client.json<Page>('GET', `/ext/orders${query}`);
const idsOf = async (client: UserClient, query = ''): Promise<readonly number[]> =>
  (await listOf(client, query)).orders.map(({ id }) => id);

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[ROADORDER-1] an order belongs to the company of its maker; the company, those above and nobody else see it', async () => {
      const { root, reseller, acme, dispatcher, other } = await companies(kind);
      const mine = await makeAs(dispatcher, { reference: 'A-1' });
      assert.equal(mine.ownerId, acme.id);
      assert.deepEqual([mine.version, mine.state, mine.attempt], [1, 'planned', 1]);
      for (const { client } of [dispatcher, acme, reseller])
        assert.deepEqual(await idsOf(client, '?text=joao%20a-1'), [mine.id]);
      assert.ok((await idsOf(root, '?text=joao')).includes(mine.id));
      assert.deepEqual(await idsOf(other.client), []);
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '', { ...bread(), version: 1 }],
        ['POST', '/steps', { id: randomUUID(), kind: 'cancel' }],
        ['DELETE', '', undefined],
      ] as const)
        assert.equal((await other.client.call(method, `/ext/orders/${mine.id}${path}`, body)).status, 404);
    });

    test('[ROADORDER-2] a dispatcher sees orders of nobody and of the vehicles that they see, and assigns no other', async () => {
      const { acme, dispatcher, van1, van2 } = await companies(kind);
      const [first, second, third] = [await makeAs(acme), await makeAs(acme), await makeAs(acme)];
      assert.equal((await step(acme.client, first.id, 'assign', { deviceId: van1.id })).status, 200);
      assert.equal((await step(acme.client, second.id, 'assign', { deviceId: van2.id })).status, 200);
      assert.deepEqual(await idsOf(dispatcher.client), [first.id, third.id]);
      assert.equal((await dispatcher.client.call('GET', `/ext/orders/${second.id}`)).status, 404);
      assert.equal((await step(dispatcher.client, third.id, 'assign', { deviceId: van2.id })).status, 404);
      assert.deepEqual(await idsOf(dispatcher.client, `?deviceId=${van2.id}`), []);
      assert.deepEqual(await idsOf(dispatcher.client, `?deviceId=${van1.id}`), [first.id]);
    });

    test('[ROADORDER-3] steps follow each other, the same one counts once, and a driver is one of the caller', async () => {
      const { acme, van1 } = await companies(kind);
      const uniqueId = `driver-${kind}-${(made += 1)}`;
      await acme.client.json('POST', '/api/drivers', { name: 'Ana', uniqueId });
      const { id } = await makeAs(acme);
      const unknown = await step(acme.client, id, 'assign', { deviceId: van1.id, driverUniqueId: 'nobody' });
      assert.equal(unknown.status, 404);
      const assigned = await step(acme.client, id, 'assign', { deviceId: van1.id, driverUniqueId: uniqueId });
      const { deviceName, driverName }: RoadOrder = JSON.parse(assigned.text);
      assert.deepEqual([deviceName, driverName], ['Van 1', 'Ana']);
      const done = { id: randomUUID(), kind: 'done', at: '2026-11-01T10:00:00Z', note: 'at the desk' };
      for (let twice = 0; twice < 2; twice++)
        assert.equal((await acme.client.call('POST', `/ext/orders/${id}/steps`, done)).status, 200);
      const order = await acme.client.json<RoadOrderDetail>('GET', `/ext/orders/${id}`);
      assert.deepEqual(
        [order.state, order.steps.length, order.endedAt],
        ['done', 2, '2026-11-01T10:00:00.000Z'],
      );
      assert.equal((await step(acme.client, id, 'cancel')).status, 409);
      const later = await step(acme.client, id, 'done', { at: '2999-01-01T00:00:00Z' });
      assert.ok(Date.parse(JSON.parse(later.text).steps.at(-1).at) < Date.parse('2999-01-01T00:00:00Z'));
    });

    test('[ROADORDER-4] of two who change one, the second is told; a reference is there once in a company', async () => {
      const { acme, other } = await companies(kind);
      const order = await makeAs(acme, { reference: 'A-1' });
      await makeAs(other, { reference: 'A-1' });
      const change = (more: object) =>
        acme.client.call('PUT', `/ext/orders/${order.id}`, { ...bread({ reference: 'A-1' }), ...more });
      assert.equal((await change({ version: 1, customer: 'Mercado' })).status, 200);
      assert.equal((await change({ version: 1, customer: 'Bar' })).status, 409);
      assert.equal((await acme.client.call('POST', '/ext/orders', bread({ reference: 'a-1' }))).status, 409);
      assert.equal((await change({ version: 2, reference: 'B-2' })).status, 200);
      const again = await makeAs(acme, { reference: 'A-1' });
      assert.equal((await acme.client.call('DELETE', `/ext/orders/${again.id}`)).status, 204);
      await makeAs(acme, { reference: 'A-1' });
      assert.deepEqual(
        (await listOf(acme.client, '?sort=customer')).orders.map(({ customer }) => customer),
        ['Padaria São João', 'Padaria São João'],
      );
    });

    test('[ROADORDER-20] the same attempt makes one order, however often it comes, and one route', async () => {
      const { acme, van1 } = await companies(kind);
      const post = (path: string, body: object) => acme.client.call('POST', path, body);
      const requestId = randomUUID();
      const order = { ...bread(), requestId };
      const made = await Promise.all([1, 2, 3].map(() => post('/ext/orders', order)));
      const ids = made.map(({ status, text }) => [status, JSON.parse(text).id]);
      const [first = []] = ids;
      assert.deepEqual([first[0], ids], [200, [first, first, first]]);
      const { orders } = await acme.client.json<OrderPage>('GET', '/ext/orders');
      assert.deepEqual(
        orders.map(({ id }) => id),
        [first[1]],
      );
      const other = await post('/ext/orders', { ...order, customer: 'Somebody else' });
      assert.deepEqual([other.status, other.text.slice(0, 12)], [409, 'Saved before']);
      const route = {
        day: '2026-12-01',
        deviceId: van1.id,
        beginsAt: '2026-12-01T08:00:00Z',
        orderIds: [first[1]],
        requestId,
      };
      const routes = await Promise.all([1, 2].map(() => post('/ext/routes', route)));
      const [a, b] = routes.map(({ status, text }) => [status, JSON.parse(text).id]);
      assert.deepEqual([a?.[0], a], [200, b]);
      assert.equal((await post('/ext/routes', { ...route, note: 'x' })).status, 409);
      assert.equal((await post('/ext/routes', { ...route, requestId: 'x' })).status, 400);
    });

    test('[ROADORDER-5] a file is imported whole or not at all, once, and names the row and field of each mistake', async () => {
      const { acme } = await companies(kind);
      const send = async (orders: readonly object[], dryRun: boolean): Promise<Import> =>
        acme.client.json<Import>('POST', '/ext/orders/import', { orders, dryRun });
      const rows = [1, 2, 3].map((at) => bread({ reference: `R-${at}`, customer: `Loja ${at}` }));
      const broken = await send(
        [
          ...rows,
          bread({ reference: 'r-1' }),
          { customer: '', place: { latitude: 91 } },
          bread({ from: '2026-12-01T10:00:00Z', to: '2026-12-01T09:00:00Z' }),
          { customer: 'Bar', place: {} },
        ],
        false,
      );
      assert.equal(broken.created, 0);
      assert.deepEqual(
        broken.problems.map(({ row, field, problem }) => [row, field, problem]),
        [
          [4, 'reference', 'twice'],
          [5, 'customer', 'missing'],
          [5, 'place.latitude', 'wrong'],
          [6, 'to', 'window'],
          [7, 'place', 'place'],
        ],
      );
      assert.deepEqual(await idsOf(acme.client), []);
      const wouldBe = await send(rows, true);
      assert.deepEqual([wouldBe.created, wouldBe.known], [3, 0]);
      assert.deepEqual(await idsOf(acme.client), []);
      assert.equal((await send(rows, false)).created, 3);
      const again = await send([...rows, bread({ reference: 'R-4' })], false);
      assert.deepEqual([again.created, again.known], [1, 3]);
      assert.equal((await idsOf(acme.client)).length, 4);
    });

    test('[ROADORDER-5] a file of as many rows as one may have, each with every field, is imported', async () => {
      const { acme } = await companies(kind);
      const orders = Array.from({ length: MAX_IMPORTED_ORDERS }, (_, at) => ({
        reference: `L-${at}`,
        customer: `Loja ${at}`,
        place: { address: `Rua ${at}`, latitude: -23.5, longitude: -46.6, geofenceId: 0 },
        from: '2026-12-01T09:00:00Z',
        to: '2026-12-01T10:00:00Z',
        minutes: 10,
        load: 1,
        contact: { name: 'Ana', phone: '+55 11 90000-0000', email: 'ana@example.com' },
        note: '',
      }));
      const send = (rows: readonly object[]) =>
        acme.client.call('POST', '/ext/orders/import', { orders: rows, dryRun: false });
      const found = await send(orders);
      assert.equal(found.status, 200, found.text);
      assert.equal(
        (await acme.client.json<OrderPage>('GET', '/ext/orders?limit=1')).counts.reduce(
          (sum, { count }) => sum + count,
          0,
        ),
        MAX_IMPORTED_ORDERS,
      );
      assert.equal((await send([...orders, { customer: 'One too many' }])).status, 400);
    });

    test('[ROADORDER-6] lists come in pages, counted by state, filtered by window, state, vehicle and words', async () => {
      const { acme, van1 } = await companies(kind);
      const hours = [9, 11, 14];
      for (const hour of hours)
        await makeAs(acme, {
          from: `2026-12-01T${String(hour).padStart(2, '0')}:00:00Z`,
          customer: `C${hour}`,
        });
      const [first = 0] = await idsOf(acme.client, '?text=c9');
      await step(acme.client, first, 'assign', { deviceId: van1.id });
      const page = await listOf(acme.client, '?limit=2');
      assert.deepEqual(
        page.orders.map(({ customer }) => customer),
        ['C9', 'C11'],
      );
      const rest = await listOf(acme.client, `?limit=2&after=${encodeURIComponent(page.next ?? '')}`);
      assert.deepEqual([rest.orders.map(({ customer }) => customer), rest.next], [['C14'], null]);
      assert.deepEqual(
        page.counts.filter(({ count }) => count > 0),
        [
          { state: 'planned', count: 2 },
          { state: 'assigned', count: 1 },
        ],
      );
      const window = '?from=2026-12-01T10:00:00Z&to=2026-12-01T12:00:00Z';
      assert.equal((await idsOf(acme.client, window)).length, 1);
      assert.deepEqual(await idsOf(acme.client, '?state=assigned'), [first]);
      assert.deepEqual(await idsOf(acme.client, `?deviceId=${van1.id}`), [first]);
      for (const wrong of ['?state=lost', '?after=x', '?sort=note'])
        assert.equal((await acme.client.call('GET', `/ext/orders${wrong}`)).status, 400, wrong);
    });

    test('[ROADORDER-8] the name of a forgotten user and driver leaves orders, which stay in their lists', async () => {
      const { acme, dispatcher, van1 } = await companies(kind);
      const uniqueId = `driver-${kind}-${(made += 1)}`;
      const driver = await acme.client.json<Driver>('POST', '/api/drivers', { name: 'Davi Reis', uniqueId });
      const { id } = await makeAs(acme, { reference: 'P-1' });
      await step(acme.client, id, 'assign', { deviceId: van1.id, driverUniqueId: uniqueId });
      assert.equal((await step(dispatcher.client, id, 'done')).status, 200);
      for (const [path, name] of [
        [`users/${dispatcher.id}`, 'dispatcher'],
        [`drivers/${driver.id}`, 'Davi Reis'],
      ])
        assert.equal((await acme.client.call('POST', `/ext/${path}/erasure`, { name })).status, 204);
      const { text } = await acme.client.call('GET', `/ext/orders/${id}`);
      const order: RoadOrderDetail = JSON.parse(text);
      assert.doesNotMatch(text, /dispatcher|Davi/);
      assert.deepEqual([order.steps.at(-1)?.userName, order.driverUniqueId], [`#${dispatcher.id}`, '']);
      assert.deepEqual(await idsOf(acme.client, '?text=p-1&state=done'), [id]);
      assert.deepEqual(await idsOf(acme.client, '?text=davi'), []);
    });

    test('[ROADORDER-7] what cannot be is refused with its field, and nothing is stored', async () => {
      const { acme } = await companies(kind);
      for (const [more, field] of [
        [{ place: {} }, 'place'],
        [{ place: { latitude: 1 } }, 'place'],
        [{ customer: '' }, 'customer'],
        [{ from: '2026-12-01T10:00:00Z', to: '2026-12-01T09:00:00Z' }, 'to'],
        [{ minutes: -1 }, 'minutes'],
        [{ place: { geofenceId: 999_999 } }, 'Geofence unknown'],
      ] as const) {
        const { status, text } = await acme.client.call('POST', '/ext/orders', bread(more));
        assert.ok(status === 400 || status === 404, field);
        assert.ok(text.includes(field), text);
      }
      assert.deepEqual(await idsOf(acme.client), []);
    });
  });
