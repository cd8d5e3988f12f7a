import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading of a screen that was opened from a row that is gone. On the first screen of a page,
 * the focus stays at the start, where the skip link is.
 */
export function usePanelFocus(heading: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const isFirst = key === 'default';
  useLayoutEffect(() => {
    if (isFirst) return undefined;
    const take = (): void => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body)
        heading.current?.focus({ preventScroll: true });
    };
    // At once, so that no key is lost; again where the heading was not to be seen yet, or was hidden meanwhile.
    take();
    const frame = requestAnimationFrame(take);
    return () => cancelAnimationFrame(frame);
    // Only when it opens, or is shown again: a change of its address moves no focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}

/** The tab that is open is brought into sight, also where the address opens it. */
export function useTabInSight(panel: RefObject<HTMLElement | null>): void {
  const { search } = useLocation();
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const tabs = panel.current
        ?.closest('section, [role=dialog]')
        ?.querySelectorAll('[role=tab][aria-selected=true]');
      for (const tab of tabs ?? []) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [panel, search]);
}
