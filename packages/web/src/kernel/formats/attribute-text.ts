import { ALARM_TYPES, knots, type AttributeValue } from '@rastro/fleet';
import type { TFunction } from 'i18next';
import type { Format } from '../../i18n/format.ts';
import { kindOf, readAttributeName, type AttributeKind } from './attribute-kinds.ts';

/** The user's language and units. */
export interface TextContext {
  readonly t: TFunction<readonly ['devices', 'attributes']>;
  readonly format: Format;
}

/** The name of an attribute; an unknown key is its own name. */
export function attributeName(key: string, { t }: Pick<TextContext, 't'>): string {
  const name = readAttributeName(key);
  if (name.kind === 'known') return t(`attributes:key.${name.key}`);
  if (name.kind === 'numbered') return t(`attributes:numbered.${name.key}`, { number: name.number });
  return key;
}

/** The value of an attribute with its unit. A value of another type than expected is shown as it came. */
export function attributeText(key: string, value: AttributeValue, textContext: TextContext): string {
  const kind = kindOf(readAttributeName(key));
  const { t } = textContext;
  if (value === null || value === '') return t('devices:unknown');
  if (typeof value === 'boolean') return t(value ? 'devices:yes' : 'devices:no');
  if (typeof value === 'number') return numberText(kind, value, textContext);
  if (typeof value === 'object') return JSON.stringify(value);
  if (kind === 'flag' && (value === 'true' || value === 'false')) {
    return t(value === 'true' ? 'devices:yes' : 'devices:no');
  }
  return kind === 'alarm' ? alarmText(value, textContext) : value;
}

function numberText(kind: AttributeKind, value: number, { format, t }: TextContext): string {
  switch (kind) {
    case 'distance':
      return format.distance(value);
    case 'metres':
      return value >= 1000 ? format.distance(value) : format.unit(value, 'meter');
    case 'knots':
      return format.speed(knots(value));
    case 'kmh':
      return format.unit(value, 'kilometer-per-hour');
    case 'duration':
      return format.duration(value);
    case 'volt':
      return `${format.number(value, 2)} V`;
    case 'percent':
      return format.unit(value, 'percent', 1);
    case 'celsius':
      return format.unit(value, 'celsius', 1);
    case 'litre':
      return format.unit(value, 'liter', 1);
    case 'litrePerHour':
      return format.unit(value, 'liter-per-hour', 1);
    case 'kilogram':
      return format.unit(value, 'kilogram', 1);
    case 'rpm':
      return t('attributes:unit.rpm', { value: format.number(value) });
    case 'bpm':
      return t('attributes:unit.bpm', { value: format.number(value) });
    case 'flag':
      return t(value === 0 ? 'devices:no' : 'devices:yes');
    case 'alarm':
    case 'plain':
      return format.number(value, 3);
  }
}

/** Several names may be joined by commas (docs/reference/tracking-api.md §2.3). */
function alarmText(value: string, { t }: TextContext): string {
  return value
    .split(',')
    .map((name) => ALARM_TYPES.find((known) => known === name.trim()) ?? name.trim())
    .map((name) => (isAlarm(name) ? t(`attributes:alarm.${name}`) : name))
    .join(', ');
}

function isAlarm(name: string): name is (typeof ALARM_TYPES)[number] {
  return ALARM_TYPES.some((known) => known === name);
}
