import { scheduledReportBody } from '@rastro/fleet/schemas';
import {
  DEVICES,
  FROM,
  GEOFENCE,
  GEOFENCES,
  GROUPS,
  PAGE,
  POSITION_LIST,
  SIMPLE_LIST,
  THE_DEVICE,
  TO,
  parameter,
} from './parameters.ts';
import { crud } from './crud.ts';
import { entity, file, listOf, type Parameter, type RouteDescription } from './route-description.ts';

const OF_REPORTS = [DEVICES, GROUPS, FROM, TO];
const SPREADSHEET = file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');

/** A report as a list, as sheets and by mail. */
function report(
  name: string,
  item: string,
  more: readonly Parameter[] = [],
): Record<string, RouteDescription> {
  const query = [...OF_REPORTS, ...more];
  const area = 'reports';
  return {
    [`GET /reports/${name}`]: {
      area,
      summary: `Report ${name}; a spreadsheet or CSV when that type is accepted`,
      query: [...query, ...PAGE],
      answer: listOf(item),
    },
    [`GET /reports/${name}/xlsx`]: {
      area,
      summary: `Report ${name} as a spreadsheet`,
      query,
      answer: SPREADSHEET,
    },
    [`GET /reports/${name}/csv`]: {
      area,
      summary: `Report ${name} as CSV (own)`,
      query,
      answer: file('text/csv'),
    },
    [`GET /reports/${name}/mail`]: { area, summary: `Report ${name} by mail to the caller`, query },
  };
}

export const HISTORY: Readonly<Record<string, RouteDescription>> = {
  ...crud('reports', {
    area: 'reports',
    entity: 'Report',
    name: 'scheduled report',
    body: scheduledReportBody,
    list: SIMPLE_LIST,
  }),
  ...report('route', 'Position'),
  ...report('trips', 'Trip'),
  ...report('stops', 'Stop'),
  ...report('summary', 'Summary', [parameter('daily', 'boolean', 'One line a day')]),
  ...report('events', 'Event', [
    parameter('type', 'string', 'Event types', { repeatable: true }),
    parameter('alarm', 'string', 'Alarms', { repeatable: true }),
  ]),
  ...report('geofences', 'GeofenceVisit', [GEOFENCES]),
  'GET /positions': {
    area: 'positions',
    summary: 'Latest positions, positions by id, or the history of a device',
    query: POSITION_LIST,
    answer: listOf('Position'),
  },
  'DELETE /positions/:id': { area: 'positions', summary: 'Removes a position' },
  'DELETE /positions': {
    area: 'positions',
    summary: 'Removes a stretch of history',
    query: [THE_DEVICE, FROM, TO],
  },
  'GET /positions/csv': {
    area: 'positions',
    summary: 'History as CSV',
    query: [THE_DEVICE, FROM, TO, GEOFENCE],
    answer: file('text/csv'),
  },
  'GET /positions/gpx': {
    area: 'positions',
    summary: 'History as GPX',
    query: [THE_DEVICE, FROM, TO, GEOFENCE],
    answer: file('application/gpx+xml'),
  },
  'GET /positions/kml': {
    area: 'positions',
    summary: 'History as KML',
    query: [THE_DEVICE, FROM, TO, GEOFENCE],
    answer: file('application/vnd.google-earth.kml+xml'),
  },
  'GET /positions/kmz': {
    area: 'positions',
    summary: 'History as KMZ',
    query: [THE_DEVICE, FROM, TO, GEOFENCE],
    answer: file('application/vnd.google-earth.kmz'),
  },
  'GET /events/:id': { area: 'events', summary: 'One event', answer: entity('Event') },
  'GET /reports/combined': {
    area: 'reports',
    summary: 'Track, events and their positions of each device',
    query: [DEVICES, GROUPS, FROM, TO, ...PAGE],
    answer: listOf('Combined'),
  },
  'GET /reports/devices/xlsx': {
    area: 'reports',
    summary: 'Devices with their latest positions as a spreadsheet',
    answer: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
};
