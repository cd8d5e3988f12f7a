import type { BrandingConfig } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import styles from './login.module.css';

/** Contacts and apps of the brand; what the brand does not have is not shown. */
export function BrandLinks({ branding }: { branding: BrandingConfig }) {
  const { t } = useTranslation('login');
  const links = [
    { label: t('login:links.whatsapp'), href: whatsappLink(branding.whatsapp) },
    { label: t('login:links.android'), href: branding.androidApp },
    { label: t('login:links.apple'), href: branding.appleApp },
    { label: t('login:links.privacy'), href: branding.dataPolicy },
  ].filter((link): link is { label: string; href: string } => link.href !== null && link.href !== '');
  if (links.length === 0) return null;
  return (
    <nav className={styles.links} aria-label={t('login:links.label')}>
      {links.map(({ label, href }) => (
        <a key={label} className={styles.link} href={href} target="_blank" rel="noreferrer">
          {label}
        </a>
      ))}
    </nav>
  );
}

/** The operator may write a link or only a number. */
export function whatsappLink(value: string | null): string | null {
  if (value === null || value === '' || value.startsWith('https://')) return value;
  return `https://wa.me/${value.replaceAll(/\D/g, '')}`;
}
