import type { RoleFigures } from '@rastro/tracker';

import { by, type Sample, type Series } from './series.ts';

/** Of processes that share a fleet, and of what more than one role counts. */
export function sharedSeries(
  series: Series,
  { counters, ingest, process, partitions, messages, streamCapacity }: RoleFigures,
): void {
  if (partitions) {
    series.gauge('rastro_partitions', 'Parts of the fleet', () => partitions().all);
    series.gauge('rastro_partitions_held', 'Parts of the fleet of this process', () => partitions().held);
    series.gauge('rastro_partitions_wanted', 'Parts that it should have', () => partitions().wanted);
  }
  if (messages) {
    const help = 'Messages of others were lost, or may be: what they change was read again';
    series.counter('rastro_bus_gaps_total', help, () => messages.gaps());
    series.gauge('rastro_bus_certain', '1 = all that other processes have sent is known', () =>
      Number(messages.isCertain()),
    );
  }
  if (ingest || process)
    series.counters(
      'rastro_refusals_total',
      'Refused devices, connections, positions and values',
      ['reason'],
      () => by('reason', counters.rejections),
    );
  if (streamCapacity)
    series.gauge('rastro_stream_up', '1 = the servers of the stream answer', async () =>
      Number((await asked(streamCapacity)) !== null),
    );
}

export function ingestSeries(
  series: Series,
  { isPaused }: NonNullable<RoleFigures['ingest']>,
  { counters, streamCapacity }: RoleFigures,
): void {
  const { answers } = counters;
  series.gauge('rastro_device_connections', 'Open device connections', () => counters.connections);
  series.counters('rastro_messages_total', 'Decoded messages', ['protocol'], () =>
    by('protocol', counters.messages),
  );
  series.counters('rastro_records_total', 'Received records', ['protocol'], () =>
    by('protocol', counters.records),
  );
  series.counters('rastro_decode_failures_total', 'Refused frames', ['protocol', 'reason'], () =>
    Iterator.from(counters.failures).map(([name, count]): Sample => {
      const [protocol = '', ...reason] = name.split(':');
      return [{ protocol, reason: reason.join(':') }, count];
    }),
  );
  const acknowledged = 'Records that are stored and whose devices were answered';
  series.counter('rastro_records_acknowledged_total', acknowledged, () => answers.acknowledged);
  const failed = 'Records that were not stored, or not surely: their devices send them again';
  series.counter('rastro_records_unacknowledged_total', failed, () => answers.failed);
  series.gauge('rastro_records_waiting', 'Records that wait to be stored', () => answers.waiting);
  series.gauge('rastro_ingest_paused', '1 = devices are not read, because too much waits', () =>
    Number(isPaused()),
  );
  if (!streamCapacity) return;
  const capacity = async () => asked(streamCapacity);
  series.gauge('rastro_stream_bytes', 'Size of the stream', async () => (await capacity())?.bytes ?? null);
  series.gauge(
    'rastro_stream_limit_bytes',
    'Size at which devices wait',
    async () => (await capacity())?.maxBytes ?? null,
  );
}

export function processSeries(
  series: Series,
  { waiting, mostRows, watchCommits, forwarding, streamLag }: NonNullable<RoleFigures['process']>,
): void {
  const duration = series.histogram('rastro_commit_duration_seconds', 'Commits, also those that failed');
  let failures = 0;
  watchCommits((seconds, isStored) => {
    duration.observe(seconds);
    if (!isStored) failures++;
  });
  series.counter('rastro_commit_failures_total', 'Commits that failed', () => failures);
  series.gauge('rastro_commit_queue_rows', 'Rows that wait for the database', () => waiting().rows);
  series.gauge('rastro_commit_queue_limit_rows', 'Rows at which devices wait', () => mostRows);
  series.gauge('rastro_commands_waiting', 'Commands on their way to devices', () => waiting().commands);
  const behind = 'Devices whose derived history is being completed';
  series.gauge('rastro_trip_devices_waiting', behind, () => waiting().books);
  const lag = 'Messages of the stream that this process has not worked out';
  if (streamLag) series.gauge('rastro_stream_lag_messages', lag, () => asked(streamLag));
  if (forwarding.counts().size === 0) return;
  const outcomes = ({ waiting: isNow }: { readonly waiting: boolean }): Iterable<Sample> =>
    Iterator.from(forwarding.counts()).flatMap(([target, counts]) =>
      Object.entries(counts)
        .filter(([outcome]) => (outcome === 'waiting') === isNow)
        .map(([outcome, count]): Sample => [isNow ? { target } : { target, outcome }, count]),
    );
  series.counters('rastro_forwarded_positions_total', 'Forwarded positions', ['target', 'outcome'], () =>
    outcomes({ waiting: false }),
  );
  series.gauges('rastro_forward_waiting', 'Positions that wait for a target', ['target'], () =>
    outcomes({ waiting: true }),
  );
}

export function apiSeries(
  series: Series,
  { openSockets, openDeliveries }: NonNullable<RoleFigures['api']>,
): void {
  series.gauge('rastro_browser_sockets', 'Open live sockets', openSockets);
  series.gauge('rastro_deliveries_waiting', 'Notifications on their way', openDeliveries);
}

/** Null = the servers do not say now. */
const asked = <T>(ask: () => Promise<T>): Promise<T | null> => ask().catch(() => null);
