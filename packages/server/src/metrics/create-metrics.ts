import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { JobStatus } from '@rastro/base/jobs';
import { VERSION } from '../version.ts';
import { apiSeries, ingestSeries, processSeries, sharedSeries } from './role-series.ts';
import type { MeasuredProcess } from './measured-process.ts';
import { Series, type Sample } from './series.ts';

/** Metrics of a process for a monitoring system: those of its roles, and of nothing that it does not do. */
export function createMetrics(measured: MeasuredProcess): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const series = new Series(registry);
  processOfMachine(series, measured);
  const { figures, jobs, isSound } = measured;
  if (figures) {
    sharedSeries(series, figures);
    if (figures.ingest) ingestSeries(series, figures.ingest, figures);
    if (figures.process) processSeries(series, figures.process);
    if (figures.api) apiSeries(series, figures.api);
  }
  if (jobs) jobSeries(series, () => [...(figures?.api?.jobs() ?? []), ...jobs()]);
  if (isSound)
    series.gauge('rastro_stored_data_sound', '1 = no damage of stored data is known', () =>
      Number(isSound()),
    );
  return registry;
}

function processOfMachine(
  series: Series,
  { roles, complaint, dataFolder, database, bus }: MeasuredProcess,
): void {
  series.gauges('rastro_build_info', 'Version and roles of the process', ['version', 'roles'], () => [
    [{ version: VERSION, roles }, 1],
  ]);
  series.gauge('rastro_ready', '1 = the process can do its work, as /health/ready has it', async () =>
    Number((await complaint().catch(() => 'unknown')) === null),
  );
  const disk = async (): Promise<{ free: number; size: number } | null> => {
    const found = await statfs(dataFolder).catch(() => null);
    return found && { free: found.bavail * found.bsize, size: found.blocks * found.bsize };
  };
  series.gauge(
    'rastro_data_free_bytes',
    'Free on the disk of DATA_DIR',
    async () => (await disk())?.free ?? null,
  );
  series.gauge(
    'rastro_data_size_bytes',
    'Size of the disk of DATA_DIR',
    async () => (await disk())?.size ?? null,
  );
  if (database)
    series.gauge('rastro_database_up', '1 = the database answers', async () =>
      Number(await database.healthy().catch(() => false)),
    );
  if (bus)
    series.gauge('rastro_bus_connected', '1 = a NATS server is connected', () => Number(bus.isConnected));
}

/** Of several processes one does a job at a time. */
function jobSeries(series: Series, jobs: () => Iterable<readonly [string, JobStatus]>): void {
  const each = (read: (status: JobStatus) => number | null): Iterable<Sample> =>
    Iterator.from(jobs()).flatMap(([job, status]): readonly Sample[] => {
      const value = read(status);
      return value === null ? [] : [[{ job }, value]];
    });
  series.gauges('rastro_job_running', '1 = this process has the lease of the job and works', ['job'], () =>
    each(({ isRunning }) => Number(isRunning)),
  );
  series.counters('rastro_job_runs_total', 'Due instants that this process has done', ['job'], () =>
    each(({ done }) => done),
  );
  series.counters('rastro_job_failures_total', 'Failed runs', ['job'], () =>
    each(({ failures }) => failures),
  );
  const help = 'When this process has done it last';
  series.gauges('rastro_job_done_timestamp_seconds', help, ['job'], () =>
    each(({ doneAt }) => (doneAt === null ? null : doneAt / 1000)),
  );
}
