import { useTranslation } from 'react-i18next';
import styles from './costs.module.css';

interface ReportNotesProps {
  /** False = nobody knows what was driven. */
  readonly hasDistances: boolean;
  /** False = the last month goes on. */
  readonly isOver: boolean;
}
/** Sentences about figures of months that are not all there. */
export function ReportNotes({ hasDistances, isOver }: ReportNotesProps) {
  const { t } = useTranslation('costs');
  return (
    <>
      {!hasDistances && (
        <p className={styles.note} role="note">
          {t('costs:report.noDistances')}
        </p>
      )}
      {!isOver && <p className={styles.note}>{t('costs:report.notOver')}</p>}
    </>
  );
}
