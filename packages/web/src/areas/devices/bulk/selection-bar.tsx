import { Button } from '@mantine/core';
import { isShared } from '@rastro/fleet';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { SHEET_MOST, SheetButton } from '../../../kernel/codes/sheet-button.tsx';
import { useDeviceSelection } from '../../../kernel/fleet/device-selection.tsx';
import { useSignedIn } from '../../../kernel/services.tsx';
import { SPLIT_MOST, splitPath, togetherPath } from '../../../kernel/map/split-path.ts';
import { useRights } from '../../../kernel/use-rights.ts';
import { IconAction } from '../../../ui/icon-action.tsx';
import { useDeviceRights } from '../use-device-rights.ts';
import { ShareChosen } from './share-chosen.tsx';
import styles from './selection-bar.module.css';

/** What is chosen in the list, and what can be done with it. `shown` = all that match search and filters. */
export function SelectionBar({ shown }: { shown: Int32Array }) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const { ids, choose, stop } = useDeviceSelection();
  const { mayEdit, mayDelete } = useDeviceRights();
  const { user } = useSignedIn();
  const { may } = useRights();
  const mayCommand =
    !isShared(user) && (may('devices.lock') || may('devices.unlock') || may('devices.sendCommand'));
  const isAll = shown.length > 0 && shown.every((id) => ids.has(id));
  return (
    <div className={styles.bar} role="group" aria-label={t('devices:selection.label')}>
      <span className={styles.count} role="status">
        {t('devices:selection.count', { count: ids.size })}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => choose(isAll ? [] : shown)}>
        {isAll ? t('devices:selection.none') : t('devices:selection.all', { shown: shown.length })}
      </Button>
      {(mayEdit || mayDelete) && (
        <Button size="compact-sm" disabled={ids.size === 0} onClick={() => void navigate('/devices/bulk')}>
          {t('devices:selection.edit')}
        </Button>
      )}
      {mayCommand && (
        <Button size="compact-sm" disabled={ids.size === 0} onClick={() => void navigate('/devices/command')}>
          {t('devices:selection.command')}
        </Button>
      )}
      <ShareChosen ids={ids} />
      <SheetButton ids={ids} disabled={ids.size === 0 || ids.size > SHEET_MOST} />
      <Button
        size="compact-sm"
        variant="default"
        disabled={ids.size === 0 || ids.size > SPLIT_MOST}
        title={t('devices:selection.togetherHint', { most: SPLIT_MOST })}
        onClick={() => void navigate(togetherPath(ids))}
      >
        {t('devices:selection.together', { count: ids.size })}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={ids.size === 0 || ids.size > SPLIT_MOST}
        title={t('devices:selection.splitHint', { most: SPLIT_MOST })}
        onClick={() => void navigate(splitPath(ids))}
      >
        {t('devices:toggle.split')}
      </Button>
      <IconAction label={t('devices:selection.close')} onClick={stop}>
        <X size={16} aria-hidden />
      </IconAction>
    </div>
  );
}
