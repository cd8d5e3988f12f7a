import { Button, Skeleton } from '@mantine/core';
import { CloudOff, SearchX, Truck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConnection, useFleet } from '../../app/fleet-context.tsx';
import type { ListSnapshot } from '../../live/fleet.ts';
import styles from './device-list.module.css';

export interface ListStateProps {
  readonly list: ListSnapshot;
  readonly isNarrowed: boolean;
  readonly onReset: () => void;
}

const SKELETON_ROWS = 8;

/** What stands where the rows would be: loading, failed, nothing there, nothing found. */
export function ListState({ list, isNarrowed, onReset }: ListStateProps) {
  const { t } = useTranslation('devices');
  const fleet = useFleet();
  const { state: connection } = useConnection();

  if (!list.loaded && connection === 'waiting') {
    return (
      <div className={styles.message} role="alert">
        <CloudOff className={styles.messageIcon} strokeWidth={1.25} aria-hidden />
        <h2 className={styles.messageTitle}>{t('devices:list.failed')}</h2>
        <p className={styles.messageText}>{t('devices:list.failedText')}</p>
        <Button variant="default" size="xs" onClick={() => fleet?.refresh()}>
          {t('devices:list.retry')}
        </Button>
      </div>
    );
  }
  if (!list.loaded) {
    return (
      <div className={styles.loading} aria-busy="true" aria-label={t('common:loading')} role="status">
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <div key={index} className={styles.ghost}>
            <Skeleton circle height={28} />
            <div className={styles.ghostText}>
              <Skeleton height={11} width={`${70 - ((index * 13) % 35)}%`} />
              <Skeleton height={9} width={`${45 - ((index * 7) % 20)}%`} />
            </div>
          </div>
        ))}
      </div>
    );
  }
  return isNarrowed ? (
    <div className={styles.message}>
      <SearchX className={styles.messageIcon} strokeWidth={1.25} aria-hidden />
      <h2 className={styles.messageTitle}>{t('devices:list.none')}</h2>
      <p className={styles.messageText}>{t('devices:list.noneText')}</p>
      <Button variant="default" size="xs" onClick={onReset}>
        {t('devices:list.reset')}
      </Button>
    </div>
  ) : (
    <div className={styles.message}>
      <Truck className={styles.messageIcon} strokeWidth={1.25} aria-hidden />
      <h2 className={styles.messageTitle}>{t('devices:list.empty')}</h2>
      <p className={styles.messageText}>{t('devices:list.emptyText')}</p>
    </div>
  );
}
