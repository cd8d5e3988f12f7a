import { decimalOf } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';

const ALARMS: ReadonlyMap<string, string> = new Map([
  ['help me', 'sos'],
  ['low battery', 'lowBattery'],
  ['stockade', 'geofence'],
  ['move', 'movement'],
  ['speed', 'overspeed'],
  ['door alarm', 'door'],
  ['ac alarm', 'powerCut'],
  ['accident alarm', 'accident'],
  ['sensor alarm', 'vibration'],
  ['bonnet alarm', 'bonnet'],
  ['footbrake alarm', 'footBrake'],
  ['DTC', 'fault'],
]);

/** Reads the keyword of a report: an alarm, the ignition, or another keyword as `event`. */
export function readKeyword(pendingRecord: PendingRecord, keyword: string, card: string): void {
  const alarm = ALARMS.get(keyword);
  if (alarm !== undefined) return pendingRecord.alarm(alarm);
  if (keyword === 'tracker' || photoPackets(keyword) !== null) return;
  if (keyword === 'acc on' || keyword === 'acc off')
    return pendingRecord.set('ignition', keyword === 'acc on');
  if (keyword.startsWith('T:')) {
    pendingRecord.alarm('temperature');
    return pendingRecord.set('temp1', decimalOf(keyword.slice(2)));
  }
  if (keyword.startsWith('oil')) {
    pendingRecord.alarm('fuelLeak');
    return pendingRecord.set('fuel', decimalOf(keyword.slice(4).replace('%', '').trim()));
  }
  if (keyword === 'rfid') pendingRecord.set('driverUniqueId', card);
  pendingRecord.set('event', keyword);
}

/** Number of packets of a photo that `vt<n>` announces; null = another keyword. */
export function photoPackets(keyword: string): number | null {
  return /^vt\d{1,4}$/.test(keyword) ? Number(keyword.slice(2)) : null;
}
