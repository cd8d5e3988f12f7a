import type { AlarmType } from '@rastro/fleet';
import type { ModelTraits } from './models.ts';
import type { Variant } from './variants.ts';

/** The alarm code of most makers. @source docs/reference/protocols.md §gt06, "Alarm code" */
const CODES: ReadonlyMap<number, AlarmType> = new Map([
  [0x01, 'sos'],
  [0x02, 'powerCut'],
  [0x03, 'vibration'],
  [0x04, 'geofenceEnter'],
  [0x05, 'geofenceExit'],
  [0x06, 'overspeed'],
  [0x09, 'vibration'],
  [0x0c, 'tampering'],
  [0x0e, 'lowBattery'],
  [0x0f, 'lowBattery'],
  [0x11, 'powerOff'],
  [0x13, 'tampering'],
  [0x14, 'door'],
  [0x18, 'removing'],
  [0x19, 'lowBattery'],
  [0x1a, 'hardBraking'],
  [0x1b, 'hardCornering'],
  [0x23, 'fallDown'],
  [0x25, 'tampering'],
  [0x26, 'hardAcceleration'],
  [0x27, 'hardBraking'],
  [0x28, 'hardBraking'],
  [0x29, 'hardAcceleration'],
  [0x2a, 'hardCornering'],
  [0x2b, 'hardCornering'],
  [0x2c, 'accident'],
  [0x2e, 'hardCornering'],
  [0x30, 'jamming'],
  [0x32, 'tampering'],
  [0x33, 'lock'],
  [0x34, 'unlock'],
  [0x53, 'fuelLeak'],
  [0x5b, 'temperature'],
  [0x5c, 'temperature'],
  [0xc9, 'idle'],
  [0xf0, 'hardAcceleration'],
  [0xf1, 'hardBraking'],
  [0xf2, 'accident'],
  [0x0107, 'jamming'],
  [0x010b, 'jamming'],
]);

const LW: ReadonlyMap<number, AlarmType> = new Map([
  [0x18, 'accident'],
  [0x19, 'hardAcceleration'],
]);
const SW: ReadonlyMap<number, AlarmType> = new Map([
  [0x28, 'hardCornering'],
  [0x29, 'accident'],
]);
const VL: ReadonlyMap<number, AlarmType> = new Map([
  [0x09, 'tow'],
  [0x28, 'powerOff'],
  [0x30, 'hardBraking'],
]);
const TRX16I: ReadonlyMap<number, AlarmType> = new Map([
  [0x09, 'geofence'],
  [0x0e, 'lowPower'],
]);

/** @param code With the high half of the language byte in its second byte, where a type has one. */
export function alarmOf(code: number, traits: ModelTraits, variant: Variant): AlarmType | null {
  const own =
    (traits.lw ? LW.get(code) : undefined) ??
    (traits.sw ? SW.get(code) : undefined) ??
    (traits.vl ? VL.get(code) : undefined) ??
    (variant === 'TRX16I' ? TRX16I.get(code) : undefined);
  return own ?? CODES.get(code) ?? null;
}

const TERMINAL: readonly (AlarmType | null)[] = [
  null,
  'vibration',
  'powerCut',
  'lowBattery',
  'sos',
  null,
  'geofence',
  'removing',
];

/** The alarm in bits 3 to 5 of the terminal information. */
export function terminalAlarm(information: number, variant: Variant): AlarmType | null {
  const code = (information >> 3) & 7;
  return code === 7 && variant === 'VXT01' ? 'overspeed' : (TERMINAL[code] ?? null);
}

/** Event codes of type 95 (JC100, JC400). */
const CAMERA_EVENTS: ReadonlyMap<number, AlarmType> = new Map([
  [0x0e, 'lowPower'],
  [0x76, 'temperature'],
  [0x80, 'vibration'],
  [0x87, 'overspeed'],
  [0x88, 'powerCut'],
  [0x90, 'hardAcceleration'],
  [0x91, 'hardBraking'],
  [0x92, 'hardCornering'],
  [0x93, 'accident'],
]);

export function cameraAlarm(event: number, hasPosition: boolean): AlarmType | null {
  if (event === 0x01) return hasPosition ? 'sos' : 'general';
  return CAMERA_EVENTS.get(event) ?? null;
}

/** Alarm module (34) of type 70. */
export const MODULE_ALARMS: ReadonlyMap<number, AlarmType> = new Map([
  [0x10, 'door'],
  [0x12, 'removing'],
  [0x14, 'geofenceEnter'],
  [0x15, 'geofenceExit'],
  [0x16, 'temperature'],
  [0x1a, 'lowBattery'],
  [0x1b, 'overspeed'],
  [0x1c, 'powerOn'],
  [0x1d, 'powerOff'],
  [0x20, 'vibration'],
  [0x21, 'powerCut'],
  [0x23, 'tampering'],
]);
