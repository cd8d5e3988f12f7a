import { localTime, momentOf } from '../../../i18n/zoned-time.ts';
import {
  knotsFrom,
  DEVICE_ATTRIBUTES,
  writtenPlate,
  type AttributeValue,
  type Device,
  type Language,
  type SpeedUnit,
} from '@rastro/fleet';
import { centsText, numberText, ownSigns, readNumber, speedText } from '../../../i18n/number-text.ts';
import { recordOf } from '../../../ui/fields/record-of.ts';
import { FIELD_NAMES, fieldOf, type DeviceField, type FieldName } from './device-fields.ts';

/** Number format of this user, and the prefix under which the deployment stores its own attributes. */
export interface FieldContext {
  readonly brand: string;
  readonly language: Language;
  readonly speedUnit: SpeedUnit;
  /** IANA name: moments are typed as its clocks show them. */
  readonly zone: string;
}
/** All fields as text, the way they stand in the form. A flag is `true` or empty, a link an id or empty. */
export type DeviceValues = Readonly<Record<FieldName, string>>;

export function deviceValues(device: Device, context: FieldContext): DeviceValues {
  return recordOf(FIELD_NAMES, (name) => fieldText(fieldOf(name), device, context));
}

export function fieldText({ at, kind }: DeviceField, device: Device, context: FieldContext): string {
  const value = 'core' in at ? device[at.core] : firstOf(device, namesAt({ at }, device, context.brand));
  if (value === null || value === undefined || value === '' || value === false) return '';
  if (kind === 'flag') return value === true || value === 'true' ? 'true' : '';
  if (kind === 'speed') return limitText(Number(value), context);
  if (typeof value === 'number') {
    if (kind === 'group' || kind === 'calendar') return value === 0 ? '' : String(value);
    return kind === 'money'
      ? centsText(value, context.language)
      : numberText(value, context.language, MAX_DIGITS);
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  return kind === 'moment' ? localTime(Date.parse(value), context.zone) : value;
}

const limitText = (speedKn: number, { speedUnit, language }: FieldContext): string =>
  speedKn > 0 ? speedText(speedKn, speedUnit, language) : '';

/**
 * The device with one field as it was typed; everything else stays as it was.
 * @param text Must have passed `checkField`.
 */
export function withField(field: DeviceField, device: Device, text: string, context: FieldContext): Device {
  const value = valueOf(field, text.trim(), context);
  const { at } = field;
  if ('core' in at) return { ...device, [at.core]: value };
  const [name = '', ...others] = namesAt(field, device, context.brand);
  const attributes: Record<string, AttributeValue> = { ...device.attributes };
  for (const other of others) delete attributes[other];
  if (value === null) delete attributes[name];
  else attributes[name] = value;
  // Some protocols decode by the model of the tracker, which the tracking API stores outside the attributes.
  const isTracker = name === DEVICE_ATTRIBUTES.gpsModel;
  return { ...device, attributes, ...(isTracker && { model: typeof value === 'string' ? value : null }) };
}

/** The device with every field whose text is another one now: untouched fields keep their exact value. */
export function withValues(device: Device, values: DeviceValues, context: FieldContext): Device {
  const before = deviceValues(device, context);
  return FIELD_NAMES.reduce(
    (changed, name) =>
      values[name] === before[name] ? changed : withField(fieldOf(name), changed, values[name], context),
    device,
  );
}

const MAX_DIGITS = 3;

/** An operator's data may have the plate below the brand's prefix: it is written where it stands. */
function namesAt({ at }: Pick<DeviceField, 'at'>, device: Device, brand: string): readonly string[] {
  if ('branded' in at) return [`${brand}.${at.branded}`];
  if (!('attribute' in at)) return [];
  const branded = `${brand}.${at.attribute}`;
  return at.attribute === DEVICE_ATTRIBUTES.plate && branded in device.attributes
    ? [branded, at.attribute]
    : [at.attribute];
}

function firstOf({ attributes }: Device, names: readonly string[]): AttributeValue | undefined {
  for (const name of names) {
    const value = attributes[name];
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** Parses a typed value; null = nothing is stored. */
function valueOf({ kind, at }: DeviceField, text: string, context: FieldContext): AttributeValue {
  if (kind === 'flag') return text === 'true';
  if (kind === 'group' || kind === 'calendar') return Number(text);
  if (text === '') return 'core' in at && (at.core === 'name' || at.core === 'uniqueId') ? '' : null;
  if (kind === 'plate') return writtenPlate(text);
  if (kind === 'moment') return new Date(momentOf(text, context.zone)).toISOString();
  const number = fieldNumber(kind, text, context);
  if (kind === 'money') return number === null ? null : Math.round(number * 100);
  if (kind === 'decimal') return number;
  if (kind === 'speed') return number === null || number === 0 ? null : knotsFrom(number, context.speedUnit);
  return text;
}

/** Number format of this user. */
export type NumberWriting = Pick<FieldContext, 'language' | 'speedUnit'>;

/** The number in a field of money, a speed or another one. */
export function fieldNumber(
  kind: DeviceField['kind'],
  text: string,
  { language, speedUnit }: NumberWriting,
): number | null {
  const own = kind === 'money' ? ownSigns.money(language) : kind === 'speed' ? ownSigns.speed(speedUnit) : [];
  return readNumber(text, language, own);
}
