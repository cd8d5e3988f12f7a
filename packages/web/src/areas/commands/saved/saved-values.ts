import type { Attributes, AttributeValue, SavedCommand } from '@rastro/fleet';
import { attributeDrafts, attributesOf, type AttributeDraft } from '../../../ui/attributes-field.tsx';

/**
 * Types that can be saved, those of the specification first.
 * @source docs/reference/requirements.md SPEC §9 "Command types"
 */
export const SAVED_TYPES = [
  'custom',
  'engineStop',
  'engineResume',
  'anchorEnable',
  'anchorDisable',
  'deviceIdentification',
  'positionSingle',
  'alarmArm',
  'alarmDisarm',
  'outputControl',
  'rebootDevice',
  'positionPeriodic',
  'positionStop',
  'getDeviceStatus',
  'getVersion',
  'requestPhoto',
  'sendSms',
  'setConnection',
  'videoStart',
  'videoStop',
] as const;

interface Parameter {
  /** Attribute and key of its text. */
  readonly name: 'data' | 'index' | 'frequency' | 'phone' | 'message' | 'server' | 'port';
  readonly isNumber: boolean;
  readonly isNeeded: boolean;
}
const text = (name: Parameter['name'], isNeeded = true): Parameter => ({ name, isNumber: false, isNeeded });
const number = (name: Parameter['name']): Parameter => ({ name, isNumber: true, isNeeded: true });

/** Parameters of each type; other attributes are edited as such. @source docs/reference/tracking-api.md §2.10 */
const PARAMETERS: Readonly<Record<string, readonly Parameter[]>> = {
  custom: [text('data')],
  outputControl: [number('index'), text('data')],
  positionPeriodic: [number('frequency')],
  sendSms: [text('phone'), text('message')],
  setConnection: [text('server'), number('port')],
};
export const parametersOf = (type: string): readonly Parameter[] => PARAMETERS[type] ?? [];

/** Values of the form. */
export interface SavedValues {
  readonly description: string;
  readonly type: string;
  readonly textChannel: boolean;
  /** By name, as they are typed. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly attributes: readonly AttributeDraft[];
}

export function savedValues({ description, type, textChannel, attributes }: SavedCommand): SavedValues {
  const names = new Set<string>(parametersOf(type).map(({ name }) => name));
  const parameters = Object.fromEntries(
    [...names].flatMap((name) => (attributes[name] === undefined ? [] : [[name, typed(attributes[name])]])),
  );
  return { description, type, textChannel, parameters, attributes: attributeDrafts(attributes, names) };
}

/** Returns the names of the parameters that are missing or wrong. */
export function wrongParameters(type: string, parameters: SavedValues['parameters']): ReadonlySet<string> {
  const wrong = parametersOf(type).filter(({ name, isNumber, isNeeded }) => {
    const value = (parameters[name] ?? '').trim();
    return value === '' ? isNeeded : isNumber && !/^\d{1,9}$/.test(value);
  });
  return new Set(wrong.map(({ name }) => name));
}

/** The command as it is written; what belongs to another type goes with it. */
export function changedCommand(command: SavedCommand, values: SavedValues): SavedCommand {
  const given: Record<string, AttributeValue> = {};
  for (const { name, isNumber } of parametersOf(values.type)) {
    const value = (values.parameters[name] ?? '').trim();
    if (value !== '') given[name] = isNumber ? Number(value) : value;
  }
  const attributes: Attributes = { ...attributesOf(values.attributes), ...given };
  const { description, type, textChannel } = values;
  return { ...command, description: description.trim(), type, textChannel, attributes };
}

const typed = (value: AttributeValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
