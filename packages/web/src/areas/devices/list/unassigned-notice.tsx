import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useUnassignedCount } from '../../../kernel/fleet/use-unassigned-count.ts';
import styles from './device-list.module.css';

/** Notifies administrators of new trackers, which are in no list of vehicles until they are assigned. */
export function UnassignedNotice() {
  const { t } = useTranslation('devices');
  const count = useUnassignedCount();
  if (count === null || count === 0) return null;
  return (
    <Link className={styles.unassigned} to="/stock?tab=unassigned">
      {t('devices:list.unassigned', { count })}
    </Link>
  );
}
