import { alarmOf, terminalAlarm } from './alarms.ts';
import type { Reading } from './reading.ts';

/** These add the high half of the language byte to the alarm code. */
export const EXTENDED_ALARM_TYPES: ReadonlySet<number> = new Set([0x27, 0xa4, 0x39, 0xa9]);
const LANGUAGE_TYPES = new Set([0x36, 0xa2]);

/** Terminal information, voltage, signal and alarm, as the type and model order them. */
export function readStatus(reading: Reading): void {
  const { reader, pending, type, variant, traits, ntLocation } = reading;
  if (type === 0xa2) reader.skip(1); // network indicator
  readTerminalInformation(reading);
  if (variant === 'OBD6') return readObd6(reading);
  if (variant === 'SEEWORLD' && type === 0xa3 && reading.message.length === 0x18)
    return readSeeworldLock(reading);
  if (ntLocation || type === 0xa2) pending.set('power', reader.u16() / 100);
  if (type === 0x13 && traits.r11) pending.set('power', reader.u16() / 100);
  else if (ntLocation) pending.set('battery', reader.u8() / 10);
  else pending.set('batteryLevel', levelOf(reader.u8()));
  pending.set('rssi', reader.u8());
  readAlarm(reading);
}

/** Reads the alarm byte, or what some models send in its place, and the language that belongs to it. */
function readAlarm(reading: Reading): void {
  const { reader, pending, type, variant, traits } = reading;
  if (type === 0x13 && traits.lw) return pending.set('power', (reader.u16() & 0x0fff) / 10);
  if (type === 0x13 && traits.sw) return pending.set('power', reader.u8());
  const code = reader.u8();
  if (variant === 'VXT01') return;
  if (EXTENDED_ALARM_TYPES.has(type)) {
    const language = reader.left > 0 ? reader.u8() : 0;
    return pending.alarm(alarmOf(code + (language >> 4) * 256, traits, variant));
  }
  pending.alarm(alarmOf(code, traits, variant));
  if (variant === 'TRX16I' && type === 0x16) pending.set('event', code);
  if (LANGUAGE_TYPES.has(type) || reading.ntLocation) reader.skip(1);
}

/** Bits for ignition, charge, cut engine and an alarm. */
export function readTerminalInformation({ reader, pending, variant }: Reading): void {
  const information = reader.u8();
  pending.set('status', information);
  pending.set('ignition', (information & 2) !== 0);
  pending.set('charge', (information & 4) !== 0);
  pending.set('blocked', (information & 128) !== 0);
  pending.alarm(terminalAlarm(information, variant));
}

/** Steps 0..6 or a percentage. */
function levelOf(voltage: number): number | null {
  if (voltage <= 6) return Math.trunc((voltage * 100) / 6);
  return voltage <= 100 ? voltage : null;
}

function readObd6({ reader, pending, traits, variant }: Reading): void {
  const signal = reader.u16();
  pending.set('rssi', signal & 31);
  pending.set('sat', ((signal >> 5) & 31) + ((signal >> 10) & 31));
  pending.alarm(alarmOf(reader.u8(), traits, variant));
  reader.skip(1); // language
  pending.set('batteryLevel', reader.u8());
  const mode = reader.u8();
  pending.set('power', reader.u16() / 100);
  reader.skip(3); // reserved, working time
  if (mode === 4) pending.set('temp1', reader.i16() / 10);
}

function readSeeworldLock({ reader, pending }: Reading): void {
  reader.skip(3); // extension, voltage level
  pending.set('rssi', reader.u8());
  pending.set('power', reader.u8());
  reader.skip(3); // language, sound, light
  pending.set('steps', reader.u32());
  pending.set('batteryLevel', reader.u8());
  pending.set('charge', reader.u8() === 1);
  pending.set('motion', reader.u8() === 1);
}
