// Reports from derived history, over 30 days at a record a minute: one vehicle, 60 and 600; its route, sheet and PDF;
// and the memory of the server a minute later.
import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '@rastro/base';
import { tripsSettled, measureReport } from './support/ask-report.ts';
import { FLEET_DAYS, FLEET_START, fleetOf } from './support/made-fleet.ts';
import { startMeasuredServer } from './support/measured-server.ts';
import { printFigure } from './support/print-figure.ts';

const ROUNDS = 9;
/** Threads of reports without work end after a minute. */
const THREADS_END_MS = 75_000;
const PERIOD = `from=${new Date(FLEET_START).toISOString()}&to=${new Date(FLEET_START + FLEET_DAYS * DAY_MS - 1000).toISOString()}`;
const sizes = process.argv.slice(2).map(Number);

for (const devices of sizes.length > 0 ? sizes : [60, 600]) {
  const server = await startMeasuredServer(await fleetOf(devices));
  await tripsSettled(server);
  const measure = (name: string, path: string): Promise<void> =>
    measureReport(server, { name: `books.${name}`, n: devices, path, rounds: ROUNDS });
  await measure('one.route', `route?deviceId=1&${PERIOD}`);
  await measure('one.route.xlsx', `route/xlsx?deviceId=1&${PERIOD}`);
  await measure('one.route.pdf', `route/pdf?form=table&deviceId=1&${PERIOD}`);
  await measure('one.trips', `trips?deviceId=1&${PERIOD}`);
  for (const type of ['trips', 'stops', 'summary', 'drivers', 'fuel', 'idle', 'inactive', 'daily'])
    await measure(`all.${type}`, `${type}?${PERIOD}`);
  await measure('all.summary.daily', `summary?${PERIOD}&daily=true`);
  await setTimeout(THREADS_END_MS);
  const { rssKiB } = await server.measure();
  const rssAnonKiB = server.rssAnonKiB();
  printFigure('books.memory', {
    n: devices,
    rssMiB: Math.round(rssKiB / 1024),
    anonMiB: rssAnonKiB === null ? null : Math.round(rssAnonKiB / 1024),
  });
  await server.stop();
}
