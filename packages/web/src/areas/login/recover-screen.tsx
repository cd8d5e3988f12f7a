import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useServices, useSessionState } from '../../kernel/services.tsx';
import { storedToken } from './stored-token.ts';
import { LoginFrame } from './login-frame.tsx';
import styles from './login.module.css';
import { LoginError } from './login-error.tsx';
import { checkNewPassword } from './setup-values.ts';
import { useAttempt } from './use-attempt.ts';
import { useHiddenSecret } from './use-hidden-secret.ts';

/** A new password with the token of a mailed link; without one in the address it can be typed. */
export function RecoverScreen() {
  const { t } = useTranslation('login');
  const state = useSessionState();
  const [isSaved, setSaved] = useState(false);
  const linked = useParams()['token']?.trim() ?? '';
  useEffect(() => {
    if (linked !== '') storedToken.write(linked);
  }, [linked]);
  useHiddenSecret(linked);
  if (state.kind !== 'signedIn' && state.kind !== 'signedOut') return null;
  if (!isSaved) {
    return (
      <LoginFrame branding={state.branding} title={t('login:recover.title')} lead={t('login:recover.lead')}>
        <RecoverForm onSaved={() => setSaved(true)} />
      </LoginFrame>
    );
  }
  return (
    <LoginFrame branding={state.branding} title={t('login:recover.title')}>
      <p className={styles.done} role="status">
        {t('login:recover.saved')}
      </p>
      <Button component={Link} to="/login" size="md" fullWidth>
        {t('login:enter')}
      </Button>
    </LoginFrame>
  );
}

/** The token from the address, or from before a reload; empty once it was rejected, so that another can be typed. */
function useLinkedToken() {
  const inAddress = useParams()['token']?.trim() ?? '';
  const [linked, setLinked] = useState(() => inAddress || storedToken.read());
  const drop = (): void => {
    storedToken.forget();
    setLinked('');
  };
  return { linked, drop };
}

interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
}
const EMPTY: NewPassword = { password: '', confirmation: '' };

function RecoverForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation('login');
  const { client, session } = useServices();
  const { linked, drop } = useLinkedToken();
  const [token, setToken] = useState(linked);
  const [values, setValues] = useState(EMPTY);
  const [isChecked, setChecked] = useState(false);
  const { busy, failure, run, setFailure } = useAttempt();

  const save = async (): Promise<void> => {
    setChecked(true);
    setFailure(token.trim() === '' ? { code: 'FILL_TOKEN_FIELD', message: '' } : null);
    if (token.trim() === '' || Object.keys(checkNewPassword(values)).length > 0) return;
    const isDone = await run(async (signal) => {
      const answer = await client.session.resetPassword(token.trim(), values.password, signal);
      if (answer.ok) storedToken.forget();
      else if (answer.error.code === 'INVALID_RESET_LINK') {
        drop();
        setToken('');
      }
      return answer.ok ? null : answer.error;
    });
    if (!isDone) return;
    onSaved();
    // It ended every session of that account, perhaps the one of this browser. Input here is discarded.
    session.leaveOver();
  };
  return (
    <>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <LoginError failure={failure} />
        {linked === '' && (
          <TokenField
            value={token}
            isMissing={failure?.code === 'FILL_TOKEN_FIELD' && token.trim() === ''}
            onChange={setToken}
          />
        )}
        <PasswordFields
          values={values}
          isFirst={linked !== ''}
          problems={isChecked ? checkNewPassword(values) : {}}
          onChange={(part) => setValues((old) => ({ ...old, ...part }))}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('login:recover.save')}
        </Button>
      </form>
      <RecoveryLinks isStale={failure?.code === 'INVALID_RESET_LINK'} />
    </>
  );
}

interface TokenFieldProps {
  readonly value: string;
  readonly isMissing: boolean;
  readonly onChange: (token: string) => void;
}

function TokenField({ value, isMissing, onChange }: TokenFieldProps) {
  const { t } = useTranslation('login');
  return (
    <TextInput
      label={t('login:recover.token')}
      description={t('login:recover.tokenHint')}
      name="token"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      autoFocus
      value={value}
      error={isMissing}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface PasswordFieldsProps {
  readonly values: NewPassword;
  /** There is no field before them. */
  readonly isFirst: boolean;
  readonly problems: ReturnType<typeof checkNewPassword>;
  readonly onChange: (part: Partial<NewPassword>) => void;
}

/** The new password, twice. */
function PasswordFields({ values, isFirst, problems, onChange }: PasswordFieldsProps) {
  const { t } = useTranslation('login');
  const field = (name: keyof NewPassword) => ({
    label: t(`login:recover.${name}`),
    name,
    autoComplete: 'new-password',
    size: 'md' as const,
    value: values[name],
    error: problems[name] === undefined ? null : t(`login:${problems[name]}`),
    visibilityToggleButtonProps: { 'aria-label': t('common:showPassword'), tabIndex: 0 },
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <PasswordInput {...field('password')} autoFocus={isFirst} />
      <PasswordInput {...field('confirmation')} />
    </>
  );
}

function RecoveryLinks({ isStale }: { isStale: boolean }) {
  const { t } = useTranslation('login');
  return (
    <p className={styles.other}>
      {isStale && (
        <Link className={styles.link} to="/login/forgot">
          {t('login:recover.askAgain')}
        </Link>
      )}
      <Link className={styles.link} to="/login">
        {t('login:back')}
      </Link>
    </p>
  );
}
