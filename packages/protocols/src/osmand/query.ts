import { fail, ok, type Result } from '@rastro/base';
import {
  knots,
  knotsFromKmPerHour,
  knotsFromMetresPerSecond,
  knotsFromMilesPerHour,
  type Knots,
} from '@rastro/fleet';
import type { DecodeContext, DecodeFailure, DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { isIdentifier, SECRET } from './frame.ts';
import { readTime } from './time.ts';

interface Reading {
  readonly pending: PendingRecord;
  time: number;
  latitude: number | null;
  longitude: number | null;
  valid: boolean;
  speed: number;
  course: number;
  altitude: number;
  accuracy: number;
}

/** Decodes the query form. Unknown parameters become attributes; a malformed number is rejected. */
export function decodeQuery(
  parameters: readonly (readonly [string, string])[],
  context: DecodeContext,
): Result<readonly DeviceRecord[], DecodeFailure> {
  const reading: Reading = {
    pending: new PendingRecord(),
    time: context.now,
    latitude: null,
    longitude: null,
    valid: true,
    speed: 0,
    course: 0,
    altitude: 0,
    accuracy: 0,
  };
  for (const [name, value] of parameters) {
    if (isIdentifier(name) || name === SECRET) continue;
    if (name === 'notificationToken' || name === '__proto__') continue;
    const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
    if (!read) reading.pending.set(name, typed(value));
    else if (!read(reading, value)) return fail({ code: 'MALFORMED', detail: `parameter ${name}` });
  }
  const record = finish(reading, context);
  return ok(record ? [record] : []);
}

/** Reads one parameter; false = malformed. */
type Read = (reading: Reading, value: string) => boolean;

const READERS: Readonly<Record<string, Read>> = {
  timestamp: (reading, value) => {
    const time = readTime(value);
    if (time !== null) reading.time = time;
    return time !== null;
  },
  lat: number((reading, value) => (reading.latitude = value)),
  lon: number((reading, value) => (reading.longitude = value)),
  location: (reading, value) => {
    const [latitude, longitude, ...rest] = withPoints(value).split(',').map(numberOf);
    if (latitude == null || longitude == null || rest.length > 0) return false;
    Object.assign(reading, { latitude, longitude });
    return true;
  },
  valid: (reading, value) => {
    reading.valid = value === 'true' || value === '1';
    return true;
  },
  speed: number((reading, value) => (reading.speed = value)),
  bearing: number(setCourse),
  heading: number(setCourse),
  altitude: number((reading, value) => (reading.altitude = value)),
  accuracy: number((reading, value) => (reading.accuracy = value)),
  hdop: number((reading, value) => reading.pending.set('hdop', value)),
  batt: number((reading, value) => reading.pending.set('batteryLevel', value)),
  charge: (reading, value) => {
    reading.pending.set('charge', value === 'true');
    return true;
  },
  driverUniqueId: (reading, value) => {
    reading.pending.set('driverUniqueId', value);
    return true;
  },
  cell: readCell,
  wifi: readWifi,
};

function number(store: (reading: Reading, value: number) => void): Read {
  return (reading, text) => {
    const value = numberOf(withPoints(text));
    if (value !== null) store(reading, value);
    return value !== null;
  };
}

/** Phones write -1 for a direction that they do not know. */
function setCourse(reading: Reading, degrees: number): void {
  reading.course = degrees === -1 ? 0 : degrees;
}

function readCell({ pending }: Reading, value: string): boolean {
  const [mcc, mnc, lac, cellId, signal, ...rest] = value.split(',').map(numberOf);
  if (mcc == null || mnc == null || lac == null || cellId == null) return false;
  if (signal === null || rest.length > 0) return false;
  pending.tower({ mcc, mnc, lac, cellId, signal: signal ?? null });
  return true;
}

function readWifi({ pending }: Reading, value: string): boolean {
  const [mac, signal, ...rest] = value.split(',');
  const strength = signal === undefined ? undefined : numberOf(signal);
  if (!mac || strength === null || rest.length > 0) return false;
  pending.wifi(mac.replaceAll('-', ':').toLowerCase(), strength ?? null);
  return true;
}

function finish(reading: Reading, { device }: DecodeContext): DeviceRecord | null {
  const { pending, time, latitude, longitude, valid, course, altitude, accuracy } = reading;
  pending.deviceTime = time;
  if (latitude !== null && longitude !== null) {
    const speed = speedIn(device.options['osmand.speed'], reading.speed);
    pending.fix = { time, valid, latitude, longitude, altitude, speed, course, accuracy };
  }
  return pending.finish();
}

function speedIn(unit: unknown, value: number): Knots {
  if (unit === 'kmh') return knotsFromKmPerHour(value);
  if (unit === 'mps') return knotsFromMetresPerSecond(value);
  if (unit === 'mph') return knotsFromMilesPerHour(value);
  return knots(value);
}

/** Apps of some countries write `-23,55`, and a place as `-23,55,-46,63`. */
const withPoints = (text: string): string =>
  /^[^.,]*,\d+(?:,[^.,]*,\d+)?$/.test(text) ? text.replaceAll(/,(\d+)(?=,|$)/g, '.$1') : text;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function numberOf(text: string): number | null {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}

function typed(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  return numberOf(value) ?? value;
}
