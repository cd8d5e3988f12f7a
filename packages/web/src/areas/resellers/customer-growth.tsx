import { matchLanguage, type GrowthReport } from '@rastro/fleet';
import type { Change } from '@rastro/fleet/billing';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { Unseen } from '../../ui/unseen.tsx';
import styles from './growth.module.css';

const KINDS = ['devices', 'customers'] as const;
type Kind = (typeof KINDS)[number];

/** Customers and vehicles gained and lost in the last twelve months. */
export function CustomerGrowth({ growth }: { readonly growth: GrowthReport | null | undefined }) {
  const { t } = useTranslation('reseller');
  const format = useFormat();
  if (!growth) return null;
  const sums = KINDS.map((kind) =>
    t(
      `reseller:growth.sum.${kind}`,
      signed(sumOf(growth, kind), (value) => format.number(value)),
    ),
  );
  const isWhole = growth.months.every(({ change }) => change !== null);
  return (
    <details className={styles.growth}>
      <summary>
        <strong>{t('reseller:growth.title')}</strong> <span>{sums.join(' · ')}</span>
      </summary>
      <div className={styles.charts}>
        {KINDS.map((kind) => (
          <Months key={kind} growth={growth} kind={kind} />
        ))}
      </div>
      <p className={styles.note}>
        {isWhole ? t('reseller:growth.note') : t('reseller:growth.since', { day: format.day(growth.since) })}
      </p>
    </details>
  );
}

interface MonthsProps {
  readonly growth: GrowthReport;
  readonly kind: Kind;
}

/** Gains are above the line, losses below; unknown months are marked as such. */
function Months({ growth, kind }: MonthsProps) {
  const { t, i18n } = useTranslation('reseller');
  const format = useFormat();
  const language = matchLanguage(i18n.language) ?? 'en';
  const months = growth.months.map(({ month, change }) => ({ month, change: change && change[kind] }));
  const max = Math.max(1, ...months.flatMap(({ change }) => (change ? [change.come, change.gone] : [])));
  const nameOf = (month: string, style: 'long' | 'short'): string =>
    new Intl.DateTimeFormat(language, {
      month: style,
      ...(style === 'long' ? { year: 'numeric' } : {}),
      timeZone: 'UTC',
    }).format(Date.parse(`${month}-01`));
  const height = (count: number): { readonly height: string } => ({ height: `${(count / max) * 100}%` });
  return (
    <figure className={styles.chart}>
      <figcaption>{t(`reseller:growth.${kind}`)}</figcaption>
      <ol className={styles.columns}>
        {months.map(({ month, change }) => {
          const summary =
            change === null
              ? t('reseller:growth.unknown')
              : t(
                  'reseller:growth.month',
                  signed(change, (value) => format.number(value)),
                );
          const text = `${nameOf(month, 'long')}: ${summary}`;
          return (
            <li key={month} title={text} data-unknown={change === null}>
              <span className={styles.half} aria-hidden>
                {change !== null && change.come > 0 && (
                  <span className={styles.come} style={height(change.come)} />
                )}
              </span>
              <span className={styles.half} aria-hidden>
                {change !== null && change.gone > 0 && (
                  <span className={styles.gone} style={height(change.gone)} />
                )}
              </span>
              <span className={styles.month} aria-hidden>
                {nameOf(month, 'short').slice(0, 3)}
              </span>
              <Unseen>{text}</Unseen>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}

const sumOf = ({ months }: GrowthReport, kind: Kind): Change =>
  months.reduce(
    (sum, { change }) => ({
      come: sum.come + (change?.[kind].come ?? 0),
      gone: sum.gone + (change?.[kind].gone ?? 0),
    }),
    { come: 0, gone: 0 },
  );

const signed = ({ come, gone }: Change, number: (value: number) => string) => ({
  come: `+${number(come)}`,
  gone: `−${number(gone)}`,
});
