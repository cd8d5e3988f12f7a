import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ListLoading } from './list/list-state.tsx';
import styles from './panel.module.css';
import { useIsPhone } from './use-is-phone.ts';

/** A panel whose code or texts are on their way, in the place where it will be. */
export function PanelLoading() {
  const { t } = useTranslation('common');
  const titleId = useId();
  return (
    <section className={styles.panel} data-waiting data-phone={useIsPhone()} aria-labelledby={titleId}>
      <div className={styles.header}>
        <h1 id={titleId} className={styles.title} tabIndex={-1}>
          {t('common:loading')}
        </h1>
      </div>
      <ListLoading />
    </section>
  );
}
