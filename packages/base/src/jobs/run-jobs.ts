import type { Clock } from '../clock.ts';
import { randomToken } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Job } from './job.ts';
import type { Lease, LeaseStorage } from './lease.ts';

/** Where leases, cursors and results of jobs are stored. */
export interface JobStore<Outcome> extends LeaseStorage {
  readCursor(name: string): Promise<number | null>;
  /** All or nothing. @throws an error with the code FENCED when another holder has the lease by now. */
  commit(
    batch: Outcome & {
      readonly cursors?: readonly { readonly name: string; readonly instant: number }[];
      readonly under: Lease;
    },
  ): Promise<void>;
}
export interface WorkOptions<Outcome extends object> {
  readonly storage: JobStore<Outcome>;
  readonly jobs: readonly Job<Outcome>[];
  readonly clock: Clock;
  readonly log: Log;
  /** After so long without a sign of life another process takes over. */
  readonly leaseMs: number;
  /** First pause after a failure, doubled with each. */
  readonly pauseMs: number;
}
/** Runs of a job in this process. */
export interface JobStatus {
  /** It has the lease now, and works. */
  readonly isRunning: boolean;
  /** Due instants that it has done. */
  readonly done: number;
  readonly failures: number;
  /** When it has done the last one, milliseconds since 1970; null = never. */
  readonly doneAt: number | null;
}
export interface Work {
  /** By name of the job. */
  jobs(): ReadonlyMap<string, JobStatus>;
  /** Breaks off what is under way and gives the leases back. */
  close(): Promise<void>;
}
interface Deps<Outcome extends object> extends Omit<WorkOptions<Outcome>, 'jobs'> {
  readonly owner: string;
}

const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Runs the jobs, each under its lease: of all processes on one store one does it. The lease of a killed process
 * expires; the next one does the work that was not stored together with its cursor.
 */
export function runJobs<Outcome extends object>({ jobs, ...options }: WorkOptions<Outcome>): Work {
  const deps: Deps<Outcome> = { ...options, owner: randomToken(22) };
  const stop = new AbortController();
  const runs = new Map(jobs.map(({ name }) => [name, newStatus()]));
  const loops = jobs.map((job) =>
    repeat(job, deps, { signal: stop.signal, status: runs.get(job.name) ?? newStatus() }),
  );
  return {
    jobs: () => runs,
    close: async () => {
      stop.abort();
      await Promise.all(loops);
    },
  };
}

/**
 * Does a job now, due or not. @returns false = another process is at it.
 * @throws what the job throws.
 */
export async function performNow<Outcome extends object>(
  job: Job<Outcome>,
  options: Omit<WorkOptions<Outcome>, 'jobs'>,
): Promise<boolean> {
  const deps: Deps<Outcome> = { ...options, owner: randomToken(22) };
  const isNow = { ...job, due: (_done: number | null, now: number) => [now] };
  return runDue(isNow, deps, { signal: new AbortController().signal, status: newStatus() });
}

/** Rest of the process for a run: when it ends, and what it tells. */
interface Running {
  readonly signal: AbortSignal;
  readonly status: { -readonly [Field in keyof JobStatus]: JobStatus[Field] };
}
const newStatus = (): Running['status'] => ({ isRunning: false, done: 0, failures: 0, doneAt: null });

async function repeat<Outcome extends object>(
  job: Job<Outcome>,
  deps: Deps<Outcome>,
  running: Running,
): Promise<void> {
  const { signal, status } = running;
  let failures = 0;
  if (job.beginsLater === true) await deps.clock.sleep(job.everyMs, signal).catch(() => {});
  while (!signal.aborted) {
    let pause = job.everyMs;
    try {
      const isOurs = await runDue(job, deps, running);
      // The holder may die: its lease is checked again when it has expired.
      if (!isOurs) pause = Math.min(pause, deps.leaseMs);
      failures = 0;
    } catch (error) {
      pause = Math.min(deps.pauseMs * 2 ** failures++, LONGEST_PAUSE_MS);
      if (signal.aborted) break;
      status.failures++;
      reportFailure(job, error, deps);
    }
    await deps.clock.sleep(pause, signal).catch(() => {}); // Stopping: the loop sees it.
  }
}

function reportFailure(
  { name: job }: { readonly name: string },
  error: unknown,
  { log }: { readonly log: Log },
): void {
  const isLost = error instanceof Error && 'code' in error && error.code === 'FENCED';
  if (isLost) log.warn({ job }, 'another process has taken over');
  else log.error({ err: error, job }, 'a job failed');
}

/** Does all that is due. @returns false = another process is at it. */
async function runDue<Outcome extends object>(
  job: Job<Outcome>,
  deps: Deps<Outcome>,
  { signal, status }: Running,
): Promise<boolean> {
  const { storage, clock } = deps;
  const dueNow = async () => job.due(await storage.readCursor(job.name), clock.now());
  // Asked without the lease first: mostly there is nothing to do.
  if ((await dueNow()).length === 0 || (await job.isIdle?.()) === true) return true;
  const lease: Lease = { name: job.name, owner: deps.owner };
  if (!(await hold(lease, deps))) return false;
  status.isRunning = true;
  const run = new AbortController();
  const renewing = renew(lease, deps, run);
  try {
    const limit = AbortSignal.any([signal, run.signal]);
    // Again, because the other one may have done it meanwhile.
    for (const instant of await dueNow()) {
      if (limit.aborted) break;
      const save = (part: Outcome): Promise<void> => storage.commit({ ...part, under: lease });
      const outcome = await job.perform(instant, { signal: limit, lease, save });
      await storage.commit({ ...outcome, cursors: [{ name: job.name, instant }], under: lease });
      status.done++;
      status.doneAt = clock.now();
    }
    return true;
  } finally {
    status.isRunning = false;
    run.abort();
    await renewing;
    await storage.releaseLease(lease);
  }
}

type Holding = Pick<Deps<object>, 'clock' | 'leaseMs' | 'log'> & { readonly storage: LeaseStorage };
const hold = (lease: Lease, { storage, clock, leaseMs }: Holding): Promise<boolean> => {
  const now = clock.now();
  return storage.takeLease({ ...lease, now, until: now + leaseMs });
};

/** Renews the lease again and again; ends the run when another process has it. */
async function renew(lease: Lease, deps: Holding, run: AbortController): Promise<void> {
  const { clock, leaseMs, log } = deps;
  while (!run.signal.aborted) {
    try {
      await clock.sleep(leaseMs / 3, run.signal);
      if (!(await hold(lease, deps))) run.abort();
    } catch (error) {
      // The next one may succeed; if none does, the lease runs out and storage fences us off.
      if (!run.signal.aborted) log.warn({ err: error, job: lease.name }, 'cannot renew the lease');
    }
  }
}
