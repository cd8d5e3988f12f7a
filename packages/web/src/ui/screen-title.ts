import { useEffect } from 'react';

/** Titles of the screens that are open, the one that opened last at the end. */
const open: { title: string; readonly isBehind: boolean }[] = [];
let product = '';

const show = (): void => {
  const current = open.findLast(({ isBehind }) => !isBehind) ?? open.at(-1);
  document.title = [current?.title ?? '', product].filter((part) => part !== '').join(' · ');
};

/** Name of the product, which stands behind the name of every screen. */
export function setProductTitle(title: string): void {
  product = title;
  show();
}

/**
 * Names the page after the screen while it is open: of ten tabs each says which it is.
 * @param isBehind It counts only while nothing else is open, as the map does.
 */
export function useScreenTitle(title: string, isBehind = false): void {
  useEffect(() => {
    const entry = { title, isBehind };
    open.push(entry);
    show();
    return () => {
      open.splice(open.indexOf(entry), 1);
      show();
    };
  }, [title, isBehind]);
}
