import { HOUR_MS } from '@rastro/base';
import { knots, knotsFromKmPerHour } from '@rastro/fleet';
import { degreesOf, signedBy } from '../degrees.ts';
import { FieldError } from '../fields.ts';
import { homeNetworkOf } from '../home-network.ts';
import { dayFirstInstant, requiredInstant, shortInstant } from '../instants.ts';
import { decimalOf, hexNumberOf } from '../numbers.ts';
import type { DecodeContext } from '../protocol.ts';
import type { PendingRecord } from '../pending-record.ts';
import { readKeyword } from './keywords.ts';
import { instantOf } from './time.ts';

/** The usual report: keyword, local time, card, and a position or the cell in its place. */
export function readRegular(
  pendingRecord: PendingRecord,
  values: readonly string[],
  context: DecodeContext,
): void {
  readKeyword(pendingRecord, values[1] ?? '', values[3] ?? '');
  const signal = values[4];
  // Some units with a weak signal repeat their last position behind the letter.
  const isPlaced = signal === 'L' && (values[6] === 'A' || values[6] === 'V');
  if (signal === 'L' && !isPlaced) readCell(pendingRecord, values, context);
  else if (signal === 'F' || isPlaced) readPosition(pendingRecord, values, context);
  else throw new FieldError('F or L', 4, signal);
}

function readCell(pendingRecord: PendingRecord, values: readonly string[], { device }: DecodeContext): void {
  const lac = hexNumberOf(values[7] ?? '');
  const cellId = hexNumberOf(values[9] ?? '');
  if (lac !== null && cellId !== null)
    pendingRecord.tower({ ...homeNetworkOf(device), lac, cellId, signal: null });
}

/** Hemisphere letters are before or after the numbers; the one after wins. */
function readPosition(
  pendingRecord: PendingRecord,
  values: readonly string[],
  { device, now }: DecodeContext,
): void {
  let at = 7;
  const letter = (letters: string): string => {
    const text = values[at] ?? '';
    if (text.length !== 1 || !letters.includes(text)) return '';
    at++;
    return text;
  };
  const northBefore = letter('NS');
  const latitude = degrees(values[at++]);
  const north = letter('NS') || northBefore;
  const eastBefore = letter('EW');
  const longitude = degrees(values[at++]);
  const east = letter('EW') || eastBefore;
  if (east === eastBefore && values[at] === '') at++;
  const [speed = '', course = '', altitude = ''] = values.slice(at, at + 3);
  const time = instantOf(values[2] ?? '', values[5] ?? '', device.timeZone);
  pendingRecord.deviceTime = time;
  pendingRecord.fix = {
    time: time ?? now,
    valid: values[6] === 'A',
    latitude: signedBy(latitude, north),
    longitude: signedBy(longitude, east),
    altitude: decimalOf(altitude) ?? 0,
    speed: knots(decimalOf(speed) ?? 0),
    course: decimalOf(course) ?? 0,
    accuracy: 0,
  };
  readAccessories(pendingRecord, values, at + 3);
}

function degrees(text = ''): number {
  const value = degreesOf(text);
  if (value === null) throw new FieldError('a coordinate', 8, text);
  return value;
}

/** Ignition, door, two fuel levels, temperature. */
function readAccessories(pendingRecord: PendingRecord, values: readonly string[], at: number): void {
  const flag = (text = ''): boolean | null => (text === '0' || text === '1' ? text === '1' : null);
  const percent = (text = ''): number | null => (text.endsWith('%') ? decimalOf(text.slice(0, -1)) : null);
  pendingRecord.set('ignition', flag(values[at]));
  pendingRecord.set('door', flag(values[at + 1]));
  pendingRecord.set('fuel1', percent(values[at + 2]));
  pendingRecord.set('fuel2', percent(values[at + 3]));
  // Units without fuel sensors write the temperature in the first place of the three, without a percent sign.
  pendingRecord.set('temp1', decimalOf(values[at + 4] ?? '') ?? decimalOf(values[at + 2] ?? ''));
}

/** Values of the vehicle's own diagnostics; the date is taken as UTC. */
export function readObd(pendingRecord: PendingRecord, values: readonly string[], zone: string | null): void {
  const number = (at: number): number | null => decimalOf(values[at] ?? '');
  pendingRecord.deviceTime = requiredInstant(shortInstant(values[2] ?? ''), zone);
  pendingRecord.set('odometer', number(3));
  pendingRecord.set('fuelConsumption', number(5));
  const hours = number(6);
  pendingRecord.set('hours', hours === null ? null : hours * HOUR_MS);
  pendingRecord.set('obdSpeed', number(7));
  pendingRecord.set('engineLoad', values[8] ?? null);
  pendingRecord.set('coolantTemp', number(9));
  pendingRecord.set('throttle', values[10] ?? null);
  pendingRecord.set('rpm', number(11));
  pendingRecord.set('battery', number(12));
  pendingRecord.set('dtcs', values.slice(13).join(' ').trim());
}

/** Ends with `*`: decimal degrees, km/h and UTC; `-` and `--` mean none. */
export function readAlternative(
  pendingRecord: PendingRecord,
  values: readonly string[],
  zone: string | null,
): void {
  const text = (at: number): string => (/^-{0,2}$/.test(values[at] ?? '') ? '' : (values[at] ?? ''));
  const number = (at: number): number | null => decimalOf(text(at));
  const latitude = number(9);
  const longitude = number(10);
  if (latitude === null || longitude === null) throw new FieldError('a coordinate', 9, values[9]);
  const time = requiredInstant(dayFirstInstant(text(6), text(5)), zone);
  pendingRecord.set('event', text(2));
  pendingRecord.set('sensorId', text(3));
  pendingRecord.set('sensorVoltage', number(4));
  pendingRecord.set('rssi', number(7));
  pendingRecord.deviceTime = time;
  pendingRecord.fix = {
    time,
    valid: (number(8) ?? 0) > 0,
    latitude,
    longitude,
    altitude: number(13) ?? 0,
    speed: knotsFromKmPerHour(number(11) ?? 0),
    course: number(12) ?? 0,
    accuracy: 0,
  };
  pendingRecord.set('hdop', number(14));
  pendingRecord.set('sat', number(15));
  if (text(16) !== '') pendingRecord.set('ignition', text(16) === '1');
  if (text(17) !== '') pendingRecord.set('charge', text(17) === '1');
  pendingRecord.set('error', text(18));
}
