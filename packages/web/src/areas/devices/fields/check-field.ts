import { momentOf } from '../../../i18n/zoned-time.ts';
import {
  fixedOffsetMs,
  isIccid,
  isPlate,
  isPlausibleIdentifier,
  isRenavam,
  isRoundedNumber,
  isTimeZone,
  isVin,
  parseFuelTable,
} from '@rastro/fleet';
import { FIELD_NAMES, fieldOf, type DeviceField, type FieldName } from './device-fields.ts';
import { fieldNumber, type DeviceValues, type NumberWriting } from './field-text.ts';

/** Why a text cannot be saved; a key below `deviceform:problem`. */
export type FieldProblem =
  | 'required'
  | 'tooLong'
  | 'notANumber'
  | 'negative'
  | 'notADate'
  | 'reserved'
  | 'rounded'
  | 'fuelTable'
  | 'zone';
/** Likely typing mistake that can still be saved; a key below `deviceform:warning`. */
export type FieldWarning = 'plate' | 'imei' | 'iccid' | 'renavam' | 'vin' | 'email' | 'simDates';

/** @source docs/reference/requirements.md SPEC §5 "Device form: name and unique identifier required" */
export function checkField(
  { kind, required, maxLength, name }: DeviceField,
  value: string,
  writing: NumberWriting,
): FieldProblem | null {
  const text = value.trim();
  if (text === '') return required === true ? 'required' : null;
  if (maxLength !== undefined && text.length > maxLength) return 'tooLong';
  if (isLongNumber(name) && isRoundedNumber(text)) return 'rounded';
  // It would hide the device (docs/reference/requirements.md SPEC §3).
  if (name === 'uniqueId' && /^deleted-[^-]*-[^-]*$/.test(text)) return 'reserved';
  if (name === 'fuelTable') return parseFuelTable(text).ok ? null : 'fuelTable';
  if (name === 'decoderZone') return isTimeZone(text) || fixedOffsetMs(text) !== null ? null : 'zone';
  if (kind === 'date') return isDay(text) ? null : 'notADate';
  if (kind === 'moment') return Number.isNaN(momentOf(text, 'UTC')) ? 'notADate' : null;
  if (kind !== 'money' && kind !== 'decimal' && kind !== 'speed') return null;
  const number = fieldNumber(kind, text, writing);
  if (number === null) return 'notANumber';
  return number < 0 ? 'negative' : null;
}

/** Spreadsheets take these for quantities and round them. */
const isLongNumber = (name: FieldName): boolean =>
  name === 'uniqueId' || name === 'iccid' || name === 'phone';

export type Problems = Partial<Record<FieldName, FieldProblem>>;

export function checkDevice(values: DeviceValues, writing: NumberWriting): Problems {
  const problems: Problems = {};
  for (const name of FIELD_NAMES) {
    const problem = checkField(fieldOf(name), values[name], writing);
    if (problem !== null) problems[name] = problem;
  }
  return problems;
}

const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DOUBTS: Partial<Record<FieldName, readonly [FieldWarning, (text: string) => boolean]>> = {
  plate: ['plate', isPlate],
  uniqueId: ['imei', isPlausibleIdentifier],
  iccid: ['iccid', isIccid],
  renavam: ['renavam', isRenavam],
  vin: ['vin', isVin],
  installEmail: ['email', (text) => MAIL.test(text)],
};

/** Warning for a value that is probably mistyped. */
export function doubtAbout(name: FieldName, values: DeviceValues): FieldWarning | null {
  const text = values[name].trim();
  if (text === '') return null;
  // Civil dates of one form: the order of their texts is theirs.
  if (name === 'simValidity' && values.simActivation > text) return 'simDates';
  const [warning, isFine] = DOUBTS[name] ?? [];
  return warning === undefined || isFine === undefined || isFine(text) ? null : warning;
}

/** A civil date of the calendar: no 31st of February. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
