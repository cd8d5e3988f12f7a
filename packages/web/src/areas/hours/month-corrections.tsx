import type { Activity, HoursCorrection, SheetVersion } from '@rastro/fleet/working-hours';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './hours.module.css';

interface MonthCorrectionsProps {
  readonly corrections: readonly HoursCorrection[];
  readonly signed: readonly SheetVersion[];
}

/** Corrections of a month with what was there before, and the versions that were signed. */
export function MonthCorrections({ corrections, signed }: MonthCorrectionsProps) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  const at = (iso: string): string => format.dateTime(Date.parse(iso));
  return (
    <>
      {corrections.length > 0 && (
        <section className={styles.part} aria-label={t('hours:corrections')}>
          <h2>{t('hours:corrections')}</h2>
          <ul className={styles.findings}>
            {corrections.map((each) => (
              <li key={each.id}>
                <span className={styles.findingHead}>
                  <strong dir="auto">{each.reason}</strong>
                  <time dateTime={each.at}>{at(each.at)}</time>
                </span>
                <ChangedSpan title={t('hours:correct.before')} activities={each.before} />
                <ChangedSpan title={t('hours:correct.after')} activities={each.after} />
                <span className={styles.quiet} dir="auto">
                  {t('hours:correct.by', { name: each.byName })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {signed.length > 0 && (
        <section className={styles.part} aria-label={t('hours:signed.label')}>
          <h2>{t('hours:signed.label')}</h2>
          <ul className={styles.findings}>
            {signed.map(({ version, hash, signature }) => (
              <li key={version}>
                <span className={styles.findingHead}>
                  <strong dir="auto">{t('hours:signed.version', { version })}</strong>
                  {signature !== null && <time dateTime={signature.at}>{at(signature.at)}</time>}
                </span>
                {signature !== null && (
                  <span dir="auto">{t('hours:signed.by', { name: signature.name })}</span>
                )}
                <code className={styles.hash}>{hash}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ChangedSpanProps {
  readonly title: string;
  readonly activities: readonly Activity[];
}
/** One side of a correction. */
export function ChangedSpan({ title, activities }: ChangedSpanProps) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  const when = (moment: number): string => `${format.dayOf(moment)} ${format.time(moment)}`;
  return (
    <dl className={styles.changed}>
      <dt>{title}</dt>
      {activities.length === 0 && <dd>{t('hours:nothing')}</dd>}
      {activities.map(({ kind, begin, end }) => (
        <dd key={begin}>
          {t('hours:span', { kind: t(`hours:state.${kind}`), begin: when(begin), end: when(end) })}
        </dd>
      ))}
    </dl>
  );
}
