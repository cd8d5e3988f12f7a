import { HOUR_MS } from '@rastro/base';
import { isDigits } from '../ascii.ts';
import { hexNumberOf } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';

/** `HHHHH:MM:SS` in milliseconds; null when it is something else. */
export function hourMeterMs(text: string): number | null {
  const parts = text.split(':');
  if (parts.length !== 3 || !parts.every(isDigits)) return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.map(Number);
  return hours * HOUR_MS + minutes * 60_000 + seconds * 1000;
}

/** Six hexadecimal digits, or ten of which the last six count. */
export const isDeviceStatus = (text: string): boolean =>
  (text.length === 6 || text.length === 10) && hexNumberOf(text) !== null;

/** State, inputs and outputs, a byte each. States 11, 12, 16 are off, 21 and 22 on, others say nothing. */
export function setDeviceStatus(pendingRecord: PendingRecord, text: string): void {
  if (!isDeviceStatus(text)) return;
  const status = hexNumberOf(text.slice(-6)) ?? 0;
  const state = status >> 16;
  if (state & 0x10) pendingRecord.set('ignition', false);
  else if (state & 0x20) pendingRecord.set('ignition', true);
  const input = (status >> 8) & 0xff;
  const output = status & 0xff;
  pendingRecord.set('input', input);
  pendingRecord.set('in1', (input & 2) !== 0);
  pendingRecord.set('in2', (input & 4) !== 0);
  pendingRecord.set('output', output);
  pendingRecord.set('out1', (output & 1) !== 0);
  pendingRecord.set('out2', (output & 2) !== 0);
}

/** Converts kilometers to meters; null stays null. */
export const metres = (km: number | null): number | null => (km === null ? null : km * 1000);
export const volts = (millivolts: number | null): number | null =>
  millivolts === null ? null : millivolts / 1000;
