import { DAY_MS } from '@rastro/base';
import { DEFAULT_TRIP_PARAMETERS, readerPreferences, SERVER_DEFAULTS, type ReportType } from '@rastro/fleet';
import { csvOf } from '../../packages/tracker/src/exports/csv.ts';
import { makeReport } from '../../packages/tracker/src/reports/files/make-report.ts';
import { DEFAULT_SCORE_SETTINGS, scoreSettingsText } from '@rastro/fleet/scores';
import type { ReportDevice } from '../../packages/tracker/src/reports/request/report-device.ts';
import type { ReportJob } from '../../packages/tracker/src/reports/request/report-job.ts';
import { makeDays } from '../../packages/tracker/src/tracks/made-days.ts';
import { deviceOf, MONTH_DAYS, type MadeHistory, type Side } from './two-stores.ts';

/** Something that users wait for, of one side. @param round Another vehicle or time in each. @returns what came, in short. */
export type Reading = (side: Side, round: number) => Promise<number>;

const PAGE_ROWS = 500;
const SLOTS_A_DAY = 96;
const DAYS_OF_WEEK = 7;
const MANY = 50;
/** Midnights of the reader are not those of the days that are packed. */
const ZONE_MS = 3 * 3_600_000;
const READER = readerPreferences(
  { attributes: {} },
  { attributes: {}, forceSettings: false },
  { brand: 'Bench', defaults: SERVER_DEFAULTS },
);

/** Readings of the history that was made, by their names. */
export function reportReadings(made: MadeHistory): Readonly<Record<string, Reading>> {
  const weekFrom = made.start + (MONTH_DAYS - DAYS_OF_WEEK) * DAY_MS - DAY_MS + ZONE_MS;
  const week = { from: weekFrom, to: weekFrom + DAYS_OF_WEEK * DAY_MS - 1 };
  const month = { from: made.start, to: made.start + MONTH_DAYS * DAY_MS - 1 };
  const day = (round: number): Period => {
    const from = weekFrom + (round % DAYS_OF_WEEK) * DAY_MS;
    return { from, to: from + DAY_MS - 1 };
  };
  const vehicle = (round: number): number => 2 + (round % (made.vehicles - 1));
  const report =
    (type: ReportType, count: number, output: ReportJob['output'] = 'json'): Reading =>
    (side, round) => {
      const ids = Array.from({ length: count }, (_, i) => vehicle(round + i));
      return lengthOf(makeReport(readerOf(side), jobOf(type, { ids, period: week, output })));
    };
  const ids = (round: number, count: number): readonly number[] =>
    Array.from({ length: count }, (_, i) => 1 + (((round * count + i) * 7919) % 200_000));
  return {
    'route.day': ({ history }, round) =>
      countOf(history.positionTexts({ deviceId: vehicle(round), ...day(round), pageSize: PAGE_ROWS })),
    'route.week': report('route', 1),
    'track.day': async ({ trips }, round) => {
      const at = Math.floor(day(round).from / DAY_MS);
      const { days } = await makeDays(trips, deviceOf(vehicle(round)), { from: at, to: at });
      return days[0]?.body.length ?? 0;
    },
    'track.week': async ({ trips }, round) => {
      const at = Math.floor(weekFrom / DAY_MS);
      const range = { from: at, to: at + DAYS_OF_WEEK - 1 };
      return (await makeDays(trips, deviceOf(vehicle(round)), range)).days.length;
    },
    'trips.week': report('trips', 1),
    'stops.week': report('stops', 1),
    'summary.week': report('summary', 1),
    'trips.week.50': report('trips', MANY),
    'stops.week.50': report('stops', MANY),
    'summary.week.50': report('summary', MANY),
    'events.month': (side) =>
      lengthOf(makeReport(readerOf(side), jobOf('events', { ids: [1], period: month, output: 'json' }))),
    'byId.1': async ({ storage }, round) => (await storage.positionsById(ids(round, 1))).length,
    'byId.50': async ({ storage }, round) => (await storage.positionsById(ids(round, 50))).length,
    'csv.week': ({ storage }, round) => {
      const read = () => storage.history({ deviceId: vehicle(round), ...week, pageSize: PAGE_ROWS });
      return lengthOf(csvOf(read, String, 'en'));
    },
    'csv.week.route': report('route', 1, 'csv'),
    'derive.week': ({ trips }, round) =>
      trips.inSnapshot(async (snapshot) => {
        const after = { time: week.from, deviceTime: 0, key: 0 };
        return countOf(snapshot.rowsAfter(vehicle(round), after, { pageSize: 2000, clockAheadS: 300 }));
      }),
    'totals.week': ({ trips }, round) =>
      trips.inSnapshot(async (snapshot) => {
        const slot = week.from / (DAY_MS / SLOTS_A_DAY);
        const bounds = Array.from({ length: DAYS_OF_WEEK + 1 }, (_, i) => slot + i * SLOTS_A_DAY);
        return (await snapshot.sumsOfSlots(vehicle(round), bounds)).length;
      }),
  };
}

type Period = ReportJob['period'];

export const readerOf = ({ history, trips, places }: Side) => ({ ...history, trips, places });

export function jobOf(
  type: ReportType,
  {
    ids,
    period,
    output,
  }: { readonly ids: readonly number[]; readonly period: Period; readonly output: ReportJob['output'] },
): ReportJob {
  return {
    type,
    period,
    compared: null,
    devices: ids.map(reportDevice),
    daily: null,
    hours: null,
    driver: null,
    by: 'device',
    isSummed: false,
    eventTypes: [],
    alarms: [],
    geofenceIds: [],
    seesGeofences: null,
    seesMaintenances: null,
    driverNames: {},
    geofenceNames: {},
    groupNames: {},
    verdicts: {},
    withdrawn: {},
    waiting: { alarms: null, services: null },
    page: null,
    output,
    print: { form: 'table', brand: 'Bench', colour: '#000000', logo: null, madeAt: period.to },
    reader: READER,
  };
}

const reportDevice = (id: number): ReportDevice => ({
  id,
  name: `Vehicle ${id}`,
  groupId: 0,
  trip: DEFAULT_TRIP_PARAMETERS,
  tripDevice: deviceOf(id),
  fuelCapacity: 0,
  fuelPrice: null,
  scoring: scoreSettingsText(DEFAULT_SCORE_SETTINGS),
  ignoreOdometer: false,
});

async function countOf(pages: AsyncIterable<readonly unknown[]>): Promise<number> {
  let count = 0;
  for await (const page of pages) count += page.length;
  return count;
}

async function lengthOf(pieces: AsyncIterable<string | Uint8Array>): Promise<number> {
  let length = 0;
  for await (const piece of pieces) length += piece.length;
  return length;
}
