import { Button } from '@mantine/core';
import type { CostReport, CostReportRow } from '@rastro/fleet/costs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOf, type RowCell } from '../../ui/sheets/sheet-value.ts';
import styles from './costs.module.css';

export interface NamedRow extends CostReportRow<string> {
  readonly name: string;
}
interface ReportTableProps {
  readonly titles: readonly string[];
  readonly rows: readonly NamedRow[];
  /** Null = not all rows are shown. */
  readonly total: CostReport<string>['total'] | null;
  readonly cellsOf: (name: string, figures: CostReport<string>['total']) => readonly RowCell[];
}
/** Rows that are drawn before more are asked for. */
const AT_ONCE = 100;

/** Rows of a report, and what all of them add up to. */
export function ReportTable({ titles, rows, total, cellsOf }: ReportTableProps) {
  const { t } = useTranslation('costs');
  const [drawn, setDrawn] = useState(AT_ONCE);
  return (
    <>
      <div
        className={styles.scroll}
        // A table that scrolls is reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
        tabIndex={0}
        role="region"
        aria-label={t('costs:report.title')}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              {titles.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {total !== null && <Line className={styles.totals} cells={cellsOf(t('costs:total'), total)} />}
            {rows.slice(0, drawn).map((row) => (
              <Line key={row.key} cells={cellsOf(row.name, row)} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > drawn && (
        <Button variant="default" onClick={() => setDrawn(drawn + AT_ONCE)}>
          {t('costs:more')}
        </Button>
      )}
    </>
  );
}

function Line({
  cells,
  className,
}: {
  readonly cells: readonly RowCell[];
  readonly className?: string | undefined;
}) {
  const [name = '', ...figures] = cells.map(textOf);
  return (
    <tr className={className}>
      <th scope="row" dir="auto">
        {name}
      </th>
      {figures.map((text, at) => (
        // Columns stay in their places.
        // oxlint-disable-next-line react/no-array-index-key -- As above.
        <td key={at}>{text}</td>
      ))}
    </tr>
  );
}
