import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ADDRESS_FIELDS, CONTACT_FIELDS, type ProfileField } from '../../kernel/accounts/profile-fields.ts';
import styles from '../../ui/form.module.css';
import type { AccountValues } from './account-values.ts';

export interface ProfileFieldsProps {
  readonly values: AccountValues;
  readonly wrong: readonly ProfileField[];
  readonly mayEdit: boolean;
  readonly onChange: (profile: AccountValues['profile']) => void;
}

/** Address and contact data of the user. */
export function ProfileFields({ values, wrong, mayEdit, onChange }: ProfileFieldsProps) {
  const { t } = useTranslation('users');
  const groups = [
    ['address', ADDRESS_FIELDS],
    ['contacts', CONTACT_FIELDS],
  ] as const;
  return groups.map(([name, fields]) => (
    <fieldset key={name} className={styles.group} disabled={!mayEdit}>
      <legend className={styles.legend}>{t(`users:${name}`)}</legend>
      {fields.map((field) => (
        <TextInput
          key={field}
          label={t(`users:field.${field}`)}
          value={values.profile[field]}
          error={wrong.includes(field) ? t('users:problem.valueWrong') : null}
          onChange={(event) => onChange({ ...values.profile, [field]: event.currentTarget.value })}
        />
      ))}
    </fieldset>
  ));
}
