import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { RoundClose } from '../../ui/round-close.tsx';
import styles from './home-notice.module.css';
import { HOME_REASONS, type Notice } from './lead-home.tsx';

/** The message of `LeadHome`. */
export function HomeNotice() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const notice = noticeIn(useLocation().state);
  if (notice === null) return null;
  return (
    <div className={styles.notice} role="alert">
      {t(`shell:home.${notice.reason}`, { path: notice.asked })}
      <RoundClose label={t('shell:panel.close')} onClick={() => void navigate('/home', { replace: true })} />
    </div>
  );
}

/** The browser keeps the history state, across versions too: it is validated, not trusted. */
function noticeIn(state: unknown): Notice | null {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null;
  const { notice } = state;
  if (typeof notice !== 'object' || notice === null || !('reason' in notice)) return null;
  const reason = HOME_REASONS.find((each) => each === notice.reason);
  const asked = 'asked' in notice && typeof notice.asked === 'string' ? notice.asked : '';
  return reason === undefined ? null : { reason, asked };
}
