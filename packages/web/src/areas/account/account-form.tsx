import { PasswordInput, TextInput } from '@mantine/core';
import { type User, matchLanguage } from '@rastro/fleet';
import type { UserWrite } from '@rastro/tracking-client';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { checkMapDefaults } from '../../kernel/map-defaults/map-defaults.ts';
import { MapDefaultsFields } from '../../kernel/map-defaults/map-defaults-fields.tsx';
import { overTheirs } from '../../kernel/queries/over-theirs.ts';
import { useSettingsEditor } from '../../kernel/screens/use-settings-editor.ts';
import { useServices } from '../../kernel/services.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import styles from '../../ui/form.module.css';
import {
  changedUser,
  changesSignIn,
  checkAccount,
  passwordStrength,
  invalidProfileFields,
  type AccountField,
  type AccountValues,
} from './account-values.ts';
import { ProfileFields } from './profile-fields.tsx';
import { DisplayFields } from './display-fields.tsx';

export interface AccountFormProps {
  readonly user: User;
  readonly initial: AccountValues;
  /** Attribute that keeps the language. */
  readonly languageKey: string;
  readonly brand: string;
  readonly mayEdit: boolean;
}

/** Form state of an account, and how it is saved. */
function useAccountEditor({ user, initial, languageKey, brand, mayEdit }: AccountFormProps) {
  const { t, i18n } = useTranslation('account');
  const { client, session, preferences } = useServices();
  const reported = useRef<UserWrite | null>(null);
  // The fields show defaults that the server does not store: changes by others are detected against this original.
  const opened = useRef<User>(user);
  return useSettingsEditor<AccountValues, User>({
    initial,
    mayEdit,
    success: t('account:saved'),
    isWrong: (values) =>
      Object.keys({ ...checkAccount(user, values), ...checkMapDefaults(values.map) }).length > 0 ||
      invalidProfileFields(values).length > 0,
    write: async ({ before, after }, signal) => {
      const from = opened.current;
      const edits = {
        opened: from,
        before: changedUser(from, before, brand),
        mine: changedUser(from, after, brand),
        reported,
      };
      const merged = await overTheirs<UserWrite>(client.users, edits, signal);
      return merged.ok ? client.users.update(merged.value, signal) : merged;
    },
    onSaved: (written, values) => {
      opened.current = written;
      reported.current = null;
      const chosen = values.attributes[languageKey];
      const language = typeof chosen === 'string' ? matchLanguage(chosen) : null;
      if (language !== null) {
        preferences.write('locale', language);
        void i18n.changeLanguage(language);
      }
      session.setUser(written);
      return { ...values, password: '', confirmation: '', currentPassword: '' };
    },
  });
}

export function AccountForm(props: AccountFormProps) {
  const { t } = useTranslation(['account', 'errors']);
  const { user, languageKey, mayEdit } = props;
  const { values, isChecked, change, form, question } = useAccountEditor(props);
  const problems = isChecked ? checkAccount(user, values) : {};
  const mapProblems = isChecked ? checkMapDefaults(values.map) : {};
  return (
    <EntityForm {...form} readonlyText={t('account:readonly')}>
      <fieldset className={styles.group} disabled={!mayEdit}>
        <legend className={styles.legend}>{t('account:identity')}</legend>
        <IdentityFields user={user} values={values} problems={problems} onChange={change} />
      </fieldset>
      <ProfileFields
        values={values}
        wrong={isChecked ? invalidProfileFields(values) : []}
        mayEdit={mayEdit}
        onChange={(profile) => change({ profile })}
      />
      <fieldset className={styles.group} disabled={!mayEdit}>
        <legend className={styles.legend}>{t('account:display')}</legend>
        <DisplayFields values={values} languageKey={languageKey} onChange={change} />
      </fieldset>
      <fieldset className={styles.group} disabled={!mayEdit}>
        <legend className={styles.legend}>{t('account:map.title')}</legend>
        <MapDefaultsFields
          values={values.map}
          problems={mapProblems}
          onChange={(part) => change({ map: { ...values.map, ...part } })}
        />
      </fieldset>
      {question}
    </EntityForm>
  );
}

interface IdentityFieldsProps {
  readonly user: User;
  readonly values: AccountValues;
  readonly problems: ReturnType<typeof checkAccount>;
  readonly onChange: (part: Partial<AccountValues>) => void;
}

/** Name, e-mail, and a new password if there is to be one. */
function IdentityFields({ user, values, problems, onChange }: IdentityFieldsProps) {
  const { t } = useTranslation('account');
  const field = (name: AccountField) => ({
    label: t(`account:${name}`),
    value: values[name],
    error: problems[name] === undefined ? null : t(`account:${problems[name]}`),
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ [name]: event.currentTarget.value }),
  });
  const strength = passwordStrength(values);
  const reveal = { 'aria-label': t('common:showPassword'), tabIndex: 0 };
  return (
    <>
      <TextInput {...field('name')} autoComplete="name" />
      <TextInput
        {...field('email')}
        autoComplete="email"
        inputMode="email"
        disabled={user.fixedEmail && !user.administrator}
      />
      <TextInput {...field('phone')} autoComplete="tel" inputMode="tel" />
      <PasswordInput
        {...field('password')}
        description={strength === null ? t('account:passwordHint') : t(`account:strength.${strength}`)}
        autoComplete="new-password"
        visibilityToggleButtonProps={reveal}
      />
      {values.password !== '' && (
        <PasswordInput
          {...field('confirmation')}
          autoComplete="new-password"
          visibilityToggleButtonProps={reveal}
        />
      )}
      {changesSignIn(user, values) && (
        <PasswordInput
          {...field('currentPassword')}
          description={t('account:currentHint')}
          autoComplete="current-password"
          visibilityToggleButtonProps={reveal}
        />
      )}
    </>
  );
}
