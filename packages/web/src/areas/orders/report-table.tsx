import { Button } from '@mantine/core';
import type { OrderFigures, OrderGrouping, OrderReport } from '@rastro/fleet/orders';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { ReportLine } from './report-question.ts';
import styles from './report.module.css';
import { cellsOf, useReportTexts } from './use-report-lines.ts';

/** Rows that are drawn before more are asked for. */
const AT_ONCE = 100;

/** The total of a period, and reasons of failures. */
export function ReportFigures({ report: { total, reasons } }: { readonly report: OrderReport }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { textOf } = useReportTexts();
  return (
    <>
      <dl className={styles.figures}>
        {cellsOf(total).map((cell) => (
          <div key={cell.name}>
            <dt>{t(`orders:report.column.${cell.name}`)}</dt>
            <dd>{textOf(cell)}</dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 && (
        <section className={styles.reasons} aria-label={t('orders:report.reasons')}>
          <h3>{t('orders:report.reasons')}</h3>
          <ul>
            {reasons.map(({ reason, count }) => (
              <li key={reason}>
                {t(`orders:reason.${reason}`)} <strong>{format.number(count)}</strong>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ReportTableProps {
  readonly by: OrderGrouping;
  readonly lines: readonly ReportLine[];
  readonly total: OrderFigures;
  readonly hiddenGroups: number;
  /** Opens the orders of a line; null = they are no filter of the list. */
  readonly onOpen: ((key: string) => void) | null;
}
export function ReportTable({ by, lines, total, hiddenGroups, onOpen }: ReportTableProps) {
  const { t } = useTranslation('orders');
  const [drawn, setDrawn] = useState(AT_ONCE);
  return (
    <>
      <div
        className={styles.scroll}
        role="region"
        aria-label={t('orders:report.title')}
        // A table that scrolls is reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
        tabIndex={0}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t(`orders:report.by.${by}`)}</th>
              {cellsOf(total).map(({ name }) => (
                <th key={name} scope="col">
                  {t(`orders:report.column.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, drawn).map((line) => (
              <Line key={line.key} line={line} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      </div>
      {hiddenGroups > 0 && (
        <p className={styles.note}>{t('orders:report.hidden', { count: hiddenGroups })}</p>
      )}
      {lines.length > drawn && (
        <Button variant="default" className={styles.more} onClick={() => setDrawn(drawn + AT_ONCE)}>
          {t('orders:more')}
        </Button>
      )}
    </>
  );
}

function Line({ line, onOpen }: { readonly line: ReportLine; readonly onOpen: ReportTableProps['onOpen'] }) {
  const { textOf } = useReportTexts();
  return (
    <tr>
      <th scope="row">
        {onOpen === null ? (
          <span dir="auto">{line.name}</span>
        ) : (
          <button type="button" className={styles.link} onClick={() => onOpen(line.key)} dir="auto">
            {line.name}
          </button>
        )}
      </th>
      {cellsOf(line).map((cell) => (
        <td key={cell.name}>{textOf(cell)}</td>
      ))}
    </tr>
  );
}
