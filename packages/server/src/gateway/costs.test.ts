import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Device, Driver, LogPage } from '@rastro/fleet';
import type {
  ClosedMonth,
  CostLine,
  CostPage,
  CostSum,
  DriverCostSum,
  RecurringCost,
  RecurringPage,
} from '@rastro/fleet/costs';
import { KINDS, startBothKinds, type BothKinds, type Kind, type TestAccount } from '../../test/both-kinds.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

let made = 0;
/** A company with a clerk and two vans, of which the clerk sees one, below a reseller; and another company. */
async function companies(kind: Kind) {
  const root = await both.root(kind);
  const reseller = await both.account(kind, root, 'seller', {
    userLimit: -1,
    attributes: { 'rastro.reseller': true },
  });
  const acme = await both.account(kind, reseller.client, 'acme', { userLimit: -1 });
  const clerk = await both.account(kind, acme.client, 'clerk');
  const other = await both.account(kind, reseller.client, 'other');
  const van = async (name: string): Promise<Device> =>
    acme.client.json<Device>('POST', '/api/devices', { name, uniqueId: `cost-${kind}-${(made += 1)}` });
  const [van1, van2] = [await van('Van 1'), await van('Van 2')];
  await acme.client.json('POST', '/api/permissions', { userId: clerk.id, deviceId: van1.id });
  return { root, reseller, acme, clerk, other, van1, van2 };
}
const fuel = ({ id }: Device, more: object = {}) => ({
  deviceId: id,
  kind: 'fuel',
  cents: 25_000,
  from: '2026-01-10',
  to: '2026-01-10',
  ...more,
});
const write = ({ client }: TestAccount, van: Device, more: object = {}) =>
  client.json<CostLine>('POST', '/ext/costs', fuel(van, more));
const pageOf = (client: UserClient, query = '') => client.json<CostPage>('GET', `/ext/costs${query}`);
const idsOf = async (client: UserClient, query = ''): Promise<readonly number[]> =>
  (await pageOf(client, query)).lines.map(({ id }) => id);
const sumsOf = async (client: UserClient, query: string) =>
  (await client.json<readonly CostSum[]>('GET', `/ext/costs/sums${query}`)).map(
    ({ month, kind, deviceId, cents }) => [month, kind, deviceId, cents],
  );
const close = (client: UserClient, month: string, isClosed = true) =>
  client.call('POST', '/ext/costs/months', { month, isClosed });

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[LEDGER-1] a line is of the company of its maker; its people see and write those of their vehicles', async () => {
      const { root, reseller, acme, clerk, other, van1, van2 } = await companies(kind);
      const mine = await write(clerk, van1, { supplier: 'Posto São João' });
      assert.deepEqual([mine.ownerId, mine.version, mine.deviceName], [acme.id, 1, 'Van 1']);
      const theirs = await write(acme, van2);
      assert.deepEqual(await idsOf(clerk.client), [mine.id]);
      assert.deepEqual(await idsOf(clerk.client, `?deviceId=${van2.id}`), []);
      for (const { client } of [acme, reseller]) assert.deepEqual(await idsOf(client), [mine.id, theirs.id]);
      assert.ok((await idsOf(root, '?text=joao')).includes(mine.id));
      assert.deepEqual(await idsOf(other.client), []);
      assert.equal((await clerk.client.call('POST', '/ext/costs', fuel(van2))).status, 404);
      const moved = { ...fuel(van2), id: mine.id, version: 1 };
      assert.equal((await clerk.client.call('PUT', `/ext/costs/${mine.id}`, moved)).status, 404);
      for (const [client, { id }, van] of [
        [other.client, mine, van1],
        [clerk.client, theirs, van2],
      ] as const) {
        const change = { ...fuel(van), id, version: 1 };
        assert.equal((await client.call('PUT', `/ext/costs/${id}`, change)).status, 404);
        assert.equal((await client.call('DELETE', `/ext/costs/${id}`)).status, 404);
      }
      await acme.client.call('DELETE', `/api/devices/${van2.id}`);
      assert.deepEqual(await idsOf(acme.client), [mine.id, theirs.id], 'the books outlive the vehicle');
    });

    test('[LEDGER-2] of two who change a line, the second is told', async () => {
      const { acme, van1, van2 } = await companies(kind);
      const { id } = await write(acme, van1);
      const change = (version: number, more: object) =>
        acme.client.call('PUT', `/ext/costs/${id}`, { ...fuel(van1), ...more, id, version });
      const [one, two] = await Promise.all([change(1, { cents: 1 }), change(1, { cents: 2 })]);
      assert.deepEqual(
        [one.status, two.status].toSorted((a, b) => a - b),
        [200, 409],
      );
      const moved = await change(2, { deviceId: van2.id, cents: 700 });
      assert.equal(JSON.parse(moved.text).deviceName, 'Van 2');
      const many = await Promise.all(Array.from({ length: 8 }, async () => write(acme, van1)));
      assert.equal(new Set(many.map((line) => line.id)).size, 8);
      const all = await sumsOf(acme.client, '?from=2026-01&to=2026-01');
      assert.deepEqual(
        all.toSorted((a, b) => Number(a[2]) - Number(b[2])),
        [
          ['2026-01', 'fuel', van1.id, 8 * 25_000],
          ['2026-01', 'fuel', van2.id, 700],
        ],
      );
    });

    test('[LEDGER-3] lists come in pages, narrowed by days, kind, vehicle and words, with sums by kind', async () => {
      const { acme, van1, van2 } = await companies(kind);
      const day = (at: number) => `2026-01-${at}`;
      const lines = [
        await write(acme, van1, { from: day(12), to: day(12), supplier: 'Zoe' }),
        await write(acme, van1, {
          from: day(10),
          to: day(20),
          supplier: 'Ana',
          kind: 'insurance',
          cents: 900,
        }),
        await write(acme, van2, {
          from: day(11),
          to: day(11),
          supplier: 'Bia',
          cents: -5000,
          document: 'NF 77',
        }),
      ].map(({ id }) => id);
      const [zoe = 0, ana = 0, bia = 0] = lines;
      assert.deepEqual(await idsOf(acme.client), [ana, bia, zoe]);
      assert.deepEqual(await idsOf(acme.client, '?sort=supplier&descending=true'), [zoe, bia, ana]);
      const first = await pageOf(acme.client, '?limit=2');
      assert.deepEqual(await idsOf(acme.client, `?limit=2&after=${encodeURIComponent(first.next ?? '')}`), [
        zoe,
      ]);
      assert.deepEqual(
        first.sums.filter(({ count }) => count > 0),
        [
          { kind: 'fuel', count: 2, cents: 20_000 },
          { kind: 'insurance', count: 1, cents: 900 },
        ],
      );
      assert.deepEqual(await idsOf(acme.client, '?from=2026-01-11&to=2026-01-11'), [bia]);
      assert.deepEqual(await idsOf(acme.client, '?kind=insurance'), [ana]);
      assert.deepEqual(await idsOf(acme.client, `?deviceId=${van2.id}`), [bia]);
      assert.deepEqual(await idsOf(acme.client, '?text=nf%2077%20van'), [bia]);
      for (const wrong of ['?kind=gold', '?after=x', '?sort=note', '?from=2026-02-30'])
        assert.equal((await acme.client.call('GET', `/ext/costs${wrong}`)).status, 400, wrong);
    });

    test('[LEDGER-4] sums count what is spread by its days, and nothing that is gone', async () => {
      const { acme, clerk, van1, van2 } = await companies(kind);
      const spread = { kind: 'insurance', cents: 3650, from: '2026-01-31', to: '2026-03-02' };
      const { id } = await write(acme, van1, spread);
      await write(acme, van2);
      const months = (...cents: readonly number[]) =>
        cents.map((each, at) => [`2026-0${at + 1}`, 'insurance', van1.id, each]);
      const own = `?from=2026-01&to=2026-04&deviceId=${van1.id}`;
      assert.deepEqual(await sumsOf(acme.client, own), months(117, 117 * 28, 3650 - 117 * 29));
      assert.equal((await sumsOf(clerk.client, '?from=2026-01&to=2026-04')).length, 3, 'of the own vehicle');
      const shorter = { ...fuel(van1), ...spread, to: '2026-02-01', cents: -101, id, version: 1 };
      assert.equal((await acme.client.call('PUT', `/ext/costs/${id}`, shorter)).status, 200);
      assert.deepEqual(await sumsOf(acme.client, own), months(-50, -51));
      assert.equal((await acme.client.call('DELETE', `/ext/costs/${id}`)).status, 204);
      assert.deepEqual(await sumsOf(acme.client, own), []);
      assert.deepEqual(await sumsOf(acme.client, ''), await sumsOf(acme.client, '?from=&to='));
      for (const wrong of ['?from=2026-02&to=2026-01', '?from=2020-01&to=2026-01', '?from=2026-13'])
        assert.equal((await acme.client.call('GET', `/ext/costs/sums${wrong}`)).status, 400, wrong);
    });

    test('[LEDGER-5] nobody changes a month that is closed, until its company opens it again', async () => {
      const { acme, clerk, other, van1 } = await companies(kind);
      const { id } = await write(acme, van1);
      const spread = await write(acme, van1, { from: '2025-12-31', to: '2026-02-01' });
      assert.equal((await close(acme.client, '2026-01')).status, 204);
      const closed = await clerk.client.json<readonly ClosedMonth[]>('GET', '/ext/costs/months');
      assert.deepEqual(
        closed.map(({ ownerId, month }) => ({ ownerId, month })),
        [{ ownerId: acme.id, month: '2026-01' }],
      );
      assert.deepEqual(await other.client.json('GET', '/ext/costs/months'), []);
      const refused = [
        await acme.client.call('POST', '/ext/costs', fuel(van1)),
        await acme.client.call('PUT', `/ext/costs/${id}`, {
          ...fuel(van1, { from: '2026-02-01', to: '2026-02-01' }),
          id,
          version: 1,
        }),
        await acme.client.call('DELETE', `/ext/costs/${spread.id}`),
      ];
      for (const { status, text } of refused) {
        assert.equal(status, 409);
        assert.match(text, /^Month closed/);
      }
      await write(acme, van1, { from: '2026-02-01', to: '2026-02-01', cents: -25_000 });
      assert.equal((await close(acme.client, '2026-01', false)).status, 204);
      assert.equal((await acme.client.call('DELETE', `/ext/costs/${id}`)).status, 204);
      assert.match((await close(acme.client, '2090-01')).text, /^Month not over/);
      const root = await both.root(kind);
      const log = await root.json<LogPage>('GET', `/ext/users/${acme.id}/logs?objectType=costMonth`);
      assert.deepEqual(
        log.lines.map(({ attributes }) => attributes),
        [
          { month: '2026-01', state: 'open' },
          { month: '2026-01', state: 'closed' },
        ],
      );
    });

    test('[LEDGER-5] no line slips into a month while it is closed', async () => {
      const { acme, van1 } = await companies(kind);
      const writes = Array.from({ length: 6 }, async () =>
        acme.client.call('POST', '/ext/costs', fuel(van1)),
      );
      const [closing, ...answers] = await Promise.all([close(acme.client, '2026-01'), ...writes]);
      assert.equal(closing.status, 204);
      const count = answers.filter(({ status }) => status === 200).length;
      assert.ok(answers.every(({ status }) => status === 200 || status === 409));
      assert.equal((await idsOf(acme.client)).length, count);
      assert.equal((await acme.client.call('POST', '/ext/costs', fuel(van1))).status, 409);
    });

    test('[LEDGER-6] what cannot be is refused with its field, and nothing is stored', async () => {
      const { acme, van1 } = await companies(kind);
      for (const [more, field] of [
        [{ cents: 0 }, 'cents'],
        [{ cents: 1.5 }, 'cents'],
        [{ kind: 'gold' }, 'kind'],
        [{ from: '2026-02-30' }, 'from'],
        [{ from: '0999-01-01', to: '2026-01-01' }, 'from'],
        [{ to: '2026-01-09' }, 'to'],
        [{ to: '2031-01-10' }, 'to'],
        [{ quantity: 40 }, 'unit'],
        [{ unit: 'liter' }, 'unit'],
        [{ deviceId: 999_999 }, 'Vehicle unknown'],
        [{ driverUniqueId: 'nobody' }, 'Driver unknown'],
        [{ importKey: 'x' }, 'importKey'],
      ] as const) {
        const { status, text } = await acme.client.call('POST', '/ext/costs', fuel(van1, more));
        assert.ok(status === 400 || status === 404, field);
        assert.ok(text.includes(field), text);
      }
      assert.deepEqual(await idsOf(acme.client), []);
    });

    test('[LEDGER-7] a forgotten driver leaves the lines, which stay in lists and sums', async () => {
      const { acme, van1 } = await companies(kind);
      const uniqueId = `driver-${kind}-${(made += 1)}`;
      const driver = await acme.client.json<Driver>('POST', '/api/drivers', { name: 'Davi Reis', uniqueId });
      const { id, driverName } = await write(acme, van1, { driverUniqueId: uniqueId, kind: 'fines' });
      assert.equal(driverName, 'Davi Reis');
      const erased = await acme.client.call('POST', `/ext/drivers/${driver.id}/erasure`, {
        name: 'Davi Reis',
      });
      assert.equal(erased.status, 204);
      const { lines } = await pageOf(acme.client);
      assert.deepEqual(
        lines.map((line) => [line.id, line.driverUniqueId, line.driverName]),
        [[id, '', `#${driver.id}`]],
      );
      assert.deepEqual(await idsOf(acme.client, '?text=davi'), []);
      assert.deepEqual(await sumsOf(acme.client, '?from=2026-01&to=2026-01'), [
        ['2026-01', 'fines', van1.id, 25_000],
      ]);
    });

    test('[LEDGER-13] sums by driver follow each change of a line, and have nothing of who was forgotten', async () => {
      const { acme, clerk, other, van1, van2 } = await companies(kind);
      const [ana, bob] = [`ana-${kind}-${(made += 1)}`, `bob-${kind}-${made}`];
      const driver = await acme.client.json<Driver>('POST', '/api/drivers', { name: 'Ana', uniqueId: ana });
      await acme.client.json<Driver>('POST', '/api/drivers', { name: 'Bob', uniqueId: bob });
      const spread = { from: '2026-01-31', to: '2026-02-01', cents: 101 };
      const { id } = await write(acme, van1, { ...spread, driverUniqueId: ana });
      await write(acme, van2, { kind: 'fines', driverUniqueId: ana });
      await write(acme, van2);
      const sums = async (client: UserClient) =>
        (await client.json<readonly DriverCostSum[]>('GET', '/ext/costs/drivers?from=2026-01&to=2026-02'))
          .map(({ month, kind: of, driverUniqueId, cents }) => [month, of, driverUniqueId, cents].join(' '))
          .toSorted((a, b) => a.localeCompare(b));
      const fine = `2026-01 fines ${ana} 25000`;
      assert.deepEqual(await sums(acme.client), [fine, `2026-01 fuel ${ana} 50`, `2026-02 fuel ${ana} 51`]);
      assert.deepEqual(await sums(clerk.client), [`2026-01 fuel ${ana} 50`, `2026-02 fuel ${ana} 51`]);
      assert.deepEqual(await sums(other.client), []);
      const change = (version: number, more: object) =>
        acme.client.call('PUT', `/ext/costs/${id}`, { ...fuel(van1), ...more, id, version });
      assert.equal((await change(1, { cents: 70, driverUniqueId: bob })).status, 200);
      assert.deepEqual(await sums(acme.client), [fine, `2026-01 fuel ${bob} 70`]);
      assert.equal((await change(2, { cents: 70 })).status, 200);
      assert.deepEqual(await sums(acme.client), [fine]);
      assert.equal((await change(3, { cents: 80, driverUniqueId: bob })).status, 200);
      assert.equal((await acme.client.call('DELETE', `/ext/costs/${id}`)).status, 204);
      assert.deepEqual(await sums(acme.client), [fine]);
      await acme.client.call('POST', `/ext/drivers/${driver.id}/erasure`, { name: 'Ana' });
      assert.deepEqual(await sums(acme.client), []);
      assert.equal((await sumsOf(acme.client, '?from=2026-01&to=2026-01')).length, 2);
      for (const wrong of ['?from=2026-02&to=2026-01', '?from=2020-01&to=2026-01'])
        assert.equal((await acme.client.call('GET', `/ext/costs/drivers${wrong}`)).status, 400, wrong);
    });

    test('[LEDGER-9] what comes again is listed, changed and ended by those who see its vehicle', async () => {
      const { acme, clerk, other, van1, van2 } = await companies(kind);
      const lease = (van: Device) => ({
        deviceId: van.id,
        kind: 'lease',
        cents: 90_000,
        first: '2099-01-31',
        everyMonths: 1,
        supplier: `Bank ${van.name}`,
      });
      const one = await clerk.client.json<RecurringCost>('POST', '/ext/costs/recurring', lease(van1));
      assert.deepEqual([one.ownerId, one.doneMonth, one.version], [acme.id, null, 1]);
      const two = await acme.client.json<RecurringCost>('POST', '/ext/costs/recurring', lease(van2));
      const listed = async (client: UserClient, query = '') =>
        (await client.json<RecurringPage>('GET', `/ext/costs/recurring${query}`)).costs.map(({ id }) => id);
      assert.deepEqual(await listed(acme.client), [one.id, two.id]);
      assert.deepEqual(await listed(acme.client, '?text=bank%202'), [two.id]);
      assert.deepEqual(await listed(clerk.client), [one.id]);
      assert.deepEqual(await listed(other.client), []);
      const path = (id: number) => `/ext/costs/recurring/${id}`;
      assert.equal((await clerk.client.call('DELETE', path(two.id))).status, 404);
      const change = { ...lease(van1), cents: 95_000, id: one.id, version: 1 };
      assert.equal((await clerk.client.call('PUT', path(one.id), change)).status, 200);
      assert.equal((await clerk.client.call('PUT', path(one.id), change)).status, 409);
      assert.equal((await clerk.client.call('DELETE', path(one.id))).status, 204);
      for (const more of [{ everyMonths: 0 }, { last: '2098-12-31' }, { first: '1999-01-01' }])
        assert.equal(
          (await acme.client.call('POST', '/ext/costs/recurring', { ...lease(van1), ...more })).status,
          400,
        );
    });
  });
