import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useIsLost } from './allowed-screen.tsx';
import styles from './lost-screen.module.css';

/** Says why the person is at home again. */
export function LostScreen() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  if (!useIsLost()) return null;
  return (
    <div className={styles.notice} role="alert">
      {t('shell:lost')}
      <button
        type="button"
        className={styles.close}
        aria-label={t('shell:panel.close')}
        onClick={() => void navigate('/home', { replace: true })}
      >
        <X size={15} aria-hidden />
      </button>
    </div>
  );
}
