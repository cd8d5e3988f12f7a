import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type Ref,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceSelection } from '../../../kernel/fleet/device-selection.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import type { FleetNames, Grouping, ListSection, ListSnapshot } from '../../../live/fleet.ts';
import type { ListBoxHandle } from '../../../ui/list/list-box.tsx';
import type { CellTextContext } from './cell-text.ts';
import { offeredColumns, type ColumnId } from './columns.ts';
import { HeadCell } from './head-cell.tsx';
import { SheetMenu } from './sheet-menu.tsx';
import { TableLines, type TableLine } from './table-lines.ts';
import type { TableLayout } from './table-layout.ts';
import type { TableOrder } from './table-order.ts';
import { SectionLine, VehicleLine, type LinePlace } from './table-row.tsx';
import { TableTools } from './table-tools.tsx';
import styles from './table.module.css';
import { useCellTextContext, useColumnName } from './use-cell-text-context.ts';
import { useSectionTitle } from './use-section-title.ts';
import { useTableKeys } from './use-table-keys.ts';
import { useTableLayout, type LayoutControl } from './use-table-layout.ts';

export interface DeviceTableProps {
  readonly ref?: Ref<ListBoxHandle>;
  readonly list: ListSnapshot;
  readonly names: FleetNames;
  readonly order: TableOrder;
  readonly grouping: Grouping | null;
  readonly onChange: (part: Partial<TableOrder & { readonly grouping: Grouping | null }>) => void;
  readonly selectedId: number | null;
  readonly onOpen: (id: number) => void;
}

const ROW_PX = 44;
type SectionKey = ListSection['key'];

/** The wide list: columns as the user chose them, in sections that close. Only the lines in sight exist. */
export function DeviceTable(props: DeviceTableProps) {
  const { list, names, grouping, onChange } = props;
  const { may } = useRights();
  const offered = useMemo(() => offeredColumns(list.facets.attributes, may), [list.facets.attributes, may]);
  const control = useTableLayout(useMemo(() => new Set(offered), [offered]));
  const columns = useMemo(() => control.layout.map(({ id }) => id), [control.layout]);
  const textContext = useCellTextContext(names, columns.includes('geofences'));
  const { lines, toggle } = useLines(list);
  return (
    <>
      <TableTools
        grouping={grouping}
        onGrouping={(next) => onChange({ grouping: next })}
        control={control}
        offered={offered}
        sheet={
          may('reports.export') && <SheetMenu lines={lines} columns={columns} textContext={textContext} />
        }
      />
      <Grid
        {...props}
        control={control}
        columns={columns}
        textContext={textContext}
        lines={lines}
        toggle={toggle}
      />
    </>
  );
}

interface GridProps extends DeviceTableProps {
  readonly control: LayoutControl;
  readonly columns: readonly ColumnId[];
  readonly textContext: CellTextContext;
  readonly lines: TableLines;
  readonly toggle: (key: SectionKey) => void;
}

function Grid(props: GridProps) {
  const { ref, list, selectedId, onOpen, control, columns, lines, toggle } = props;
  const { t } = useTranslation('devicetable');
  const box = useRef<HTMLDivElement>(null);
  const rows = useRows(box, lines.count, selectedId === null ? -1 : lines.lineOf(selectedId));
  const { isOn, toggle: choose } = useDeviceSelection();
  const press = useCallback(
    (id: number, isRange: boolean): void => {
      if (isOn) choose(id, isRange ? { order: list.ids } : null);
      else onOpen(id);
    },
    [isOn, choose, list.ids, onOpen],
  );
  const keys = useTableKeys({ lines, first: selectedId, show: rows.show, toggle, press });
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }));
  return (
    <div
      ref={box}
      className={styles.box}
      role="grid"
      aria-label={t('devicetable:label')}
      aria-rowcount={lines.count + 1}
      aria-colcount={columns.length}
      aria-multiselectable={isOn}
      data-rows-by-arrows
      tabIndex={0}
      {...keys.handlers}
      {...(rows.items.some(({ index }) => index === keys.active) && {
        'aria-activedescendant': elementIdOf(lines.at(keys.active)),
      })}
      style={gridOf(control.layout)}
    >
      <div className={styles.wide}>
        <Head {...props} />
        <div role="rowgroup" className={styles.ground} style={{ height: rows.totalPx }}>
          {rows.items.map(({ index, start }) => {
            const line = lines.at(index);
            if (line === undefined) return null;
            const place = {
              elementId: elementIdOf(line),
              index: index + 2,
              topPx: start - ROW_PX,
              isActive: keys.isFocused && index === keys.active,
            };
            return <Line key={place.elementId} {...props} place={place} line={line} onPress={press} />;
          })}
        </div>
      </div>
    </div>
  );
}

function Head({ control, order, onChange }: GridProps) {
  const nameOf = useColumnName();
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.row}>
        {control.layout.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            name={nameOf(column.id)}
            order={order}
            onOrder={onChange}
            control={control}
          />
        ))}
      </div>
    </div>
  );
}

interface OneLineProps extends GridProps {
  readonly place: LinePlace;
  readonly line: TableLine;
  readonly onPress: (id: number, isRange: boolean) => void;
}

function Line({ place, line, names, columns, textContext, toggle, onPress }: OneLineProps) {
  const titleOf = useSectionTitle(names);
  const { isOn, ids: chosen } = useDeviceSelection();
  return line.kind === 'section' ? (
    <SectionLine
      {...place}
      section={line.section}
      isOpen={line.isOpen}
      title={titleOf(line.section)}
      columns={columns.length}
      onToggle={toggle}
    />
  ) : (
    <VehicleLine
      {...place}
      id={line.id}
      columns={columns}
      textContext={textContext}
      isChosen={isOn ? chosen.has(line.id) : null}
      onPress={onPress}
    />
  );
}

/** The lines, and which sections are closed; another grouping begins with all of them open. */
function useLines({ ids, sections }: ListSnapshot) {
  const [closed, setClosed] = useState<ReadonlySet<SectionKey>>(new Set());
  const lines = useMemo(() => new TableLines(ids, sections, closed), [ids, sections, closed]);
  const toggle = useCallback(
    (key: SectionKey) =>
      setClosed((old) =>
        old.has(key) ? new Set([...old].filter((each) => each !== key)) : new Set([...old, key]),
      ),
    [],
  );
  return { lines, toggle };
}

/** The lines in sight, and a few around them. @param first The line to begin at; -1 = the top. */
function useRows(box: RefObject<HTMLDivElement | null>, count: number, first: number) {
  const list = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    scrollMargin: ROW_PX,
    initialOffset: () => Math.max(0, (first - 2) * ROW_PX),
    initialRect: { width: 1200, height: 600 },
  });
  return {
    items: list.getVirtualItems(),
    totalPx: list.getTotalSize(),
    show: (line: number) => list.scrollToIndex(line, { align: 'auto' }),
  };
}

/** Widths stand once, at the table: rows do not draw again while a column is drawn wider. */
const gridOf = (layout: TableLayout): CSSProperties & Readonly<Record<`--${string}`, string>> => ({
  '--columns': `${layout.map(({ px }) => `${px}px`).join(' ')} minmax(0, 1fr)`,
  '--least': `${layout.reduce((sum, { px }) => sum + px, 0)}px`,
});

const elementIdOf = (line: TableLine | undefined): string => {
  if (line === undefined) return '';
  return line.kind === 'vehicle' ? `device-${line.id}` : `section-${line.section.key}`;
};
