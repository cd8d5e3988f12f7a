import { ActionIcon, Popover } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconAction } from '../../../ui/icon-action.tsx';
import styles from './device-list.module.css';
import { useDeviceRights } from '../rights/use-device-rights.ts';
import { useDeviceSlot } from '../rights/use-device-slot.ts';

/** Opens the form of a new device; where a limit forbids one more, says which. */
export function AddDevice() {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const { mayCreate } = useDeviceRights();
  const slotProblem = useDeviceSlot();
  if (!mayCreate) return null;
  const label = t('devices:add.label');
  if (slotProblem === null) {
    return (
      <IconAction label={label} onClick={() => void navigate('/devices/new')}>
        <Plus size={18} aria-hidden />
      </IconAction>
    );
  }
  return (
    <Popover position="bottom-end" width={260} withinPortal={false}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} className={styles.full ?? ''}>
          <Plus size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={styles.limit} role="alert">
          {t(`devices:add.${slotProblem.by}`, { limit: slotProblem.limit })}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
