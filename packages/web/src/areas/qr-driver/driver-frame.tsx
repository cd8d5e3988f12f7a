import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { logoWidth } from '../../kernel/logo-width.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { BrandMark } from '../../ui/brand-mark.tsx';
import styles from './qr-driver.module.css';
import { useCheckInQueue } from './use-check-in-queue.ts';

/** Frame of the driver's screens: the brand, their name, the sign-out. No map and no menu. */
export function DriverFrame({ tools }: { readonly tools?: ReactNode }): ReactNode {
  const { t } = useTranslation('qrdriver');
  const { user, branding, server } = useSignedIn();
  const { session } = useServices();
  const checkInQueue = useCheckInQueue();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <BrandMark
          title={branding.title}
          logo={branding.headLogo}
          size="small"
          widthPx={logoWidth(server.server.attributes, branding.brand)}
        />
        <span className={styles.person}>{user.name}</span>
        {tools}
        <Button
          variant="default"
          size="sm"
          onClick={() => void session.signOut(new AbortController().signal)}
        >
          {t('qrdriver:signOut')}
        </Button>
      </header>
      <main className={styles.main}>
        <Outlet context={checkInQueue} />
      </main>
    </div>
  );
}
