import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useServices, useSessionState } from '../../kernel/services.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { LoginFrame } from './login-frame.tsx';
import styles from './login.module.css';
import { checkNewPassword } from './setup-values.ts';
import { useAttempt } from './use-attempt.ts';

/** A new password with the token of a mailed link; without one in the address it can be typed. */
export function RecoverScreen() {
  const { t } = useTranslation('login');
  const state = useSessionState();
  const { client, session } = useServices();
  const failureText = useFailureText();
  const linked = useParams()['token']?.trim() ?? '';
  const [token, setToken] = useState(linked);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [checked, setChecked] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { busy, failure: refused, run, tell } = useAttempt();
  const problems = checked ? checkNewPassword({ password, confirmation }) : {};

  if (state.kind !== 'signedIn' && state.kind !== 'signedOut') return null;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (token.trim() === '') {
      tell({ code: 'FILL_TOKEN_FIELD', message: '' });
      return;
    }
    tell(null);
    if (Object.keys(checkNewPassword({ password, confirmation })).length > 0) return;
    const isDone = await run(async (signal) => {
      const answer = await client.session.resetPassword(token.trim(), password, signal);
      return answer.ok ? null : answer.error;
    });
    setSaved(isDone);
    // It ended every session of that account: whoever is signed in here may be the one.
    if (isDone) session.expire();
  };
  const visibility = { 'aria-label': t('login:showPassword'), tabIndex: 0 };
  const problem = (name: 'password' | 'confirmation') =>
    problems[name] === undefined ? null : t(`login:${problems[name]}`);

  if (isSaved) {
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
  return (
    <LoginFrame branding={state.branding} title={t('login:recover.title')} lead={t('login:recover.lead')}>
      <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        {refused !== null && (
          <Alert color="red" variant="light" role="alert" className={styles.alert}>
            {failureText(refused)}
          </Alert>
        )}
        {linked === '' && (
          <TextInput
            label={t('login:recover.token')}
            description={t('login:recover.tokenHint')}
            name="token"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            autoFocus
            value={token}
            error={refused?.code === 'FILL_TOKEN_FIELD' && token.trim() === ''}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          label={t('login:recover.password')}
          name="password"
          autoComplete="new-password"
          size="md"
          autoFocus={linked !== ''}
          value={password}
          error={problem('password')}
          visibilityToggleButtonProps={visibility}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('login:recover.confirmation')}
          name="confirmation"
          autoComplete="new-password"
          size="md"
          value={confirmation}
          error={problem('confirmation')}
          visibilityToggleButtonProps={visibility}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('login:recover.save')}
        </Button>
      </form>
      <p className={styles.other}>
        {refused?.code === 'INVALID_RESET_LINK' && (
          <Link className={styles.link} to="/login/forgot">
            {t('login:recover.askAgain')}
          </Link>
        )}
        <Link className={styles.link} to="/login">
          {t('login:back')}
        </Link>
      </p>
    </LoginFrame>
  );
}
