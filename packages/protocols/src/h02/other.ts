import { knots } from '@rastro/fleet';
import { isDigits } from '../ascii.ts';
import { signedBy } from '../degrees.ts';
import { Fields } from '../fields.ts';
import { dayFirstInstant, requiredInstant } from '../instants.ts';
import { wholeOf } from '../numbers.ts';
import type { DecodeContext } from '../protocol.ts';
import type { PendingRecord } from '../pending-record.ts';
import { coordinate, statusOf } from './place.ts';
import { setStatus } from './status.ts';

/** Reads one message without its maker, id and type. @returns false when there is nothing to store. */
type Read = (pendingRecord: PendingRecord, fields: Fields, context: DecodeContext) => boolean;

/** Messages with a layout of their own, by type. */
export const OTHER: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['NBR', readNeighbours],
  ['LINK', readLink],
  ['V3', readCells],
  ['VP1', readWatch],
  ['HTBT', readHeartbeat],
  ['V0', () => false],
  ['SMS', readText],
]);

const TOWER_FIELDS = 3;

function readNeighbours(pendingRecord: PendingRecord, fields: Fields, context: DecodeContext): boolean {
  const clock = fields.text();
  const mcc = fields.whole();
  const mnc = fields.whole();
  fields.skip(2); // delay, number of towers: some units state another one than they send
  while (fields.left >= TOWER_FIELDS && statusOf(fields.peek(1)) === null) {
    const lac = fields.optionalWhole();
    const cellId = fields.optionalWhole();
    const signal = fields.optionalWhole();
    if (lac !== null && cellId !== null) pendingRecord.tower({ mcc, mnc, lac, cellId, signal });
  }
  readEnd(pendingRecord, fields, { clock, context });
  return true;
}

function readLink(pendingRecord: PendingRecord, fields: Fields, context: DecodeContext): boolean {
  const clock = fields.text();
  for (const name of ['rssi', 'sat', 'batteryLevel', 'steps', 'turnovers'])
    pendingRecord.set(name, fields.optionalWhole());
  readEnd(pendingRecord, fields, { clock, context });
  return true;
}

/** The network code follows the three digits of the country code directly. */
function readCells(pendingRecord: PendingRecord, fields: Fields, context: DecodeContext): boolean {
  const clock = fields.text();
  const network = fields.text();
  const mcc = Number(network.slice(0, 3));
  const mnc = Number(network.slice(3));
  for (let left = fields.whole(); left > 0; left--) {
    const lac = fields.optionalWhole();
    const cellId = fields.optionalWhole();
    if (lac !== null && cellId !== null) pendingRecord.tower({ mcc, mnc, lac, cellId, signal: null });
    fields.skip(2);
  }
  pendingRecord.set('battery', fields.optionalHex());
  fields.skip(2); // restart, X
  readEnd(pendingRecord, fields, { clock, context });
  return true;
}

interface End {
  readonly clock: string;
  readonly context: DecodeContext;
}
function readEnd(pendingRecord: PendingRecord, fields: Fields, { clock, context }: End): void {
  pendingRecord.deviceTime = requiredInstant(dayFirstInstant(fields.text(), clock), context.device.timeZone);
  const status = statusOf(fields.peek());
  if (status !== null) setStatus(pendingRecord, status);
}

/** Watches: cells separated by `Y`, or a position with a date and no time of day. */
function readWatch(pendingRecord: PendingRecord, fields: Fields, { device }: DecodeContext): boolean {
  if (fields.text() === 'V') {
    const mcc = fields.whole();
    const mnc = fields.whole();
    for (const cell of fields.rest().join(',').split('Y')) {
      const [lac = null, cellId = null, signal = null] = cell.split(',').map(wholeOf);
      if (lac !== null && cellId !== null) pendingRecord.tower({ mcc, mnc, lac, cellId, signal });
    }
    return true;
  }
  const latitude = signedBy(coordinate(fields.text()), fields.text());
  const longitude = signedBy(coordinate(fields.text()), fields.text());
  const speed = knots(fields.optionalNumber() ?? 0);
  const course = fields.optionalNumber() ?? 0;
  const time = requiredInstant(dayFirstInstant(fields.text(), '000000'), device.timeZone);
  pendingRecord.deviceTime = time;
  pendingRecord.fix = { time, valid: true, latitude, longitude, altitude: 0, speed, course, accuracy: 0 };
  return true;
}

function readHeartbeat(pendingRecord: PendingRecord, fields: Fields): boolean {
  if (!isDigits(fields.peek())) return false;
  pendingRecord.set('batteryLevel', fields.whole());
  return true;
}

function readText(pendingRecord: PendingRecord, fields: Fields): boolean {
  pendingRecord.set('result', fields.rest().join(','));
  return true;
}
