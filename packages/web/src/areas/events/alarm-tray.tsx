import { Popover } from '@mantine/core';
import { Siren } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { groupAlarms } from './alarm-groups.ts';
import styles from './alarm-tray.module.css';
import { useAlarms } from './use-alarms.ts';
import { useSiren } from './use-siren.ts';

/** With the screens that most users open next: it is loaded before the user presses, also without a network. */
const AlarmList = latePart('notice', async () => (await import('./alarm-list.tsx')).AlarmList);
/** A higher count is shown as this with a plus. */
const MAX_COUNT = 99;

/** Number of open alarms. It sounds until all are acknowledged; a click shows them. */
export function AlarmTray() {
  const { t } = useTranslation('alarms');
  const [isOpen, setOpen] = useState(false);
  const alarms = useAlarms();
  const groups = groupAlarms(alarms.all);
  const count = alarms.all.filter(({ acknowledged }) => acknowledged === null).length;
  useSiren(alarms.mayAcknowledge ? alarms.all : []);
  // Where nothing was ever critical there is nothing to look at.
  if (alarms.all.length === 0) return null;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      withinPortal={false}
      // The button says itself that it opens something.
      withRoles={false}
      trapFocus
    >
      <Popover.Target>
        <span className={styles.door} data-open={count > 0}>
          <IconAction label={t('alarms:open', { count })} expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Siren size={19} aria-hidden />
          </IconAction>
          {count > 0 && (
            <span className={styles.count} aria-hidden>
              {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
            </span>
          )}
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('alarms:title')} className={styles.tray ?? ''}>
        <AlarmList alarms={alarms} groups={groups} onLeave={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
