import { ALARM_TYPES, EVENT_TYPES, FIELD_LIMITS, OWN_EVENT_TYPES } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useCalendars } from '../../kernel/calendars/use-calendars.ts';
import { EVENT_COLORS, TOAST_POSITIONS } from '../../kernel/event-style/event-style.ts';
import { SOUND_NOTES } from '../../kernel/event-style/sound-notes.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { useFeature } from '../../kernel/use-feature.ts';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { MultiField } from '../../ui/fields/multi-field.tsx';
import { optionsOf } from '../../ui/fields/options-of.ts';
import { RuleVehicles } from './rule-vehicles.tsx';
import { checkRule, type RuleProblem, type RuleValues } from './rule-values.ts';
import { useChannelName, useChannels, useRuleCommands, useRuleUsers } from './use-rules.ts';

type Fields = FieldTable<RuleValues>;

/** Fields of a rule below each legend. */
export const RULE_GROUPS = {
  rule: [
    'description',
    'type',
    'alarms',
    'always',
    'deviceIds',
    'channels',
    'commandId',
    'calendarId',
    'priority',
    'late',
    'newUsers',
  ],
  look: ['color', 'position', 'pin', 'sound', 'soundUrl'],
  escalation: ['escalateMinutes', 'escalateUsers', 'escalateChannels'],
} as const satisfies Readonly<Record<string, readonly (keyof RuleValues)[]>>;

/** Fields of a rule. @param isLinked A device or a group is linked already. */
export function useRuleFields(ruleId: number, isLinked: boolean): (values: RuleValues) => Fields {
  const { t } = useTranslation('notifications');
  const eventFields = useEventFields(ruleId);
  const channelFields = useChannelFields();
  const styleFields = useStyleFields();
  const escalationFields = useEscalationFields();
  return (values) => {
    const problems = checkRule(values, isLinked);
    const problem = (name: RuleProblem) => problems.has(name) && t(`notifications:problem.${name}`);
    return {
      ...eventFields(values, problem),
      ...channelFields(values, problem),
      ...styleFields(values, problem),
      ...escalationFields(values, problem),
    };
  };
}

/** Why a field cannot be saved; false = it can. */
type ProblemOf = (name: RuleProblem) => string | false;

/** The event, and the vehicles. */
function useEventFields(ruleId: number) {
  const { t } = useTranslation(['notifications', 'events', 'attributes']);
  const hasOwn = useFeature('ownEvents');
  const types = EVENT_TYPES.filter((value) => hasOwn || !OWN_EVENT_TYPES.includes(value));
  return ({ type, always }: RuleValues, problem: ProblemOf): Fields => ({
    description: {
      kind: 'text',
      label: t('notifications:description'),
      maxLength: FIELD_LIMITS.notification.description,
    },
    type: {
      kind: 'select',
      label: t('notifications:type'),
      required: true,
      options: types.map((value) => ({ value, label: t(`events:kind.${value}`) })),
    },
    alarms: {
      kind: 'custom',
      label: t('notifications:alarms'),
      required: true,
      isHidden: type !== 'alarm',
      problem: problem('alarms'),
      render: (props) => (
        <MultiField
          {...props}
          searchable
          options={[...new Set([...ALARM_TYPES, ...props.value])].map((value) => ({
            value,
            label: t(`attributes:alarm.${value}`, value),
          }))}
        />
      ),
    },
    always: {
      kind: 'switch',
      label: t('notifications:always.label'),
      hint: t('notifications:always.hint'),
    },
    deviceIds: {
      kind: 'custom',
      label: t('notifications:always.linked'),
      problem: problem('devices'),
      render: ({ value, error, disabled, onChange }) => (
        <RuleVehicles
          ruleId={ruleId}
          always={always}
          deviceIds={value}
          problem={error}
          mayEdit={!disabled}
          onChange={onChange}
        />
      ),
    },
  });
}

/** The channels, and when. */
function useChannelFields() {
  const { t } = useTranslation('notifications');
  const { may } = useRights();
  const { user } = useSignedIn();
  const channelName = useChannelName();
  const offered = useChannels();
  const calendars = useCalendars(may('calendars.view')).data ?? [];
  const commands = useRuleCommands().map(({ id, description }) => ({ id, name: description }));
  const isManager = user.administrator || user.userLimit !== 0;
  return ({ channels, commandId, calendarId }: RuleValues, problem: ProblemOf): Fields => ({
    channels: {
      kind: 'custom',
      label: t('notifications:channels'),
      required: true,
      problem: problem('channels'),
      render: (props) => (
        <MultiField
          {...props}
          options={[...new Set([...offered, ...channels])].map((value) => ({
            value,
            label: channelName(value),
          }))}
        />
      ),
    },
    commandId: {
      kind: 'select',
      label: t('notifications:command'),
      required: true,
      isHidden: !channels.includes('command'),
      problem: problem('command'),
      options: optionsOf(commands, commandId, { none: t('notifications:none'), foreign: `#${commandId}` }),
    },
    calendarId: {
      kind: 'select',
      label: t('notifications:calendar'),
      options: optionsOf(calendars, calendarId, {
        none: t('notifications:anyTime'),
        foreign: `#${calendarId}`,
      }),
    },
    priority: { kind: 'switch', label: t('notifications:priority') },
    late: { kind: 'switch', label: t('notifications:late') },
    newUsers: { kind: 'switch', label: t('notifications:newUsers'), isHidden: !isManager },
  });
}

/** Look and sound of a notice in the browser. */
function useStyleFields() {
  const { t } = useTranslation('notifications');
  return ({ sound }: RuleValues, problem: ProblemOf): Fields => ({
    color: {
      kind: 'select',
      label: t('notifications:look.color'),
      options: [
        { value: '', label: t('notifications:look.byKind') },
        ...EVENT_COLORS.map((value) => ({ value, label: t(`notifications:color.${value}`) })),
      ],
    },
    position: {
      kind: 'select',
      label: t('notifications:look.position'),
      options: TOAST_POSITIONS.map((value) => ({ value, label: t(`notifications:position.${value}`) })),
    },
    pin: { kind: 'switch', label: t('notifications:look.pin') },
    sound: {
      kind: 'select',
      label: t('notifications:look.sound'),
      options: [
        { value: '', label: t('notifications:look.default') },
        ...Object.keys(SOUND_NOTES).map((value, at) => ({
          value,
          label: t('notifications:look.number', { n: at + 1 }),
        })),
        { value: 'custom', label: t('notifications:look.custom') },
        { value: 'mute', label: t('notifications:look.mute') },
      ],
    },
    soundUrl: {
      kind: 'text',
      label: t('notifications:look.soundUrl'),
      required: true,
      isHidden: sound !== 'custom',
      problem: problem('soundUrl'),
      input: { type: 'url' },
    },
  });
}

/** Browsers were notified already, and no command is sent twice. */
const NOT_AGAIN = new Set(['web', 'command']);

/** Escalation of an alarm that is not acknowledged within so many minutes. */
function useEscalationFields() {
  const { t } = useTranslation('notifications');
  const channelName = useChannelName();
  const users = useRuleUsers();
  const names = new Map(users.map(({ id, name }) => [String(id), name]));
  return (
    { channels, escalateMinutes, escalateUsers, escalateChannels }: RuleValues,
    problem: ProblemOf,
  ): Fields => {
    const isHidden = escalateMinutes.trim() === '';
    return {
      escalateMinutes: {
        kind: 'text',
        label: t('notifications:escalation.minutes'),
        hint: t('notifications:escalation.hint'),
        problem: problem('escalateMinutes'),
        input: { inputMode: 'numeric' },
      },
      escalateUsers: {
        kind: 'custom',
        label: t('notifications:escalation.users'),
        hint: t('notifications:escalation.usersHint'),
        isHidden,
        render: (props) => (
          <MultiField
            {...props}
            searchable
            options={[...new Set([...names.keys(), ...escalateUsers])].map((value) => ({
              value,
              label: names.get(value) ?? `#${value}`,
            }))}
          />
        ),
      },
      escalateChannels: {
        kind: 'custom',
        label: t('notifications:escalation.channels'),
        hint: t('notifications:escalation.channelsHint'),
        isHidden,
        render: (props) => (
          <MultiField
            {...props}
            options={[...new Set([...channels, ...escalateChannels])]
              .filter((value) => !NOT_AGAIN.has(value))
              .map((value) => ({ value, label: channelName(value) }))}
          />
        ),
      },
    };
  };
}
