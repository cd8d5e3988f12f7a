import { Button, Switch } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../ui/use-failure-text.ts';
import type { Push } from './use-push.ts';
import styles from './push-choice.module.css';

/** iPads call themselves Macs, but no Mac has a touch screen. */
const isAppleTouch = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** The switch, or why there is none, and a test. */
export function PushChoice({ push }: { readonly push: Push }) {
  const { t } = useTranslation('shell');
  const failureText = useFailureText();
  const { state, busy, failure, sent, setEnabled, test } = push;
  const isOn = state === 'on';
  // It comes after the focus has moved into what it is part of.
  const focused = useCallback((field: HTMLInputElement | null) => field?.focus(), []);
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
          ref={focused}
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
