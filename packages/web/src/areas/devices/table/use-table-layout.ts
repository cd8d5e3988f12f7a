import { useCallback, useMemo, useState } from 'react';
import { useOwnAttribute } from '../../../kernel/use-own-attribute.ts';
import type { ColumnId } from './columns.ts';
import { readLayout, resized, writeLayout, type TableLayout } from './table-layout.ts';

export interface LayoutControl {
  /** The columns that this user may see, in order. */
  readonly layout: TableLayout;
  readonly change: (how: (layout: TableLayout) => TableLayout) => void;
  /** Shows the width of a column being resized, without storing it. */
  readonly tryWidth: (id: ColumnId, px: number) => void;
  readonly saveWidth: () => void;
  readonly reset: () => void;
}

/** Columns of the wide list: with the account, so that they are so on every machine. */
export function useTableLayout(offered: ReadonlySet<ColumnId>): LayoutControl {
  const { value, save } = useOwnAttribute('listTable', 'listTable');
  const stored = useMemo(() => readLayout(value), [value]);
  const [tried, setTried] = useState<{ readonly id: ColumnId; readonly px: number } | null>(null);
  const all = useMemo(() => (tried === null ? stored : resized(stored, tried.id, tried.px)), [stored, tried]);
  // A column that the user may not see now keeps its place for later.
  const layout = useMemo(() => all.filter(({ id }) => offered.has(id)), [all, offered]);
  return {
    layout,
    change: (how) => void save(writeLayout(how(stored))),
    tryWidth: useCallback((id: ColumnId, px: number) => setTried({ id, px }), []),
    saveWidth: () => {
      if (tried !== null) void save(writeLayout(all)).finally(() => setTried(null));
    },
    reset: () => void save(''),
  };
}
