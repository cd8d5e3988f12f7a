import { useTranslation } from 'react-i18next';
import { useLastKnown } from '../../kernel/fleet/fleet-context.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './last-known-notice.module.css';

/** A connection that comes back within this time was hardly lost; the badge of the header says so meanwhile. */
const QUIET_MS = 15_000;
const STEP_MS = 5_000;

/** Over every screen while what it shows is not live: as of when, what is missing, and that nothing can be changed. */
export function LastKnownNotice() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const lastKnown = useLastKnown();
  const now = useNow(STEP_MS);
  if (lastKnown === null || now - lastKnown.at < QUIET_MS) return null;
  const { at, missing } = lastKnown;
  return (
    <div className={styles.notice} role="status">
      <strong>{t('shell:lastKnown.asOf', { at: format.dateTime(at) })}</strong>
      <span>{t('shell:lastKnown.writes')}</span>
      {missing > 0 && (
        <span>{t('shell:lastKnown.missing', { count: missing, number: format.number(missing) })}</span>
      )}
    </div>
  );
}
