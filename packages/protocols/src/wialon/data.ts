import { knotsFromKmPerHour } from '@rastro/fleet';
import { degreesOf, signedBy } from '../degrees.ts';
import { FieldError } from '../fields.ts';
import { dayFirstInstant } from '../instants.ts';
import { decimalOf, wholeOf } from '../numbers.ts';
import type { DecodeContext } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { zonedMs } from '../wall-time.ts';
import { readParameters } from './parameters.ts';

const SHORT_FIELDS = 10;
const MIN_SATELLITES = 3;
/** Latitude, longitude, speed, course, altitude. */
const PLACE_FIELDS = [2, 4, 6, 7, 8] as const;

/**
 * Reads the body of SD or D; a checksum behind it does not disturb.
 * @throws FieldError when a field is missing or malformed.
 */
export function readData(values: readonly string[], context: DecodeContext): PendingRecord {
  if (values.length < SHORT_FIELDS) throw new FieldError('ten fields', values.length, undefined);
  const pendingRecord = new PendingRecord();
  pendingRecord.deviceTime = instantOf(values, context.device.timeZone);
  const satellites = known(values[9]) === '' ? null : wholeOf(values[9] ?? '');
  pendingRecord.set('sat', satellites);
  readPlace(pendingRecord, values, { now: context.now, valid: (satellites ?? 0) >= MIN_SATELLITES });
  if (values.length > SHORT_FIELDS + 1) readDetails(pendingRecord, values);
  return pendingRecord;
}

/** `NA` and nothing mean the same. */
const known = (text = ''): string => (text === 'NA' ? '' : text);

function instantOf(values: readonly string[], zone: string | null): number | null {
  const date = known(values[0]);
  const clock = known(values[1]);
  if (date === '' || clock === '') return null;
  const local = dayFirstInstant(date, clock);
  if (Number.isNaN(local)) throw new FieldError('a time', 0, date);
  return zonedMs(local, zone, 0);
}

interface Place {
  readonly now: number;
  readonly valid: boolean;
}
/**
 * As on the reference server any given field from latitude to altitude makes a location; without coordinates it is
 * at 0,0, and never a valid one.
 */
function readPlace(pendingRecord: PendingRecord, values: readonly string[], { now, valid }: Place): void {
  if (PLACE_FIELDS.every((at) => known(values[at]) === '')) return;
  const placed = known(values[2]) !== '' && known(values[4]) !== '';
  const latitude = placed ? degreesOf(values[2] ?? '') : 0;
  const longitude = placed ? degreesOf(values[4] ?? '') : 0;
  if (latitude === null || longitude === null) throw new FieldError('a coordinate', 2, values[2]);
  pendingRecord.fix = {
    time: pendingRecord.deviceTime ?? now,
    valid: valid && placed,
    latitude: signedBy(latitude, values[3] ?? ''),
    longitude: signedBy(longitude, values[5] ?? ''),
    altitude: decimalOf(known(values[8])) ?? 0,
    speed: knotsFromKmPerHour(decimalOf(known(values[6])) ?? 0),
    course: decimalOf(known(values[7])) ?? 0,
    accuracy: 0,
  };
}

function readDetails(pendingRecord: PendingRecord, values: readonly string[]): void {
  pendingRecord.set('hdop', decimalOf(known(values[10])));
  pendingRecord.set('input', known(values[11]));
  pendingRecord.set('output', known(values[12]));
  for (const [at, value] of known(values[13]).split(',').entries()) pendingRecord.set(`adc${at + 1}`, value);
  pendingRecord.set('driverUniqueId', known(values[14]));
  readParameters(pendingRecord, known(values[15]));
}
