import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { useRowPx } from '../../ui/use-row-px.ts';
import type { Arranged, RowGroup } from './arrange.ts';
import type { Grouping, RowSort } from './report-address.ts';
import type { ReportRow } from './report-row.ts';
import { Unseen } from '../../ui/unseen.tsx';
import styles from './table.module.css';
import { gridOf, type VisibleColumn } from './table-grid.ts';
import { GroupLine, RowLine, TotalLine, useLineFormatter } from './table-lines.tsx';
import { isFigure } from './use-cell-text.ts';

const ROW_PX = 36;
/** More lines than are ever in sight: one that leaves lends its elements to the one that comes. */
const SLOTS = 128;

type Line = RowGroup | ReportRow;

export interface ReportTableProps {
  readonly arranged: Arranged;
  readonly columns: readonly VisibleColumn[];
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
  const rowPx = useRowPx(ROW_PX);
  const list = useLines(box, lines, { picked, rowPx });
  const isPhone = useIsPhone();
  const grid = useMemo(() => gridOf(columns, isPhone), [columns, isPhone]);
  const formatter = useLineFormatter();
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
      <div style={{ minWidth: grid.minWidthPx }}>
        <TableHead {...props} grid={grid.template} />
        <div role="rowgroup" className={styles.ground} style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const line = lines[index];
            if (line === undefined) return null;
            const lineProps = {
              columns,
              formatter,
              template: grid.template,
              top: start - rowPx,
              index: index + 2,
            };
            return 'totals' in line ? (
              <GroupLine
                key={`group ${line.key}`}
                {...lineProps}
                group={line}
                isDay={grouping === 'day'}
                isOpen={!closed.has(line.key)}
                onToggle={() => setClosed((old) => toggled(old, line.key))}
              />
            ) : (
              <RowLine key={`row ${index % SLOTS}`} {...lineProps} row={line} isPicked={line === picked} />
            );
          })}
        </div>
        <TotalLine {...{ arranged, columns, formatter }} template={grid.template} index={lines.length + 2} />
      </div>
    </div>
  );
}

/** The lines in sight; one that is pointed at on the map comes into it. */
function useLines(
  box: RefObject<HTMLDivElement | null>,
  lines: readonly Line[],
  { picked, rowPx }: { readonly picked: ReportRow | null; readonly rowPx: number },
) {
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 6,
    scrollMargin: rowPx,
    initialRect: { width: 800, height: 600 },
  });
  useEffect(() => {
    const index = picked === null ? -1 : lines.indexOf(picked);
    if (index !== -1) list.scrollToIndex(index, { align: 'center' });
  }, [list, lines, picked]);
  return list;
}

const toggled = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
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
          <Unseen>{t('reports:past')}</Unseen>
        </span>
      </div>
    </div>
  );
}
