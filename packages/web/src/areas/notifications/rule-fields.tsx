import { MultiSelect, NativeSelect, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { ALARM_TYPES, EVENT_TYPES } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useCalendars } from '../../kernel/calendars/use-calendars.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import styles from '../../ui/form.module.css';
import { RuleVehicles } from './rule-vehicles.tsx';
import type { RuleProblem, RuleValues } from './rule-values.ts';
import { useChannelName, useChannels, useRuleCommands } from './use-rules.ts';

export interface RuleFieldsProps {
  readonly values: RuleValues;
  readonly problems: ReadonlySet<RuleProblem>;
  readonly mayEdit: boolean;
  readonly onChange: (part: Partial<RuleValues>) => void;
}

const FLAGS = ['priority', 'late', 'newUsers'] as const;

/** Events, vehicles, schedule and channels of a rule. */
export function RuleFields({
  ruleId,
  values,
  problems,
  mayEdit,
  onChange,
}: RuleFieldsProps & { readonly ruleId: number }) {
  const { t } = useTranslation(['notifications', 'events', 'attributes']);
  const { user } = useSignedIn();
  const isManager = user.administrator || user.userLimit !== 0;
  const types = EVENT_TYPES.map((value) => ({ value, label: t(`events:kind.${value}`) }));
  return (
    <fieldset className={styles.group} disabled={!mayEdit}>
      <TextInput
        label={t('notifications:description')}
        maxLength={4000}
        value={values.description}
        onChange={({ currentTarget: { value } }) => onChange({ description: value })}
      />
      <NativeSelect
        label={t('notifications:type')}
        withAsterisk
        value={values.type}
        data={types}
        onChange={({ currentTarget: { value } }) =>
          onChange({ type: EVENT_TYPES.find((type) => type === value) ?? values.type })
        }
      />
      {values.type === 'alarm' && (
        <AlarmFields values={values} problems={problems} mayEdit={mayEdit} onChange={onChange} />
      )}
      <Switch
        label={t('notifications:always.label')}
        description={t('notifications:always.hint')}
        checked={values.always}
        onChange={({ currentTarget: { checked } }) => onChange({ always: checked })}
      />
      <RuleVehicles
        ruleId={ruleId}
        always={values.always}
        deviceIds={values.deviceIds}
        isMissing={problems.has('devices')}
        mayEdit={mayEdit}
        onChange={(deviceIds) => onChange({ deviceIds })}
      />
      <ChannelFields values={values} problems={problems} mayEdit={mayEdit} onChange={onChange} />
      {FLAGS.filter((name) => name !== 'newUsers' || isManager).map((name) => (
        <Switch
          key={name}
          label={t(`notifications:${name}`)}
          checked={values[name]}
          onChange={({ currentTarget: { checked } }) => onChange({ [name]: checked })}
        />
      ))}
    </fieldset>
  );
}

function AlarmFields({ values, problems, mayEdit, onChange }: RuleFieldsProps) {
  const { t } = useTranslation(['notifications', 'attributes']);
  return (
    <MultiSelect
      label={t('notifications:alarms')}
      withAsterisk
      searchable
      disabled={!mayEdit}
      value={[...values.alarms]}
      data={[...new Set([...ALARM_TYPES, ...values.alarms])].map((value) => ({
        value,
        label: t(`attributes:alarm.${value}`, value),
      }))}
      error={problems.has('alarms') ? t('notifications:problem.alarms') : null}
      onChange={(alarms) => onChange({ alarms })}
    />
  );
}

function ChannelFields({ values, problems, mayEdit, onChange }: RuleFieldsProps) {
  const { t } = useTranslation('notifications');
  const { may } = useRights();
  const channelName = useChannelName();
  const channels = [...new Set([...useChannels(), ...values.channels])];
  const calendars = useCalendars(may('calendars.view')).data ?? [];
  const commands = useRuleCommands();
  return (
    <>
      <MultiSelect
        label={t('notifications:channels')}
        withAsterisk
        disabled={!mayEdit}
        value={[...values.channels]}
        data={channels.map((value) => ({ value, label: channelName(value) }))}
        error={problems.has('channels') ? t('notifications:problem.channels') : null}
        onChange={(chosen) => onChange({ channels: chosen })}
      />
      {values.channels.includes('command') && (
        <NativeSelect
          label={t('notifications:command')}
          withAsterisk
          value={String(values.commandId)}
          data={optionsOf(
            commands.map(({ id, description }) => ({ id, name: description })),
            values.commandId,
            t('notifications:none'),
          )}
          error={problems.has('command') ? t('notifications:problem.command') : null}
          onChange={({ currentTarget: { value } }) => onChange({ commandId: Number(value) })}
        />
      )}
      <NativeSelect
        label={t('notifications:calendar')}
        value={String(values.calendarId)}
        data={optionsOf(calendars, values.calendarId, t('notifications:anyTime'))}
        onChange={({ currentTarget: { value } }) => onChange({ calendarId: Number(value) })}
      />
    </>
  );
}

/** The available options; a value that is not the user's own stays as it is. */
function optionsOf(
  items: readonly { readonly id: number; readonly name: string }[],
  chosen: number,
  none: string,
) {
  const known = items.map(({ id, name }) => ({ value: String(id), label: name }));
  const isForeign = chosen > 0 && !items.some(({ id }) => id === chosen);
  const foreign = isForeign ? [{ value: String(chosen), label: `#${chosen}` }] : [];
  return [{ value: '0', label: none }, ...foreign, ...known];
}
