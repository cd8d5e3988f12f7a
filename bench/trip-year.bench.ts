// Reports from derived history of a year, six trips a day, without positions: 100 and 1,000 vehicles by default.
import { DAY_MS } from '@rastro/base';
import { measureReport } from './support/ask-report.ts';
import { TRIP_YEAR_DAYS, TRIP_YEAR_START, tripYearOf } from './support/made-trip-year.ts';
import { startMeasuredServer } from './support/measured-server.ts';

const ROUNDS = 3;
const MONTH_DAYS = 30;
const periodOf = (days: number): string =>
  `from=${new Date(TRIP_YEAR_START).toISOString()}&to=${new Date(TRIP_YEAR_START + days * DAY_MS - 1000).toISOString()}`;
const sizes = process.argv.slice(2).map(Number);

for (const devices of sizes.length > 0 ? sizes : [100, 1000]) {
  const server = await startMeasuredServer(await tripYearOf(devices));
  await measureReport(server, {
    name: 'bookYear.month.trips',
    n: devices,
    path: `trips?${periodOf(MONTH_DAYS)}`,
    rounds: ROUNDS,
  });
  for (const type of ['summary', 'drivers', 'trips'])
    await measureReport(server, {
      name: `bookYear.all.${type}`,
      n: devices,
      path: `${type}?${periodOf(TRIP_YEAR_DAYS)}`,
      rounds: ROUNDS,
    });
  await server.stop();
}
