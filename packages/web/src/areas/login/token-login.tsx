import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useServices, useSessionState } from '../../kernel/services.tsx';
import styles from './login.module.css';
import { useAttempt } from './use-attempt.ts';
import { useHiddenSecret } from './use-hidden-secret.ts';

export interface TokenLoginProps {
  readonly token: string;
  readonly onEnter: () => void;
  /** Gets a code of the error catalogue. */
  readonly onFail: (code: string) => void;
}

/**
 * Signs in with the token of the address when the person says so: a link on somebody else's page must not decide
 * whose account is open here.
 * @source SPEC §5 "Token login"
 */
export function TokenLogin({ token, onEnter, onFail }: TokenLoginProps) {
  const { t } = useTranslation('login');
  const { session } = useServices();
  const state = useSessionState();
  const { busy, run } = useAttempt();
  useHiddenSecret(token);

  const enter = async (): Promise<void> => {
    if (token.trim() === '') return onFail('FILL_ALL_FIELDS');
    const isIn = await run(async (signal) => {
      const failure = await session.signInWithToken(token, signal);
      if (failure !== null) onFail(failure.status === 0 ? failure.code : 'INVALID_LOGIN_DATA');
      return failure;
    });
    if (isIn) onEnter();
  };
  return (
    <>
      <p className={styles.lead}>
        {state.kind === 'signedIn' ? t('login:linkInstead', { name: state.user.name }) : t('login:linkLead')}
      </p>
      <Button
        className={styles.company}
        size="md"
        fullWidth
        autoFocus
        loading={busy}
        onClick={() => void enter()}
      >
        {t('login:linkOpen')}
      </Button>
    </>
  );
}
