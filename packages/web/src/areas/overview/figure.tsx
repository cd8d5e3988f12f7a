import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './overview.module.css';

export interface FigureProps {
  readonly label: string;
  /** In words of the reader; a dash = not known. */
  readonly value: string;
  /** The rows that make it up. */
  readonly to: string;
  /** Below it: of which it is made. */
  readonly note?: string;
  /** The number and the one that it is compared with; absent = it is not compared. */
  readonly change?: { readonly now: number | null; readonly before: number | null | undefined };
  /** Less is better, so a rise is not good news; absent = neither is. */
  readonly lessIsBetter?: true;
  readonly isLarge?: true;
}

/** A number that leads to the rows that make it up, and how it has changed. */
export function Figure({ label, value, to, note, change, lessIsBetter, isLarge }: FigureProps) {
  return (
    <div className={styles.figure} data-large={isLarge === true}>
      <dt>{label}</dt>
      <dd>
        <Link to={to} className={styles.number}>
          {value}
        </Link>
        {change !== undefined && <Change {...change} lessIsBetter={lessIsBetter === true} />}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  );
}

function Change({
  now,
  before,
  lessIsBetter,
}: NonNullable<FigureProps['change']> & { readonly lessIsBetter: boolean }) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  if (now === null || before === null || before === undefined || before <= 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  const direction = percent > 0 ? 'more' : percent < 0 ? 'less' : 'same';
  const isGood = lessIsBetter && direction !== 'same' ? direction === 'less' : null;
  return (
    <span className={styles.change} data-good={isGood}>
      {t(`overview:change.${direction}`, { percent: format.unit(Math.abs(percent), 'percent') })}
    </span>
  );
}
