import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { ApiFailure } from '@rastro/tracking-client';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useServices } from '../../kernel/services.tsx';
import styles from './login.module.css';
import { latePart } from '../../ui/late-part.tsx';
import { debtsOf } from './debts-of.ts';
import { LoginError as RefusalNote } from './login-error.tsx';

const Debts = latePart('notice', async () => (await import('./debts.tsx')).Debts);

export interface LoginFormProps {
  /** A code to show at once, e.g. of a rejected token. */
  readonly initialError: string | null;
  /** A link for a new password can be mailed. */
  readonly mayForget: boolean;
  /** Filled in already; absent = what the browser remembers. */
  readonly firstEmail?: string;
  /** Of the brand; a debtor asks there how to pay. */
  readonly whatsapp?: string | null;
  readonly onEnter: () => void;
}

/** Parts of an error that the user can act on: a code of the catalog and the server's message. */
type LoginFailure = Pick<ApiFailure, 'code' | 'message' | 'challenge' | 'trustAvailable' | 'body'>;
const loginFailure = (code: string): LoginFailure => ({
  code,
  message: '',
  challenge: null,
  trustAvailable: false,
  body: null,
});

interface LoginValues {
  readonly email: string;
  readonly password: string;
  /** Of the second factor. */
  readonly code: string;
  readonly remember: boolean;
}
const EMPTY: LoginValues = { email: '', password: '', code: '', remember: false };

export function LoginForm(props: LoginFormProps) {
  const { initialError, mayForget, firstEmail = '', whatsapp = null, onEnter } = props;
  const { t } = useTranslation(['login', 'errors']);
  const codeField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const { values, change, wantsCode, busy, failed, send } = useLogin({
    initialError,
    firstEmail,
    onEnter,
    onAsk: (asks) => (asks === 'code' ? codeField : passwordField).current?.focus(),
  });
  const debts = failed === null ? [] : debtsOf(failed);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
    >
      <RefusalNote failure={failed}>
        {failed?.trustAvailable === true && (
          <Button className={styles.trust} size="xs" variant="default" onClick={() => void send(true)}>
            {t('login:trustUnlock')}
          </Button>
        )}
      </RefusalNote>
      {debts.length > 0 && <Debts debts={debts} whatsapp={whatsapp} />}
      <Fields
        values={values}
        wantsCode={wantsCode}
        isEmpty={failed?.code === 'FILL_ALL_FIELDS'}
        passwordField={passwordField}
        codeField={codeField}
        onChange={change}
      />
      <div className={styles.keep}>
        <Checkbox
          label={t('login:remember')}
          checked={values.remember}
          onChange={(event) => change({ remember: event.currentTarget.checked })}
        />
        {mayForget && (
          <Link className={styles.link} to="/login/forgot" state={values.email.trim()}>
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

interface LoginOptions extends Pick<LoginFormProps, 'initialError' | 'onEnter'> {
  readonly firstEmail: string;
  /** The server wants this from the user now. */
  readonly onAsk: (what: 'code' | 'password') => void;
}

/** Signing in: what is typed, the second step when the server asks for it, and why it did not work. */
function useLogin({ initialError, firstEmail, onEnter, onAsk }: LoginOptions) {
  const { session } = useServices();
  const [values, setValues] = useState({ ...EMPTY, email: firstEmail });
  const [wantsCode, setWantsCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<LoginFailure | null>(
    initialError === null ? null : loginFailure(initialError),
  );

  useEffect(() => {
    let gone = false;
    void session.rememberedEmail().then((remembered) => {
      if (gone || remembered === null) return;
      setValues((old) => ({ ...old, email: old.email === '' ? remembered : old.email, remember: true }));
    });
    return () => {
      gone = true;
    };
  }, [session]);

  const send = async (trust: boolean): Promise<void> => {
    if (busy) return;
    const [email, code] = [values.email.trim(), values.code.trim()];
    if (email === '' || values.password === '' || (wantsCode && code === '')) {
      setFailed(loginFailure('FILL_ALL_FIELDS'));
      return;
    }
    setBusy(true);
    const credentials = { email, password: values.password, trust, ...(wantsCode ? { code } : {}) };
    const failure = await session.signIn(credentials, values.remember, new AbortController().signal);
    setBusy(false);
    if (failure === null) {
      onEnter();
      return;
    }
    const asksForCode = failure.challenge === 'TOTP';
    setWantsCode((already) => already || asksForCode);
    // Being asked for the code is a step, not an error.
    setFailed(asksForCode ? null : failure);
    onAsk(asksForCode ? 'code' : 'password');
  };
  const change = (part: Partial<LoginValues>): void => setValues((old) => ({ ...old, ...part }));
  return { values, change, wantsCode, busy, failed, send };
}

interface FieldsProps {
  readonly values: LoginValues;
  readonly wantsCode: boolean;
  /** Something is missing that must be there. */
  readonly isEmpty: boolean;
  readonly passwordField: RefObject<HTMLInputElement | null>;
  readonly codeField: RefObject<HTMLInputElement | null>;
  readonly onChange: (part: Partial<LoginValues>) => void;
}

function Fields({ values, wantsCode, isEmpty, passwordField, codeField, onChange }: FieldsProps) {
  const { t } = useTranslation('login');
  const { email, password, code } = values;
  return (
    <>
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
        error={isEmpty && email.trim() === ''}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <PasswordInput
        ref={passwordField}
        label={t('login:password')}
        name="password"
        autoComplete="current-password"
        size="md"
        value={password}
        error={isEmpty && password === ''}
        visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword'), tabIndex: 0 }}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
      {wantsCode && (
        <TextInput
          ref={codeField}
          autoFocus
          label={t('login:code')}
          description={t('login:codeHint')}
          name="code"
          autoComplete="one-time-code"
          maxLength={16}
          size="md"
          value={code}
          error={isEmpty && code.trim() === ''}
          onChange={(event) => onChange({ code: event.currentTarget.value })}
        />
      )}
    </>
  );
}
