import { Alert, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { ApiFailure } from '@rastro/tracking-client';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useServices } from '../../kernel/services.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './login.module.css';

export interface LoginFormProps {
  /** A code to show at once, e.g. of a token that was refused. */
  readonly initialError: string | null;
  /** A link for a new password can be mailed. */
  readonly mayForget: boolean;
  readonly onEnter: () => void;
}

/** Only what a person can act on: a code of the catalogue and the server's words. */
type Refusal = Pick<ApiFailure, 'code' | 'message' | 'challenge' | 'trustAvailable'>;
const refusal = (code: string): Refusal => ({ code, message: '', challenge: null, trustAvailable: false });

export function LoginForm({ initialError, mayForget, onEnter }: LoginFormProps) {
  const { t } = useTranslation(['login', 'errors']);
  const { session } = useServices();
  const failureText = useFailureText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(false);
  const [wantsCode, setWantsCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Refusal | null>(initialError === null ? null : refusal(initialError));
  const codeField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    let gone = false;
    void session.rememberedEmail().then((remembered) => {
      if (gone || remembered === null) return;
      setEmail((typed) => (typed === '' ? remembered : typed));
      setRemember(true);
    });
    return () => {
      gone = true;
    };
  }, [session]);

  const send = async (trust: boolean): Promise<void> => {
    if (email.trim() === '' || password === '' || (wantsCode && code.trim() === '')) {
      setFailed(refusal('FILL_ALL_FIELDS'));
      return;
    }
    setBusy(true);
    const credentials = { email: email.trim(), password, trust, ...(wantsCode ? { code: code.trim() } : {}) };
    const failure = await session.signIn(credentials, remember, new AbortController().signal);
    setBusy(false);
    if (failure === null) {
      onEnter();
      return;
    }
    const asksForCode = failure.challenge === 'TOTP';
    setWantsCode((already) => already || asksForCode);
    // Being asked for the code is a step, not an error.
    setFailed(asksForCode ? null : failure);
    (asksForCode ? codeField : passwordField).current?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send(false);
  };
  const empty = failed?.code === 'FILL_ALL_FIELDS';

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {failed !== null && (
        <Alert color="red" variant="light" role="alert" className={styles.alert}>
          {failureText(failed)}
          {failed.trustAvailable && (
            <Button className={styles.trust} size="xs" variant="default" onClick={() => void send(true)}>
              {t('login:trustUnlock')}
            </Button>
          )}
        </Alert>
      )}
      <TextInput
        label={t('login:email')}
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
        size="md"
        autoFocus
        value={email}
        error={empty && email.trim() === ''}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        ref={passwordField}
        label={t('login:password')}
        name="password"
        autoComplete="current-password"
        size="md"
        value={password}
        error={empty && password === ''}
        visibilityToggleButtonProps={{ 'aria-label': t('login:showPassword'), tabIndex: 0 }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {wantsCode && (
        <TextInput
          ref={codeField}
          autoFocus
          label={t('login:code')}
          description={t('login:codeHint')}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={6}
          size="md"
          value={code}
          error={empty && code.trim() === ''}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <div className={styles.keep}>
        <Checkbox
          label={t('login:remember')}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        {mayForget && (
          <Link className={styles.link} to="/login/forgot" state={email.trim()}>
            {t('login:forgot')}
          </Link>
        )}
      </div>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t('login:enter')}
      </Button>
    </form>
  );
}
