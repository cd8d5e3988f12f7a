// Devices → acknowledgements over real sockets, everything durable (synchronous=FULL): how much, how soon, at what cost.
// Targets: 20,000 positions/s in packets of 10, 8,000 single messages/s, ack p99 < 500 ms at those rates,
// server memory < 400 MiB. Arguments: a part of a figure's name, connections, records/s of all of them where they are
// paced. `--rows`: stored rows of each device before the clock starts; while a device has few, its neighbors share its
// pages, and storing costs less than half. `--seconds`: length of a run. `--cpus`: cores of the server, such as `0`;
// the load has all.
import { parseArgs } from 'node:util';
import { runLoadProcess, type LoadPlan } from '@rastro/simulator';
import { FIRST_TIME, makeData, writeDuties, writePasts } from './support/made-data.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { mebibytes, printFigure, rounded } from './support/print-figure.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    rows: { type: 'string', default: '200' },
    cpus: { type: 'string' },
  },
});
const [wanted = '', connectionsWanted, pace = '0'] = positionals;
const SECONDS = Number(options.seconds);
const ROWS = Number(options.rows);
/** Per device, besides an expression, maintenance and a driver. */
const GEOFENCES = 1000;

interface Run {
  readonly name: string;
  /** In a packet. */
  readonly records: number;
  readonly connections: number;
  /** Records of all connections per second; 0 = as many as go. */
  readonly perSecond: number;
  readonly target: number;
  readonly load?: Pick<LoadPlan, 'protocol' | 'unanswered'>;
}

const FLEET = 2000;
const RUNS: readonly Run[] = [
  { name: 'packets10.max', records: 10, connections: FLEET, perSecond: 0, target: 20_000 },
  { name: 'packets10.paced', records: 10, connections: FLEET, perSecond: 20_000, target: 20_000 },
  { name: 'single.max', records: 1, connections: FLEET, perSecond: 0, target: 8000 },
  { name: 'single.paced', records: 1, connections: FLEET, perSecond: 8000, target: 8000 },
  {
    name: 'pipelined.max',
    records: 1,
    connections: 1,
    perSecond: 0,
    target: 8000,
    load: { protocol: 'wialon', unanswered: 1000 },
  },
];

for (const run of RUNS) {
  const { connections, perSecond } = run;
  if (!`ingest.${run.name}`.includes(wanted)) continue;
  await measure({
    ...run,
    connections: Number(connectionsWanted ?? connections),
    perSecond: perSecond === 0 ? 0 : Number(pace) || perSecond,
  });
}

/** A fresh server each, so that no figure lives on the caches of another. */
async function measure({ name, records, connections, perSecond, target, load }: Run): Promise<void> {
  const data = await makeData(connections);
  await data.write(async (storage) => {
    await writeDuties(storage, data.groupId, GEOFENCES);
    if (ROWS > 0) await writePasts(storage, data.deviceIds, ROWS);
  });
  const server = await startMeasuredServer(data.folder, options.cpus ?? null);
  await server.settled();
  const before = countersOf(server);
  await server.measure();
  const plan: LoadPlan = {
    host: '127.0.0.1',
    port: load?.protocol === 'wialon' ? server.wialonPort : server.port,
    connections,
    idleConnections: 0,
    recordsPerPacket: records,
    packetsPerSecond: perSecond / records / connections,
    durationS: SECONDS,
    firstSerial: 0,
    firstTime: FIRST_TIME,
    ...load,
  };
  const report = await runLoadProcess(plan, new AbortController().signal);
  const { loopP99Ms, cpuMs } = await server.measure();
  const after = countersOf(server);
  const perRecord = (value: number, digits: number): number =>
    rounded(value / Math.max(1, report.recordsAcknowledged), digits);
  const since = (counter: keyof typeof before): number | null => {
    const [was, is] = [before[counter], after[counter]];
    return was === null || is === null ? null : is - was;
  };
  const [written, writerMs] = [since('writtenBytes'), since('writerCpuMs')];
  printFigure(`ingest.${name}`, {
    n: connections,
    rows: ROWS,
    seconds: SECONDS,
    recordsPerSecond: report.recordsPerSecond,
    target,
    ackP50Ms: report.ackP50Ms,
    ackP99Ms: report.ackP99Ms,
    ackLongestMs: report.ackLongestMs,
    unacknowledged: report.packetsSent - report.packetsAcknowledged,
    lost: report.lost,
    loopP99Ms,
    cpuMsPer1000Records: perRecord(cpuMs * 1000, 0),
    writerMsPer1000Records: writerMs === null ? null : perRecord(writerMs * 1000, 1),
    writtenBytesPerRecord: written === null ? null : perRecord(written, 0),
    rssPeakMiB: mebibytes(server.rssPeakKiB()),
    rssAnonMiB: mebibytes(server.rssAnonKiB()),
  });
  await server.stop();
  data.remove();
}

function countersOf(server: MeasuredServer): {
  readonly writtenBytes: number | null;
  readonly writerCpuMs: number | null;
} {
  return { writtenBytes: server.writtenBytes(), writerCpuMs: server.writerCpuMs() };
}
