import { z } from 'zod';
import type { FleetEvent } from '../../entities/event.ts';
import type { Position } from '../../entities/position.ts';
import type { SummaryItem } from '../../entities/report-items.ts';
import { didInPath, removedHistory, reported, whenAsked } from '../deeds.ts';
import { anyPeriod, page, period } from '../lists.ts';
import { flag, integer, integers, texts, theId, theInteger } from '../query-fields.ts';
import { defineRoutes, file, listOf, one, type AccessRule, type Answer, type Route } from '../route.ts';

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const deviceId = theId('The device');
const geofenceId = integer('Only positions inside this geofence');

const positionFile = (format: string, type: string) => ({
  area: 'positions',
  summary: `History as ${format.toUpperCase()}`,
  access: 'reports.export' as const,
  query: z.object({ deviceId, ...period, geofenceId }),
  answer: file(type),
  audit: reported(format),
});

/** @source reference/tracking-api.md §3.9, §3.10 */
export const POSITION_ROUTES = defineRoutes({
  'GET /positions': {
    area: 'positions',
    summary: 'Latest positions, positions by id, or the history of a device',
    access: [{ access: 'reports.view', query: 'from' }, { access: 'session' }],
    query: z.object({
      id: integers('Positions by id'),
      deviceId: integer('A device'),
      ...anyPeriod,
      geofenceId,
    }),
    answer: listOf<Position>('Position'),
    audit: whenAsked('from', reported('positions')),
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
    answer: one<FleetEvent>('Event'),
  },
});

/** What every report is asked with; what a report does not look at changes nothing. */
export const reportQuery = z.object({
  deviceId: integers('Devices'),
  groupId: integers('Groups, with all below'),
  ...period,
  ...page,
  daily: flag('One line a day; of summaries'),
  type: texts('Event types; of events'),
  alarm: texts('Alarms; of events'),
  geofenceId: integers('Geofences whose visits are wanted; of visits'),
  mail: flag('Sends the sheet to the caller instead'),
});
const query = reportQuery;
export type ReportQuery = z.output<typeof reportQuery>;

/** Reports that have a sheet; the others are pictures and lists of the application. */
export const SHEET_REPORTS = ['route', 'trips', 'stops', 'summary', 'events', 'geofences'] as const;
/** Every report, with the name of its items. */
export const REPORTS = {
  route: 'Position',
  trips: 'Trip',
  stops: 'Stop',
  summary: 'Summary',
  events: 'Event',
  geofences: 'GeofenceVisit',
  combined: 'Combined',
} as const;
export type ReportName = keyof typeof REPORTS;
type SheetReport = (typeof SHEET_REPORTS)[number];
type ReportKey = `GET /reports/${ReportName}` | `GET /reports/${SheetReport}/${'xlsx' | 'csv' | 'mail'}`;
/** What the items of a report are, where clients read them. */
interface ReportItems {
  readonly route: Position;
  readonly events: FleetEvent;
  readonly summary: SummaryItem;
}
type ReportRoute<N> = Route & {
  readonly query: typeof reportQuery;
  readonly answer: Answer<readonly (N extends keyof ReportItems ? ReportItems[N] : unknown)[]>;
};
type NameIn<K> = K extends `GET /reports/${infer Name}` ? Name : never;

const area = 'reports';
function listRoute(name: string, entity: string): Route {
  const sheets: readonly AccessRule[] = [{ access: 'reports.export', sheet: true }];
  return {
    area,
    summary: `Report ${name}; a spreadsheet or CSV when that type is accepted`,
    // The list of events is the event screen, too.
    access: [...sheets, { access: name === 'events' ? 'events.view' : 'reports.view' }],
    query,
    answer: listOf(entity),
    audit: reported(name),
  };
}
function sheetRoutes(name: SheetReport): readonly (readonly [string, Route])[] {
  const access = 'reports.export';
  const sheet = (format: string, summary: string, answer?: Answer): readonly [string, Route] => [
    `GET /reports/${name}/${format}`,
    { area, summary, access, query, ...(answer ? { answer } : {}) },
  ];
  return [
    sheet('xlsx', `Report ${name} as a spreadsheet`, file(SPREADSHEET)),
    sheet('csv', `Report ${name} as CSV (own)`, file('text/csv')),
    sheet('mail', `Report ${name} by mail to the caller`),
  ];
}

/** @source reference/tracking-api.md §3.11 */
export const REPORT_ROUTES = {
  ...(Object.fromEntries([
    ...Object.entries(REPORTS).map(([name, entity]) => [`GET /reports/${name}`, listRoute(name, entity)]),
    ...SHEET_REPORTS.flatMap(sheetRoutes),
  ]) as { readonly [K in ReportKey]: ReportRoute<NameIn<K>> }),
  ...defineRoutes({
    'GET /reports/devices/xlsx': {
      area,
      summary: 'Devices with their latest positions as a spreadsheet',
      access: 'reports.export',
      answer: file(SPREADSHEET),
    },
  }),
};
