import { useEffect, useState, type RefObject } from 'react';

export type ColumnCount = 12 | 6 | 2 | 1;
/** Widths from which an overview has so many columns. */
const WIDTHS: readonly (readonly [px: number, columns: ColumnCount])[] = [
  // A tablet in landscape, too, can be arranged by hand.
  [840, 12],
  [700, 6],
  [600, 2],
];

/** Columns that fit into an element. */
export function useColumns(box: RefObject<HTMLElement | null>): ColumnCount {
  const [columns, setColumns] = useState<ColumnCount>(12);
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? Infinity;
      setColumns(WIDTHS.find(([px]) => width >= px)?.[1] ?? 1);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return columns;
}
