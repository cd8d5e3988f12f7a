import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BrandingConfig, Language } from '@rastro/fleet';
import { logoWidth } from '../../kernel/logo-width.ts';
import { useServices, useSessionState } from '../../kernel/services.tsx';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { LanguagePicker } from '../../ui/language-picker.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { BrandLinks } from './brand-links.tsx';
import styles from './login.module.css';
import { TrailBackdrop } from './trail-backdrop.tsx';

export interface LoginFrameProps {
  readonly branding: BrandingConfig;
  readonly title: string;
  readonly lead?: string | null;
  readonly children: ReactNode;
}

/** Frame of all screens before the session: brand, one card, language and version. */
export function LoginFrame({ branding, title, lead = null, children }: LoginFrameProps) {
  const { t, i18n } = useTranslation(['login', 'common']);
  useScreenTitle(title);
  const { preferences } = useServices();
  const state = useSessionState();
  const attributes = 'server' in state ? state.server.server.attributes : {};
  const chooseLanguage = (language: Language): void => {
    preferences.write('locale', language);
    void i18n.changeLanguage(language);
  };
  return (
    <div className={styles.page}>
      <TrailBackdrop />
      <main className={styles.card}>
        <header className={styles.brand}>
          <BrandMark
            title={branding.title}
            logo={branding.headLogo}
            size="large"
            widthPx={logoWidth(attributes, branding.brand)}
          />
          <h1 className={styles.heading}>{title}</h1>
          {lead !== null && lead !== '' && <p className={styles.lead}>{lead}</p>}
        </header>
        {children}
        <BrandLinks branding={branding} />
      </main>
      <footer className={styles.footer}>
        <LanguagePicker offered={branding.languages} onChoose={chooseLanguage} />
        <span className={styles.version}>{t('common:versionLabel', { version: t('common:version') })}</span>
      </footer>
    </div>
  );
}
