import { Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleetList } from '../../app/fleet-context.tsx';
import styles from './device-list.module.css';

/** Details of a vehicle arrive within moments once the fleet is loaded; after this it is not ours to see. */
const PATIENCE_MS = 3000;

export function MissingVehicle() {
  const { t } = useTranslation('devices');
  const { loaded } = useFleetList();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!loaded) return undefined;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [loaded]);
  if (!isLate) {
    return (
      <div className={styles.message} role="status" aria-label={t('common:loading')}>
        <Loader type="dots" />
      </div>
    );
  }
  return (
    <div className={styles.message} role="alert">
      <h2 className={styles.messageTitle}>{t('devices:panel.missing')}</h2>
      <p className={styles.messageText}>{t('devices:panel.missingText')}</p>
    </div>
  );
}
