import { knots, type SummaryItem } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { HistoryRow } from './chronology.ts';
import styles from './history.module.css';

export interface HistoryTotalsProps {
  readonly rows: readonly HistoryRow[];
  /** undefined until they are read: what they say is awaited, not zero. */
  readonly summaries: readonly SummaryItem[] | undefined;
}

const AWAITED = '…';
const lengthOf = (rows: readonly HistoryRow[], kind: HistoryRow['kind']): number =>
  rows.reduce((sum, row) => (row.kind === kind ? sum + row.to - row.from : sum), 0) * 1000;

/** The period in figures, of all vehicles together. */
export function HistoryTotals({ rows, summaries }: HistoryTotalsProps) {
  const { t } = useTranslation('history');
  const format = useFormat();
  const distance = summaries?.reduce((sum, each) => sum + each.distance, 0);
  const fastest = summaries && Math.max(0, ...summaries.map(({ maxSpeed }) => maxSpeed));
  const count = (kind: HistoryRow['kind']): number => rows.filter((row) => row.kind === kind).length;
  const figures = [
    {
      name: t('history:total.distance'),
      value: distance === undefined ? AWAITED : format.distance(distance),
    },
    { name: t('history:total.driving'), value: format.duration(lengthOf(rows, 'trip')) },
    { name: t('history:total.trips'), value: format.number(count('trip')) },
    { name: t('history:total.stops'), value: format.number(count('stop')) },
    { name: t('history:total.silence'), value: format.duration(lengthOf(rows, 'gap')) },
    {
      name: t('history:total.fastest'),
      value: fastest === undefined ? AWAITED : format.speed(knots(fastest)),
    },
  ];
  return (
    <dl className={styles.totals} aria-label={t('history:total.label')}>
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
