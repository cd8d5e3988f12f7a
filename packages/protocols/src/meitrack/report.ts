import { knotsFromKmPerHour } from '@rastro/fleet';
import { Fields } from '../fields.ts';
import { requiredInstant, shortInstant } from '../instants.ts';
import { decimalOf, hexNumberOf, wholeOf } from '../numbers.ts';
import type { DecodeContext } from '../protocol.ts';
import type { PendingRecord } from '../pending-record.ts';
import { alarmOf, DRIVER_EVENT } from './events.ts';
import { readSupplies } from './supplies.ts';

const TIME_DIGITS = 12;

/**
 * Reads the fields behind the command of AAA and of answers with the same layout.
 * @throws FieldError when one of the position is missing or malformed.
 */
export function readReport(
  pendingRecord: PendingRecord,
  values: readonly string[],
  { device }: DecodeContext,
): void {
  // Some models put the number of stored reports first.
  const cached = values[3]?.length !== TIME_DIGITS && values[4]?.length === TIME_DIGITS;
  const fields = new Fields(values, cached ? 1 : 0);
  const event = fields.whole();
  pendingRecord.set('event', event);
  pendingRecord.alarm(alarmOf(event));
  const latitude = fields.number();
  const longitude = fields.number();
  const time = requiredInstant(shortInstant(fields.text()), device.timeZone);
  const valid = fields.text() === 'A';
  pendingRecord.set('sat', fields.optionalWhole());
  const signal = fields.optionalNumber();
  const speed = knotsFromKmPerHour(fields.optionalNumber() ?? 0);
  const course = fields.optionalNumber() ?? 0;
  pendingRecord.set('hdop', fields.optionalNumber());
  const altitude = fields.optionalNumber() ?? 0;
  pendingRecord.deviceTime = time;
  pendingRecord.fix = { time, valid, latitude, longitude, altitude, speed, course, accuracy: 0 };
  if (fields.left > 0) pendingRecord.set('odometer', fields.optionalWhole());
  if (fields.left > 0) pendingRecord.set('runtime', fields.text());
  if (fields.left > 0) readTower(pendingRecord, fields.text(), signal);
  if (fields.left > 0) readPins(pendingRecord, fields.text());
  if (fields.left > 0) readSupplies(pendingRecord, fields.text(), device.model);
  readOptional(pendingRecord, fields, event);
}

/** Country, network, area and cell, the last two in hexadecimal and sometimes empty. */
function readTower(pendingRecord: PendingRecord, text: string, signal: number | null): void {
  const [country = '', network = '', area = '', cell = ''] = text.split('|');
  const mcc = wholeOf(country) ?? 0;
  const mnc = wholeOf(network) ?? 0;
  if (mcc === 0 || mnc === 0) return;
  pendingRecord.tower({ mcc, mnc, lac: hexNumberOf(area) ?? 0, cellId: hexNumberOf(cell) ?? 0, signal });
}

function readPins(pendingRecord: PendingRecord, text: string): void {
  if (text.length !== 4) return;
  pendingRecord.set('input', hexNumberOf(text.slice(0, 2)));
  pendingRecord.set('output', hexNumberOf(text.slice(2)));
}

/** Assisted event data, customised data, protocol version, fuel, temperatures, data fields. */
function readOptional(pendingRecord: PendingRecord, fields: Fields, event: number): void {
  if (fields.left === 0) return;
  const assisted = fields.text();
  const [version, fuel, temperatures, count] = [
    fields.peek(1),
    fields.peek(2),
    fields.peek(3),
    fields.peek(4),
  ];
  pendingRecord.set(event === DRIVER_EVENT ? 'driverUniqueId' : 'eventData', assisted);
  const level = fuel.length === 4 ? hexNumberOf(fuel) : null;
  if (level !== null) pendingRecord.set('fuel', (level >> 8) + (level & 0xff) / 100);
  if (temperatures !== '') readTemperatures(pendingRecord, temperatures, wholeOf(version) ?? 0);
  const fieldCount = wholeOf(count);
  if (fieldCount !== null && fieldCount > 0) readTaxi(pendingRecord, fields.rest().slice(5, 5 + fieldCount));
}

/** Before version 3: a whole signed byte and hundredths with the same sign. */
function readTemperatures(pendingRecord: PendingRecord, text: string, version: number): void {
  for (const sensor of text.split('|')) {
    const value = sensor.length === 6 ? hexNumberOf(sensor) : null;
    if (value === null) continue;
    const raw = ((value & 0xffff) << 16) >> 16;
    const whole = raw >> 8;
    const hundredths = (raw & 0xff) / 100;
    pendingRecord.set(
      `temp${value >> 16}`,
      version >= 3 ? raw / 100 : whole + (whole < 0 ? -hundredths : hundredths),
    );
  }
}

const TAXI = ['Start', 'End', 'Distance', 'Fare', 'Trip', 'Wait'] as const;
/** The others are times, such as `171207095115` and `000012`. */
const TAXI_NUMBERS: readonly string[] = ['Distance', 'Fare'];

function readTaxi(pendingRecord: PendingRecord, data: readonly string[]): void {
  pendingRecord.set('tempData', data[1] ?? null);
  const taximeter = data[5];
  if (!taximeter?.includes('|')) return;
  const [state = '', ...parts] = taximeter.split('|');
  pendingRecord.set('taximeterOn', state.charAt(1) === '0');
  for (const [at, name] of TAXI.entries()) {
    const text = parts[at] ?? '';
    pendingRecord.set(`taximeter${name}`, TAXI_NUMBERS.includes(name) ? (decimalOf(text) ?? text) : text);
  }
}
