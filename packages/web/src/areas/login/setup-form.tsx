import { ZONE_ATTRIBUTE } from '@rastro/fleet';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { browserZone } from '../../kernel/formats/browser-zone.ts';
import { useServices } from '../../kernel/services.tsx';
import styles from './login.module.css';
import { LoginError } from './login-error.tsx';
import { checkSetup, type SetupField, type SetupValues } from './setup-values.ts';
import { useAttempt } from './use-attempt.ts';

const EMPTY: SetupValues = { name: '', email: '', password: '', setupCode: '' };

/** Creates the administrator of a new server. The code proves access to its console. */
export function SetupForm({ onEnter }: { onEnter: () => void }) {
  const { t } = useTranslation(['login', 'errors']);
  const { session } = useServices();
  const [values, setValues] = useState(EMPTY);
  const [checked, setChecked] = useState(false);
  const { busy, failure: failed, run, setFailure } = useAttempt();
  const problems = checked ? checkSetup(values) : {};

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    setFailure(null);
    if (Object.keys(checkSetup(values)).length > 0) return;
    const { setupCode, name, email, password } = values;
    const draft = {
      name: name.trim(),
      email: email.trim(),
      password,
      attributes: { [ZONE_ATTRIBUTE]: browserZone() },
    };
    if (await run((signal) => session.setUp(draft, setupCode.trim(), signal))) onEnter();
  };
  const field = (name: SetupField) => ({
    name,
    size: 'md' as const,
    label: t(`login:setup.${name}`),
    value: values[name],
    error: problems[name] === undefined ? null : t(`login:${problems[name]}`),
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setValues((old) => ({ ...old, [name]: value }));
    },
  });

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <LoginError failure={failed} />
      <TextInput {...field('name')} autoComplete="name" autoFocus />
      <TextInput {...field('email')} autoComplete="username" inputMode="email" autoCapitalize="none" />
      <PasswordInput
        {...field('password')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword'), tabIndex: 0 }}
      />
      <TextInput
        {...field('setupCode')}
        description={t('login:setup.codeHint')}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t('login:setup.create')}
      </Button>
    </form>
  );
}
