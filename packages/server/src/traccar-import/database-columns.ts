import { instantOf, wallOf } from '@rastro/fleet';
import type { SourceRow } from './source.ts';

/** Fields of several words: databases name their columns in lower case. */
const FIELDS = new Map(
  [
    'groupId',
    'calendarId',
    'uniqueId',
    'lastUpdate',
    'positionId',
    'expirationTime',
    'deviceLimit',
    'userLimit',
    'deviceReadonly',
    'limitCommands',
    'disableReports',
    'fixedEmail',
    'poiLayer',
    'totpKey',
    'coordinateFormat',
    'hashedPassword',
    'bingKey',
    'mapUrl',
    'overlayUrl',
    'forceSettings',
    'commandId',
    'textChannel',
    'fromAddress',
    'toAddress',
    'deviceId',
    'serverTime',
    'deviceTime',
    'fixTime',
    'geofenceIds',
    'eventTime',
    'geofenceId',
    'maintenanceId',
    'managedUserId',
    'linkedDeviceId',
    'userId',
    'driverId',
    'notificationId',
    'attributeId',
    'orderId',
    'reportId',
  ].map((field) => [field.toLowerCase(), field]),
);
const TIMES: ReadonlySet<string> = new Set([
  'lastUpdate',
  'expirationTime',
  'serverTime',
  'deviceTime',
  'fixTime',
  'eventTime',
]);
const TEXTS_OF_JSON: ReadonlySet<string> = new Set(['attributes', 'network', 'geofenceIds']);
const FLAGS: ReadonlySet<string> = new Set(['valid', 'temporary', 'always']);

/** Time as the database has it, without a zone: `2026-01-05 08:00:00.000`. */
export const wallText = (instant: number, zone: string): string =>
  new Date(wallOf(instant, zone)).toISOString().replace('T', ' ').replace('Z', '');

function instantText(value: string, zone: string): string | null {
  const wall = Date.parse(`${value.replace(' ', 'T')}Z`);
  return Number.isFinite(wall) ? new Date(instantOf(wall, zone)).toISOString() : null;
}

/** A row of a table in the form in which the tracking API writes it. @param zone Of times without one. */
export function rowOfColumns(columns: SourceRow, zone: string): SourceRow {
  const row: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(columns)) {
    const field = FIELDS.get(column) ?? column;
    row[field] = valueOf(field, value, zone);
  }
  return row;
}

function valueOf(field: string, value: unknown, zone: string): unknown {
  // A bit of MySQL, or the bytes of a calendar.
  if (Buffer.isBuffer(value)) return field === 'data' ? value.toString('base64') : value[0] === 1;
  if (value === null) return null;
  if (FLAGS.has(field)) return value === true || value === 1;
  if (typeof value !== 'string') return value;
  if (TIMES.has(field)) return instantText(value, zone);
  return TEXTS_OF_JSON.has(field) ? parsed(value) : value;
}

/** Text that is no JSON stays, and is refused as what it is. */
function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
