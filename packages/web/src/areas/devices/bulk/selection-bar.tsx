import { Button } from '@mantine/core';
import { FIELD_LIMITS, isShared } from '@rastro/fleet';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { SheetButton } from '../../../kernel/codes/sheet-button.tsx';
import { useDeviceSelection } from '../../../kernel/fleet/device-selection.tsx';
import { useSignedIn } from '../../../kernel/services.tsx';
import { MAX_SPLIT_MAPS, splitPath, togetherPath } from '../../../kernel/map/split-path.ts';
import { useRights } from '../../../kernel/use-rights.ts';
import { IconAction } from '../../../ui/icon-action.tsx';
import { useDeviceRights } from '../rights/use-device-rights.ts';
import { ShareChosen } from './share-chosen.tsx';
import styles from './selection-bar.module.css';

/** Devices chosen in the list, and the actions for them. `shown` = all that match search and filters. */
export function SelectionBar({ visibleIds }: { visibleIds: Int32Array }) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const { ids, choose, stop } = useDeviceSelection();
  const { mayEdit, mayDelete } = useDeviceRights();
  const { user } = useSignedIn();
  const { may } = useRights();
  const mayCommand =
    !isShared(user) && (may('devices.lock') || may('devices.unlock') || may('devices.sendCommand'));
  const isAll = visibleIds.length > 0 && visibleIds.every((id) => ids.has(id));
  return (
    <div className={styles.bar} role="group" aria-label={t('devices:selection.label')}>
      <span className={styles.count} role="status">
        {t('devices:selection.count', { count: ids.size })}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => choose(isAll ? [] : visibleIds)}>
        {isAll ? t('devices:selection.none') : t('devices:selection.all', { shown: visibleIds.length })}
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
      <SheetButton ids={ids} disabled={ids.size === 0 || ids.size > FIELD_LIMITS.qrCodes.devices} />
      <Button
        size="compact-sm"
        variant="default"
        disabled={ids.size === 0 || ids.size > MAX_SPLIT_MAPS}
        title={t('devices:selection.togetherHint', { most: MAX_SPLIT_MAPS })}
        onClick={() => void navigate(togetherPath(ids))}
      >
        {t('devices:selection.together', { count: ids.size })}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={ids.size === 0 || ids.size > MAX_SPLIT_MAPS}
        title={t('devices:selection.splitHint', { most: MAX_SPLIT_MAPS })}
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
