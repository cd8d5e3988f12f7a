import { Button } from '@mantine/core';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { targetOf } from '../../kernel/session/guard.ts';
import { useSessionState } from '../../kernel/services.tsx';
import { LoginForm } from './login-form.tsx';
import { LoginFrame } from './login-frame.tsx';
import styles from './login.module.css';
import { Refusal } from './refusal.tsx';
import { companyRefusal, loginWays, OPENID_LOGIN } from './login-ways.ts';
import { SetupForm } from './setup-form.tsx';
import { TokenLogin } from './token-login.tsx';

/** Signing in for people and drivers, with a token, or as the first user of a new server. */
export function LoginScreen() {
  const { t } = useTranslation('login');
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
  const refused = tokenFailed ?? companyRefusal(search.get('openid'));
  const enter = (): void => void navigate(targetOf(search.get('to')), { replace: true });
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
        <Ways refused={refused} isDriver={isDriver} onEnter={enter} />
      )}
    </LoginFrame>
  );
}

interface WaysProps {
  /** Why the way before did not work; a code of the catalogue. */
  readonly refused: string | null;
  readonly isDriver: boolean;
  readonly onEnter: () => void;
}

/** The ways in that this server offers. */
function Ways({ refused, isDriver, onEnter }: WaysProps) {
  const { t } = useTranslation('login');
  const state = useSessionState();
  const [search] = useSearchParams();
  if (state.kind !== 'signedIn' && state.kind !== 'signedOut') return null;
  const ways = loginWays(state.server.server);
  return (
    <>
      {ways.password ? (
        <LoginForm
          initialError={refused}
          mayForget={ways.recovery}
          whatsapp={state.branding.whatsapp}
          onEnter={onEnter}
        />
      ) : (
        <Refusal failure={refused === null ? null : { code: refused, message: '' }} />
      )}
      {ways.company && (
        <Button
          className={styles.company}
          component="a"
          href={OPENID_LOGIN}
          variant={ways.password ? 'default' : 'filled'}
          size="md"
          fullWidth
          leftSection={<Building2 size={18} aria-hidden />}
        >
          {t('login:company')}
        </Button>
      )}
      {ways.registration && !isDriver && (
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
