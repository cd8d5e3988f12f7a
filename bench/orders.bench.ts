// Orders of a company: a page of its list under each filter, by number of orders; and a page of routes with many stops.
import { makeData } from './support/made-data.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const SIZES = [5000, 50_000];
const ROUNDS = 15;
const IMPORTED = 2000;
const DAY_MS = 86_400_000;
const BEGIN = Date.UTC(2026, 11, 1);
const [ROUTES, STOPS] = [50, 200];
const TOWNS = ['São Paulo', 'Campinas', 'Santos', 'Sorocaba', 'Jundiaí'];

for (const n of SIZES) {
  const data = await makeData(ROUTES);
  const server = await startMeasuredServer(data.folder);
  await importOrders(server, n);
  await planRoutes(server, data.deviceIds, n);
  const [vehicle = 0] = data.deviceIds;
  const deep = await deepCursor(server, n / 2);
  const middle = new Date(BEGIN + 15 * DAY_MS).toISOString();
  const day = new Date(BEGIN + 16 * DAY_MS).toISOString();
  const lists = {
    first: '',
    last: '?descending=true',
    customer: '?sort=customer',
    day: `?from=${middle}&to=${day}`,
    deep: `?after=${encodeURIComponent(deep)}`,
    state: '?state=planned&state=assigned',
    none: '?state=failed',
    word: `?text=${encodeURIComponent(`cliente ${n - 1}`)}`,
    noWord: '?text=nobody',
    vehicle: `?deviceId=${vehicle}`,
    nobody: '?deviceId=0',
    vehicleAndState: `?deviceId=${vehicle}&state=assigned&from=${middle}`,
    driver: `?text=${encodeURIComponent('motorista 7')}`,
    late: `?from=${middle}&to=${day}&risk=late`,
  };
  for (const [name, query] of Object.entries(lists))
    await measure(server, `orders.${name}`, n, `/ext/orders${query}`);
  await measure(
    server,
    'orders.report',
    n,
    `/ext/orders/report?from=${new Date(BEGIN).toISOString()}&to=${new Date(BEGIN + 31 * DAY_MS).toISOString()}`,
  );
  await measure(server, 'routes.page', n, '/ext/routes?from=2026-12-01&to=2026-12-31');
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

/** Each vehicle has a day with its driver, as far as there are orders. */
async function planRoutes(
  server: MeasuredServer,
  deviceIds: readonly number[],
  count: number,
): Promise<void> {
  for (const [at, deviceId] of deviceIds.entries()) {
    if ((at + 1) * STOPS > count) return;
    const driver = { name: `Motorista ${at}`, uniqueId: `m${at}` };
    await send(server, '/api/drivers', driver);
    await send(server, '/ext/routes', {
      day: new Date(BEGIN + (at % 30) * DAY_MS).toISOString().slice(0, 10),
      deviceId,
      driverUniqueId: driver.uniqueId,
      beginsAt: new Date(BEGIN + (at % 30) * DAY_MS + 8 * 3_600_000).toISOString(),
      orderIds: Array.from({ length: STOPS }, (_, stop) => at * STOPS + stop + 1),
    });
  }
}

/** Place of the page that begins behind so many orders. */
async function deepCursor({ url, cookie }: MeasuredServer, behind: number): Promise<string> {
  const PAGE = 500;
  let after = '';
  for (let read = 0; read < behind; read += PAGE) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(after !== '' && { after }) });
    const reply = await fetch(`${url}/ext/orders?${query.toString()}`, { headers: { cookie } });
    const { next }: { next?: string } = Object(await reply.json());
    after = next ?? after;
  }
  return after;
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
