import { matchLanguage } from '@rastro/fleet';
import type { BillingSummary } from '@rastro/fleet/billing';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { Unseen } from '../../ui/unseen.tsx';
import styles from './billing.module.css';
import { useSummary } from './use-billing.ts';

const FIGURES = ['due', 'overdue', 'received', 'forecast'] as const;

/** Overview of the money: four figures, the age of debts, and the income of each month. */
export function BillingHead() {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const { data } = useSummary();
  return (
    <section className={styles.head} aria-label={t('billing:summary')}>
      <dl className={styles.figures}>
        {FIGURES.map((name) => (
          <div key={name} data-figure={name}>
            <dt>{t(`billing:figure.${name}`)}</dt>
            <dd>{data === undefined ? '…' : format.money(data[name].value)}</dd>
            <dd>{data === undefined ? '' : t(`billing:counted.${name}`, { count: data[name].count })}</dd>
          </div>
        ))}
      </dl>
      {data !== undefined && (
        <div className={styles.charts}>
          <Ages {...data} />
          <Months {...data} />
        </div>
      )}
    </section>
  );
}

/** Each with its words and its amount: the bar only shows what is more. */
function Ages({ ages }: Pick<BillingSummary, 'ages'>) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const max = Math.max(1, ...ages.map(({ value }) => value));
  return (
    <figure className={styles.chart}>
      <figcaption>{t('billing:ages')}</figcaption>
      <ul className={styles.bars}>
        {ages.map(({ age, value }) => (
          <li key={age}>
            <span>{t(`billing:age.${age}`)}</span>
            <span className={styles.track} aria-hidden>
              <span data-late={age !== '0'} style={{ width: `${(value / max) * 100}%` }} />
            </span>
            <span className={styles.amount}>{format.money(value)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Months({ months }: Pick<BillingSummary, 'months'>) {
  const { t, i18n } = useTranslation('billing');
  const format = useFormat();
  const language = matchLanguage(i18n.language) ?? 'en';
  const max = Math.max(1, ...months.map(({ value }) => value));
  return (
    <figure className={styles.chart}>
      <figcaption>{t('billing:months')}</figcaption>
      <ol className={styles.columns}>
        {months.map(({ month, value }) => {
          const text = `${monthText(month, language)}: ${format.money(value)}`;
          return (
            <li key={month} title={text}>
              <span className={styles.column} style={{ height: `${(value / max) * 100}%` }} aria-hidden />
              <span className={styles.month} aria-hidden>
                {monthText(month, language, 'short').slice(0, 3)}
              </span>
              <Unseen>{text}</Unseen>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
