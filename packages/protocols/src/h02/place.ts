import { knots } from '@rastro/fleet';
import { isDigits } from '../ascii.ts';
import { degreesOf, signedBy } from '../degrees.ts';
import { FieldError } from '../fields.ts';
import { homeNetworkOf } from '../home-network.ts';
import { dayFirstInstant, requiredInstant } from '../instants.ts';
import { decimalOf, digitsAt, hexNumberOf } from '../numbers.ts';
import type { DecodeContext } from '../protocol.ts';
import type { PendingRecord } from '../pending-record.ts';
import { isSos, setStatus } from './status.ts';

/**
 * Reads a position whose time is field `at`: time, validity, latitude, longitude, speed, course, and the rest.
 * @returns false when it is empty: no fix, and neither a place nor a day, as units send until they see satellites.
 * @throws FieldError when a coordinate is missing.
 */
export function readPosition(
  pendingRecord: PendingRecord,
  values: readonly string[],
  at: number,
  context: DecodeContext,
): boolean {
  const clock = values[at] ?? '';
  const validity = values[at + 1] ?? '';
  const dateAt = at + (hasBattery(values, at + 8) ? 9 : 8);
  const date = values[dateAt] ?? '';
  const current = validity === 'A' || isDigits(validity);
  const dated = date !== '000000';
  const status = statusOf(values[dateAt + 1]);
  if (!current && (!dated || (values[at + 2] ?? '').trim() === '')) return readSos(pendingRecord, status);
  const latitude = signedBy(coordinate(values[at + 2], 2), values[at + 3] ?? '');
  const longitude = signedBy(coordinate(values[at + 4], 3), values[at + 5] ?? '');
  const timed = dated && date.length === 6 && clock.length >= 6;
  pendingRecord.deviceTime = timed
    ? requiredInstant(dayFirstInstant(date, clock), context.device.timeZone)
    : null;
  pendingRecord.fix = {
    time: pendingRecord.deviceTime ?? context.now,
    valid: current,
    latitude,
    longitude,
    altitude: 0,
    speed: knots(decimalOf((values[at + 6] ?? '').trim()) ?? 0),
    course: decimalOf(values[at + 7] ?? '') ?? 0,
    accuracy: 0,
  };
  if (status === null) return true;
  setStatus(pendingRecord, status);
  readExtras(pendingRecord, values.slice(dateAt + 2), context);
  return true;
}

/** Handles an SOS without a place, for instance in a garage. */
function readSos(pendingRecord: PendingRecord, status: number | null): boolean {
  if (status === null || !isSos(status)) return false;
  setStatus(pendingRecord, status);
  return true;
}

/** A field of digits before the date; without it the status follows the date. */
function hasBattery(values: readonly string[], at: number): boolean {
  const next = values[at + 1] ?? '';
  return next.length === 6 && isDigits(next) && isDigits(values[at] ?? '') && statusOf(next) === null;
}

/** Eight hexadecimal digits. */
export const statusOf = (text = ''): number | null => (text.length === 8 ? hexNumberOf(text) : null);

/** `ddmm.mmmm`, `-dd-mm.mmmm` or `ddmmmmmm` without a point. */
export function coordinate(field = '', degreeDigits = 2): number {
  const text = field.trim();
  const value = text.startsWith('-') ? dashed(text) : text.includes('.') ? degreesOf(text) : pointless(text);
  if (value === null || Number.isNaN(value)) throw new FieldError('a coordinate', degreeDigits, text);
  return value;
}

function dashed(text: string): number | null {
  const dash = text.indexOf('-', 1);
  const degrees = decimalOf(text.slice(1, dash));
  const minutes = decimalOf(text.slice(dash + 1));
  return dash < 0 || degrees === null || minutes === null ? null : degrees + minutes / 60;
}

/** Two digits of minutes and four of their fraction at the end. */
function pointless(text: string): number {
  const at = text.length - 6;
  if (at < 0) return NaN;
  return digitsAt(text, 0, at) + digitsAt(text, at, 6) / 600_000;
}

/** Six fields of known meaning, or whatever else the maker appends. */
function readExtras(pendingRecord: PendingRecord, extras: readonly string[], context: DecodeContext): void {
  if (extras.length === 6 && readSix(pendingRecord, extras, context)) return;
  for (const [at, text] of extras.entries()) pendingRecord.set(`io${at + 1}`, text.trim());
}

function readSix(
  pendingRecord: PendingRecord,
  extras: readonly string[],
  { device }: DecodeContext,
): boolean {
  const [odometer, temperature, fuel, altitude] = extras.map(decimalOf);
  const lac = hexNumberOf(extras[4] ?? '');
  const cellId = hexNumberOf(extras[5] ?? '');
  if (odometer == null || temperature == null || fuel == null || altitude == null || !pendingRecord.fix)
    return false;
  if (lac === null || cellId === null || !isDigits(extras[0] ?? '')) return false;
  // Fuel has a fraction; six whole numbers are something else, such as a network and its cell.
  if (!extras[2]?.includes('.') || extras[1]?.includes('.') || extras[3]?.includes('.')) return false;
  pendingRecord.set('odometer', odometer);
  pendingRecord.set('temp1', temperature);
  pendingRecord.set('fuel', fuel);
  pendingRecord.fix = { ...pendingRecord.fix, altitude };
  pendingRecord.tower({ ...homeNetworkOf(device), lac, cellId, signal: null });
  return true;
}
