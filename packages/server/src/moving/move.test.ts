import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { damageTable, postgresServer, WITHOUT_POSTGRES, type PostgresServer } from '@rastro/storage/testing';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { UserClient } from '../../test/user-client.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { MoveProgress } from './move-progress.ts';
import { moveReport } from './move-report.ts';

const skip = WITHOUT_POSTGRES ?? false;
let database: PostgresServer;
let url = '';
before(async () => {
  if (skip !== false) return;
  database = await postgresServer();
  url = await database.createDatabase();
});
after(async () => {
  if (skip === false) await database.dropDatabase(url);
});

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' };
const PASSWORD = 'a van of her own';
/** Of one-time codes, base32: ten bytes. */
const TOTP_KEY = 'AAAAAAAAAAAAAAAA';

async function start(t: TestContext, folder: string, databaseUrl: string): Promise<RunningServer> {
  const server = await runServer(
    readSettings(
      {
        PORT: '0',
        HOST: '127.0.0.1',
        PROTOCOLS: 'osmand:0',
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        ...ADMIN,
      },
      null,
    ),
    pino({ level: 'silent' }),
  );
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= server.close());
  t.after(close);
  return { ...server, close };
}

/** @param signal Sent at the first line. */
async function run(
  program: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
  { args = [], signal }: { readonly args?: readonly string[]; readonly signal?: 'SIGINT' } = {},
) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const path = fileURLToPath(new URL(`../${program}.ts`, import.meta.url));
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, ...environment };
  const child = spawn(process.execPath, [path, ...args], { cwd: folder, env });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => {
    if (output === '' && signal) for (let times = 0; times < 2; times++) child.kill(signal);
    output += bytes.toString();
  });
  await once(child, 'close');
  return { code: child.exitCode, output };
}

const send = async ({ protocols }: RunningServer, minute: number): Promise<void> => {
  const at = new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString();
  const query = `id=van-1&timestamp=${at}&lat=${minute / 100}&lon=1&speed=30`;
  const { status } = await fetch(`http://127.0.0.1:${protocols['osmand']}/?${query}`);
  assert.equal(status, 200);
};

/** A code of now, or of a time step after it. @source RFC 6238 */
function codeOfNow(later: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const digest = createHmac('sha1', Buffer.alloc(10)).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

const WEEK = 'deviceId=1&from=2026-01-01T00:00:00Z&to=2026-01-08T00:00:00Z';
const PATHS = [
  '/api/devices',
  '/api/users',
  `/api/positions?${WEEK}`,
  `/api/reports/trips?${WEEK}`,
  `/api/reports/summary?${WEEK}`,
  `/api/reports/events?${WEEK}`,
  '/ext/invoices/1',
  '/ext/shares',
];

/** Answers to an administrator, signed in by password. */
async function answersOf(server: RunningServer): Promise<readonly string[]> {
  const admin = new UserClient(() => server.url);
  assert.equal(await admin.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD), 200);
  return Promise.all(
    PATHS.map(async (path) => {
      const { status, text } = await admin.call('GET', path);
      assert.equal(status, 200, `${path}: ${text}`);
      // A start knows of no connection.
      return text.replaceAll(/"status":"(?:online|unknown)"/g, '');
    }),
  );
}

/** Account of a customer with one-time codes, an invoice, a share, and a vehicle with late records. */
async function fill(server: RunningServer): Promise<void> {
  const admin = new UserClient(() => server.url);
  await admin.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  await admin.json('POST', '/api/devices', { name: 'Van 1', uniqueId: 'van-1' });
  const settings = await admin.json<{ attributes: object }>('GET', '/api/server');
  await admin.json('PUT', '/api/server', {
    ...settings,
    attributes: { ...settings.attributes, totpEnable: true, 'rastro.enableBilling': true },
  });
  const customer = await admin.json<{ id: number }>('POST', '/api/users', {
    name: 'Ana',
    email: 'ana@example.com',
    password: PASSWORD,
    totpKey: TOTP_KEY,
  });
  await admin.json('POST', '/ext/billing/invoices', {
    customerId: customer.id,
    dueDate: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    value: 9000,
    description: 'Vans',
  });
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  await admin.json('POST', '/ext/shares', { deviceId: 1, expiration });
  for (const minute of [0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 7, 8]) await send(server, minute);
}

const signIn = (server: RunningServer, code: string): Promise<number> =>
  fetch(`${server.url}/api/session`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'ana@example.com', password: PASSWORD, code }),
  }).then(({ status }) => status);

async function isAsBefore(
  server: RunningServer,
  answers: readonly string[],
  codeLater: number,
): Promise<void> {
  for (const [i, answer] of (await answersOf(server)).entries())
    assert.equal(answer, answers[i], `answer ${i}`);
  assert.notEqual(await signIn(server, ''), 200, 'the code is asked for');
  assert.equal(await signIn(server, codeOfNow(codeLater)), 200);
}

test(
  '[MOVEDATA-1] an installation moves to PostgreSQL and back: users sign in, and every list is as before',
  { skip },
  async (t) => {
    const folder = temporaryFolder(t, 'move');
    const onFiles = await start(t, folder, '');
    await fill(onFiles);
    const answers = await answersOf(onFiles);
    const DATABASE_URL = url;
    const running = await run('move-to-postgres', folder, { DATABASE_URL });
    assert.deepEqual([running.code, /stop the server first/.test(running.output)], [1, true], running.output);
    await onFiles.close();

    const gone = { DATABASE_URL: 'postgres://rastro@127.0.0.1:1/rastro' };
    for (const program of ['move-to-postgres', 'move-to-files']) {
      const unreachable = await run(program, folder, gone);
      assert.equal(unreachable.code, 1);
      assert.match(unreachable.output, /ECONNREFUSED.*Check the database server/);
    }
    const nowhere = await run('move-to-postgres', folder, {});
    assert.deepEqual([nowhere.code, /Set DATABASE_URL/.test(nowhere.output)], [1, true], nowhere.output);
    const there = await run('move-to-postgres', folder, { DATABASE_URL });
    assert.equal(there.code, 0, there.output);
    assert.match(there.output, /tracker: 12 positions\n/);
    assert.match(there.output, /Both have the same/);
    const again = await run('move-to-postgres', folder, { DATABASE_URL });
    assert.deepEqual([again.code, /has data already/.test(again.output)], [1, true], again.output);

    const onServer = await start(t, folder, url);
    await isAsBefore(onServer, answers, 0);
    for (const minute of [20, 21]) await send(onServer, minute);
    const later = await answersOf(onServer);
    assert.notDeepEqual(later, answers);
    await onServer.close();

    const full = await run('move-to-files', folder, { DATABASE_URL });
    assert.deepEqual([full.code, /Set them aside/.test(full.output)], [1, true], full.output);
    const aside = join(folder, 'before');
    mkdirSync(aside);
    for (const name of readdirSync(folder))
      if (/^(rastro|extension)\.sqlite/.test(name)) renameSync(join(folder, name), join(aside, name));
    const back = await run('move-to-files', folder, { DATABASE_URL });
    assert.equal(back.code, 0, back.output);
    const onFilesAgain = await start(t, folder, '');
    // The code of before was used, and that is known here as well.
    await isAsBefore(onFilesAgain, later, 1);
    await send(onFilesAgain, 30);
    await onFilesAgain.close();
  },
);

test(
  '[MOVEDATA-2] a move that is stopped ends at once and goes on later; damage ends it, unless its loss is accepted',
  { skip },
  async (t) => {
    const folder = temporaryFolder(t, 'move');
    const server = await start(t, folder, '');
    await fill(server);
    await server.close();
    const DATABASE_URL = await database.createDatabase();
    const stopped = await run('move-to-postgres', folder, { DATABASE_URL }, { signal: 'SIGINT' });
    assert.deepEqual([stopped.code, /Stopped\./.test(stopped.output)], [130, true], stopped.output);
    const unfinished = await run('main', folder, { DATABASE_URL, PORT: '0', PROTOCOLS: 'osmand:0' });
    assert.equal(unfinished.code, 1, unfinished.output);
    assert.match(
      unfinished.output,
      /being moved into it, and that is not finished\. Run the same move again/,
    );

    damageTable(folder, 'events', 1);
    const damaged = await run('move-to-postgres', folder, { DATABASE_URL });
    assert.equal(damaged.code, 3, damaged.output);
    assert.match(damaged.output, /^Cannot read events: rows behind null \(.*\)\. .*--accept-loss/m);
    const accepted = await run('move-to-postgres', folder, { DATABASE_URL }, { args: ['--accept-loss'] });
    assert.equal(accepted.code, 0, accepted.output);
    assert.match(accepted.output, /^lost: events: rows behind null and before null cannot be read$/m);
    await database.dropDatabase(DATABASE_URL);
  },
);

test('[MOVEDATA-3] a report names what differs, with its device, and says that the move is not finished', () => {
  const outcome = {
    rows: new Map([['positions', 12_345]]),
    differences: [
      { kind: 'positions', deviceId: 7, inSource: 12_345, inTarget: 12_344 },
      { kind: 'links', deviceId: null, inSource: 3, inTarget: 3 },
    ],
    behind: ['commands'],
    lost: ['events: rows behind [3] cannot be read'],
    shortened: 2,
  };
  const outcomes = new Map([['tracker' as const, outcome]]);
  assert.deepEqual(moveReport({ outcomes, isFinished: false }, 'server', '/data'), [
    'tracker: 12,345 positions',
    'lost: events: rows behind [3] cannot be read',
    'note: 2 rows have texts with NUL characters, which PostgreSQL cannot store: those are left out',
    'differs: positions of device 7, 12345 rows there and 12344 here',
    'differs: links, 3 rows there and 3 here',
    'differs: the next id of commands is behind',
    'Not finished: both are not the same. No server starts on it. Empty the target, and move again.',
  ]);
});

test('[MOVEDATA-3] progress says how much, how fast, and how long it will take', () => {
  const lines: string[] = [];
  let now = 0;
  const progress = new MoveProgress(
    (line) => lines.push(line),
    () => now,
  );
  const note = (rows: number): void =>
    progress.note('tracker', { step: 'copy', kind: 'positions', rows, of: 1_000_000 });
  note(1000);
  for (now = 1000; now <= 10_000; now += 1000) note(1000 + now * 50);
  assert.deepEqual(lines, [
    'tracker: moving positions, 1,000 of about 1,000,000',
    'tracker: moving positions, 251,000 of about 1,000,000, 50,000/s, 15 s left',
    'tracker: moving positions, 501,000 of about 1,000,000, 50,000/s, 10 s left',
  ]);
});
