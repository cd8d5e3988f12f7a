import { Button } from '@mantine/core';
import type { ApiFailure } from '@rastro/tracking-client';
import { useTranslation } from 'react-i18next';
import { useServices, useSessionState } from '../../kernel/services.tsx';
import styles from './login.module.css';
import { useAttempt } from './use-attempt.ts';
import { useHiddenSecret } from './use-hidden-secret.ts';

export interface TokenLoginProps {
  readonly token: string;
  /** True for a share link: its failure has a text of its own. */
  readonly isShare?: boolean;
  readonly onEnter: () => void;
  /** Gets a code of the error catalog. */
  readonly onFail: (code: string) => void;
}

/**
 * Signs in with the token of the address when the user says so: a link on another site must not decide
 * whose account is open here.
 * @source docs/reference/requirements.md SPEC §5 "Token login"
 */
export function TokenLogin({ token, isShare = false, onEnter, onFail }: TokenLoginProps) {
  const { t } = useTranslation('login');
  const { session } = useServices();
  const state = useSessionState();
  const { busy, run } = useAttempt();
  useHiddenSecret(token);

  const enter = async (): Promise<void> => {
    if (token.trim() === '') return onFail('FILL_ALL_FIELDS');
    const isIn = await run(async (signal) => {
      const failure = await session.signInWithToken(token, signal);
      if (failure !== null) onFail(codeOf(failure, isShare));
      return failure;
    });
    if (isIn) onEnter();
  };
  return (
    <>
      <p className={styles.lead}>
        {state.kind === 'signedIn'
          ? t('login:linkInstead', { name: state.user.name })
          : t(isShare ? 'login:shareLead' : 'login:linkLead')}
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

/** A wrong, ended, revoked or guessed link is one and the same; being too fast or offline is not the link's fault. */
function codeOf({ status, code }: ApiFailure, isShare: boolean): string {
  if (status === 0) return code;
  if (!isShare) return 'INVALID_LOGIN_DATA';
  return status === 429 || status >= 500 ? code : 'INVALID_SHARE';
}
