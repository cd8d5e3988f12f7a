import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import {
  environment,
  freePort,
  initialize,
  isRoot,
  NOBODY,
  OLDEST_BIN,
  OPEN_TMP,
  owner,
  settings,
  untilReady,
  urlOf,
} from './postgres-server.ts';

/** Null = tests with several servers can run; otherwise why not: the package has no `pg_basebackup`. */
export const WITHOUT_CLUSTER: string | null = existsSync(join(OLDEST_BIN, 'pg_basebackup'))
  ? null
  : `no ${OLDEST_BIN}/pg_basebackup`;

/** A server of a cluster. */
export interface ClusterServer {
  readonly port: number;
  readonly data: string;
  /** Of a database. */
  readonly url: (database: string) => string;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** As if its machine failed. */
  readonly kill: () => Promise<void>;
}

/** Servers of a test, which end with it. */
export class PostgresCluster {
  readonly folder: string;
  /** Where the primary puts its log, segment by segment. */
  readonly archive: string;
  readonly #endings: (() => void | Promise<void>)[] = [];

  constructor(t: TestContext) {
    this.folder = mkdtempSync(join(OPEN_TMP, 'rastro-cluster-'));
    chmodSync(this.folder, 0o755);
    this.archive = this.#folder('archive');
    t.after(async () => {
      for (const end of this.#endings.toReversed()) await end();
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    });
  }

  /** A disk of so many bytes; only root can have one. */
  smallDisk(bytes: number): string {
    const disk = this.#folder('disk');
    const { status, stderr } = spawnSync(
      '/usr/bin/mount',
      ['-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', disk],
      {
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(`Cannot mount a small disk: ${stderr}`);
    this.#endings.push(() => void spawnSync('/usr/bin/umount', [disk]));
    return disk;
  }

  async primary(more: readonly string[] = [], disk = this.folder): Promise<ClusterServer> {
    const data = this.#folder('primary', disk);
    initialize(OLDEST_BIN, data);
    return this.start(data, [
      'archive_mode=on',
      `archive_command=test ! -f ${this.archive}/%f && cp %p ${this.archive}/%f`,
      'max_wal_senders=8',
      ...more,
    ]);
  }

  /** A copy of a running server. @param name Of its folder. */
  backUp(of: ClusterServer, name: string, more: readonly string[] = []): string {
    const data = this.#folder(name);
    run('pg_basebackup', [
      '-D',
      data,
      '-h',
      '127.0.0.1',
      '-p',
      String(of.port),
      '-U',
      'rastro',
      '-c',
      'fast',
      ...more,
    ]);
    return data;
  }

  async standby(of: ClusterServer): Promise<ClusterServer> {
    return this.start(this.backUp(of, 'standby', ['-R', '-X', 'stream']), ['hot_standby_feedback=on']);
  }

  /** A server that replays the archive up to a moment, and then takes changes. */
  async restored(data: string, moment: string): Promise<ClusterServer> {
    writeFileSync(join(data, 'recovery.signal'), '');
    if (isRoot) chownSync(join(data, 'recovery.signal'), NOBODY, NOBODY);
    appendFileSync(
      join(data, 'postgresql.auto.conf'),
      `restore_command = 'cp ${this.archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
    );
    return this.start(data);
  }

  async start(data: string, more: readonly string[] = []): Promise<ClusterServer> {
    const port = await freePort();
    const child = spawn(join(OLDEST_BIN, 'postgres'), ['-D', data, ...settings(data, port, more)], {
      ...owner,
      stdio: 'ignore',
      cwd: data,
      env: environment(OLDEST_BIN),
    });
    this.#endings.push(() => ended(child));
    await untilReady(child, port);
    return {
      port,
      data,
      url: (database) => urlOf(port, database),
      signal: (signal) => void child.kill(signal),
      kill: () => ended(child),
    };
  }

  #folder(name: string, within = this.folder): string {
    const path = join(within, name);
    mkdirSync(path, { mode: 0o700 });
    if (isRoot) chownSync(path, NOBODY, NOBODY);
    return path;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGCONT');
  child.kill('SIGQUIT');
  await gone;
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(join(OLDEST_BIN, program), args, {
    ...owner,
    cwd: OPEN_TMP,
    env: environment(OLDEST_BIN),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Cannot run ${program}: ${stderr}`);
}
