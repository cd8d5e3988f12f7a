import { Popover } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconAction } from '../../ui/icon-action.tsx';
import styles from './device-list.module.css';
import { useDeviceRights } from './use-device-rights.ts';
import { useDeviceSlot } from './use-device-slot.ts';

/** Opens the form of a new device; where a limit forbids one more, says which. */
export function AddDevice() {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const { mayCreate } = useDeviceRights();
  const refusal = useDeviceSlot();
  const [isExplained, setExplained] = useState(false);
  if (!mayCreate) return null;
  return (
    <Popover
      opened={isExplained && refusal !== null}
      onChange={setExplained}
      position="bottom-end"
      width={260}
      withinPortal={false}
      withRoles={false}
    >
      <Popover.Target>
        <span data-muted={refusal !== null} className={styles.add}>
          <IconAction
            label={t('devices:add.label')}
            {...(refusal === null ? {} : { expanded: isExplained })}
            onClick={() => {
              if (refusal === null) void navigate('/devices/new');
              else setExplained(!isExplained);
            }}
          >
            <Plus size={18} aria-hidden />
          </IconAction>
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={styles.limit} role="alert">
          {refusal === null ? '' : t(`devices:add.${refusal.by}`, { limit: refusal.limit })}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
