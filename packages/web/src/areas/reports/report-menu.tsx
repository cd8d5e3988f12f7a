import { ChevronRight, FileClock, ScanQrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reportRight } from '@rastro/fleet';
import { useRights } from '../../kernel/use-rights.ts';
import { Panel } from '../../ui/panel.tsx';
import { REPORT_SCREENS } from './kinds/registry.ts';
import styles from './menu.module.css';

/** Every report that this user may see. @source docs/reference/requirements.md SPEC §2 /reports */
export function ReportMenu() {
  const { t } = useTranslation(['reports', 'savedreports']);
  const { may } = useRights();
  return (
    <Panel title={t('reports:title')}>
      <nav aria-label={t('reports:title')} className={styles.menu}>
        <ul>
          {REPORT_SCREENS.filter(({ type }) => may(reportRight(type))).map(({ path, icon: Icon }) => (
            <li key={path}>
              <Link to={`/reports/${path}`} className={styles.entry}>
                <Icon size={18} aria-hidden />
                <span className={styles.words}>
                  <span className={styles.name}>{t(`reports:kind.${path}.title`)}</span>{' '}
                  <span className={styles.about}>{t(`reports:kind.${path}.about`)}</span>
                </span>
                <ChevronRight size={16} aria-hidden />
              </Link>
            </li>
          ))}
          {may('drivers.view') && (
            <li>
              <Link to="/drivers/check-ins" className={styles.entry}>
                <ScanQrCode size={18} aria-hidden />
                <span className={styles.words}>
                  <span className={styles.name}>{t('reports:checkIns.title')}</span>{' '}
                  <span className={styles.about}>{t('reports:checkIns.about')}</span>
                </span>
                <ChevronRight size={16} aria-hidden />
              </Link>
            </li>
          )}
          <li>
            <Link to="/reports/saved" className={styles.entry}>
              <FileClock size={18} aria-hidden />
              <span className={styles.words}>
                <span className={styles.name}>{t('savedreports:title')}</span>{' '}
                <span className={styles.about}>{t('savedreports:about')}</span>
              </span>
              <ChevronRight size={16} aria-hidden />
            </Link>
          </li>
        </ul>
      </nav>
    </Panel>
  );
}
