import { Button } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './new-version-prompt.module.css';
import { useServices } from '../kernel/services.tsx';

/**
 * Asks before a newer version replaces this one.
 * @source docs/reference/requirements.md SPEC §8 "New service-worker content"
 */
export function NewVersionPrompt() {
  const { t } = useTranslation('common');
  const { newVersion } = useServices();
  const waiting = useSyncExternalStore(newVersion.watch, newVersion.isWaiting);
  const [later, setLater] = useState(false);
  if (!waiting || later) return null;
  return (
    <div className={styles.prompt} role="alertdialog" aria-labelledby="new-version-text">
      <p id="new-version-text" className={styles.text}>
        {t('common:NEW_VERSION_AVAILABLE')}
      </p>
      <Button size="xs" variant="default" onClick={() => setLater(true)}>
        {t('common:later')}
      </Button>
      <Button size="xs" onClick={() => newVersion.apply()}>
        {t('common:reload')}
      </Button>
    </div>
  );
}
