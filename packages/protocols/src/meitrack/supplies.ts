import { decimalOf, hexNumberOf } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';

/** Volts a step of the internal battery and of the external supply. */
type Scale = readonly [battery: number, power: number];

const T1: Scale = [(3.3 * 2) / 4096, (3.3 * 16) / 4096];
const SCALES: Readonly<Record<string, Scale>> = {
  MVT340: [(3 * 2) / 1024, (3 * 16) / 1024],
  MVT380: [(3 * 2) / 1024, (3 * 16) / 1024],
  MT90: [(3.3 * 2) / 4096, 1],
  MT90G: [(3 * 2) / 4096, 1],
  T1,
  T3: T1,
  MVT100: T1,
  MVT600: T1,
  MVT800: T1,
  TC68: T1,
  TC68S: T1,
};

/** Five voltages in decimal, or five raw inputs in hexadecimal whose last two the model scales. */
export function readSupplies(pendingRecord: PendingRecord, text: string, model: string | null): void {
  const values = text.split('|');
  if (values.length < 5) return;
  if (text.includes('.')) {
    pendingRecord.set('battery', decimalOf(values[0] ?? ''));
    pendingRecord.set('power', decimalOf(values[1] ?? ''));
    return;
  }
  pendingRecord.set('adc1', hexNumberOf(values[0] ?? ''));
  pendingRecord.set('adc2', hexNumberOf(values[1] ?? ''));
  pendingRecord.set('adc3', hexNumberOf(values[2] ?? ''));
  const battery = hexNumberOf(values[3] ?? '');
  const power = hexNumberOf(values[4] ?? '');
  const scale = model === null || !Object.hasOwn(SCALES, model) ? undefined : SCALES[model];
  if (battery !== null) pendingRecord.set('battery', scale ? battery * scale[0] : battery / 100);
  if (power !== null) pendingRecord.set('power', scale ? power * scale[1] : power / 100);
}
