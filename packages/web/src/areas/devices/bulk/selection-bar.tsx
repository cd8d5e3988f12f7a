import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDeviceSelection } from '../../../app/device-selection.tsx';
import { IconAction } from '../../../ui/icon-action.tsx';
import styles from './selection-bar.module.css';

/** What is chosen in the list, and what can be done with it. `shown` = all that match search and filters. */
export function SelectionBar({ shown }: { shown: Int32Array }) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const { ids, choose, stop } = useDeviceSelection();
  const isAll = shown.length > 0 && shown.every((id) => ids.has(id));
  return (
    <div className={styles.bar} role="group" aria-label={t('devices:selection.label')}>
      <span className={styles.count} role="status">
        {t('devices:selection.count', { count: ids.size })}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => choose(isAll ? [] : shown)}>
        {isAll ? t('devices:selection.none') : t('devices:selection.all', { shown: shown.length })}
      </Button>
      <Button size="compact-sm" disabled={ids.size === 0} onClick={() => void navigate('/devices/bulk')}>
        {t('devices:selection.edit')}
      </Button>
      <IconAction label={t('devices:selection.close')} onClick={stop}>
        <X size={16} aria-hidden />
      </IconAction>
    </div>
  );
}
