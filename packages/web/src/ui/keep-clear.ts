import { useLayoutEffect } from 'react';

type Edge = 'top' | 'bottom';

const kept: Record<Edge, Set<{ readonly px: number }>> = { top: new Set(), bottom: new Set() };

/** The most that is asked for counts: what is open lies over each other, not one after the other. */
function tell(edge: Edge): void {
  const px = Math.max(0, ...[...kept[edge]].map((each) => each.px));
  document.documentElement.style.setProperty(`--clear-${edge}`, `${px}px`);
}

/** Keeps notices that float over the page off a strip at its edge, below the header, as long as this is shown. */
export function useKeepClear(edge: Edge, px: number): void {
  useLayoutEffect(() => {
    if (px === 0) return undefined;
    const mine = { px };
    kept[edge].add(mine);
    tell(edge);
    return () => {
      kept[edge].delete(mine);
      tell(edge);
    };
  }, [edge, px]);
}
