import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureIn } from '../../../kernel/queries/query-client.ts';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { useDeviceRights } from '../rights/use-device-rights.ts';
import styles from './diagnosis.module.css';
import { findingText } from './finding-text.ts';
import { useDiagnosis } from './use-diagnosis.ts';

/** Why a vehicle is not online: the verdict, what to do next, and what it rests on. */
export function DiagnosisCard({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation(['devices', 'attributes', 'diagnosis']);
  const format = useFormat();
  const failureText = useFailureText();
  const { diagnosis, error } = useDiagnosis(deviceId);
  const { mayCreate } = useDeviceRights();

  if (error !== null) {
    return (
      <section className={styles.card} aria-label={t('diagnosis:title')}>
        <p className={styles.advice} role="status">
          {failureText(failureIn(error))}
        </p>
      </section>
    );
  }
  // Online again meanwhile: the list shows it in a moment.
  if (diagnosis === undefined || diagnosis === null || diagnosis.verdict === 'online') return null;
  const { verdict, facts } = diagnosis;
  return (
    <section className={styles.card} aria-label={t('diagnosis:title')}>
      <h2 className={styles.title}>{t('diagnosis:title')}</h2>
      <p className={styles.verdict}>{t(`diagnosis:verdict.${verdict}`)}</p>
      <p className={styles.advice}>{t(`diagnosis:advice.${verdict}`)}</p>
      {mayCreate && verdict === 'neverConnected' && (
        <Link className={styles.connect} to={`/devices/${deviceId}/connect`}>
          {t('diagnosis:connect')}
        </Link>
      )}
      {facts.length > 0 && (
        <details className={styles.details}>
          <summary className={styles.summary}>{t('diagnosis:facts')}</summary>
          <ul className={styles.facts}>
            {facts.map((finding) => (
              <li key={`${finding.kind} ${finding.at} ${String(finding.value)}`}>
                {findingText(finding, { t, format })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
