import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { get as getOver } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '@rastro/base';
import pino from 'pino';
import type { DriverHoursPage, DriverMonth } from '@rastro/fleet/working-hours';
import type { BudgetPage, ClosedMonth, CostPage, PurchasePage, RecurringPage } from '@rastro/fleet/costs';
import type { ChecklistPage, DefectPage, InspectionPage } from '@rastro/fleet/inspections';
import { orderContent } from '@rastro/fleet/figures';
import { OPEN_ORDER_STATES, type OrderPage, type OrderReport } from '@rastro/fleet/orders';
import { comparedTotal, type ComparisonPage, type RoutePage } from '@rastro/fleet/road-routes';
import { shippedAreas, STREET_TOWNS } from '@rastro/simulator';
import { addCosts } from './demo-costs.ts';
import { addCardFile } from './demo-card-file.ts';
import { addHours } from './demo-hours.ts';
import { addInspections } from './demo-inspections.ts';
import { addOrders } from './demo-orders.ts';
import { DEVICE_STATES, type Attributes } from '@rastro/fleet';
import { PROTOCOLS } from '@rastro/protocols';
import { eventually } from '../../test/eventually.ts';
import { runServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { demoAccounts } from './demo-accounts.ts';
import { DemoClient } from './demo-client.ts';
import { loginsText } from './demo-logins.ts';
import { DEMO_RESELLERS } from './demo-resellers.ts';
import { runDemo } from './run-demo.ts';

const DAYS = 5;

interface Named {
  readonly driverName?: string | null;
  readonly driverUniqueId?: string | null;
  readonly deviceName?: string;
}

/** A page as a browser gets it under a name of its own. */
const pageAt = (port: number, host: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    getOver({ host: '127.0.0.1', port, path, headers: { host: `${host}:${port}` } }, async (answer) => {
      let text = '';
      for await (const part of answer.setEncoding('utf8')) text += String(part);
      resolve(text);
    }).on('error', reject);
  });

test('[DEMO-800] [DEMO-801] [DEMO-802] [DEMO-803] [DEMO-804] [DEMO-805] [DEMO-806] [DEMO-808] [DEMO-809] [DEMO-810] [DEMO-811] [DEMO-818] the demonstration is a company: brands, customers, debts, drivers, stock, and few interruptions', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-demo-company-'));
  const settings = readSettings(
    {
      PORT: '0',
      HOST: '127.0.0.1',
      PROTOCOLS: PROTOCOLS.map(({ name }) => `${name}:0`).join(),
      DATA_DIR: folder,
      DEMO_DAYS: String(DAYS),
    },
    null,
  );
  const log = pino({ level: 'silent' });
  const server = await runServer(settings, log);
  const demo = await runDemo(server, settings, log);
  t.after(async () => {
    demo.stop();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await demo.whole;
  const clientOf = (key: string): DemoClient =>
    new DemoClient(server.url, { email: `${key}@demo.rastro`, password: demo.password }, log);
  const [admin, customer] = [clientOf('admin'), clientOf('customer')];

  await t.test(
    '[DEMO-801] two resellers show their own name, colour and pictures on their domains',
    async () => {
      for (const { domain, theme } of DEMO_RESELLERS) {
        const { title, color, headLogo, icon } = JSON.parse(
          await pageAt(server.port, domain, '/assets/custom/config.json'),
        );
        assert.deepEqual([title, color], [theme.title, theme.color]);
        assert.match(headLogo, /\.webp$/);
        assert.ok(icon);
        assert.ok((await pageAt(server.port, domain, '/')).includes(theme.title), domain);
      }
      const own = JSON.parse(await pageAt(server.port, 'localhost', '/assets/custom/config.json'));
      assert.equal(own.title, settings.TITLE);
    },
  );

  await t.test('DEMO-802: every customer pays, owes or is blocked, with people of its own', async () => {
    const users = await admin.list<{ readonly email: string }>('/api/users');
    const customers = DEMO_RESELLERS.flatMap(({ customers: theirs }) => theirs);
    assert.ok(customers.length + 2 >= 12);
    for (const { key } of customers)
      for (const email of [`${key}@demo.rastro`, `${key}.equipe@demo.rastro`])
        assert.ok(
          users.some((user) => user.email === email),
          email,
        );
    const answer = Object(await admin.call({ method: 'GET', path: '/ext/billing/invoices?limit=200' }));
    const invoices: readonly { readonly status: string; readonly value: number }[] =
      answer.invoices ?? answer.items ?? answer;
    const statuses = new Set(invoices.map(({ status }) => status));
    for (const status of ['rastro_GENERATED', 'OVERDUE', 'RECEIVED_IN_CASH', 'CANCELED'])
      assert.ok(statuses.has(status), status);
    assert.ok(invoices.every(({ value }) => value > 0));
    // Suspensions are refreshed now and then.
    const isBlocked = async (): Promise<boolean> =>
      (await clientOf('lavanderia').call({ method: 'GET', path: '/api/devices' })) === null;
    await eventually(isBlocked, 90_000);
    assert.equal((await clientOf('padaria').list('/api/devices')).length, 2);
  });

  await t.test(
    '[DEMO-803] every report that has drivers names them, and each vehicle has one now',
    async () => {
      const now = Date.now();
      const period = `from=${new Date(now - DAYS * DAY_MS).toISOString()}&to=${new Date(now).toISOString()}`;
      const groups = await customer.list<{ readonly id: number }>('/api/groups');
      const of = groups.map(({ id }) => `groupId=${id}`).join('&');
      const trips = await customer.list<Named>(`/api/reports/trips?${of}&${period}`);
      const named = trips.filter(({ driverName }) => typeof driverName === 'string' && driverName !== '');
      assert.ok(
        trips.length > 200 && named.length > trips.length * 0.9,
        `${named.length} of ${trips.length}`,
      );
      assert.ok(new Set(named.map(({ driverName }) => driverName)).size > 25);
      const checkIns = await customer.list<{ readonly until: string | null }>('/ext/qr-check-ins');
      assert.ok(checkIns.length > 40 && checkIns.every(({ until }) => until === null));
      const before = await customer.list<object>(`/ext/qr-check-ins?${period}`);
      assert.ok(before.length > checkIns.length * 3);
      assert.ok((await clientOf('padaria').list('/api/drivers')).length === 2, 'own drivers and nobody else');
    },
  );

  await t.test(
    '[DEMO-804] trackers stand in every state, some belong to nobody, and movements are written down',
    async () => {
      const devices = await admin.list<{ readonly attributes: Attributes }>('/api/devices?all=true');
      const states = new Set(devices.map(({ attributes }) => attributes['device.state']));
      assert.deepEqual(states, new Set(DEVICE_STATES));
      for (const key of ['bandeirante', 'pampa']) {
        const theirs = await clientOf(key).list<{ readonly attributes: Attributes }>('/api/devices');
        assert.ok(
          theirs.some(({ attributes }) => attributes['device.state'] === 'stock'),
          key,
        );
      }
    },
  );

  await t.test('DEMO-805: services are overdue, due within 7, 30 and 90 days, and later', async () => {
    const due = await customer.list<{ readonly state: string; readonly dueTime: string | null }>(
      '/api/services/due',
    );
    const days = due.flatMap(({ dueTime }) =>
      dueTime === null ? [] : [(Date.parse(dueTime) - Date.now()) / DAY_MS],
    );
    assert.ok(due.some(({ state }) => state === 'overdue'));
    for (const [from, to] of [
      [0, 7],
      [7, 30],
      [30, 90],
    ] as const)
      assert.ok(
        days.some((each) => each > from && each <= to),
        `${from} to ${to} days`,
      );
  });

  await t.test(
    '[DEMO-806] whoever watches is interrupted once in some minutes, and somebody has seen to alarms',
    async () => {
      const now = Date.now();
      const period = `from=${new Date(now - 3 * DAY_MS).toISOString()}&to=${new Date(now - HOUR_MS).toISOString()}`;
      const groups = await customer.list<{ readonly id: number }>('/api/groups');
      const of = groups.map(({ id }) => `groupId=${id}`).join('&');
      const types = ['alarm', 'deviceFuelDrop', 'geofenceEnter', 'geofenceExit']
        .map((type) => `type=${type}`)
        .join('&');
      const events = await customer.list<object>(`/api/reports/events?${of}&${types}&${period}`);
      assert.ok(events.length > 0 && events.length < 3 * 16 * 20, `${events.length} in three days`);
      const alarms = await customer.list<{ readonly acknowledged: object | null }>('/api/alarms');
      assert.ok(alarms.length < 40, `${alarms.length} alarms`);
    },
  );

  await t.test('[DEMO-808] orders are planned, assigned, done and failed, and made once', async () => {
    const states = async () => {
      const page = await customer.call({ method: 'GET', path: '/ext/orders?limit=500' });
      const { orders = [] }: Partial<OrderPage> = Object(page);
      return orders.map(({ state }) => state);
    };
    const once = await states();
    // By the clock, a vehicle may be at a stop.
    const found = new Set(once.filter((state) => state !== 'arrived'));
    assert.deepEqual(found, new Set(['planned', 'assigned', 'done', 'failed']));
    const routes = async () => {
      const page = await customer.call({ method: 'GET', path: '/ext/routes?limit=500' });
      const { routes: found = [] }: Partial<RoutePage> = Object(page);
      return found;
    };
    const planned = await routes();
    assert.equal(planned.length, 9);
    assert.ok(planned.every(({ endsAt, meters }) => endsAt !== null && (meters ?? 0) > 5000));
    assert.ok(planned.some(({ progress }) => progress.done > 1));
    const [town] = STREET_TOWNS;
    await addOrders(customer, '/ext', {
      beganAt: Date.now(),
      around: shippedAreas()[town],
      driverOf: () => null,
    });
    assert.equal((await routes()).length, 9);
    assert.equal((await states()).length, once.length);
  });

  await t.test(
    '[DEMO-818] figures of orders are those of their lists and reports, to the last digit',
    async () => {
      const read = async <T>(path: string): Promise<Partial<T>> =>
        Object(await customer.call({ method: 'GET', path: `/ext/${path}` }));
      const dayOf = (at: number) => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);
      for (const day of [dayOf(Date.now() - DAY_MS), dayOf(Date.now())]) {
        const period = `from=${day}T00:00:00Z&to=${day}T23:59:59Z`;
        const { total } = await read<OrderReport>(`orders/report?${period}`);
        const { counts = [] } = await read<OrderPage>(`orders?${period}&limit=1`);
        assert.ok(total && total.orders > 10);
        const count = (states: readonly string[]): number =>
          counts.reduce((sum, each) => sum + (states.includes(each.state) ? each.count : 0), 0);
        assert.deepEqual(
          [count(['done']), count(['failed']), count(['cancelled']), count(OPEN_ORDER_STATES)],
          [total.done, total.failed, total.cancelled, total.open],
        );
        const late = await read<OrderPage>(`orders?${period}&risk=late&limit=500`);
        const rows = late.orders ?? [];
        assert.equal(rows.filter(({ state }) => state === 'done').length, total.late);
        assert.equal(
          late.counts?.reduce((sum, each) => sum + each.count, 0),
          rows.length,
        );
        // Stops beside their plan add up to the same delays.
        const { routes = [] } = await read<ComparisonPage>(
          `routes/comparison?from=${day}&to=${day}&limit=50`,
        );
        const sums = comparedTotal(routes.flatMap(({ stops }) => stops));
        assert.deepEqual([sums.compared, sums.delaySeconds], [total.compared, total.delaySeconds]);
        assert.ok(
          sums.compared === 0 || Math.abs(sums.delaySeconds / sums.compared) < 20 * 60,
          'about as planned',
        );
      }
      const { figures } = orderContent({
        counts: [{ state: 'done', count: 2 }],
        late: { orders: [], next: null, counts: [{ state: 'assigned', count: 3 }] },
        atRisk: { orders: [], next: null, counts: [] },
      });
      assert.deepEqual(
        figures.filter(({ value }) => value !== 0).map(({ name, value, tone }) => [name, value, tone]),
        [
          ['orders.late', 3, 'bad'],
          ['orders.done', 2, undefined],
        ],
      );
    },
  );

  await t.test(
    '[DEMO-809] costs are of many kinds, some come again, a month is closed; none is made twice',
    async () => {
      const read = async () => {
        const page: Partial<CostPage> = Object(
          await customer.call({ method: 'GET', path: '/ext/costs?limit=500' }),
        );
        const again: Partial<RecurringPage> = Object(
          await customer.call({ method: 'GET', path: '/ext/costs/recurring' }),
        );
        const closed = await customer.list<ClosedMonth>('/ext/costs/months');
        const byHand = page.lines?.filter(({ source }) => source === 'user') ?? [];
        const onCard = page.lines?.filter(({ source }) => source === 'import') ?? [];
        const { budgets = [] }: Partial<BudgetPage> = Object(
          await customer.call({ method: 'GET', path: '/ext/costs/budgets' }),
        );
        const { purchases = [] }: Partial<PurchasePage> = Object(
          await customer.call({ method: 'GET', path: '/ext/costs/purchases' }),
        );
        const receipts = page.lines?.reduce((sum, line) => sum + line.receipts.length, 0) ?? 0;
        return {
          byHand,
          counts: [
            onCard.length,
            again.costs?.length,
            closed.length,
            budgets.length,
            purchases.length,
            receipts,
          ],
        };
      };
      const once = await read();
      const kinds = new Set(once.byHand.map(({ kind }) => kind));
      assert.deepEqual(kinds, new Set(['fuel', 'tolls', 'service', 'tyres', 'fines', 'insurance']));
      assert.ok(
        once.byHand.some(({ cents }) => cents < 0),
        'a credit note',
      );
      const [onCard = 0, again = 0, closed, budgets, purchases, receipts] = once.counts;
      assert.deepEqual([again > 0, closed], [true, 1]);
      assert.ok(onCard > 0, 'the file of a fuel card');
      assert.deepEqual([budgets, purchases, receipts], [3, 10, 1]);
      await addCosts(customer, '/ext', Date.now());
      const past = { from: Date.now() - DAYS * DAY_MS, to: Date.now() };
      await addCardFile(customer, { extension: '/ext', brand: settings.BRAND }, past);
      const twice = await read();
      assert.deepEqual([twice.byHand.length, twice.counts], [once.byHand.length, once.counts]);
    },
  );

  await t.test(
    '[DEMO-811] vehicles were inspected, with defects in several states; none is made twice',
    async () => {
      const read = async () => {
        const [checklists, inspections, defects] = await Promise.all(
          ['checklists', 'inspections', 'defects'].map((name) =>
            customer.call({ method: 'GET', path: `/ext/${name}?limit=500` }),
          ),
        );
        const page: Partial<ChecklistPage & InspectionPage & DefectPage> = {
          ...Object(checklists),
          ...Object(inspections),
          ...Object(defects),
        };
        const states = page.defects?.map(({ state }) => state).toSorted();
        return [page.checklists?.length, page.inspections?.length, states];
      };
      const once = await read();
      assert.deepEqual(once, [2, 48, ['inWork', 'open', 'open', 'repaired']]);
      await addInspections(customer, '/ext', Date.now());
      assert.deepEqual(await read(), once);
    },
  );

  await t.test(
    '[DEMO-810] most drivers have plausible days, one is near a limit, one drove on without a break; none is written twice',
    async () => {
      const read = async () => {
        const page: Partial<DriverHoursPage> = Object(
          await customer.call({ method: 'GET', path: '/ext/working-hours?limit=100' }),
        );
        return page.drivers ?? [];
      };
      const drivers = await read();
      const idOf = (uniqueId: string): number =>
        drivers.find(({ driverUniqueId }) => driverUniqueId === uniqueId)?.driverId ?? 0;
      const known = drivers.filter(({ state }) => state !== null);
      const fine = known.filter(({ breachesAtLeast }) => breachesAtLeast === 0);
      assert.ok(known.length > 40 && fine.length > known.length * 0.8, `${fine.length} of ${known.length}`);
      const near = drivers.find(({ driverId }) => driverId === idOf('MOT-102'));
      assert.match(near?.left?.rule ?? '', /break/);
      assert.ok((near?.left?.ms ?? Infinity) <= HOUR_MS / 2, `${near?.left?.ms}`);
      const months = async () => {
        const days = [0, 2].map((days) => new Date(Date.now() - days * DAY_MS).toISOString());
        const found = await Promise.all(
          [...new Set(days.map((day) => day.slice(0, 7)))].map((month) =>
            customer.call({
              method: 'GET',
              path: `/ext/working-hours/${idOf('MOT-105')}?month=${month}`,
            }),
          ),
        );
        return found.map((month): Partial<DriverMonth> => Object(month));
      };
      const before = await months();
      const rules = before.flatMap(({ content }) => content?.breaches.map(({ rule }) => rule) ?? []);
      assert.ok(rules.includes('BR-2015.break.goods'), rules.join());
      const written = (found: typeof before) => found.flatMap(({ corrections }) => corrections ?? []).length;
      await addHours(customer, '/ext', Date.now());
      assert.equal(written(await months()), written(before));
    },
  );

  const text = loginsText({
    url: server.url,
    port: server.port,
    password: demo.password,
    accounts: demoAccounts(settings.BRAND),
    driver: 'driver@demo.rastro',
    guestUrl: `${server.url}/share/x`,
  });
  for (const { domain } of DEMO_RESELLERS) assert.ok(text.includes(`http://${domain}:${server.port}`));
  assert.ok(text.split('\n').length < 16, 'short enough to be read');
});
