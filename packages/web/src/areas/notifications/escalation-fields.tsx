import { MultiSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { useTranslation } from 'react-i18next';
import styles from '../../ui/form.module.css';
import type { RuleFieldsProps } from './rule-fields.tsx';
import { useChannelName, useRuleUsers } from './use-rules.ts';

/** Browsers were notified already, and no command is sent twice. */
const NOT_AGAIN = new Set(['web', 'command']);

/** Users offered at once; the search of the field finds the others. */
const MAX_OPTIONS = 50;

/** Escalation when nobody acknowledges within so many minutes. */
export function EscalationFields({ values, problems, mayEdit, onChange }: RuleFieldsProps) {
  const { t } = useTranslation('notifications');
  const channelName = useChannelName();
  const users = useRuleUsers();
  const names = new Map(users.map(({ id, name }) => [String(id), name]));
  const channels = new Set([...values.channels, ...values.escalateChannels]);
  const isOn = values.escalateMinutes.trim() !== '';
  return (
    <fieldset className={styles.group} disabled={!mayEdit}>
      <legend className={styles.legend}>{t('notifications:escalation.title')}</legend>
      <TextInput
        label={t('notifications:escalation.minutes')}
        description={t('notifications:escalation.hint')}
        inputMode="numeric"
        value={values.escalateMinutes}
        error={problems.has('escalateMinutes') ? t('notifications:problem.escalateMinutes') : null}
        onChange={({ currentTarget: { value } }) => onChange({ escalateMinutes: value })}
      />
      {isOn && (
        <>
          <MultiSelect
            label={t('notifications:escalation.users')}
            description={t('notifications:escalation.usersHint')}
            searchable
            limit={MAX_OPTIONS}
            disabled={!mayEdit}
            value={[...values.escalateUsers]}
            data={[...new Set([...names.keys(), ...values.escalateUsers])].map((value) => ({
              value,
              label: names.get(value) ?? `#${value}`,
            }))}
            onChange={(escalateUsers) => onChange({ escalateUsers })}
          />
          <MultiSelect
            label={t('notifications:escalation.channels')}
            description={t('notifications:escalation.channelsHint')}
            disabled={!mayEdit}
            value={[...values.escalateChannels]}
            data={[...channels]
              .filter((value) => !NOT_AGAIN.has(value))
              .map((value) => ({ value, label: channelName(value) }))}
            onChange={(escalateChannels) => onChange({ escalateChannels })}
          />
        </>
      )}
    </fieldset>
  );
}
