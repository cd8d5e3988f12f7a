import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { TRACKER_ROLES, type TrackerRole } from '@rastro/tracker';
import { eventually } from '../../test/eventually.ts';
import { figuresOf, metricsOf, namesIn } from '../../test/measured-roles.ts';
import { LocalCluster, withoutCluster } from '../../test/cluster/local-cluster.ts';
import { createMetrics } from './create-metrics.ts';

const without = withoutCluster();
let close: (() => Promise<void>) | null = null;
afterEach(async () => {
  await close?.();
  close = null;
});

const ownNames = async (roles: readonly TrackerRole[]): Promise<readonly string[]> =>
  [...namesIn(await metricsOf(roles).metrics())].filter((name) => name.startsWith('rastro_'));
/** Value of a series, as it stands in the text. */
const valueIn = (text: string, series: string): string | undefined =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

test('[METRICS-1] names say what is counted, in base units; counters end with _total', async () => {
  const registry = metricsOf(TRACKER_ROLES);
  const all = await registry.getMetricsAsJSON();
  assert.ok(all.length > 60);
  for (const { name, type, help } of all.filter(({ name: each }) => each.startsWith('rastro_'))) {
    assert.match(name, /^rastro_[a-z]+(?:_[a-z]+)*$/);
    assert.equal(name.endsWith('_total'), String(type) === 'counter', name);
    assert.doesNotMatch(name, /_(?:ms|millis|minutes|kb|mb|gb|percent)(?:_|$)/);
    assert.ok(help.length > 5 && !help.endsWith('.'), name);
  }
});

test('[METRICS-2] a role shows its own series, and none of what it does not do', async () => {
  const byRole = new Map<TrackerRole, readonly string[]>();
  for (const role of TRACKER_ROLES) byRole.set(role, await ownNames([role]));
  const of = (role: TrackerRole, pattern: RegExp): number =>
    (byRole.get(role) ?? []).filter((name) => pattern.test(name)).length;
  const ingest = /device_connections|records_|messages_total|decode|paused|stream_(?:bytes|limit)/;
  const process = /commit|partition|stream_lag|commands|trip|forward/;
  const api = /browser|deliveries|job|sound/;
  for (const [own, others] of [
    [ingest, ['process', 'api']],
    [process, ['ingest', 'api']],
    [api, ['ingest', 'process']],
  ] as const) {
    for (const role of TRACKER_ROLES)
      assert.equal(of(role, own) > 0, !others.some((other) => other === role), `${role} ${own}`);
  }
  for (const role of TRACKER_ROLES)
    for (const name of ['rastro_build_info', 'rastro_ready', 'rastro_database_up', 'rastro_bus_gaps_total'])
      assert.ok(byRole.get(role)?.includes(name), `${role} ${name}`);
  const external = createMetrics({
    roles: 'all',
    complaint: async () => 'Tracking server unreachable',
    dataFolder: '/nowhere',
    figures: null,
    database: null,
    bus: null,
    jobs: () => new Map(),
    isSound: () => false,
  });
  const text = await external.metrics();
  assert.deepEqual(
    [...namesIn(text)].filter((name) => name.startsWith('rastro_')),
    ['rastro_build_info', 'rastro_ready', 'rastro_stored_data_sound'],
  );
  assert.deepEqual([valueIn(text, 'rastro_ready'), valueIn(text, 'rastro_stored_data_sound')], ['0', '0']);
});

test('[METRICS-3] numbers of a process are those of now, under their labels', async () => {
  const text = await metricsOf(TRACKER_ROLES).metrics();
  for (const [series, value] of [
    ['rastro_decode_failures_total{protocol="osmand",reason="MALFORMED"}', '1'],
    ['rastro_refusals_total{reason="unknown"}', '1'],
    ['rastro_partitions_held', '31'],
    ['rastro_partitions_wanted', '32'],
    ['rastro_partitions', '64'],
    ['rastro_commit_duration_seconds_bucket{le="0.025"}', '1'],
    ['rastro_commit_duration_seconds_count', '2'],
    ['rastro_commit_failures_total', '1'],
    ['rastro_commit_queue_rows', '3'],
    ['rastro_commit_queue_limit_rows', '20'],
    ['rastro_stream_lag_messages', '7'],
    ['rastro_stream_bytes', '10'],
    ['rastro_forwarded_positions_total{target="json",outcome="sent"}', '1'],
    ['rastro_forward_waiting{target="json"}', '2'],
    ['rastro_browser_sockets', '5'],
    ['rastro_job_runs_total{job="upkeep"}', '1'],
    ['rastro_job_done_timestamp_seconds{job="data-size"}', String(Date.UTC(2026, 0, 1) / 1000)],
  ] as const)
    assert.equal(valueIn(text, series), value, series);
});

test('[METRICS-4] what servers do not say is left out, and that they do not', async () => {
  const away = async (): Promise<never> => {
    throw new Error('no answer');
  };
  const figures = figuresOf(new Set(TRACKER_ROLES));
  const process = figures.process && { ...figures.process, streamLag: away };
  const text = await metricsOf(TRACKER_ROLES, { ...figures, process, streamCapacity: away }).metrics();
  assert.equal(valueIn(text, 'rastro_stream_up'), '0');
  for (const name of ['rastro_stream_lag_messages', 'rastro_stream_bytes', 'rastro_stream_limit_bytes'])
    assert.equal(namesIn(text).has(name), false, name);
});

test(
  '[METRICS-2] processes of an installation serve exactly the series of their roles',
  { skip: without ?? false },
  async () => {
    const cluster = await LocalCluster.start({
      natsServers: 1,
      nodes: { i1: 'ingest', p1: 'process', a1: 'api' },
      env: {
        ACK: 'stream',
        NATS_REPLICAS: '1',
        STREAM_GB: '1',
        ADMIN_EMAIL: 'admin@example.com',
        ADMIN_PASSWORD: 'metrics-password',
      },
      protocols: 'osmand:0',
    });
    close = () => cluster.close();
    const { url } = cluster.node('a1');
    const form = new URLSearchParams({ email: 'admin@example.com', password: 'metrics-password' });
    const session = await fetch(`${url}/api/session`, { method: 'POST', body: form });
    const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const metricsAt = async (name: string): Promise<string> =>
      (await fetch(`${cluster.node(name).url}/metrics`, { headers: { cookie } })).text();
    const headers = { cookie, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'Truck', uniqueId: 'phone-1' });
    assert.equal((await fetch(`${url}/api/devices`, { method: 'POST', headers, body })).status, 200);
    const report = `http://127.0.0.1:${cluster.node('i1').protocols['osmand']}/?id=phone-1&lat=1&lon=1`;
    await eventually(async () => (await fetch(report)).status === 200);
    // They have been refused and are counted since the device was not known yet; forwarding is not set up.
    const isOptional = (name: string): boolean =>
      /refusals|decode_failures|forward|job_done_timestamp/.test(name);
    for (const [name, role] of [
      ['i1', 'ingest'],
      ['p1', 'process'],
      ['a1', 'api'],
    ] as const) {
      const served = [...namesIn(await metricsAt(name))].filter((each) => each.startsWith('rastro_'));
      assert.deepEqual(
        served.filter((each) => !isOptional(each)).toSorted(),
        (await ownNames([role])).filter((each) => !isOptional(each)).toSorted(),
        role,
      );
    }
    const stored = async (): Promise<boolean> => {
      const [gate, worker] = [await metricsAt('i1'), await metricsAt('p1')];
      return (
        Number(valueIn(gate, 'rastro_records_acknowledged_total')) > 0 &&
        Number(valueIn(worker, 'rastro_commit_duration_seconds_count')) > 0 &&
        valueIn(worker, 'rastro_stream_lag_messages') === '0' &&
        valueIn(worker, 'rastro_partitions_held') === '64'
      );
    };
    await eventually(stored);
  },
);
