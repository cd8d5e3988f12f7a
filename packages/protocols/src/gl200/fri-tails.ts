import { isDigits } from '../ascii.ts';
import { decimalOf, wholeOf } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';
import { hourMeterMs, isDeviceStatus, metres, setDeviceStatus, volts } from './vehicle-fields.ts';

/** Takes the fields between the last location and the send time, by the first of four layouts that fits. @returns Whether one did. */
export function readFriTail(
  pendingRecord: PendingRecord,
  tail: readonly string[],
  reportType: number | null,
): boolean {
  return (
    readAssetA(pendingRecord, tail) ||
    readVehicle(pendingRecord, tail) ||
    readAssetB(pendingRecord, tail, reportType) ||
    readAssetC(pendingRecord, tail)
  );
}

const isShort = (text = '', most = 3): boolean => text.length <= most && isDigits(text);
const isEmptyOr = (text: string | undefined, test: (text: string) => boolean): boolean =>
  text !== undefined && (text === '' || test(text));
const isFlag = (text: string): boolean => text === '0' || text === '1';
const isTenth = (text: string): boolean => text.at(-2) === '.' && decimalOf(text) !== null;

/** A skipped number, millivolts, percent, mode, motion, temperature. */
function readAssetA(pendingRecord: PendingRecord, tail: readonly string[]): boolean {
  const [head = '', millivolts, level = '', mode = '', motion, temperature] = tail;
  if (!isShort(head, 2) || !isEmptyOr(millivolts, (text) => isShort(text, 5)) || !isShort(level))
    return false;
  if (!isFlag(mode) || !isEmptyOr(motion, isFlag) || !isEmptyOr(temperature, isTenth)) return false;
  pendingRecord.set('battery', volts(wholeOf(millivolts ?? '')));
  pendingRecord.set('batteryLevel', wholeOf(level));
  pendingRecord.set('temp1', decimalOf(temperature ?? ''));
  return true;
}

/** Odometer, hour meter, two analogue inputs, [reserved], percent, status, rpm, consumption, fuel. */
export function readVehicle(pendingRecord: PendingRecord, tail: readonly string[]): boolean {
  const [odometer = '', hours = '', first = '', second = ''] = tail;
  if (!isEmptyOr(odometer, isTenth) || !isEmptyOr(hours, (text) => hourMeterMs(text) !== null)) return false;
  const at = levelAt(tail);
  if (at === null) return false;
  pendingRecord.set('odometer', metres(decimalOf(odometer)));
  pendingRecord.set('hours', hourMeterMs(hours));
  pendingRecord.set('adc1', first);
  pendingRecord.set('adc2', second);
  pendingRecord.set('batteryLevel', wholeOf(tail[at] ?? ''));
  setDeviceStatus(pendingRecord, tail[at + 1] ?? '');
  pendingRecord.set('rpm', wholeOf(tail[at + 2] ?? ''));
  pendingRecord.set('fuel', wholeOf(tail[at + 4] ?? ''));
  return true;
}

/** The reserved field is optional; the status after the level shows whether it is there. */
function levelAt(tail: readonly string[]): number | null {
  const fits = (at: number): boolean =>
    isEmptyOr(tail[at], (text) => isShort(text)) &&
    isEmptyOr(tail[at + 1], isDeviceStatus) &&
    isEmptyOr(tail[at + 2], isDigits) &&
    isEmptyOr(tail[at + 3], isConsumption) &&
    isEmptyOr(tail[at + 4], isDigits);
  const candidates = [5, 4].filter(fits);
  return candidates.find((at) => tail[at + 1] !== '') ?? candidates[0] ?? null;
}

const isConsumption = (text: string): boolean =>
  text === 'Inf' || text.toLowerCase() === 'nan' || decimalOf(text) !== null;

/** Signal and percent; motion and charging are bits of the report type. */
function readAssetB(
  pendingRecord: PendingRecord,
  tail: readonly string[],
  reportType: number | null,
): boolean {
  const [signal = '', level = ''] = tail;
  if (wholeOf(signal) === null || Math.abs(Number(signal)) >= 1000 || !isShort(level)) return false;
  pendingRecord.set('rssi', wholeOf(signal));
  pendingRecord.set('batteryLevel', wholeOf(level));
  if (reportType !== null) {
    pendingRecord.set('motion', (reportType & 1) !== 0);
    pendingRecord.set('charge', (reportType & 2) !== 0);
  }
  return true;
}

/** [Odometer,] percent. */
function readAssetC(pendingRecord: PendingRecord, tail: readonly string[]): boolean {
  const withOdometer = isTenth(tail[0] ?? '') || (tail[0] === '' && tail.length > 1);
  if (withOdometer) pendingRecord.set('odometer', metres(decimalOf(tail[0] ?? '')));
  const level = tail[withOdometer ? 1 : 0] ?? '';
  if (level === '' || !isShort(level)) return false;
  pendingRecord.set('batteryLevel', wholeOf(level));
  return true;
}
