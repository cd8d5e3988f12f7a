import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, History } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import type { Arranged, RowGroup } from './arrange.ts';
import { pastOf } from './past-of.ts';
import type { Grouping, RowSort } from './report-address.ts';
import type { Cell, ColumnHead, ReportRow } from './report-row.ts';
import styles from './table.module.css';
import { gridOf, type ShownColumn } from './table-grid.ts';
import { isFigure, useCellText } from './use-cell-text.ts';

const ROW_PX = 36;

type Line = RowGroup | ReportRow;

export interface ReportTableProps {
  readonly arranged: Arranged;
  readonly columns: readonly ShownColumn[];
  readonly grouping: Grouping;
  readonly sort: RowSort | null;
  readonly onSort: (sort: RowSort | null) => void;
  /** Pointed at on the map. */
  readonly picked: ReportRow | null;
  readonly label: string;
}

/** Rows, groups that close, and totals. Only the lines in sight exist. */
export function ReportTable(props: ReportTableProps) {
  const { arranged, columns, grouping, picked, label } = props;
  const box = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => linesOf(arranged, grouping, closed), [arranged, grouping, closed]);
  const list = useLines(box, lines, picked);
  const grid = gridOf(columns);
  return (
    <div
      ref={box}
      className={styles.box}
      role="table"
      aria-label={label}
      aria-rowcount={lines.length + 2}
      // A table that scrolls is reached by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
      tabIndex={0}
    >
      <div style={{ minWidth: grid.leastPx }}>
        <TableHead {...props} grid={grid.template} />
        <div role="rowgroup" className={styles.ground} style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const line = lines[index];
            if (line === undefined) return null;
            const place = {
              transform: `translateY(${start - ROW_PX}px)`,
              gridTemplateColumns: grid.template,
              index: index + 2,
            };
            return 'totals' in line ? (
              <GroupLine
                key={`group ${line.key}`}
                group={line}
                columns={columns}
                isDay={grouping === 'day'}
                place={place}
                isOpen={!closed.has(line.key)}
                onToggle={() => setClosed((old) => turned(old, line.key))}
              />
            ) : (
              <RowLine key={index} row={line} columns={columns} place={place} isPicked={line === picked} />
            );
          })}
        </div>
        <TotalLine arranged={arranged} columns={columns} grid={grid.template} index={lines.length + 2} />
      </div>
    </div>
  );
}

/** The lines in sight; one that is pointed at on the map comes into it. */
function useLines(box: RefObject<HTMLDivElement | null>, lines: readonly Line[], picked: ReportRow | null) {
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollMargin: ROW_PX,
    initialRect: { width: 800, height: 600 },
  });
  useEffect(() => {
    const index = picked === null ? -1 : lines.indexOf(picked);
    if (index !== -1) list.scrollToIndex(index, { align: 'center' });
  }, [list, lines, picked]);
  return list;
}

const turned = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  new Set(keys.has(key) ? [...keys].filter((each) => each !== key) : [...keys, key]);

function linesOf({ groups }: Arranged, grouping: Grouping, closed: ReadonlySet<string>): readonly Line[] {
  if (grouping === 'none') return groups[0]?.rows ?? [];
  const lines: Line[] = [];
  for (const group of groups) {
    lines.push(group);
    if (!closed.has(group.key)) for (const row of group.rows) lines.push(row);
  }
  return lines;
}

function TableHead({ columns, sort, onSort, grid }: ReportTableProps & { readonly grid: string }) {
  const { t } = useTranslation('reports');
  const next = (id: string): RowSort | null => {
    if (sort?.column !== id) return { column: id, isDown: false };
    return sort.isDown ? null : { column: id, isDown: true };
  };
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.row} style={{ gridTemplateColumns: grid }}>
        {columns.map(({ head: { id, form } }) => {
          const isSorted = sort?.column === id;
          return (
            <span
              key={id}
              role="columnheader"
              aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : 'none'}
              className={styles.cell}
              data-figure={isFigure(form)}
            >
              <button type="button" onClick={() => onSort(next(id))}>
                <span>{t(`reports:column.${id}`)}</span>
                {isSorted &&
                  (sort.isDown ? <ArrowDown size={13} aria-hidden /> : <ArrowUp size={13} aria-hidden />)}
              </button>
            </span>
          );
        })}
        <span role="columnheader" className={styles.cell}>
          <span className={styles.unseen}>{t('reports:past')}</span>
        </span>
      </div>
    </div>
  );
}

interface LinePlace {
  readonly transform: string;
  readonly gridTemplateColumns: string;
  readonly index: number;
}
interface LineProps {
  readonly columns: readonly ShownColumn[];
  readonly place: LinePlace;
}

function RowLine({
  row,
  columns,
  place: { index, ...place },
  isPicked,
}: LineProps & { readonly row: ReportRow; readonly isPicked: boolean }) {
  const { t } = useTranslation('reports');
  const cellText = useCellText();
  const zone = useZone();
  return (
    <div
      role="row"
      aria-rowindex={index}
      className={`${styles.row} ${styles.line}`}
      data-picked={isPicked}
      style={place}
    >
      {columns.map(({ head, at }) => {
        const text = cellText(head.form, row.cells[at] ?? null);
        return (
          <span
            key={head.id}
            role="cell"
            className={styles.cell}
            data-figure={isFigure(head.form)}
            title={text}
          >
            {text}
          </span>
        );
      })}
      <span role="cell" className={styles.cell}>
        {row.from !== null && (
          <Link
            to={pastOf(row, zone)}
            className={styles.past}
            aria-label={t('reports:pastOf', { name: row.deviceName })}
          >
            <History size={15} aria-hidden />
          </Link>
        )}
      </span>
    </div>
  );
}

interface GroupLineProps extends LineProps {
  readonly group: RowGroup;
  readonly isDay: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function GroupLine({ group, columns, isDay, place: { index, ...place }, isOpen, onToggle }: GroupLineProps) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const Sign = isOpen ? ChevronDown : ChevronRight;
  const title = group.title === '' ? t('reports:noDay') : isDay ? format.day(group.title) : group.title;
  return (
    <div
      role="row"
      aria-rowindex={index}
      className={`${styles.row} ${styles.line} ${styles.group}`}
      style={place}
    >
      <span role="rowheader" className={styles.cell}>
        <button type="button" aria-expanded={isOpen} onClick={onToggle}>
          <Sign size={15} aria-hidden />
          <span>
            {title} <span className={styles.count}>{t('reports:rows', { count: group.rows.length })}</span>
          </span>
        </button>
      </span>
      <Totals columns={columns.slice(1)} totals={group.totals} />
      <span role="cell" className={styles.cell} />
    </div>
  );
}

interface TotalLineProps extends Pick<ReportTableProps, 'arranged' | 'columns'> {
  readonly grid: string;
  readonly index: number;
}

function TotalLine({ arranged: { groups, totals }, columns, grid, index }: TotalLineProps) {
  const { t } = useTranslation('reports');
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div role="rowgroup" className={styles.foot}>
      <div role="row" aria-rowindex={index} className={styles.row} style={{ gridTemplateColumns: grid }}>
        <span role="rowheader" className={styles.cell}>
          {t('reports:total')} <span className={styles.count}>{t('reports:rows', { count })}</span>
        </span>
        <Totals columns={columns.slice(1)} totals={totals} />
        <span role="cell" className={styles.cell} />
      </div>
    </div>
  );
}

function Totals({
  columns,
  totals,
}: {
  readonly columns: readonly ShownColumn[];
  readonly totals: readonly Cell[];
}) {
  const cellText = useCellText();
  const text = ({ form }: ColumnHead, cell: Cell): string => (cell === null ? '' : cellText(form, cell));
  return columns.map(({ head, at }) => (
    <span key={head.id} role="cell" className={styles.cell} data-figure={isFigure(head.form)}>
      {text(head, totals[at] ?? null)}
    </span>
  ));
}
