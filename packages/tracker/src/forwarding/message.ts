import { knots, toKmPerHour, type Device, type Position } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import { isNowhere } from '../pending-records/pending-record.ts';

/** Query of an OsmAnd report. @source docs/reference/protocols.md §osmand, "Query form": seconds, knots, metres. */
export function osmandQuery(uniqueId: string, p: StoredPosition): URLSearchParams {
  const query = new URLSearchParams({ id: uniqueId, timestamp: String(Math.round(p.fixTime / 1000)) });
  if (!isNowhere(p)) {
    query.set('lat', String(p.latitude));
    query.set('lon', String(p.longitude));
    query.set('valid', String(p.valid));
    query.set('speed', String(p.speed));
    query.set('bearing', String(p.course));
    query.set('altitude', String(p.altitude));
    if (p.accuracy > 0) query.set('accuracy', String(p.accuracy));
  }
  for (const [name, value] of Object.entries(p.attributes)) {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isPlain && !query.has(name)) query.set(name === 'batteryLevel' ? 'batt' : name, String(value));
  }
  return query;
}

/** Body of the JSON forwarder. @source docs/reference/tracking-api.md §6.12 */
export const jsonBody = (device: Device, position: Position): string => JSON.stringify({ position, device });

/** `#L#imei;NA` @source docs/reference/protocols.md §wialon, version 1. */
export const wialonLogin = (uniqueId: string): string => `#L#${uniqueId.replaceAll(/[;#\r\n]/g, '')};NA\r\n`;

/** `#D#…` with km/h; what is unknown is `NA`. */
export function wialonData(p: StoredPosition): string {
  const time = new Date(p.fixTime).toISOString();
  const date = time.slice(8, 10) + time.slice(5, 7) + time.slice(2, 4);
  const clock = time.slice(11, 19).replaceAll(':', '');
  const place = isNowhere(p)
    ? 'NA;NA;NA;NA'
    : `${degrees(p.latitude, 2)};${p.latitude < 0 ? 'S' : 'N'};${degrees(p.longitude, 3)};${p.longitude < 0 ? 'W' : 'E'}`;
  const { attributes: a } = p;
  const speed = Math.round(toKmPerHour(knots(p.speed)));
  const satellites = typeof a['sat'] === 'number' ? a['sat'] : p.valid ? 3 : 'NA';
  const fields = [speed, Math.round(p.course), Math.round(p.altitude), satellites, number(a['hdop'])];
  const driver = typeof a['driverUniqueId'] === 'string' ? safe(a['driverUniqueId']) : 'NA';
  return `#D#${date};${clock};${place};${fields.join(';')};NA;NA;;${driver};${parameters(p)}\r\n`;
}

/** `ddmm.mmmmm`: whole degrees and decimal minutes. */
function degrees(value: number, digits: number): string {
  const minutes = Math.round(Math.abs(value) * 60 * 100_000);
  const whole = Math.floor(minutes / 6_000_000);
  const rest = (minutes % 6_000_000) / 100_000;
  return `${String(whole).padStart(digits, '0')}${rest.toFixed(5).padStart(8, '0')}`;
}

const TAKEN = new Set(['sat', 'hdop', 'driverUniqueId']);
const INTEGER = 1;
const DECIMAL = 2;
const TEXT = 3;

/** `name:type:value,…` */
function parameters({ attributes }: StoredPosition): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (TAKEN.has(name)) continue;
    const key = safe(name);
    if (typeof value === 'boolean') parts.push(`${key}:${INTEGER}:${value ? 1 : 0}`);
    else if (typeof value === 'number')
      parts.push(`${key}:${Number.isInteger(value) ? INTEGER : DECIMAL}:${value}`);
    else if (typeof value === 'string') parts.push(`${key}:${TEXT}:${safe(value)}`);
  }
  return parts.join(',');
}

const number = (value: unknown): string => (typeof value === 'number' ? String(value) : 'NA');
/** Separators of the protocol cannot be written inside a value. */
const safe = (text: string): string => text.replaceAll(/[;,:|#\r\n]/g, '_');
