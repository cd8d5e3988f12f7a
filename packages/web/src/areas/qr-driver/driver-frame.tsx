import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { logoWidth } from '../../kernel/logo-width.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { InspectionQueueContext, useInspectionQueue } from './inspections/use-inspection-queue.ts';
import styles from './qr-driver.module.css';
import { StepQueueContext, useDriverStore, useStepQueue } from './stops/use-step-queue.ts';
import { useCheckInQueue } from './use-check-in-queue.ts';

/** Frame of the driver's screens: the brand, their name, the sign-out. No map and no menu. */
export function DriverFrame({ tools }: { readonly tools?: ReactNode }): ReactNode {
  const { t } = useTranslation('qrdriver');
  const { user, branding, server } = useSignedIn();
  const { session } = useServices();
  const checkInQueue = useCheckInQueue();
  const stepQueue = useStepQueue(checkInQueue.waiting.length === 0);
  const inspectionQueue = useInspectionQueue(checkInQueue.waiting.length === 0);
  const store = useDriverStore();
  const signOut = async (): Promise<void> => {
    // Addresses and names of customers leave the phone with the driver; what is still to be sent stays.
    await store.forgetLists().catch((error: unknown) => console.warn('Cannot forget the stops', error));
    await session.signOut(new AbortController().signal);
  };
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
        <Button variant="default" size="sm" onClick={() => void signOut()}>
          {t('qrdriver:signOut')}
        </Button>
      </header>
      <main className={styles.main}>
        <StepQueueContext value={stepQueue}>
          <InspectionQueueContext value={inspectionQueue}>
            <Outlet context={checkInQueue} />
          </InspectionQueueContext>
        </StepQueueContext>
      </main>
    </div>
  );
}
