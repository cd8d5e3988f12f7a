// Orders of a company: a page of its list under each filter, by number of orders; and a page of routes with many stops.
import { makeData } from './support/made-data.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const SIZES = [5000, 50_000];
const ROUNDS = 15;
const IMPORTED = 2000;
const DAY_MS = 86_400_000;
const BEGIN = Date.UTC(2026, 11, 1);
const [ROUTES, STOPS] = [50, 100];
const TOWNS = ['São Paulo', 'Campinas', 'Santos', 'Sorocaba', 'Jundiaí'];

for (const n of SIZES) {
  const data = await makeData(ROUTES);
  const server = await startMeasuredServer(data.folder);
  await importOrders(server, n);
  const middle = new Date(BEGIN + 15 * DAY_MS).toISOString();
  const day = new Date(BEGIN + 16 * DAY_MS).toISOString();
  const lists = {
    first: '',
    last: '?descending=true',
    customer: '?sort=customer',
    day: `?from=${middle}&to=${day}`,
    state: '?state=planned&state=assigned',
    none: '?state=failed',
    word: `?text=${encodeURIComponent(`cliente ${n - 1}`)}`,
    noWord: '?text=nobody',
    vehicle: '?deviceId=0',
  };
  for (const [name, query] of Object.entries(lists))
    await measure(server, `orders.${name}`, n, `/ext/orders${query}`);
  if (n === SIZES[0]) {
    await planRoutes(server, data.deviceIds);
    await measure(server, 'routes.page', ROUTES * STOPS, `/ext/routes?from=2026-12-01&to=2026-12-01`);
  }
  await server.stop();
  data.remove();
}

async function importOrders(server: MeasuredServer, count: number): Promise<void> {
  for (let first = 0; first < count; first += IMPORTED) {
    const orders = Array.from({ length: Math.min(IMPORTED, count - first) }, (_, at) =>
      orderNo(first + at, count),
    );
    await send(server, '/ext/orders/import', { orders });
  }
}
function orderNo(at: number, count: number): object {
  // A month of work, in the order of the rows of no list.
  const from = BEGIN + Math.floor((((at * 7919) % count) / count) * 30) * DAY_MS + (at % 9) * 3_600_000;
  return {
    reference: `P-${at}`,
    customer: `Cliente ${at}`,
    place: {
      address: `Rua ${at}, ${TOWNS[at % TOWNS.length]}`,
      latitude: -23.5 - (at % 100) / 500,
      longitude: -46.6,
    },
    from: new Date(from).toISOString(),
    to: new Date(from + 7_200_000).toISOString(),
    load: 10,
  };
}

async function planRoutes(server: MeasuredServer, deviceIds: readonly number[]): Promise<void> {
  for (const [at, deviceId] of deviceIds.entries())
    await send(server, '/ext/routes', {
      day: '2026-12-01',
      deviceId,
      beginsAt: new Date(BEGIN + 8 * 3_600_000).toISOString(),
      orderIds: Array.from({ length: STOPS }, (_, stop) => at * STOPS + stop + 1),
    });
}

async function send({ url, cookie }: MeasuredServer, path: string, body: object): Promise<void> {
  const headers = { cookie, 'content-type': 'application/json' };
  const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`Cannot measure: ${path} answered ${reply.status} ${await reply.text()}`);
  await reply.arrayBuffer();
}

async function measure(server: MeasuredServer, name: string, n: number, path: string): Promise<void> {
  const times: number[] = [];
  await ask(server, path);
  await server.measure();
  for (let at = 0; at < ROUNDS; at++) {
    const begin = performance.now();
    await ask(server, path);
    times.push(performance.now() - begin);
  }
  const { loopMaxMs } = await server.measure();
  times.sort((a, b) => a - b);
  printFigure(name, {
    n,
    ms: rounded(times[times.length >> 1] ?? 0),
    slowestMs: rounded(times.at(-1) ?? 0),
    loopMaxMs,
  });
}

async function ask({ url, cookie }: MeasuredServer, path: string): Promise<void> {
  const reply = await fetch(url + path, { headers: { cookie } });
  if (!reply.ok) throw new Error(`Cannot measure: ${path} answered ${reply.status}`);
  await reply.arrayBuffer();
}
