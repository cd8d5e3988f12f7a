import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOf, type RowCell } from '../../ui/sheets/sheet-value.ts';
import styles from './costs.module.css';

interface NamedRow {
  readonly key: string;
  readonly name: string;
}
interface ReportTableProps<R> {
  /** Name of the table. */
  readonly label: string;
  readonly titles: readonly string[];
  readonly rows: readonly R[];
  /** Cells of what all rows add up to; null = not all are shown. */
  readonly total: readonly RowCell[] | null;
  readonly cellsOf: (row: R) => readonly RowCell[];
  /** Absent = there is nothing to open. */
  readonly onOpen?: ((row: R) => void) | undefined;
  /** Absent = every row is opened. */
  readonly mayOpen?: (row: R) => boolean;
}
/** Rows that are drawn before more are asked for. */
const AT_ONCE = 100;

/** Rows of a report, and what all of them add up to. */
export function ReportTable<R extends NamedRow>(props: ReportTableProps<R>) {
  const { label, titles, rows, total, cellsOf, onOpen, mayOpen } = props;
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
        aria-label={label}
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
            {total !== null && <Line className={styles.totals} cells={total} />}
            {rows.slice(0, drawn).map((row) => (
              <Line
                key={row.key}
                cells={cellsOf(row)}
                onOpen={onOpen && (mayOpen?.(row) ?? true) ? () => onOpen(row) : undefined}
              />
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

interface LineProps {
  readonly cells: readonly RowCell[];
  readonly className?: string | undefined;
  readonly onOpen?: (() => void) | undefined;
}
function Line({ cells, className, onOpen }: LineProps) {
  const [name = '', ...figures] = cells.map(textOf);
  return (
    <tr className={className}>
      <th scope="row" dir="auto">
        {onOpen === undefined ? (
          name
        ) : (
          <button type="button" className={styles.link} onClick={onOpen}>
            {name}
          </button>
        )}
      </th>
      {figures.map((text, at) => (
        // Columns stay in their places.
        // oxlint-disable-next-line react/no-array-index-key -- As above.
        <td key={at}>{text}</td>
      ))}
    </tr>
  );
}
