// In front of a third-party tracking server: cost of finding each customer's biller, which /billing and suspensions
// need.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { externalUsers } from '@rastro/extension';
import { PLAIN_USER } from '@rastro/fleet';
import { printFigure, rounded } from './support/print-figure.ts';

const ROUNDS = 5;
const CUSTOMERS_EACH = 66;

/** As a Traccar writes an account, with what the product keeps in its attributes. */
const account = (id: number, isReseller: boolean) => ({
  ...PLAIN_USER,
  id,
  name: `Customer ${id}`,
  email: `customer-${id}@example.com`,
  phone: '+55 11 99999-0000',
  deviceLimit: -1,
  userLimit: isReseller ? -1 : 0,
  totpKey: null,
  attributes: {
    'rastro.addressStreet': 'Rua das Flores',
    'rastro.addressCity': 'Campinas',
    'rastro.billingEnabled': true,
    'rastro.billingPrice': 9990,
    'rastro.billingFirstDueDay': 10,
    'rastro.billingTaxId': '52998224725',
    ...(isReseller ? { 'rastro.reseller': true } : {}),
  },
});

async function measure(users: number): Promise<void> {
  const resellers = Math.floor(users / (CUSTOMERS_EACH + 1));
  const all = Array.from({ length: users }, (_, at) => account(at + 1, at < resellers));
  const whole = Buffer.from(JSON.stringify(all));
  const below = Array.from({ length: resellers }, (_, at) =>
    Buffer.from(JSON.stringify(all.slice(resellers + at * CUSTOMERS_EACH).slice(0, CUSTOMERS_EACH))),
  );
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    const of = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('userId') ?? 0);
    response.setHeader('content-type', 'application/json').end(of > 0 ? below[of - 1] : whole);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const source = externalUsers({ url: `http://127.0.0.1:${port}`, token: 'x' }, 'rastro');
  const took: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const people = await source.users(AbortSignal.timeout(60_000));
    if (people.length !== users) throw new Error(`Cannot measure: ${people.length} of ${users} people`);
    took.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  printFigure('billing.foreignPeople', {
    n: users,
    calls: asked / ROUNDS,
    medianMs: rounded(took.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0),
    cpuMs: rounded((user + system) / 1000 / ROUNDS),
  });
  server.closeAllConnections();
  server.close();
}

for (const users of [2000, 20_000]) await measure(users);
