import { Button, Popover, Switch } from '@mantine/core';
import { BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { usePush, type Push } from './use-push.ts';
import styles from './push-toggle.module.css';

/** iPads call themselves Macs, but no Mac has a touch screen. */
const isAppleTouch = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

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

/** The switch, or why there is none, and a test. */
function PushChoice({ push }: { readonly push: Push }) {
  const { t } = useTranslation('shell');
  const failureText = useFailureText();
  const { state, busy, failure, sent, setEnabled, test } = push;
  const isOn = state === 'on';
  return (
    <>
      <h2 className={styles.title}>{t('shell:push.title')}</h2>
      <p className={styles.text}>{t('shell:push.why')}</p>
      {state === 'unsupported' || state === 'blocked' ? (
        <p className={styles.hint}>
          {t(
            state === 'blocked'
              ? 'shell:push.blocked'
              : isAppleTouch()
                ? 'shell:push.homeScreen'
                : 'shell:push.unsupported',
          )}
        </p>
      ) : (
        <Switch
          label={t('shell:push.switch')}
          checked={isOn}
          disabled={busy}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
      )}
      {isOn && (
        <Button className={styles.test ?? ''} size="xs" variant="default" loading={busy} onClick={test}>
          {t('shell:push.test')}
        </Button>
      )}
      <p className={styles.sent} role="status">
        {sent ? t('shell:push.sent') : ''}
      </p>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failureText(failure)}
        </p>
      )}
    </>
  );
}
