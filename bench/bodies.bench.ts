// Hostile bodies while 1,000 pages watch. Targets: event loop delay at most 20 ms, frames as fast as without them.
import { setTimeout as pause } from 'node:timers/promises';
import { runLoadProcess } from '@rastro/simulator';
import { openBrowserSockets } from './support/browser-sockets.ts';
import { FIRST_TIME, makeData } from './support/made-data.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { printFigure } from './support/print-figure.ts';

const SECONDS = 10;
/** Each opens as many pages as one account may. */
const USERS = 40;
const PAGES_EACH = 25;
const DEVICES = 20;
const ROUNDS = 20;
const AT_ONCE = 10;

const wide = (names: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, i) => [`name${i}`, i])));
const lists = (names: number): string =>
  JSON.stringify({ attributes: Array.from({ length: names }, (_, i) => ({ [`a${i}`]: i })) });

/** @property isKnown Sent by a signed-in user. */
const BODIES: readonly (readonly [what: string, isKnown: boolean, type: string, body: string])[] = [
  ['none', false, 'application/json', ''],
  ['stranger.wide', false, 'application/json', wide(58_000)],
  ['stranger.most', false, 'application/json', lists(299)],
  ['known.wide', true, 'application/json', wide(58_000)],
  ['known.most', true, 'application/json', lists(1990)],
  ['known.form', true, 'application/x-www-form-urlencoded', 'a&'.repeat(500_000)],
];

const data = await makeData(DEVICES);
const server = await startMeasuredServer(data.folder);
const cookies = await makeUsers(server);
for (const [round, [what, isKnown, type, body]] of BODIES.entries()) {
  const sockets = USERS * PAGES_EACH;
  const browsers = await openBrowserSockets({ url: server.url, cookie: cookies, sockets });
  const load = runLoadProcess(
    {
      host: '127.0.0.1',
      port: server.port,
      connections: DEVICES,
      idleConnections: 0,
      recordsPerPacket: 1,
      packetsPerSecond: 0.2,
      durationS: SECONDS,
      firstSerial: 0,
      // Later than what the round before has sent.
      firstTime: FIRST_TIME + round * 3_600_000,
    },
    new AbortController().signal,
  );
  while ((await server.deviceConnections()) < DEVICES) await pause(50);
  await pause(1000);
  await server.measure();
  const statuses = new Set<number>();
  const rounds = body === '' ? 0 : ROUNDS;
  for (let sent = 0; sent < rounds; sent++) {
    const answers = Array.from({ length: AT_ONCE }, () => send(server, { isKnown, type, body }));
    for (const status of await Promise.all(answers)) statuses.add(status);
  }
  await load;
  const { loopP99Ms, loopMaxMs, cpuMs } = await server.measure();
  const { p50Ms, p99Ms } = await browsers.close();
  printFigure(`bodies.${what}`, {
    n: rounds * AT_ONCE,
    kib: Math.round(body.length / 1024),
    statuses: [...statuses].join(' '),
    sockets,
    frameP50Ms: p50Ms,
    frameP99Ms: p99Ms,
    cpuMs: Math.round(cpuMs),
    loopP99Ms,
    loopMaxMs,
    targetLoopMs: 20,
  });
  while ((await server.deviceConnections()) > 0) await pause(100);
}
await server.stop();
data.remove();

/** Accounts that see the whole fleet. @returns the cookie of each. */
async function makeUsers({ url, cookie }: MeasuredServer): Promise<readonly string[]> {
  const cookies: string[] = [];
  const post = async (path: string, body: object): Promise<Response> => {
    const headers = { cookie, 'content-type': 'application/json' };
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`Cannot make an account: ${path} answered ${reply.status}`);
    return reply;
  };
  for (let i = 0; i < USERS; i++) {
    const account = {
      name: `Watcher ${i}`,
      email: `watcher${i}@example.com`,
      password: `watcher ${i} of many`,
    };
    const { id } = (await (await post('/api/users', account)).json()) as { readonly id: number };
    await post('/api/permissions', { userId: id, groupId: data.groupId });
    const reply = await fetch(`${url}/api/session`, { method: 'POST', body: new URLSearchParams(account) });
    cookies.push(reply.headers.get('set-cookie')?.split(';')[0] ?? '');
  }
  return cookies;
}

/** @returns 0 = the connection was closed before the answer was read. */
async function send(
  { url, cookie }: MeasuredServer,
  { isKnown, type, body }: { readonly isKnown: boolean; readonly type: string; readonly body: string },
): Promise<number> {
  const headers = { 'content-type': type, ...(isKnown ? { cookie } : {}) };
  try {
    const reply = await fetch(`${url}/api/users`, { method: 'POST', headers, body });
    await reply.arrayBuffer();
    return reply.status;
  } catch {
    return 0;
  }
}
