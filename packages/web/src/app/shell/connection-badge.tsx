import { useTranslation } from 'react-i18next';
import type { Connection } from '../../live/fleet.ts';
import { useNow } from '../../ui/use-now.ts';
import { useConnection } from '../../kernel/fleet/fleet-context.tsx';
import styles from './header.module.css';

/** Shows whether the screen is live. */
export function ConnectionBadge() {
  const { t } = useTranslation('shell');
  const connection = useConnection();
  const label = t(LABELS[connection.state]);
  return (
    <span className={styles.connection} data-state={connection.state} role="status" title={label}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.connectionText}>
        {connection.state === 'waiting' ? <Retry at={connection.retryAt} /> : label}
      </span>
    </span>
  );
}

const LABELS = {
  connecting: 'shell:connection.connecting',
  live: 'shell:connection.live',
  waiting: 'shell:connection.waiting',
  signedOut: 'shell:connection.signedOut',
} as const satisfies Record<Connection['state'], string>;

/** Not read aloud each second: the words around the number do not change. */
function Retry({ at }: { at: number }) {
  const { t } = useTranslation('shell');
  const seconds = Math.max(0, Math.ceil((at - useNow(1000)) / 1000));
  return <span aria-live="off">{t('shell:connection.retry', { seconds })}</span>;
}
