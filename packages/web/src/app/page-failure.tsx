import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './page.module.css';

/** A defect of ours or a part that did not load: says so and offers the way out that usually works. */
export function PageFailure() {
  const { t } = useTranslation('common');
  return (
    <main className={styles.centre} role="alert">
      <h1 className={styles.title}>{t('common:failure.title')}</h1>
      <p className={styles.text}>{t('common:failure.text')}</p>
      <Button onClick={() => window.location.reload()}>{t('common:failure.reload')}</Button>
    </main>
  );
}
