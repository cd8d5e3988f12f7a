import { fail, ok, type Result } from '@rastro/base';
import { knots, knotsFromMetresPerSecond } from '@rastro/fleet';
import { numberOption } from '../options.ts';
import type { DecodeContext, DecodeFailure, DeviceRecord, Fix } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { member } from './frame.ts';
import { readTime } from './time.ts';

/** Smaller values count as "good enough" and are not stored. Meters. */
const DEFAULT_MIN_ACCURACY_M = 10;

/** Decodes the JSON form: one location, or an array of them as batching apps send. */
export function decodeJson(
  value: unknown,
  context: DecodeContext,
): Result<readonly DeviceRecord[], DecodeFailure> {
  const location = member(value, 'location');
  const records: DeviceRecord[] = [];
  for (const one of Array.isArray(location) ? (location as unknown[]) : [location]) {
    const timestamp = member(one, 'timestamp');
    const time = typeof timestamp === 'string' ? readTime(timestamp) : null;
    if (time === null) return fail({ code: 'MALFORMED', detail: 'location without a timestamp' });
    const record = readLocation(one, time, context);
    if (record) records.push(record);
  }
  return ok(records);
}

function readLocation(location: unknown, time: number, { device }: DecodeContext): DeviceRecord | null {
  const pendingRecord = new PendingRecord();
  const minimum = numberOption(device, 'osmand.minAccuracy') ?? DEFAULT_MIN_ACCURACY_M;
  pendingRecord.deviceTime = time;
  pendingRecord.fix = readFix(member(location, 'coords'), time, minimum);
  const battery = member(location, 'battery');
  const level = numberIn(battery, 'level');
  const odometer = numberIn(location, 'odometer');
  pendingRecord.set('motion', booleanIn(location, 'is_moving'));
  pendingRecord.set('odometer', odometer === null ? null : Math.trunc(odometer));
  pendingRecord.set('event', textIn(location, 'event'));
  pendingRecord.set('mock', booleanIn(location, 'mock'));
  pendingRecord.set('activity', textIn(member(location, 'activity'), 'type'));
  if (level !== null && level >= 0) pendingRecord.set('batteryLevel', Math.trunc(level * 100));
  if (booleanIn(battery, 'is_charging') === true) pendingRecord.set('charge', true);
  const alarm = textIn(location, 'alarm');
  pendingRecord.set('alarm', alarm);
  readExtras(pendingRecord, member(location, 'extras'), alarm !== null);
  return pendingRecord.finish();
}

function readFix(coords: unknown, time: number, minAccuracyM: number): Fix | null {
  const latitude = numberIn(coords, 'latitude');
  const longitude = numberIn(coords, 'longitude');
  if (latitude === null || longitude === null) return null;
  const speed = numberIn(coords, 'speed') ?? -1;
  const accuracy = numberIn(coords, 'accuracy') ?? 0;
  return {
    time,
    valid: true,
    latitude,
    longitude,
    altitude: numberIn(coords, 'altitude') ?? 0,
    speed: speed >= 0 ? knotsFromMetresPerSecond(speed) : knots(0),
    course: Math.max(0, numberIn(coords, 'heading') ?? 0),
    accuracy: accuracy >= minAccuracyM ? accuracy : 0,
  };
}

function readExtras(pendingRecord: PendingRecord, extras: unknown, hasAlarm: boolean): void {
  if (typeof extras !== 'object' || extras === null) return;
  for (const [name, value] of Object.entries(extras)) {
    if (name === '__proto__' || (name === 'alarm' && hasAlarm)) continue;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      pendingRecord.set(name, value);
    }
  }
}

function numberIn(value: unknown, name: string): number | null {
  const found = member(value, name);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

function booleanIn(value: unknown, name: string): boolean | null {
  const found = member(value, name);
  return typeof found === 'boolean' ? found : null;
}

function textIn(value: unknown, name: string): string | null {
  const found = member(value, name);
  return typeof found === 'string' && found !== '' ? found : null;
}
