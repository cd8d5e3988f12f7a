import {
  channelsIn,
  LONGEST_ESCALATION_MIN,
  NEW_USERS_ATTRIBUTE,
  soundUrl,
  type Attributes,
  type AttributeValue,
  type EventType,
  type NotificationRule,
} from '@rastro/fleet';
import { eventStyle, type EventColor, type ToastPosition } from '../../kernel/event-style/event-style.ts';
import { attributeDrafts, attributesOf, type AttributeDraft } from '../../ui/attributes-field.tsx';

/** Attributes that have fields of their own, in addition to those of the brand. */
const OWN = [
  'alarms',
  'priority',
  'late',
  NEW_USERS_ATTRIBUTE,
  'escalateMinutes',
  'escalateUsers',
  'escalateChannels',
] as const;
const STYLE_ATTRIBUTES = ['sound', 'soundURL', 'color', 'pin', 'position'] as const;

/** Values of the form. */
export interface RuleValues {
  readonly description: string;
  readonly type: EventType;
  readonly always: boolean;
  /** Linked when the rule is saved. */
  readonly deviceIds: readonly number[];
  readonly channels: readonly string[];
  readonly alarms: readonly string[];
  readonly commandId: number;
  readonly calendarId: number;
  readonly priority: boolean;
  /** Notifies of late events, too. */
  readonly late: boolean;
  /** Accounts that are made below get it. */
  readonly newUsers: boolean;
  /** Minutes as they are typed; empty = never. */
  readonly escalateMinutes: string;
  readonly escalateUsers: readonly string[];
  readonly escalateChannels: readonly string[];
  /** `audio1` … `audio24`, `custom` or `mute`; empty = the default. */
  readonly sound: string;
  readonly soundUrl: string;
  /** Empty = by the kind of event. */
  readonly color: EventColor | '';
  readonly pin: boolean;
  readonly position: ToastPosition;
  readonly attributes: readonly AttributeDraft[];
}
export type RuleProblem = 'devices' | 'alarms' | 'channels' | 'command' | 'soundUrl' | 'escalateMinutes';

const listed = (value: AttributeValue | undefined): readonly string[] =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const isOn = (value: AttributeValue | undefined): boolean => value === true || value === 'true';

export function ruleValues(rule: NotificationRule, brand: string): RuleValues {
  const { attributes, type } = rule;
  const style = eventStyle(rule, brand);
  return {
    description: rule.description ?? '',
    type,
    always: rule.always,
    deviceIds: [],
    channels: channelsIn(rule.notificators),
    alarms: listed(attributes['alarms']),
    commandId: rule.commandId,
    calendarId: rule.calendarId,
    priority: isOn(attributes['priority']),
    late: isOn(attributes['late']),
    newUsers: isOn(attributes[NEW_USERS_ATTRIBUTE]),
    escalateMinutes: listed(attributes['escalateMinutes']).join(),
    escalateUsers: listed(attributes['escalateUsers']),
    escalateChannels: listed(attributes['escalateChannels']),
    sound: style.sound ?? '',
    soundUrl: style.soundUrl ?? '',
    color: style.color ?? '',
    pin: style.pinned,
    position: style.position,
    attributes: attributeDrafts(
      attributes,
      new Set([...OWN, ...STYLE_ATTRIBUTES.map((name) => `${brand}.${name}`)]),
    ),
  };
}

/**
 * @param isLinked A device or a group is linked already.
 * @returns what is wrong; the server asks the same. @source docs/reference/requirements.md SPEC §5 "Notification"
 */
export function checkRule(values: RuleValues, isLinked: boolean): ReadonlySet<RuleProblem> {
  const minutes = values.escalateMinutes.trim();
  const isWrongMinutes =
    minutes !== '' && !(/^[1-9]\d{0,3}$/.test(minutes) && Number(minutes) <= LONGEST_ESCALATION_MIN);
  const wrong: readonly (readonly [RuleProblem, boolean])[] = [
    ['devices', !values.always && !isLinked && values.deviceIds.length === 0],
    ['alarms', values.type === 'alarm' && values.alarms.length === 0],
    ['channels', values.channels.length === 0],
    ['command', values.channels.includes('command') && values.commandId === 0],
    ['soundUrl', isSoundMissing(values)],
    ['escalateMinutes', isWrongMinutes],
  ];
  return new Set(wrong.flatMap(([name, is]) => (is ? [name] : [])));
}
const isSoundMissing = ({ sound, soundUrl: address }: RuleValues): boolean =>
  sound === 'custom' && soundUrl(address.trim(), window.location.origin) === null;

/** The rule as it is written; a field without a value leaves nothing behind. */
export function changedRule(rule: NotificationRule, values: RuleValues, brand: string): NotificationRule {
  const { type, always, channels, calendarId } = values;
  return {
    ...rule,
    type,
    always,
    calendarId,
    description: values.description.trim() === '' ? null : values.description.trim(),
    notificators: channels.join(),
    commandId: channels.includes('command') ? values.commandId : 0,
    attributes: {
      ...attributesOf(values.attributes),
      ...ruleAttributesOf(values),
      ...styleAttributesOf(values, brand),
    },
  };
}

function ruleAttributesOf(values: RuleValues): Attributes {
  const { alarms, priority, late, newUsers, escalateMinutes, escalateUsers, escalateChannels } = values;
  const escalates = escalateMinutes.trim() !== '';
  return {
    ...(values.type === 'alarm' && { alarms: alarms.join() }),
    ...(priority && { priority: true }),
    ...(late && { late: true }),
    ...(newUsers && { [NEW_USERS_ATTRIBUTE]: true }),
    ...(escalates && { escalateMinutes: Number(escalateMinutes) }),
    ...(escalates && escalateUsers.length > 0 && { escalateUsers: escalateUsers.join() }),
    ...(escalates && escalateChannels.length > 0 && { escalateChannels: escalateChannels.join() }),
  };
}

function styleAttributesOf(
  { sound, soundUrl: address, color, pin, position }: RuleValues,
  brand: string,
): Attributes {
  return {
    ...(sound !== '' && { [`${brand}.sound`]: sound }),
    ...(sound === 'custom' && { [`${brand}.soundURL`]: address.trim() }),
    ...(color !== '' && { [`${brand}.color`]: color }),
    ...(pin && { [`${brand}.pin`]: true }),
    ...(position !== 'bottom-right' && { [`${brand}.position`]: position }),
  };
}
