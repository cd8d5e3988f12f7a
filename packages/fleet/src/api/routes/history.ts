import { z } from 'zod';
import { LINES_BY_OTHERS } from '../../reports/saved-question.ts';
import {
  hasSheet,
  REPORTS,
  REPORT_TYPES,
  SHEET_REPORTS,
  type ReportItems,
  type ReportType,
  type SheetReport,
} from '../../schemas/answers/reports.ts';
import { reportRight } from '../../schemas/report-right.ts';
import { didInPath, removedHistory, reported, trackRead, whenAsked } from '../audit-rules.ts';
import { anyPeriod, page, period } from '../lists.ts';
import {
  box,
  count,
  flag,
  hourOfDay,
  instant,
  integer,
  integers,
  text,
  texts,
  theId,
  theInteger,
  weekdays,
  word,
} from '../query-fields.ts';
import {
  defineRoutes,
  file,
  listOf,
  nothing,
  one,
  type AccessRule,
  type Answer,
  type Route,
} from '../route.ts';

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const deviceId = theId('The device');
const geofenceId = integer('Only positions inside this geofence');

const positionFile = (format: string, type: string) => ({
  feature: 'history' as const,
  area: 'positions',
  summary: `History as ${format.toUpperCase()}`,
  access: 'reports.export' as const,
  query: z.object({ deviceId, ...period, geofenceId }),
  answer: file(type),
  audit: reported(format),
  accessLog: 'export' as const,
});

/** @source docs/reference/tracking-api.md §3.9, §3.10 */
export const POSITION_ROUTES = defineRoutes({
  'GET /positions': {
    area: 'positions',
    summary: 'Latest positions, positions by id, or the history of a device',
    access: [
      { access: 'session', query: 'from', watcher: true },
      { access: 'reports.view', query: 'from' },
      { access: 'session' },
    ],
    query: z.object({
      id: integers('Positions by id'),
      deviceId: integer('A device'),
      ...anyPeriod,
      geofenceId,
    }),
    answer: listOf('Position'),
    audit: whenAsked('from', reported('positions')),
    accessLog: 'latest',
  },
  'GET /positions/overview': {
    area: 'positions',
    summary:
      'Every vehicle with its place, course, state and look, as columns of bytes `RFO1`: for the first picture of a map (own)',
    access: 'session',
    answer: file('application/vnd.rastro.overview'),
    // Of a server that does not have it; its clients go on without.
    also: [nothing(204)],
    accessLog: 'latest',
  },
  'DELETE /positions/:id': {
    area: 'positions',
    summary: 'Removes a position',
    access: 'devices.edit',
    audit: didInPath('remove', 'position'),
  },
  'DELETE /positions': {
    area: 'positions',
    summary: 'Removes a stretch of history',
    access: 'devices.edit',
    query: z.object({ deviceId: theInteger('The device'), ...period }),
    audit: removedHistory,
  },
  'GET /positions/csv': positionFile('csv', 'text/csv'),
  'GET /positions/gpx': positionFile('gpx', 'application/gpx+xml'),
  'GET /positions/kml': positionFile('kml', 'application/vnd.google-earth.kml+xml'),
  'GET /positions/kmz': positionFile('kmz', 'application/vnd.google-earth.kmz'),
  'GET /events/:id': {
    area: 'events',
    summary: 'One event',
    access: 'events.view',
    answer: one('Event'),
  },
});

/** Query of every report; parameters that a report does not use have no effect. */
export const reportQuery = z.object({
  deviceId: integers('Devices'),
  groupId: integers('Groups, with all below'),
  ...period,
  ...page,
  daily: flag('One line a day; of summaries and fuel'),
  zone: text(
    'IANA time zone of days, weekdays and hours, and of the times in a file; absent = of the reader',
  ),
  comparedFrom: instant('Begin of the period that figures are compared with (own); of overview'),
  comparedTo: instant(
    'End of that period, included (own); without both, as long a one right before the period. Of overview',
  ),
  sum: flag('One line for all vehicles together (own); of totals and scores, as JSON'),
  by: word(['device', ...LINES_BY_OTHERS], 'A line for each (own); absent = `device`; of totals and scores'),
  type: texts(
    'Event types, of events; `fill` or `drain`, of fuelings; kinds, of harsh; reasons, of inactive; widgets, of overview',
  ),
  alarm: texts('Alarms; of events'),
  geofenceId: integers(
    'Geofences whose visits are wanted, none = all that the caller sees; of visits, between visits, and inside which a route is',
  ),
  driver: text(
    'Only this driver, by their identifier (own); of drivers (a line for each drive), harsh, speeding, idle and scores',
  ),
  weekdays: weekdays(
    'Only what begins on these weekdays (own): `1,2,3`, 1 = Monday; sums count only these. In the zone asked for',
  ),
  fromHour: hourOfDay('Only what begins from this hour of the day on (own): `8`, `08:30`; by quarters'),
  toHour: hourOfDay('Only what begins before this hour (own); before `fromHour` = over midnight'),
  calendarId: integer('Only what begins while this calendar is on (own)'),
  mail: flag('Sends the sheet to the caller instead'),
  format: text('Of a mail: `xlsx` (absent) or `pdf`'),
  form: text('Of a PDF: `standard` (absent) with figures, charts and map, or `table`, dense'),
});
const query = reportQuery;
export type ReportQuery = z.output<typeof reportQuery>;

type SheetKey = `GET /reports/${SheetReport}/${'xlsx' | 'csv' | 'pdf' | 'mail'}`;
type ListRoute<K extends ReportType> = Route & {
  readonly query: typeof reportQuery;
  readonly answer: Answer<readonly ReportItems[K][]>;
};
type SheetRoute = Route & { readonly query: typeof reportQuery; readonly answer: Answer<string> };

const area = 'reports';
function listRoute(name: ReportType): Route {
  const sheets: readonly AccessRule[] = [{ access: 'reports.export', sheet: true }];
  return {
    feature: 'history',
    area,
    summary: `Report ${name}; a spreadsheet or CSV when that type is accepted`,
    access: [...sheets, { access: reportRight(name) }],
    query,
    answer: listOf(REPORTS[name].entity),
    also: hasSheet(name) ? [file(SPREADSHEET), file('text/csv'), nothing(204)] : [],
    audit: reported(name),
    accessLog: name === 'scores' ? 'score' : 'report',
  };
}
function sheetRoutes(name: SheetReport): readonly (readonly [string, Route])[] {
  const access = 'reports.export';
  const sheet = (format: string, summary: string, answer?: Answer): readonly [string, Route] => [
    `GET /reports/${name}/${format}`,
    {
      feature: 'history',
      area,
      summary,
      access,
      query,
      audit: reported(name, format),
      accessLog: 'export',
      ...(answer ? { answer } : {}),
    },
  ];
  return [
    sheet('xlsx', `Report ${name} as a spreadsheet`, file(SPREADSHEET)),
    sheet('csv', `Report ${name} as CSV (own)`, file('text/csv')),
    sheet('pdf', `Report ${name} as PDF (own)`, file('application/pdf')),
    sheet('mail', `Report ${name} by mail to the caller`),
  ];
}

/** Our own: tracks, of any range of years. */
export const TRACK_ROUTES = defineRoutes({
  'GET /tracks/:id': {
    feature: 'history',
    area: 'positions',
    summary:
      'The way of a device in whole UTC days, simplified: chunks `RTK1`, each after its length in four bytes. Its tag follows what the days hold',
    access: 'reports.view',
    query: z.object({
      ...period,
      zoom: count(
        'Of the map: the level whose tolerance is about a pixel; absent = the finest with 30,000 points',
      ),
      bbox: box('Only days that may be seen in it: west,south,east,north'),
      attributes: texts(
        'Up to four attributes, or altitude: each becomes a column of what was measured at the points, in this order',
      ),
    }),
    answer: file('application/vnd.rastro.track'),
    also: [nothing(304)],
    audit: trackRead,
    accessLog: 'history',
  },
});

/** @source docs/reference/tracking-api.md §3.11 */
export const REPORT_ROUTES = {
  // Made of the registry of reports, so the keys are its names.
  ...(Object.fromEntries([
    ...REPORT_TYPES.map((name) => [`GET /reports/${name}`, listRoute(name)]),
    ...SHEET_REPORTS.flatMap(sheetRoutes),
  ]) as { readonly [K in ReportType as `GET /reports/${K}`]: ListRoute<K> } & {
    readonly [K in SheetKey]: SheetRoute;
  }),
  ...defineRoutes({
    'GET /reports/devices/xlsx': {
      feature: 'history',
      area,
      summary: 'Devices with their latest positions as a spreadsheet',
      access: 'reports.export',
      answer: file(SPREADSHEET),
      audit: reported('devices', 'xlsx'),
      accessLog: 'export',
    },
  }),
};
