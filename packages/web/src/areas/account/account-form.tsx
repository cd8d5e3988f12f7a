import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type User, matchLanguage } from '@rastro/fleet';
import type { UserWrite } from '@rastro/tracking-client';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { checkMapDefaults } from '../../kernel/map-defaults/map-defaults.ts';
import { MapDefaultsFields } from '../../kernel/map-defaults/map-defaults-fields.tsx';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './account.module.css';
import {
  changedUser,
  changesSignIn,
  checkAccount,
  type AccountField,
  type AccountValues,
} from './account-values.ts';
import { DisplayFields } from './display-fields.tsx';

export interface AccountFormProps {
  readonly user: User;
  readonly initial: AccountValues;
  /** Attribute that keeps the language. */
  readonly languageKey: string;
  readonly mayEdit: boolean;
}

/** What is typed of an account, and its way to the server. */
function useAccountEditor({ user, initial, languageKey }: Omit<AccountFormProps, 'mayEdit'>) {
  const { i18n } = useTranslation();
  const { client, session, preferences } = useServices();
  const [values, setValues] = useState(initial);
  const [checked, setChecked] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { busy, failure, run, forget } = useWrite((changed: UserWrite, signal) =>
    client.users.update(changed, signal),
  );
  const problems = checked ? checkAccount(user, values) : {};
  const mapProblems = checked ? checkMapDefaults(values.map) : {};
  const change = (part: Partial<AccountValues>): void => {
    forget();
    setSaved(false);
    setValues((old) => ({ ...old, ...part }));
  };

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    forget();
    setSaved(false);
    if (Object.keys({ ...checkAccount(user, values), ...checkMapDefaults(values.map) }).length > 0) return;
    const answer = await run(changedUser(user, values));
    if (answer?.ok !== true) return;
    const chosen = values.attributes[languageKey];
    const language = typeof chosen === 'string' ? matchLanguage(chosen) : null;
    if (language !== null) {
      preferences.write('locale', language);
      await i18n.changeLanguage(language);
    }
    session.setUser(answer.value);
    change({ password: '', confirmation: '', currentPassword: '' });
    setChecked(false);
    setSaved(true);
  };

  return { values, problems, mapProblems, isSaved, busy, failure, change, save };
}

export function AccountForm({ mayEdit, ...account }: AccountFormProps) {
  const { t } = useTranslation(['account', 'errors']);
  const failureText = useFailureText();
  const { user, languageKey } = account;
  const { values, problems, mapProblems, isSaved, busy, failure, change, save } = useAccountEditor(account);
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <div className={styles.fields}>
        {!mayEdit && <p className={styles.alert}>{t('account:readonly')}</p>}
        <fieldset className={styles.group} disabled={!mayEdit}>
          <legend className={styles.legend}>{t('account:identity')}</legend>
          <IdentityFields user={user} values={values} problems={problems} onChange={change} />
        </fieldset>
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
      </div>
      <footer className={styles.footer}>
        <div className={styles.outcome} role="status">
          {isSaved && t('account:saved')}
          {failure !== null && <span className={styles.failure}>{failureText(failure)}</span>}
        </div>
        <Button type="submit" disabled={!mayEdit} loading={busy}>
          {t('account:save')}
        </Button>
      </footer>
    </form>
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
  const reveal = { 'aria-label': t('account:showPassword'), tabIndex: 0 };
  return (
    <>
      <TextInput {...field('name')} autoComplete="name" />
      <TextInput
        {...field('email')}
        autoComplete="email"
        inputMode="email"
        disabled={user.fixedEmail && !user.administrator}
      />
      <PasswordInput
        {...field('password')}
        description={t('account:passwordHint')}
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
