import type { DriverMonth, HoursFinding } from '@rastro/fleet/working-hours';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './hours.module.css';
import { isTooShort, kindOfRule } from './rule-text.ts';
import { SourceLink } from './source-link.tsx';

/** Breaches of a month with rule, limit, measured time and law; then limits that were passed and might be. */
export function MonthFindings({ month: { content } }: { readonly month: DriverMonth }) {
  const { t } = useTranslation('hours');
  const { breaches, excesses } = content;
  return (
    <>
      <section className={styles.part} aria-label={t('hours:breaches.label')}>
        <h2>{t('hours:breaches.label')}</h2>
        {breaches.length === 0 ? (
          <p className={styles.quiet}>{t('hours:breaches.noneInMonth')}</p>
        ) : (
          <Findings findings={breaches} isBreach />
        )}
      </section>
      {excesses.length > 0 && (
        <section className={styles.part} aria-label={t('hours:excesses.label')}>
          <h2>{t('hours:excesses.label')}</h2>
          <p className={styles.quiet}>{t('hours:excesses.text')}</p>
          <Findings findings={excesses} isBreach={false} />
        </section>
      )}
    </>
  );
}

interface FindingsProps {
  readonly findings: readonly HoursFinding[];
  readonly isBreach: boolean;
}
/** Shown at once: the days stand below. */
const FIRST = 3;

function Findings({ findings, isBreach }: FindingsProps) {
  const { t } = useTranslation('hours');
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? findings : findings.slice(0, FIRST);
  return (
    <>
      <ul className={styles.findings}>
        {shown.map((finding) => (
          <li key={`${finding.rule} ${finding.at}`} data-breach={isBreach || undefined}>
            <Finding finding={finding} />
          </li>
        ))}
      </ul>
      {shown.length < findings.length && (
        <Button className={styles.all} size="xs" variant="default" onClick={() => setWhole(true)}>
          {t('hours:showAll', { count: findings.length })}
        </Button>
      )}
    </>
  );
}

function Finding({ finding }: { readonly finding: HoursFinding }) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  const { rule, source, at, byMs, requiredMs, actualMs, unclearMs, reason } = finding;
  const kind = kindOfRule(rule) ?? 'other';
  const [limit, measured] = isTooShort(finding)
    ? (['required', 'taken'] as const)
    : (['limit', 'measured'] as const);
  return (
    <>
      <span className={styles.findingHead}>
        <strong>{t(`hours:rule.${kind}`)}</strong>
        <time dateTime={new Date(at).toISOString()}>
          {format.dayOf(at)}, {format.time(at)}
        </time>
      </span>
      <span>{t(`hours:finding.${kind}.${isTooShort(finding) ? 'short' : 'passed'}`)}</span>
      <dl className={styles.numbers}>
        <div>
          <dt>{t(`hours:finding.${limit}`)}</dt>
          <dd>{format.duration(requiredMs)}</dd>
        </div>
        <div>
          <dt>{t(`hours:finding.${measured}`)}</dt>
          <dd>{format.duration(actualMs)}</dd>
        </div>
        <div>
          <dt>{t(`hours:finding.${isTooShort(finding) ? 'missing' : 'by'}`)}</dt>
          <dd>{format.duration(byMs)}</dd>
        </div>
      </dl>
      {reason !== null && <span>{t('hours:finding.reason', { reason: t(`hours:excess.${reason}`) })}</span>}
      {unclearMs > 0 && (
        <span className={styles.quiet}>
          {t('hours:finding.unclear', { time: format.duration(unclearMs) })}
        </span>
      )}
      <span className={styles.quiet}>
        {t('hours:finding.source')} <SourceLink source={source} />
      </span>
    </>
  );
}
