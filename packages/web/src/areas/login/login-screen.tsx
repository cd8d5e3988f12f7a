import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { targetOf } from '../../app/guard.ts';
import { useServices, useSessionState } from '../../app/services.tsx';
import type { Language } from '../../i18n/language.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { LanguagePicker } from '../../ui/language-picker.tsx';
import { BrandLinks } from './brand-links.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login.module.css';
import { SetupForm } from './setup-form.tsx';
import { TokenLogin } from './token-login.tsx';
import { TrailBackdrop } from './trail-backdrop.tsx';

/** Signing in for people and drivers, with a token, or as the first user of a new server. */
export function LoginScreen() {
  const { t, i18n } = useTranslation(['login', 'common']);
  const state = useSessionState();
  const { preferences } = useServices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const [tokenFailed, setTokenFailed] = useState<string | null>(null);
  const token = search.get('token');

  if (state.kind !== 'signedIn' && state.kind !== 'signedOut') return null;
  const { branding, server } = state;
  const isNew = server.server.newServer;
  const enter = (): void => void navigate(targetOf(search.get('to')), { replace: true });
  const chooseLanguage = (language: Language): void => {
    preferences.write('locale', language);
    void i18n.changeLanguage(language);
  };
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

  return (
    <div className={styles.page}>
      <TrailBackdrop />
      <main className={styles.card}>
        <header className={styles.brand}>
          <BrandMark title={branding.title} logo={branding.headLogo} size="large" />
          <h1 className={styles.heading}>{t(headingKey(isNew, pathname))}</h1>
          {isNew && <p className={styles.lead}>{t('login:setup.lead')}</p>}
          {!isNew && server.server.announcement !== null && server.server.announcement !== '' && (
            <p className={styles.lead}>{server.server.announcement}</p>
          )}
        </header>
        {token !== null ? (
          <TokenLogin token={token} onEnter={enter} onFail={dropToken} />
        ) : isNew ? (
          <SetupForm onEnter={enter} />
        ) : (
          <LoginForm initialError={tokenFailed} onEnter={enter} />
        )}
        <BrandLinks branding={branding} />
      </main>
      <footer className={styles.footer}>
        <LanguagePicker onChoose={chooseLanguage} />
        <span className={styles.version}>{t('common:versionLabel', { version: t('common:version') })}</span>
      </footer>
    </div>
  );
}

function headingKey(isNew: boolean, pathname: string): 'login:setup.title' | 'login:driver' | 'login:title' {
  if (isNew) return 'login:setup.title';
  return pathname === '/motorista' ? 'login:driver' : 'login:title';
}
