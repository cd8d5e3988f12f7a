import { useEffect, useState } from 'react';
import { arrange, type Arranged, type Arrangement } from './arrange.ts';
import type { ReportRow } from './report-row.ts';

/** What a frame has left beside the drawing. */
const SLICE_MS = 8;

/** Rows in order and in groups, worked out in slices; the former ones stay until the next are there. null = none yet. */
export function useArranged(
  rows: readonly ReportRow[],
  { columns, grouping, sort, zone }: Arrangement,
): Arranged | null {
  const [arranged, setArranged] = useState<Arranged | null>(null);
  const [column, isDown] = [sort?.column ?? null, sort?.isDown ?? false];
  useEffect(() => {
    const wanted = column === null ? null : { column, isDown };
    const work = arrange(rows, { columns, grouping, sort: wanted, zone });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goOn = (): void => {
      const end = performance.now() + SLICE_MS;
      do {
        const step = work.next();
        if (step.done === true) {
          setArranged(step.value);
          return;
        }
      } while (performance.now() < end);
      timer = setTimeout(goOn);
    };
    goOn();
    return () => clearTimeout(timer);
  }, [rows, columns, grouping, column, isDown, zone]);
  return arranged;
}
