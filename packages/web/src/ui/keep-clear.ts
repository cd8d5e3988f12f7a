import { useLayoutEffect } from 'react';

type Edge = 'top' | 'bottom';

const reserved: Record<Edge, Set<{ readonly px: number }>> = { top: new Set(), bottom: new Set() };

/** The most that is asked for counts: what is open lies over each other, not one after the other. */
function updateInset(edge: Edge): void {
  const px = Math.max(0, ...[...reserved[edge]].map((each) => each.px));
  document.documentElement.style.setProperty(`--clear-${edge}`, `${px}px`);
}

/** Keeps notices that float over the page off a strip at its edge, below the header, as long as this is shown. */
export function useKeepClear(edge: Edge, px: number): void {
  useLayoutEffect(() => {
    if (px === 0) return undefined;
    const mine = { px };
    reserved[edge].add(mine);
    updateInset(edge);
    return () => {
      reserved[edge].delete(mine);
      updateInset(edge);
    };
  }, [edge, px]);
}
