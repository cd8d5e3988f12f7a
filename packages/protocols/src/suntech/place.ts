import { knotsFromKmPerHour } from '@rastro/fleet';
import { FieldError, type Fields } from '../fields.ts';
import { requiredInstant, utcMs } from '../instants.ts';
import { digitsAt } from '../numbers.ts';
import type { Fix } from '../protocol.ts';

/** Two fields: `yyyyMMdd` and `HH:mm:ss`. */
export function readInstant(fields: Fields, zone: string | null): number {
  const date = fields.text();
  const clock = fields.text();
  const seconds = digitsAt(clock, 0, 2) * 3600 + digitsAt(clock, 3, 2) * 60 + digitsAt(clock, 6, 2);
  return requiredInstant(
    utcMs([digitsAt(date, 0, 4), digitsAt(date, 4, 2), digitsAt(date, 6, 2)], seconds),
    zone,
  );
}

/** Latitude, longitude, km/h and course, as every text layout writes them. */
export function readPlace(fields: Fields, time: number): Fix {
  const latitude = fields.number();
  const longitude = fields.number();
  const speed = knotsFromKmPerHour(fields.optionalNumber() ?? 0);
  return {
    time,
    valid: false,
    latitude,
    longitude,
    altitude: 0,
    speed,
    course: fields.optionalNumber() ?? 0,
    accuracy: 0,
  };
}

/** Message type 0 means that the report was stored. */
export const archived = (messageType: string): true | null => (messageType === '0' ? true : null);

/** A count that a layout requires; leading zeros are usual. */
export function countOf(fields: Fields): number {
  const value = fields.whole();
  if (value < 0) throw new FieldError('a count', fields.position, String(value));
  return value;
}
