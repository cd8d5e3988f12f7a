import { decimalOf, hasBit, wholeOf } from '../numbers.ts';
import type { DeviceRecord } from '../protocol.ts';
import type { RecordDraft } from '../record-draft.ts';
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

const MOST_POINTS = 100;
/** Satellites and trigger, when the mask in the twelfth field names them. */
const MOST_APPENDED = 2;
const YEAR_MS = 365 * 86_400_000;
/** Below, the field before the report type is not millivolts. */
const LEAST_MILLIVOLTS = 11;

/**
 * FRI and its relatives: fields that vary by model, locations, a tail that belongs to the last of them.
 * As on the reference server a location's tower is left out, and its time is the device time unless there is
 * no current fix: then the location is old and the send time tells when the device spoke.
 */
export function readFri(report: Report): readonly DeviceRecord[] | null {
  const first = findLocation(report, report.nameAt + 1);
  if (first < 0) return null;
  const drafts: RecordDraft[] = [];
  let at = first;
  for (let next = first; next >= 0 && drafts.length < MOST_POINTS; next = followingLocation(report, at)) {
    drafts.push(readPoint(report, next));
    at = next + LOCATION_FIELDS + 1 + wifiFields(report, next);
  }
  const last = drafts.at(-1);
  const fits = last !== undefined && readAround(last, report, first, at);
  if (!fits && last) readAsOthers(last, report, at);
  return drafts.flatMap((draft) => draft.finish() ?? []);
}

/** Where the next point starts; -1 = the tail follows. Newer models append up to two fields to each point. */
function followingLocation(report: Report, at: number): number {
  for (let start = at; start <= at + MOST_APPENDED; start++) if (isLocation(report, start)) return start;
  return -1;
}

function readPoint(report: Report, at: number): RecordDraft {
  const draft = report.draft();
  setLocation(draft, report, at);
  draft.deviceTime = draft.fix && decimalOf(report.at(at)) !== 0 ? draft.fix.time : report.sendTime;
  if (!draft.fix && isClockUnset(report)) draft.deviceTime = null;
  setWifi(draft, report, at);
  const twelfth = report.at(at + LOCATION_FIELDS + wifiFields(report, at));
  if (twelfth.includes('.')) draft.set('odometer', metres(decimalOf(twelfth)));
  return draft;
}

/** Units that never saw a satellite start counting at the beginning of some year long past. */
const isClockUnset = ({ now, sendTime }: Report): boolean => sendTime !== null && now - sendTime > YEAR_MS;

/** What stands before the first location and behind the last. */
function readAround(draft: RecordDraft, report: Report, first: number, tailAt: number): boolean {
  const all = report.values.slice(report.nameAt + 1, first);
  // Units with a field for the vehicle's number send it empty when they do not know it.
  const hasEmptyVin = all.length === 4 && all[0] === '' && isSupply(all[1]) && wholeOf(all[2] ?? '') !== null;
  const before = hasEmptyVin ? all.slice(1) : all;
  const power = wholeOf(before[0] ?? '');
  if (power !== null && power >= LEAST_MILLIVOLTS) draft.set('power', volts(power));
  const reserved = before[3] === '' ? 4 : 3;
  draft.set('batteryLevel', wholeOf(before[reserved] ?? ''));
  const tail = report.values.slice(tailAt, report.end);
  const fits =
    readAppended(draft, tail, wholeOf(report.at(tailAt - 1)) ?? 0) ||
    readFriTail(draft, tail, wholeOf(before[1] ?? ''));
  return fits && !hasEmptyVin;
}

/** Newer models say in the twelfth field what they append to a location: satellites and the trigger, then their tail. */
function readAppended(draft: RecordDraft, tail: readonly string[], mask: number): boolean {
  const count = (hasBit(mask, 0) ? 1 : 0) + (hasBit(mask, 1) ? 1 : 0);
  // Others have a signal strength there, so what follows must look like what it is taken for.
  if (count === 0 || !tail[count]?.includes('.') || !readVehicle(draft, tail.slice(count))) return false;
  if (hasBit(mask, 0)) draft.set('sat', wholeOf(tail[0] ?? ''));
  return true;
}

/** Millivolts or nothing, where a type has one or two digits. */
const isSupply = (text = ''): boolean => text === '' || text.length > 2;

/** What no layout fits keeps its tower and tells the time it was sent, as any other report. */
function readAsOthers(draft: RecordDraft, report: Report, tailAt: number): void {
  draft.deviceTime = report.sendTime ?? draft.deviceTime;
  for (let at = tailAt - LOCATION_FIELDS - 1; at < tailAt; at++) {
    if (isTower(report, at)) {
      setTower(draft, report, at);
      break;
    }
  }
  const level = report.at(report.end - 1);
  if (level !== '' && level.length <= 3) draft.set('batteryLevel', wholeOf(level));
}
