import { decimalOf, hasBit, wholeOf } from '../numbers.ts';
import type { DeviceRecord } from '../protocol.ts';
import type { PendingRecord } from '../pending-record.ts';
import { readFriTail, readVehicle } from './fri-tails.ts';
import {
  findLocation,
  isLocation,
  isTower,
  LOCATION_FIELDS,
  setLocation,
  setTower,
  setWifi,
  wifiFields,
} from './location.ts';
import type { Report } from './report.ts';
import { metres, volts } from './vehicle-fields.ts';

const MAX_POINTS = 100;
/** Satellites and trigger, when the mask in the twelfth field names them. */
const MAX_APPENDED = 2;
const YEAR_MS = 365 * 86_400_000;
/** Below, the field before the report type is not millivolts. */
const MIN_MILLIVOLTS = 11;

/**
 * FRI and its relatives: fields that vary by model, locations, a tail that belongs to the last of them.
 * As on the reference server a location's tower is left out, and its time is the device time unless there is
 * no current fix: then the location is old and the send time is the device time.
 */
export function readFri(report: Report): readonly DeviceRecord[] | null {
  const first = findLocation(report, report.nameAt + 1);
  if (first < 0) return null;
  const drafts: PendingRecord[] = [];
  let at = first;
  for (let next = first; next >= 0 && drafts.length < MAX_POINTS; next = followingLocation(report, at)) {
    drafts.push(readPoint(report, next));
    at = next + LOCATION_FIELDS + 1 + wifiFields(report, next);
  }
  const last = drafts.at(-1);
  const fits = last !== undefined && readAround(last, report, first, at);
  if (!fits && last) readAsOthers(last, report, at);
  return drafts.flatMap((pendingRecord) => pendingRecord.finish() ?? []);
}

/** Where the next point starts; -1 = the tail follows. Newer models append up to two fields to each point. */
function followingLocation(report: Report, at: number): number {
  for (let start = at; start <= at + MAX_APPENDED; start++) if (isLocation(report, start)) return start;
  return -1;
}

function readPoint(report: Report, at: number): PendingRecord {
  const pendingRecord = report.pendingRecord();
  setLocation(pendingRecord, report, at);
  pendingRecord.deviceTime =
    pendingRecord.fix && decimalOf(report.at(at)) !== 0 ? pendingRecord.fix.time : report.sendTime;
  if (!pendingRecord.fix && isClockUnset(report)) pendingRecord.deviceTime = null;
  setWifi(pendingRecord, report, at);
  const twelfth = report.at(at + LOCATION_FIELDS + wifiFields(report, at));
  if (twelfth.includes('.')) pendingRecord.set('odometer', metres(decimalOf(twelfth)));
  return pendingRecord;
}

/** Units that never saw a satellite start counting at the beginning of some year long past. */
const isClockUnset = ({ now, sendTime }: Report): boolean => sendTime !== null && now - sendTime > YEAR_MS;

/** Reads the fields before the first location and after the last. */
function readAround(pendingRecord: PendingRecord, report: Report, first: number, tailAt: number): boolean {
  const all = report.values.slice(report.nameAt + 1, first);
  // Units with a field for the vehicle's number send it empty when they do not know it.
  const hasEmptyVin = all.length === 4 && all[0] === '' && isSupply(all[1]) && wholeOf(all[2] ?? '') !== null;
  const before = hasEmptyVin ? all.slice(1) : all;
  const power = wholeOf(before[0] ?? '');
  if (power !== null && power >= MIN_MILLIVOLTS) pendingRecord.set('power', volts(power));
  const reserved = before[3] === '' ? 4 : 3;
  pendingRecord.set('batteryLevel', wholeOf(before[reserved] ?? ''));
  const tail = report.values.slice(tailAt, report.end);
  const fits =
    readAppended(pendingRecord, tail, wholeOf(report.at(tailAt - 1)) ?? 0) ||
    readFriTail(pendingRecord, tail, wholeOf(before[1] ?? ''));
  return fits && !hasEmptyVin;
}

/** Newer models say in the twelfth field what they append to a location: satellites and the trigger, then their tail. */
function readAppended(pendingRecord: PendingRecord, tail: readonly string[], mask: number): boolean {
  const count = (hasBit(mask, 0) ? 1 : 0) + (hasBit(mask, 1) ? 1 : 0);
  // Others have a signal strength there, so the next fields must match the expected form.
  if (count === 0 || !tail[count]?.includes('.') || !readVehicle(pendingRecord, tail.slice(count)))
    return false;
  if (hasBit(mask, 0)) pendingRecord.set('sat', wholeOf(tail[0] ?? ''));
  return true;
}

/** Millivolts or nothing, where a type has one or two digits. */
const isSupply = (text = ''): boolean => text === '' || text.length > 2;

/** Reads a report that no layout fits: it keeps its tower and takes the send time, as any other report. */
function readAsOthers(pendingRecord: PendingRecord, report: Report, tailAt: number): void {
  pendingRecord.deviceTime = report.sendTime ?? pendingRecord.deviceTime;
  for (let at = tailAt - LOCATION_FIELDS - 1; at < tailAt; at++) {
    if (isTower(report, at)) {
      setTower(pendingRecord, report, at);
      break;
    }
  }
  const level = report.at(report.end - 1);
  if (level !== '' && level.length <= 3) pendingRecord.set('batteryLevel', wholeOf(level));
}
