import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'rastro-start-'));
after(() => rmSync(folder, { recursive: true }));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});
let folders = 0;
const freshFolder = (): string => join(folder, String(++folders));

/** Starts the program where no .env file lies, with only the given environment. */
function launch(environment: Record<string, string>, args: readonly string[] = []) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const usual = {
    PATH,
    NODE_COMPILE_CACHE,
    PORT: '0',
    HOST: '127.0.0.1',
    PROTOCOLS: '',
    DATA_DIR: freshFolder(),
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: { ...usual, ...environment } });
  children.push(child);
  const printed = { out: '', err: '' };
  child.stdout.on('data', (bytes: Buffer) => (printed.out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (printed.err += bytes.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, printed, ended };
}
/** Started and listening. */
async function running(environment: Record<string, string>) {
  const launched = launch(environment);
  const first = once(createInterface(launched.child.stdout), 'line') as Promise<[string]>;
  const [line] = await Promise.race([
    first,
    launched.ended.then(() => Promise.reject(new Error(launched.printed.err))),
  ]);
  const ready = JSON.parse(line) as { url: string; protocols: Record<string, number> };
  return { ...launched, ...ready, webPort: Number(new URL(ready.url).port) };
}
async function taken(): Promise<{ readonly port: number; readonly free: () => void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, free: () => void server.close() };
}

test('[START-1] --help prints the settings and ends', async () => {
  const { ended, printed } = launch({ PORT: 'nonsense' }, ['--help']);
  assert.equal(await ended, 0);
  assert.match(printed.out, /DATA_DIR .*\n/);
});

test('[START-2] what prevents the start is said in one clear line, with exit code 1', async () => {
  const { port, free } = await taken();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const newer = freshFolder();
  const notDatabase = freshFolder();
  for (const [where, make] of [
    [
      newer,
      (path: string) => {
        const database = new DatabaseSync(path);
        database.exec('PRAGMA user_version = 9999');
        database.close();
      },
    ],
    [notDatabase, (path: string) => writeFileSync(path, 'x'.repeat(10_000))],
  ] as const) {
    mkdirSync(where);
    make(join(where, 'rastro.sqlite'));
  }
  const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ PORT: String(port) }, new RegExp(`^Cannot listen on port ${port}: it is in use`)],
    [{ PROTOCOLS: `teltonika:${port}` }, new RegExp(`^Cannot listen on port ${port}: it is in use`)],
    [{ PORT: 'abc' }, /^Setting PORT "abc" is not a whole number/],
    [{ HOST: '192.0.2.1' }, /^Cannot listen on 192\.0\.2\.1: not an address of this machine/],
    [{ DATA_DIR: join(file, 'below') }, /^Cannot create the data folder .*Check DATA_DIR/],
    [{ DATA_DIR: '/proc/rastro/data' }, /^Cannot create the data folder .*Check DATA_DIR/],
    [{ DATA_DIR: newer }, /^Cannot open the database: a newer version .*check DATA_DIR/],
    [{ DATA_DIR: notDatabase }, /^Cannot open .*Check DATA_DIR/],
  ];
  await Promise.all(
    cases.map(async ([environment, expected]) => {
      const { ended, printed } = launch(environment);
      assert.equal(await ended, 1, printed.err);
      assert.match(printed.err, expected);
      assert.equal(printed.err.trim().split('\n').length, 1, printed.err);
      assert.equal(printed.out, '');
    }),
  );
  free();
});

test('[START-3] an unknown name in .env stops the start', async () => {
  const place = mkdtempSync(join(tmpdir(), 'rastro-env-'));
  writeFileSync(join(place, '.env'), 'PROT=1\n');
  const child = spawn(process.execPath, [MAIN], { cwd: place, stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number];
  rmSync(place, { recursive: true });
  assert.deepEqual([code, err.split(';')[0]], [1, 'Setting PROT in .env is unknown']);
});

test('[START-4] SIGTERM ends it with 0 within 15 s, whoever is connected', async () => {
  const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'start-password' };
  const server = await running({ ...admin, PROTOCOLS: 'teltonika:0,osmand:0' });
  const form = new URLSearchParams({ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD });
  const login = await fetch(`${server.url}/api/session`, { method: 'POST', body: form });
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const live = new WebSocket(`${server.url.replace('http', 'ws')}/api/socket`, {
    headers: { cookie },
  });
  await new Promise((resolve) => live.addEventListener('message', resolve, { once: true }));
  const ports = [server.webPort, ...Object.values(server.protocols)];
  const sockets: Socket[] = ports.map((port) => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  // A request that never ends.
  const [web] = sockets;
  assert.ok(web);
  const head = ['Host: x', 'Content-Length: 100', 'Expect: 100-continue', '', ''].join('\r\n');
  web.write(`POST /api/session HTTP/1.1\r\n${head}`);
  // The server has the head once it asks for the rest.
  const [asking] = (await once(web, 'data')) as [Buffer];
  assert.match(asking.toString(), /^HTTP\/1\.1 100 /);
  web.write('half');
  const asked = performance.now();
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0, server.printed.err);
  assert.ok(performance.now() - asked < 10_000, 'one half request is not waited for long');
  for (const socket of sockets) socket.destroy();
  live.close();
});

test('[START-5] ADMIN_EMAIL makes the first administrator, once; without it a code is printed', async () => {
  const DATA_DIR = freshFolder();
  const admin = { ADMIN_EMAIL: 'Admin@Example.com', ADMIN_PASSWORD: 'start-password' };
  const signIn = async (url: string, password: string): Promise<Response> =>
    fetch(`${url}/api/session`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'admin@example.com', password }),
    });
  const first = await running({ DATA_DIR, ...admin });
  const account = (await (await signIn(first.url, 'start-password')).json()) as { administrator: boolean };
  assert.equal(account.administrator, true);
  first.child.kill('SIGTERM');
  await first.ended;
  assert.doesNotMatch(first.printed.err, /First visit/);
  const second = await running({ DATA_DIR, ...admin, ADMIN_PASSWORD: 'another password' });
  assert.equal((await signIn(second.url, 'another password')).status, 401, 'later starts change nothing');
  assert.equal((await signIn(second.url, 'start-password')).status, 200);
  second.child.kill('SIGTERM');
  await second.ended;
  const bare = await running({});
  bare.child.kill('SIGTERM');
  await bare.ended;
  assert.match(bare.printed.err, /First visit: open http.* with code [2-9A-Z]{12}\n/);
});

test('[START-6][START-500] an administrator restarts the server; it comes back at the same doors with all it had', async () => {
  const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'start-password' };
  const server = await running({ ...admin, PROTOCOLS: 'osmand:0', LOG_LEVEL: 'info' });
  const login = await fetch(`${server.url}/api/session`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'admin@example.com', password: 'start-password' }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const call = (method: string, path: string) =>
    fetch(`${server.url}${path}`, { method, headers: { cookie } });
  assert.equal((await fetch(`${server.url}/api/server/restart`, { method: 'POST' })).status, 401);
  const before = (await (await call('GET', '/metrics')).text()).match(
    /^process_start_time_seconds .*$/m,
  )?.[0];
  assert.ok(before);
  assert.equal((await call('POST', '/api/server/restart')).status, 204);
  const seen = new Set<number>();
  for (let isBack = false; !isBack;) {
    const answer = await call('GET', '/api/session').catch(() => null);
    const text = (await answer?.text()) ?? '';
    const isRestarted = server.printed.err.includes('restarting');
    isBack = isRestarted && seen.has(503) && answer?.status === 200;
    if (answer) seen.add(answer.status);
    if (answer?.status === 503) {
      assert.equal(text, 'Server restarting - Try again in a moment');
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
  }
  assert.deepEqual(seen, new Set([200, 503]));
  assert.doesNotMatch(server.printed.err, /"stack"|"level":[56]0/);
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);
});

test('[START-7] a second process on the same folder is refused; after kill -9 the next one starts', async () => {
  const DATA_DIR = freshFolder();
  const first = await running({ DATA_DIR });
  const second = launch({ DATA_DIR });
  assert.equal(await second.ended, 1);
  assert.match(second.printed.err, /^Cannot use the data folder .*: another Rastro uses it/);
  assert.equal((await fetch(`${first.url}/health/ready`)).status, 200, 'the first goes on');
  first.child.kill('SIGKILL');
  await first.ended;
  const third = await running({ DATA_DIR });
  third.child.kill('SIGTERM');
  assert.equal(await third.ended, 0);
});

test('[START-8] what is stored belongs to the user who runs it, also what an older version left open', async () => {
  const DATA_DIR = join(freshFolder(), 'deeper');
  const modes = (): string[] =>
    readdirSync(DATA_DIR).map((name) => (statSync(join(DATA_DIR, name)).mode & 0o777).toString(8));
  for (const round of [1, 2]) {
    const server = await running({ DATA_DIR, PROTOCOLS: 'osmand:0' });
    assert.equal((statSync(DATA_DIR).mode & 0o777).toString(8), '700');
    assert.deepEqual(new Set(modes()), new Set(['600']), `start ${round}`);
    server.child.kill('SIGTERM');
    await server.ended;
    for (const name of readdirSync(DATA_DIR)) chmodSync(join(DATA_DIR, name), 0o644);
  }
});

test('[GATE-16] upgrade requests whose peers reset at once do not end the process', async () => {
  const server = await running({});
  const upgrade = [
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    '',
    '',
  ];
  for (let i = 0; i < 200; i++) {
    const socket = connect(server.webPort, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    socket.write([`GET ${i % 2 ? '/api/socket' : '/nothing'} HTTP/1.1`, ...upgrade].join('\r\n'));
    setTimeout(() => socket.resetAndDestroy(), i % 3);
    await once(socket, 'close');
  }
  assert.equal((await fetch(`${server.url}/health/live`)).status, 200);
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);
});
