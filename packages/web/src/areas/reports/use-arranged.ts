import { useCallback } from 'react';
import { arrange, type Arranged, type Arrangement } from './arrange.ts';
import type { ReportRow } from './report-row.ts';
import { useSliced } from './use-sliced.ts';

/** Rows in order and in groups, worked out in slices; the former ones stay until the next are there. null = none yet. */
export function useArranged(
  rows: readonly ReportRow[],
  { columns, grouping, sort, zone }: Arrangement,
): Arranged | null {
  const [column, isDown] = [sort?.column ?? null, sort?.isDown ?? false];
  const work = useCallback(() => {
    const wanted = column === null ? null : { column, isDown };
    return arrange(rows, { columns, grouping, sort: wanted, zone });
  }, [rows, columns, grouping, column, isDown, zone]);
  return useSliced(work);
}
