import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../ui/use-now.ts';
import { useServices } from '../../kernel/services.tsx';
import { countdownOf } from './countdown.ts';
import styles from './header.module.css';

/** Time left in a shared session; at its end, the warning of docs/reference/requirements.md SPEC §4. */
export function ExpiryCountdown({ end }: { end: string }) {
  const { t } = useTranslation('shell');
  const { session } = useServices();
  const left = countdownOf(Date.parse(end), useNow(1000));
  if (left !== null) {
    return (
      <span className={styles.countdown} role="timer">
        {t(`shell:countdown.${left.unit}`, { count: left.count })}
      </span>
    );
  }
  return <SessionOver onLeave={() => void session.signOut(new AbortController().signal)} />;
}

/** The warning of docs/reference/requirements.md SPEC §4, and the way out. */
export function SessionOver({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.expired}>
      <div className={styles.expiredBox} role="alertdialog" aria-labelledby="expired-text">
        <span id="expired-text">{t('shell:expired')}</span>
        <Button autoFocus onClick={onLeave}>
          {t('shell:leave')}
        </Button>
      </div>
    </div>
  );
}
