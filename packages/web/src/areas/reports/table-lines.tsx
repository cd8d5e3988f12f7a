import { ChevronDown, ChevronRight, History } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import type { Arranged, RowGroup } from './arrange.ts';
import { pastFinder } from './past-of.ts';
import type { Cell, ColumnHead, ReportRow } from './report-row.ts';
import styles from './table.module.css';
import type { VisibleColumn } from './table-grid.ts';
import { isFigure, useCellText } from './use-cell-text.ts';

/** Formatters of the lines: made once for the table, while a line is made for each row that scrolls into view. */
export interface LineFormatter {
  readonly cellText: ReturnType<typeof useCellText>;
  readonly day: (date: string) => string;
  readonly pastOf: (row: ReportRow) => string;
  readonly pastLabel: (row: ReportRow) => string;
}
export function useLineFormatter(): LineFormatter {
  const { t } = useTranslation('reports');
  const cellText = useCellText();
  const format = useFormat();
  const zone = useZone();
  return useMemo(
    () => ({
      cellText,
      day: (date) => format.day(date),
      pastOf: pastFinder(zone),
      pastLabel: ({ deviceName }) => t('reports:pastOf', { name: deviceName }),
    }),
    [cellText, format, zone, t],
  );
}

interface LineProps {
  readonly columns: readonly VisibleColumn[];
  readonly template: string;
  /** Px below the head. */
  readonly top: number;
  /** Its number in the table; the head is the first. */
  readonly index: number;
  readonly formatter: LineFormatter;
}
const placeOf = ({ template, top }: LineProps) => ({
  gridTemplateColumns: template,
  transform: `translateY(${top}px)`,
});

export interface RowLineProps extends LineProps {
  readonly row: ReportRow;
  readonly isPicked: boolean;
}

export const RowLine = memo((props: RowLineProps) => {
  const { row, columns, index, isPicked, formatter } = props;
  return (
    <div
      role="row"
      aria-rowindex={index}
      className={`${styles.row} ${styles.line}`}
      data-picked={isPicked}
      style={placeOf(props)}
    >
      {columns.map(({ head, at }) => {
        const text = formatter.cellText(head.form, row.cells[at] ?? null);
        return (
          <span
            key={head.id}
            role="cell"
            className={styles.cell}
            data-figure={isFigure(head.form)}
            title={head.form === 'text' ? text : undefined}
          >
            {text}
          </span>
        );
      })}
      <span role="cell" className={styles.cell}>
        {row.from !== null && (
          <Link to={formatter.pastOf(row)} className={styles.past} aria-label={formatter.pastLabel(row)}>
            <History size={15} aria-hidden />
          </Link>
        )}
      </span>
    </div>
  );
});

export interface GroupLineProps extends LineProps {
  readonly group: RowGroup;
  readonly isDay: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function GroupLine(props: GroupLineProps) {
  const { t } = useTranslation('reports');
  const { group, columns, isDay, index, isOpen, onToggle, formatter } = props;
  const Sign = isOpen ? ChevronDown : ChevronRight;
  const title = group.title === '' ? t('reports:noDay') : isDay ? formatter.day(group.title) : group.title;
  return (
    <div
      role="row"
      aria-rowindex={index}
      className={`${styles.row} ${styles.line} ${styles.group}`}
      style={placeOf(props)}
    >
      <span role="rowheader" className={styles.cell}>
        <button type="button" aria-expanded={isOpen} onClick={onToggle}>
          <Sign size={15} aria-hidden />
          <span>
            {title} <span className={styles.count}>{t('reports:rows', { count: group.rows.length })}</span>
          </span>
        </button>
      </span>
      <Totals columns={columns} totals={group.totals} formatter={formatter} />
    </div>
  );
}

export interface TotalLineProps extends Pick<LineProps, 'columns' | 'template' | 'index' | 'formatter'> {
  readonly arranged: Arranged;
}

export function TotalLine({
  arranged: { groups, totals },
  columns,
  template,
  index,
  formatter,
}: TotalLineProps) {
  const { t } = useTranslation('reports');
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div role="rowgroup" className={styles.foot}>
      <div role="row" aria-rowindex={index} className={styles.row} style={{ gridTemplateColumns: template }}>
        <span role="rowheader" className={styles.cell}>
          {t('reports:total')} <span className={styles.count}>{t('reports:rows', { count })}</span>
        </span>
        <Totals columns={columns} totals={totals} formatter={formatter} />
      </div>
    </div>
  );
}

interface TotalsProps extends Pick<LineProps, 'columns' | 'formatter'> {
  readonly totals: readonly Cell[];
}

/** Cells next to the title, which has the place of the first column. */
function Totals({ columns, totals, formatter }: TotalsProps) {
  const text = ({ form }: ColumnHead, cell: Cell): string =>
    cell === null ? '' : formatter.cellText(form, cell);
  return (
    <>
      {columns.slice(1).map(({ head, at }) => (
        <span key={head.id} role="cell" className={styles.cell} data-figure={isFigure(head.form)}>
          {text(head, totals[at] ?? null)}
        </span>
      ))}
      <span role="cell" className={styles.cell} />
    </>
  );
}
