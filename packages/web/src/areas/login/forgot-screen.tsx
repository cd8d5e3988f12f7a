import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useServices, useSessionState } from '../../kernel/services.tsx';
import { storedToken } from './stored-token.ts';
import { LoginFrame } from './login-frame.tsx';
import styles from './login.module.css';
import { LoginError } from './login-error.tsx';
import { useAttempt } from './use-attempt.ts';

/** The question for a link. */
function useLinkByMail() {
  const { client } = useServices();
  const [isSent, setSent] = useState(false);
  const { busy, failure, run, setFailure } = useAttempt();
  const ask = async (email: string): Promise<void> => {
    const wanted = email.trim();
    setSent(false);
    if (wanted === '') {
      setFailure({ code: 'FILL_EMAIL_FIELD', message: '' });
      return;
    }
    const isDone = await run(async (signal) => {
      const answer = await client.session.requestPassword(wanted, window.location.origin, signal);
      // The new link takes the place of the one that was opened before.
      if (answer.ok) storedToken.forget();
      return answer.ok ? null : answer.error;
    });
    setSent(isDone);
  };
  return { isSent, busy, failure, ask };
}

/** Asks for a link by mail. What it says does not depend on whether the account exists. */
export function ForgotScreen() {
  const { t } = useTranslation('login');
  const state = useSessionState();
  const typed: unknown = useLocation().state;
  const [email, setEmail] = useState(typeof typed === 'string' ? typed : '');
  const { isSent, busy, failure, ask } = useLinkByMail();

  if (state.kind !== 'signedIn' && state.kind !== 'signedOut') return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void ask(email);
  };
  const isEmpty = failure?.code === 'FILL_EMAIL_FIELD';

  return (
    <LoginFrame
      branding={state.branding}
      title={t('login:recover.askTitle')}
      lead={t('login:recover.askLead')}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <LoginError failure={failure} />
        {isSent && (
          <p className={styles.done} role="status">
            {t('login:recover.sent')}
          </p>
        )}
        <TextInput
          label={t('login:recover.email')}
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          size="md"
          autoFocus
          value={email}
          error={isEmpty && email.trim() === ''}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('login:recover.send')}
        </Button>
      </form>
      <p className={styles.other}>
        {isSent && (
          <Link className={styles.link} to="/login/recover">
            {t('login:recover.haveCode')}
          </Link>
        )}
        <Link className={styles.link} to="/login">
          {t('login:back')}
        </Link>
      </p>
    </LoginFrame>
  );
}
