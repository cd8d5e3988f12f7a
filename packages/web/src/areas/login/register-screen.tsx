import { ZONE_ATTRIBUTE } from '@rastro/fleet';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { browserZone } from '../../kernel/formats/browser-zone.ts';
import { targetOf } from '../../kernel/session/guard.ts';
import { useServices, useSessionState } from '../../kernel/services.tsx';
import { LoginFrame } from './login-frame.tsx';
import styles from './login.module.css';
import { LoginError } from './login-error.tsx';
import { loginMethods } from './login-methods.ts';
import { checkAccountDraft, type AccountDraft } from './setup-values.ts';
import { useAttempt } from './use-attempt.ts';

const EMPTY: AccountDraft = { name: '', email: '', password: '' };

/** Makes an account of one's own, where the server allows it, and signs in with it. */
export function RegisterScreen() {
  const { t } = useTranslation('login');
  const state = useSessionState();
  const { session } = useServices();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [values, setValues] = useState(EMPTY);
  const [checked, setChecked] = useState(false);
  const { busy, failure: failed, run, setFailure } = useAttempt();

  if (state.kind !== 'signedIn' && state.kind !== 'signedOut') return null;
  const { branding, server } = state;
  // The first account of a new server is the administrator's, and needs the code of the console.
  if (server.server.newServer) return <Navigate to="/login" replace />;
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    setFailure(null);
    if (Object.keys(checkAccountDraft(values)).length > 0) return;
    const { name, email, password } = values;
    const draft = {
      name: name.trim(),
      email: email.trim(),
      password,
      attributes: { [ZONE_ATTRIBUTE]: browserZone() },
    };
    if (await run((signal) => session.register(draft, signal)))
      void navigate(targetOf(search.get('to')), { replace: true });
  };
  const isOpen = loginMethods(server.server).registration;
  const failure = isOpen ? failed : { code: 'REGISTRATION_DISABLED', message: '' };

  return (
    <LoginFrame branding={branding} title={t('login:register.title')}>
      <form className={styles.form} onSubmit={(event) => void create(event)} noValidate>
        <LoginError failure={failure} />
        {isOpen && (
          <>
            <AccountFields values={values} isChecked={checked} onChange={setValues} />
            <Button type="submit" size="md" fullWidth loading={busy}>
              {t('login:register.create')}
            </Button>
          </>
        )}
      </form>
      <p className={styles.other}>
        <Link className={styles.link} to={{ pathname: '/login', search: search.toString() }}>
          {t('login:back')}
        </Link>
      </p>
    </LoginFrame>
  );
}

interface AccountFieldsProps {
  readonly values: AccountDraft;
  readonly isChecked: boolean;
  readonly onChange: (values: AccountDraft) => void;
}

function AccountFields({ values, isChecked, onChange }: AccountFieldsProps) {
  const { t } = useTranslation('login');
  const problems = isChecked ? checkAccountDraft(values) : {};
  const field = (name: keyof AccountDraft) => ({
    name,
    size: 'md' as const,
    label: t(`login:register.${name}`),
    value: values[name],
    error: problems[name] === undefined ? null : t(`login:${problems[name]}`),
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onChange({ ...values, [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput {...field('name')} autoComplete="name" autoFocus />
      <TextInput {...field('email')} autoComplete="username" inputMode="email" autoCapitalize="none" />
      <PasswordInput
        {...field('password')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword'), tabIndex: 0 }}
      />
    </>
  );
}
