import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './page.module.css';

/** The whole page is on its way. */
export function PageLoading() {
  const { t } = useTranslation('common');
  return (
    <main className={styles.centre} aria-busy="true">
      <Loader type="dots" role="status" aria-label={t('common:loading')} />
    </main>
  );
}
