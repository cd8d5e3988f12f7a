// Devices → acknowledgements through an installation of several processes, everything durable: how much, and what a
// record costs in processor time of which part. One, two and four processes of positions, each acknowledged after the
// commit and after the stream with three copies; beside them one process with files and one with PostgreSQL. All share
// the cores of this machine with the load: costs carry over to other machines, rates are a floor.
// Arguments: a part of a figure's name, seconds of a run, records in a packet.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLoadProcess, type LoadPlan, type LoadReport } from '@rastro/simulator';
import { LocalCluster, withoutCluster } from '../packages/server/test/cluster/local-cluster.ts';
import { makeData, makeDataIn } from './support/made-data.ts';
import { startMeasuredServer } from './support/measured-server.ts';
import { cpuMsOf, postmasterOf } from './support/postgres-cpu.ts';
import { printFigure, rounded } from './support/print-figure.ts';
import { processCpuMs } from './support/process-figures.ts';

const CONNECTIONS = 2000;
/** As devices send: what is older than yesterday is looked for among packed records. */
const FIRST_TIME = Math.floor(Date.now() / 60_000) * 60_000 - 20 * 3_600_000;
const LATER_MS = 6 * 3_600_000;
/** A part that takes less of a second than this has nothing to do any more. */
const IDLE_MS = 60;
/** Processes of positions take their shares, and caches fill. */
const WARM_S = 5;
const [wanted = '', seconds = '20', records = '10'] = process.argv.slice(2);
/** A PostgreSQL as it is operated: durable, with memory. */
const POSTGRES = [
  'fsync=on',
  'full_page_writes=on',
  'autovacuum=on',
  'shared_buffers=512MB',
  'max_wal_size=4GB',
];

interface Installation {
  readonly name: string;
  readonly nodes: Readonly<Record<string, string>>;
  readonly ack: 'store' | 'stream';
}
const installation = (processes: number, ack: Installation['ack']): Installation => ({
  name: `${ack}.${processes}`,
  ack,
  nodes: {
    i1: 'ingest',
    a1: 'api',
    ...Object.fromEntries(Array.from({ length: processes }, (_, n) => [`p${n + 1}`, 'process'])),
  },
});
const INSTALLATIONS: readonly Installation[] = [
  { name: 'one.postgres', nodes: { all: 'all' }, ack: 'store' },
  ...([1, 2, 4] as const).map((processes) => installation(processes, 'store')),
  ...([1, 2, 4] as const).map((processes) => installation(processes, 'stream')),
];

const without = withoutCluster();
if (without !== null) throw new Error(without);
if ('one.files'.includes(wanted)) await measureFiles();
for (const each of INSTALLATIONS) if (each.name.includes(wanted)) await measure(each);
process.exit(0);

async function measureFiles(): Promise<void> {
  const data = await makeData(CONNECTIONS);
  const server = await startMeasuredServer(data.folder);
  await load(server.port, WARM_S, FIRST_TIME);
  await server.measure();
  const report = await load(server.port, Number(seconds), FIRST_TIME + LATER_MS);
  const { cpuMs } = await server.measure();
  print('one.files', report, { all: cpuMs });
  await server.stop();
  data.remove();
}

async function measure({ name, nodes, ack }: Installation): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-bench-'));
  const cluster = await LocalCluster.start({
    nodes,
    natsServers: ack === 'stream' ? 3 : 1,
    protocols: 'teltonika:0',
    postgres: POSTGRES,
    env: { ACK: ack, STREAM_GB: '1', LOG_LEVEL: 'error' },
    fill: async (url) => void (await makeDataIn(folder, CONNECTIONS, url)),
  });
  const postmaster = await postmasterOf(cluster.databaseUrl);
  const costs = (): Record<string, number> => {
    const byRole: Record<string, number> = { postgres: cpuMsOf(postmaster), nats: 0 };
    for (const { roles, pid } of cluster.nodes)
      byRole[roles] = (byRole[roles] ?? 0) + (processCpuMs(pid) ?? 0);
    for (const { pid } of cluster.nats.nodes)
      byRole['nats'] = (byRole['nats'] ?? 0) + (processCpuMs(pid) ?? 0);
    return byRole;
  };
  const [ingest] = cluster.withRole('ingest');
  const port = ingest?.protocols['teltonika'] ?? 0;
  await load(port, WARM_S, FIRST_TIME);
  const before = costs();
  const began = performance.now();
  const report = await load(port, Number(seconds), FIRST_TIME + LATER_MS);
  // A stream may hold what is not worked out yet.
  for (let was = costs(); ; was = costs()) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if ((costs()['process'] ?? 0) - (was['process'] ?? 0) < IDLE_MS) break;
  }
  const workedS = (performance.now() - began) / 1000 - 1;
  const after = costs();
  const spent = Object.entries(after).map(([part, ms]) => [part, ms - (before[part] ?? 0)]);
  print(name, report, Object.fromEntries(spent), workedS);
  await cluster.close();
  rmSync(folder, { recursive: true });
}

function load(port: number, durationS: number, firstTime: number): Promise<LoadReport> {
  const plan: LoadPlan = {
    host: '127.0.0.1',
    port,
    connections: CONNECTIONS,
    idleConnections: 0,
    recordsPerPacket: Number(records),
    packetsPerSecond: 0,
    durationS,
    firstSerial: 0,
    firstTime,
  };
  return runLoadProcess(plan, new AbortController().signal);
}

/**
 * @param spent Milliseconds of processor time, by part.
 * @param workedS Until all that was acknowledged was worked out.
 */
function print(
  name: string,
  report: LoadReport,
  spent: Readonly<Record<string, number>>,
  workedS = report.elapsedS,
): void {
  const acknowledged = Math.max(1, report.recordsAcknowledged);
  const microseconds = (ms: number): number => rounded((ms * 1000) / acknowledged);
  const costs = Object.entries(spent).map(([part, ms]) => [`${part}Us`, microseconds(ms)]);
  printFigure(`processNodes.${name}`, {
    n: CONNECTIONS,
    seconds: rounded(report.elapsedS),
    recordsPerSecond: Math.round(report.recordsPerSecond),
    storedPerSecond: Math.round(report.recordsAcknowledged / Math.max(workedS, report.elapsedS)),
    ackP50Ms: report.ackP50Ms,
    ackP99Ms: report.ackP99Ms,
    lost: report.lost,
    ...Object.fromEntries(costs),
    totalUs: microseconds(Object.values(spent).reduce((a, b) => a + b, 0)),
  });
}
