import { Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../kernel/services.tsx';
import styles from './login.module.css';

export interface TokenLoginProps {
  readonly token: string;
  readonly onEnter: () => void;
  /** Gets a code of the error catalogue. */
  readonly onFail: (code: string) => void;
}

/** Signs in with the token of the address, once. @source SPEC §5 "Token login" */
export function TokenLogin({ token, onEnter, onFail }: TokenLoginProps) {
  const { t } = useTranslation('login');
  const { session } = useServices();
  const tried = useRef<string | null>(null);

  useEffect(() => {
    if (tried.current === token) return;
    tried.current = token;
    const signIn = async (): Promise<void> => {
      if (token.trim() === '') {
        onFail('FILL_ALL_FIELDS');
        return;
      }
      const failure = await session.signInWithToken(token, new AbortController().signal);
      if (failure === null) onEnter();
      else onFail(failure.status === 0 ? failure.code : 'INVALID_LOGIN_DATA');
    };
    void signIn();
  }, [token, session, onEnter, onFail]);

  return (
    <div className={styles.waiting} role="status">
      <Loader type="dots" />
      {t('login:tokenWaiting')}
    </div>
  );
}
