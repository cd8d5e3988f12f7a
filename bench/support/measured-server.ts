import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { OWNER } from './made-data.ts';
import type { Measured, MeasureOrder } from './probe.ts';
import { processCpuMs, threadCpuMs, writtenBytes } from './process-figures.ts';

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url));
const PROBE = new URL('./probe.ts', import.meta.url).href;

/** As `npm start` has them (`scripts/lib/run.mjs`). */
export const HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=50'];
export const SERVER = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.cache/compiled', import.meta.url)),
};

/** The real server in a process of its own, with a probe inside. */
export interface MeasuredServer {
  readonly url: string;
  /** Port of the teltonika listener. */
  readonly port: number;
  readonly wialonPort: number;
  /** Signed in as the owner of the data. */
  readonly cookie: string;
  /** Delays and CPU time count from the last measurement. */
  measure(collect?: boolean): Promise<Measured>;
  /** Highest memory use since the start, KiB; null where the system does not report it. */
  rssPeakKiB(): number | null;
  /** Memory that is in no file, now, KiB: what a machine runs out of. The rest is the program, which others share. */
  rssAnonKiB(): number | null;
  /** Bytes given to the disk since the start; null where the system does not report it. */
  writtenBytes(): number | null;
  /** Processor time of the thread that writes the database, since the start; null where the system does not report it. */
  writerCpuMs(): number | null;
  /** Resolves when the server has done what it had to do, such as deriving history. */
  settled(): Promise<void>;
  deviceConnections(): Promise<number>;
  stop(): Promise<void>;
}

/** @param cpus Cores that it may use, as `taskset` has them; null = all. */
export async function startMeasuredServer(
  folder: string,
  cpus: string | null = null,
): Promise<MeasuredServer> {
  const profile = process.env['CPU_PROF_DIR'];
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const args = [...HEAP, '--expose-gc', ...profiling, '--import', PROBE, MAIN];
  const [command, ...before] = cpus === null ? [process.execPath] : ['taskset', '-c', cpus, process.execPath];
  const child = spawn(command, [...before, ...args], {
    env: {
      ...SERVER,
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      PROTOCOLS: 'teltonika:0,wialon:0',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      MAP_STYLE_URL: '',
      // A thousand vehicles over a year, and more.
      REPORT_DEVICE_DAYS: '1000000',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { url, protocols } = await firstLine(child);
  const cookie = await signIn(url);
  let measures = 0;
  const pid = child.pid ?? 0;
  return {
    url,
    port: protocols.teltonika,
    wialonPort: protocols.wialon,
    cookie,
    measure: (collect = false) => {
      const order: MeasureOrder = { measure: ++measures, collect };
      return new Promise((resolve) => {
        const listen = (answer: { measure: number; measured: Measured }): void => {
          if (answer.measure !== order.measure) return;
          child.off('message', listen);
          resolve(answer.measured);
        };
        child.on('message', listen);
        child.send(order);
      });
    },
    rssPeakKiB: () => statusOf(pid, 'VmHWM'),
    rssAnonKiB: () => statusOf(pid, 'RssAnon'),
    writtenBytes: () => writtenBytes(pid),
    writerCpuMs: () => threadCpuMs(pid, 'database-writer'),
    settled: () => settled(pid),
    deviceConnections: async () => {
      const text = await (await fetch(`${url}/metrics`, { headers: { cookie } })).text();
      return Number(/^rastro_device_connections (\d+)$/m.exec(text)?.[1]);
    },
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

interface FirstLine {
  readonly url: string;
  readonly protocols: { readonly teltonika: number; readonly wialon: number };
}

async function firstLine(child: ChildProcess): Promise<FirstLine> {
  if (!child.stdout) throw new Error('Cannot read what the server prints');
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`Cannot measure: the server ended with ${String(code)}`);
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), failed])) as [string];
  failed.catch(() => {}); // From here on its end is our own doing.
  return JSON.parse(line) as FirstLine;
}

/** Processor time in a second below which a server has nothing to do. */
const IDLE_MS = 50;

async function settled(pid: number): Promise<void> {
  for (let before = processCpuMs(pid); ;) {
    await setTimeout(1000);
    const now = processCpuMs(pid);
    if (now === null || before === null || now - before < IDLE_MS) return;
    before = now;
  }
}

async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/session`, { method: 'POST', body: new URLSearchParams(OWNER) });
  if (!reply.ok) throw new Error(`Cannot sign in: the server answered ${reply.status}`);
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
}

function statusOf(pid: number, name: 'VmHWM' | 'RssAnon'): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const line = status.split('\n').find((each) => each.startsWith(`${name}:`));
    return line === undefined ? null : Number.parseInt(line.slice(name.length + 1), 10);
  } catch {
    return null; // No such file on this system.
  }
}
