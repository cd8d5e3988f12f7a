import { Button } from '@mantine/core';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { targetOf } from '../../kernel/session/guard.ts';
import { landingOf } from '../../kernel/session/landing.ts';
import { useServices, useSessionState } from '../../kernel/services.tsx';
import { LoginForm } from './login-form.tsx';
import { LoginFrame } from './login-frame.tsx';
import styles from './login.module.css';
import { LoginError } from './login-error.tsx';
import { openIdError, loginMethods, OPENID_LOGIN } from './login-methods.ts';
import { SetupForm } from './setup-form.tsx';
import { TokenLogin } from './token-login.tsx';

/** Signing in for users and drivers, with a token, or as the first user of a new server. */
export function LoginScreen() {
  const { t } = useTranslation('login');
  const { session } = useServices();
  const state = useSessionState();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const [tokenFailed, setTokenFailed] = useState<string | null>(null);
  const token = search.get('token');

  if (state.kind !== 'signedIn' && state.kind !== 'signedOut') return null;
  const { branding, server } = state;
  const isNew = server.server.newServer;
  const isDriver = pathname === '/motorista';
  const errorCode = tokenFailed ?? openIdError(search.get('openid'));
  const enter = (): void =>
    void navigate(targetOf(search.get('to'), landingOf(session.state())), { replace: true });
  const dropToken = (code: string): void => {
    setTokenFailed(code);
    setSearch(
      (old) => {
        old.delete('token');
        return old;
      },
      { replace: true },
    );
  };
  const title = isNew
    ? t('login:setup.title')
    : isDriver
      ? t('login:driver')
      : (branding.loginTitle ?? t('login:title'));
  const lead = isNew ? t('login:setup.lead') : (branding.loginText ?? server.server.announcement);

  return (
    <LoginFrame branding={branding} title={title} lead={lead}>
      {token !== null ? (
        <TokenLogin token={token} onEnter={enter} onFail={dropToken} />
      ) : isNew ? (
        <SetupForm onEnter={enter} />
      ) : (
        <MethodList errorCode={errorCode} isDriver={isDriver} onEnter={enter} />
      )}
    </LoginFrame>
  );
}

interface MethodListProps {
  /** Why the way before did not work; a code of the catalog. */
  readonly errorCode: string | null;
  readonly isDriver: boolean;
  readonly onEnter: () => void;
}

/** The ways in that this server offers. */
function MethodList({ errorCode, isDriver, onEnter }: MethodListProps) {
  const { t } = useTranslation('login');
  const state = useSessionState();
  const [search] = useSearchParams();
  if (state.kind !== 'signedIn' && state.kind !== 'signedOut') return null;
  const methods = loginMethods(state.server.server);
  return (
    <>
      {methods.password ? (
        <LoginForm
          initialError={errorCode}
          mayForget={methods.recovery}
          whatsapp={state.branding.whatsapp}
          onEnter={onEnter}
        />
      ) : (
        <LoginError failure={errorCode === null ? null : { code: errorCode, message: '' }} />
      )}
      {methods.company && (
        <Button
          className={styles.company}
          component="a"
          href={OPENID_LOGIN}
          variant={methods.password ? 'default' : 'filled'}
          size="md"
          fullWidth
          leftSection={<Building2 size={18} aria-hidden />}
        >
          {t('login:company')}
        </Button>
      )}
      {methods.registration && !isDriver && (
        <p className={styles.other}>
          <Link className={styles.link} to={{ pathname: '/register', search: search.toString() }}>
            {t('login:toRegister')}
          </Link>
        </p>
      )}
      {!isDriver && (
        <p className={styles.other}>
          <Link className={styles.link} to="/share">
            {t('login:toShare')}
          </Link>
        </p>
      )}
    </>
  );
}
