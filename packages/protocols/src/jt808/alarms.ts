import { hasBit } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';
import type { ModelTraits } from './models.ts';

/** Any of the bits sets the alarm; in this order. */
const FLAGS: readonly (readonly [mask: number, alarm: string])[] = [
  [1 << 0, 'sos'],
  [1 << 1, 'overspeed'],
  [1 << 2, 'fatigueDriving'],
  [(1 << 5) | (1 << 6), 'gpsAntennaCut'],
  [(1 << 4) | (1 << 9) | (1 << 10) | (1 << 11), 'fault'],
  [(1 << 7) | (1 << 18), 'lowBattery'],
  [1 << 8, 'powerOff'],
  [1 << 15, 'vibration'],
  [(1 << 16) | (1 << 17), 'tampering'],
  [1 << 19, 'parking'],
  [1 << 20, 'geofence'],
  [1 << 26, 'general'],
  [1 << 28, 'movement'],
  [(1 << 29) | (1 << 30), 'accident'],
];

export function readAlarmFlags(
  pendingRecord: PendingRecord,
  flags: number,
  { padlock, aovx, model }: ModelTraits,
): void {
  if (flags === 0) return;
  if (padlock) {
    if (hasBit(flags, 0) || hasBit(flags, 4)) pendingRecord.alarm('removing');
    if (hasBit(flags, 1)) pendingRecord.alarm('tampering');
  } else if (aovx) {
    if (hasBit(flags, 16)) pendingRecord.alarm('movement');
  } else {
    for (const [mask, alarm] of FLAGS) {
      if ((flags & mask) !== 0 && !(alarm === 'accident' && model === 'VL300')) pendingRecord.alarm(alarm);
    }
  }
}

/** Bits 0 and up of several items. */
export const HARSH = ['hardAcceleration', 'hardBraking', 'hardCornering', 'accident', 'tampering'] as const;

/** Alarm codes of Jimi cameras. */
export const JIMI_ALARMS: ReadonlyMap<number, string> = new Map([
  [0x0001, 'fault'],
  [0x0400, 'hardAcceleration'],
  [0x0412, 'hardAcceleration'],
  [0x0401, 'hardBraking'],
  [0x0413, 'hardBraking'],
  [0x0402, 'hardCornering'],
  [0x0414, 'hardCornering'],
  [0x0403, 'overspeed'],
  [0x0405, 'accident'],
  [0x0416, 'accident'],
  [0x0417, 'accident'],
  [0x0406, 'vibration'],
  [0x0407, 'tow'],
  [0x0408, 'geofenceEnter'],
  [0x0409, 'geofenceExit'],
  [0x040c, 'door'],
  [0x0415, 'laneChange'],
  [0x0c01, 'sos'],
  [0x0c02, 'lowPower'],
  [0x0c05, 'general'],
  [0x0c0e, 'powerCut'],
  [0x0c0f, 'lowBattery'],
  [0x0c10, 'powerOff'],
  [0x0c12, 'tampering'],
]);

/** Alarm ids of the transparent alarm list. */
export const LISTED_ALARMS: ReadonlyMap<number, string> = new Map([
  [0x01, 'powerRestored'],
  [0x02, 'powerCut'],
  [0x0e, 'idle'],
  [0x1a, 'hardAcceleration'],
  [0x1b, 'hardBraking'],
  [0x1c, 'hardCornering'],
  [0x1d, 'laneChange'],
  [0x1e, 'laneChange'],
  [0x1f, 'laneChange'],
  [0x23, 'fatigueDriving'],
  [0x25, 'overspeed'],
  [0x26, 'accident'],
  [0x27, 'accident'],
  [0x28, 'accident'],
  [0x31, 'door'],
  [0x32, 'door'],
]);
