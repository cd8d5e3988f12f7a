// Devices → acknowledgements over real sockets, everything durable (synchronous=FULL): how much, how soon.
// Targets: 20,000 positions/s in packets of 10, 8,000 single messages/s, ack p99 < 500 ms at those rates,
// server memory < 400 MiB. A first argument picks figures by a part of their name, a second one says how many connections,
// a third one the records/s of all of them where they are paced.
import { runLoadProcess, type LoadReport } from '@rastro/simulator';
import { FIRST_TIME, makeData, writeDuties } from './support/made-data.ts';
import { startMeasuredServer } from './support/measured-server.ts';
import { mebibytes, printFigure } from './support/print-figure.ts';

const SECONDS = 8;
const PLANS = [
  { name: 'packets10', records: 10, target: 20_000 },
  { name: 'single', records: 1, target: 8000 },
] as const;
const wanted = process.argv[2] ?? '';
const CONNECTIONS = process.argv[3] ? [Number(process.argv[3])] : [200, 2000];
const paced = Number(process.argv[4] ?? 0);
/** Per device, besides an expression, maintenance and a driver. */
const GEOFENCES = 1000;

for (const { name, records, target } of PLANS) {
  for (const connections of CONNECTIONS) {
    await measure({ name: `ingest.${name}.max`, records, connections, perSecond: 0, target });
    await measure({ name: `ingest.${name}.paced`, records, connections, perSecond: paced || target, target });
  }
}

interface Run {
  readonly name: string;
  readonly records: number;
  readonly connections: number;
  /** Records of all connections per second; 0 = as many as go. */
  readonly perSecond: number;
  readonly target: number;
}

/** A fresh server each, so that no figure lives on the caches of another. */
async function measure({ name, records, connections, perSecond, target }: Run): Promise<void> {
  if (!name.includes(wanted)) return;
  const data = await makeData(connections);
  await data.write((storage) => writeDuties(storage, data.groupId, GEOFENCES));
  const server = await startMeasuredServer(data.folder);
  const plan = {
    host: '127.0.0.1',
    port: server.port,
    connections,
    idleConnections: 0,
    recordsPerPacket: records,
    packetsPerSecond: perSecond / records / connections,
    durationS: SECONDS,
    firstSerial: 0,
    firstTime: FIRST_TIME,
  };
  const report: LoadReport = await runLoadProcess(plan, new AbortController().signal);
  const { loopP99Ms, cpuMs } = await server.measure();
  printFigure(name, {
    n: connections,
    recordsPerSecond: report.recordsPerSecond,
    target,
    ackP50Ms: report.ackP50Ms,
    ackP99Ms: report.ackP99Ms,
    ackLongestMs: report.ackLongestMs,
    unacknowledged: report.packetsSent - report.packetsAcknowledged,
    lost: report.lost,
    loopP99Ms,
    cpuMsPer1000Records: Math.round((cpuMs / Math.max(1, report.recordsAcknowledged)) * 1000),
    rssPeakMiB: mebibytes(server.rssPeakKiB()),
    rssAnonMiB: mebibytes(server.rssAnonKiB()),
  });
  await server.stop();
  data.remove();
}
