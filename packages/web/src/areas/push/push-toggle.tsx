import { Popover } from '@mantine/core';
import { BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { usePush } from './use-push.ts';

/** Few open it, and everybody waits for the shell. */
const PushChoice = latePart('notice', async () => (await import('./push-choice.tsx')).PushChoice);

/** Switch for alerts to this browser while the page is closed. */
export function PushToggle() {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  const push = usePush();
  if (push.state === null) return null;
  const isOn = push.state === 'on';
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={300}
      withinPortal={false}
      // The button says itself that it opens something.
      withRoles={false}
      trapFocus
    >
      <Popover.Target>
        <span>
          <IconAction
            label={t(isOn ? 'shell:push.isOn' : 'shell:push.isOff')}
            expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOn ? <BellRing size={19} aria-hidden /> : <BellOff size={19} aria-hidden />}
          </IconAction>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('shell:push.title')}>
        <PushChoice push={push} />
      </Popover.Dropdown>
    </Popover>
  );
}
