// Packet received → frame in the browser's hands. Targets: p99 < 250 ms, event loop delay p99 < 20 ms.
import { setTimeout as pause } from 'node:timers/promises';
import { runLoadProcess } from '@rastro/simulator';
import { openBrowserSockets } from './support/browser-sockets.ts';
import { FIRST_TIME, makeData } from './support/made-data.ts';
import { startMeasuredServer } from './support/measured-server.ts';
import { mebibytes, printFigure } from './support/print-figure.ts';

const SECONDS = 10;

for (const { sockets, devices } of [
  { sockets: 5, devices: 200 },
  { sockets: 50, devices: 2000 },
]) {
  const data = await makeData(devices);
  const server = await startMeasuredServer(data.folder);
  const browsers = await openBrowserSockets({ url: server.url, cookie: server.cookie, sockets });
  const plan = {
    host: '127.0.0.1',
    port: server.port,
    connections: devices,
    idleConnections: 0,
    recordsPerPacket: 1,
    packetsPerSecond: 1,
    durationS: SECONDS,
    firstSerial: 0,
    firstTime: FIRST_TIME,
  };
  const load = runLoadProcess(plan, new AbortController().signal);
  while ((await server.deviceConnections()) < devices) await pause(50);
  await pause(1000);
  await server.measure();
  const report = await load;
  const { loopP99Ms, loopMaxMs, cpuMs } = await server.measure();
  const seen = await browsers.close();
  printFigure('live', {
    n: devices,
    sockets,
    positionsPerSecond: report.recordsPerSecond,
    frames: seen.frames,
    p50Ms: seen.p50Ms,
    p99Ms: seen.p99Ms,
    targetP99Ms: 250,
    ackP99Ms: report.ackP99Ms,
    loopP99Ms,
    loopMaxMs,
    targetLoopP99Ms: 20,
    cpuPercent: Math.round((cpuMs / (SECONDS * 1000)) * 100),
    rssPeakMiB: mebibytes(server.rssPeakKiB()),
  });
  await server.stop();
  data.remove();
}
