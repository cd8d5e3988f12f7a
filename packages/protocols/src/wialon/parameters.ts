import { decimalOf } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';

type Value = string | number | boolean;

/** `name:type:value`, separated by commas. A number counts as one whatever its type. */
export function readParameters(pendingRecord: PendingRecord, text: string): void {
  if (text === '') return;
  const values = new Map<string, Value>();
  for (const parameter of text.split(',')) {
    const [name = '', type = '', ...rest] = parameter.split(':');
    if (name !== '' && type !== '' && rest.length > 0)
      values.set(name.trim().toLowerCase(), typed(rest.join(':')));
  }
  takeKnown(pendingRecord, values);
  takeTowers(pendingRecord, values);
  for (const [name, value] of values) if (name !== '__proto__') pendingRecord.set(name, value);
}

function typed(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true';
  return decimalOf(text) ?? text;
}

function takeKnown(pendingRecord: PendingRecord, values: Map<string, Value>): void {
  const accuracy = values.get('accuracy');
  if (typeof accuracy === 'number') {
    if (pendingRecord.fix) pendingRecord.fix = { ...pendingRecord.fix, accuracy };
    values.delete('accuracy');
  }
  for (const [name, attribute] of [
    ['bat', 'batteryLevel'],
    ['temp', 'deviceTemp'],
  ] as const) {
    const value = values.get(name);
    if (typeof value !== 'number') continue;
    pendingRecord.set(attribute, Math.trunc(value));
    values.delete(name);
  }
  if (values.get('sos') === 1) pendingRecord.alarm('sos');
}

const MAX_TOWERS = 9;

/** Without a suffix and with 1 to 9; the cell id stays a parameter. */
function takeTowers(pendingRecord: PendingRecord, values: Map<string, Value>): void {
  for (let suffix = 0; suffix <= MAX_TOWERS; suffix++) {
    const [mcc, mnc, lac, cellId] = ['mcc', 'mnc', 'lac', 'cell_id'].map((name) =>
      numberAt(values, name, suffix),
    );
    if (mcc == null || mnc == null || lac == null || cellId == null) {
      if (suffix > 0) return;
      continue;
    }
    pendingRecord.tower({ mcc, mnc, lac, cellId, signal: null });
    for (const name of ['mcc', 'mnc', 'lac']) values.delete(keyOf(name, suffix));
  }
}

const keyOf = (name: string, suffix: number): string => (suffix === 0 ? name : `${name}${suffix}`);

function numberAt(values: ReadonlyMap<string, Value>, name: string, suffix: number): number | null {
  const value = values.get(keyOf(name, suffix));
  return typeof value === 'number' ? value : null;
}
