// Cost of a signed-in device while it sends nothing. Target: < 20 KiB each, for 1,000 as for 10,000.
import { setTimeout as pause } from 'node:timers/promises';
import { runLoadProcess } from '@rastro/simulator';
import { FIRST_TIME, makeData } from './support/made-data.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { printFigure, rounded } from './support/print-figure.ts';

/** Connected, measured and let go before, so that what grows once is not counted as theirs. */
const WARM_UP = 200;

for (const connections of [1000, 10_000]) {
  const data = await makeData(WARM_UP + connections);
  const server = await startMeasuredServer(data.folder);
  await whileConnected(server, WARM_UP, connections, () => server.measure());
  const before = await server.measure(true);
  const held = await whileConnected(server, connections, 0, () => server.measure(true));
  printFigure('idle-connections', {
    n: connections,
    rssKiBEach: rounded((held.rssKiB - before.rssKiB) / connections),
    heapKiBEach: rounded((held.heapKiB - before.heapKiB) / connections),
    targetKiB: 20,
    rssMiB: Math.round(held.rssKiB / 1024),
    loopP99Ms: held.loopP99Ms,
  });
  await server.stop();
  data.remove();
}

/** Does something while so many devices are connected. */
async function whileConnected<T>(
  server: MeasuredServer,
  connections: number,
  firstSerial: number,
  work: () => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const plan = {
    host: '127.0.0.1',
    port: server.port,
    connections: 0,
    idleConnections: connections,
    recordsPerPacket: 1,
    packetsPerSecond: 0,
    durationS: 60,
    firstSerial,
    firstTime: FIRST_TIME,
  };
  const load = runLoadProcess(plan, end.signal).catch(() => null);
  while ((await server.deviceConnections()) < connections) await pause(100);
  await pause(2000); // Their logins are being stored.
  const result = await work();
  end.abort();
  await load;
  while ((await server.deviceConnections()) > 0) await pause(100);
  return result;
}
